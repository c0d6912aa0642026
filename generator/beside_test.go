package generator_test

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"steno/generator"
	"steno/generator/config"
)

// TestBeside builds an archive with session memory, a plan, project memory and a
// history, each with a secret: all of it is shown, but for the secrets.
func TestBeside(t *testing.T) {
	t.Parallel()
	top, site := t.TempDir(), t.TempDir()
	p := planter{}
	const id = "11111111-0000-4000-8000-000000000001"
	project := filepath.Join(top, "projects", "-srv-app")
	write(t, filepath.Join(project, id+".jsonl"), record(map[string]any{
		"type": "user", "uuid": "aaaaaaaa", "sessionId": id, "cwd": "/srv/app", "slug": "calm-tide", "timestamp": "2026-03-01T10:00:00.000Z",
		"message": map[string]any{"role": "user", "content": "Mend the lamp"},
	}))
	write(t, filepath.Join(project, id, "session-memory", "summary.md"), []byte("# Remembered\n\nThe lamp <b>hums</b>, "+p.token("session memory")))
	write(t, filepath.Join(project, "memory", "MEMORY.md"), []byte("Lamps are kept dry. "+p.token("project memory")))
	write(t, filepath.Join(project, "memory", "long.md"), []byte(strings.Repeat("A long line of memory.\n", 8000)+p.token("long memory")))
	write(t, filepath.Join(top, "plans", "calm-tide.md"), []byte("1. Buy a wick, "+p.token("plan")))
	write(t, filepath.Join(top, "history.jsonl"), append(
		record(map[string]any{"display": "typed one " + p.token("typed"), "timestamp": 1767323045000, "project": "/srv/app", "pastedContents": map[string]any{"1": map[string]any{"content": "pasted one " + p.token("pasted")}}}),
		record(map[string]any{"display": "typed two", "timestamp": 1767323046000, "project": "/srv/gone/" + p.token("project")})...))
	c := config.Default()
	c.Sources, c.Destination = []string{top}, site
	sum, err := generator.Build(context.Background(), generator.Options{Config: c})
	if err != nil {
		t.Fatal(err)
	}
	if sum.Warnings > 0 {
		t.Errorf("%d warnings", sum.Warnings)
	}
	pages := readTree(t, site)
	for place, token := range p {
		for name, text := range pages {
			if strings.Contains(text, token) {
				t.Errorf("%s holds the token of the %s", name, place)
			}
		}
	}
	dir := projectOf(t, pages)
	for name, wants := range map[string][]string{
		"sessions/" + id + "/notes.html": {"Remembered", "The lamp &lt;b>hums", "Buy a wick", "summary.md", "calm-tide.md"},
		"sessions/" + id + "/index.html": {`href=notes.html`, "Session memory and plan"},
		dir + "/notes.html":              {"Lamps are kept dry.", "MEMORY.md", "The whole file"},
		dir + "/index.html":              {`href=notes.html`},
		"history/index.html":             {"typed one", "typed two", "pasted one", "/srv/gone/", `href=../` + dir + `/index.html`},
		"index.html":                     {`href=history/index.html`},
	} {
		for _, want := range wants {
			if !strings.Contains(pages[name], want) {
				t.Errorf("%s lacks %q", name, want)
			}
		}
	}
	for _, r := range sum.Redactions {
		if r.Places < len(p) && r.Severity == "high" {
			t.Errorf("%d places of %s in the report, want %d", r.Places, r.Rule, len(p))
		}
	}
}

// readTree is every file of a site, by name.
func readTree(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		rel, _ := filepath.Rel(dir, path)
		files[filepath.ToSlash(rel)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// projectOf is the directory of the site's only project.
func projectOf(t *testing.T, pages map[string]string) string {
	t.Helper()
	for name := range pages {
		if dir, ok := strings.CutSuffix(name, "/index.html"); ok && strings.HasPrefix(dir, "projects/") {
			return dir
		}
	}
	t.Fatal("no project")
	return ""
}
