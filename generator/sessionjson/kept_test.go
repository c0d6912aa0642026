package sessionjson

import (
	"fmt"
	"os"
	"testing"

	"github.com/go-json-experiment/json"
)

// keptFile is a document as the first Steno with schema 1 wrote it, with everything in it.
// It is never made anew: programs hold such documents.
const keptFile = "testdata/schema-1.json"

// What was written once is read for as long as its schema's number stands, and says the same:
// members may have been added, but none is gone or another.
func TestSchema1IsKept(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile(keptFile)
	if err != nil {
		t.Fatal(err)
	}
	d, err := unmarshal(data)
	if err != nil {
		t.Fatal(err)
	}
	again, err := marshalled(d)
	if err != nil {
		t.Fatal(err)
	}
	if lost := missing(anyOf(t, data), anyOf(t, again), ""); lost != "" {
		t.Errorf("a program that reads schema %d would miss %s", Schema, lost)
	}
}

func anyOf(t *testing.T, data []byte) (v any) {
	t.Helper()
	if err := json.Unmarshal(data, &v, syntax); err != nil {
		t.Fatal(err)
	}
	return v
}

// missing returns the first thing in old that now has not, "" when there is none.
func missing(old, now any, at string) string {
	switch old := old.(type) {
	case object:
		now, _ := now.(object)
		for name, v := range old {
			if lost := missing(v, now[name], at+"/"+name); lost != "" {
				return lost
			}
		}
	case []any:
		now, _ := now.([]any)
		if len(now) != len(old) {
			return fmt.Sprintf("%s: %d elements are %d", at, len(old), len(now))
		}
		for i, v := range old {
			if lost := missing(v, now[i], fmt.Sprintf("%s/%d", at, i)); lost != "" {
				return lost
			}
		}
	default:
		if old != now {
			return fmt.Sprintf("%s: %v is %v", at, old, now)
		}
	}
	return ""
}
