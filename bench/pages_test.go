package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"steno/bench/archive"
	"steno/generator"
	"steno/generator/config"
	"steno/generator/search"
	"steno/parser"
	"steno/tier/chromium"
)

// An asked query has one to three words of one text of a session.
type asked struct{ query, session string }

// client is how a browser asks a search engine.
type client struct {
	page   string         // where its script can run
	ready  string         // a condition in JavaScript: it can be asked now
	script string         // reads the texts of the first ten results, and returns the addresses of their pages
	index  *regexp.Regexp // addresses of the files of its index
	code   *regexp.Regexp // addresses of its own scripts, which browsers keep
	dir    string         // of the index, below the site
}

var (
	stenoSearch    = client{"/search/", "document.querySelector('#q:enabled')", askSteno, regexp.MustCompile(`^/search/.*\.js$`), regexp.MustCompile(`^/assets/search`), "search"}
	pagefindSearch = client{"/sessions/", "document.body", askPagefind, regexp.MustCompile(`^/pagefind/.*\.pf_\w+$|^/pagefind/.*\.json$`), regexp.MustCompile(`^/pagefind/`), "pagefind"}
)

const (
	askSteno = `(async (query) => {
	const S = stenoSearch, search = new S.Search(new S.Index('../search/')), groups = S.grouped(search.index, await search.run(query, null, 10)).slice(0, 10);
	const [, shown] = await Promise.all([Promise.all(S.page(groups, 0, 10).map((g) => S.load(search.index, g))), Promise.all(groups.map((g) => search.index.sessionRecord(g.session)))]);
	return shown.map((s) => s.url);
})(%s)`
	askPagefind = `(async (query) => {
	const pagefind = await import('/pagefind/pagefind.js'), found = await pagefind.search(query);
	return (await Promise.all(found.results.slice(0, 10).map((r) => r.data()))).map((r) => r.url);
})(%s)`
)

// BenchmarkPages builds a site of a generated archive of STENO_SCALE messages, has Pagefind index the pages of its sessions, and asks both
// the same queries in Chromium, with nothing cached. It reports the bytes of each index and, of each query, the bytes of it that are read, gzipped, for
// ten results with their texts; and in how many of 100 queries the session that the words are from is among these ten. Pagefind takes
// part when its program, of the npm package pagefind, is in PATH or named by PAGEFIND.
func BenchmarkPages(b *testing.B) {
	messages := 10_000
	if n, err := strconv.Atoi(os.Getenv("STENO_SCALE")); err == nil {
		messages = n
	}
	transcripts := b.TempDir()
	if _, err := archive.Write(b.Context(), transcripts, archive.Options{Seed: 21, Bytes: int64(messages) * 5500}); err != nil {
		b.Fatal(err)
	}
	queries := drawn(b, transcripts, 60)
	c := config.Default()
	c.Sources, c.Destination = []string{transcripts}, b.TempDir()
	if _, err := generator.Build(b.Context(), generator.Options{Config: c, Version: "test"}); err != nil {
		b.Fatal(err)
	}
	browser := chromium.New(1300, 900)
	defer browser.Close()
	b.Run("Steno", func(b *testing.B) {
		for b.Loop() {
			stenoSearch.report(b, browser.Tab(b), c.Destination, queries)
		}
	})
	b.Run("Pagefind", func(b *testing.B) {
		program := os.Getenv("PAGEFIND")
		if program == "" {
			program = "pagefind"
		}
		if _, err := exec.LookPath(program); err != nil {
			b.Skip("Pagefind is not installed: it takes no part")
		}
		for b.Loop() {
			// The other pages of a session have a choice of what these have.
			var s sample
			if err := s.run(b.Context(), c.Destination, os.Environ(), program, "--site", c.Destination, "--glob", "sessions/*/{index,page-*}.html"); err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(s.processor.Seconds(), "build-processor-s")
			b.ReportMetric(float64(s.peak)/(1<<20), "build-MiB")
			pagefindSearch.report(b, browser.Tab(b), c.Destination, queries)
		}
	})
}

// drawn draws queries from the texts of an archive.
func drawn(b *testing.B, dir string, n int) (queries []asked) {
	b.Helper()
	r := rand.New(rand.NewPCG(11, 1))
	type text struct{ session, text string }
	var texts []text
	err := archive.Texts(b.Context(), dir, func(p *parser.Session, all []archive.Text) bool {
		for _, t := range all {
			if r.IntN(20) == 0 {
				texts = append(texts, text{p.ID, t.Text})
			}
		}
		return true
	})
	if err != nil || len(texts) == 0 {
		b.Fatalf("no texts: %v", err)
	}
	word := regexp.MustCompile(`[\pL\pN][\pL\pN_./-]*[\pL\pN]`) // without what is an operator of either
	for len(queries) < n {
		t := texts[r.IntN(len(texts))]
		words := word.FindAllString(t.text, -1)
		var query []string
		for range min(1+r.IntN(3), len(words)) {
			query = append(query, words[r.IntN(len(words))])
		}
		if q := strings.Join(query, " ") + " "; len(search.QueryTerms(q)) > 0 {
			queries = append(queries, asked{q, t.session})
		}
	}
	return queries
}

// report asks the queries and reports what they read.
func (c client) report(b *testing.B, tab context.Context, site string, queries []asked) {
	b.Helper()
	var code, data atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if file, err := os.ReadFile(filepath.Join(site, filepath.FromSlash(filepath.Clean(r.URL.Path)))); err == nil {
			switch {
			case c.index.MatchString(r.URL.Path):
				data.Add(gzipped(b, file))
			case c.code.MatchString(r.URL.Path):
				code.Add(gzipped(b, file))
			}
		}
		http.FileServer(http.Dir(site)).ServeHTTP(w, r)
	}))
	defer server.Close()
	wait := func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }
	var sizes, codes []int64
	among := 0
	for _, q := range queries {
		text, err := json.Marshal(q.query)
		if err != nil {
			b.Fatal(err)
		}
		code.Store(0)
		data.Store(0)
		var urls []string
		if err := chromedp.Run(tab, network.Enable(), network.SetCacheDisabled(true), chromedp.Navigate(server.URL+c.page),
			chromium.Until(c.ready), chromedp.Evaluate(fmt.Sprintf(c.script, text), &urls, wait)); err != nil {
			b.Fatal(err)
		}
		sizes, codes = append(sizes, data.Load()), append(codes, code.Load())
		if slices.ContainsFunc(urls, func(url string) bool { return strings.Contains(url, q.session) }) {
			among++
		}
	}
	slices.Sort(sizes)
	slices.Sort(codes)
	b.ReportMetric(float64(sizes[len(sizes)/2])/1000, "kB-p50")
	b.ReportMetric(float64(sizes[len(sizes)*95/100])/1000, "kB-p95")
	b.ReportMetric(float64(codes[len(codes)/2])/1000, "kB-client")
	b.ReportMetric(100*float64(among)/float64(len(queries)), "%in-ten")
	var written sample
	if err := written.weigh(filepath.Join(site, c.dir)); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(written.files), "files")
	b.ReportMetric(float64(written.site)/1e6, "MB-index")
}

// gzipped is how many bytes a host sends of a file: it compresses what is not compressed.
func gzipped(tb testing.TB, data []byte) int64 {
	tb.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write(data); err != nil {
		tb.Fatal(err)
	}
	if err := w.Close(); err != nil {
		tb.Fatal(err)
	}
	return int64(min(out.Len(), len(data)))
}
