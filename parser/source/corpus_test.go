package source

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// corpus is a folder of real transcripts that lies beside some checkouts.
func corpus(tb testing.TB) string {
	tb.Helper()
	dir := filepath.Join("..", "..", "..", "shared", "corpus")
	if _, err := os.Stat(dir); err != nil {
		tb.Skip("there is no ../shared/corpus beside this checkout")
	}
	return dir
}

// TestCorpusIsCovered checks, with a look of its own at the files, that each
// transcript is listed by a session, and each sessionId in it by exactly one.
func TestCorpusIsCovered(t *testing.T) {
	t.Parallel()
	dir := corpus(t)
	a, err := Find(context.Background(), TestFormats, []string{dir})
	must(t, err)
	defer a.Close()
	checkComplete(t, a)
	shownSomewhere(t, a)
	listed := map[string][]*File{}
	for _, s := range a.Sessions() {
		for _, f := range s.Main {
			listed[f.Path] = append(listed[f.Path], f)
		}
		for _, g := range s.Agents {
			listed[g.File.Path] = append(listed[g.File.Path], g.File)
		}
	}
	warned := map[string]bool{}
	for _, w := range a.Warnings {
		warned[w.Path] = true
	}
	must(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".jsonl") || d.Name() == "journal.jsonl" {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if len(bytes.TrimSpace(data)) > 0 && len(listed[path]) == 0 && !warned[path] {
			t.Errorf("%s is neither listed nor warned of", path)
		}
		for line := range bytes.Lines(data) {
			var rec struct{ SessionID string }
			if json.Unmarshal(line, &rec) != nil || len(listed[path]) == 0 {
				continue
			}
			holders := 0
			for _, f := range listed[path] {
				if f.Holds(rec.SessionID) {
					holders++
				}
			}
			if holders != 1 {
				t.Errorf("%s: records of %q belong to %d sessions", path, rec.SessionID, holders)
				break
			}
		}
		return nil
	}))
}

func TestFindIsDeterministic(t *testing.T) {
	t.Parallel()
	dir := corpus(t)
	var first string
	for range 3 {
		a, err := Find(context.Background(), TestFormats, []string{dir, filepath.Join(dir, "claude-code-log")})
		must(t, err)
		have := outline(a)
		must(t, a.Close())
		if first == "" {
			first = have
		}
		compare(t, strings.ReplaceAll(first, "\t", ""), strings.ReplaceAll(have, "\t", ""))
	}
}

func BenchmarkFind(b *testing.B) {
	dir := b.TempDir()
	var size int64
	for i := range 64 {
		id := fmt.Sprintf("%08d-0000-4000-8000-000000000001", i)
		var text strings.Builder
		for j := range 500 {
			text.WriteString(chat(id, fmt.Sprintf("a%d b%d", i*1000+j, i*1000+j), `,"toolUseResult":{"stdout":"`+strings.Repeat("some output\\n", 100)+`"}`))
		}
		must(b, os.WriteFile(filepath.Join(dir, id+".jsonl"), []byte(text.String()), 0o644))
		size += int64(text.Len())
	}
	b.SetBytes(size)
	for b.Loop() {
		a, err := Find(context.Background(), TestFormats, []string{dir})
		must(b, err)
		must(b, a.Close())
	}
}
