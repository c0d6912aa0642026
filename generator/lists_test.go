package generator

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"steno/generator/config"
	"steno/generator/lists"
)

// Lists over all sessions of a large archive stand on several pages, with everything on one of
// them.
func TestListsAreCut(t *testing.T) {
	t.Parallel()
	const sessions = lists.ProjectsPerPage + 40
	dir := t.TempDir()
	for n := range sessions {
		id := fmt.Sprintf("%08x-0000-4000-8000-000000000000", n)
		lines := fmt.Sprintf(`{"type":"user","uuid":"%[1]s","parentUuid":null,"sessionId":"%[1]s","timestamp":"2026-03-01T10:00:00Z","cwd":"/p/%[2]d","message":{"role":"user","content":"Prompt %[2]d"}}
{"type":"assistant","uuid":"a%[1]s","parentUuid":"%[1]s","sessionId":"%[1]s","timestamp":"2026-03-01T10:00:01Z","cwd":"/p/%[2]d","message":{"id":"m%[2]d","role":"assistant","model":"claude-opus-4-6","content":[{"type":"tool_use","id":"t%[2]d","name":"Write","input":{"file_path":"/p/%[2]d/file-%[2]d.txt","content":"a\n"}}]}}
{"type":"user","uuid":"b%[1]s","parentUuid":"a%[1]s","sessionId":"%[1]s","timestamp":"2026-03-01T10:00:02Z","cwd":"/p/%[2]d","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t%[2]d","content":"File created"}]},"toolUseResult":{"type":"create","filePath":"/p/%[2]d/file-%[2]d.txt","content":"a\n","structuredPatch":[]}}
{"type":"pr-link","sessionId":"%[1]s","prNumber":%[3]d,"prUrl":"https://forge.example/o/r/pull/%[3]d","prRepository":"o/r","timestamp":"2026-03-01T10:00:03Z"}
{"type":"pr-link","sessionId":"%[1]s","prNumber":9999,"prUrl":"https://forge.example/o/r/pull/9999","prRepository":"o/r","timestamp":"2026-03-01T10:00:04Z"}
`, id, n, n+1)
		file := filepath.Join(dir, fmt.Sprintf("-p-%d", n), id+".jsonl")
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(lines), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	c := config.Default()
	c.Sources, c.Destination = []string{dir}, filepath.Join(t.TempDir(), "site")
	if _, err := Build(t.Context(), Options{Config: c}); err != nil {
		t.Fatal(err)
	}
	for _, list := range []struct {
		pages  string
		row    string // what each row has once
		most   int    // on a page
		all    int
		onPage int // at least so many pages
	}{
		{"files/*.html", "<th scope=row", lists.ProjectsPerPage, sessions, 2},
		{"pulls/*.html", "<a href=https://forge.example/o/r/pull/", lists.PullsPerPage, sessions + 1, 3},
		{"projects/*.html", "<th scope=row", lists.ProjectsPerPage, sessions, 2},
	} {
		names, err := filepath.Glob(filepath.Join(c.Destination, filepath.FromSlash(list.pages)))
		if err != nil {
			t.Fatal(err)
		}
		all := 0
		for _, name := range names {
			page, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			n := strings.Count(string(page), list.row)
			if n > list.most {
				t.Errorf("%s has %d rows, at most %d belong there", name, n, list.most)
			}
			all += n
		}
		if all != list.all || len(names) < list.onPage {
			t.Errorf("%s: %d rows on %d pages, want %d on %d or more", list.pages, all, len(names), list.all, list.onPage)
		}
	}
}
