package sitetest

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"

	"steno/tier"
)

// answers is a script that returns which of the six questions of a reviewer are not answered above a
// height: what was asked, how it ended, what changed, what failed, what to look at twice, what it cost.
// What there is none of (no flags, no changed files) needs no answer, but nothing below may say otherwise.
const answers = `(limit => {
	const seen = e => e && e.checkVisibility() && e.getBoundingClientRect().top + scrollY < limit;
	const figure = words => [...document.querySelectorAll('.answers > div')].find(d => words.test(d.querySelector('dt').textContent));
	const linked = e => e && e.id && seen(document.querySelector('a[href="#' + e.id + '"]'));
	const all = {
		request: document.querySelector('.asked') || document.querySelector('h1'),
		outcome: document.querySelector('.outcome'),
		changes: figure(/files? changed/) || document.querySelector('.fact:not(.outside) .files'), // those outside are flags, if they matter
		failures: figure(/errors?/),
		flags: document.querySelector('.flags'),
		cost: figure(/cost|tokens/),
	};
	const optional = {changes: true, flags: true, outcome: !document.querySelector('.thread > .reply')};
	return Object.keys(all).filter(name => all[name] ? !seen(all[name]) && !linked(all[name]) : !optional[name]);
})(%d)`

// A reviewer finds the answers without looking for them: at a desk in the first 900 pixels of a session,
// on a telephone in the first two screens.
func TestAnswersAreAtTheTop(t *testing.T) {
	t.Parallel()
	tier.NeedsLong(t, "opens twenty real sessions in a browser")
	const sessions = 20
	tab := openTab(t, chrome.Storage(t), overFile(t, t.TempDir()))
	var pages []string
	for _, source := range []string{"spotter", "claude-2026/projects"} {
		source := filepath.Join(corpus, "..", filepath.FromSlash(source))
		if _, err := os.Stat(source); err != nil {
			t.Skip("no transcripts at ../shared/corpus: the heads of real sessions are NOT looked at")
		}
		_, dir := builtOf(t, source)
		found, err := filepath.Glob(filepath.Join(dir, "sessions", "*", "index.html"))
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, found...)
	}
	slices.Sort(pages)
	if len(pages) < sessions {
		t.Fatalf("%d sessions, want %d", len(pages), sessions)
	}
	for i := range sessions {
		page := pages[i*len(pages)/sessions]
		for _, window := range []struct {
			name                 string
			width, height, limit int64
		}{{"at a desk", 1280, 900, 900}, {"on a telephone", 390, 844, 2 * 844}} {
			look(t, tab, window.width, window.height, "light")
			var missing []string
			if err := chromedp.Run(tab.ctx, chromedp.Navigate("file://"+filepath.ToSlash(page)), chromedp.Evaluate(fmt.Sprintf(answers, window.limit), &missing)); err != nil {
				t.Fatal(err)
			}
			if len(missing) > 0 {
				t.Errorf("%s %s: below the first %d pixels or nowhere: %v", filepath.Base(filepath.Dir(page)), window.name, window.limit, missing)
			}
		}
	}
}
