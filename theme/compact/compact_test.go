package compact

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"
)

func TestPage(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ in, want string }{
		"quotes in text":             {`<p>say &#34;it&#39;s&#34; &amp;#34; &lt;b title=&#34;x&#34;&gt;</p>`, `<p>say "it's" &amp;#34; &lt;b title="x"></p>`},
		"and in text":                {`<p title="a &amp; b">a &amp;&amp; b &amp;amp; &amp;#38; 2>&amp;1 &amp;= &amp;&#39; &amp;&lt; &amp;&gt;</p>&amp;`, `<p title="a &amp; b">a && b &amp;amp; &amp;#38; 2>&amp;1 &= &' &&lt; &></p>&amp;`},
		"plus signs":                 {`<p title="a &#43;2">&#43;3 &amp;#43;</p>`, `<p title="a +2">+3 &amp;#43;</p>`},
		"quotes in a value":          {`<p title="it&#39;s &#34;it&#34; &amp;">`, `<p title="it's &#34;it&#34; &amp;">`},
		"plain values":               {`<a class="at" href="../a/b.html#m-1" title="a b">x</a>`, `<a class=at href=../a/b.html#m-1 title="a b">x</a>`},
		"values that need quotes":    {`<a id="" class="a=b" href="a>b" title='x' rel="a/">`, `<a id="" class="a=b" href="a>b" title='x' rel="a/">`},
		"other letters":              {`<a title="é" id="x&amp;y">`, `<a title="é" id=x&amp;y>`},
		"blanks in a tag":            {"<a\n  id=\"b\"  hidden >", `<a id=b hidden>`},
		"no blank between":           {`<a id="b"class="c">`, `<a id="b"class="c">`},
		"an element with a slash":    {`<svg><path d="M1"/><path d="M1" /></svg>`, `<svg><path d="M1"/><path d=M1 /></svg>`},
		"scripts and styles":         {`<script id="a">"<b id=\"c\">&#34;"</script><style>a{content:"&#34;"}</style><b id="c">`, `<script id=a>"<b id=\"c\">&#34;"</script><style>a{content:"&#34;"}</style><b id=c>`},
		"a script with a comment":    {`<script><!--<script></script>"<b id="a">`, `<script><!--<script></script>"<b id="a">`},
		"a comment and what folls":   {`<b id="a"></b><!-- <b id="a"> --><b id="a">`, `<b id=a></b><!-- <b id="a"> --><b id="a">`},
		"no tag":                     {`<b id="a">1 < 2</b><b id="a">`, `<b id=a>1 < 2</b><b id="a">`},
		"a tag that breaks off":      {`<b id="a" class="b`, `<b id=a class="b`},
		"implied ends":               {"<ul><li><p>a</p><p>b</p></li><li>c</li></ul><p>a</p>\n<p>b</p>", "<ul><li><p>a<p>b<li>c</ul><p>a</p>\n<p>b</p>"},
		"ends of a table":            {`<table><tbody><tr><th>a</th><td>b</td></tr><tr><td>c</td></tr></tbody></table>`, `<table><tbody><tr><th>a<td>b<tr><td>c</tbody></table>`},
		"ends that others look like": {`<p>a</p><picture></picture><p>a</p></a>`, `<p>a</p><picture></picture><p>a</p></a>`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.want, string(Page(c.in))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// FuzzPage holds pages against what a parser of HTML makes of them. Foreign bytes are
// made well-formed first: the theme promises as much.
func FuzzPage(f *testing.F) {
	f.Add(`<!doctype html><html><body><p class="a b">it&#39;s<p>b<ul><li>a<li>b</ul><table><tr><td>a<td>b</table>`)
	f.Add(`<svg><path d="M1/"/><title>a "b"</title></svg><textarea>"</textarea><title>"<b id="c"></title>`)
	f.Add(`<script>"<!--<script>"</script><a href="x/"/><dl><dt>a<dd>b<div><dd>c</div></dl><select><option>a</select>`)
	f.Fuzz(func(t *testing.T, in string) {
		for _, page := range []string{in, rendered(t, in)} {
			small := string(Page(page))
			if len(small) > len(page) {
				t.Errorf("%q grew to %q", page, small)
			}
			if strings.Count(small, "<script") > strings.Count(page, "<script") {
				t.Errorf("%q has more scripts than %q", small, page)
			}
		}
		page := rendered(t, in)
		if rendered(t, page) != page {
			t.Skip("not all that a parser makes can be written")
		}
		if diff := cmp.Diff(page, rendered(t, string(Page(page)))); diff != "" {
			t.Errorf("%q became %q:\n%s", page, Page(page), diff)
		}
	})
}

// rendered is the page that a browser makes of HTML, written out in full.
func rendered(t *testing.T, page string) string {
	doc, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Skip(err)
	}
	var b strings.Builder
	if err := html.Render(&b, doc); err != nil {
		t.Skip(err)
	}
	return b.String()
}

func BenchmarkPage(b *testing.B) {
	step := `<div class="step" id="m-1a2b3c4d"><details class="card card-done"><summary><span class="card-verb">Read</span> <code class="card-object">main.go</code></summary><pre tabindex="0"><span class="k">func</span> <span class="nf">main</span>() { println(&#34;hello, world&#34;) }
	// what stands here is a comment that says a few words more</pre></details></div>`
	page := strings.Repeat(step, 1000)
	b.SetBytes(int64(len(page)))
	for b.Loop() {
		Page(page)
	}
}
