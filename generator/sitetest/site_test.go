// Package sitetest holds whole sites against what they were made from: every
// text of the transcripts stands on a page, every link leads somewhere, the same
// input gives the same bytes, and a browser is content. It reads transcripts with
// code of its own, so that a mistake of the parser cannot hide itself.
package sitetest

import (
	"context"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"steno/generator"
	"steno/generator/config"
)

// example and corpus are archives to build: the one of the project, and real ones
// that only some machines have.
const (
	example = "../../testdata/example"
	corpus  = "../../../shared/corpus/claude-code-log"
)

// buildSite builds source into a new folder.
func buildSite(t *testing.T, source string, jobs int) string {
	t.Helper()
	dir := t.TempDir()
	buildInto(t, dir, source, jobs)
	return dir
}

func buildInto(t *testing.T, dir, source string, jobs int) *generator.Summary {
	t.Helper()
	c := config.Default()
	c.Sources, c.Destination, c.Jobs = []string{source}, dir, jobs
	sum, err := generator.Build(context.Background(), generator.Options{Config: c, Version: "test"})
	if err != nil {
		t.Fatalf("building %s: %v", source, err)
	}
	return sum
}

// needCorpus skips the test on machines without the real archives.
func needCorpus(t *testing.T) {
	t.Helper()
	if _, err := os.Stat(corpus); err != nil {
		t.Skip("no real transcripts on this machine: ", err)
	}
}

// page is one parsed HTML file.
type page struct {
	name string // from the site's root
	size int
	root *html.Node
	ids  map[string]*html.Node
	dup  []string // ids that stand twice
}

// readPages parses all HTML files of a site.
func readPages(t *testing.T, dir string) []*page {
	t.Helper()
	var pages []*page
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(name) != ".html" {
			return err
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		root, err := html.Parse(strings.NewReader(string(data)))
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, name)
		p := &page{name: filepath.ToSlash(rel), size: len(data), root: root, ids: map[string]*html.Node{}}
		for n := range root.Descendants() {
			if id := attr(n, "id"); id != "" {
				if p.ids[id] != nil {
					p.dup = append(p.dup, id)
				}
				p.ids[id] = n
			}
		}
		pages = append(pages, p)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return pages
}

func attr(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

// text joins all text below n.
func text(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	return b.String()
}
