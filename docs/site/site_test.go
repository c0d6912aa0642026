package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
)

// The documentation has no dead link, and every page is in the menu.
func TestDocumentation(t *testing.T) {
	t.Parallel()
	out := t.TempDir()
	pages, err := write(os.DirFS("../..").(fs.ReadFileFS), "look", out)
	if err != nil {
		t.Fatal(err)
	}
	if pages < 20 {
		t.Errorf("only %d pages", pages)
	}
	alive(t, out)
	for name, want := range map[string][]string{
		"index.html":                {`<h1 id="steno">Steno</h1>`, `href="docs/provenance.html"`, `srcset="docs/session-dark.png"`, "Free software"},
		"docs/export.html":          {`href="provenance.html#disclosure"`, `aria-current="page">One file</a>`, `href="../index.html"`},
		"docs/github/index.html":    {`href="../publishing-safely.html"`, `href="pages.yml.txt"`},
		"docs/session.png":          {"PNG"},
		"docs/github/pages.yml.txt": {"permissions:"},
	} {
		data, err := os.ReadFile(filepath.Join(out, filepath.FromSlash(name)))
		if err != nil {
			t.Error(err)
			continue
		}
		for _, w := range want {
			if !strings.Contains(string(data), w) {
				t.Errorf("%s does not contain %q", name, w)
			}
		}
		if strings.Contains(string(data), body) {
			t.Errorf("%s contains %s", name, body)
		}
	}
}

var linked = regexp.MustCompile(`(?:href|src|srcset)=(?:"([^"#]+)|([^"#\s>][^#\s>]*))`) // attributes have no quotation marks where they need none

// alive reports links of the written pages that lead to no file, however they got there. The demo is built beside them.
func alive(t *testing.T, out string) {
	t.Helper()
	err := filepath.WalkDir(out, func(name string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".html" {
			return err
		}
		data, err := os.ReadFile(name)
		for _, m := range linked.FindAllStringSubmatch(string(data), -1) {
			link := m[1] + m[2]
			to := filepath.Join(filepath.Dir(name), filepath.FromSlash(link))
			if _, err := os.Stat(to); err != nil && !strings.Contains(link, "://") && !strings.HasPrefix(link, "data:") && !strings.HasSuffix(link, "demo/index.html") {
				t.Errorf("%s: the link %s leads nowhere", name, link)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestDeadLinks(t *testing.T) {
	t.Parallel()
	for link, want := range map[string]string{
		"docs/none.md":                  "there is no file docs/none.md",
		"docs/export.md#none":           `docs/export.md has no heading "none"`,
		"#none":                         `README.md has no heading "none"`,
		"docs":                          "there is no file docs",
		"../secret":                     "there is no file ../secret",
		"docs/export.md#file":           "",
		"#start":                        "",
		"LICENSE":                       "",
		"https://example.org/nowhere":   "",
		"docs/export.md#file) [x](y.md": "there is no file y.md",
	} {
		repo := fstest.MapFS{"LICENSE": {Data: []byte("x")}}
		for _, g := range groups() {
			for _, name := range g.pages {
				repo[name] = &fstest.MapFile{Data: []byte("# Page\n\n## File\n")}
			}
		}
		repo["README.md"] = &fstest.MapFile{Data: []byte("# Start\n\n[a](" + link + ")\n")}
		s := &site{repo: repo, docs: map[string]*document{}, files: map[string]string{}}
		if err := s.read(); err != nil {
			t.Fatal(err)
		}
		err := s.link(s.docs["README.md"])
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("the link %s: %v, want %q", link, err, want)
		}
	}
}

func TestEveryPageIsInAGroup(t *testing.T) {
	t.Parallel()
	s := &site{repo: fstest.MapFS{"docs/new.md": {Data: []byte("# New")}, "README.md": {}}, docs: map[string]*document{"README.md": {}}}
	if err := s.complete(); err == nil || err.Error() != "docs/new.md is in no group" {
		t.Errorf("a page that no group names: %v", err)
	}
}
