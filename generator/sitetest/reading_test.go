package sitetest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"golang.org/x/net/html"
)

// press types keys.
func (b *tab) press(t *testing.T, keys ...string) {
	t.Helper()
	for _, key := range keys {
		if err := chromedp.Run(b.ctx, chromedp.KeyEvent(key)); err != nil {
			t.Fatal(err)
		}
	}
}

// click clicks the first element that a selector finds.
func (b *tab) click(t *testing.T, selector string) {
	t.Helper()
	b.check(t, selector+" is there", fmt.Sprintf(`document.querySelector(%q)`, selector))
	b.do(t, fmt.Sprintf(`document.querySelector(%q).click()`, selector))
}

// first is a page of a kind on which an element with a class stands.
func first(t *testing.T, m *made, kind, class string) string {
	t.Helper()
	return firstWithin(t, m, kind, class, "")
}

// firstWithin is first for elements within those of another class, "" for any.
func firstWithin(t *testing.T, m *made, kind, class, outer string) string {
	t.Helper()
	has := func(n *html.Node, class string) bool {
		return strings.Contains(" "+attr(n, "class")+" ", " "+class+" ")
	}
	for _, p := range m.pages {
		if kindOf(p) != kind {
			continue
		}
		for n := range p.root.Descendants() {
			if !has(n, class) {
				continue
			}
			for up := n.Parent; up != nil; up = up.Parent {
				if outer == "" || has(up, outer) {
					return p.name
				}
			}
		}
	}
	t.Fatalf("no page of kind %q has a %q in a %q", kind, class, outer)
	return ""
}

// all tells, in JavaScript, whether all elements of a selector can be seen or not.
func all(selector string, seen bool) string {
	return fmt.Sprintf(`(l => l.length > 0 && l.every(e => e.checkVisibility() === %v))([...document.querySelectorAll(%q)])`, seen, selector)
}

// levelsWork reads at each level and leaves out kinds: both stand in the address
// and are remembered, and a link shows what it leads to all the same.
func levelsWork(t *testing.T, tab *tab, m *made) {
	page := first(t, m, "session", "thinking")
	tab.open(t, page)
	tab.check(t, "everything is shown at first", all(".thread > .run", true))
	tab.press(t, "1")
	tab.check(t, "level 1 shows prompts only", all(".thread > .prompt", true)+"&&"+all(".thread > .run, .thread > .reply", false))
	tab.check(t, "the level stands in the address", `new URL(location).searchParams.get('level') === 'prompts'`)
	tab.open(t, page)
	tab.check(t, "the level is remembered", `document.querySelector('[name=level]:checked').value === 'prompts'`)
	tab.check(t, "and holds on the next page", all(".thread > .reply", false))
	tab.open(t, page+"?level=conversation")
	tab.check(t, "the address goes before what is remembered", `document.querySelector('[name=level]:checked').value === 'conversation' && `+all(".thread > .reply", true))
	tab.open(t, page)
	tab.do(t, `window.step = document.querySelector('.step[id]:not(.failed)').id`)
	tab.do(t, `location.hash = window.step`)
	tab.check(t, "a link shows what the level hides", `document.getElementById(window.step).checkVisibility()`)
	tab.press(t, "3")
	tab.click(t, "[name=kind][value=thinking]")
	tab.check(t, "a kind can be left out", all(".step:has(.row.thinking)", false)+"&&"+all(".thread > .reply", true))
	tab.check(t, "the kind stands in the address", `new URL(location).searchParams.get('hide') === 'thinking'`)
	tab.check(t, "no run is left empty", `[...document.querySelectorAll('.run')].filter(r => r.checkVisibility()).every(r => r.getBoundingClientRect().height > 4)`)
	tab.click(t, "[name=kind][value=thinking]")
	tab.check(t, "and shown again", `document.querySelector('[name=kind][value=thinking]').checked && !location.search`)

	tab.open(t, page+"?level=prompts")
	tab.press(t, "1")
	tab.open(t, first(t, m, "agent", ""))
	tab.check(t, "the one prompt of an agent is never all", all(".thread > .prompt", true)+"&&"+all(".thread > .run, .thread > .reply", true))
	tab.check(t, "and no button offers that", `!document.querySelector('[value=prompts]').checkVisibility()`)
	tab.press(t, "2")
	tab.press(t, "1")
	tab.check(t, "nor does a key", `document.documentElement.dataset.level === 'conversation'`)
	tab.open(t, page+"?level=everything")
	tab.press(t, "3")

	tab.open(t, first(t, m, "session", "failures"))
	tab.press(t, "4")
	tab.check(t, "level 4 shows errors", all(".thread > .reply:not([data-error])", false)+`&& [...document.querySelectorAll('[data-error]')].some(e => e.checkVisibility())`)
	tab.check(t, "and the prompts that led to them", `[...document.querySelectorAll('.thread > .prompt')].some(e => e.checkVisibility())`)
	tab.press(t, "3")
	tab.quiet(t, "levels")
}

// placesWork goes to an agent and to a branch and comes back to the place as it was.
func placesWork(t *testing.T, tab *tab, m *made) {
	page := first(t, m, "session", "to-agent")
	leave := func(selector string) {
		tab.open(t, page)
		tab.do(t, `document.querySelectorAll('.thread details').forEach((d, i) => d.open = i % 2 === 0)`)
		tab.do(t, fmt.Sprintf(`(a => { for (let e = a; e; e = e.parentElement) if (e.localName === 'details') e.open = true; a.scrollIntoView({block: 'center', behavior: 'instant'}) })(document.querySelector(%q))`, selector))
		tab.do(t, `name = JSON.stringify([Math.round(scrollY), [...document.querySelectorAll('main details')].map(d => d.open)])`)
		tab.click(t, selector)
		tab.check(t, "the agent's page is there, and its scripts", `document.body.matches('.page-agent') && document.readyState === 'complete' && steno.keys.b`)
	}
	back := `document.body.matches('.page-session') && (([y, open]) => Math.abs(scrollY - y) < 8 && [...document.querySelectorAll('main details')].every((d, i) => d.open === open[i]))(JSON.parse(name))`
	leave(".to-agent a")
	tab.click(t, ".way-back .back-to")
	tab.check(t, "the link back finds the place as it was", back)
	leave(".to-agent a")
	forget := tab.always(t, `addEventListener('DOMContentLoaded', () => document.getElementById(location.hash.slice(1)).scrollIntoView({behavior: 'instant'}))`)
	tab.click(t, ".way-back .back-to")
	tab.check(t, "and so it does where the browser looks for the anchor late", "document.readyState === 'complete' && "+back)
	forget()
	leave(".to-agent a")
	tab.do(t, `setTimeout(() => history.back())`)
	tab.check(t, "the browser's way back finds the place as it was", back)
	tab.do(t, `setTimeout(() => history.forward())`)
	tab.check(t, "and the way forward the agent", `document.body.matches('.page-agent')`)
	tab.check(t, "and its keys", `document.readyState === 'complete' && steno.keys.b`)
	tab.press(t, "b")
	tab.check(t, "b goes back, too", back)

	tab.open(t, first(t, m, "branch", "versions"))
	tab.do(t, `name = location.href`)
	tab.click(t, ".versions a.v")
	tab.check(t, "the other version is shown", `location.href !== name && document.querySelector('.prompt:target .versions, .prompt .versions')`)
	tab.do(t, `name = location.href`)
	tab.click(t, ".versions a.v")
	tab.check(t, "and leads to another", `location.href !== name && document.querySelector('.prompt .versions')`)
	tab.quiet(t, "places")
}

// linksCopy follows the link of a block of code and copies a message.
func linksCopy(t *testing.T, tab *tab, m *made) {
	tab.open(t, firstWithin(t, m, "session", "code", "prose"))
	tab.check(t, "every block of code of a message has a link and a button", `[...document.querySelectorAll('.prose .code')].every(c => c.querySelector('button.copy') && (c.querySelector('.code-link') || !c.closest('[id^="m-"]')))`)
	tab.check(t, "every message has a link and a button", `[...document.querySelectorAll('.msg:has(.prose)')].every(c => c.querySelector('.msg > header > a') && c.querySelector('.msg > header > .copy'))`)
	tab.click(t, ".code-link")
	tab.check(t, "the link leads to the code", `/^#m-[0-9a-f]+\.\d+$/.test(location.hash) && document.querySelector('.code.hit')`)
	tab.quiet(t, "links")
}

// turnsCopy copies prompts with what follows them: from the twin, and where no file can be read from the page.
func turnsCopy(t *testing.T, tab *tab, m *made) {
	tab.open(t, largestOf(t, m, "session"))
	catch := `document.querySelectorAll('dialog').forEach(d => d.close()); window.copied = ''; steno.copy = text => { window.copied = text }`
	tab.do(t, catch)
	tab.click(t, ".prompt .share")
	tab.check(t, "a dialog asks which prompts", `(d => d && d.open && [...d.querySelectorAll('input')].every(i => i.value === '1'))(document.querySelector('#share'))`)
	tab.press(t, kb.Enter)
	tab.check(t, "the Markdown is that of the twin", `(location.protocol === 'file:' || /^## Prompt 1 \d{4}-\d\d-\d\d[^]*\n\n> /.test(copied)) && /^## Prompt 1/.test(copied) && !/<!--|^## Prompt 2/m.test(copied)`)
	tab.do(t, catch+`; window.fetch = () => Promise.reject(new Error('a folder'))`)
	tab.click(t, ".prompt .share")
	tab.press(t, kb.Enter)
	tab.check(t, "and without it that of the page", `/^## Prompt 1\n\n[^]*\n\n- /.test(copied) && !/^## Prompt 2/m.test(copied)`)
	tab.do(t, `document.querySelector('[name=kind][value=tokens]').click()`)
	tab.check(t, "tokens of replies are shown when they are asked for", `[...document.querySelectorAll('.reply[data-tokens] > header, .step[data-tokens]')].some(e => /^"\d[^/]* in, .* out"$/.test(getComputedStyle(e, e.matches('.step') ? '::after' : '::before').content)) && /hide=tokens/.test(location.search)`)
	tab.do(t, `document.querySelector('[name=kind][value=tokens]').click()`)
	tab.check(t, "and no longer than that", `!location.search`)
}

// drawerWorks opens the outline on a telephone and closes it in every way.
func drawerWorks(t *testing.T, tab *tab, m *made) {
	look(t, tab, 390, 844, "light")
	defer look(t, tab, 1300, 900, "light")
	tab.open(t, largestOf(t, m, "session"))
	list := `document.querySelector('#drawer ol')`
	closed := `!document.querySelector('#drawer').open && !` + list + `.checkVisibility()`
	tab.check(t, "the drawer is closed at first", closed)
	tab.click(t, "#drawer > summary")
	tab.check(t, "the drawer opens inside the window", `(b => b.height > 100 && b.bottom <= innerHeight + 1 && b.width <= innerWidth)(`+list+`.getBoundingClientRect())`)
	tab.press(t, kb.Escape)
	tab.check(t, "Escape closes it and gives the focus back", closed+` && document.activeElement.matches('#drawer > summary')`)
	tab.press(t, "o")
	tab.check(t, "o opens it at the current entry", `document.activeElement.matches('#drawer a[aria-current]')`)
	tab.click(t, "main h1")
	tab.check(t, "a tap beside it closes it", closed)
	tab.press(t, "o")
	tab.click(t, "#drawer li:last-child a")
	tab.check(t, "a choice closes it", closed+` && location.hash`)
	tab.check(t, "nothing is wider than the window", `document.documentElement.scrollWidth <= innerWidth`)
	tab.quiet(t, "drawer")
}

// diffsTurn sets changes side by side: what was removed and what took its place stand on
// one line, on the next page too, until the reader turns them back.
func diffsTurn(t *testing.T, tab *tab, m *made) {
	beside := `(() => { const c = [...document.querySelectorAll('.d-change')].find(c => c.querySelector('del') && c.querySelector('ins')); for (let e = c; e; e = e.parentElement) if (e.localName === 'details') e.open = true
		const a = c.querySelector('del').getBoundingClientRect(), b = c.querySelector('ins').getBoundingClientRect(); return b.left >= a.right - 1 && Math.abs(a.top - b.top) < 2 })()`
	page := firstWithin(t, m, "session", "d-change", "diff")
	tab.open(t, page)
	tab.check(t, "they stand one below the other at first", `!`+beside)
	tab.click(t, "#split")
	tab.check(t, "the button sets them side by side", beside+` && document.querySelector('#split').getAttribute('aria-pressed') === 'true'`)
	tab.open(t, page)
	tab.check(t, "that is remembered", beside)
	tab.check(t, "nothing is wider than the window", `document.documentElement.scrollWidth <= innerWidth`)
	tab.press(t, "d")
	tab.check(t, "d turns them back", `!`+beside+` && !document.documentElement.dataset.diff`)
	tab.quiet(t, "diffs")
}
