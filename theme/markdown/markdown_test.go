package markdown

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"golang.org/x/net/html"

	"steno/theme/highlight"
	"steno/theme/markup"
)

func testRenderer(t testing.TB) *Renderer {
	t.Helper()
	h, err := highlight.New(highlight.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return New(h)
}

// oneTable is a table with its first row and the others.
func oneTable(head, body string) string {
	return `<div class="table" tabindex="0" role="group" aria-label="table"><table><thead>` + head + "</thead><tbody>" + body + "</tbody></table></div>"
}

func TestHTML(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, in, want string }{
		{"paragraphs", "a\nb\n\nc", "<p>a\nb</p><p>c</p>"},
		{"emphasis", "*a* **b** ~~c~~ `d<`", "<p><em>a</em> <strong>b</strong> <del>c</del> <code>d&lt;</code></p>"},
		{"bold text in brackets beside Chinese", "**「a」**は和*（b）*和**“c”**。**d。**e __f__", "<p><strong>「a」</strong>は和<em>（b）</em>和<strong>“c”</strong>。<strong>d。</strong>e <strong>f</strong></p>"},
		{"stars in Chinese that are not bold", "是 ** 或，所有*.go和*.ts，a**(b)", "<p>是 ** 或，所有*.go和*.ts，a**(b)</p>"},
		{"one tilde is a home directory, or means about", "in (~/a) and (~/b), ~5-~10 of `~/c` ~~*d*~~ ~e~ ~~f~", "<p>in (~/a) and (~/b), ~5-~10 of <code>~/c</code> <del><em>d</em></del> ~e~ ~~f~</p>"},
		{"headings", "# a\n\n###### b\n\n## c", "<h3>a</h3><h4>b</h4><h4>c</h4>"},
		{"headings that begin below the first level", "### a\n\n# b", "<h3>a</h3><h3>b</h3>"},
		{"raw HTML inline", "a <b onclick=x>c</b>", "<p>a &lt;b onclick=x&gt;c&lt;/b&gt;</p>"},
		{"raw HTML block", "<div>\n  *a*\n</div>\n", `<div class="plain">&lt;div&gt;
  *a*
&lt;/div&gt;</div>`},
		{"comment", "a <!-- b --> c", "<p>a &lt;!-- b --&gt; c</p>"},
		{"link", "[a](https://example.org/x)", `<p><a href="https://example.org/x" rel="noopener nofollow ugc">a</a></p>`},
		{"script link", "[a](javascript:alert(1))", `<p>a<span class="address"> (javascript:alert(1))</span></p>`},
		{"link to a file", "[main.go](main.go)", `<p>main.go</p>`},
		{"link with credentials", "<https://u:p@example.org>", `<p>https://u:p@example.org</p>`},
		{"autolink", "see https://example.org.", `<p>see <a href="https://example.org" rel="noopener nofollow ugc">https://example.org</a>.</p>`},
		{"image", "![a](https://example.org/x.png)", `<p><span class="image-link"><span class="image-word">image</span> <a href="https://example.org/x.png" rel="noopener nofollow ugc">a</a></span></p>`},
		{"image in a link", "[![a](https://e.org/i)](https://e.org/l)", `<p><a href="https://e.org/l" rel="noopener nofollow ugc"><span class="image-link"><span class="image-word">image</span> a</span></a></p>`},
		{"reference definition stays", "[a][b]\n\n[b]: javascript:x", "<p>[a][b]</p><p>[b]: javascript:x</p>"},
		{"escapes and references", `\* \&amp; &amp; &copy; &#60;`, "<p>* &amp;amp; &amp; © &lt;</p>"},
		{"list", "3. a\n4. b", "<ol start=\"3\"><li>a</li><li>b</li></ol>"},
		{"tasks", "- [x] a\n- [ ] b", `<ul><li><span class="check check-done" role="img" aria-label="done">☑</span> a</li><li><span class="check" role="img" aria-label="open">☐</span> b</li></ul>`},
		{"table", "| a | b |\n|--:|---|\n| 1 | 2 |", `<div class="table" tabindex="0" role="group" aria-label="table"><table><thead><tr><th class="right">a</th><th>b</th></tr></thead><tbody><tr><td class="right">1</td><td>2</td></tr></tbody></table></div>`},
		{"bars in code", "| a | b |\n|---|---|\n| `x || y` | 2 |\n| 3 | 4 |", oneTable("<tr><th>a</th><th>b</th></tr>", "<tr><td><code>x || y</code></td><td>2</td></tr><tr><td>3</td><td>4</td></tr>")},
		{"bars in code of the last column", "> | a | b |\n> |---|---|\n> | 1 | `x | y` and *z* |", "<blockquote>" + oneTable("<tr><th>a</th><th>b</th></tr>", "<tr><td>1</td><td><code>x | y</code> and <em>z</em></td></tr>") + "</blockquote>"},
		{"more cells than columns", "|a|b|\n|-|-|\n|1|2|3 **4**|5|\n|`6|7|\n", oneTable("<tr><th>a</th><th>b</th></tr>", "<tr><td>1</td><td>2|3 <strong>4</strong>|5</td></tr><tr><td>`6</td><td>7</td></tr>")},
		{"a code span that takes a column", "|a|b|\n|-|-|\n|`1|2`|\n", oneTable("<tr><th>a</th><th>b</th></tr>", "<tr><td>`1</td><td>2`</td></tr>")},
		{"empty cells behind the columns", "|a|b|\n|-|-|\n|1|2| | |\n", oneTable("<tr><th>a</th><th>b</th></tr>", "<tr><td>1</td><td>2</td></tr>")},
		{"table in code", "```\n|a|\n|-|\n|1|2|\n```", `<div class="code"><pre tabindex="0"><code>|a|
|-|
|1|2|</code></pre></div>`},
		{"table without heads", "|   | b |\n|---|---|\n| 1 | 2 |", `<div class="table" tabindex="0" role="group" aria-label="table"><table><thead><tr><td></td><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table></div>`},
		{"code", "```\na <b\n```", `<div class="code"><pre tabindex="0"><code>a &lt;b</code></pre></div>`},
		{"code with words", "```go title=x\nvar a\n```", `<div class="code-info">go title=x</div><div class="code"><pre tabindex="0"><code><b>var</b> a</code></pre></div>`},
		{"escape sequences", "\x1b[31ma\x1b[0m", "<p>a</p>"},
		{"hard break", "a  \nb", "<p>a<br>\nb</p>"},
		{"link title", `[a](https://e.org "t")`, `<p><a href="https://e.org" rel="noopener nofollow ugc">a</a><span class="address"> “t”</span></p>`},
	}
	r := testRenderer(t)
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			if got := string(r.HTML(tc.in)); got != tc.want {
				t.Errorf("HTML(%q)\n got %s\nwant %s", tc.in, got, tc.want)
			}
		})
	}
}

func TestLines(t *testing.T) {
	t.Parallel()
	if got, want := string(testRenderer(t).Lines("a\nb")), "<p>a<br>\nb</p>"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestWritten(t *testing.T) {
	t.Parallel()
	const long = "The engine needs oil before each longer journey, and water"
	for _, tc := range []struct{ name, in, want string }{
		{"a title above its text", "**1. Oil**\nIt is low.", "<p><strong>1. Oil</strong><br>\nIt is low.</p>"},
		{"labels", "Target: main\nVerdict: good\nCost: none", "<p>Target: main<br>\nVerdict: good<br>\nCost: none</p>"},
		{"two lines", long + "\nis needed too.", "<p>" + long + "<br>\nis needed too.</p>"},
		{"wrapped", long + "\n" + long + "\nso.", "<p>" + long + "\n" + long + "\nso.</p>"},
		{"wrapped in a list", "- " + long + "\n  " + long + "\n  so.", "<ul><li>" + long + "\n" + long + "\nso.</li></ul>"},
		{"room for the next word", long + "\nso we stop here and now, at " + long + "\nend.", "<p>" + long + "<br>\nso we stop here and now, at " + long + "<br>\nend.</p>"},
		{"never wrapped", strings.Repeat("oil ", 50) + "\n" + strings.Repeat("oil ", 50) + "\nend.", "<p>" + strings.Repeat("oil ", 49) + "oil<br>\n" + strings.Repeat("oil ", 49) + "oil<br>\nend.</p>"},
	} {
		if got := string(testRenderer(t).Written(tc.in)); got != tc.want {
			t.Errorf("%s:\n got %s\nwant %s", tc.name, got, tc.want)
		}
	}
}

// pathological are inputs that a Markdown parser may take long over.
func pathological() map[string]string {
	const n = 20_000
	return map[string]string{
		"quotes":         strings.Repeat(">", n) + "a",
		"spaced quotes":  strings.Repeat("> ", n) + "a",
		"lists":          strings.Repeat("- ", n) + "a",
		"numbered lists": strings.Repeat("1. ", n) + "a",
		"brackets":       strings.Repeat("[", n),
		"links":          strings.Repeat("[a](", n),
		"images":         strings.Repeat("![", n),
		"emphasis":       strings.Repeat("*a ", n),
		"mixed emphasis": strings.Repeat("*a_ ", n),
		"backticks":      strings.Repeat("`a``", n),
		"tags":           strings.Repeat("<a ", n),
		"comments":       strings.Repeat("<!--", n),
		"references":     strings.Repeat("&#x", n),
		"table":          strings.Repeat("|", n) + "\n" + strings.Repeat("|-", n),
		"long word":      strings.Repeat("a", 10*n),
		"addresses":      strings.Repeat("www.a.b/ ", n),
		"mail":           strings.Repeat("a.", n) + "@",
		"nested lists":   nestedLists(400),
		"tabs":           strings.Repeat("\t", n) + "- a",
		"rules":          strings.Repeat("-", n),
		"huge":           strings.Repeat("a *b* c\n", 100_000),
		"bytes":          strings.Repeat("\xff\x00", n),
		"table rows":     "|a|\n|-|\n" + strings.Repeat("|b|\n", n),
		"table bars":     "|a|\n|-|\n" + strings.Repeat("|`b", n) + "\n" + strings.Repeat("|``b`|\n", n),
	}
}

func nestedLists(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat("  ", i) + "- a\n")
	}
	return b.String()
}

func TestPathological(t *testing.T) {
	t.Parallel()
	r := testRenderer(t)
	for name, in := range pathological() {
		t.Run(name, func(t *testing.T) {
			done := make(chan string, 1)
			go func() { done <- string(r.HTML(in)) }()
			select {
			case out := <-done:
				if len(out) == 0 || len(out) > 40*len(in) {
					t.Errorf("%d bytes from %d", len(out), len(in))
				}
			case <-time.After(30 * time.Second): // far above what any machine needs
				t.Fatal("takes for ever")
			}
		})
	}
}

func checkSafe(t *testing.T, in, out string) {
	t.Helper()
	if !utf8.ValidString(out) || strings.ContainsAny(out, "\x1b\x00\u202e") {
		t.Errorf("%q: raw characters in %q", in, out)
	}
	doc, err := html.Parse(strings.NewReader(out))
	if err != nil {
		t.Fatal(err)
	}
	const elements = " html head body p em strong del code pre div span a br hr ul ol li blockquote h3 h4 h5 h6 table thead tbody tr th td "
	for n := range doc.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		if !strings.Contains(elements, " "+n.Data+" ") {
			t.Errorf("%q: element <%s> in %q", in, n.Data, out)
		}
		for _, a := range n.Attr {
			if !strings.Contains(" class href rel tabindex role aria-label start ", " "+a.Key+" ") {
				t.Errorf("%q: attribute %s in %q", in, a.Key, out)
			}
			if a.Key == "href" && !markup.Outside(a.Val) {
				t.Errorf("%q: address %q", in, a.Val)
			}
		}
	}
}

func FuzzHTML(f *testing.F) {
	for _, s := range []string{
		"# a\n\n- b", "<script>alert(1)</script>", "[a](javascript:x)", "![a](data:x)", "<https://u:p@h>", "[a]: x\n[a]",
		"|a|\n|-|\n|<b>|", "```a\"><script>\nx\n```", "<a href='x'>", "- [ ] x", "a\\\nb", "&lt;script&gt;", "<div\n\n>", "~~a~~ www.a.b a@b.c",
	} {
		f.Add(s)
	}
	r := testRenderer(f)
	f.Fuzz(func(t *testing.T, s string) {
		checkSafe(t, s, string(r.HTML(s)))
		checkSafe(t, s, string(r.Lines(s)))
	})
}

func BenchmarkHTML(b *testing.B) {
	r := testRenderer(b)
	src := strings.Repeat("## Head\n\nA paragraph with *some* `code` and a [link](https://example.org).\n\n- one\n- two\n\n```go\nfunc main() { println(1) }\n```\n\n", 20)
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		r.HTML(src)
	}
}
