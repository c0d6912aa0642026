package sitetest

import (
	"cmp"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"golang.org/x/net/html"

	"steno/tier"
)

// A browser is content with the site, from a server below a path and from a folder.
func TestChromium(t *testing.T) {
	t.Parallel()
	browser := chrome.Storage(t)
	site := get(t, madeExample)
	for i, scheme := range []struct{ name, base string }{{"http", overHTTP(t, site.dir)}, {"file", overFile(t, site.dir)}} {
		t.Run(scheme.name, func(t *testing.T) {
			tab := openTab(t, browser, scheme.base)
			for j, page := range kinds(t, site) {
				if !tier.OneIn(6, 3*i+j) {
					continue
				}
				tab.open(t, page)
				tab.check(t, "the style applies", `getComputedStyle(document.querySelector('.site-name')).display === 'flex'`)
				tab.check(t, "the scripts ran", `document.documentElement.classList.contains('js')`)
				tab.check(t, "nothing is wider than the window", `document.documentElement.scrollWidth <= innerWidth`)
				tab.quiet(t, page)
			}
			for j, part := range browserParts {
				if tier.OneIn(2, i+j) {
					t.Run(part.name, func(t *testing.T) { part.test(t, tab, site) })
				}
			}
			t.Run("without scripts", func(t *testing.T) { readsWithoutScripts(t, tab, site, i) })
		})
	}
}

// browserParts are what pages do with scripts.
var browserParts = []struct {
	name string
	test func(*testing.T, *tab, *made)
}{
	{"tags", tagsLead}, {"marks", marksLead}, {"keys", keysWork}, {"levels", levelsWork}, {"places", placesWork}, {"moved", movedArrive}, {"links", linksCopy}, {"turns", turnsCopy},
	{"search", searchFinds}, {"diffs", diffsTurn}, {"drawer", drawerWorks}, {"tour", tourEnds}, {"landmarks", landmarksTell}, {"narrow", searchNarrows}, {"heads", headsShow},
}

// kinds returns a page of each kind: the largest, in the plain tier one of middle size.
func kinds(t *testing.T, m *made) []string {
	t.Helper()
	return kindsAt(t, m, tier.Count(50, 100))
}

// kindsAt returns a page of each kind, and one of those that go on with a thread: the smallest at
// 0 percent, the largest at 100. The page for lost readers is left out: it works at the root
// of a host only.
func kindsAt(t *testing.T, m *made, percent int) []string {
	t.Helper()
	all := map[string][]*page{}
	for _, p := range m.pages {
		kind := kindOf(p)
		if ok, _ := path.Match("page-*.html", path.Base(p.name)); ok {
			kind += " continued"
		}
		if kind != "404" {
			all[kind] = append(all[kind], p)
		}
	}
	best := map[string]*page{}
	for kind, pages := range all {
		slices.SortFunc(pages, func(a, b *page) int { return cmp.Or(cmp.Compare(a.size, b.size), cmp.Compare(a.name, b.name)) })
		best[kind] = pages[(len(pages)-1)*percent/100]
	}
	for _, kind := range []string{"index", "project", "session", "agent", "branch", "search"} {
		if best[kind] == nil {
			t.Errorf("the site has no page of kind %q", kind)
		}
	}
	var names []string
	for _, kind := range slices.Sorted(maps.Keys(best)) {
		names = append(names, best[kind].name)
	}
	return names
}

// kindOf is the kind that a page's body tells in its class.
func kindOf(p *page) string {
	for n := range p.root.Descendants() {
		if n.Data == "body" {
			kind, _, _ := strings.Cut(strings.TrimPrefix(attr(n, "class"), "page-"), " ")
			return kind
		}
	}
	return ""
}

// largestOf is the name of the largest first page of a kind.
func largestOf(t *testing.T, m *made, kind string) string {
	t.Helper()
	best := &page{}
	for _, p := range m.pages {
		if kindOf(p) == kind && path.Base(p.name) == "index.html" && p.size > best.size {
			best = p
		}
	}
	if best.name == "" {
		t.Fatalf("the site has no page of kind %q", kind)
	}
	return best.name
}

// reply is a message of an agent with a word that no other page has.
type reply struct{ page, id, word string }

// levelPage matches the pages of a session at one level.
var levelPage = regexp.MustCompile(`/(?:prompts|conversation|errors)(?:-\d+)?\.html$`)

func rareReply(t *testing.T, m *made) reply {
	t.Helper()
	on := map[string]int{}
	var best reply
	var candidates []reply
	for _, p := range m.pages {
		if levelPage.MatchString(p.name) {
			continue // it repeats what other pages have
		}
		seen := map[string]bool{}
		for _, w := range words(text(p.ids["main"])) {
			if !seen[w] {
				seen[w] = true
				on[w]++
			}
		}
		for id, n := range p.ids {
			if slices.Contains(strings.Fields(attr(n, "class")), "reply") && strings.HasPrefix(p.name, "sessions/") {
				for part := range n.Descendants() {
					if part.Type == html.TextNode { // by itself, as words of two cells or items are no word
						candidates = append(candidates, reply{page: p.name, id: id, word: part.Data})
					}
				}
			}
		}
	}
	for _, c := range candidates {
		for _, w := range words(c.word) {
			if on[w] == 1 && len(w) > len(best.word) && len(w) < 14 {
				best = reply{c.page, c.id, w}
			}
		}
	}
	if best.word == "" {
		t.Fatal("no reply has a word of its own")
	}
	return best
}

// words lists the words of plain letters in s, in lower case.
func words(s string) []string {
	var list []string
	for _, w := range strings.Fields(s) {
		w = strings.ToLower(strings.Trim(w, ".,:;!?"))
		if strings.Trim(w, "abcdefghijklmnopqrstuvwxyz") == "" && len(w) > 3 {
			list = append(list, w)
		}
	}
	return list
}

// foldedAnchor is a message inside a fold that is closed at first.
func foldedAnchor(m *made) reply {
	for _, p := range m.pages {
		for n := range p.root.Descendants() {
			if !strings.HasPrefix(attr(n, "id"), "m-") {
				continue
			}
			for up := range n.Ancestors() {
				if up.Data == "details" && !slices.ContainsFunc(up.Attr, func(a html.Attribute) bool { return a.Key == "open" }) {
					return reply{page: p.name, id: attr(n, "id")}
				}
			}
		}
	}
	return reply{}
}

// keysWork presses the keys that the help names.
func keysWork(t *testing.T, tab *tab, m *made) {
	press := func(key string) {
		if err := chromedp.Run(tab.ctx, chromedp.KeyEvent(key)); err != nil {
			t.Fatal(err)
		}
	}
	tab.open(t, largestOf(t, m, "session"))
	press("j")
	tab.check(t, "j goes to a prompt", `document.activeElement.matches('.prompt') && (window.first = document.activeElement)`)
	press("j")
	tab.check(t, "j goes on", `document.activeElement.matches('.prompt') && document.activeElement !== window.first`)
	press("j") // twice, faster than the page scrolls
	press("k")
	press("k")
	tab.check(t, "k goes back", `document.activeElement === window.first`)
	press("t")
	tab.check(t, "t turns the colours light", `document.documentElement.dataset.theme === 'light'`)
	press("t")
	tab.check(t, "t turns the colours dark", `document.documentElement.dataset.theme === 'dark'`)
	press("t")
	tab.check(t, "t turns the colours back", `!document.documentElement.dataset.theme`)
	press("/")
	tab.check(t, "/ goes to the search box", `document.activeElement.matches('#site-q')`)
	tab.quiet(t, "keys")
}

// readsWithoutScripts holds pages against a reader who runs none.
func readsWithoutScripts(t *testing.T, tab *tab, m *made, turn int) {
	if err := chromedp.Run(tab.ctx, emulation.SetScriptExecutionDisabled(true)); err != nil {
		t.Fatal(err)
	}
	for i, page := range kinds(t, m) {
		if !tier.OneIn(6, i+3*turn) {
			continue
		}
		tab.open(t, page)
		tab.check(t, "no script ran", `!document.documentElement.classList.contains('js')`)
		tab.check(t, "every message can be seen", `[...document.querySelectorAll('.msg')].every(m => m.checkVisibility() && m.getBoundingClientRect().height > 0)`)
		tab.check(t, "every fold can be opened", `[...document.querySelectorAll('main details')].every(d => d.firstElementChild.localName === 'summary')`)
		tab.check(t, "no button is offered that does nothing", `[...document.querySelectorAll('button')].every(b => b.closest('form,dialog') || !b.checkVisibility())`)
		tab.quiet(t, page)
	}
}
