// Package toy adds a second format to a build, without a word about it anywhere else.
package toy

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"steno/generator"
	"steno/generator/config"
	"steno/parser/formats"
	"steno/parser/modeltest"
	"steno/parser/source"
)

const (
	chat   = `{"role":"user","text":"Why is the pier dark?"}` + "\n" + `{"role":"agent","text":"The **third** lamp is broken."}` + "\n" + "half a rec"
	claude = `{"type":"user","uuid":"a1","sessionId":"11111111-0000-4000-8000-000000000001","cwd":"/home/ada/quay","timestamp":"2026-01-02T03:04:05Z","message":{"role":"user","content":"Count the boats"}}` + "\n"
)

// TestSecondFormat builds a site of sessions in two formats.
func TestSecondFormat(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{"toys/pier.jsonl": chat, "-home-ada-quay/11111111-0000-4000-8000-000000000001.jsonl": claude} {
		name = filepath.Join(dir, "src", name)
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	all := append(formats.All(), format())
	c := config.Default()
	c.Sources, c.Destination = []string{filepath.Join(dir, "src")}, filepath.Join(dir, "site")
	checkModel(t, all, c.Sources)
	cache := filepath.Join(dir, "cache")
	sum, err := generator.Build(t.Context(), generator.Options{Config: c, Formats: all, Cache: cache})
	if err != nil {
		t.Fatal(err)
	}
	if sum.Sessions != 2 {
		t.Errorf("%d sessions, want 2", sum.Sessions)
	}
	page := read(t, c.Destination, "sessions/pier/index.html")
	for _, want := range []string{"Why is the pier dark?", "<strong>third</strong>", "toy --continue pier"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not have %q", want)
		}
	}
	if page := read(t, c.Destination, "sessions/11111111-0000-4000-8000-000000000001/index.html"); !strings.Contains(page, "Count the boats") {
		t.Error("the session of the first format has no prompt")
	}
	if list := read(t, c.Destination, "index.html"); !strings.Contains(list, "lamps") || !strings.Contains(list, "quay") {
		t.Error("the list does not have both projects")
	}
	again, err := generator.Build(t.Context(), generator.Options{Config: c, Formats: all, Cache: cache})
	if err != nil || again.Written != 0 {
		t.Errorf("building again wrote %d files: %v", again.Written, err)
	}
}

// checkModel tests what the formats make of the sources.
func checkModel(t *testing.T, all source.Formats, sources []string) {
	t.Helper()
	a, err := source.Find(t.Context(), all, sources)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	for _, src := range a.Sessions() {
		s, err := src.Format.Parse(t.Context(), src, source.Options{})
		if err != nil {
			t.Fatal(err)
		}
		modeltest.Check(t, s)
	}
}

func read(t *testing.T, dir, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
