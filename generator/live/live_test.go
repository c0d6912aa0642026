package live

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"steno/generator"
	"steno/generator/config"
	"steno/generator/serve"
)

const (
	one  = "11111111-0000-4000-8000-000000000001"
	page = "/sessions/" + one + "/index.html"
)

// bench is a session that grows, and a server that shows it.
type bench struct {
	t        *testing.T
	file     string
	options  generator.Options
	site     serve.Site
	server   *httptest.Server
	follower *Follower
	lines    int
}

func newBench(t *testing.T) *bench {
	t.Helper()
	c := config.Default()
	c.Sources, c.Destination = []string{t.TempDir()}, filepath.Join(t.TempDir(), "site")
	s := serve.New(serve.Options{Live: true})
	b := &bench{
		t: t, file: filepath.Join(c.Sources[0], "-w-x", one+".jsonl"), options: generator.Options{Config: c, Version: "test", Cache: t.TempDir()},
		site: serve.Site{Files: serve.Folder(c.Destination), Base: "/"}, server: httptest.NewServer(s), follower: New(s),
	}
	t.Cleanup(b.server.Close)
	t.Cleanup(b.follower.Close)
	if err := os.MkdirAll(filepath.Dir(b.file), 0o777); err != nil {
		t.Fatal(err)
	}
	b.add("Plant a row")
	b.follower.Built(t.Context(), b.site, b.build())
	return b
}

// build builds the site, and returns what it left.
func (b *bench) build() *Maker {
	b.t.Helper()
	var ahead *generator.Ahead
	o := b.options
	o.Ahead = func(a *generator.Ahead) { ahead = a }
	if _, err := generator.Build(b.t.Context(), o); err != nil {
		b.t.Fatal(err)
	}
	if ahead == nil {
		b.t.Fatal("nothing can be made ahead")
	}
	return &Maker{ahead.Make, ahead.Close}
}

// open opens the page, as a browser does, until the test ends.
func (b *bench) open() {
	b.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	b.t.Cleanup(cancel)
	r, err := http.NewRequestWithContext(ctx, "GET", b.server.URL+"/.steno/events?page="+page[1:], nil)
	if err != nil {
		b.t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(func() { answer.Body.Close() })
}

// add adds a prompt to the session.
func (b *bench) add(text string) {
	b.t.Helper()
	b.lines++
	line, err := json.Marshal(map[string]any{
		"type": "user", "uuid": fmt.Sprintf("%08d-0000-4000-8000-000000000001", b.lines), "sessionId": one, "cwd": "/w/x",
		"timestamp": fmt.Sprintf("2026-03-01T10:00:%02d.000Z", b.lines), "message": map[string]any{"role": "user", "content": text},
	})
	if err != nil {
		b.t.Fatal(err)
	}
	f, err := os.OpenFile(b.file, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
	if err != nil {
		b.t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.Write(append(line, '\n')); err != nil {
		b.t.Fatal(err)
	}
}

// says checks which of these words the page has.
func (b *bench) says(when string, words map[string]bool) {
	b.t.Helper()
	r, err := http.Get(b.server.URL + page)
	if err != nil {
		b.t.Fatal(err)
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	for word, want := range words {
		if strings.Contains(string(text), word) != want {
			b.t.Errorf("%s: the page has %q: %t", when, word, !want)
		}
	}
}

// TestPagesComeBeforeTheBuild adds prompts before a build, while it runs and after it: the page has each as soon as it was heard of, and
// never goes back.
func TestPagesComeBeforeTheBuild(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.open()
	ctx := t.Context()
	b.add("Water the row")
	b.follower.Heard(b.file, true)
	b.follower.Begin(ctx) // what was heard is shown before the build takes the processor
	b.says("before the build", map[string]bool{"Plant a row": true, "Water the row": true})
	left := b.build()
	b.add("Weed the row")
	b.follower.Heard(b.file, true)
	b.follower.mu.Lock()
	b.follower.catchUp(ctx) // as Run does
	b.follower.mu.Unlock()
	b.says("while a build runs", map[string]bool{"Water the row": true, "Weed the row": true})
	b.follower.Built(ctx, b.site, left)
	b.says("after the build", map[string]bool{"Water the row": true, "Weed the row": true})
	if text, err := os.ReadFile(filepath.Join(b.options.Config.Destination, page)); err != nil || strings.Contains(string(text), "Weed") {
		t.Errorf("the build has the prompt that came after it: %v", err)
	}
	b.follower.Begin(ctx)
	left = b.build()
	b.add("Mow the lawn")
	b.follower.Heard(b.file, true)
	b.follower.Built(ctx, b.site, left) // before Run came to it
	b.says("after the next build", map[string]bool{"Weed the row": true, "Mow the lawn": true})
	b.follower.Begin(ctx)
	b.follower.Built(ctx, b.site, b.build())
	b.says("after the last build", map[string]bool{"Mow the lawn": true})
	if b.follower.folder != "" && len(b.follower.shown) > 0 {
		t.Error("pages are still shown in the place of the site's")
	}
}

// TestRunPushes leaves it to the goroutine.
func TestRunPushes(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.open()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan bool)
	go func() { b.follower.Run(ctx); close(ended) }()
	b.add("Water the row")
	b.follower.Heard(b.file, true)
	for n := 0; ; n++ {
		r, err := http.Get(b.server.URL + page)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r.Body)
		r.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "Water the row") {
			break
		}
		if n > 1000 {
			t.Fatal("the page does not come")
		}
		time.Sleep(10 * time.Millisecond)
	}
	cancel()
	<-ended
}

// TestUncertainChangesWait has changes after which nothing is made ahead, until a build has begun after them.
func TestUncertainChangesWait(t *testing.T) {
	t.Parallel()
	for what, c := range map[string]change{
		"something":                {"", false},
		"a file that was replaced": {one, false},
		"another file":             {filepath.Join(os.TempDir(), "steno.yaml"), true},
	} {
		b := newBench(t)
		b.open()
		ctx := t.Context()
		if c.name == one {
			c.name = b.file
		}
		b.follower.Heard(c.name, c.written)
		b.add("Water the row")
		b.follower.Heard(b.file, true)
		b.follower.Begin(ctx)
		b.says(what, map[string]bool{"Plant a row": true, "Water the row": false})
		left := b.build()
		b.follower.Heard(c.name, c.written) // the build may have come before it
		b.add("Weed the row")
		b.follower.Heard(b.file, true)
		b.follower.Built(ctx, b.site, left)
		b.says(what+", while a build ran", map[string]bool{"Water the row": true, "Weed the row": false})
		b.follower.Begin(ctx)
		b.follower.Built(ctx, b.site, b.build())
		b.add("Mow the lawn")
		b.follower.Heard(b.file, true)
		b.follower.Begin(ctx)
		b.says(what+", after a build", map[string]bool{"Weed the row": true, "Mow the lawn": true})
	}
}

// TestFailedBuilds: what a build did not publish is not shown any more.
func TestFailedBuilds(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.open()
	b.add("Water the row")
	b.follower.Heard(b.file, true)
	b.follower.Begin(t.Context())
	folder := b.follower.folder
	b.follower.Failed()
	b.follower.server.Fail(serve.Trouble{Lines: []string{"no"}})
	b.says("after it failed", map[string]bool{"Plant a row": true, "Water the row": false})
	if _, err := os.Stat(folder); err == nil || folder == "" {
		t.Errorf("pages stay in %q", folder)
	}
}

// TestNobodyReads makes no pages that nobody has open.
func TestNobodyReads(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.add("Water the row")
	b.follower.Heard(b.file, true)
	b.follower.Begin(t.Context())
	b.says("nobody reads it", map[string]bool{"Plant a row": true, "Water the row": false})
	b.open()
	b.add("Weed the row")
	b.follower.Heard(b.file, true)
	b.follower.Begin(t.Context())
	b.says("somebody reads it", map[string]bool{"Water the row": true, "Weed the row": true})
}
