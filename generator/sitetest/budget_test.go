package sitetest

import (
	"bytes"
	"compress/gzip"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// scriptBudget is what the scripts of a page may take on the wire.
const scriptBudget = 27<<10 + 640

// No page loads more script than the budget, those included that it loads only
// when somebody searches.
func TestScriptBudget(t *testing.T) {
	t.Parallel()
	site := get(t, madeExample)
	sizes := map[string]int{}
	most := 0
	for _, p := range site.pages {
		total := 0
		for name := range scripts(t, site, p) {
			if _, ok := sizes[name]; !ok {
				sizes[name] = zipped(t, filepath.Join(site.dir, "assets", name))
			}
			total += sizes[name]
		}
		if total == 0 {
			t.Errorf("%s loads no script", p.name)
		}
		if total > scriptBudget {
			t.Errorf("%s loads %d bytes of script, more than %d", p.name, total, scriptBudget)
		}
		most = max(most, total)
	}
	t.Logf("at most %d bytes of script, of %d", most, scriptBudget)
}

// searchBudget is what the scripts of a search may take on the wire. Rare queries load a little more. The page of
// the search also has the buttons and lists to filter by.
const (
	searchBudget     = 10 << 10
	searchPageBudget = 12<<10 + 320
)

func TestSearchBudget(t *testing.T) {
	t.Parallel()
	site := get(t, madeExample)
	for kind, parts := range map[string][]string{"search": nil, "index": {"search", "search-popup"}} {
		total, budget := 0, searchBudget
		if kind == "search" {
			budget = searchPageBudget
		}
		names := named(pageNamed(t, site, largestOf(t, site, kind)))
		for name := range late(t, site) {
			if stem, _, _ := strings.Cut(name, "."); slices.Contains(parts, stem) {
				names[name] = true
			}
		}
		for name := range names {
			if strings.HasPrefix(name, "search") {
				total += zipped(t, filepath.Join(site.dir, "assets", name))
			}
		}
		if total == 0 || total > budget {
			t.Errorf("searching from a page of kind %s loads %d bytes of script, of %d", kind, total, budget)
		}
		t.Logf("%s: %d bytes of script, of %d", kind, total, budget)
	}
	for name := range named(pageNamed(t, site, "index.html")) {
		if strings.HasPrefix(name, "search") {
			t.Errorf("a page where nobody searches loads %s", name)
		}
	}
}

func pageNamed(t *testing.T, m *made, name string) *page {
	t.Helper()
	for _, p := range m.pages {
		if p.name == name {
			return p
		}
	}
	t.Fatalf("the site has no page %s", name)
	return nil
}

// scripts are the names of the scripts that a page loads, at once or later.
func scripts(t *testing.T, m *made, p *page) map[string]bool {
	t.Helper()
	names := named(p)
	maps.Copy(names, late(t, m))
	return names
}

// named are the files of scripts that a page names.
func named(p *page) map[string]bool {
	names := map[string]bool{}
	for n := range p.root.Descendants() {
		if name := attr(n, "src"); path.Ext(name) == ".js" {
			names[path.Base(name)] = true
		}
	}
	return names
}

// late are the files of the scripts that the first one knows for when somebody searches.
func late(t *testing.T, m *made) map[string]bool {
	t.Helper()
	first, err := filepath.Glob(filepath.Join(m.dir, "assets", "first.*.js"))
	if err != nil || len(first) != 1 {
		t.Fatalf("%d first scripts, %v", len(first), err)
	}
	data, err := os.ReadFile(first[0])
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, name := range regexp.MustCompile(`search[a-z-]*\.[0-9a-f]+\.js`).FindAllString(string(data), -1) {
		names[name] = true
	}
	if len(names) < 6 {
		t.Errorf("the first script knows only of %v", names)
	}
	return names
}

func zipped(t *testing.T, name string) int {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var small bytes.Buffer
	w := gzip.NewWriter(&small)
	w.Write(data)
	w.Close()
	return small.Len()
}
