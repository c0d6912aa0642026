package card

import (
	"bytes"
	"flag"
	"html/template"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"steno/parser"
	"steno/theme/highlight"
	"steno/theme/markdown"
)

var update = flag.Bool("update", false, "write the golden files anew")

func testRenderer(t testing.TB) (*Renderer, *spilled) {
	t.Helper()
	h, err := highlight.New(highlight.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := &spilled{}
	return New(Env{Dir: "/home/ann/boat", Spill: s.spill, Markdown: markdown.New(h), Code: h}), s
}

// spilled remembers what was stored.
type spilled struct{ data []string }

func (s *spilled) spill(ext string, data []byte) string {
	s.data = append(s.data, string(data))
	return "files/" + strings.Repeat("f", len(s.data)) + "." + ext
}

func testTemplate(t testing.TB) *template.Template {
	t.Helper()
	tpl := template.Must(template.New("").Parse(`{{define "icon"}}<i class="i-{{.}}"></i>{{end}}`))
	return template.Must(tpl.ParseFiles("../templates/card.html"))
}

func render(t testing.TB, tpl *template.Template, v *View) string {
	t.Helper()
	var b bytes.Buffer
	if err := tpl.ExecuteTemplate(&b, "card", v); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestCards(t *testing.T) {
	t.Parallel()
	tpl := testTemplate(t)
	for _, tc := range testCalls() {
		t.Run(tc.Name, func(t *testing.T) {
			t.Parallel()
			r, _ := testRenderer(t)
			got := readable(render(t, tpl, r.Call(tc.call())))
			golden(t, filepath.Join("testdata", tc.Name+".html"), got)
		})
	}
}

func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v (go test -update writes it)", err)
	}
	if d := cmp.Diff(string(want), got); d != "" {
		t.Errorf("%s differs (-want +got):\n%s", file, d)
	}
}

// readable breaks the lines of HTML where that helps a reader of golden files,
// and shortens what only repeats.
func readable(s string) string {
	s = strings.ReplaceAll(s, strings.Repeat("0123456789\n", 1400), "...\n")
	return strings.NewReplacer("</summary>", "\n</summary>\n", "<div><b>", "\n<div><b>",
		"<details><summary>", "\n<details><summary>", "<dt>", "\n<dt>", "<li", "\n<li", "</details>", "\n</details>\n",
		`<small>`, "\n<small>").Replace(s) + "\n"
}

// A whole path leads to what all sessions did with the file, where somebody knows it.
func TestPathsLead(t *testing.T) {
	t.Parallel()
	r, _ := testRenderer(t)
	r.env.File = func(path string) string {
		if path == "/home/ann/boat/c.go" {
			return ""
		}
		return strings.TrimPrefix(path, "/home/ann")
	}
	for path, want := range map[string]string{
		"/home/ann/boat/a&b.go": `<p class="card-path"><a href="/boat/a&amp;b.go"><code>/home/ann/boat/a&amp;b.go</code></a></p>`,
		"/home/ann/boat/c.go":   `<p class="card-path"><code>/home/ann/boat/c.go</code></p>`,
	} {
		call := &parser.ToolCall{Name: "Read", Input: jsontext.Value(`{"file_path":"` + path + `"}`)}
		var got strings.Builder
		for _, s := range r.Call(call).Sections {
			got.WriteString(string(s.HTML))
		}
		if !strings.Contains(got.String(), want) {
			t.Errorf("the card of %s has %s, want %s", path, got.String(), want)
		}
	}
}
