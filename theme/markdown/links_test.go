package markdown

import (
	"reflect"
	"regexp"
	"strings"
	"testing"

	"steno/theme/highlight"
)

func known(name string) string {
	return map[string]string{"lamp.go": "#m-1", "4be1c0d9": "#m-2", "javascript:x": "javascript:x"}[name]
}

func TestLinks(t *testing.T) {
	t.Parallel()
	h, err := highlight.New(highlight.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := New(h).With(known)
	for _, test := range []struct{ name, src, want string }{
		{"a path", "see `lamp.go`", `<a href="#m-1"><code>lamp.go</code></a>`},
		{"a path and a line", "see `lamp.go:12`", `<a href="#m-1"><code>lamp.go:12</code></a>`},
		{"an unknown path", "see `horn.go`", `<p>see <code>horn.go</code></p>`},
		{"a commit", "made 4be1c0d9, and fffffff", `made <a href="#m-2">4be1c0d9</a>, and fffffff`},
		{"a commit in code", "`4be1c0d9`", `<a href="#m-2"><code>4be1c0d9</code></a>`},
		{"in a link", "[`lamp.go`](https://x.test)", `ugc"><code>lamp.go</code></a>`},
		{"the end of a path", "[src/boats.go:12](/home/ada/quay/src/boats.go#L12) [`boats.go`](C:/quay/boats.go) [quay.go](/x/quay.go:3) [s.go:4](/x/s.go:5) [s.go](https2://x/s.go) [go](/x/s.go) [q.go](x/q.go)",
			`<p><span title="/home/ada/quay/src/boats.go#L12">src/boats.go:12</span> <span title="C:/quay/boats.go"><code>boats.go</code></span> <span title="/x/quay.go:3">quay.go<span class="address">:3</span></span> s.go:4<span class="address"> (/x/s.go:5)</span> s.go<span class="address"> (https2://x/s.go)</span> go<span class="address"> (/x/s.go)</span> q.go<span class="address"> (x/q.go)</span>`},
		{"an address that runs", "`javascript:x`", `<code>javascript:x</code>`},
		{"a footnote", "Low.[^a] High.\n\n[^a]: By **table**.", `Low.<sup>a</sup> High.</p><div class="footnote"><sup>a</sup> <p>By <strong>table</strong>.</p></div>`},
		{"a footnote that nothing refers to", "Low.\n\n[^b]: Kept.", `<div class="footnote"><sup>b</sup> <p>Kept.</p></div>`},
		{"a reference without a footnote", "Low.[^c]", `Low.[^c]`},
		{"Markdown between tags", "<context>\n## Lamp\n- brass\n- **old**\n</context>", `<strong>old</strong>`},
		{"HTML", "<div>\n**no**\n</div>", `**no**`},
	} {
		if got := string(r.HTML(test.src)); !strings.Contains(got, test.want) || strings.Contains(got, `href="javascript`) {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

func TestHashes(t *testing.T) {
	t.Parallel()
	expression := regexp.MustCompile(`\b[0-9a-f]{7,40}\b`)
	for _, text := range []string{
		"", "4be1c0d", "4be1c0", "in 4be1c0d9, fffffff.", "4be1c0dg", "x4be1c0d", "4be1c0d_", "é4be1c0dé", "4BE1C0D9", "a/4be1c0d9:1234567-7654321",
		strings.Repeat("f", 40), strings.Repeat("f", 41), strings.Repeat("4be1c0d ", 60), "\x80aaaaaaa\x80",
	} {
		var got [][]int
		for start, end := range hashes(text) {
			got = append(got, []int{start, end})
		}
		if want := expression.FindAllStringIndex(text, mostHashes); !reflect.DeepEqual(got, want) {
			t.Errorf("hashes of %q: %v, want %v", text, got, want)
		}
	}
}
