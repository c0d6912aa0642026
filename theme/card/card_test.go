package card

import (
	"bytes"
	"flag"
	"html/template"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

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
		`<span class="card-end">`, "\n<span class=\"card-end\">").Replace(s) + "\n"
}
