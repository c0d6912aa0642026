package sitetest

import (
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"steno/tier"
	"steno/tier/chromium"
)

// Results, filters, the list below the box and the bar of marks break no rule that a
// program can tell, light and dark, at a desk and on a telephone.
func TestSearchAccessible(t *testing.T) {
	t.Parallel()
	script, err := os.ReadFile(checker(t, "axe-core/axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	site := get(t, madeExample)
	tab := openTab(t, chrome.Storage(t), overHTTP(t, site.dir))
	f := foldedWord(t, site)
	for i, screen := range []struct {
		name          string
		width, height int64
		colours       string
	}{{"light", 1300, 900, "light"}, {"dark", 1300, 900, "dark"}, {"telephone", 390, 844, "light"}, {"telephone, dark", 390, 844, "dark"}} {
		look(t, tab, screen.width, screen.height, screen.colours)
		for j, query := range []string{"seed", "sunflowr%20frobnicate", "*eed*&is=failed", "is:failed", "after:x"} {
			if !tier.OneIn(10, 2*i+j) {
				continue
			}
			tab.open(t, "search/index.html?q="+query)
			tab.check(t, "the search ends", settled)
			tab.do(t, `document.getElementById('find-filters').open = true`)
			tab.check(t, "the filters are there", `document.querySelector('#find-kinds > button > span')`)
			audit(t, tab, script, runAxe, query+", "+screen.name)
			tab.check(t, "nothing is wider than the window", `document.documentElement.scrollWidth <= innerWidth`)
		}
		if tier.OneIn(4, i+1) {
			tab.open(t, f.page+"?mark="+f.word+"#"+f.id)
			tab.check(t, "the marks are there", `document.querySelector('.marks')`)
			tab.do(t, `scrollBy(0, 80)`) // the bar covers what is below it, which is no button then
			audit(t, tab, script, runAxe, "marks, "+screen.name)
		}
		if strings.HasPrefix(screen.name, "telephone") || !tier.OneIn(2, i+1) {
			continue // the box is a link on telephones
		}
		tab.open(t, "index.html")
		if err := chromedp.Run(tab.ctx, chromium.Type("#site-q", "marigold")); err != nil {
			t.Fatal(err)
		}
		tab.check(t, "the box lists results", `document.querySelectorAll('#site-results [role=option]').length > 1`)
		if err := chromedp.Run(tab.ctx, chromedp.KeyEvent(kb.ArrowDown)); err != nil {
			t.Fatal(err)
		}
		audit(t, tab, script, runAxe, "the box, "+screen.name)
	}
}

// Results come without anything moving that a reader was about to touch, and what they
// say is said to those who listen.
func TestSearchStays(t *testing.T) {
	t.Parallel()
	site := get(t, madeExample)
	tab := openTab(t, chrome.Storage(t), overHTTP(t, site.dir))
	tab.open(t, "search/index.html")
	tab.do(t, `window.before = document.getElementById('find-results').getBoundingClientRect().top`)
	for _, word := range []string{"seed", "sunflowr frobnicate ", "marigold"} {
		tab.do(t, `(i => { i.value = '`+word+`'; i.dispatchEvent(new Event('input', {bubbles: true})) })(document.getElementById('q'))`)
		tab.check(t, "it finds", settled+` && document.querySelector('.find-hit')`)
		tab.check(t, "results begin where the first did", `document.getElementById('find-results').getBoundingClientRect().top === window.before`)
	}
	tab.check(t, "a region that is read out holds what is said", `document.getElementById('find-status').closest('[role=status]').contains(document.getElementById('find-note'))`)
}
