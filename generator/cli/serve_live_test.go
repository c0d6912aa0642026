package cli

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

const exampleArchive = "../../testdata/example"

// log is what a server says, readable while it runs.
type log struct {
	mu    sync.Mutex
	text  bytes.Buffer
	heard func(line string) // called while the server waits for its line to be written; may be nil
}

func (l *log) Write(p []byte) (int, error) {
	l.mu.Lock()
	heard := l.heard
	l.mu.Unlock()
	if heard != nil {
		heard(string(p))
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *log) listen(heard func(line string)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.heard = heard
}

func (l *log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// served is a server that runs for a test, over a copy of the example.
type served struct {
	t    testing.TB
	dir  string // holds src, theme, site and steno.yaml
	said *log
	base string // address of the site
	stop func() int
}

const servedConfig = "title: Served\nsources: [src]\ndestination: site\ncache: cache\ntheme:\n  dir: theme\n"

// startServing runs steno serve over a copy of the example until the test ends.
func startServing(t testing.TB, args ...string) *served {
	t.Helper()
	return startServingFrom(t, exampleArchive, args...)
}

func startServingFrom(t testing.TB, archive string, args ...string) *served {
	t.Helper()
	s := &served{t: t, dir: t.TempDir()}
	must(t, os.CopyFS(s.in("src"), os.DirFS(archive)))
	must(t, os.Mkdir(s.in("theme"), 0o777))
	s.write("steno.yaml", servedConfig)
	s.start(append([]string{"--port", "0"}, args...)...)
	return s
}

// start runs the server, which must not run.
func (s *served) start(args ...string) {
	s.t.Helper()
	s.said = &log{}
	ctx, cancel := context.WithCancel(s.t.Context())
	ended := make(chan int, 1)
	u := newUI(strings.NewReader(""), io.Discard, s.said)
	go func() { ended <- run(ctx, append([]string{"serve", "--config", s.in("steno.yaml")}, args...), u) }()
	s.stop = sync.OnceValue(func() int { cancel(); return <-ended })
	s.t.Cleanup(func() { s.stop() })
	line := regexp.MustCompile(`serving \S+ at (http://\S+) `)
	s.until("it serves", func() bool { return line.MatchString(s.said.String()) })
	s.base = line.FindStringSubmatch(s.said.String())[1]
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func (s *served) in(name string) string { return filepath.Join(s.dir, filepath.FromSlash(name)) }

func (s *served) write(name, text string) {
	s.t.Helper()
	must(s.t, os.MkdirAll(filepath.Dir(s.in(name)), 0o777))
	must(s.t, os.WriteFile(s.in(name), []byte(text), 0o666))
}

// add appends to a file.
func (s *served) add(name, text string) {
	s.t.Helper()
	f, err := os.OpenFile(s.in(name), os.O_APPEND|os.O_WRONLY, 0)
	must(s.t, err)
	_, err = f.WriteString(text)
	must(s.t, err)
	must(s.t, f.Close())
}

// servedPatience is how long a condition is waited for: under the race detector, one build takes up to 20 s
// on a busy machine, and edits in the middle of one lead to another.
const servedPatience = 3 * time.Minute

// until waits for a condition.
func (s *served) until(what string, holds func() bool) {
	s.t.Helper()
	for end := time.Now().Add(servedPatience); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if holds() {
			return
		}
	}
	s.t.Fatalf("it does not come about that %s; the server said:\n%s", what, s.said)
}

// get asks for a page.
func (s *served) get(name string) (int, string) {
	s.t.Helper()
	r, err := http.Get(s.base + name)
	must(s.t, err)
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	must(s.t, err)
	return r.StatusCode, string(body)
}

func (s *served) shows(page, text string) func() bool {
	return func() bool { _, body := s.get(page); return strings.Contains(body, text) }
}

const (
	grownID   = "f7ccac33-000b-424a-9365-2bfdd019879a"
	grown     = "src/-home-jonas-web-seedshop/" + grownID + ".jsonl"
	grownPage = "sessions/" + grownID + "/index.html"
)

// prompt is line n, from 1, that a test adds to the session.
func prompt(n int, text string) string {
	id := func(n int) string { return fmt.Sprintf("%08x-0000-4000-8000-000000000001", 0xe0000000+n) }
	parent := id(n - 1)
	if n == 1 {
		parent = "045b6291-a35f-4337-96e7-31ca5b120bdc" // the last of the example
	}
	return promptOf(grownID, id(n), parent, n, text)
}

// promptOf is a line of a session, n seconds after ten o'clock.
func promptOf(session, id, parent string, n int, text string) string {
	return fmt.Sprintf(`{"type":"user","uuid":%q,"parentUuid":%q,"isSidechain":false,"cwd":"/home/jonas/web/seedshop",`+
		`"sessionId":%q,"version":"2.1.22","timestamp":"2026-02-02T10:%02d:%02d.000Z","message":{"role":"user","content":%q}}`+"\n",
		id, parent, session, n/60, n%60, text)
}

func TestServeFollows(t *testing.T) {
	t.Parallel()
	s := startServing(t, "-b", "https://ada.example/a/b/")
	if !strings.HasSuffix(s.base, "/a/b/") {
		t.Errorf("served at %s, want it below /a/b/", s.base)
	}
	if _, body := s.get("index.html"); !strings.Contains(body, "/a/b/.steno/live.js") {
		t.Error("pages are not live")
	}
	site, err := os.ReadFile(s.in("site/index.html"))
	if must(t, err); bytes.Contains(site, []byte(".steno")) {
		t.Error("the site itself holds what only served pages have")
	}
	s.add(grown, prompt(1, "Water the sunflowers"))
	s.until("the new prompt shows", s.shows(grownPage, "Water the sunflowers"))

	s.write("theme/templates/extra.html", `{{define "extra-foot"}}<p>Grown with care</p>{{end}}`)
	s.until("the theme changes", s.shows(grownPage, "Grown with care"))
	s.write("theme/templates/extra.html", "{{define \"extra-foot\"}}\n{{nonsense}}{{end}}")
	s.until("a mistake in the theme is told", func() bool { return strings.Contains(s.said.String(), "extra.html:2") })
	if code, body := s.get(grownPage); code != 200 || !strings.Contains(body, "Grown with care") {
		t.Errorf("the last good page is gone: %d", code)
	}
	if code, body := s.get(".steno/trouble"); code != 503 || !strings.Contains(body, "extra.html:2") {
		t.Errorf("the page of trouble: %d %s", code, body)
	}
	must(t, os.Remove(s.in("theme/templates/extra.html")))
	s.until("the trouble is over", func() bool { _, body := s.get(".steno/trouble"); return !strings.Contains(body, "extra.html") })

	s.write("steno.yaml", servedConfig+"titel: x\n")
	s.until("a mistake in the configuration is told", s.shows(".steno/trouble", `steno.yaml:7: unknown key &#34;titel&#34;`))
	s.write("steno.yaml", strings.Replace(servedConfig, "Served", "Another title", 1))
	s.until("the configuration is read again", s.shows("index.html", "Another title"))

	if runtime.GOOS != "windows" { // which renames no folder that is watched
		must(t, os.Rename(s.in("src"), s.in("elsewhere")))
		s.until("a lost source is told", s.shows(".steno/trouble", "does not exist"))
		must(t, os.Rename(s.in("elsewhere"), s.in("src")))
		s.until("it comes back", func() bool { _, body := s.get(".steno/trouble"); return strings.Contains(body, "Another title") })
	}
	if code := s.stop(); code != exitInterrupted {
		t.Errorf("exit code %d", code)
	}
}

// siteFiles reads all files of a site.
func siteFiles(t testing.TB, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	must(t, filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			var data []byte
			data, err = os.ReadFile(name)
			files[filepath.ToSlash(name[len(dir)+1:])] = string(data)
		}
		if errors.Is(err, fs.ErrNotExist) {
			return nil // it was there a moment ago: a build is running
		}
		return err
	}))
	return files
}

// TestServePushesNoSecrets adds lines with values, one that is recognized there and one that only another session names, and reads all that an open
// page is sent. The beginning of a line is sent to nobody.
func TestServePushesNoSecrets(t *testing.T) {
	t.Parallel()
	const token, password, half = "gh" + "p_7Rt5Yw1Pm6Ls3Dc9Fg4HjXbVn2QkZ8aWs0Ed", "copper-Lantern-77x", "half a row"
	s := startServing(t)
	s.add("src/-home-mira-code-steep/3b1f6c02-7d54-4e0a-9c61-52d0a8e4f701.jsonl",
		promptOf("3b1f6c02-7d54-4e0a-9c61-52d0a8e4f701", "e1000000-0000-4000-8000-000000000001", "", 1, "Set password="+password+" in the file"))
	s.until("the password is taken out", s.shows("sessions/3b1f6c02-7d54-4e0a-9c61-52d0a8e4f701/index.html", "in the file"))
	stream, err := http.Get(s.base + ".steno/events?page=" + grownPage + "&tag=old")
	must(t, err)
	defer stream.Body.Close()
	s.add(grown, prompt(1, "Water the first row, "+token))
	last := prompt(2, "Water the last row, "+password)
	s.add(grown, last[:len(last)/2])
	s.add(grown, last[len(last)/2:]+strings.TrimSuffix(prompt(3, half), "}}\n"))
	news := bufio.NewScanner(stream.Body)
	news.Buffer(nil, 4<<20)
	for done := false; !done; {
		if !news.Scan() {
			t.Fatalf("the stream ends: %v", news.Err())
		}
		for _, text := range []string{token, password, half} {
			if strings.Contains(news.Text(), text) {
				t.Errorf("a page is sent with %q", text)
			}
		}
		done = strings.Contains(news.Text(), "Water the last row, [redacted:")
	}
}

// A port that is taken is left to who has it, and nothing runs on after the end.
func TestServeLeavesNothing(t *testing.T) {
	first := startServing(t)
	port := first.base[strings.LastIndex(first.base, ":")+1 : len(first.base)-1]
	second := startServing(t, "--port", port)
	if second.base == first.base || !strings.Contains(second.said.String(), "port "+port+" is taken") {
		t.Errorf("served at %s and at %s:\n%s", first.base, second.base, second.said)
	}
	stream, err := http.Get(first.base + ".steno/events?page=index.html")
	must(t, err)
	defer stream.Body.Close()
	first.add(grown, prompt(1, "Water the sunflowers"))
	start := time.Now()
	for _, s := range []*served{first, second} {
		if code := s.stop(); code != exitInterrupted {
			t.Errorf("exit code %d", code)
		}
	}
	if took := time.Since(start); took > 10*time.Second { // far from what it takes, as machines are busy
		t.Errorf("the end took %v", took)
	}
	var left string
	for range 100 {
		text := make([]byte, 1<<20)
		left = string(text[:runtime.Stack(text, true)])
		if !strings.Contains(left, "generator/watch.") && !strings.Contains(left, "generator/serve.") && !strings.Contains(left, "fsnotify.") {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("something runs on:\n%s", left)
}

func renameFile(s *served, from, to string) error { return os.Rename(s.in(from), s.in(to)) }
