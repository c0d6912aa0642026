package diff

import (
	"html"
	"regexp"
	"testing"

	"steno/theme/highlight"
)

func highlighter(t testing.TB) *highlight.Highlighter {
	t.Helper()
	h, err := highlight.New(highlight.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func TestColoured(t *testing.T) {
	t.Parallel()
	h := Hunk{7, 7, []string{" func a() {", "-\treturn \"b c\"", "+\treturn \"b d\"", " }"}}
	want := `<pre class="diff d-code"><code class="u7">` +
		`<i><b>func</b> <u>a</u>() {` + "\n</i>" +
		`<span class="d-change"><del>` + "\t<b>return</b> <i>&#34;b </i><mark><i>c</i></mark><i>&#34;</i>\n</del>" +
		`<ins>` + "\t<b>return</b> <i>&#34;b </i><mark><i>d</i></mark><i>&#34;</i>\n</ins></span>" +
		`<i>` + "}\n</i></code></pre>"
	if got := string(Coloured(h, "a.go", highlighter(t))); html.UnescapeString(got) != html.UnescapeString(want) {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	h = Hunk{3, 3, []string{"-if not  a:", "-", "-if a:"}}
	want = `<pre class="diff d-code"><code class="u3"><span class="d-change"><del><b>if not</b>  a:` + "\n" + `</del><del>` + "\n" + `</del><del><b>if</b> a:` + "\n</del></span></code></pre>"
	if got := string(Coloured(h, "a.py", highlighter(t))); got != want {
		t.Errorf("neighbours of one kind: got  %s\nwant %s", got, want)
	}
	h = Hunk{1, 1, []string{"+a", "+b"}}
	want = `<pre class="diff d-code"><code class="u1"><span class="d-change"><ins>` + "a\n</ins><ins>b\n</ins></span></code></pre>"
	if got := string(Coloured(h, "a", highlighter(t))); got != want {
		t.Errorf("a file that was made: got  %s\nwant %s", got, want)
	}
}

var (
	element = regexp.MustCompile(`<[^>]*>`)
	sign    = regexp.MustCompile(`<b>[-+]</b>`)
)

// FuzzColoured holds that colours and marks change no text.
func FuzzColoured(f *testing.F) {
	f.Add("a := \"x\" // y\nb\n", "a := \"z\" // y\n/* c\n", "a.go")
	f.Add("\xff\r\n", "\xff\n", "a.py")
	f.Add("<b>", "<i>\n", "a.html")
	f.Add("a: 'b\nc'\n", "a: \"b\nd'\n", "a.swift")
	h := highlighter(f)
	f.Fuzz(func(t *testing.T, before, after, file string) {
		for _, hunk := range Strings(before, after) {
			coloured := html.UnescapeString(element.ReplaceAllString(string(Coloured(hunk, file, h)), ""))
			if got, want := coloured, html.UnescapeString(element.ReplaceAllString(sign.ReplaceAllString(string(HTML([]Hunk{hunk})), ""), "")); got != want {
				t.Fatalf("%q\nis not %q", got, want)
			}
		}
	})
}
