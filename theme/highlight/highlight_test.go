package highlight

import (
	"html/template"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/alecthomas/chroma/v2/lexers"
	"golang.org/x/net/html"

	"steno/theme/colour"
	"steno/tier"
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
		{"by language", Code{Text: "var a", Lang: "go"}, `<b>var</b> a`},
		{"by file", Code{Text: "x = 1", File: "/a/b.py"}, `x = <i class="m">1</i>`},
		{"by Windows file", Code{Text: "var a", File: `C:\a\b.go`}, `<b>var</b> a`},
		{"by chroma", Code{Text: "<?php echo", Lang: "php"}, `<i class="o">&lt;?</i><i class="nx">php</i> <b>echo</b>`},
		{"comments and strings", Code{Text: "a // b \"\nc(\"d\\\"e\") /* f", Lang: "go"}, "a <i class=\"c\">// b \"</i>\n<u>c</u>(<i>\"d\\\"e\"</i>) <i class=\"c\">/* f</i>"},
		{"open string ends with its line", Code{Text: "a = 'b\nc = 1", Lang: "python"}, "a = <i>'b</i>\nc = <i class=\"m\">1</i>"},
		{"lifetime is no character", Code{Text: "&'a str", Lang: "rust"}, `&amp;'a <i class="kt">str</i>`},
		{"shell", Code{Text: "echo ${a} $b#c # d", Lang: "bash"}, `<i class="kt">echo</i> <i class="nv">${a} $b</i>#c <i class="c"># d</i>`},
		{"JSON", Code{Text: `{"a": "b", "c": [1, null]}`, Lang: "json"}, `{<i class="nt">"a"</i>: <i>"b"</i>, <i class="nt">"c"</i>: [<i class="m">1</i>, <i class="kc">null</i>]}`},
		{"HTML", Code{Text: `<p class="a">don't</p><!-- "x -->`, Lang: "html"}, `<i class="nt">&lt;p class</i>=<i>"a"</i><i class="nt">&gt;</i>don't<i class="nt">&lt;/p&gt;</i><i class="c">&lt;!-- "x --&gt;</i>`},
		{"diff", Code{Text: "@@ -1 +1 @@\n-a\n+b\n c", Lang: "diff"}, "<i class=\"c\">@@ -1 +1 @@\n</i><i class=\"gd\">-a\n</i><i class=\"gi\">+b\n</i> c"},
		{"Elixir", Code{Text: "@doc false\ndef ok?(a), do: assert :b # c", Lang: "elixir"}, `<i class="nd">@doc</i> <i class="kc">false</i>` + "\n" + `<b>def</b> <u>ok?</u>(a), <b>do</b>: assert :b <i class="c"># c</i>`},
		{"Terraform", Code{Text: "resource \"a\" \"b\" {\n  c = true\n}", File: "main.tf"}, "<b>resource</b> <i>\"a\" \"b\"</i> {\n  <i class=\"nt\">c</i> = <i class=\"kc\">true</i>\n}"},
		{"neighbours of one kind", Code{Text: "\"a\"\n\t\"b\" 1\n", Lang: "go"}, "<i>\"a\"\n\t\"b\"</i> <i class=\"m\">1</i>\n"},
		{"SQL in any case", Code{Text: "Select 'it''s'", Lang: "sql"}, `<b>Select</b> <i>'it''s'</i>`},
		{"SQL by file", Code{Text: "Select 1", File: "a/b.sql"}, `<b>Select</b> <i class="m">1</i>`},
		{"by extension", Code{Text: "var a", Lang: "mjs"}, `<b>var</b> a`},
		{"by name of a file", Code{Text: "FROM a", Lang: "Containerfile"}, `<b>FROM</b> a`},
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
			if got != tc.want {
				t.Errorf("got %s, want %s", got, tc.want)
			}
		})
	}
}

// TestScannedLanguagesExist holds that the scanner's languages have the names
// that chroma's registry gives to files.
func TestScannedLanguagesExist(t *testing.T) {
	t.Parallel()
	for name := range scanned() {
		if l := lexers.Get(name); l == nil || l.Config().Name != name {
			t.Errorf("no lexer is named %q", name)
		}
	}
}

// TestMatch compares match with chroma's own for a name of each kind that chroma knows.
func TestMatch(t *testing.T) {
	t.Parallel()
	patterns := map[string]bool{"x": true, "": true, "README": true, "x.nonsense": true, "a b": true}
	for _, l := range lexers.GlobalLexerRegistry.Lexers {
		for _, p := range slices.Concat(l.Config().Filenames, l.Config().AliasFilenames) {
			patterns[p] = true
		}
	}
	n := 0
	for _, p := range slices.Sorted(maps.Keys(patterns)) {
		if n++; !tier.OneIn(80, n) {
			continue
		}
		name := strings.NewReplacer("*", "ab", "?", "c", "[", "", "]", "").Replace(p)
		for _, name := range []string{name, name + ".bak", name + "~", name + ".in", strings.ToUpper(name)} {
			if got, want := match(name), lexers.Match(name); got != want {
				t.Errorf("%q: %v, chroma says %v", name, got, want)
			}
		}
	}
}

func TestBlockNumbersLines(t *testing.T) {
	t.Parallel()
	h := testHighlighter(t, Options{})
	for _, tc := range []struct {
		start, lines int
		want         string
	}{
		{9, 2, "class=\"code-nums\" data-n=\"9\n10\""},
		{1, 1, `class="code-nums u1"`},
		{1, 10, `class="code-nums u0 t1"`},
		{1, 305, `class="code-nums u5 t0 h3"`},
	} {
		text := strings.Repeat("a\n", tc.lines)
		got := string(h.Block(Code{Text: text, Start: tc.start}))
		want := `<div class="code"><span ` + tc.want + ` aria-hidden="true"></span><pre tabindex="0"><code>` + text + "</code></pre></div>"
		if got != want {
			t.Errorf("%d lines from %d on: got  %s\nwant %s", tc.lines, tc.start, got, want)
		}
	}
	if got := string(h.Block(Code{Text: strings.Repeat("\n", sharedLines+1), Start: 1})); !strings.Contains(got, `data-n="1`) {
		t.Error("lines beyond the shared ones have no numbers")
	}
	if css := numbersCSS(); !strings.Contains(css, `99\a 99\a "`) || !strings.Contains(css, `8\a 9\a "`) {
		t.Errorf("the shared numbers end otherwise: %.40q", css[len(css)-40:])
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
		for _, side := range []struct {
			grounds []colour.RGB
			rules   []cssRule
		}{{lightGrounds, h.rules(h.light, lightGrounds)}, {darkGrounds, h.rules(h.dark, darkGrounds)}} {
			for _, r := range side.rules {
				for d := range strings.SplitSeq(r.body, ";") {
					if c, ok := colour.Parse(strings.TrimPrefix(d, "color:")); ok {
						if got := colour.LeastContrast(c, side.grounds...); got < 4.5 {
							t.Errorf("%s: %v on %v has contrast %.2f", name, r, side.grounds, got)
						}
					}
				}
			}
		}
	}
}

// Grounds that code may stand on: blocks, added and removed lines.
var (
	lightGrounds = []colour.RGB{{R: 0xf3, G: 0xf2, B: 0xee}, {R: 0xe3, G: 0xf3, B: 0xe6}, {R: 0xfb, G: 0xe6, B: 0xe3}}
	darkGrounds  = []colour.RGB{{R: 0x24, G: 0x27, B: 0x2c}, {R: 0x1d, G: 0x35, B: 0x27}, {R: 0x40, G: 0x25, B: 0x24}}
)

func TestCSS(t *testing.T) {
	t.Parallel()
	h := testHighlighter(t, Options{})
	css := h.CSS(lightGrounds, darkGrounds)
	for _, want := range []string{
		":is(.code,.diff :is(i,del,ins)) :is(", "@media screen and (prefers-color-scheme: dark) {", ":root:not([data-theme=light]) :is(.code,.diff :is(i,del,ins)) :is(", ":root[data-theme=dark] :is(.code,.diff :is(i,del,ins)) :is(",
	} {
		if !strings.Contains(css, want) {
			t.Errorf("no %q in\n%s", want, css)
		}
	}
	if again := testHighlighter(t, Options{}).CSS(lightGrounds, darkGrounds); again != css {
		t.Error("the sheet differs from one run to the next")
	}
}

func TestCacheIsBounded(t *testing.T) {
	t.Parallel()
	h := testHighlighter(t, Options{CacheBytes: 4000})
	first := h.Inline(Code{Text: "var a0", Lang: "php"})
	for i := range 500 {
		h.Inline(Code{Text: "var a" + strings.Repeat("b", i%60), Lang: "php"})
		if n := h.cache.used; n > 2000 {
			t.Fatalf("%d bytes in one generation", n)
		}
	}
	if again := h.Inline(Code{Text: "var a0", Lang: "php"}); again != first {
		t.Errorf("got %s, then %s", first, again)
	}
}

// The same text in another language is coloured in its own way, in whatever order they come.
func TestCacheTellsLanguagesApart(t *testing.T) {
	t.Parallel()
	const text = "# let x = 1 // x"
	langs := []string{"php", "ruby", "rust", "perl", "haskell", "lua"} // none of which the scanner knows
	h := testHighlighter(t, Options{})
	seen := map[template.HTML]bool{}
	for range 2 {
		for _, lang := range langs {
			got := h.Inline(Code{Text: text, Lang: lang})
			if want := testHighlighter(t, Options{}).Inline(Code{Text: text, Lang: lang}); got != want {
				t.Errorf("%s: got %s from the cache, want %s", lang, got, want)
			}
			seen[got] = true
		}
	}
	if len(seen) < 3 {
		t.Errorf("the languages make only %d texts: the test cannot tell them apart", len(seen))
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
			h.Inline(Code{Text: text, Lang: "php"})
		}
	})
	b.Run("chroma", func(b *testing.B) {
		h := testHighlighter(b, Options{CacheBytes: 1})
		for b.Loop() {
			h.Inline(Code{Text: text, Lang: "php"})
		}
	})
	b.Run("scanned", func(b *testing.B) {
		h := testHighlighter(b, Options{CacheBytes: 1})
		for b.Loop() {
			h.Inline(Code{Text: text, Lang: "go"})
		}
	})
}

// BenchmarkUnknownLanguage shows code of languages that do not exist, as
// models invent them.
func BenchmarkUnknownLanguage(b *testing.B) {
	h := testHighlighter(b, Options{})
	for n := 0; b.Loop(); n++ {
		h.Inline(Code{Text: "a = b", Lang: "nonsense" + strconv.Itoa(n)})
	}
}
