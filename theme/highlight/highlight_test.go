package highlight

import (
	"strings"
	"testing"

	"github.com/alecthomas/chroma/v2"
	"golang.org/x/net/html"
)

func testHighlighter(t testing.TB, o Options) *Highlighter {
	t.Helper()
	h, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func TestInline(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		code Code
		want string
	}{
		{"by language", Code{Text: "var a", Lang: "go"}, `<span class="kd">var</span> <span class="nx">a</span>`},
		{"by file", Code{Text: "x = 1", File: "/a/b.py"}, `<span class="n">x</span> <span class="o">=</span> <span class="mi">1</span>`},
		{"by Windows file", Code{Text: "var a", File: `C:\a\b.go`}, `<span class="kd">var</span> <span class="nx">a</span>`},
		{"unknown language", Code{Text: "<a>", Lang: "nonsense"}, `&lt;a&gt;`},
		{"unknown file", Code{Text: "<a>", File: "a.nonsense"}, `&lt;a&gt;`},
		{"no language", Code{Text: "var a"}, `var a`},
		{"plain text", Code{Text: "a", Lang: "text"}, `a`},
		{"absurd language", Code{Text: "a", Lang: strings.Repeat("x", 1000)}, `a`},
	}
	h := testHighlighter(t, Options{})
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			got := string(h.Inline(tc.code))
			if textOf(t, got) != tc.code.Text {
				t.Errorf("text became %q", textOf(t, got))
			}
			if tc.want != got && !strings.Contains(tc.name, "by") || strings.Contains(tc.name, "by") && !strings.Contains(got, "<span") {
				t.Errorf("got %s, want %s", got, tc.want)
			}
		})
	}
}

func TestBlockNumbersLines(t *testing.T) {
	t.Parallel()
	got := string(testHighlighter(t, Options{}).Block(Code{Text: "a\nb\n", Start: 9, Label: `<x>`}))
	want := "<div class=\"code\"><span class=\"code-nums\" data-n=\"9\n10\" aria-hidden=\"true\"></span>" +
		"<pre tabindex=\"0\" role=\"region\" aria-label=\"&lt;x&gt;\"><code>a\nb\n</code></pre></div>"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestMaxBytes(t *testing.T) {
	t.Parallel()
	h := testHighlighter(t, Options{MaxBytes: 10})
	if got := string(h.Inline(Code{Text: "var abcdefg", Lang: "go"})); got != "var abcdefg" {
		t.Errorf("got %s", got)
	}
}

func TestUnknownStyle(t *testing.T) {
	t.Parallel()
	if _, err := New(Options{Dark: "nope"}); err == nil || !strings.Contains(err.Error(), `"nope"`) {
		t.Errorf("got %v", err)
	}
}

// TestContrast holds that every colour of every style can be read on the theme's
// ground, and that both schemes know the same classes.
func TestContrast(t *testing.T) {
	t.Parallel()
	for _, name := range Styles() {
		h := testHighlighter(t, Options{Light: name, Dark: name})
		for ground, rules := range map[string][]cssRule{lightGround: h.rules(h.light, lightGround), darkGround: h.rules(h.dark, darkGround)} {
			for _, r := range rules {
				for d := range strings.SplitSeq(r.body, ";") {
					if c, ok := strings.CutPrefix(d, "color:#"); ok {
						if got := contrast(chroma.MustParseColour("#"+c), chroma.MustParseColour(ground)); got < 4.5 {
							t.Errorf("%s: %v on %s has contrast %.2f", name, r, ground, got)
						}
					}
				}
			}
		}
	}
}

func TestCSS(t *testing.T) {
	t.Parallel()
	h := testHighlighter(t, Options{})
	css := h.CSS()
	for _, want := range []string{
		".code :is(", "@media (prefers-color-scheme: dark) {", ":root:not([data-theme=light]) .code :is(", ":root[data-theme=dark] .code :is(",
	} {
		if !strings.Contains(css, want) {
			t.Errorf("no %q in\n%s", want, css)
		}
	}
	if again := testHighlighter(t, Options{}).CSS(); again != css {
		t.Error("the sheet differs from one run to the next")
	}
}

func TestCacheIsBounded(t *testing.T) {
	t.Parallel()
	h := testHighlighter(t, Options{CacheBytes: 4000})
	first := h.Inline(Code{Text: "var a0", Lang: "go"})
	for i := range 500 {
		h.Inline(Code{Text: "var a" + strings.Repeat("b", i%60), Lang: "go"})
		if n := h.cache.used; n > 2000 {
			t.Fatalf("%d bytes in one generation", n)
		}
	}
	if again := h.Inline(Code{Text: "var a0", Lang: "go"}); again != first {
		t.Errorf("got %s, then %s", first, again)
	}
}

func FuzzInline(f *testing.F) {
	for _, lang := range []string{"go", "html", "markdown", "diff", "json", "bash", "python"} {
		f.Add("<a href='x'>\r\nfunc \"s\" # {", lang)
	}
	h := testHighlighter(f, Options{})
	f.Fuzz(func(t *testing.T, text, lang string) {
		if len(text) > 2000 || strings.ContainsAny(text, "\x00\r") {
			return
		}
		plain := string(h.Inline(Code{Text: text}))
		if got := string(h.Inline(Code{Text: text, Lang: lang})); textOf(t, got) != textOf(t, plain) {
			t.Errorf("%s: text %q became %q", lang, textOf(t, plain), textOf(t, got))
		}
	})
}

func textOf(t *testing.T, page string) string {
	t.Helper()
	doc, err := html.Parse(strings.NewReader("<textarea>\n</textarea><div>" + page + "</div>"))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for n := range doc.Descendants() {
		if n.Type == html.TextNode {
			b.WriteString(n.Data)
		}
	}
	return b.String()
}

func BenchmarkInline(b *testing.B) {
	text := strings.Repeat("func main() {\n\tfmt.Println(\"hello\", 1+2) // say it\n}\n", 100)
	b.SetBytes(int64(len(text)))
	b.Run("cached", func(b *testing.B) {
		h := testHighlighter(b, Options{})
		for b.Loop() {
			h.Inline(Code{Text: text, Lang: "go"})
		}
	})
	b.Run("new", func(b *testing.B) {
		h := testHighlighter(b, Options{CacheBytes: 1})
		for b.Loop() {
			h.Inline(Code{Text: text, Lang: "go"})
		}
	})
}
