package sitetest

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"steno/tier"
)

// TestLongList builds a project of more sessions than a page lists: without scripts it is
// paged, with them it is sorted and filtered as a whole, in an instant.
func TestLongList(t *testing.T) {
	t.Parallel()
	const sessions = 1200
	source, dir := t.TempDir(), t.TempDir()
	folder := filepath.Join(source, "projects", "-srv-long")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for i := range sessions {
		id := fmt.Sprintf("%08d-0000-4000-8000-000000000000", i)
		at := start.Add(time.Duration(i) * time.Hour).Format(time.RFC3339)
		prompt := fmt.Sprintf(`{"type":"user","uuid":"%08d","parentUuid":null,"sessionId":"%s","cwd":"/srv/long","timestamp":"%s","message":{"role":"user","content":"Wash lamp %d"}}`, i, id, at, i)
		reply := fmt.Sprintf(`{"type":"assistant","uuid":"%08d-a","parentUuid":"%08d","sessionId":"%s","timestamp":"%s","message":{"id":"m%d","role":"assistant","model":"claude-x","content":[{"type":"text","text":"Washed."}],"usage":{"input_tokens":%d,"output_tokens":1}}}`, i, i, id, at, i, (i*7919)%sessions)
		if err := os.WriteFile(filepath.Join(folder, id+".jsonl"), []byte(prompt+"\n"+reply+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	buildInto(t, dir, source, 2)
	pages, _ := filepath.Glob(filepath.Join(dir, "projects", "*", "*.html"))
	if len(pages) != 5 {
		t.Fatalf("%d pages", len(pages))
	}
	for _, name := range pages {
		if info, err := os.Stat(name); err != nil || info.Size() > 400_000 {
			t.Errorf("%s: %v, %v", name, info, err)
		}
	}
	rel, _ := filepath.Rel(dir, filepath.Dir(pages[0]))
	page := filepath.ToSlash(rel) + "/index.html"
	tab := openTab(t, chrome.Storage(t), overFile(t, dir))
	tab.open(t, page)
	first := `document.querySelector('#sessions tbody a').textContent`
	tab.check(t, "the newest comes first", first+` === 'Wash lamp 1199'`)
	tab.do(t, `[...document.querySelectorAll('#sessions thead button')].find(b => b.textContent === 'Tokens').click()`)
	tab.check(t, "the whole list is sorted by tokens", `document.querySelector('#sessions tbody td:last-child').textContent === '1.2k' && `+first+` !== 'Wash lamp 1199'`)
	tab.check(t, "a row of data says what came of the session", `document.querySelector('#sessions tbody .came').textContent === 'Washed.'`)
	tab.check(t, "what a row links to can be touched", `document.querySelector('#sessions tbody .tags').getBoundingClientRect().height >= 24`)
	tab.check(t, "the column says so", `document.querySelector('#sessions [aria-sort=descending]').textContent === 'Tokens'`)
	tab.check(t, "it is in the address", `location.search.includes('sessions-sort=-tokens')`)
	tab.check(t, "pages are out of the way, and more can be had", `document.querySelector('.pager').hidden && document.querySelector('button.more')`)
	tab.do(t, `document.querySelector('button.more').click()`)
	tab.check(t, "there are more rows", `document.querySelectorAll('#sessions tbody tr').length === 500`)
	tab.do(t, `const f = document.querySelector('[data-filter]'); f.value = 'lamp 777'; f.dispatchEvent(new Event('input'))`)
	tab.check(t, "the filter finds one of another page", `document.querySelectorAll('#sessions tbody tr').length === 1 && `+first+` === 'Wash lamp 777'`)
	tab.check(t, "it leads to the session", `document.querySelector('#sessions tbody a').href.endsWith('/sessions/00000777-0000-4000-8000-000000000000/index.html')`)
	tab.quiet(t, page)
	var took float64
	script := `(() => { const b = [...document.querySelectorAll('#sessions thead button')].find(b => b.textContent === 'Session'); const f = document.querySelector('[data-filter]'); f.value = ''; f.dispatchEvent(new Event('input')); const t = performance.now(); b.click(); return performance.now() - t })()`
	if err := chromedp.Run(tab.ctx, chromedp.Evaluate(script, &took)); err != nil {
		t.Fatal(err)
	}
	t.Logf("sorting %d rows by title took %.0f ms", sessions, took)
	tab.open(t, page+"?sessions-filter=lamp+42&sessions-sort=started")
	tab.check(t, "an address brings the view back", first+` === 'Wash lamp 42' && document.querySelector('[data-filter]').value === 'lamp 42'`)
	if data, err := filepath.Glob(filepath.Join(dir, rel, "sessions.*.js")); err != nil || len(data) != 1 || !strings.HasPrefix(filepath.Base(data[0]), "sessions.") {
		t.Errorf("the rows are in %v (%v)", data, err)
	}
	allSessions(t, tab, dir)
}

// allSessions tests the pages of all sessions: cut so that only the first has room left, found by month and day, and
// narrowed by filters.
func allSessions(t *testing.T, tab *tab, dir string) {
	pages, _ := filepath.Glob(filepath.Join(dir, "sessions", "*.html"))
	if len(pages) != 6 {
		t.Errorf("%d pages of all sessions", len(pages))
	}
	for _, name := range pages {
		if info, err := os.Stat(name); err != nil || info.Size() > 400_000 {
			t.Errorf("%s: %v, %v", name, info, err)
		}
	}
	rows := `document.querySelectorAll('#sessions tbody tr').length`
	tab.open(t, "index.html")
	tab.check(t, "recent sessions come before projects", `document.querySelector('#sessions').compareDocumentPosition(document.querySelector('#projects')) === Node.DOCUMENT_POSITION_FOLLOWING`)
	tab.do(t, `document.querySelector('.calendar a[aria-label^="9 Jan"]').dispatchEvent(new MouseEvent('click', {bubbles: true}))`)
	tab.check(t, "a day of the calendar leads to its newest session", `location.pathname.endsWith('/sessions/page-5.html') && document.querySelector(location.hash + ' a').textContent === 'Wash lamp 215'`)
	tab.open(t, "sessions/page-2.html")
	tab.check(t, "filters are offered where they narrow", `[...document.querySelectorAll('[data-facet]')].map(s => s.dataset.facet).join() === 'month'`)
	tab.do(t, `(s => { s.value = '2026-01'; s.dispatchEvent(new Event('input', {bubbles: true})) })(document.querySelector('[data-facet=month]'))`)
	tab.check(t, "a filter narrows the whole list", `document.querySelector('[data-count]').textContent === '744 of 1,200' && location.search === '?month=2026-01'`)
	tab.open(t, "sessions/index.html?month=2026-02&sessions-filter=lamp+77")
	tab.check(t, "an address with a filter narrows, too", rows+` === 14 && document.querySelector('[data-facet=month]').value === '2026-02'`)
}

// monthLink matches the link to the sessions of a month.
var monthLink = regexp.MustCompile(`<li><a href=([^#> ]+)#([^> ]+)>(\w+ \d{4})</a> <span class=muted>([\d,]+)</span>`)

// TestLongArchive builds so many sessions that their lists have many pages: none of them is large, and without scripts all
// sessions are found by date, by project, by agent and by month.
func TestLongArchive(t *testing.T) {
	t.Parallel()
	tier.NeedsLong(t, "builds thousands of sessions")
	const sessions, projects = 20_000, 4
	source, dir := t.TempDir(), t.TempDir()
	start := time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)
	months := map[string]int{}
	for i := range sessions {
		id := fmt.Sprintf("%08d-0000-4000-8000-000000000000", i)
		began := start.Add(time.Duration(i) * time.Hour / 2)
		months[began.Format("2006-01")]++
		line := fmt.Sprintf(`{"type":"user","uuid":"%08d","parentUuid":null,"sessionId":"%s","cwd":"/srv/long%d","timestamp":"%s","message":{"role":"user","content":"Wash lamp %d"}}`+"\n", i, id, i%projects, began.Format(time.RFC3339), i)
		put(t, filepath.Join(source, "projects", fmt.Sprintf("-srv-long%d", i%projects), id+".jsonl"), line)
	}
	buildInto(t, dir, source, 2)
	err := filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(name, ".html") {
			if info, err := d.Info(); err != nil || info.Size() > 400_000 {
				t.Errorf("%s: %v, %v", name, info.Size(), err)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	read := func(name string) string {
		data, _ := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name))) // what is not there has no text
		return string(data)
	}
	// listed counts the rows of a list, page by page.
	listed := func(first string) (rows int) {
		for name := first; ; name = nextPage(name) {
			data := read(name)
			if data == "" {
				return rows
			}
			n := strings.Count(data, ">Wash lamp ")
			if n > 200 && strings.HasPrefix(name, "sessions/") {
				t.Errorf("%s lists %d sessions", name, n)
			}
			rows += n
		}
	}
	if n := listed("sessions/index.html"); n != sessions {
		t.Errorf("sessions/ lists %d of %d sessions", n, sessions)
	}
	for pattern, want := range map[string]int{"projects/*/index.html": projects, "stats/program/*/index.html": 1} {
		lists, _ := filepath.Glob(filepath.Join(dir, pattern))
		if len(lists) != want {
			t.Errorf("%d lists at %s, want %d", len(lists), pattern, want)
		}
		for _, name := range lists {
			if rel, _ := filepath.Rel(dir, name); listed(filepath.ToSlash(rel)) != sessions/want {
				t.Errorf("%s lists %d of %d sessions", rel, listed(filepath.ToSlash(rel)), sessions/want)
			}
		}
	}
	linked := 0
	for _, m := range monthLink.FindAllStringSubmatch(read("sessions/index.html"), -1) {
		began, err := time.Parse("January 2006", m[3])
		if said := strings.ReplaceAll(m[4], ",", ""); err != nil || said != fmt.Sprint(months[began.Format("2006-01")]) {
			t.Errorf("%s has %s sessions, want %v (%v)", m[3], said, months, err)
		}
		if !strings.Contains(read("sessions/"+m[1]), " id="+m[2]) {
			t.Errorf("%s leads to %s#%s, which is not there", m[3], m[1], m[2])
		}
		linked++
	}
	if linked != len(months) {
		t.Errorf("%d months are linked, want %d", linked, len(months))
	}
}

// TestLongFigures: of a long table of figures, the first rows are shown until all are asked for; it is sorted as a whole.
func TestLongFigures(t *testing.T) {
	t.Parallel()
	const tools, id = 20, "00000001-0000-4000-8000-000000000000"
	source, dir := t.TempDir(), t.TempDir()
	var lines strings.Builder
	fmt.Fprintf(&lines, `{"type":"user","uuid":"a","parentUuid":null,"sessionId":"%s","cwd":"/srv/long","timestamp":"2026-01-01T00:00:00Z","message":{"role":"user","content":"Use all lamps"}}`+"\n", id)
	parent := "a"
	for i := range tools {
		for n := range tools - i {
			next := fmt.Sprintf("b%d-%d", i, n)
			fmt.Fprintf(&lines, `{"type":"assistant","uuid":"%s","parentUuid":"%s","sessionId":"%s","timestamp":"2026-01-01T00:01:00Z","message":{"id":"%[1]s","role":"assistant","content":[{"type":"tool_use","id":"t%[1]s","name":"Lamp%02[4]d","input":{}}]}}`+"\n", next, parent, id, i)
			parent = next
		}
	}
	put(t, filepath.Join(source, "projects", "-srv-long", id+".jsonl"), lines.String())
	buildInto(t, dir, source, 1)
	tab := openTab(t, chrome.Storage(t), overFile(t, dir))
	tab.open(t, "stats/index.html")
	shown := `[...document.querySelectorAll('#tools tbody tr')].filter(row => row.checkVisibility())`
	tab.check(t, "the first rows are shown", shown+`.length === 8 && document.querySelectorAll('#tools tbody tr').length === 20`)
	tab.do(t, `[...document.querySelectorAll('#tools thead button')].find(b => b.textContent === 'Calls').click();
		[...document.querySelectorAll('#tools thead button')].find(b => b.textContent === 'Calls').click()`)
	tab.check(t, "the whole table is sorted", shown+`[0].textContent.startsWith('Lamp19')`)
	tab.do(t, `document.querySelector('section:has(#tools) .all input').click()`)
	tab.check(t, "all can be had", shown+`.length === 20`)
	tab.quiet(t, "stats/index.html")
}

// headsShow looks at the heads of tables: one without a word, which Markdown cannot leave out, takes no room.
func headsShow(t *testing.T, tab *tab, m *made) {
	tab.open(t, first(t, m, "session", ""))
	for _, head := range []string{"<th></th><th></th>", "<th></th><th>Wick</th>"} {
		tab.do(t, fmt.Sprintf(`document.querySelector('.thread').insertAdjacentHTML('beforeend', '<table><thead class=tried><tr>%s</tr></thead><tbody><tr><td>wet</td><td>dry</td></tr></tbody></table>')`, head))
	}
	tab.check(t, "only the head with a word is shown", `[...document.querySelectorAll('.tried')].map(e => e.checkVisibility()).join() === 'false,true'`)
}
