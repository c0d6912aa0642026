package generator_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"steno/generator"
	"steno/generator/choose"
	"steno/generator/config"
)

// TestChoicesAreRedacted finds sessions whose names have tokens everywhere: what is shown of them has none, and they are
// still found by their ids.
func TestChoicesAreRedacted(t *testing.T) {
	t.Parallel()
	p := planter{}
	top := p.archive(t)
	c := config.Default()
	c.Sources = []string{top}
	o := generator.Options{Config: c}
	found, err := generator.Find(t.Context(), o, choose.Query{}, true)
	if err != nil || len(found) != 15 {
		t.Fatalf("%d sessions: %v", len(found), err)
	}
	for _, f := range found {
		if strings.Contains(f.Title+f.Project, "ghp_") {
			t.Errorf("a token is shown: %q in %q", f.Title, f.Project)
		}
		if f.Unshown != (f.ID == p["session id"]) {
			t.Errorf("%s: unshown is %t", f.ID, f.Unshown)
		}
	}
	if byID, err := generator.Find(t.Context(), o, choose.Query{Names: []string{p["session id"]}}, false); err != nil || len(byID) != 1 {
		t.Errorf("by id: %v, %v", byID, err)
	}
	if _, err := generator.Find(t.Context(), o, choose.Query{Names: []string{""}}, false); err == nil || strings.Contains(err.Error(), "ghp_") {
		t.Errorf("the error shows a token: %v", err)
	}
	listed, err := generator.List(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range listed {
		for _, text := range []string{l.ID, l.Title, l.Project, l.Dir, l.Branch, filepath.Base(l.Path)} {
			if strings.Contains(text, "ghp_") || strings.Contains(text, "/home/") {
				t.Errorf("%q is listed", text)
			}
		}
	}
	traits, err := generator.TraitsOf(t.Context(), o, true)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range append(traits.Projects, traits.Branches...) {
		if strings.Contains(name, "ghp_") {
			t.Errorf("%q is offered", name)
		}
	}
}

// TestAgentsOnlyAreListed: a session of which only an agent's transcript is left is listed under the title of its page.
func TestAgentsOnlyAreListed(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "projects", "-w", "5e550000-0000-4000-8000-000000000001", "subagents")
	line := `{"type":"user","uuid":"a1000000-0000-4000-8000-000000000000","parentUuid":null,"isSidechain":true,"agentId":"ab12",` +
		`"sessionId":"5e550000-0000-4000-8000-000000000001","timestamp":"2026-03-01T10:00:00Z","cwd":"/w","message":{"role":"user","content":"Find the leak in the worker"}}`
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "agent-ab12.jsonl"), []byte(line+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	c := config.Default()
	c.Sources = []string{filepath.Dir(filepath.Dir(filepath.Dir(dir)))}
	listed, err := generator.List(t.Context(), generator.Options{Config: c})
	if err != nil || len(listed) != 1 || listed[0].Title != "Agents only: Find the leak in the worker" {
		t.Errorf("listed %+v, %v", listed, err)
	}
}
