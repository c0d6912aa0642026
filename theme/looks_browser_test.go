package theme

import (
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

// phone and desk are the widths of windows of these tests.
const (
	phone = 390
	desk  = 1280
)

// TestLooksInChromium checks the looks of single parts, each in a narrow or a wide window.
func TestLooksInChromium(t *testing.T) {
	ctx, complaints := browser(t)
	dir := "file://" + filepath.ToSlash(site(t)) + "/"
	const cells = `document.querySelector('.tl-words details').open = true;
		const table = document.querySelector('.tl-words table'), cells = [...table.querySelectorAll('tbody :is(th, td)')].filter(c => c.textContent);
		const words = cells.filter(c => c.className !== 'wide').flatMap(c => { // how high each word is; a prompt may be one long word
			const walk = document.createTreeWalker(c, NodeFilter.SHOW_TEXT), all = [];
			for (let n; n = walk.nextNode();) for (const m of n.data.matchAll(/[^\\s-]+/g)) {
				const r = new Range(); r.setStart(n, m.index); r.setEnd(n, m.index + m[0].length); all.push(r.getBoundingClientRect().height) }
			return all; });
		const whole = cells.length > 5 && Math.max(...words) < 30;`
	const reply = `const r = [...document.querySelectorAll('.reply:not(.failed)')].find(r => r.querySelector('header time') && r.querySelector('.prose'));
		const head = r.querySelector('header').getBoundingClientRect(), text = r.querySelector('.prose').getBoundingClientRect();`
	const diff = `const box = document.querySelector('.thread'); box.innerHTML = '<pre class=diff><code class=u1><i>a</i><span class=d-change><del>b</del><ins>c</ins></span></code></pre>';
		const row = box.querySelector('i'), gone = box.querySelector('del'), number = (e, at) => getComputedStyle(e, at).content;`
	for _, c := range []struct {
		name   string
		page   string
		width  int64
		script string
	}{
		{"the timeline as text breaks no word", "session.html", desk, cells + `whole && getComputedStyle(table.rows[1]).display === 'table-row'`},
		{"nor does it on a phone, where its rows are stacked", "session.html", phone, cells +
			`whole && getComputedStyle(table.rows[1]).display === 'flex' && getComputedStyle(cells.find(c => c.dataset.label), '::before').content !== 'none'`},
		{"a button that is pressed shows it", "session.html", desk, `
			const b = document.querySelector('#split'), ground = () => getComputedStyle(b).backgroundColor; b.hidden = false;
			b.setAttribute('aria-pressed', false); const off = ground(); b.setAttribute('aria-pressed', true); ground() !== off`},
		{"what folds calls stays on one line of a phone, with its arrow", "session.html", phone, `
			const box = document.querySelector('.thread'); box.innerHTML = '<div class=run><details class=run-fold><summary><i class=i-bash></i><span class=run-sum>4 tool calls</span> ' +
				'<span class=run-tools>4 commands</span> <span class=run-end><span class=bad>1 failed</span> 3.6 s</span></summary></details></div>';
			const s = box.querySelector('summary'); s.getBoundingClientRect().height < 40 && getComputedStyle(s, '::after').position === 'absolute'`},
		{"a filter without a hit says so, and columns stay", "project.html", desk, `
			const box = document.querySelector('[data-for=sessions] input'), set = (v) => { box.value = v; box.dispatchEvent(new Event('input')); };
			const table = document.querySelector('#sessions'), widths = () => [...table.tHead.rows[0].cells].map(c => Math.round(c.offsetWidth)).join();
			const at = widths(), rows = table.tBodies[0].rows.length; set('no such words');
			const said = table.tBodies[0].textContent.includes('No session matches') && widths() === at;
			table.tBodies[0].querySelector('button').click();
			said && !box.value && table.tBodies[0].rows.length === rows && !location.search`},
		{"what a reply says of itself is above it on a phone", "session.html", phone, reply + `head.bottom <= text.top + 1`},
		{"and beside it in a wide window", "session.html", 1500, reply + `head.left >= text.right && document.documentElement.scrollWidth <= innerWidth`},
		{"a diff has a column for each of its numbers", "session.html", desk, diff + `number(row, '::before') === 'counter(before)' && number(row, '::after') === 'counter(after)'`},
		{"on a phone only for the new ones", "session.html", phone, diff + `number(row, '::before') === 'counter(after)' && number(gone, '::before') === '""'`},
		{"a row of a list shows the time of the day on a phone", "index.html", phone, `
			const time = document.querySelector('#sessions tbody time small'); time.checkVisibility() && /^[0-9:]{5}$/.test(time.textContent)`},
	} {
		var ok bool
		err := chromedp.Run(ctx, chromedp.EmulateViewport(c.width, 900), chromedp.Navigate("about:blank"), chromedp.Navigate(dir+c.page),
			chromedp.Evaluate(`(()=>{ return eval(`+"`"+c.script+"`"+`) })()`, &ok))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		} else if !ok {
			t.Errorf("%s: it does not", c.name)
		}
	}
	for _, c := range complaints() {
		t.Errorf("the browser says: %s", c)
	}
}
