package config

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseOverridesDefaults(t *testing.T) {
	t.Parallel()
	got, err := Parse("steno.yaml", []byte(`
title: Our sessions
baseURL: https://team.github.io/sessions
sources: [a, b.jsonl]
theme:
  dir: look
  params: {accent: "#123", nested: {n: 1}}
highlight: {maxBytes: 10}
search:
description: ~
`))
	if err != nil {
		t.Fatal(err)
	}
	want := Default()
	want.Title = "Our sessions"
	want.BaseURL = "https://team.github.io/sessions/"
	want.Sources = []string{"a", "b.jsonl"}
	want.Theme.Dir = "look"
	want.Theme.Params = map[string]any{"accent": "#123", "nested": map[string]any{"n": 1}}
	want.Highlight.MaxBytes = 10
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestParseNothing(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "\n", "# only a comment\n", "---\n"} {
		got, err := Parse("steno.yaml", []byte(text))
		if err != nil {
			t.Errorf("Parse(%q): %v", text, err)
		}
		if diff := cmp.Diff(Default(), got); diff != "" {
			t.Errorf("Parse(%q): %s", text, diff)
		}
	}
}

func TestParseErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, want string }{
		{"misspelt", "title: x\ndestinaton: y\n", `c.yaml:2: unknown key "destinaton"; did you mean "destination"?`},
		{"letter case", "baseurl: x\n", `c.yaml:1: unknown key "baseurl"; did you mean "baseURL"?`},
		{"a look", "theme: {name: terminl}", `c.yaml:1: theme.name: no look is called "terminl"; did you mean "terminal"?`},
		{"a parameter", "theme:\n  params:\n    font: serif\n    accent: #123\n", `c.yaml:4: theme.params.accent: is empty; a colour needs quotes, as # begins a comment: "#0a6cb8"`},
		{"a parameter misspelt", "theme: {params: {\n  densty: compact}}", `c.yaml:2: theme.params.densty: not known without theme.dir, whose templates could use it; did you mean "density"?`},
		{"a list of a group", "select:\n  exclude: [session: 1be00aae]\n", `c.yaml:2: select.exclude: must be a list such as [a, b]; did you mean "session:1be00aae", with quotes and without the blank?`},
		{"a number in quotes", "jobs: \"4\"\n", `c.yaml:1: jobs: must be a whole number (got "4"); write it without quotes`},
		{"a base without a scheme", "baseURL: ada.example/x\n", `c.yaml:1: baseURL: must be an absolute address such as "https://example.org/sessions/" (got "ada.example/x"); did you mean "https://ada.example/x/"?`},
		{"a base with a query", "baseURL: https://ada.example/x?y=1\n", `c.yaml:1: baseURL: must be an absolute address such as "https://example.org/sessions/" (got "https://ada.example/x?y=1"); did you mean "https://ada.example/x/"?`},
		{"a group switched", "search: off\n", `c.yaml:1: search: must be a group of keys (got "off"); it has: scope, snippet, budget; did you mean search: {scope: off}?`},
		{"part of a rule", "redact:\n  rules: {github: off}\n", `c.yaml:2: redact.rules: unknown redaction rule "github"; there are github-token`},
		{"no rule", "redact:\n  rules: {xyzzyx: off}\n", `c.yaml:2: redact.rules: unknown redaction rule "xyzzyx"; "steno help redaction-rules" lists all`},
		{"in a group", "highlight:\n  ligth: x\n", `c.yaml:2: unknown key "highlight.ligth"; did you mean "highlight.light"?`},
		{"in the wrong group", "scope: off\n", `c.yaml:1: unknown key "scope"; did you mean "search.scope"?`},
		{"nothing near", "colour: x\n", `c.yaml:1: unknown key "colour"`},
		{"twice", "title: a\njobs: 1\ntitle: b\n", `c.yaml:3: title: already set on line 1`},
		{"several", "jobs: many\nnope: 1\n", `c.yaml:1: jobs: must be a whole number (got "many")` + "\n" + `c.yaml:2: unknown key "nope"`},
		{"text for a list", "sources: a\n", `c.yaml:1: sources: must be a list such as [a, b] (got "a")`},
		{"list for a text", "title: [a]\n", `c.yaml:1: title: must be one text`},
		{"text for a group", "theme: dark\n", `c.yaml:1: theme: must be a group of keys (got "dark"); it has: name, dir, params; did you mean theme: {name: dark}?`},
		{"list at the top", "- a\n", `c.yaml:1: must be a list of keys with values; write one as in: title: My sessions`},
		{"text at the top", "hello\n", `c.yaml:1: must be a list of keys with values (got "hello"); write one as in: title: My sessions`},
		{"fraction", "jobs: 1.5\n", `c.yaml:1: jobs: must be a whole number (got "1.5")`},
		{"invalid value with its line", "title: x\nhighlight:\n  maxBytes: -1\n", `c.yaml:3: highlight.maxBytes: must be at least 1 (got -1)`},
		{"jobs", "jobs: 0\n", `c.yaml:1: jobs: must be at least 1 (got 0)`},
		{"scope", "search: {scope: all}\n", `c.yaml:1: search.scope: must be off, titles, conversation or everything (got "all")`},
		{"style", "highlight: {dark: githubdark}\n", `c.yaml:1: highlight.dark: no style is called "githubdark"; did you mean "github-dark"?`},
		{"language", "language: english!\n", `c.yaml:1: language: must be a language tag such as "en" or "pt-BR" (got "english!")`},
		{"no sources", "sources: []\n", `c.yaml:1: sources: must name at least one file or folder`},
		{"rule", "redact:\n  rules: {emial: off}\n", `c.yaml:2: redact.rules: unknown redaction rule "emial"; did you mean "email"?`},
		{"severity", "redact: {rules: {email: grave}}\n", `c.yaml:1: redact.rules: email: unknown severity "grave"; use off, low, medium or high`},
		{"literal is not quoted", "redact: {literals: [xy, z]}\n", "c.yaml:1: redact.literals: literal 1 to redact is shorter than 3 bytes: it would blank out ordinary text\nc.yaml:1: redact.literals: literal 2 to redact is shorter than 3 bytes: it would blank out ordinary text"},
		{"pattern", "redact: {patterns: {x: '['}}\n", "c.yaml:1: redact.patterns: redaction pattern \"[\": error parsing regexp: missing closing ]: `[`"},
		{"list for a group", "redact: {patterns: [x]}\n", "c.yaml:1: redact.patterns: must be a group of keys with values such as {name: value}"},
		{"text for a switch", "redact: {enabled: maybe}\n", `c.yaml:1: redact.enabled: must be true or false (got "maybe")`},
		{"second document", "title: a\n---\ntitle: b\n", `c.yaml:2: a second document: everything after "---" would be ignored`},
		{"no YAML", "title: [a\n", `c.yaml:1: did not find expected ',' or ']'; a bracket is not closed, or a comma is missing`},
		{"a bracket further down", "a: 1\nb: [x\nc: d\n", `c.yaml:2: did not find expected ',' or ']'; a bracket is not closed, or a comma is missing`},
		{"brackets that do not fit", "a: 1\nb: [x,\n  y]\nc: {d: [e}\nf: 1\n", `c.yaml:4: did not find expected ',' or ']'; a bracket is not closed, or a comma is missing`},
		{"a key that is not indented enough", "a: 1\nb:\n  c: [d,\n    e]\n f: 1\ng: 1\n", "c.yaml:5: did not find expected key; check the indentation, and the quotation marks"},
		{"a text after a quotation mark", "a: 1\nb: \"c\" d\ne: 1\n", "c.yaml:2: did not find expected key; check the indentation, and the quotation marks"},
		{"a key in a list", "a:\n  - b\n  c: d\n", "c.yaml:3: did not find expected '-' indicator; check the indentation"},
		{"a colon in a value", "a: 1\ntitle: x: y\n", "c.yaml:2: mapping values are not allowed in this context; check the indentation, and put quotes around a value that has a colon followed by a blank"},
		{"a colon in the first value", "title: x: y\n", "c.yaml:1: mapping values are not allowed in this context; check the indentation, and put quotes around a value that has a colon followed by a blank"},
		{"a star", "\ntitle: *x\n", "c.yaml:2: unknown anchor 'x' referenced; put quotes around a value that begins with *"},
		{"an open quotation mark", "title: \"x\n", "c.yaml:2: found unexpected end of stream; a quotation mark or a bracket is not closed"},
		{"tabs", "theme:\n\tdir: x\n", "c.yaml:2: found character that cannot start any token; indent with blanks, not with tabs, and put quotes around values that begin with @, % or `"},
		{"invalid UTF-8", "jobs: 1\ntitle: \xff\n", "c.yaml:2: invalid leading UTF-8 octet; save the file as UTF-8 text"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, err := Parse("c.yaml", []byte(c.text))
			if err == nil {
				t.Fatalf("no error, want %s", c.want)
			}
			if diff := cmp.Diff(c.want, err.Error()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestValidate(t *testing.T) {
	t.Parallel()
	if err := Default().Validate(); err != nil {
		t.Errorf("the defaults are not valid: %v", err)
	}
	for _, c := range []struct {
		key    string
		change func(*Config)
	}{
		{"title", func(c *Config) { c.Title = " " }},
		{"language", func(c *Config) { c.Language = `en"` }},
		{"baseURL", func(c *Config) { c.BaseURL = "example.org/" }},
		{"baseURL", func(c *Config) { c.BaseURL = "javascript:alert(1)/" }},
		{"baseURL", func(c *Config) { c.BaseURL = "https://example.org/?q=/" }},
		{"baseURL", func(c *Config) { c.BaseURL = "https://me:secret@example.org/" }},
		{"sources", func(c *Config) { c.Sources = nil }},
		{"sources", func(c *Config) { c.Sources = []string{"a", ""} }},
		{"destination", func(c *Config) { c.Destination = "" }},
		{"theme.name", func(c *Config) { c.Theme.Name = "nope" }},
		{"theme.params.accent", func(c *Config) { c.Theme.Params["accent"] = "red" }},
		{"theme.params.acent", func(c *Config) { c.Theme.Params["acent"] = "#123456" }},
		{"highlight.light", func(c *Config) { c.Highlight.Light = "" }},
		{"highlight.dark", func(c *Config) { c.Highlight.Dark = "nope" }},
		{"highlight.maxBytes", func(c *Config) { c.Highlight.MaxBytes = 0 }},
		{"search.scope", func(c *Config) { c.Search.Scope = "" }},
		{"search.snippet", func(c *Config) { c.Search.Snippet = -1 }},
		{"redact.rules", func(c *Config) { c.Redact.Rules["nope"] = "off" }},
		{"redact.rules", func(c *Config) { c.Redact.Rules["email"] = "grave" }},
		{"redact.literals", func(c *Config) { c.Redact.Literals = []string{"ab"} }},
		{"redact.patterns", func(c *Config) { c.Redact.Patterns["ticket"] = "(" }},
		{"redact.patterns", func(c *Config) { c.Redact.Patterns["ticket"] = "x*" }},
		{"redact.patterns", func(c *Config) { c.Redact.Patterns["A ticket"] = "x" }},
		{"redact.envFiles", func(c *Config) { c.Redact.EnvFiles = []string{""} }},
		{"redact.allow", func(c *Config) { c.Redact.Allow = []string{"sesame"} }},
		{"redact.allow", func(c *Config) { c.Redact.Allow = []string{"nope:0123456789"} }},
		{"jobs", func(c *Config) { c.Jobs = -1 }},
	} {
		conf := Default()
		c.change(&conf)
		var bad *KeyError
		if err := conf.Validate(); !errors.As(err, &bad) || bad.Key != c.key {
			t.Errorf("Validate() = %v, want an error about %s", err, c.key)
		}
	}
}

func TestLoadResolvesPaths(t *testing.T) {
	home, dir := t.TempDir(), t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	abs := filepath.Join(dir, "elsewhere")
	text := "sources: [archive, ../up, '~', '~/deep', '~user', '" + abs + "']\ntheme: {dir: look, params: {logo: ../mark.svg, css: own.css, motto: a.b}}\nredact: {envFiles: [.env, ~/x.env], report: r.json}\n"
	name := filepath.Join(dir, "steno.yaml")
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	got, err := Load(name)
	if err != nil {
		t.Fatal(err)
	}
	want := Default()
	want.Sources = []string{
		filepath.Join(dir, "archive"), filepath.Join(filepath.Dir(dir), "up"),
		home, filepath.Join(home, "deep"), filepath.Join(dir, "~user"), abs,
	}
	want.Destination = filepath.Join(dir, "public")
	want.Theme.Dir = filepath.Join(dir, "look")
	want.Theme.Params = map[string]any{"logo": filepath.Join(filepath.Dir(dir), "mark.svg"), "css": filepath.Join(dir, "own.css"), "motto": "a.b"}
	want.Redact.EnvFiles = []string{filepath.Join(dir, ".env"), filepath.Join(home, "x.env")}
	want.Redact.Report, want.Redact.ReviewKey = filepath.Join(dir, "r.json"), filepath.Join(dir, ".steno-review-key")
	if at := got.Places["redact.envFiles[1]"]; at != filepath.Join(dir, "steno.yaml")+":3" {
		t.Errorf("a key is set at %q", at)
	}
	got.Places = nil
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestLoadMissing(t *testing.T) {
	t.Parallel()
	_, err := Load(filepath.Join(t.TempDir(), "none.yaml"))
	if !errors.Is(err, os.ErrNotExist) || !strings.Contains(err.Error(), "none.yaml") {
		t.Errorf("got %v, want an error that names the file", err)
	}
}

func TestYAMLReadsBack(t *testing.T) {
	t.Parallel()
	want := Default()
	want.Title = "a: #b\n'c'"
	want.Theme.Dir = "look"
	want.Theme.Params = map[string]any{"on": true, "list": []any{"x", 2}}
	want.Redact.Rules = map[string]string{"email": "off", "ticket": "low"}
	want.Redact.Patterns = map[string]string{"ticket": `INT-\d+: '"x"'`}
	want.Redact.Allow = []string{"12345678", "1e234567", "jwt:0123456789abcdef"}
	text, err := want.YAML()
	if err != nil {
		t.Fatal(err)
	}
	got, err := Parse("printed", text)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("title: x\ntheme: {params: {a: [1, {b: c}]}}\n"))
	f.Add([]byte("a: &a [*a]\n"))
	f.Add([]byte("theme: &t\n  params: *t\n"))
	f.Add([]byte("<<: {title: x}\njobs: 0x10\n"))
	f.Add([]byte("theme: {params: {[a]: 1, 2: 3}}\n"))
	f.Add([]byte("? |\n  x\n: y\n---\n...\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := Parse("fuzz.yaml", data)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "fuzz.yaml:") {
				t.Errorf("error without the file's name: %v", err)
			}
			return
		}
		text, err := c.YAML()
		if err != nil {
			t.Fatal(err)
		}
		again, err := Parse("fuzz.yaml", text)
		if err != nil {
			t.Fatalf("what was printed does not read back: %v\n%s", err, text)
		}
		if printed, err := again.YAML(); err != nil || string(printed) != string(text) {
			t.Errorf("printed again it is\n%s(%v), it was\n%s", printed, err, text)
		}
	})
}
