package serve

import (
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
)

// TestPush shows newer pages of one session in the place of the site's, until the next site or the next trouble.
func TestPush(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	if err := os.MkdirAll(filepath.Join(folder, "sessions", "a"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "sessions", "a", "page-2.html"), []byte("newer"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "index.html"), []byte("no page of a session"), 0o666); err != nil {
		t.Fatal(err)
	}
	s := New(Options{})
	ask := func(name string) string { return body(t, get(s, "GET", "localhost", "/"+name)) }
	site := Site{Files: pages(""), Base: "/"}
	s.Show(site)
	old, index, first := ask("sessions/a/page-2.html"), ask("index.html"), ask("sessions/a/index.html")
	newer := Ahead{"sessions/a": Folder(folder)}
	check := func(when, want string) {
		t.Helper()
		if got := ask("sessions/a/page-2.html"); got != want {
			t.Errorf("%s: %q", when, got)
		}
		if ask("index.html") != index || ask("sessions/a/index.html") != first {
			t.Errorf("%s: other pages changed", when)
		}
	}
	s.Push(newer)
	check("pushed", "newer")
	s.Show(site)
	check("another site", old)
	site.Ahead = newer
	s.Show(site)
	check("a site with newer pages", "newer")
	s.Fail(Trouble{})
	check("trouble", old)
}

// TestReads reports which directories have an open page.
func TestReads(t *testing.T) {
	t.Parallel()
	s := live(pages(""), "/")
	server := httptest.NewServer(s)
	defer server.Close()
	l := listen(t, server.URL, "sessions/a/index.html")
	l.next()
	for dir, want := range map[string]bool{"sessions/a": true, "sessions": true, "sessions/aa": false, "sessions/b": false} {
		if s.Reads(dir) != want {
			t.Errorf("%s is read: %t", dir, !want)
		}
	}
	l.end()
}

// TestRefresh sends an open page its new tag after a build wrote it.
func TestRefresh(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	name := filepath.Join(folder, "index.html")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("one")
	s := New(Options{Live: true})
	s.Show(Site{Files: Folder(folder), Base: "/"})
	server := httptest.NewServer(s)
	defer server.Close()
	l := listen(t, server.URL, "index.html")
	defer l.end()
	if n := l.next(); n.Tag != tag([]byte("one")) {
		t.Errorf("at first: %v", n)
	}
	write("two")
	s.Refresh()
	if n := l.next(); n.Tag != tag([]byte("two")) {
		t.Errorf("afterwards: %v", n)
	}
}
