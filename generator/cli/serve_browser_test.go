package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	devlog "github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"steno/tier"
	"steno/tier/chromium"
)

// chrome is the Chromium of these tests, and whole that of the tests that measure where a reader is
// when a page is loaded again.
var (
	chrome = chromium.New(420, 860)
	whole  = chromium.NewWhole(420, 860)
)

// openPage is one tab of a browser.
type openPage struct {
	t   testing.TB
	ctx context.Context

	mu         sync.Mutex
	complaints []string
}

// visit opens a tab that notes what the browser complains of, and goes to a page.
func visit(t testing.TB, browser context.Context, url string) *openPage {
	t.Helper()
	ctx := chromium.Open(t, browser)
	p := &openPage{t: t, ctx: ctx}
	chromedp.ListenTarget(ctx, func(event any) {
		p.mu.Lock()
		defer p.mu.Unlock()
		switch e := event.(type) {
		case *runtime.EventExceptionThrown:
			p.complaints = append(p.complaints, e.ExceptionDetails.Error())
		case *devlog.EventEntryAdded:
			if e.Entry.Level == devlog.LevelError {
				p.complaints = append(p.complaints, e.Entry.Text+" "+e.Entry.URL)
			}
		}
	})
	must(t, chromedp.Run(ctx, devlog.Enable(), runtime.Enable(), emulation.SetFocusEmulationEnabled(true), chromedp.Navigate(url)))
	p.until("the page listens", "performance.getEntriesByType('resource').some(e => e.name.includes('live.js'))")
	return p
}

// eval returns the value of a script.
func eval[T any](p *openPage, script string) (value T) {
	p.t.Helper()
	var err error
	for end := time.Now().Add(servedPatience); time.Now().Before(end); time.Sleep(20 * time.Millisecond) { // a page that is being loaded again cannot answer
		if err = chromedp.Run(p.ctx, chromedp.Evaluate(script, &value)); err == nil {
			return value
		}
	}
	p.t.Fatalf("%s: %v", script, err)
	return value
}

func (p *openPage) do(script string) {
	p.t.Helper()
	eval[int](p, "("+"() => {"+script+"; return 0})()")
}

// until waits for a condition of the page, and gives how long that took.
func (p *openPage) until(what, condition string) time.Duration {
	p.t.Helper()
	start := time.Now()
	for time.Since(start) < servedPatience {
		var ok bool
		if chromedp.Run(p.ctx, chromedp.Evaluate("!!("+condition+")", &ok)) == nil && ok {
			return time.Since(start)
		}
		time.Sleep(25 * time.Millisecond)
	}
	p.t.Fatalf("it does not come about that %s: %s\nthe page: %s", what, condition, eval[string](p, `[location.href, document.title, scrollY, innerHeight,
		document.documentElement.scrollHeight, document.querySelector('.thread')?.getBoundingClientRect().bottom, document.body.innerText.slice(-600)].join('\n')`))
	return 0
}

// quiet reports what the browser complained of.
func (p *openPage) quiet() {
	p.t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.complaints {
		p.t.Errorf("the browser complains: %s", c)
	}
	p.complaints = nil
}

// has is a condition: a text is on the page, and shown. What is shown takes long to find out.
func has(text string) string {
	return fmt.Sprintf("(document.body.textContent.includes(%[1]q) && document.body.innerText.includes(%[1]q))", text)
}

const (
	toEnd     = "scrollTo({ top: document.querySelector('.thread').getBoundingClientRect().bottom + scrollY - innerHeight, behavior: 'instant' })"
	endInView = "Math.abs(document.querySelector('.thread').getBoundingClientRect().bottom - innerHeight) < 60"
)

// A line that is added shows in an open page within a second, or within the time of a few
// reloads where the machine is busy. Who is at the end stays there.
func TestBrowserFollowsTheEnd(t *testing.T) {
	t.Parallel()
	browser := chrome.Storage(t)
	s := startServing(t)
	p := visit(t, browser, s.base+grownPage)
	other := visit(t, browser, s.base+"sessions/3b1f6c02-7d54-4e0a-9c61-52d0a8e4f701/index.html")
	other.do("window.loaded = 'once'")
	p.do("document.querySelector('[name=level][value=conversation]').click()")
	p.do(toEnd)
	var times, reloads []time.Duration
	for n := range tier.Count(3, 9) {
		p.do("window.old = true; setTimeout(() => location.reload())")
		reloads = append(reloads, p.until("the page is loaded again", "!window.old && document.readyState === 'complete'"))
		p.do(toEnd) // on a busy machine the browser may put a page that is being loaded elsewhere
		text := fmt.Sprintf("Water the sunflowers, row %d.", n)
		s.add(grown, prompt(n+1, text))
		times = append(times, p.until("the new message shows", has(text)+" && "+endInView).Round(time.Millisecond))
	}
	slices.Sort(times)
	slices.Sort(reloads)
	middle, most := times[len(times)/2], max(time.Second, 5*reloads[len(reloads)/2])
	t.Logf("a line shows after %v, a reload takes %v", times, reloads)
	if middle > most {
		t.Errorf("a line shows after %v, at most %v", middle, most)
	}
	if level := eval[string](p, "document.documentElement.dataset.level"); level != "conversation" {
		t.Errorf("the level is %q after reloads", level)
	}
	if eval[string](other, "window.loaded || ''") != "once" {
		t.Error("a page that did not change was loaded again")
	}
	p.quiet()
	other.quiet()
}

// Who reads elsewhere keeps the place, folds included, and is told.
func TestBrowserKeepsThePlace(t *testing.T) {
	t.Parallel()
	browser := whole.Storage(t)
	s := startServing(t)
	p := visit(t, browser, s.base+grownPage)
	p.do("document.querySelectorAll('.thread .step details, details.colophon').forEach(d => { d.open = true }); window.old = true")
	id := eval[string](p, "(() => { var all = [...document.querySelectorAll('.thread > .msg[id]')]; return all[Math.floor(all.length / 2)].id })()")
	p.do("document.getElementById('" + id + "').scrollIntoView({ behavior: 'instant' }); scrollBy({ top: -137, behavior: 'instant' })")
	top := "0 + Math.round(document.getElementById('" + id + "').getBoundingClientRect().top)"
	const folds = "document.querySelectorAll('main details[open]').length"
	was, open := eval[int](p, top), eval[int](p, folds)
	if was < 100 || was > 400 || open < 5 {
		t.Fatalf("the message stands at %d, and %d folds are open", was, open)
	}
	time.Sleep(400 * time.Millisecond) // who scrolls is not disturbed
	s.add(grown, prompt(1, "Water the sunflowers")+prompt(2, "And the beans"))
	p.until("the messages show in the same page", "window.old && "+has("Water the sunflowers"))
	p.until("two new messages are told", "document.querySelector('.steno-notice')?.textContent === '2 new messages'")
	if now := eval[int](p, top); now-was > 2 || was-now > 2 {
		t.Errorf("the message that was read stood at %d and stands at %d", was, now)
	}
	if now := eval[int](p, folds); now != open {
		t.Errorf("%d folds were open, and %d are", open, now)
	}
	p.do("document.querySelector('.steno-notice').click()")
	p.until("the notice leads to the message", "!document.querySelector('.steno-notice') && document.querySelector('#m-e0000001').getBoundingClientRect().top < innerHeight")
	p.quiet()
}

// What was written into a field, and the focus, outlast a list that grows.
func TestBrowserKeepsTheFilter(t *testing.T) {
	t.Parallel()
	browser := chrome.Storage(t)
	s := startServing(t)
	p := visit(t, browser, s.base+"sessions/index.html")
	const (
		filter = "document.querySelector('[data-for=sessions] input')"
		one    = "[...document.querySelectorAll('table#sessions tbody tr')].filter(e => e.checkVisibility()).length === 1"
	)
	must(t, chromedp.Run(p.ctx, chromium.Type("[data-for=sessions] input", "colours")))
	p.until("the list is filtered", one)
	p.do(filter + ".setSelectionRange(3, 3); window.old = true")
	s.add(grown, prompt(1, "Water the sunflowers"))
	p.until("the page is loaded again, and has the filter and the focus", "!window.old && document.activeElement === "+filter+" && "+
		filter+".value === 'colours' && "+filter+".selectionStart === 3 && "+one)
	p.quiet()
}

// Trouble is told on open pages, and ends by itself.
func TestBrowserTellsOfTrouble(t *testing.T) {
	t.Parallel()
	browser := chrome.Storage(t)
	s := startServing(t)
	p := visit(t, browser, s.base+grownPage)
	told := visit(t, browser, s.base)
	s.write("steno.yaml", servedConfig+"titel: x\n")
	for _, p := range []*openPage{p, told} {
		p.until("the mistake is told", `document.querySelector('.steno-trouble')?.textContent.includes('steno.yaml:7')`)
	}
	told.do("setTimeout(() => location.href = '.steno/trouble')")
	told.until("its page tells it", "document.querySelector('h1').textContent === 'The site could not be built'")
	s.write("steno.yaml", strings.Replace(servedConfig, "Served", "Mended", 1))
	for _, p := range []*openPage{p, told} {
		p.until("the trouble is over", `!document.querySelector('.steno-trouble, .steno-trouble-page') && document.title.includes('Mended')`)
	}
	p.quiet()
}

// A page says that the server has stopped, and follows again when there is another.
func TestBrowserMissesTheServer(t *testing.T) {
	t.Parallel()
	browser := chrome.Storage(t)
	s := startServing(t)
	p := visit(t, browser, s.base+grownPage)
	s.stop()
	p.until("the silence is told", "document.querySelector('.steno-note')?.textContent.includes('has stopped')")
	s.add(grown, prompt(1, "Water the sunflowers"))
	port := s.base[strings.LastIndex(s.base, ":")+1 : len(s.base)-1]
	s.start("--port", port)
	p.until("it follows again", has("Water the sunflowers")+" && !document.querySelector('.steno-note')")
}

// A page that goes away says so, and comes back.
func TestBrowserLosesThePage(t *testing.T) {
	t.Parallel()
	browser := chrome.Storage(t)
	s := startServing(t)
	p := visit(t, browser, s.base+grownPage)
	const gone = "document.querySelector('.steno-notice')?.textContent.includes('no longer')"
	must(t, renameFile(s, grown, grown+".away"))
	p.until("the page tells that it is gone", gone)
	if !eval[bool](p, has("sunflower")) {
		t.Error("what was read is gone")
	}
	must(t, renameFile(s, grown+".away", grown))
	p.until("it is back", "!("+gone+")")
	p.quiet()
}

// A thread that outgrows its last page goes on upon a new one: who was at its end goes
// on, too, and others are told.
func TestBrowserGoesOnToTheNextPage(t *testing.T) {
	t.Parallel()
	const (
		id   = "1be00aae-73e6-4792-941f-b80e09feb743"
		dir  = "sessions/" + id + "/"
		file = "src/-home-jonas-web-seedshop/" + id + ".jsonl"
	)
	browser := chrome.Storage(t)
	s := startServing(t)
	first, last := visit(t, browser, s.base+dir+"index.html"), visit(t, browser, s.base+dir+"page-2.html")
	last.do(toEnd)
	long := strings.Repeat("A long row of sunflowers needs a lot of water. ", 400)
	parent := "d110bb76-c3fe-4546-80d9-f52e5c8a61ce" // the last of the example
	for n := 0; eval[string](last, "location.pathname") == "/"+dir+"page-2.html"; {
		if n >= 48 {
			t.Fatal("the last page grows and grows")
		}
		var added strings.Builder
		for range tier.Count(8, 1) {
			next := fmt.Sprintf("%08x-0000-4000-8000-000000000002", 0xd0000000+n)
			added.WriteString(promptOf(id, next, parent, 3000+n, long))
			parent = next
			n++
		}
		s.add(file, added.String())
		last.until("the message shows", "document.getElementById('m-"+parent[:8]+"')")
	}
	last.until("the end is in view", "location.pathname.endsWith('page-3.html') && document.querySelector('.thread').getBoundingClientRect().bottom < innerHeight")
	first.until("the news is told", "document.querySelector('.steno-notice')?.textContent === 'New messages on the last page'")
	first.do("document.querySelector('.steno-notice').click()")
	first.until("the notice leads there", "location.pathname.endsWith('page-3.html')")
	first.quiet()
	last.quiet()
}

// What is new comes into the page of who selects text or has something open over it, and nothing of that ends.
func TestBrowserDisturbsNobody(t *testing.T) {
	t.Parallel()
	browser := chrome.Storage(t)
	s := startServing(t)
	n := 0
	for name, c := range map[string]struct{ begin, still string }{
		"selecting":   {"getSelection().selectAllChildren(document.querySelector('.msg .prose'))", "String(getSelection()).includes('Which colours should the shop take')"},
		"in a dialog": {"document.querySelector('#keys').showModal()", "document.querySelector('#keys').open"},
		"in a drawer": {"document.querySelector('#drawer').open = true", "document.querySelector('#drawer').open"},
		"searching": {
			"window.box = document.querySelector('#site-q'); box.focus(); box.value = 'sunfl'; box.dispatchEvent(new Event('input', { bubbles: true })); box.setSelectionRange(2, 4)",
			"document.activeElement === box && box.isConnected && box.value === 'sunfl' && box.selectionStart === 2 && box.selectionEnd === 4",
		},
		"scrolling": {"document.querySelector('.thread .msg').scrollIntoView({ behavior: 'instant' }); window.first = document.querySelector('.thread .msg').getBoundingClientRect().top",
			"Math.abs(document.querySelector('.thread .msg').getBoundingClientRect().top - first) < 2"},
		"in a fold": {"window.fold = document.querySelector('.thread details'); fold.open = true", "fold.isConnected && fold.open"},
	} {
		t.Run(name, func(t *testing.T) { // each ends with its tab: six that listen leave no connection for the next
			p := visit(t, browser, s.base+grownPage)
			if name == "searching" { // a narrow page has no field for it
				must(t, chromedp.Run(p.ctx, chromedp.EmulateViewport(1300, 860)))
			}
			p.do("window.old = true; " + c.begin)
			if name == "searching" { // a build takes away the index that the page reads
				p.until("results are listed", "box.getAttribute('aria-expanded') === 'true'")
				p.do("box.setSelectionRange(2, 4)")
			}
			n++
			s.built(n, func() { // the next page is of a site that stays
				s.add(grown, prompt(n, fmt.Sprintf("Water row %d.", n)))
				p.until("the new prompt shows", fmt.Sprintf("window.old && document.querySelector('.thread').textContent.includes('Water row %d.')", n))
			})
			if !eval[bool](p, c.still) {
				t.Errorf("that has ended: %s", c.still)
			}
			if buttons := eval[int](p, "[...document.querySelectorAll('.thread .prompt')].at(-1).querySelectorAll('header button').length"); buttons != 2 {
				t.Errorf("the new prompt has %d buttons", buttons)
			}
			p.quiet()
		})
	}
}
