package theme

import (
	"bytes"
	"errors"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
)

// A mistake in a project's theme stops the build, with the file and the line.
func TestOverlayMistakes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		what, name, text string
		want             string
	}{
		{"an action left open", "templates/404.html", "one\ntwo {{.Title\n", "templates/404.html:3: unclosed action started at 404.html:2"},
		{"an end too many", "templates/404.html", "one\n{{end}}", "templates/404.html:2: unexpected {{end}}"},
		{"a field that the view lacks", "templates/404.html", "one\n\n{{.Nonsense}}\n", `templates/404.html:3: checking "404.html" at <.Nonsense>: can't use field Nonsense in type view.NotFoundPage`},
		{"a field in a branch that is seldom taken", "templates/own.html", "{{define \"block\"}}\n{{if .Media}}{{.Madia}}{{end}}{{end}}", "templates/own.html:2:"},
		{"a function that does not exist", "templates/own.html", "{{define \"reply\"}}\n\n{{shout .}}{{end}}", `templates/own.html:3: function "shout" not defined`},
		{"a block that does not exist", "templates/own.html", "{{define \"reply\"}}\n{{template \"shout\" .}}{{end}}", "templates/own.html:2:"},
		{"a misspelt page", "templates/sesion.html", "hello", "templates/sesion.html: no page uses this file"},
		{"a misspelt block", "templates/own.html", `{{define "repli"}}{{end}}`, "templates/own.html: no page uses this file"},
		{"a misspelt block beside a used one", "templates/own.html", `{{define "reply"}}{{end}}{{define "repli"}}{{end}}`, `templates/own.html: no page uses this file's template "repli"`},
		{"a block of an earlier version", "templates/404.html", `{{define "site-links"}}{{end}}`, `templates/404.html: no page uses this file's template "site-links"`},
		{"a misspelt folder", "template/404.html", "", "template: no such folder belongs to a theme"},
		{"a folder too deep", "templates/pages/404.html", "", "templates/pages: no such folder belongs to a theme"},
		{"another ending", "templates/404.htm", "", "templates/404.htm: files in this folder are named *.html"},
		{"a style sheet left open", "assets/css/own.css", "a { color: red }\nb {\n", `assets/css/own.css:2: "{" is never closed`},
		{"a style sheet closed twice", "assets/css/own.css", "a { color: red }\n}\n", `assets/css/own.css:2: "}" closes nothing`},
		{"a comment left open", "assets/css/own.css", "\n/* a\n", `assets/css/own.css:2: this comment is never closed`},
		{"a text left open", "looks/paper.css", "a { content: \"x\n }", `looks/paper.css:1: this text is never closed: "\"x\n }"`},
		{"a broken script", "assets/js/steno.js", "let a = 1\nlet = = 2\n", "assets/js/steno.js:2: unexpected"},
	} {
		_, err := Load(fstest.MapFS{c.name: {Data: []byte(c.text)}}, Options{})
		var bad *FileError
		if !errors.As(err, &bad) || len(err.Error()) < len(c.want) || err.Error()[:len(c.want)] != c.want {
			t.Errorf("%s: got error\n%v, want\n%s", c.what, err, c.want)
		}
	}
}

// Files that belong to no theme, but to the folder it is kept in, are let alone.
func TestOverlayLeavesOtherFilesAlone(t *testing.T) {
	t.Parallel()
	_, err := Load(fstest.MapFS{
		"README.md": {Data: []byte("# Our theme")}, ".git/config": {}, "templates/.404.html.swp": {Data: []byte("{{")}, "assets/.DS_Store": {}, "assets/css/empty.css": {},
		"assets/css/good.css": {Data: []byte(`a::before { content: "}\"" } /* { */ b { background: url("data:image/svg+xml,(") }`)},
	}, Options{})
	if err != nil {
		t.Error(err)
	}
}

func FuzzCheckSheet(f *testing.F) {
	f.Add("a { b: \"c\" } /* d */ @media (e) { [f='g'] { h: \\22 } }")
	f.Add("/*/ \\")
	f.Fuzz(func(t *testing.T, css string) {
		err := checkSheet("x.css", []byte(css))
		var bad *FileError
		if err != nil && (!errors.As(err, &bad) || bad.Line < 1) {
			t.Errorf("%q: %v", css, err)
		}
	})
}

// TestThemeDocs holds the examples of docs/themes.md: its templates load and fit
// their views, and the blocks that it names exist.
func TestThemeDocs(t *testing.T) {
	t.Parallel()
	doc, err := os.ReadFile("../docs/themes.md")
	if err != nil {
		t.Fatal(err)
	}
	var templates, styles []byte
	for _, example := range regexp.MustCompile(`(?m)^\n(?:    .*\n|\n)+`).FindAll(doc, -1) {
		switch text := regexp.MustCompile(`(?m)^    `).ReplaceAll(example, nil); {
		case bytes.Contains(text, []byte("{{define")):
			templates = append(templates, text...)
		case bytes.Contains(text, []byte(":root {")):
			styles = append(styles, text...)
		}
	}
	th, err := Load(fstest.MapFS{"templates/own.html": {Data: templates}, "assets/css/own.css": {Data: styles}}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if th.templates.Lookup("review") == nil || !bytes.Contains(styles, []byte("--radius")) {
		t.Fatal("the examples were not found")
	}
	view := cannedThreadPage(th, cannedThread().Branches[0])
	view.Site.Params = map[string]any{"motto": "Onward", "reviewer": "Ada"}
	for _, want := range []string{"Reviewed by Ada.", "Onward"} {
		if !strings.Contains(page(t, th, view), want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	_, table, _ := bytes.Cut(doc, []byte("meant to be changed"))
	table, _, _ = bytes.Cut(table, []byte("[theme-reference.md]"))
	for _, m := range regexp.MustCompile("`([a-z-]+)`").FindAllSubmatch(table, -1) {
		if th.templates.Lookup(string(m[1])) == nil {
			t.Errorf("there is no block %s", m[1])
		}
	}
}
