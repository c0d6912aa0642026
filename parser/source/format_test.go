package source

import (
	"cmp"
	"context"
	"maps"
	"path/filepath"
	"slices"
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
		names := strings.NewReplacer("<session>", idA, "<id>", id, "<run>", "wf_1", "<slug>", "calm-tide", "<name>", "survey", "<hash>", "a1b2c3", "<number>", "2")
		path := project + names.Replace(r.Name)
		content := "{}\n"
		switch {
		case strings.HasPrefix(r.Name, "plans/"), strings.HasPrefix(r.Name, "file-history/"), strings.HasPrefix(r.Name, "paste-cache/"), r.Name == "history.jsonl":
			path = names.Replace(r.Name)
		case r.Name == "<session>.jsonl", strings.HasSuffix(r.Name, "agent-<id>.jsonl"):
			content = chat(idA, id+"1 "+id+"2", `,"slug":"calm-tide"`)
		case r.Name == "sessions-index.json":
			content = `{"version":1,"entries":[{"sessionId":"` + idA + `","summary":"from the index"}]}`
		}
		files[path], paths[r.Name] = content, path
	}
	top := files.write(t)
	a, err := Find(context.Background(), TestFormats.WithCopies(), []string{top})
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
		add(slices.Collect(maps.Values(h.Pasted))...)
	}
	for _, p := range a.Projects {
		for _, s := range p.Sessions {
			add(s.Folder.Memory...)
			add(s.Main...)
			add(s.Memory, s.Titled)
			for _, g := range s.Agents {
				add(g.File, g.Meta)
			}
			for _, named := range []map[string]*File{s.Results, s.Plans, s.Scripts, s.Copies} {
				add(slices.Collect(maps.Values(named))...)
			}
			for _, w := range s.Workflows {
				add(w.Journal, w.Summary)
			}
		}
	}
	return found
}

// TestAround: with the folder of project folders, plans beside it are read, copies of files if asked
// for, and the history of prompts never.
func TestAround(t *testing.T) {
	t.Parallel()
	top := tree{
		"projects/-home-dev-app/" + idA + ".jsonl": chat(idA, "a1 a2", `,"slug":"calm-tide"`),
		"plans/calm-tide.md":                       "# Tide",
		"plans/other.md":                           "# Other",
		"file-history/" + idA + "/a1b2@v1":         "before",
		"history.jsonl":                            `{"display":"secret"}`,
	}.write(t)
	for _, c := range []struct {
		formats Formats
		copies  int
	}{{TestFormats, 0}, {TestFormats.WithCopies(), 1}} {
		look, err := LookAt(context.Background(), c.formats, []string{filepath.Join(top, "projects")})
		if err != nil {
			t.Fatal(err)
		}
		a, err := FindWith(context.Background(), c.formats, []string{filepath.Join(top, "projects")}, Request{Look: look})
		if err != nil {
			t.Fatal(err)
		}
		s := a.Sessions()[0]
		if len(s.Plans) != 1 || len(s.Copies) != c.copies || len(a.History) != 0 || len(a.Warnings) > 0 {
			t.Errorf("%d plans, %d copies, %d histories, warnings %v", len(s.Plans), len(s.Copies), len(a.History), a.Warnings)
		}
		if got := strings.Count(strings.Join(look.Stamps, "\n"), "plans/"); got != 2 {
			t.Errorf("%d plans are looked at, not 2", got)
		}
		a.Close()
	}
}
