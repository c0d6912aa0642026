package serve

import (
	"context"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"
)

func site() fstest.MapFS {
	return fstest.MapFS{
		"index.html":            {Data: []byte("front")},
		"404.html":              {Data: []byte("lost")},
		"sessions/a/index.html": {Data: []byte("session")},
		"assets/x.js":           {Data: []byte("script")},
		"assets/x.css":          {Data: []byte("style")},
		"assets/pic.svg":        {Data: []byte("<svg/>")},
		"search/index.json":     {Data: []byte("{}")},
		"files/x.bin":           {Data: []byte("bytes")},
		"files/a b.txt":         {Data: []byte("text")},
		".steno-lock":           {Data: []byte("secret")},
		"empty/x/y.html":        {Data: []byte("deep")},
	}
}

// shown is a server of a site that stays as it is.
func shown(files fs.FS, base string) *Server {
	s := New(Options{})
	s.Show(Site{Files: files, Base: base})
	return s
}

func get(h http.Handler, method, host, target string) *http.Response {
	r := httptest.NewRequest(method, target, nil)
	r.Host = host
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func TestFiles(t *testing.T) {
	t.Parallel()
	for _, base := range []string{"/", "/repo/", "/a/b/"} {
		h := shown(site(), base)
		for _, c := range []struct {
			path   string // below base
			status int
			kind   string
			body   string
		}{
			{"", 200, "text/html; charset=utf-8", "front"},
			{"index.html", 200, "text/html; charset=utf-8", "front"},
			{"sessions/a/", 200, "text/html; charset=utf-8", "session"},
			{"assets/x.js", 200, "text/javascript; charset=utf-8", "script"},
			{"assets/x.css", 200, "text/css; charset=utf-8", "style"},
			{"assets/pic.svg", 200, "image/svg+xml", "<svg/>"},
			{"search/index.json", 200, "application/json", "{}"},
			{"files/x.bin", 200, "application/octet-stream", "bytes"},
			{"files/a%20b.txt?q=1", 200, "text/plain; charset=utf-8", "text"},
			{"nope", 404, "text/html; charset=utf-8", "lost"},
			{"empty/", 404, "text/html; charset=utf-8", "lost"},
			{".steno-lock", 404, "text/html; charset=utf-8", "lost"},
			{"%2e%2e/serve.go", 404, "text/html; charset=utf-8", "lost"},
			{"..%2fserve.go", 404, "text/html; charset=utf-8", "lost"},
			{"sessions//a/", 404, "text/html; charset=utf-8", "lost"},
			{"index.html/", 404, "text/html; charset=utf-8", "lost"},
			{"a%00b", 404, "text/html; charset=utf-8", "lost"},
		} {
			r := get(h, "GET", "localhost:1313", "http://x"+base+c.path)
			body, _ := io.ReadAll(r.Body)
			if r.StatusCode != c.status || r.Header.Get("Content-Type") != c.kind || string(body) != c.body {
				t.Errorf("%s%s: %d %s %q, want %d %s %q", base, c.path,
					r.StatusCode, r.Header.Get("Content-Type"), body, c.status, c.kind, c.body)
			}
			for name, want := range headers() {
				if got := r.Header.Get(name); got == "" || got != want && c.kind != svg {
					t.Errorf("%s%s: header %s is %q, want %q", base, c.path, name, got, want)
				}
			}
		}
	}
}

func TestRedirects(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ base, path, want string }{
		{"/", "/sessions/a", "/sessions/a/"},
		{"/repo/", "/", "/repo/"},
		{"repo", "/repo", "/repo/"},
		{"/repo/", "/repo/sessions/a", "/repo/sessions/a/"},
		{"/repo/", "/other", ""},
		{"/repo/", "/repository/", ""},
	} {
		r := get(shown(site(), c.base), "GET", "127.0.0.1:1313", c.path)
		got := r.Header.Get("Location")
		if got != c.want || (c.want == "") != (r.StatusCode == http.StatusNotFound) {
			t.Errorf("%s at base %s: %d to %q, want %q", c.path, c.base, r.StatusCode, got, c.want)
		}
	}
}

func TestOnlyThisMachineAndOnlyReading(t *testing.T) {
	t.Parallel()
	h := shown(site(), "/")
	for _, c := range []struct {
		method, host string
		status       int
	}{
		{"GET", "localhost:1313", 200},
		{"GET", "LOCALHOST", 200},
		{"GET", "127.0.0.1:8080", 200},
		{"GET", "[::1]:1313", 200},
		{"GET", "steno.localhost:1313", 200},
		{"HEAD", "localhost", 200},
		{"GET", "evil.example:1313", 403},
		{"GET", "localhost.evil.example", 403},
		{"GET", "127.0.0.1.evil.example", 403},
		{"GET", "192.168.1.2:1313", 403},
		{"GET", "", 403},
		{"POST", "localhost", 405},
		{"DELETE", "localhost", 405},
	} {
		if r := get(h, c.method, c.host, "/"); r.StatusCode != c.status {
			t.Errorf("%s for host %q: %d, want %d", c.method, c.host, r.StatusCode, c.status)
		}
	}
}

func TestLinksOutOfTheSite(t *testing.T) {
	t.Parallel()
	top := t.TempDir()
	dir := filepath.Join(top, "public")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(top, "secret.txt"), []byte("secret"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("../secret.txt", filepath.Join(dir, "x.txt")); err != nil {
		t.Skipf("no symbolic links here: %v", err)
	}
	if r := get(shown(Folder(dir), "/"), "GET", "localhost", "/x.txt"); r.StatusCode != http.StatusNotFound {
		t.Errorf("a link out of the site: %d, want 404", r.StatusCode)
	}
}

func TestListenAndRun(t *testing.T) {
	t.Parallel()
	first, err := Listen(Loopback, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	port := first.Addr().(*net.TCPAddr).Port
	second, err := Listen(Loopback, port)
	if err != nil {
		t.Fatal(err)
	}
	addr := second.Addr().(*net.TCPAddr)
	if addr.Port <= port || !addr.IP.IsLoopback() {
		t.Errorf("listening at %s while %d is busy, want a later port of the loopback address", addr, port)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- Run(ctx, second, shown(site(), "/")) }()
	r, err := http.Get("http://" + addr.String() + "/")
	if err != nil {
		t.Fatal(err)
	}
	body, _ := io.ReadAll(r.Body)
	r.Body.Close()
	if string(body) != "front" {
		t.Errorf("got %q", body)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Errorf("Run after an interrupt: %v", err)
	}
	if _, err := http.Get("http://" + addr.String() + "/"); err == nil {
		t.Error("still answering after the end")
	}
}
