package highlight

import (
	"encoding/xml"
	"flag"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/styles"
	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the styles anew")

// The styles are those of chroma, and look as they do there.
func TestStylesAreThoseOfChroma(t *testing.T) {
	t.Parallel()
	names := slices.Sorted(maps.Keys(styles.Registry))
	if *update {
		var sheets strings.Builder
		for _, name := range names {
			sheets.WriteString(sheet(t, styles.Registry[name]) + "\n")
		}
		if err := os.WriteFile("styles.xml", []byte(sheets.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(names, Styles()); diff != "" {
		t.Errorf("go test ./theme/highlight -run TestStyles -update writes them (-chroma +ours):\n%s", diff)
	}
	for _, name := range names {
		ours, err := style(strings.ToUpper(name), "")
		if err != nil {
			t.Error(err)
			continue
		}
		if diff := cmp.Diff(sheet(t, styles.Registry[name]), sheet(t, ours)); diff != "" {
			t.Errorf("%s (-chroma +ours):\n%s", name, diff)
		}
	}
}

func sheet(t *testing.T, s *chroma.Style) string {
	t.Helper()
	data, err := xml.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
