package theme

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"steno/tier"
	"steno/tier/chromium"
)

// site writes the canned pages and the assets into one folder and gives it.
func site(t *testing.T) string {
	t.Helper()
	th, dir := loaded(t), t.TempDir()
	write := func(name string, data []byte) {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	root := regexp.MustCompile(`((?:href|src|action|data-root)="?)(?:(?:\.\./)+|/a/)`)
	for name, view := range cannedPages(th) {
		page, err := th.Render(view)
		if err != nil {
			t.Fatal(err)
		}
		write(name, root.ReplaceAll(page, []byte("$1")))
	}
	for _, a := range th.Assets() {
		write(a.Name, a.Data)
	}
	return dir
}

// chrome is the one Chromium of these tests.
var chrome = chromium.New(1300, 800)

// browser opens a tab and collects whatever Chromium complains about.
func browser(t *testing.T) (context.Context, func() []string) {
	t.Helper()
	ctx := chrome.Tab(t)
	var mu sync.Mutex
	var complaints []string
	chromedp.ListenTarget(ctx, func(event any) {
		mu.Lock()
		defer mu.Unlock()
		switch e := event.(type) {
		case *runtime.EventExceptionThrown:
			complaints = append(complaints, e.ExceptionDetails.Error())
		case *log.EventEntryAdded:
			if e.Entry.Level == log.LevelError {
				complaints = append(complaints, e.Entry.Text)
			}
		}
	})
	return ctx, func() []string {
		mu.Lock()
		defer mu.Unlock()
		return complaints
	}
}

// Pages opened from a folder must work under their own content security policy.
func TestPagesInChromium(t *testing.T) {
	ctx, complaints := browser(t)
	dir := site(t)
	open := func(page string) chromedp.Action {
		return chromedp.Navigate("file://" + filepath.ToSlash(dir) + "/" + page)
	}
	for i, name := range slices.Sorted(maps.Keys(cannedPages(loaded(t)))) {
		if name == "search.html" || !tier.OneIn(3, i) {
			continue // the search page is tested with an index; the rest are opened below, and by package sitetest
		}
		if err := chromedp.Run(ctx, open(name)); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	for _, c := range []struct{ name, page, script string }{
		{"styles apply", "index.html", `getComputedStyle(document.querySelector('.site-name')).display === 'flex'`},
		{"the colours turn and are remembered", "index.html", `
			document.querySelector('#scheme').click();
			document.documentElement.dataset.theme === 'light' && localStorage.getItem('steno-scheme') === 'light'`},
		{"a table sorts", "index.html", `
			const th = document.querySelectorAll('#sessions thead button')[2]; th.click(); th.click();
			document.querySelector('#sessions tbody tr td[data-label=Prompts]').textContent === '1'`},
		{"a table filters", "project.html", `
			const box = document.querySelector('[data-for=sessions] input'); box.value = 'lamp 12'; box.dispatchEvent(new Event('input'));
			[...document.querySelectorAll('#sessions tbody tr')].filter(r => !r.hidden).length === 1`},
		{"an anchor opens what folds it", "session.html#m-00000009", `document.getElementById('m-00000009').closest('.run-fold').open`},
		{"the outline is open and follows", "session.html", `
			document.querySelector('#drawer').open && document.querySelectorAll('.outline [aria-current]').length === 1`},
		{"j goes to a prompt", "session.html", `
			document.dispatchEvent(new KeyboardEvent('keydown', {key: 'j', bubbles: true}));
			document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'j', bubbles: true}));
			document.activeElement.matches('.prompt')`},
		{"levels hide", "session.html", `
			document.body.dispatchEvent(new KeyboardEvent('keydown', {key: '1', bubbles: true}));
			document.querySelector('.reply').getClientRects().length === 0 && location.search === '?level=prompts'`},
		{"help opens", "session.html?level=everything", `
			document.body.dispatchEvent(new KeyboardEvent('keydown', {key: '?', bubbles: true})); document.querySelector('#keys').open`},
		{"a code block in a list has the ground of code blocks", "session.html", `
			const box = document.querySelector('.prose'); box.innerHTML = '<pre><code>a</code></pre><ul><li><pre><code>a</code></pre><li><code>a</code></ul>';
			const [outer, inner, word] = [...box.querySelectorAll('code')].map(e => getComputedStyle(e).backgroundColor);
			outer === inner && inner !== word`},
		{"the headings of a reply are larger than its words", "session.html", `
			const box = document.querySelector('.reply .prose'); box.innerHTML = '<p>a</p><h3>b</h3><h4>c</h4>';
			const [words, first, second] = [...box.children].map(e => parseFloat(getComputedStyle(e).fontSize));
			first > second && second >= words && getComputedStyle(box.children[1]).color === getComputedStyle(box.children[0]).color`},
		{"a row shows the end of a long path, and its note whole", "session.html?level=everything", `
			document.querySelector('.steps').innerHTML = '<div class=card><div class=card-line><i class=i-read></i><b>Read</b> <code>/src/' + 'folder/'.repeat(40) +
				'name.go</code> <em>a note of five words</em> <small><i>1 s</i></small></div></div>';
			const code = document.querySelector('.steps code'), note = document.querySelector('.steps em'), box = code.getBoundingClientRect();
			const at = (n) => { const r = new Range(); r.setStart(code.firstChild, n); r.setEnd(code.firstChild, n + 1); return r.getBoundingClientRect(); };
			const first = at(0), last = at(code.textContent.length - 1);
			code.scrollWidth > code.clientWidth && first.left < box.left && last.left > box.left && last.right <= box.right + 1 && note.scrollWidth <= note.clientWidth`},
		{"long titles of other sessions leave the page as narrow as it was", "session.html", `
			const box = document.querySelector('.neighbours'); box.style.width = '300px';
			for (const a of box.children) a.firstChild.after('superpowers:requesting-code-review/'.repeat(2));
			box.scrollWidth <= 300`},
		{"the dots of a reply that goes on are below its code", "session.html", `
			const box = document.querySelector('.outcome .brief'); box.className = 'prose brief cut';
			box.innerHTML = '<p>a</p><div class=code><pre><code>b</code></pre></div>';
			getComputedStyle(box.lastChild, '::after').content === 'none' && getComputedStyle(box, '::after').content.includes('…')`},
		{"everything unfolds", "session.html?level=everything", `
			document.querySelector('#unfold').click(); [...document.querySelectorAll('.thread details')].every(d => d.open)`},
	} {
		var ok bool
		if err := chromedp.Run(ctx, chromedp.Navigate("about:blank"), open(c.page), chromedp.Evaluate(`(()=>{ return eval(`+"`"+c.script+"`"+`) })()`, &ok)); err != nil {
			t.Errorf("%s: %v", c.name, err)
		} else if !ok {
			t.Errorf("%s: it does not", c.name)
		}
	}
	for _, c := range complaints() {
		t.Errorf("the browser says: %s", c)
	}
}
