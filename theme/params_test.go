package theme

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"steno/theme/view"
)

func TestParseParams(t *testing.T) {
	t.Parallel()
	got, err := ParseParams(map[string]any{
		"accent": "#0a6cb8", "density": "compact", "font": []any{"Avenir Next", "system-ui"}, "logo": "logo.svg",
		"footer": "By *Ada*", "css": "own.css", "motto": "onward", "answer": 42,
	})
	if err != nil {
		t.Fatal(err)
	}
	want := Params{
		Accent: "#0a6cb8", Density: "compact", Font: `"Avenir Next", system-ui`, Logo: "logo.svg",
		Footer: "By *Ada*", CSS: "own.css", Free: map[string]any{"motto": "onward", "answer": 42},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for in, want := range map[string]string{
		"sans": "var(--stack-sans)", "mono": "var(--stack-mono)", "Inter": `"Inter", sans-serif`, `"Fira Sans", serif`: `"Fira Sans", serif`, "思源黑体, sans-serif": `"思源黑体", sans-serif`,
	} {
		if p, err := ParseParams(map[string]any{"font": in}); err != nil || p.Font != want {
			t.Errorf("font %s: got %s, %v, want %s", in, p.Font, err, want)
		}
	}
}

func TestBadParams(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		key   string
		value any
		want  string
	}{
		{"accent", "red", `theme.params.accent: must be a colour such as "#0a6cb8" (got "red")`},
		{"accent", nil, `theme.params.accent: is empty; a colour needs quotes, as # begins a comment: "#0a6cb8"`},
		{"accent", 123456, `theme.params.accent: must be a colour such as "#0a6cb8", with # and in quotes (got 123456)`},
		{"accent", "#fff;} body{display:none", "theme.params.accent: must be a colour"},
		{"density", "dense", `theme.params.density: must be comfortable or compact (got "dense")`},
		{"density", true, "theme.params.density: must be one text (got true)"},
		{"font", "x; } * { display: none", "theme.params.font: must be sans, serif, mono or a list of names"},
		{"font", []any{"a", 1}, "theme.params.font: must be a list of names (got 1 in it)"},
		{"font", "url(https://evil.example/f.woff)", "theme.params.font: must be"},
		{"logo", []any{"a"}, "theme.params.logo: must be one text (got [a])"},
	} {
		_, err := ParseParams(map[string]any{c.key: c.value})
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s %v: got error\n%v, want\n%s", c.key, c.value, err, c.want)
		}
	}
	_, err := ParseParams(map[string]any{"font": "{", "accent": "x", "density": "y"})
	if err == nil || strings.Count(err.Error(), "\n") != 2 || strings.Index(err.Error(), "accent") > strings.Index(err.Error(), "density") {
		t.Errorf("three bad values give %v", err)
	}
}

// What theme.params say is no more trusted than a transcript.
func TestHostileParams(t *testing.T) {
	t.Parallel()
	evil := `</style><script>alert(1)</script>}*{display:none}/*"'` + "\n\x00"
	for _, key := range KnownParams() {
		p, err := ParseParams(map[string]any{key: evil, "free": evil})
		if err != nil {
			continue // refused
		}
		th, err := Load(nil, Options{Params: p, Logo: &File{Name: "evil.png", Data: []byte(evil)}})
		if err != nil {
			t.Fatal(err)
		}
		data := &view.NotFoundPage{Page: cannedPage("404", "Not found", "404.html", "/")}
		data.Site.Params = p.Free
		html := page(t, th, data)
		if strings.Contains(html, "<script>") || strings.Count(html, "</style>") != 1 || strings.Contains(html, "\x00") {
			t.Errorf("%s became markup:\n%s", key, html)
		}
		for _, a := range th.Assets() {
			if strings.HasSuffix(a.Name, ".css") && strings.Contains(string(a.Data), "alert") {
				t.Errorf("%s stands in the style sheet", key)
			}
		}
	}
}

func TestParamsReachThePage(t *testing.T) {
	t.Parallel()
	p, err := ParseParams(map[string]any{"accent": "#0a6cb8", "font": "serif", "density": "compact", "footer": "By [Ada](https://ada.example) & *co*"})
	if err != nil {
		t.Fatal(err)
	}
	th, err := Load(nil, Options{
		Params: p, Logo: &File{Name: "our/Mark.SVG", Data: []byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`)},
		Sheet: &File{Name: "own.css", Data: []byte("main { outline: 0 }")},
	})
	if err != nil {
		t.Fatal(err)
	}
	html := page(t, th, &view.NotFoundPage{Page: cannedPage("404", "Not found", "404.html", "/a/")})
	sheet := string(th.Assets()[slices.IndexFunc(th.Assets(), func(a Asset) bool {
		return strings.HasPrefix(a.Name, "assets/steno.") && strings.HasSuffix(a.Name, ".css")
	})].Data)
	for what, want := range map[string]string{
		"density": `data-density=compact`, "footer": `<a href=https://ada.example`, "Markdown": "<em>co</em>", "logo": `<img class=logo src=/a/assets/logo.`,
	} {
		if !strings.Contains(html, want) {
			t.Errorf("%s: no %s in\n%s", what, want, html)
		}
	}
	for _, want := range []string{"--accent:light-dark(#0a6cb8", "--font-text:var(--stack-serif)"} {
		if !strings.Contains(strings.ReplaceAll(sheet, ": ", ":"), want) {
			t.Errorf("no %s in the style sheet", want)
		}
	}
	if !strings.HasSuffix(strings.TrimSpace(sheet), "main{outline:0}") {
		t.Error("the style sheet of theme.params does not come last")
	}
}

func TestLogos(t *testing.T) {
	t.Parallel()
	const head = "<svg xmlns='http://www.w3.org/2000/svg'\n xmlns:xlink='http://www.w3.org/1999/xlink'>"
	for svg, want := range map[string]string{
		head + `<path d="M0 0"/><use href="#a"/><image href="data:image/png;base64,AA=="/></svg>`: "",
		head + `<script>alert(1)</script></svg>`:                                                  "x.svg:2: an SVG with a <script> is not published",
		head + `<path onclick="x()"/></svg>`:                                                      "x.svg:2: an SVG with an onclick attribute is not published",
		head + `<a xlink:href="javascript:x()"/></svg>`:                                           "x.svg:2: an SVG with a link to elsewhere is not published",
		head + `<image href="https://evil.example/x.png"/></svg>`:                                 "x.svg:2: an SVG with a link to elsewhere is not published",
		head + `<g>`: "x.svg:2: not well-formed",
	} {
		_, err := Load(nil, Options{Logo: &File{Name: "x.svg", Data: []byte(svg)}})
		if want == "" && err != nil || want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)) {
			t.Errorf("%s\ngot error %v, want %s", svg, err, want)
		}
	}
	if _, err := Load(nil, Options{Logo: &File{Name: "x.html"}}); err == nil || !strings.HasPrefix(err.Error(), "x.html: a logo is a picture") {
		t.Errorf("got error %v", err)
	}
}

func TestKnownParamsAreSorted(t *testing.T) {
	t.Parallel()
	all := map[string]bool{}
	for _, k := range KnownParams() {
		all[k] = true
	}
	if got := slices.Sorted(maps.Keys(all)); !slices.Equal(got, KnownParams()) {
		t.Errorf("%v", got)
	}
}

func TestSheetLoadsNothing(t *testing.T) {
	t.Parallel()
	for css, want := range map[string]string{
		"@import \"other.css\";":                                                "own.css:1: pages load nothing from elsewhere, so \"@import\" has no effect",
		"/* a\n */ a {\n background: url( 'HTTPS://b/c') }":                     "own.css:3: pages load nothing",
		"a { background: url(//b/c.png) }":                                      "own.css:1: pages load nothing",
		"/* url(http://b) */ a { background: url(data:image/png;base64,//aa) }": "",
	} {
		_, err := Load(nil, Options{Sheet: &File{Name: "own.css", Data: []byte(css)}})
		if want == "" && err != nil || want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", css, err, want)
		}
	}
}
