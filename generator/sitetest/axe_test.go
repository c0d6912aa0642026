package sitetest

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"steno/tier"
)

// violation is a rule that axe-core finds broken, with the elements that break it.
type violation struct {
	ID, Help string
	Nodes    []struct {
		HTML           string
		FailureSummary string
	}
}

// runAxe runs the rules of WCAG 2.2 AA and those that axe-core holds for good practice.
const runAxe = `axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'], resultTypes: ['violations']}).then(r => r.violations)`

// runAxeColours runs the rules that depend on colours.
const runAxeColours = `axe.run(document, {runOnly: {type: 'rule', values: ['color-contrast', 'link-in-text-block']}, resultTypes: ['violations']}).then(r => r.violations)`

// No page breaks a rule of WCAG 2.2 AA that a program can tell, light and dark, folded and unfolded, at a
// desk and on a telephone with its drawer open: of the example, and in the long tier of real archives. A
// page is loaded once and looked at in several ways; where colours alone are others, so are the rules.
func TestAccessible(t *testing.T) {
	t.Parallel()
	script, err := os.ReadFile(checker(t, "axe-core/axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	auditAll(t, script, get(t, madeExample), tier.Count(50, 100), 1)
	if _, err := os.Stat(corpus); err == nil && tier.Long() {
		auditAll(t, script, get(t, madeReal), 80, 2)
	}
}

// auditAll looks at a page of each kind, of the size that a percentage says, in one of so many ways.
func auditAll(t *testing.T, script []byte, site *made, percent, oneOf int) {
	t.Helper()
	const unfold = `document.querySelectorAll('details:not(#drawer, .filter)').forEach(d => d.open = true)`
	tab := openTab(t, chrome.Storage(t), overHTTP(t, site.dir))
	for i, page := range kindsAt(t, site, percent) {
		loaded := false
		for j, way := range []struct {
			name          string
			width, height int64
			colours, do   string
			rules         string
		}{
			{"light", 1280, 900, "light", "", runAxe}, {"light, unfolded", 1280, 900, "light", unfold, runAxe}, {"dark, unfolded", 1280, 900, "dark", unfold, runAxeColours},
			{"on a telephone", 390, 844, "light", unfold + `; (d => d && (d.open = true))(document.querySelector('#drawer'))`, runAxe},
			{"on a telephone, dark, unfolded", 390, 844, "dark", unfold, runAxeColours},
		} {
			if !tier.OneIn(10, i+2*j) || (i+j)%oneOf > 0 {
				continue
			}
			look(t, tab, way.width, way.height, way.colours)
			if !loaded {
				tab.open(t, page)
				loaded = true
			}
			tab.do(t, way.do)
			audit(t, tab, script, way.rules, page+", "+way.name)
		}
	}
}

// look sets the size of the window and the colours that the reader's system wants.
func look(t *testing.T, tab *tab, width, height int64, colours string) {
	t.Helper()
	err := chromedp.Run(tab.ctx,
		emulation.SetDeviceMetricsOverride(width, height, 1, width < 500),
		emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{
			{Name: "prefers-color-scheme", Value: colours}, {Name: "prefers-reduced-motion", Value: "reduce"},
		}))
	if err != nil {
		t.Fatal(err)
	}
}

// The checks above find a mistake where there is one.
func TestAxeFindsMistakes(t *testing.T) {
	t.Parallel()
	script, err := os.ReadFile(checker(t, "axe-core/axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	tab := openTab(t, chrome.Storage(t), overHTTP(t, get(t, madeExample).dir))
	tab.open(t, "index.html")
	tab.do(t, `document.querySelector('footer').append(document.createElement('button'))`)
	if found := violations(t, tab, script, runAxe, "a button without words"); len(found) != 1 || found[0].ID != "button-name" {
		t.Errorf("got %v, want button-name alone", found)
	}
	// Among elements that look alike, one is pale, and another is in an element of another colour.
	tab.open(t, "index.html")
	tab.do(t, `(f => { f.innerHTML = '<p>One</p><p>Two</p><p>Three</p><div><p>Four</p></div>'; f.children[1].style.cssText = 'color: #ccc; background: #fff'; f.children[3].style.background = '#000'; f.children[3].firstChild.style.color = '#333' })(document.querySelector('footer'))`)
	if found := violations(t, tab, script, runAxeColours, "pale words"); len(found) != 1 || found[0].ID != "color-contrast" || len(found[0].Nodes) != 2 {
		t.Errorf("got %v, want color-contrast for two elements", found)
	}
}

// audit fails the test for each rule that what the tab shows breaks.
func audit(t *testing.T, tab *tab, axe []byte, rules, what string) {
	t.Helper()
	for _, v := range violations(t, tab, axe, rules, what) {
		var nodes strings.Builder
		for _, n := range v.Nodes[:min(len(v.Nodes), 3)] {
			fmt.Fprintf(&nodes, "\n\t%.300s\n\t%s", n.HTML, strings.ReplaceAll(n.FailureSummary, "\n", "\n\t"))
		}
		t.Errorf("%s: %s: %s (%d elements)%s", what, v.ID, v.Help, len(v.Nodes), nodes.String())
	}
}

// likeOthers makes axe-core look at the contrast of one of all elements that look the same: that have the
// same colours and the same font, in elements of which the same is true. It takes most of its time for this rule, and
// a page has thousands of lines of code.
const likeOthers = `(() => {
	const rule = axe._audit.rules.find(r => r.id === 'color-contrast'), matches = rule.matches;
	let looks, numbers, seen;
	const look = e => { // a number, as the looks of all ancestors are part of it
		if (!e) return 0;
		if (!looks.has(e)) {
			const s = getComputedStyle(e), all = [look(e.parentElement), e.tagName, e.getAttribute('class'), s.color, s.backgroundColor, s.backgroundImage, s.fontSize, s.fontWeight, s.opacity, s.filter, s.mixBlendMode, s.textShadow, s.position].join('|');
			if (!numbers.has(all)) numbers.set(all, numbers.size + 1);
			looks.set(e, numbers.get(all));
		}
		return looks.get(e);
	};
	window.startAxe = () => { looks = new Map(); numbers = new Map(); seen = new Set(); };
	rule.matches = function (e, ...more) {
		if (seen.has(look(e)) || !matches.call(this, e, ...more)) return false;
		seen.add(look(e));
		return true;
	};
})()`

// violations runs axe-core on what the tab shows.
func violations(t *testing.T, tab *tab, axe []byte, rules, what string) []violation {
	t.Helper()
	var violations []violation
	wait := func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }
	var loaded bool
	err := chromedp.Run(tab.ctx, chromedp.Evaluate(`!!window.axe`, &loaded))
	if err == nil && !loaded {
		err = chromedp.Run(tab.ctx, chromedp.Evaluate(string(axe)+";"+likeOthers+";true", nil))
	}
	if err == nil {
		err = chromedp.Run(tab.ctx, chromedp.Evaluate("startAxe(); "+rules, &violations, wait))
	}
	if err != nil {
		t.Fatalf("%s: running axe-core: %v", what, err)
	}
	return violations
}
