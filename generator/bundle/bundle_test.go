package bundle

import (
	"bytes"
	"strings"
	"testing"
)

const frame = `<!doctype html><html lang="en"><head><title>T</title><link rel="stylesheet" href="ROOTassets/s.1.css"><link rel="icon" href="ROOTassets/i.1.svg"><script src="ROOTassets/first.1.js"></script><script src="ROOTassets/a.1.js" defer></script></head><body class="page-session" data-root="ROOT"><a class="skip" href="#main">Skip</a><header class="site"><a class="site-name" href="ROOTindex.html">Site</a><nav class="site-nav"><a href="ROOTstats/index.html">Statistics</a></nav></header>BODY<footer class="site-foot">foot</footer></body></html>`

func pageOf(root, body string) []byte {
	return []byte(strings.NewReplacer("ROOT", root, "BODY", body).Replace(frame))
}

// small is a site of two pages with a picture and a text beside them.
func small() Site {
	return Site{
		"index.html": pageOf("", `<main id="main"><a href="s/b.html">b</a> <a href="s/b.html#m-2">two</a> <a href="gone.html">gone</a> <a href="https://example.org/">out</a>
<img src="s/p.png" alt=""> <a href="s/t.txt">text</a> <h2 id="h">head</h2> <a href="s/b.html#h">h</a></main>`),
		"s/b.html":          pageOf("../", `<main id="main"><p id="m-2">&lt;/noscript&gt;&lt;script&gt;bad()&lt;/script&gt;</p><a href="../index.html#main">a</a><noscript>words</noscript><h2 id="h">head</h2><a href="#h">own</a><b aria-labelledby="h m-2">b</b></main>`),
		"s/p.png":           []byte("png"),
		"s/t.txt":           []byte("<script>"),
		"assets/s.1.css":    []byte("p{}@media print{main>p,.main{}}"),
		"assets/i.1.svg":    []byte("<svg/>"),
		"assets/first.1.js": []byte("1"),
		"assets/a.1.js":     []byte("'\x1e\uffff'"),
		"search/x/t/0.js":   []byte(`cs("t0",{"k":"</script>"})`),
	}
}

func all(string) bool { return true }

func TestBundle(t *testing.T) {
	t.Parallel()
	got, left, err := Bundle(small(), Options{Entry: "index.html", Pages: all, Router: []byte("3")})
	if err != nil {
		t.Fatal(err)
	}
	if left != (Left{}) {
		t.Errorf("left out: %+v", left)
	}
	text := string(got)
	for _, want := range []string{
		`<a href="#/s/b.html">b</a>`, `<a href="#m-2">two</a>`, `<a aria-disabled="true">gone</a>`, `<a href="https://example.org/">out</a>`,
		`src="data:image/png;base64,cG5n"`, `download="t.txt"`, `<noscript data-page="s/b.html"`, `<style>p{}@media print{:is(main,steno-main)>p,.main{}}steno-main{display:block}</style>`, `<script>1</script>`, `<script>3</script>`,
		`<a href="#main~0">a</a>`, `<steno-main id="main~1"><p id="m-2">`, `<h2 id="h~1">`, `<a href="#h~1">own</a>`, `<b aria-labelledby="h~1 m-2">`, `<a href="#h~1">h</a>`, `<h2 id="h">`, `\u003c/script>`, `'\u001e\uffff'</script>`, "default-src 'none'; script-src 'sha256-",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is missing", want)
		}
	}
	for _, bad := range []string{"bad()</script>", "</noscript><script>bad", "unsafe-inline", `href="s/`, `src="s/`, "words"} {
		if strings.Contains(text, bad) {
			t.Errorf("the file holds %s", bad)
		}
	}
	if strings.Count(text, "<main") != 1 {
		t.Error("the file has another number of <main> than one")
	}
	if strings.Count(text, "Statistics") != 0 {
		t.Error("the frame has a dead link")
	}
	again, _, _ := Bundle(small(), Options{Entry: "index.html", Pages: all, Router: []byte("3")})
	if !bytes.Equal(got, again) {
		t.Error("two bundles differ")
	}
}

func TestBundleRefuses(t *testing.T) {
	t.Parallel()
	if _, _, err := Bundle(small(), Options{Entry: "none.html", Pages: all}); err == nil {
		t.Error("a page that is not there was opened")
	}
	site := small()
	site["assets/a.1.js"] = []byte("'</script>'")
	if _, _, err := Bundle(site, Options{Entry: "index.html", Pages: all}); err == nil || !strings.Contains(err.Error(), "a.1.js") {
		t.Errorf("a script that ends its element: %v", err)
	}
}

func TestShrink(t *testing.T) {
	t.Parallel()
	site := small()
	site["s/t.txt"] = bytes.Repeat([]byte("t"), 9000)
	site["s/b.html"] = pageOf("../", `<main id="main"><p id="m-2">words that stay</p><details class="card"><div><pre>`+strings.Repeat("x", 9000)+`</pre></div></details></main>`)
	whole, _, err := Bundle(site, Options{Entry: "index.html", Pages: all})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ less, files, parts int }{{0, 0, 0}, {5000, 1, 0}, {15_000, 1, 1}} {
		got, left, err := Bundle(site, Options{Entry: "index.html", Pages: all, Max: len(whole) - c.less})
		if err != nil {
			t.Fatal(err)
		}
		if len(got) > len(whole)-c.less || left.Files != c.files || left.Parts != c.parts || left.TooBig {
			t.Errorf("%d bytes less: %d of %d, %+v", c.less, len(got), len(whole), left)
		}
		if !bytes.Contains(got, []byte("words that stay")) {
			t.Error("words were left out")
		}
	}
	if _, left, _ := Bundle(site, Options{Entry: "index.html", Pages: all, Max: 10}); !left.TooBig {
		t.Error("nobody is told that it is too large")
	}
}
