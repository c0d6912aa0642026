package sitetest

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"steno/tier"
)

// TestHostileTextInFirefox opens pages with payloads in the other browser, whose parser is not the
// same: from a folder, over HTTP, and in an export. Every payload in the long tier; in the plain one
// a few. Some share a session, one after the other.
func TestHostileTextInFirefox(t *testing.T) {
	t.Parallel()
	f := oneFirefox(t)
	var some []string
	for i, p := range payloads() {
		if i%tier.Count(60, 1) == 0 {
			some = append(some, p)
		}
	}
	all := slices.Collect(slices.Chunk(some, tier.Count(20, 24)))
	dir, source := plantIn(t, all)
	names, _ := filepath.Glob(filepath.Join(dir, "sessions", "*", "*.html"))
	agents, _ := filepath.Glob(filepath.Join(dir, "sessions", "*", "agents", "*", "*.html"))
	if len(names) < len(all) || len(agents) < len(all) {
		t.Fatalf("%d pages and %d pages of agents for %d groups of payloads", len(names), len(agents), len(all))
	}
	look := func(address, page, intact string) {
		if err := f.open(address); err != nil {
			t.Fatalf("%s: %v", page, err)
		}
		if problem, err := f.evaluate(intact); err != nil || problem != "" {
			t.Errorf("%s: %s %v (%q)", page, problem, err, payloadsOf(all, page))
		}
	}
	for j, base := range []string{overFile(t, dir), overHTTP(t, dir)} { // one after the other: each has a process of the browser
		for i, name := range append(append(slices.Clone(names), agents...), filepath.Join(dir, "index.html")) {
			if tier.OneIn(2, i+j) {
				page, _ := filepath.Rel(dir, name)
				look(base+filepath.ToSlash(page), page, intact)
			}
		}
	}
	for i := range all {
		if tier.OneIn(len(all), i) {
			id := fmt.Sprintf("p%03d", i)
			address, _ := export(t, source, 0, id)
			look(address, "sessions/"+id+" as one file", intactExport)
		}
	}
}

// TestHostileTextElsewhereInChromium opens such pages over HTTP, and in exports.
func TestHostileTextElsewhereInChromium(t *testing.T) {
	t.Parallel()
	var some []string
	for i, p := range payloads() {
		if i%tier.Count(60, 1) == 0 {
			some = append(some, p)
		}
	}
	all := slices.Collect(slices.Chunk(some, tier.Count(20, 24)))
	dir, source := plantIn(t, all)
	browser := chrome.Storage(t)
	names, _ := filepath.Glob(filepath.Join(dir, "sessions", "*", "*.html"))
	visitAt(t, browser, intact, overHTTP(t, dir), dir, names, func(name string) []string { return payloadsOf(all, name) })
	for i := range all {
		if tier.OneIn(len(all), i) {
			address, _ := export(t, source, 0, fmt.Sprintf("p%03d", i))
			visitAt(t, browser, intactExport, address, dir, []string{dir}, func(string) []string { return all[i] })
		}
	}
}

// intactExport is intact for an export, whose own files are links to data: neither documents nor
// pictures that could run a script.
var intactExport = strings.Replace(intact, `if (!['file:',`, `if (/^data:(text\/html|application|image\/svg)/i.test(to.href)) problems.push('a link to ' + to.href.slice(0, 40)); if (!['data:', 'file:',`, 1)
