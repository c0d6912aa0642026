package sitetest

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"steno/tier"
)

// The limits of a page in bytes, and of what a browser fetches to show the first
// page of a session.
const (
	pageLimit  = 400 << 10
	firstLimit = 60_000
)

// No page is larger than the limit, unless one block alone is.
func TestPageSize(t *testing.T) {
	t.Parallel()
	eachSite(t, func(t *testing.T, m *made) {
		largest := slices.MaxFunc(m.pages, func(a, b *page) int { return a.size - b.size })
		t.Logf("the largest page has %d KB: %s", largest.size>>10, largest.name)
		for _, p := range m.pages {
			if p.size > pageLimit && largestBlock(p) < p.size/2 {
				t.Errorf("%s has %d KB, its largest block %d KB", p.name, p.size>>10, largestBlock(p)>>10)
			}
		}
	})
}

// largestBlock is the size of the largest element with an anchor.
func largestBlock(p *page) int {
	size := 0
	for id, n := range p.ids {
		if strings.HasPrefix(id, "m-") {
			var w counter
			_ = html.Render(&w, n) // a counter takes everything
			size = max(size, int(w))
		}
	}
	return size
}

// The first page of every session is quick on a telephone.
func TestFirstPageWeight(t *testing.T) {
	t.Parallel()
	eachSite(t, func(t *testing.T, m *made) { checkFirstPages(t, m.dir) })
}

func TestFirstPageWeightOfArchives(t *testing.T) {
	t.Parallel()
	tier.NeedsLong(t, "builds all real archives")
	for _, source := range []string{"spotter", "claude-2026/projects", "agents"} {
		t.Run(source, func(t *testing.T) {
			t.Parallel()
			source := filepath.Join(corpus, "..", filepath.FromSlash(source))
			if _, err := os.Stat(source); err != nil {
				t.Skip("no transcripts at ../shared/corpus: the first pages of real sessions are NOT weighed")
			}
			_, dir := builtOf(t, source)
			checkFirstPages(t, dir)
		})
	}
}

// checkFirstPages weighs the first page of each session of a site with all that it loads.
func checkFirstPages(t *testing.T, dir string) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "sessions", "*", "index.html"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no sessions in %s (%v)", dir, err)
	}
	weights := map[string]int{}
	weigh := func(name string) int {
		if _, ok := weights[name]; !ok {
			weights[name] = gzipped(t, name)
		}
		return weights[name]
	}
	var all []int
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		root, err := html.Parse(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		sum := weigh(name)
		for n := range root.Descendants() {
			if link := asset(n); link != "" {
				sum += weigh(filepath.Join(filepath.Dir(name), filepath.FromSlash(link)))
			}
		}
		if sum > firstLimit {
			t.Errorf("%s takes %d bytes with its style and scripts, at most %d allowed", name, sum, firstLimit)
		}
		all = append(all, sum)
	}
	slices.Sort(all)
	t.Logf("first pages of %d sessions, gzipped with CSS and JS: median %d bytes, largest %d", len(all), all[len(all)/2], all[len(all)-1])
}

// asset is the style sheet or script that an element loads.
func asset(n *html.Node) string {
	link := ""
	switch {
	case n.Data == "script":
		link = attr(n, "src")
	case n.Data == "link" && attr(n, "rel") == "stylesheet":
		link = attr(n, "href")
	}
	if u, err := url.Parse(link); err != nil || u.Scheme != "" {
		return ""
	}
	return link
}

func gzipped(t *testing.T, name string) int {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var n counter
	w := gzip.NewWriter(&n)
	if _, err := io.Copy(w, strings.NewReader(string(data))); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return int(n)
}

// counter counts what is written to it.
type counter int

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}
