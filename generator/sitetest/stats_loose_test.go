package sitetest

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// unlinked are the places of a page of the statistics where numbers have no link, with the reason. By element, or by class.
var unlinked = map[string]string{
	"h1": "a name", "h2": "the list is below it; see headsItsList", "caption": "a name", "th": "a name", "dt": "a name",
	"svg": "a picture; its table has the same numbers", "time": "a date", "figcaption": "how a picture is drawn",
	"legend": "names of models; their sums have links", "all": "how many rows the box below them shows", "excerpt": "a directory",
}

// eachLinked fails for a number of a page that has no link, unless it is zero or one of these.
func eachLinked(t *testing.T, p *page) {
	t.Helper()
	for n := range p.root.Descendants() {
		if n.Type != html.TextNode || !strings.ContainsAny(n.Data, "0123456789") || strings.HasPrefix(n.Data, "0") {
			continue
		}
		main, known := false, false
		for of := n.Parent; of != nil; of = of.Parent {
			main = main || of.Data == "main"
			known = known || of.Data == "a" || unlinked[of.Data] != ""
			for class := range strings.FieldsSeq(attr(of, "class")) {
				known = known || unlinked[class] != ""
			}
		}
		if main && !known && strings.TrimSpace(n.Data) != "$0" {
			t.Errorf("%s: %q has no link", p.name, strings.TrimSpace(n.Data))
		}
	}
}

// headsItsList compares the number in the heading of a list with its rows, on all of its pages.
func headsItsList(t *testing.T, pages map[string]*page) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(pages)) {
		p := pages[name]
		if !strings.HasPrefix(name, "stats/") || strings.Contains(name, "/page-") {
			continue
		}
		if h2 := p.ids["h-rows"]; h2 != nil {
			_, rows := sumOfPages(pages, name)
			if said := amountOf(text(h2)).value; said != float64(rows) {
				t.Errorf("%s: %s, but %d rows", name, text(h2), rows)
			}
		}
		if h2 := p.ids["h-declined"]; h2 != nil && strings.HasPrefix(name, "stats/declined/") {
			calls := 0
			for at := name; pages[at] != nil; at = nextPage(at) {
				for ul := range elements(pages[at].root, "ul") {
					for range elements(ul, "li") {
						calls += oneIf(attr(ul, "class") == "declined")
					}
				}
			}
			if said := amountOf(text(h2)).value; said != float64(calls) {
				t.Errorf("%s: %s, but %d calls", name, text(h2), calls)
			}
		}
	}
}
