package cache

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"steno/generator/config"
)

func TestInputsAndOutputs(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "a[b]")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"one.jsonl", "agent-1.jsonl", "two.jsonl"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	c := config.Default()
	c.Sources = []string{"archive", filepath.Join(dir, "one.jsonl")}
	c.Sessions = "said.yaml"
	c.Theme.Dir, c.Redact.EnvFiles, c.Redact.Report = "look", []string{".env"}, "report.json"
	c.Theme.Params = map[string]any{"logo": "logo.svg", "css": ""}
	got := Inputs(c)
	slices.Sort(got)
	want := []string{".env", filepath.Join(dir, "agent-1.jsonl"), filepath.Join(dir, "one"), filepath.Join(dir, "one.jsonl"), "archive", "logo.svg", "look", "said.yaml"}
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"public", "report.json"}, Outputs(c, "")); diff != "" {
		t.Error(diff)
	}
}
