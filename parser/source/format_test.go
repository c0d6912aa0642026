package source

import (
	"cmp"
	"context"
	"path/filepath"
	"strings"
	"testing"

	"steno/parser/claude/format"
)

// TestFilesOfFormat makes every file that the format table declares, and finds it again.
func TestFilesOfFormat(t *testing.T) {
	t.Parallel()
	const project = "projects/-home-dev-app/"
	ids := map[string]string{"agent-<id>.jsonl": "a1", "<session>/subagents/workflows/<run>/agent-<id>.jsonl": "a3"}
	files := tree{}
	paths := map[string]string{} // row to path
	for _, r := range format.Rows() {
		if r.Kind != format.File {
			continue
		}
		id := cmp.Or(ids[r.Name], "a2")
		names := strings.NewReplacer("<session>", idA, "<id>", id, "<run>", "wf_1", "<slug>", "calm-tide")
		path := project + names.Replace(r.Name)
		content := "{}\n"
		switch {
		case strings.HasPrefix(r.Name, "plans/"), r.Name == "history.jsonl":
			path = names.Replace(r.Name)
		case r.Name == "<session>.jsonl", strings.HasSuffix(r.Name, "agent-<id>.jsonl"):
			content = chat(idA, id+"1 "+id+"2", `,"slug":"calm-tide"`)
		case r.Name == "sessions-index.json":
			content = `{"version":1,"entries":[{"sessionId":"` + idA + `","summary":"from the index"}]}`
		}
		files[path], paths[r.Name] = content, path
	}
	top := files.write(t)
	a, err := Find(context.Background(), TestFormats, []string{top})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	found := a.paths()
	for row, path := range paths {
		switch {
		case row == "sessions-index.json":
			if got := a.Sessions()[0].IndexTitle; got != "from the index" {
				t.Errorf("title from the index: %q", got)
			}
		case !found[filepath.ToSlash(filepath.Join(top, path))]:
			t.Errorf("%s: not found among %v\n%s", row, found, outline(a))
		}
	}
}

// paths are the files that the archive lists, wherever it does.
func (a *Archive) paths() map[string]bool {
	found := map[string]bool{}
	add := func(files ...*File) {
		for _, f := range files {
			if f != nil {
				found[filepath.ToSlash(f.Path)] = true
			}
		}
	}
	for _, h := range a.History {
		add(h.File)
	}
	for _, p := range a.Projects {
		for _, s := range p.Sessions {
			add(s.Folder.Memory...)
			add(s.Main...)
			add(s.Memory)
			for _, g := range s.Agents {
				add(g.File, g.Meta)
			}
			for _, f := range s.Results {
				add(f)
			}
			for _, f := range s.Plans {
				add(f)
			}
			for _, w := range s.Workflows {
				add(w.Journal, w.Summary)
			}
		}
	}
	return found
}
