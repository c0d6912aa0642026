package sitetest

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"steno/tier"
)

// tourEnds goes through a page by Tab alone: first comes the link that skips the
// head, every stop can be seen and is covered by nothing, and the tour ends.
func tourEnds(t *testing.T, tab *tab, m *made) {
	look(t, tab, 1300, 900, "light") // without motion: each stop is there at once
	for _, kind := range []string{"index", "session"}[:tier.Count(1, 2)] {
		page := largestOf(t, m, kind)
		tab.open(t, page)
		tab.press(t, kb.Tab)
		tab.check(t, "the first stop skips the head", `document.activeElement.matches('.skip') && document.activeElement.getBoundingClientRect().left >= 0`)
		var stops []string
		ended := false
		for range 400 {
			tab.press(t, kb.Tab)
			var stop string
			if err := chromedp.Run(tab.ctx, chromedp.Evaluate(stopOf, &stop)); err != nil {
				t.Fatal(err)
			}
			if stop == "end" {
				ended = true
				break
			}
			if strings.HasPrefix(stop, "!") {
				t.Errorf("%s: stop %d of the tour: %s", page, len(stops)+2, stop[1:])
			}
			stops = append(stops, stop)
		}
		if !ended && len(stops) < 400 || len(stops) < 5 {
			t.Errorf("%s: the tour by Tab makes %d stops: %q", page, len(stops), stops)
		}
	}
	tab.press(t, "?")
	tab.check(t, "? shows the keys", `document.querySelector('#keys').open && document.querySelectorAll('#keys kbd').length > 10`)
	tab.press(t, kb.Escape)
	tab.check(t, "Escape closes them", `!document.querySelector('#keys').open`)
	tab.quiet(t, "tour")
}

// stopOf tells where the focus is, behind a "!" when it cannot be seen there.
const stopOf = `(() => {
	const e = document.activeElement
	if (!e || e === document.body || e.matches('.skip')) return 'end'
	const name = e.outerHTML.slice(0, 120)
	const b = e.getBoundingClientRect()
	const own = e.matches('input[type=radio], input[type=checkbox]') ? e.parentElement.getBoundingClientRect() : b
	if (own.width < 2 || own.height < 2) return '!has no size: ' + name
	const x = Math.min(Math.max(own.left + own.width / 2, 1), innerWidth - 1)
	const y = Math.min(Math.max(own.top + Math.min(own.height / 2, 20), 1), innerHeight - 1)
	if (own.bottom < 0 || own.top > innerHeight) return '!is out of the window: ' + name
	const at = document.elementsFromPoint(x, y).find(o => o.checkVisibility({ opacityProperty: true }))
	if (!at || !(e.contains(at) || at.contains(e) || at.closest('label')?.contains(e))) return '!is covered by ' + (at && at.outerHTML.slice(0, 80)) + ': ' + name
	return name
})()`

// landmarksTell holds the landmarks that a screen reader is told of.
func landmarksTell(t *testing.T, tab *tab, m *made) {
	for i, page := range kinds(t, m) {
		if !tier.OneIn(6, i) {
			continue
		}
		tab.open(t, page)
		found := landmarks(t, tab)
		for _, want := range []string{"banner", "main", "contentinfo"} {
			n := 0
			for _, l := range found {
				if l == want || strings.HasPrefix(l, want+" ") {
					n++
				}
			}
			if n != 1 {
				t.Errorf("%s: %d landmarks %q, want one: %q", page, n, want, found)
			}
		}
		if !slices.Contains(found, "search") && !slices.ContainsFunc(found, func(l string) bool { return strings.HasPrefix(l, "search ") }) {
			t.Errorf("%s: no landmark for searching: %q", page, found)
		}
		for i, l := range found {
			if l == "navigation" || l == "region" {
				t.Errorf("%s: a %s has no name", page, l)
			}
			if slices.Contains(found[:i], l) {
				t.Errorf("%s: two landmarks are called %q", page, l)
			}
		}
		if strings.HasPrefix(page, "sessions/") && strings.Contains(page, "index.html") && strings.Count(page, "/") == 2 && !slices.Contains(found, "navigation Outline") {
			t.Errorf("%s: the outline is no landmark: %q", page, found)
		}
	}
}

// landmarks lists roles and names from the browser's accessibility tree.
func landmarks(t *testing.T, tab *tab) []string {
	t.Helper()
	type value struct {
		Value json.RawMessage `json:"value"`
	}
	var tree struct { // as the browser sends it: the library does not know all of its words
		Nodes []struct {
			Ignored bool   `json:"ignored"`
			Role    *value `json:"role"`
			Name    *value `json:"name"`
		} `json:"nodes"`
	}
	err := chromedp.Run(tab.ctx, chromedp.ActionFunc(func(ctx context.Context) error {
		return cdp.Execute(ctx, accessibility.CommandGetFullAXTree, nil, &tree)
	}))
	if err != nil {
		t.Fatalf("reading the accessibility tree: %v", err)
	}
	roles := []string{"banner", "main", "contentinfo", "navigation", "search", "region", "complementary", "form"}
	var list []string
	for _, n := range tree.Nodes {
		if n.Ignored || n.Role == nil {
			continue
		}
		if role := strings.Trim(string(n.Role.Value), `"`); slices.Contains(roles, role) {
			name := ""
			if n.Name != nil {
				name = strings.Trim(string(n.Name.Value), `"`)
			}
			list = append(list, strings.TrimSpace(role+" "+name))
		}
	}
	return list
}
