package search

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"html/template"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/google/go-cmp/cmp"

	"steno/tier"
	"steno/tier/chromium"
)

// frame stands in for the theme's: what search.html and the scripts need of it.
const frame = `{{define "top"}}<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'">
<title>t</title><link rel="stylesheet" href="{{.Root}}assets/search.css"><script src="{{.Root}}assets/first.js"></script><script src="{{.Root}}assets/search-box.js" defer></script></head>
<body class="page" data-root="{{.Root}}"><form role="search" action="{{.Root}}search/index.html">
<input id="site-q" name="q" type="search" aria-label="Search"></form>{{end}}
{{define "bottom"}}</body></html>{{end}}
{{define "plain"}}{{template "top" .}}<main><article class="msg" id="m-1">found</article></main>{{template "bottom" .}}{{end}}`

// firstScript has what the scripts of the search need of those of the theme.
const firstScript = `
var stenoScripts = {};
for (const part of ['', '-landing', '-popup', '-wide', '-filters', '-apart', '-tell', '-offer', '-folder']) {
  stenoScripts['search' + part] = 'assets/search' + part + '.js';
}
var steno = {
  make(tag, name, ...children) {
    const e = document.createElement(tag);
    e.className = name || '';
    e.append(...children);
    return e;
  },
  script: (src, onload, onerror) => document.head.append(Object.assign(steno.make('script'), { src, onload, onerror, async: false })),
  load: (...names) => names.forEach((name) => steno.script(document.body.dataset.root + stenoScripts[name])),
  address(params) {
    const url = new URL(location.href);
    for (const key in params) if (params[key]) url.searchParams.set(key, params[key]);
    else url.searchParams.delete(key);
    history.replaceState(history.state, '', url);
  },
  here: () => location.hash.slice(1),
  hit: (e) => e && e.classList.add('hit'),
};`

// writeSite writes the index, the search page and one page of a session.
func writeSite(t testing.TB, files site) string {
	t.Helper()
	dir := t.TempDir()
	theme := filepath.Join("..", "..", "theme")
	put := func(name string, data []byte) {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, data := range files {
		put(name, data)
	}
	for _, pattern := range []string{"js/search-*.js", "css/search.css"} {
		names, err := filepath.Glob(filepath.Join(theme, "assets", pattern))
		if err != nil || len(names) == 0 {
			t.Fatalf("no assets %s: %v", pattern, err)
		}
		for _, name := range names {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			put("assets/"+filepath.Base(name), data)
		}
	}
	for joined, names := range map[string][]string{"search": {"tokens", "marks", "index", "query", "view"}, "search-page": {"chips", "page"}} {
		var parts []byte
		for _, name := range names {
			data, err := os.ReadFile(filepath.Join(theme, "assets/js/search-"+name+".js"))
			if err != nil {
				t.Fatal(err)
			}
			parts = append(parts, data...)
		}
		put("assets/"+joined+".js", parts)
	}
	put("assets/first.js", []byte(firstScript))
	pages := template.Must(template.New("frame").Funcs(template.FuncMap{
		"asset":  func(name string) string { return "assets/" + name },
		"plural": func(n int, noun string) string { return fmt.Sprint(n, " ", noun, "s") },
	}).Parse(frame))
	template.Must(pages.ParseFiles(filepath.Join(theme, "templates", "search.html")))
	for name, page := range map[string]string{"search/index.html": "search.html", "sessions/a/index.html": "plain"} {
		root := strings.Repeat("../", strings.Count(name, "/"))
		var b bytes.Buffer
		if err := pages.ExecuteTemplate(&b, page, map[string]any{"Root": root, "Sessions": 2}); err != nil {
			t.Fatal(err)
		}
		put(name, b.Bytes())
	}
	return dir
}

// browser opens a tab of Chromium, or skips.
func browser(t testing.TB) context.Context {
	t.Helper()
	b := chromium.New(1300, 900)
	t.Cleanup(b.Close)
	return b.Tab(t)
}

// eventually evaluates a JavaScript expression until it gives want.
func eventually(t *testing.T, ctx context.Context, expression, want string) {
	t.Helper()
	got := ""
	for end := time.Now().Add(chromium.Patience); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if err := chromedp.Run(ctx, chromedp.Evaluate("String("+expression+")", &got)); err == nil && got == want {
			return
		}
	}
	t.Errorf("%s is %q, want %q", expression, got, want)
}

func browserArchive() []Session {
	day := newDay(2025, 3, 1)
	return []Session{
		{ID: "a", URL: "sessions/a/index.html", Title: `Hostile <img src=x onerror="document.title=1"> title`, Project: "-p", ProjectName: "p", Start: day, Docs: []Doc{
			{Anchor: "m-1", Page: "index.html", Kind: KindPrompt, Time: day, Text: `</script><script>document.title="bad"</script> __proto__ constructor rewind_test.go`},
			{Anchor: "m-2", Page: "index.html", Kind: KindReply, Time: day, Text: "两个词 in rewind_test.go with more words"},
		}},
		{ID: "b", URL: "sessions/b/index.html", Title: "Other", Project: "-q", ProjectName: "q", Start: day.AddDate(0, 0, 1), Docs: []Doc{
			{Anchor: "m-3", Page: "index.html", Kind: KindReply, Time: day, Text: "words of more weight"},
		}},
	}
}

func TestBrowser(t *testing.T) {
	t.Parallel()
	ctx := browser(t)
	files, _ := build(t, Options{Scope: ScopeEverything}, browserArchive(), 1)
	dir := writeSite(t, files)
	server := httptest.NewServer(http.StripPrefix("/a/b", http.FileServer(http.Dir(dir))))
	t.Cleanup(server.Close)
	bases := []string{server.URL + "/a/b/", "file://" + filepath.ToSlash(dir) + "/"}
	for i, base := range bases {
		if tier.OneIn(2, i) {
			checkPage(t, ctx, base)
		}
		if tier.OneIn(2, i+1) {
			checkBox(t, ctx, base)
		}
	}
	// A shard that is gone is a message.
	for name := range files {
		if strings.Contains(name, "/t/") {
			if err := os.Remove(filepath.Join(dir, filepath.FromSlash(name))); err != nil {
				t.Fatal(err)
			}
		}
	}
	for i, base := range bases {
		if !tier.OneIn(2, i+1) {
			continue
		}
		drive(t, ctx, chromedp.Navigate(base+"search/index.html?q=gone"))
		eventually(t, ctx, `document.getElementById('find-status').textContent.startsWith('Part of the search could not be read')`, "true")
	}
}

func drive(t *testing.T, ctx context.Context, actions ...chromedp.Action) {
	t.Helper()
	if err := chromedp.Run(ctx, actions...); err != nil {
		t.Fatal(err)
	}
}

const said = `document.getElementById('find-status').textContent`

// checkPage uses the search page below base.
func checkPage(t *testing.T, ctx context.Context, base string) {
	drive(t, ctx, chromedp.Navigate(base+"search/index.html"))
	eventually(t, ctx, said, "")
	eventually(t, ctx, `document.getElementById('q').disabled`, "false")
	drive(t, ctx, chromium.Type("#q", "rewind_test.go"))
	eventually(t, ctx, said, "2 messages in 1 session")
	eventually(t, ctx, `document.querySelector('.find-hit mark').textContent`, "rewind_test.go")
	eventually(t, ctx, `new URL(location.href).searchParams.get('q')`, "rewind_test.go")
	eventually(t, ctx, `document.querySelector('.find-hit').getAttribute('href')`, "../sessions/a/index.html?mark=rewind_test.go#m-1")
	eventually(t, ctx, `document.title + document.querySelectorAll('#find-results script, #find-results img').length`, "t0")
	drive(t, ctx, chromedp.Navigate(base+"search/index.html?q=words&project=-q"))
	eventually(t, ctx, said, "1 message in 1 session")
	eventually(t, ctx, `document.querySelector('select[name=project]').selectedOptions[0].textContent`, "q (1)")
	drive(t, ctx, chromedp.Navigate(base+"search/index.html?q=%22more+words%22"))
	eventually(t, ctx, `document.querySelectorAll('.find-hit').length`, "1")
	drive(t, ctx, chromedp.Navigate(base+"search/index.html?q=words+weightless+"))
	eventually(t, ctx, `document.getElementById('find-note').textContent`, "Not found anywhere: weightless. Did you mean words weight *weight*")
	eventually(t, ctx, said, "2 messages in 2 sessions")
	eventually(t, ctx, `new URL(document.querySelector('#find-note a').href).search`, "?q=words%20weight%20")
	drive(t, ctx, chromedp.Navigate(base+"search/index.html?q=__proto__+frobnicate"))
	eventually(t, ctx, `document.getElementById('find-note').textContent`, "Not found anywhere: frobnicate. ")
	eventually(t, ctx, said, "1 message in 1 session")
	drive(t, ctx, chromedp.Evaluate(`document.querySelector('.find-hit').click()`, nil))
	eventually(t, ctx, `location.pathname.split('/').slice(-3, -1).join('/') + location.hash + document.querySelectorAll(':target').length`, "sessions/a#m-11")
}

// checkBox uses the box in the header of another page.
func checkBox(t *testing.T, ctx context.Context, base string) {
	drive(t, ctx, chromedp.Navigate(base+"sessions/a/index.html"))
	eventually(t, ctx, `document.scripts.length`, "2")
	drive(t, ctx, chromium.Type("#site-q", "constructor"))
	eventually(t, ctx, `document.querySelectorAll('#site-results [role=option]').length`, "2")
	drive(t, ctx, chromedp.KeyEvent(kb.ArrowDown))
	eventually(t, ctx, `document.getElementById('site-q').getAttribute('aria-activedescendant')`, "site-result-0")
	// A query that finds nothing, and one that does.
	drive(t, ctx, chromium.Type("#site-q", " kind:summary"))
	eventually(t, ctx, `[...document.querySelectorAll('#site-results [role=option]')].map(a => a.textContent + new URL(a.href).search).join()`, "Try constructor?q=constructor%20,All sessions")
}

// TestBytesOfQuery holds what a reader downloads for a cold query in bounds.
func TestBytesOfQuery(t *testing.T) {
	t.Parallel()
	sessions := archive(5, tier.Count(40, 200), 60)
	files, stats := build(t, Options{Scope: ScopeEverything}, sessions, 2)
	var sizes []int
	queries := sampleQueries(sessions, ScopeEverything, 40)
	for _, a := range ask(t, files, queries, true) {
		n := 0
		for _, name := range a.Read {
			n += zipped(files[name])
		}
		sizes = append(sizes, n)
		if n > 150<<10 {
			t.Errorf("a query reads %d bytes: %v", n, a.Read)
		}
	}
	t.Logf("%d docs, %.2f MB text, index %.2f MB, bytes of queries %v", stats.Docs, float64(stats.Text)/1e6, float64(stats.Bytes)/1e6, sizes)
}

func zipped(data []byte) int {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(data); err != nil {
		return 0
	}
	if err := w.Close(); err != nil {
		return 0
	}
	return b.Len()
}

func BenchmarkBuild(b *testing.B) {
	sessions := archive(6, 100, 200)
	text := 0
	for _, s := range sessions {
		for _, d := range s.Docs {
			text += len(d.Text)
		}
	}
	b.SetBytes(int64(text))
	for b.Loop() {
		build(b, Options{Scope: ScopeEverything}, sessions, 2)
	}
}

func TestWrapper(t *testing.T) {
	t.Parallel()
	if diff := cmp.Diff("cs(\"t12\",{})\n", string(wrap("t12", []byte("{}")))); diff != "" {
		t.Error(diff)
	}
}
