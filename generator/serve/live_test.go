package serve

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"
)

const (
	policy = `<meta http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;; script-src 'self'; style-src 'self'; connect-src 'self'">`
	before = `<!doctype html><html><head><meta charset="utf-8">` + policy + `<script src="a.js"></script></head><body>one</body></html>`
)

// pages is a site with a session of two pages.
func pages(text string) fstest.MapFS {
	doc := func(body string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(before + body)} }
	return fstest.MapFS{
		"index.html": doc("index"), "404.html": doc("lost"),
		"sessions/a/index.html":   doc(`<p id="m-1">`),
		"sessions/a/page-2.html":  doc(`<p id="m-2"><p id="m-3">` + text),
		"sessions/a/records.html": doc("records"),
	}
}

func live(files fstest.MapFS, base string) *Server {
	s := New(Options{Live: true})
	s.Show(Site{Files: files, Base: base})
	return s
}

func body(t *testing.T, r *http.Response) string {
	t.Helper()
	data, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestPagesAreEnlivenedOnlyWhenTheyShould(t *testing.T) {
	t.Parallel()
	s := live(pages(""), "/r/")
	got := body(t, get(s, "GET", "localhost", "/r/sessions/a/"))
	script := `<script src="/r/.steno/live.js" data-tag="` + tag(pages("")["sessions/a/index.html"].Data) + `" data-page="sessions/a/index.html" defer></script>`
	want := strings.Replace(before, `<script src="a.js">`, `<link rel="stylesheet" href="/r/.steno/live.css">`+script+"\n"+`<script src="a.js">`, 1) + `<p id="m-1">`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for _, name := range []string{"live.js", "live.css"} {
		if r := get(s, "GET", "localhost", "/r/.steno/"+name); r.StatusCode != 200 || r.Header.Get("Etag") == "" || body(t, r) == "" {
			t.Errorf("%s: %d", name, r.StatusCode)
		}
	}
	if got := body(t, get(s, "GET", "localhost", "/r/nowhere")); !strings.Contains(got, `data-tag=""`) {
		t.Errorf("the page for lost readers does not wait for the one they look for: %s", got)
	}
	still := shown(pages(""), "/r/")
	for name, code := range map[string]int{"": 200, ".steno/live.js": 404, ".steno/events": 404, ".steno/trouble": 404} {
		if r := get(still, "GET", "localhost", "/r/"+name); r.StatusCode != code || strings.Contains(body(t, r), "live.js") {
			t.Errorf("not live: %q gives %d", name, r.StatusCode)
		}
	}
}

func TestEnliven(t *testing.T) {
	t.Parallel()
	s := New(Options{Live: true})
	for name, c := range map[string]struct{ page, want string }{
		"no script":  {"<head><title>x</title></head><script>", "<head><title>x</title>LIVE</head><script>"},
		"no head":    {"<p>x", "<p>xLIVE"},
		"empty":      {"", "LIVE"},
		"policy":     {`<head><META HTTP-EQUIV="content-security-policy" CONTENT="default-src 'none'"></head>`, `<head><meta http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;; script-src &#39;self&#39;; style-src &#39;self&#39;; connect-src &#39;self&#39;">LIVE</head>`},
		"no policy":  {`<head><meta name="x" content="default-src 'none'"></head>`, `<head><meta name="x" content="default-src 'none'">LIVE</head>`},
		"text alone": {`<head></head><p>&lt;script</p>`, `<head>LIVE</head><p>&lt;script</p>`},
	} {
		got := string(s.enliven([]byte(c.page), `/"><b>/`, `"><b>`, "T"))
		live := `<link rel="stylesheet" href="/%22%3e%3cb%3e/.steno/live.css"><script src="/%22%3e%3cb%3e/.steno/live.js" data-tag="T" data-page="&#34;&gt;&lt;b&gt;" defer></script>` + "\n"
		if diff := cmp.Diff(strings.Replace(c.want, "LIVE", live, 1), got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestWiden(t *testing.T) {
	t.Parallel()
	for policy, want := range map[string]string{
		"":                   "",
		"default-src 'self'": "default-src 'self'",
		"default-src 'none'": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'",
		"script-src 'self'; style-src 'self'; connect-src 'none'; default-src 'none'": "script-src 'self'; style-src 'self'; connect-src 'self'; default-src 'none'",
		"Default-Src https://x ; img-src *;":                                          "Default-Src https://x; img-src *; script-src https://x 'self'; style-src https://x 'self'; connect-src https://x 'self'",
		"img-src 'none'":                                                              "img-src 'none'",
	} {
		if got := widen(policy); got != want {
			t.Errorf("widen(%q) = %q, want %q", policy, got, want)
		}
		if again := widen(want); again != want {
			t.Errorf("widen is not content with %q: %q", want, again)
		}
	}
}

func TestNotModified(t *testing.T) {
	t.Parallel()
	s := live(pages(""), "/")
	ask := func(method, etag string) *http.Response {
		r := httptest.NewRequest(method, "/sessions/a/page-2.html", nil)
		r.Host = "localhost"
		r.Header.Set("If-None-Match", etag)
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		return w.Result()
	}
	first := ask("GET", "")
	etag := first.Header.Get("Etag")
	if again := ask("GET", etag); again.StatusCode != http.StatusNotModified || body(t, again) != "" {
		t.Errorf("asked again: %d", again.StatusCode)
	}
	if head := ask("HEAD", ""); head.StatusCode != 200 || head.Header.Get("Etag") != etag || body(t, head) != "" || first.Header.Get("Last-Modified") == "" {
		t.Errorf("HEAD: %d %v", head.StatusCode, head.Header)
	}
	s.Show(Site{Files: pages("new"), Base: "/"})
	if changed := ask("GET", etag); changed.StatusCode != 200 {
		t.Errorf("changed: %d", changed.StatusCode)
	}
}

func TestTroubleBeforeThereIsASite(t *testing.T) {
	t.Parallel()
	s := New(Options{Live: true})
	s.Fail(Trouble{Lines: []string{`a.yaml:3: <script>`, "b"}, Hint: "look & see"})
	r := get(s, "GET", "localhost", "/sessions/a/")
	got := body(t, r)
	for _, want := range []string{"<pre>a.yaml:3: &lt;script&gt;</pre>", "<pre>b</pre>", "look &amp; see", `data-page="sessions/a/index.html"`} {
		if !strings.Contains(got, want) {
			t.Errorf("the page has no %s:\n%s", want, got)
		}
	}
	if r.StatusCode != http.StatusServiceUnavailable || strings.Contains(got, "last good") || r.Header.Get("Content-Security-Policy") != troublePolicy {
		t.Errorf("%d %v\n%s", r.StatusCode, r.Header, got)
	}
	s.Show(Site{Files: pages(""), Base: "/"})
	if r := get(s, "GET", "localhost", "/sessions/a/"); r.StatusCode != 200 {
		t.Errorf("after it: %d", r.StatusCode)
	}
	if r := get(s, "GET", "localhost", "/.steno/trouble"); r.StatusCode != http.StatusFound {
		t.Errorf("the page of trouble after it: %d", r.StatusCode)
	}
}

func TestExposed(t *testing.T) {
	t.Parallel()
	s := New(Options{Exposed: true, Host: "Box.example"})
	s.Show(Site{Files: site(), Base: "/"})
	for host, code := range map[string]int{
		"localhost:1": 200, "192.168.1.2:1313": 200, "[fe80::1]:1": 200, "box.example:1313": 200, "BOX.EXAMPLE": 200,
		"evil.example": 403, "box.example.evil": 403, "": 403,
	} {
		if r := get(s, "GET", host, "/"); r.StatusCode != code {
			t.Errorf("host %q: %d, want %d", host, r.StatusCode, code)
		}
	}
}

// listener is a page that listens.
type listener struct {
	t     *testing.T
	lines *bufio.Scanner
	end   func()
}

func listen(t *testing.T, server, page string) *listener {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	r, err := http.NewRequestWithContext(ctx, "GET", server+"/.steno/events?page="+page, nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	if kind := answer.Header.Get("Content-Type"); kind != "text/event-stream" {
		t.Errorf("a stream of %s", kind)
	}
	return &listener{t, bufio.NewScanner(answer.Body), func() { cancel(); answer.Body.Close() }}
}

// next waits for the next news.
func (l *listener) next() (n news) {
	l.t.Helper()
	for l.lines.Scan() {
		if text, ok := strings.CutPrefix(l.lines.Text(), "data: "); ok {
			if err := json.Unmarshal([]byte(text), &n); err != nil {
				l.t.Fatal(err)
			}
			return n
		}
	}
	l.t.Fatalf("the stream ended: %v", l.lines.Err())
	return n
}

func TestNews(t *testing.T) {
	t.Parallel()
	s := live(pages(""), "/")
	server := httptest.NewServer(s)
	defer server.Close()
	first, last := listen(t, server.URL, "sessions/a/index.html"), listen(t, server.URL, "sessions/a/page-2.html")
	index, none := listen(t, server.URL, "index.html"), listen(t, server.URL, "..%2fsecret.html")
	defer first.end()
	defer last.end()
	defer index.end()
	defer none.end()
	tagOf := func(text, name string) string { return tag(pages(text)[name].Data) }
	want := news{Tag: tagOf("", "sessions/a/index.html"), Base: "/", End: &end{"page-2.html", 2}}
	check := func(l *listener, want news) {
		t.Helper()
		got := l.next()
		if got.Text != "" && got.Text != body(t, get(s, "GET", "localhost", "/sessions/a/page-2.html")) {
			t.Errorf("the page comes as %s", got.Text)
		}
		got.Text = got.Text[:min(len(got.Text), 9)]
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
	check(first, want)
	check(last, news{Tag: tagOf("", "sessions/a/page-2.html"), Base: "/", End: want.End})
	check(index, news{Tag: tagOf("", "index.html"), Base: "/"})
	check(none, news{Base: "/"})

	s.Show(Site{Files: pages(""), Base: "/"}) // nothing new: nobody is told
	s.Show(Site{Files: pages(`<p id="m-4">`), Base: "/"})
	check(last, news{Tag: tagOf(`<p id="m-4">`, "sessions/a/page-2.html"), Base: "/", End: &end{"page-2.html", 3}, Text: "<!doctype"})
	want.End = &end{"page-2.html", 3}
	check(first, want) // its bytes are the same, but the thread went on
	trouble := &Trouble{Lines: []string{"x:1: y"}}
	s.Fail(*trouble)
	check(index, news{Tag: tagOf("", "index.html"), Base: "/", Trouble: trouble})
	s.Show(Site{Files: pages(""), Base: "/moved/"})
	check(index, news{Tag: tagOf("", "index.html"), Base: "/moved/"})
}

// A reader that goes away is forgotten, and the end of the server ends all streams.
func TestReadersEnd(t *testing.T) {
	t.Parallel()
	s := live(pages(""), "/")
	ctx, cancel := context.WithCancel(t.Context())
	l, err := Listen(Loopback, 0)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- Run(ctx, l, s) }()
	var readers []*listener
	for range 5 {
		readers = append(readers, listen(t, "http://"+l.Addr().String(), "index.html"))
	}
	expect := func(n int) {
		t.Helper()
		for range 6000 {
			if s.Readers() == n {
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
		t.Errorf("%d readers, want %d", s.Readers(), n)
	}
	expect(5)
	readers[0].end()
	readers[1].end()
	expect(3)
	start := time.Now()
	cancel()
	if err := <-ended; err != nil || time.Since(start) > patience/2 {
		t.Errorf("the server ended after %v: %v", time.Since(start), err)
	}
	expect(0)
}

// Readers that come and go while the site changes see the last state.
func TestManyReaders(t *testing.T) {
	t.Parallel()
	s := live(pages("0"), "/")
	server := httptest.NewServer(s)
	defer server.Close()
	const last = 50
	want := tag(pages(fmt.Sprint(last))["sessions/a/page-2.html"].Data)
	done := make(chan bool)
	for range 8 {
		go func() {
			l := listen(t, server.URL, "sessions/a/page-2.html")
			defer l.end()
			for l.next().Tag != want {
			}
			done <- true
		}()
	}
	for n := range last + 1 {
		s.Show(Site{Files: pages(fmt.Sprint(n)), Base: "/"})
	}
	for range 8 {
		<-done
	}
}
