package sitescan

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"fmt"
	"html"
	"math/rand/v2"
	"net/url"
	"strconv"
	"strings"
	"testing"
)

// secret is a value that no one ever had. It has letters of each kind that some form escapes.
const secret = `t4"Rk<9&wQ+x/8%z'Lm2`

func idOf(value string) ID {
	sum := sha256.Sum256([]byte(value))
	return ID(sum[:16])
}

// lookFor returns a look for values that a rule found.
func lookFor(values ...string) *Look {
	t := NewTaken(nil)
	for _, v := range values {
		t.Add(idOf(v), "password", v, true)
	}
	return t.Look()
}

func deflated(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	z, err := flate.NewWriter(&b, flate.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	z.Write([]byte(text))
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(b.Bytes())
}

// packed is a file of the search index.
func packed(t *testing.T, text string) string {
	t.Helper()
	data, err := base64.StdEncoding.DecodeString(deflated(t, text))
	if err != nil {
		t.Fatal(err)
	}
	return `cs("f0","` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`).Replace(string(data)) + "\")\n"
}

// written are the forms in which a value may be written.
func written(t *testing.T, v string) map[string]string {
	filler := strings.Repeat("Some words that compress. ", 9)
	forms := map[string]string{
		"as it is":                v,
		"JSON":                    strconv.Quote(v),
		"JSON in JSON":            strconv.Quote(strconv.Quote(v)),
		"JSON, HTML escaped":      strings.NewReplacer(`"`, `\u0022`, "<", `\u003c`, "&", `\u0026`).Replace(v),
		"JavaScript, hexadecimal": strings.NewReplacer(`"`, `\x22`, "<", `\x3c`).Replace(v),
		"percent-encoded":         url.QueryEscape(v),
		"percent-encoded path":    url.PathEscape(v),
		"HTML":                    html.EscapeString(v),
		"HTML, all numbers":       numbers(v),
		"HTML twice":              html.EscapeString(html.EscapeString(v)),
		"HTML of JSON":            html.EscapeString(strconv.Quote(v)),
		"Markdown":                backslashes(v),
		"deflated":                `cs("f0","` + deflated(t, filler+v+" "+filler) + `")`,
		"deflated JSON":           `cs("f0","` + deflated(t, filler+strconv.Quote(v)+filler) + `")`,
	}
	for shift := range 3 {
		text := "- + - "[:2+shift] + v + " and more"
		forms[fmt.Sprint("base64, shifted by ", shift)] = base64.StdEncoding.EncodeToString([]byte(text))
		forms[fmt.Sprint("base64 for URLs, shifted by ", shift)] = base64.RawURLEncoding.EncodeToString([]byte(text))
		for before := range 4 {
			forms[fmt.Sprint("base64 behind letters, ", shift, before)] = "x/y"[:before%4] + base64.StdEncoding.EncodeToString([]byte(text))
		}
	}
	return forms
}

func numbers(v string) string {
	var b strings.Builder
	for _, r := range v {
		fmt.Fprintf(&b, "&#x%x;", r)
	}
	return b.String()
}

func backslashes(v string) string {
	var b strings.Builder
	for _, r := range v {
		if strings.ContainsRune("\\"+markdownEscapes, r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

func TestEveryFormIsFound(t *testing.T) {
	t.Parallel()
	for _, v := range []string{
		secret, "gh" + "p_7Rt5Yw1Pm6Ls3Dc9Fg4HjXbVn2QkZ8aWs0Ed", "Xy7#kL2m", "pässwörter Straße", "Acme Corporation", "日本語のパスワード", strings.Repeat("k3Yz-", 51) + "q",
	} {
		look := lookFor(v, "something-else-9")
		for name, form := range written(t, v) {
			for file, text := range map[string]string{
				"a.json": "{ " + form + " }", "a.md": "see " + form + ".", "a.txt": form, "search/a.js": "f(" + form + ")",
			} {
				if leaks := look.File(file, []byte(text)); len(leaks) != 1 || leaks[0].Rule != "password" || leaks[0].File != file {
					t.Errorf("%q, %s, in %s: %+v", v, name, file, leaks)
				}
			}
		}
	}
}

// TestPackedFilesAreInflated finds values in files of the index, whose strings are bytes.
func TestPackedFilesAreInflated(t *testing.T) {
	t.Parallel()
	look := lookFor(secret)
	r := rand.New(rand.NewPCG(3, 4))
	for range 50 { // different bytes to escape
		text := randomText(r, 400) + " " + secret + " " + randomText(r, 400)
		if leaks := look.File("search/f/a-0.js", []byte(packed(t, text))); len(leaks) != 1 {
			t.Errorf("%d leaks in %q", len(leaks), text)
		}
	}
	if leaks := look.File("search/f/a-0.js", []byte(packed(t, "words")+secret)); len(leaks) != 1 {
		t.Errorf("%d leaks behind a file of the index", len(leaks))
	}
}

func TestEveryPlaceOfAPageIsFound(t *testing.T) {
	t.Parallel()
	look := lookFor(secret)
	e := html.EscapeString(secret)
	cut := func(by string) string { return html.EscapeString(secret[:7]) + by + html.EscapeString(secret[7:]) }
	for name, page := range map[string]string{
		"text":                  "<p>see " + e + "</p>",
		"cut by highlighting":   `<pre><span class="k">` + cut(`</span><span class="s">`) + "</span>",
		"cut by <wbr>":          "<p>" + cut("<wbr>"),
		"cut by links":          "<p>" + cut(`</a><A HREF="x>y">`),
		"cut by a comment":      "<p>" + cut("<!-- x -->"),
		"attribute":             `<a title="` + e + `">x</a>`,
		"attribute, unquoted":   `<i title=` + numbers(secret) + `>x`,
		"attribute with >":      `<a title="a>b" href='` + e + `'>x</a>`,
		"address":               `<a href="https://example.com/?q=` + url.QueryEscape(secret) + `&amp;r=1">`,
		"comment":               "<!-- " + secret + " -->",
		"script":                "<script>var a = " + strconv.Quote(secret) + "</script>",
		"data in a script":      `<script type="application/json">{"a":` + strconv.Quote(secret) + "}</SCRIPT>",
		"style sheet":           "<style>a::after{content:'" + backslashes(secret) + "'}</style>",
		"cut off":               `<p>` + e,
		"in a tag that is cut":  `<p title="` + e,
		"XML":                   "<a><![CDATA[" + secret + "]]></a>",
		"text in base64":        `<a href="data:text/plain;base64,` + base64.StdEncoding.EncodeToString([]byte("x "+secret)) + `">`,
		"index within a page":   `<script data-file="search/f.js">"` + deflated(t, strings.Repeat("Some words. ", 9)+secret) + `"</script>`,
		"behind a lone bracket": "<p>a < b <3 " + e,
	} {
		for _, file := range []string{"index.html", "feed.xml", "a.svg"} {
			if leaks := look.File(file, []byte(page)); len(leaks) != 1 {
				t.Errorf("%s in %s: %+v", name, file, leaks)
			} else if o := leaks[0].Offset; o < 0 || o > len(page) {
				t.Errorf("%s in %s: offset %d of %d", name, file, o, len(page))
			}
		}
	}
}

func TestShortTagsAndMixedEscapes(t *testing.T) {
	t.Parallel()
	const short, long = "Xy7kL2mQ", `Xy7<L2mQ"w9PfRt6Zn-and-more-text-without-any-escape`
	look := lookFor(short, long)
	for _, page := range []string{
		"<a id=Xy7kL2mQ>",
		"<a b='Xy7kL2mQ'>",
		"<a b=c d=Xy7kL2mQ>",
		"<a Xy7kL2mQ>",
		"<a Xy7kL2mQ=b>",
		"<Xy7kL2mQ>",
		"<a a=Xy7kL2mQ",
		"Xy7k<wbr/>L2mQ",
		"Xy7k<!-- -->L2mQ",
		"Xy7&lt;L2mQ\\u0026quot;" + long[9:], // escapes of one and of three levels
		"Xy7\\u0026amp;lt;L2mQ&quot;" + long[9:],
		`<p title="Xy7&amp;lt;L2mQ&quot;` + long[9:] + `">`,
	} {
		if leaks := look.File("a.html", []byte(page)); len(leaks) != 1 {
			t.Errorf("%s: %+v", page, leaks)
		}
	}
	for _, page := range []string{"<a b=Xy7kL2m>", "Xy7k<br/>L2mQ", "Xy7k<p>L2mQ"} {
		if leaks := look.File("a.html", []byte(page)); len(leaks) > 0 {
			t.Errorf("%s: %+v", page, leaks)
		}
	}
}

func TestFileNames(t *testing.T) {
	t.Parallel()
	const v = "Xy7kL2mQ-w9"
	look := lookFor(v, "ab/cd/ef-gh")
	for name, want := range map[string]string{
		"files/" + v + ".txt":      "files/[redacted]",
		"files/Xy7kL2mQ%2Dw9.html": "files/[redacted]",
		"x/ab/cd/ef-gh/a.html":     "[redacted]",
	} {
		if leaks := look.File(name, nil); len(leaks) != 1 || leaks[0].File != want {
			t.Errorf("%s: %+v, want %s", name, leaks, want)
		}
	}
}

func TestWhatIsNoLeak(t *testing.T) {
	t.Parallel()
	const short = "hunter22abc"
	long := fmt.Sprintf("%x", sha512.Sum512([]byte("long"))) + fmt.Sprintf("%x", sha512.Sum512([]byte("longer"))) + "0123456789abcdef0123456789abcdef"
	look := lookFor(short, long, "ada@example.com", "seven77", "a\nb", strings.Repeat("line-of-a-key-that-is-long\n", 3))
	for name, text := range map[string]string{
		"placeholder":             "password = [redacted:password#1]",
		"within a longer word":    "x" + short + " " + short + "y",
		"within one, escaped":     strings.Repeat(`\\`, 200) + "x" + short,
		"within one, cut by tags": "<span>x</span><span>" + short + "</span>",
		"regular expression":      `ada@example\.com`,
		"too short":               "seven77 a\nb",
		"another letter case":     strings.ToUpper(short),
		"a part of a long value":  long[32:len(long)-4] + "x",
	} {
		if leaks := look.File("a.html", []byte(text)); len(leaks) > 0 {
			t.Errorf("%s: %+v", name, leaks)
		}
	}
	if leaks := look.File("a.txt", []byte(`in "\n`+short+`"`)); len(leaks) != 1 {
		t.Errorf("behind a line end in JSON: %+v", leaks)
	}
	if got, want := look.Counts(), (Counts{Covered: 4, Short: 2}); got != want {
		t.Errorf("counts %+v, want %+v", got, want)
	}
}

func TestLongValues(t *testing.T) {
	t.Parallel()
	var key strings.Builder
	key.WriteString("-----BEGIN KEY-----\n")
	for i := range 9 {
		fmt.Fprintf(&key, "%x\n", sha256.Sum256([]byte{byte(i)}))
	}
	random := key.String()[20:]
	look := lookFor(key.String(), strings.ReplaceAll(random, "\n", ""))
	for i := range 9 {
		if leaks := look.File("a.md", fmt.Appendf(nil, "line: %x.", sha256.Sum256([]byte{byte(i)}))); len(leaks) == 0 {
			t.Errorf("line %d of a key is not found", i)
		}
	}
	if leaks := look.File("a.json", []byte(strconv.Quote(key.String()))); len(leaks) != 2 {
		t.Errorf("a key in JSON: %+v", leaks)
	}
}

func TestNamedAndPublic(t *testing.T) {
	t.Parallel()
	taken := NewTaken(nil)
	taken.Name(idOf("Acme Corporation"), "literal", "Acme Corporation")
	taken.Name(idOf("Contoso1"), "literal", "Contoso1")
	taken.Name(idOf("Timeline"), "literal", "Timeline")
	taken.Add(idOf("Contoso1"), "env-file", "Contoso1", true)
	taken.Add(idOf("letmein!"), "password", "letmein!", false)
	look := taken.Look("The sessions of Acme Corporation", `<h2 title="x">Timeline</h2>`)
	if got, want := look.Counts(), (Counts{Covered: 1, Common: 1, Public: 2}); got != want {
		t.Errorf("counts %+v, want %+v", got, want)
	}
	leaks := look.File("index.html", []byte("<title>Acme Corporation</title> Timeline, letmein!, myContoso1x"))
	if len(leaks) != 1 || leaks[0].Rule != "env-file" { // of two rules the first by name
		t.Errorf("%+v", leaks)
	}
}

// Unlike the positions within a text, what stands around a value must not decide whether it is found.
func FuzzForms(f *testing.F) {
	f.Add("<p title='x'>a<b>", "</b><!-- &amp;", true)
	f.Add(`cs("f0","`+strings.Repeat("QUJD", 40), `")`, false)
	f.Add(`\u00`, `%`, false)
	f.Add("<a b=\"", "&#", true)
	f.Fuzz(func(t *testing.T, before, after string, page bool) {
		name := "a.txt"
		if page {
			name = "a.html"
		}
		const v = "Xy7kL2mQ9wPf3Rt6Zn"
		look := lookFor(v)
		data := []byte(before + v + after)
		leaks := look.File(name, data)
		if len(leaks) == 0 {
			t.Errorf("%q in %s: not found", data, name)
		}
		for _, l := range leaks {
			if l.Offset < 0 || l.Offset > len(data) {
				t.Errorf("%q: offset %d", data, l.Offset)
			}
		}
	})
}
