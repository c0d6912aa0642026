package redact

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"steno/generator/redact/walk"
	"steno/tier"
)

// corpusLines returns the lines of the transcripts beside the repository.
func corpusLines(t testing.TB) [][]byte {
	t.Helper()
	root := filepath.Join("..", "..", "..", "shared", "corpus")
	if _, err := os.Stat(root); err != nil {
		t.Skip("no transcripts at ../shared/corpus: real ones are NOT looked through")
	}
	var lines [][]byte
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".jsonl") {
			return err
		}
		raw, err := os.ReadFile(path)
		lines = append(lines, bytes.Split(raw, []byte("\n"))...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return lines
}

// TestCorpus lists what is found in real transcripts, to be read by a person:
// go test ./generator/redact -run Corpus -v
func TestCorpus(t *testing.T) {
	t.Parallel()
	e := mustNew(t, Options{})
	c := e.Collect()
	var lines [][]byte
	for i, l := range corpusLines(t) {
		if tier.OneIn(8, i) {
			lines = append(lines, l)
			walk.JSON(l, c.field)
		}
	}
	r := e.Freeze(c.Values())
	report := NewReport(true)
	shown := map[string]bool{}
	for _, l := range lines {
		walk.JSON(l, func(name, s string) string {
			out, findings := r.field(name, s)
			report.Add("corpus", findings)
			for _, f := range findings {
				if f.Severity > Low && !shown[f.Placeholder] {
					shown[f.Placeholder] = true
					t.Logf("%s in %q: %q", f.Placeholder, name, around(s, f.Offset))
				}
			}
			if again, _ := r.field(name, out); again != out {
				t.Errorf("not settled: %.200q -> %.200q", out, again)
			}
			return s
		})
	}
	for _, rc := range report.Rules() {
		t.Logf("%s: %d values, %d places", rc.Rule, rc.Values, rc.Places)
	}
}
