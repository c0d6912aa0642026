package query

import (
	"bytes"
	"compress/flate"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"steno/generator/search"
	"steno/tier"
)

// probes are queries that together read every kind of file.
var probes = []string{"the add", "getUserName kind:prompt project:1 after:2025-03-02 session:0", "*user* -tool:bash", `"the a" tag:tag-1`, "has:file", "constructr hookRegistry", "file:main_test.go"}

// inMemory reads an index from a map.
func inMemory(site map[string][]byte) *files {
	read := func(_ context.Context, name string) ([]byte, error) {
		if data, ok := site[name]; ok {
			return data, nil
		}
		return nil, fs.ErrNotExist
	}
	return &files{read: read, close: func() error { return nil }}
}

// filesBelow reads a folder into a map.
func filesBelow(t testing.TB, dir string) map[string][]byte {
	t.Helper()
	site := map[string][]byte{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			site[name], err = os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return site
}

// ask asks all probes, and checks what it gets.
func ask(t testing.TB, site map[string][]byte) (failed int) {
	t.Helper()
	ix, err := openIndex(t.Context(), inMemory(site))
	if err != nil {
		return 1
	}
	for _, q := range probes {
		a, err := ix.Search(t.Context(), q, Options{Limit: 20})
		if err != nil {
			failed++
			continue
		}
		for _, h := range a.Hits {
			if !local(h.Page) || strings.Contains(h.URL, "//") || strings.Contains(strings.SplitN(h.URL, "#", 2)[0], ":") {
				t.Errorf("query %q: a hit leads to %q, %q", q, h.Page, h.URL)
			}
		}
	}
	return failed
}

// spoil damages data in one of several ways.
func spoil(r *rand.Rand, data []byte) []byte {
	data = bytes.Clone(data)
	at := r.IntN(len(data))
	switch r.IntN(6) {
	case 0:
		return data[:at]
	case 1:
		data[at] = byte(r.IntN(256))
	case 2:
		for range 20 {
			data[r.IntN(len(data))] = "!#|z~ \"{}[],:0-9"[r.IntN(16)]
		}
	case 3:
		return slices.Concat(data[:at], []byte(strings.Repeat("|", 40)), data[at:])
	case 4:
		from := r.IntN(len(data))
		return slices.Concat(data[:at], data[min(at, from):max(at, from)], data[at:])
	case 5:
		return slices.Concat(data[:at], []byte("99999999999999999999"), data[at:])
	}
	return data
}

// spoilPacked damages a file, or the text in one that is packed.
func spoilPacked(r *rand.Rand, data []byte) []byte {
	key, packed, ok := search.Packed(data)
	if !ok || r.IntN(3) == 0 {
		return spoil(r, data)
	}
	text, err := io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
	if err != nil {
		return spoil(r, data)
	}
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, flate.BestSpeed)
	if err != nil {
		panic(err) // there is such a level
	}
	w.Write(spoil(r, text))
	w.Close()
	escaped := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`).Replace(out.String())
	return fmt.Appendf(nil, "cs(%q,\"%s\")\n", key, escaped)
}

// TestHostileIndex: whatever the files say, an answer is an error or leads to pages of the site.
func TestHostileIndex(t *testing.T) {
	t.Parallel()
	whole := filesBelow(t, writeIndex(t, search.Options{Scope: search.ScopeEverything}, mixed(3, 12, 20)))
	if n := ask(t, whole); n > 0 {
		t.Fatalf("%d probes fail on a sound index", n)
	}
	r := rand.New(rand.NewPCG(4, 4))
	var names []string
	for name := range whole {
		names = append(names, name)
	}
	slices.Sort(names)
	failed := 0
	for range tier.Count(150, 5000) {
		name := names[r.IntN(len(names))]
		if r.IntN(3) == 0 {
			name = "search/m.js"
		}
		sound := whole[name]
		whole[name] = spoilPacked(r, sound)
		start := time.Now()
		if ask(t, whole) > 0 {
			failed++
		}
		if took := time.Since(start); took > 20*time.Second {
			t.Errorf("%s, damaged, takes %s", name, took)
		}
		whole[name] = sound
	}
	if failed < 20 {
		t.Errorf("only %d damaged indexes make an error", failed)
	}
}

// TestHostileAddresses: addresses of sessions and pages cannot lead out of the site.
func TestHostileAddresses(t *testing.T) {
	t.Parallel()
	for _, place := range []string{"javascript:alert(1)//x.html", "//example.org/x.html", "../../x.html", "/etc/x.html", `sessions\..\x.html`, "a:b/x.html", "sessions/\x1b[2J/x.html"} {
		s := mixed(5, 1, 3)
		s[0].URL = place
		s[0].Docs[0].Page = place
		ask(t, filesBelow(t, writeIndex(t, search.Options{Scope: search.ScopeEverything}, s)))
		s = mixed(5, 1, 3)
		for i := range s[0].Docs {
			s[0].Docs[i].Page = place
		}
		if n := ask(t, filesBelow(t, writeIndex(t, search.Options{Scope: search.ScopeEverything}, s))); n > 0 {
			t.Errorf("page %q: %d probes fail", place, n)
		}
	}
}

func FuzzIndex(f *testing.F) {
	whole := filesBelow(f, writeIndex(f, search.Options{Scope: search.ScopeEverything}, mixed(6, 3, 6)))
	var names []string
	for name := range whole {
		names = append(names, name)
	}
	slices.Sort(names)
	for i, name := range names {
		f.Add(i, whole[name])
	}
	f.Fuzz(func(t *testing.T, i int, data []byte) {
		site := map[string][]byte{}
		for _, name := range names {
			site[name] = whole[name]
		}
		site[names[uint(i)%uint(len(names))]] = data
		ask(t, site)
	})
}

func FuzzQuery(f *testing.F) {
	for _, q := range append(sampled(9, 40), probes...) {
		f.Add(q)
	}
	ix := open(f, writeIndex(f, search.Options{Scope: search.ScopeEverything}, mixed(6, 3, 6)))
	f.Fuzz(func(t *testing.T, text string) {
		if _, err := ix.Search(t.Context(), text, Options{}); err != nil {
			t.Errorf("query %q: %v", text, err)
		}
	})
}

// TestServer searches a site at an address, and nothing else.
func TestServer(t *testing.T) {
	t.Parallel()
	dir := writeIndex(t, search.Options{Scope: search.ScopeEverything}, mixed(1, 10, 20))
	asked := 0
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked++ }))
	t.Cleanup(other.Close)
	mux := http.NewServeMux()
	mux.Handle("/a/b/", http.StripPrefix("/a/b", http.FileServer(http.Dir(dir))))
	mux.Handle("/away/", http.RedirectHandler(other.URL+"/search/m.js", http.StatusFound))
	mux.Handle("/html/", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("<p>Not found")) }))
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	want, err := open(t, dir).Search(t.Context(), "the add", Options{Limit: 5})
	if err != nil {
		t.Fatal(err)
	}
	for _, form := range []string{"/a/b", "/a/b/", "/a/b/index.html", "/a/b/search/index.html?q=other#x"} {
		got, err := open(t, server.URL+form).Search(t.Context(), "the add", Options{Limit: 5})
		if err != nil {
			t.Errorf("%s: %v", form, err)
			continue
		}
		if len(got.Hits) != 5 || got.Hits[4].URL != server.URL+"/a/b/"+want.Hits[4].URL {
			t.Errorf("%s: %+v, want hits of %s below it", form, got.Hits, want.Hits[4].URL)
		}
	}
	for form, text := range map[string]string{"/away": "leads to another site", "/html": "damaged", "/none": "no search index"} {
		_, err := Open(t.Context(), server.URL+form)
		if err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("%s: %v, want an error with %q", form, err, text)
		}
		if errors.Is(err, ErrNoIndex) != (form == "/none") {
			t.Errorf("%s: %v", form, err)
		}
	}
	if asked > 0 {
		t.Errorf("another server was asked")
	}
	for _, place := range []string{t.TempDir(), filepath.Join(t.TempDir(), "none"), "http://", "http://user:word@localhost/"} {
		if ix, err := Open(t.Context(), place); err == nil {
			ix.Close()
			t.Errorf("%q was opened", place)
		}
	}
}
