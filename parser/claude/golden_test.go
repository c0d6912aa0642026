package claude

import (
	"bytes"
	"context"
	"flag"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"steno/parser/modeltest"
	"steno/parser/source"
)

var update = flag.Bool("update", false, "write the golden outlines")

// TestSessions parses the small archives in testdata/sessions and compares the
// outlines with those that stand at their ends. The head of each archive says
// what it shows, and why the outline is right.
func TestSessions(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/sessions/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			t.Parallel()
			a, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			s, err := Parse(context.Background(), archived(a), source.Options{})
			if err != nil {
				t.Fatal(err)
			}
			modeltest.Check(t, s)
			var got bytes.Buffer
			if err := modeltest.Outline(&got, s); err != nil {
				t.Fatal(err)
			}
			golden(t, name, a, got.String())
		})
	}
}

const goldenName = "outline"

func golden(t *testing.T, name string, a *txtar.Archive, got string) {
	t.Helper()
	last := &a.Files[len(a.Files)-1]
	if *update {
		if last.Name != goldenName {
			a.Files = append(a.Files, txtar.File{Name: goldenName})
			last = &a.Files[len(a.Files)-1]
		}
		last.Data = []byte(got)
		if err := os.WriteFile(name, txtar.Format(a), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if last.Name != goldenName {
		t.Fatalf("the archive has no outline; run the test with -update and read what it wrote")
	}
	if diff := cmp.Diff(strings.Split(string(last.Data), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("outline differs (-want +got):\n%s", diff)
	}
}

// archived makes a session of the files of an archive, by the names that they
// have below a session's folder.
func archived(a *txtar.Archive) *source.Session {
	s := &source.Session{ID: "5e550000-0000-4000-8000-000000000001", Results: make(map[string]*source.File)}
	byName := make(map[string]*source.File)
	for _, f := range a.Files {
		if f.Name != goldenName {
			byName[f.Name] = memory(f.Name, string(f.Data))
		}
	}
	runs := make(map[string]*source.Workflow)
	run := func(id string) *source.Workflow {
		if runs[id] == nil {
			runs[id] = &source.Workflow{Run: id}
			s.Workflows = append(s.Workflows, runs[id])
		}
		return runs[id]
	}
	for _, f := range a.Files {
		file, base, dir := byName[f.Name], path.Base(f.Name), path.Base(path.Dir(f.Name))
		switch {
		case file == nil || strings.HasSuffix(base, ".meta.json"):
		case dir == "tool-results":
			s.Results[base] = file
		case base == "journal.jsonl":
			run(dir).Journal = file
		case dir == "workflows":
			run(strings.TrimSuffix(base, ".json")).Summary = file
		case strings.HasPrefix(base, "agent-"):
			id := strings.TrimSuffix(strings.TrimPrefix(base, "agent-"), ".jsonl")
			agent := &source.AgentFile{File: file, ID: id, Meta: byName[strings.TrimSuffix(f.Name, ".jsonl")+".meta.json"]}
			if strings.HasPrefix(f.Name, "workflows/") {
				agent.Run = dir
			}
			s.Agents = append(s.Agents, agent)
		default:
			s.Main = append(s.Main, file)
		}
	}
	return s
}

// memory makes a file of a text.
func memory(name, text string) *source.File {
	return &source.File{Path: name, Size: int64(len(text)), Open: func() (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader(text)), nil
	}}
}
