package sitetest

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// searchFinds looks for a word of a reply and follows the link to it.
func searchFinds(t *testing.T, tab *tab, m *made) {
	r := rareReply(t, m)
	t.Logf("looking for %q of %s#%s", r.word, r.page, r.id)
	tab.open(t, "search/index.html?q="+r.word)
	result := fmt.Sprintf(`document.querySelector('#find-results a[href$="%s?mark=%s#%s"]')`, strings.TrimPrefix(r.page, "sessions/"), r.word, r.id)
	tab.check(t, "the reply is among the results", result)
	tab.do(t, result+`.click()`)
	tab.check(t, "the link arrives at the reply", fmt.Sprintf(`location.hash === '#%s' && document.getElementById('%[1]s').matches(':target')`, r.id))
	tab.check(t, "the reply can be seen", fmt.Sprintf(`(r => r.width > 0 && r.top < innerHeight && r.bottom > 0)(document.getElementById('%s').getBoundingClientRect())`, r.id))
	tab.check(t, "the word is marked", fmt.Sprintf(`[...CSS.highlights.get('found')].some(r => r.toString().toLowerCase() === '%s' && document.getElementById('%s').contains(r.startContainer))`, r.word, r.id))
	folded := foldedAnchor(m)
	if folded.id == "" {
		t.Error("the site folds nothing that has an anchor")
	} else {
		tab.open(t, folded.page+"#"+folded.id)
		tab.check(t, "a link opens what folds its target", fmt.Sprintf(`document.getElementById('%s').checkVisibility() && document.getElementById('%[1]s').closest('details').open`, folded.id))
	}
	tab.quiet(t, "search")
}

// marksLead goes through the marks on a page that a result led to, and removes them.
func marksLead(t *testing.T, tab *tab, m *made) {
	f := foldedWord(t, m)
	t.Logf("looking for %q of %s#%s", f.word, f.page, f.id)
	inView := `(r => r.height > 0 && r.top > 0 && r.bottom < innerHeight)([...CSS.highlights.get('found-now')][0].getBoundingClientRect())`
	tab.open(t, f.page+"?level=prompts&mark="+f.word+"#"+f.id)
	tab.check(t, "the mark is unfolded and in view", inView)
	tab.check(t, "the bar names the word", fmt.Sprintf(`document.querySelector('.marks-words').textContent === '%s'`, f.word))
	tab.check(t, "screen readers are told", `/^Marked words: /.test(document.querySelector('#say').textContent)`)
	tab.do(t, `document.dispatchEvent(new KeyboardEvent('keydown', {key: 'm'}))`)
	tab.check(t, "m goes on to a mark that can be seen", `/^\d+ of \d+$/.test(document.querySelector('.marks-count').textContent) && `+inView)
	tab.do(t, `document.querySelector('.marks button:last-child').click()`)
	tab.check(t, "the marks are gone", `!CSS.highlights.has('found') && !CSS.highlights.has('found-now') && !document.querySelector('.marks')`)
	tab.check(t, "the address asks for none", fmt.Sprintf(`!new URL(location).searchParams.has('mark') && location.hash === '#%s'`, f.id))

	tab.open(t, f.page+"?mark=%3C%2Fscript%3E&mark=%2F(%2F&mark=__proto__&mark=*&mark=nowhereatall#"+f.id)
	tab.check(t, "marks that make no sense are told", `document.querySelector('.marks-count').textContent === 'not shown on this page'`)
	tab.quiet(t, f.page)

	// Browsers that cannot paint ranges still go from one to the next, and leave the text as it is.
	tab.open(t, f.page)
	tab.do(t, `document.querySelector('.thread .prose p').innerHTML = 'a <b>zeb</b>ra'; window.before = document.querySelector('.thread').textContent; window.Highlight = undefined; history.replaceState(null, '', '?mark=zebra&mark=`+f.word+`');
		['search', 'search-landing'].forEach(name => { const s = document.createElement('script'); s.async = false; s.src = document.body.dataset.root + stenoScripts[name]; document.head.append(s) })`)
	tab.check(t, "the words are counted", `/(^| )([2-9]|\d\d+)$/.test(document.querySelector('.marks-count')?.textContent)`)
	tab.do(t, `document.dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape'}))`)
	tab.check(t, "the text is as it was", `!document.querySelector('.marks') && document.querySelector('.thread').textContent === window.before`)
	tab.quiet(t, f.page)
}

// foldedWord is a word that stands below an anchor in a thread only once, in the
// body of a fold that is closed at first.
func foldedWord(t *testing.T, m *made) reply {
	t.Helper()
	for _, p := range m.pages {
		if kindOf(p) != "session" {
			continue
		}
		for _, id := range slices.Sorted(maps.Keys(p.ids)) {
			if w := foldedBelow(p.ids[id]); w != "" && strings.HasPrefix(id, "m-") {
				return reply{p.name, id, w}
			}
		}
	}
	t.Fatal("no word stands in a fold alone")
	return reply{}
}

func foldedBelow(n *html.Node) string {
	all := strings.ToLower(text(n))
	for d := range n.Descendants() {
		if d.Type != html.TextNode || !slices.ContainsFunc(slices.Collect(d.Ancestors()), func(up *html.Node) bool { return up.Data == "details" && !hasAttr(up, "open") }) {
			continue
		}
		if slices.ContainsFunc(slices.Collect(d.Ancestors()), func(up *html.Node) bool { return up.Data == "summary" }) {
			continue
		}
		for _, w := range words(d.Data) {
			if len(w) > 6 && strings.Count(all, w) == 1 {
				return w
			}
		}
	}
	return ""
}

func hasAttr(n *html.Node, key string) bool {
	for _, a := range n.Attr {
		if a.Key == key {
			return true
		}
	}
	return false
}
