package sitetest

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
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

// No page breaks a rule of WCAG 2.2 AA that a program can tell: light and dark,
// folded and unfolded, at a desk and on a telephone with its drawer open.
func TestAccessible(t *testing.T) {
	t.Parallel()
	script, err := os.ReadFile(checker(t, "axe-core/axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	site := get(t, madeExample)
	tab := openTab(t, chrome.Tab(t), overHTTP(t, site.dir))
	for _, page := range kinds(t, site) {
		for _, colours := range []string{"light", "dark"} {
			look(t, tab, 1300, 900, colours)
			tab.open(t, page)
			audit(t, tab, script, page+", "+colours)
			tab.do(t, `document.querySelectorAll('details').forEach(d => d.open = true)`)
			audit(t, tab, script, page+", unfolded, "+colours)
		}
		look(t, tab, 390, 844, "light")
		tab.open(t, page)
		tab.do(t, `(d => d && (d.open = true))(document.querySelector('#drawer'))`)
		audit(t, tab, script, page+", on a telephone")
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

// audit runs axe-core on what the tab shows.
func audit(t *testing.T, tab *tab, axe []byte, what string) {
	t.Helper()
	var violations []violation
	wait := func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }
	err := chromedp.Run(tab.ctx,
		chromedp.Evaluate(string(axe)+";true", nil),
		chromedp.Evaluate(runAxe, &violations, wait))
	if err != nil {
		t.Fatalf("%s: running axe-core: %v", what, err)
	}
	for _, v := range violations {
		var nodes strings.Builder
		for _, n := range v.Nodes[:min(len(v.Nodes), 3)] {
			fmt.Fprintf(&nodes, "\n\t%.300s\n\t%s", n.HTML, strings.ReplaceAll(n.FailureSummary, "\n", "\n\t"))
		}
		t.Errorf("%s: %s: %s (%d elements)%s", what, v.ID, v.Help, len(v.Nodes), nodes.String())
	}
}
