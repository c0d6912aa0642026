// Package sitetest holds whole sites against what they were made from: every
// text of the transcripts stands on a page, every link leads somewhere, the same
// input gives the same bytes, and a browser is content. It reads transcripts with
// code of its own, so that a mistake of the parser cannot hide itself.
package sitetest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"golang.org/x/net/html"

	"steno/generator"
	"steno/generator/config"
	"steno/tier"
)

// example and corpus are archives to build: the one of the project, and real ones
// that only some machines have.
const (
	example = "../../testdata/example"
	corpus  = "../../../shared/corpus/claude-code-log"

	realProjects = corpus + "/real_projects"
)

// shared holds the sites that several tests look at, each built once.
var shared string

func TestMain(m *testing.M) {
	tier.ManyFiles()
	dir, err := os.MkdirTemp("", "steno-sites-")
	if err != nil {
		panic(err)
	}
	shared = dir
	tier.MostlyWaiting(2)
	code := m.Run()
	chrome.Close()
	theFirefox.close()
	os.RemoveAll(dir)
	os.Exit(code)
}

// made is a finished site with its pages read.
type made struct {
	source   string
	dir      string
	sum      *generator.Summary
	warnings []generator.Warning
	pages    []*page
}

var (
	madeExample = sync.OnceValues(func() (*made, error) { return makeSite(example, "example") })
	madeReal    = sync.OnceValues(func() (*made, error) { return makeSite(realProjects, "real") })
)

func makeSite(source, name string) (*made, error) {
	m := &made{source: source, dir: filepath.Join(shared, name)}
	var err error
	if m.sum, m.warnings, err = build(m.dir, source, 2); err == nil {
		m.pages, err = parsePages(m.dir)
	}
	return m, err
}

// shares are the sites of other sources that several tests look at, and JSON exports.
var shares sync.Map

// once returns what make returns for a name, which is made once for all tests.
func once[T any](t *testing.T, name string, make func(file string) (T, error)) T {
	t.Helper()
	file := filepath.Join(shared, strings.NewReplacer("..", "", "/", "_").Replace(filepath.ToSlash(filepath.Clean(name))))
	made, _ := shares.LoadOrStore(file, sync.OnceValues(func() (T, error) { return make(file) }))
	value, err := made.(func() (T, error))()
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// builtOf returns the summary and the folder of the site of a source, which tests share and must not change.
func builtOf(t *testing.T, source string) (*generator.Summary, string) {
	t.Helper()
	switch filepath.Clean(source) {
	case filepath.Clean(example):
		m := get(t, madeExample)
		return m.sum, m.dir
	case filepath.Clean(realProjects):
		m := get(t, madeReal)
		return m.sum, m.dir
	}
	m := once(t, source, func(dir string) (*made, error) {
		sum, _, err := build(dir, source, 2)
		return &made{sum: sum, dir: dir}, err
	})
	return m.sum, m.dir
}

// readExport decodes the JSON export of all sessions of a source into doc.
func readExport(t *testing.T, source string, doc any) {
	t.Helper()
	ids := sessionIDs(t, source)
	data, err := os.ReadFile(once(t, source+".json", func(file string) (string, error) {
		c := configOf(source)
		c.Redact.Enabled = false
		out, err := os.Create(file)
		if err != nil {
			return "", err
		}
		_, err = generator.ExportJSON(context.Background(), generator.Options{Config: c, Version: "test"}, ids, out)
		return file, errors.Join(err, out.Close())
	}))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, doc); err != nil {
		t.Fatal(err)
	}
}

// eachSite runs a test over the site of the example and over that of the real projects.
func eachSite(t *testing.T, test func(*testing.T, *made)) {
	t.Helper()
	t.Run("example", func(t *testing.T) {
		t.Parallel()
		test(t, get(t, madeExample))
	})
	t.Run("real", func(t *testing.T) {
		t.Parallel()
		needCorpus(t)
		test(t, get(t, madeReal))
	})
}

func get(t *testing.T, site func() (*made, error)) *made {
	t.Helper()
	m, err := site()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// build builds a site with the default configuration.
func build(dir, source string, jobs int) (*generator.Summary, []generator.Warning, error) {
	c := config.Default()
	c.Sources, c.Destination, c.Jobs = []string{source}, dir, jobs
	c.Redact.Enabled = false // the pages are held against the transcripts as they are
	var warnings []generator.Warning
	sum, err := generator.Build(context.Background(), generator.Options{
		Config: c, Version: "test", Warn: func(w generator.Warning) {
			if w.Text != c.Unredacted() {
				warnings = append(warnings, w)
			}
		},
	})
	if err != nil {
		return nil, warnings, fmt.Errorf("building %s: %w", source, err)
	}
	return sum, warnings, nil
}

// buildInto builds a site that must come out.
func buildInto(t *testing.T, dir, source string, jobs int) *generator.Summary {
	t.Helper()
	sum, _, err := build(dir, source, jobs)
	if err != nil {
		t.Fatal(err)
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

// realArchives are the archives whose figures are counted independently: those of the corpus, or the tester's own one that STENO_ARCHIVE names.
func realArchives() (sources []string, own bool) {
	if name := os.Getenv("STENO_ARCHIVE"); name != "" {
		return []string{name}, true
	}
	return []string{corpus, corpus + "/../spotter", corpus + "/../claude-2026/projects"}, false
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
	pages, err := parsePages(dir)
	if err != nil {
		t.Fatal(err)
	}
	return pages
}

func parsePages(dir string) ([]*page, error) {
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
	return pages, err
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
