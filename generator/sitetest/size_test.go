package sitetest

import (
	"compress/gzip"
	"io"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// The limits of a page in bytes, and of what a browser fetches to show the first
// page of a session.
const (
	pageLimit  = 400 << 10
	firstLimit = 100 << 10
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
	eachSite(t, func(t *testing.T, m *made) {
		weights := map[string]int{}
		weigh := func(name string) int {
			if _, ok := weights[name]; !ok {
				weights[name] = gzipped(t, filepath.Join(m.dir, filepath.FromSlash(name)))
			}
			return weights[name]
		}
		var all []int
		heaviest := ""
		for _, p := range m.pages {
			if ok, _ := path.Match("sessions/*/index.html", p.name); !ok {
				continue
			}
			sum := weigh(p.name)
			for n := range p.root.Descendants() {
				if link := asset(n); link != "" {
					sum += weigh(path.Join(path.Dir(p.name), link))
				}
			}
			if sum > firstLimit {
				t.Errorf("%s takes %d KB with its style and scripts", p.name, sum>>10)
			}
			if len(all) == 0 || sum > slices.Max(all) {
				heaviest = p.name
			}
			all = append(all, sum)
		}
		slices.Sort(all)
		t.Logf("first pages of %d sessions, gzipped with CSS and JS: median %d KB, largest %d KB (%s)",
			len(all), all[len(all)/2]>>10, all[len(all)-1]>>10, heaviest)
	})
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
