package collect

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"steno/tier"
)

const corpus = "../../../shared/corpus/claude-code-log/real_projects"

// held-together fields of records, which redaction must leave.
type ids struct {
	Type       string `json:"type"`
	UUID       string `json:"uuid"`
	ParentUUID string `json:"parentUuid"`
	SessionID  string `json:"sessionId"`
	Timestamp  string `json:"timestamp"`
	AgentID    string `json:"agentId"`
	RequestID  string `json:"requestId"`
	Message    struct {
		ID      string          `json:"id"`
		Content json.RawMessage `json:"content"`
	} `json:"message"`
}

type part struct {
	ID        string `json:"id"`
	ToolUseID string `json:"tool_use_id"`
}

// Real transcripts keep their lines, their JSON and what holds them together; and what is
// redacted already is not redacted again.
func TestRedactedCorpus(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat(corpus); err != nil {
		t.Skip("no transcripts at ../shared/corpus: real ones are NOT collected")
	}
	o := Options{Sources: []string{t.TempDir()}, Archive: t.TempDir(), Machine: "m", Redact: engine(t)}
	projects, err := os.ReadDir(corpus)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range projects {
		if !tier.OneIn(3, i) {
			continue
		}
		if err := os.CopyFS(filepath.Join(o.Sources[0], "projects", p.Name()), os.DirFS(filepath.Join(corpus, p.Name()))); err != nil {
			t.Fatal(err)
		}
	}
	collect(t, o)
	stored := map[string]string{} // by base name, which tells files apart
	read := func(dir string, visit func(base, text string)) {
		err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(name) != ".jsonl" {
				return err
			}
			data, err := os.ReadFile(name)
			visit(filepath.Base(filepath.Dir(name))+"/"+d.Name(), string(data))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	owner := regexp.MustCompile(`^-Users-[a-z]+-`) // of a project's folder
	read(o.Archive, func(base, text string) { stored[base] = text })
	n := 0
	read(o.Sources[0], func(base, text string) {
		if got := stored[owner.ReplaceAllString(base, "-Users-user-")]; text != "" {
			n += sameIDs(t, base, text, got)
		}
	})
	t.Logf("%d records of %d files", n, len(stored))
	again := o
	again.Sources, again.Archive = []string{filepath.Join(o.Archive, "m")}, t.TempDir()
	collect(t, again)
	read(again.Archive, func(base, text string) {
		if stored[base] != text {
			t.Errorf("%s: redacted again it is something else", base)
		}
	})
}

// sameIDs holds a redacted transcript against its source, and counts the records.
func sameIDs(t *testing.T, name, source, redacted string) (n int) {
	was, is := strings.SplitAfter(source, "\n"), strings.SplitAfter(redacted, "\n")
	if len(was) != len(is) {
		t.Errorf("%s: %d lines are %d", name, len(was), len(is))
		return 0
	}
	for i := range was {
		var a, b ids
		errA, errB := json.Unmarshal([]byte(was[i]), &a), json.Unmarshal([]byte(is[i]), &b)
		if (errA == nil) != (errB == nil) {
			t.Errorf("%s:%d: %v, then %v", name, i+1, errA, errB)
		}
		var partsA, partsB []part
		json.Unmarshal(a.Message.Content, &partsA)
		json.Unmarshal(b.Message.Content, &partsB)
		a.Message.Content, b.Message.Content = nil, nil
		if x, y := marshal(t, a, partsA), marshal(t, b, partsB); x != y {
			t.Errorf("%s:%d: %s became %s", name, i+1, x, y)
		}
		n++
	}
	return n
}

func marshal(t *testing.T, v ...any) string {
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
