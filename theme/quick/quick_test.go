package quick

import (
	"bytes"
	"errors"
	"fmt"
	"html/template"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// A view with what views have.
type (
	view struct {
		Text, Empty string
		HTML        template.HTML
		CSS         template.CSS
		N, Zero     int
		Share       float64
		Yes         bool
		Part        *part
		None        *part
		Parts       []part
		Lists       [][]string
		Params      map[string]any
		Kind        kind
		Inner       part
		embedded
	}
	embedded struct{ Deep string }
	part     struct {
		Name string
		Href string
		Next *part
	}
	kind string
)

func (v *view) Pointer() string     { return "pointer " + v.Text }
func (p part) Value() string        { return "value " + p.Name }
func (p *part) Far(n int) string    { return fmt.Sprint(n) }
func (k kind) Word() string         { return "kind " + string(k) }
func (part) Fails() (string, error) { return "", errors.New("broken") }

const hostile = "a<b>&\"'+`=\x00\xff\u2028\U0001f600 {{.}} javascript:alert(1) </script>"

func canned() *view {
	return &view{
		Text: hostile, HTML: "<b>bold</b>", CSS: "a{b:c}", N: 3, Share: 1.25, Yes: true, Kind: "odd<",
		Part: &part{Name: "one", Href: "../a b/ü.html?q=1&r=a+b#x", Next: &part{Name: "two"}}, Inner: part{Name: "in"},
		Parts: []part{{Name: "x"}, {Name: "y", Href: "https://example.com/a?b=c&d"}, {Name: hostile, Href: hostile}},
		Lists: [][]string{{"a", "b"}, nil}, Params: map[string]any{"word": hostile, "n": 7, "list": []string{"p"}},
		embedded: embedded{"deep"},
	}
}

var funcs = template.FuncMap{
	"plural": func(n int, noun string) string { return fmt.Sprintf("%d %ss", n, noun) },
	"upper":  strings.ToUpper, "join": func(s ...string) string { return strings.Join(s, "+") },
	"may":   func(s string) (string, error) { return s, map[bool]error{true: errors.New("no " + s)}[s == "bad"] },
	"panic": func() string { panic("boo") }, "long": func(d time.Duration) string { return d.String() },
	"of": func(p *part) string { return p.Name }, "bold": func(s string) template.HTML { return template.HTML("<b>" + s + "</b>") },
	"number": func(n int) string { return fmt.Sprint(n) }, "amount": func(u string, v float64) string { return fmt.Sprint(u, v) },
	"at": func(t time.Time) string { return t.Format(time.DateOnly) }, "word": func() string { return "word" },
}

// known are templates that are compiled as a whole.
var known = map[string]string{
	"text":       `{{.Text}} {{.HTML}} {{.N}} {{.Zero}} {{.Share}} {{.Yes}} {{.Kind}} {{.Deep}}`,
	"attributes": `<a title="{{.Text}}" class="x {{.Kind}}" data-n="{{.N}}"></a><title>{{.Text}}</title>`,
	"addresses":  `{{range .Parts}}{{if ne .Name "x"}}{{.Name}}{{end}}{{end}}<a href="{{.Part.Href}}">x</a><a href="{{(index .Parts 1).Href}}">y</a><a href="?q={{.Text}}">z</a>`,
	"sheet":      `<style>{{.CSS}}</style>`,
	"methods":    `{{.Pointer}} {{.Part.Value}} {{.Inner.Value}} {{.Kind.Word}} {{range .Parts}}{{.Value}}{{end}}`,
	"branches":   `{{if .Empty}}a{{else if .Zero}}b{{else}}c{{end}}{{with .None}}{{.Name}}{{else}}none{{end}}{{with .Part}}{{.Name}} {{$.N}}{{end}}{{if .Lists}}l{{end}}{{if not .Share}}z{{end}}`,
	"loops":      `{{range $i, $p := .Parts}}{{if $i}}, {{end}}{{$p.Name}}{{end}}{{range .Lists}}{{range .}}{{.}}{{else}}empty{{end}};{{end}}{{range $x := .Lists}}{{len $x}}{{end}}`,
	"variables":  `{{$a := .Text}}{{if .Yes}}{{$a = "b"}}{{$c := .N}}{{$c}}{{end}}{{$a}}{{with $p := .Part}}{{$p.Next.Name}}{{end}}`,
	"compare":    `{{eq .N 3}} {{ne .Kind "x"}} {{lt .N 2}} {{le .N 3}} {{gt .N 2}} {{ge (len .Parts) 4}} {{and .Yes .Text}} {{or .Empty .Zero "last"}} {{and .Empty .None.Name}}`,
	"functions":  `{{plural .N "cat"}} {{.Text | upper}} {{join "a" .Part.Name}} {{join}} {{may .Part.Name}} {{of .Part}} {{of .Inner}} {{bold "x"}} {{number (len .Lists)}} {{amount "u" .Share}} {{word}} {{upper (or .Empty "e")}}`,
	"params":     `{{.Params.word}} {{.Params.n}} {{.Params.none}} {{range .Params.list}}{{.}}{{end}}{{if .Params.word}}y{{end}}{{len .Params}}`,
	"calls":      `{{template "called" .Part}}{{template "called" .Part.Next}}{{template "bare"}}{{define "called"}}{{.Name}}{{with .Next}}{{template "called" .}}{{end}}{{$.Name}}{{end}}{{define "bare"}}{{if .}}x{{else}}nothing{{end}}{{end}}`,
}

// left are templates that html/template executes, or reports.
var left = map[string]string{
	"style":     `<style>{{.Text}}</style>`,
	"script":    `<script>let x = {{.Params}}</script>`,
	"scheme":    `{{range .Parts}}<a href="{{.Href}}">{{.Name}}</a>{{end}}`,
	"printf":    `{{printf "%q" .Text}}`,
	"elsewhere": `<a title="{{template "called" .}}">x</a>{{define "called"}}{{.Text}}{{end}}`,
	"maps":      `{{range $k, $v := .Params}}{{$k}}{{end}}`,
	"markup":    `<a title="{{.HTML}}">x</a>`,
	"arguments": `{{.Part.Far 3}}`,
	"nil":       `{{.None.Name}}`,
	"field":     `{{.Nowhere}}`,
	"error":     `{{may "bad"}}`,
	"method":    `{{.Inner.Fails}}`,
	"panics":    `{{panic}}`,
	"types":     `{{plural .Text "x"}}`,
	"constant":  `{{long 5}}`,
	"index":     `{{index .Parts 99}}`,
	"break":     `{{range .Parts}}{{.Name}}{{break}}{{end}}`,
	"mistake":   `{{.Text}}<a href="{{if .Yes}}"{{end}}>x</a>`,
	"unknown":   `{{.Text}}{{template "nowhere"}}`,
}

// executed returns the output and the error of html/template and of a Set, which executes the template twice.
func executed(t *testing.T, text string, v any) (want, got, wantErr, gotErr string, whole bool) {
	t.Helper()
	make := func() *template.Template { return template.Must(template.New("t").Funcs(funcs).Parse(text)) }
	var b bytes.Buffer
	err := make().ExecuteTemplate(&b, "t", v)
	want, wantErr = b.String(), fmt.Sprint(err)
	s := New(make(), Escape(make()), funcs)
	for range 2 {
		b.Reset()
		gotErr = fmt.Sprint(s.Execute(&b, "t", v))
	}
	if known, ok := s.roots.Load("t"); ok {
		whole = known.(*compiled).executed(new(bytes.Buffer), v)
	}
	return want, b.String(), wantErr, gotErr, whole
}

func TestSameAsHTMLTemplate(t *testing.T) {
	t.Parallel()
	for _, all := range []map[string]string{known, left} {
		for name, text := range all {
			want, got, wantErr, gotErr, whole := executed(t, text, canned())
			if diff := cmp.Diff(wantErr, gotErr); diff != "" {
				t.Errorf("%s: error %s", name, diff)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s: %s", name, diff)
			}
			if _, ok := known[name]; ok != whole {
				t.Errorf("%s: compiled as a whole is %v", name, whole)
			}
		}
	}
}

const places = `{{.Text}}<a href="{{.Inner.Href}}" title="{{.Text}}"></a><a href="?q={{.Text}}"></a><title>{{.Text}}</title>`

func TestEveryCharacterIsEscapedAlike(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for r := range rune(0x3000) {
		b.WriteRune(r)
		b.WriteByte('x')
	}
	for c := range 256 {
		b.Write([]byte{byte(c), '%', byte(c), 'a'})
	}
	want, got, _, _, whole := executed(t, places, &view{Text: b.String(), Inner: part{Href: "/" + b.String()}})
	if want != got || !whole {
		t.Error("some character is escaped in another way")
	}
}

func FuzzEscape(f *testing.F) {
	for _, s := range []string{hostile, "a:b", "HTTPS://x", "https:x", "%zz%4a", "/x:y", "//host"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if want, got, _, _, _ := executed(t, places, &view{Text: s, Inner: part{Href: s}}); want != got {
			t.Errorf("%q is escaped as %q, not as %q", s, got, want)
		}
	})
}

func TestManyAtOnce(t *testing.T) {
	t.Parallel()
	set := template.Must(template.New("t").Funcs(funcs).Parse(known["calls"] + known["loops"]))
	s := New(set, Escape(set), funcs)
	results := make(chan string)
	for range 8 {
		go func() {
			var b bytes.Buffer
			for range 20 {
				b.Reset()
				if err := s.Execute(&b, "t", canned()); err != nil {
					t.Error(err)
				}
			}
			results <- b.String()
		}()
	}
	first := <-results
	for range 7 {
		if <-results != first {
			t.Error("the results differ")
		}
	}
}

// TestSharedEscapers has Sets use the same templates at the same time, each with its own function.
func TestSharedEscapers(t *testing.T) {
	t.Parallel()
	calling := func(word string) template.FuncMap { return template.FuncMap{"word": func() string { return word }} }
	set := template.Must(template.New("a").Funcs(calling("none")).Parse(`{{define "part"}}<i title="{{word}}">{{.}}</i>{{end}}<p>{{template "part" .}}</p>`))
	template.Must(set.New("b").Parse(`<b>{{template "part" .}}{{word}}</b>`))
	escaped := Escape(template.Must(set.Clone()))
	var all sync.WaitGroup
	for _, word := range []string{"<one>", "<two>", "<three>", "<four>"} {
		all.Go(func() {
			own := template.Must(set.Clone()).Funcs(calling(word))
			s := New(own, escaped, calling(word))
			for _, name := range []string{"a", "b"} {
				var got, want bytes.Buffer
				if err := errors.Join(s.Execute(&got, name, "&"), own.ExecuteTemplate(&want, name, "&")); err != nil || got.String() != want.String() {
					t.Errorf("%s: got %q, want %q (%v)", word, got.String(), want.String(), err)
				}
			}
		})
	}
	all.Wait()
}

func BenchmarkExecute(b *testing.B) {
	all := strings.Join([]string{known["text"], known["attributes"], known["branches"], known["loops"], known["functions"]}, "")
	set := template.Must(template.New("t").Funcs(funcs).Parse(all))
	s := New(set, Escape(set), funcs)
	for name, execute := range map[string]func(*bytes.Buffer, string, any) error{
		"quick": s.Execute, "html": func(out *bytes.Buffer, name string, v any) error { return set.ExecuteTemplate(out, name, v) },
	} {
		b.Run(name, func(b *testing.B) {
			var out bytes.Buffer
			for b.Loop() {
				out.Reset()
				if err := execute(&out, "t", canned()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
