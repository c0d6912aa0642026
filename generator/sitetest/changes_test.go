package sitetest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"steno/generator"
	"steno/generator/config"
)

// TestComposedSecrets plants a key whose lines several edits wrote, none of which is a secret by
// itself: the net diff, where they stand together, has to redact it.
func TestComposedSecrets(t *testing.T) {
	t.Parallel()
	body := []string{"MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj", "MzEfYyjiWA4R4/M2bS1GB4t7NXp98C3SC6dVMvDuictGeurT8jNbvJZHtCSuYEvu", "NMoSfm76oqFvAp8Gy0iz5sxjZmSnXyCdPEovGhLa0VzMaQ8s+CLOyS56YyCFGeJZ"}
	patch := func(old string, lines ...string) string {
		return `{"toolUseResult":{"structuredPatch":[{"oldStart":` + old + `,"lines":["` + strings.Join(lines, `","`) + `"]}]}}`
	}
	_, files := tell(t, 1, `
user Write the fixture, line by line.
tool Edit {"file_path":"/srv/x/key.txt","old_string":"a","new_string":"b"}
> ok | `+patch("1", "+-----BEGIN PRIVATE "+"KEY-----")+`
tool Edit {"file_path":"/srv/x/key.txt","old_string":"a","new_string":"b"}
> ok | `+patch("2", "+"+body[0])+`
tool Edit {"file_path":"/srv/x/key.txt","old_string":"a","new_string":"b"}
> ok | `+patch("3", "+"+body[1])+`
tool Edit {"file_path":"/srv/x/key.txt","old_string":"a","new_string":"b"}
> ok | `+patch("4", "+"+body[2])+`
tool Edit {"file_path":"/srv/x/key.txt","old_string":"a","new_string":"b"}
> ok | `+patch("5", "+-----END PRIVATE "+"KEY-----")+`
reply Written.
`)
	source, dir := t.TempDir(), t.TempDir()
	for _, text := range files {
		put(t, filepath.Join(source, "-srv-x", "s.jsonl"), text.String())
	}
	c := configOf(source)
	c.Destination, c.Redact.Enabled, c.Cache, c.Redact.Forbid = dir, true, config.CacheOff, "off"
	if _, err := generator.Build(t.Context(), generator.Options{Config: c, Version: "test"}); err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, p := range readPages(t, dir) {
		if !strings.HasSuffix(p.name, "/changes/index.html") {
			continue
		}
		page, err := os.ReadFile(filepath.Join(dir, p.name))
		if err != nil {
			t.Fatal(err)
		}
		found++
		for _, line := range body {
			if strings.Contains(string(page), line) {
				t.Errorf("%s shows a line of the key", p.name)
			}
		}
		if !strings.Contains(text(p.root), "redacted") {
			t.Errorf("%s does not say that something is redacted", p.name)
		}
	}
	if found != 1 {
		t.Errorf("%d pages of changes", found)
	}
}

// TestChangesLinks follows each link from a hunk to a turn and from an edit to its hunk.
func TestChangesLinks(t *testing.T) {
	t.Parallel()
	m := get(t, madeExample)
	pages := map[string]*page{}
	for _, p := range m.pages {
		pages[p.name] = p
	}
	to, back := 0, 0
	for _, p := range m.pages {
		for n := range p.root.Descendants() {
			if n.Type != html.ElementNode || n.Data != "a" {
				continue
			}
			switch href := attr(n, "href"); {
			case strings.Contains(p.name, "/changes/") && strings.Contains(href, "#m-"):
				to++
			case text(n) == "Net diff":
				back++
				if !strings.Contains(href, "changes/") || !strings.Contains(href, "#f-") {
					t.Errorf("%s: an edit links to %q", p.name, href)
				}
			default:
				continue
			}
			if problem := follow(m.dir, pages, p, attr(n, "href")); problem != "" {
				t.Errorf("%s: %q: %s", p.name, attr(n, "href"), problem)
			}
		}
	}
	if to == 0 || back == 0 {
		t.Errorf("%d links from hunks to turns, %d from edits to hunks", to, back)
	}
}

// TestChangesInChromium uses the page of changes: side by side, collapsed, viewed.
func TestChangesInChromium(t *testing.T) {
	t.Parallel()
	m := get(t, madeExample)
	tab := openTab(t, chrome.Storage(t), overHTTP(t, m.dir))
	page := largestOf(t, m, "changes")
	tab.open(t, page)
	const files = `document.querySelectorAll('.file-diff > details')`
	tab.check(t, "files are open", files+`[0].open && document.querySelector('pre.diff').checkVisibility()`)
	tab.do(t, `document.querySelector('#split').click()`)
	tab.check(t, "rows are numbered from the first line of their hunk", `(hunks => hunks.length > 1 && hunks.every(h => Number(/after (\d+)/.exec(
		getComputedStyle(h.querySelector('code[class^=u]')).counterReset)[1]) + 1 === parseInt(h.querySelector('.hunk-head').textContent.replace(/\D*/, '').replaceAll(',', ''))))(
		[...document.querySelectorAll('.hunk')].filter(h => h.querySelector('.diff :is(ins, i)')))`)
	tab.check(t, "unchanged lines are on both sides", `(pre => pre && pre.checkVisibility() && [...pre.querySelectorAll('.d-sides')].every(g => g.children.length % 2 === 0))(document.querySelector('.d-twin'))`)
	tab.check(t, "each side has the lines of the hunk", `[...document.querySelectorAll('.d-twin')].every(twin => {
		const rows = twin.previousElementSibling, lines = s => rows.querySelectorAll(s).length
		return twin.querySelectorAll('ins').length === lines('ins') && twin.querySelectorAll('del').length === lines('del') && twin.querySelectorAll('.d-sides > i').length === 2 * lines('code > i')
	})`)
	tab.check(t, "the unified diff is hidden", `!document.querySelector('pre.diff:not(.d-twin)').checkVisibility()`)
	tab.press(t, "d")
	tab.check(t, "the key leads back", `document.querySelector('pre.diff:not(.d-twin)').checkVisibility() && !document.querySelector('.d-twin').checkVisibility()`)
	tab.do(t, `document.querySelector('.viewed-mark input').click()`)
	tab.check(t, "a viewed file is collapsed and counted", `!`+files+`[0].open && document.querySelector('#viewed-count').textContent.startsWith('1 of ')`)
	tab.open(t, page)
	tab.check(t, "it is remembered", `!`+files+`[0].open && document.querySelector('.viewed-mark input').checked && document.querySelector('.tree .viewed')`)
	tab.do(t, `localStorage.setItem(Object.keys(localStorage).find(k => k.startsWith('steno-viewed')), JSON.stringify({[document.querySelector('.file-diff').id]: 'another diff'}))`)
	tab.open(t, page)
	tab.check(t, "a file whose diff changed is not viewed", files+`[0].open && !document.querySelector('.viewed-mark input').checked`)
	tab.press(t, "j")
	tab.press(t, "j")
	tab.check(t, "j goes to the next file, below the bar", `document.activeElement === document.querySelectorAll('.file-diff summary')[1] && document.activeElement.getBoundingClientRect().top >= 0`)
	tab.press(t, "v")
	tab.check(t, "v marks the file as viewed", files+`[1].parentElement.querySelector('input').checked && !`+files+`[1].open`)
	tab.press(t, "k")
	tab.check(t, "k goes back", `document.activeElement === document.querySelector('.file-diff summary')`)
	tab.check(t, "a file's path can be copied", `[...document.querySelectorAll('.file-diff')].every(f => f.querySelector('.copy').dataset.copy === f.getAttribute('aria-label'))`)
	tab.do(t, `document.querySelector('#fold').click()`)
	tab.check(t, "all collapse", `[...`+files+`].every(d => !d.open)`)
	tab.do(t, `location.hash = document.querySelector('.hunk[id]').id`)
	tab.check(t, "a link to a hunk opens its file", `document.querySelector('.hunk:target').checkVisibility()`)
	look(t, tab, 390, 844, "light")
	tab.open(t, firstWithin(t, m, "changes", "d-change", "d-code"))
	tab.check(t, "on a telephone, a path breaks behind its slashes, not within a short name", `[...document.querySelectorAll('.file-diff h2 code')].every(c => [...c.childNodes].filter(n => n.data).every(n => {
		const r = document.createRange(); r.selectNodeContents(n)
		return n.data.length > 24 || new Set([...r.getClientRects()].map(b => b.top)).size === 1 }))`)
	tab.check(t, "on a telephone, changed lines begin where the others do, and their sign is behind the number", `(all => all.some(d => d.querySelector('ins') && d.querySelector('code > i')) && all.every(d => {
		const at = row => { const r = document.createRange(); r.selectNodeContents(row); return r.getClientRects()[0].left }
		const rows = [...d.querySelectorAll('del, ins, code > i')].filter(row => /\S/.test(row.textContent)), em = parseFloat(getComputedStyle(d).fontSize)
		return rows.every(row => Math.abs(at(row) - at(rows[0])) < 1 && (row.localName === 'i' || parseFloat(getComputedStyle(row, '::after').left) >= parseFloat(getComputedStyle(row, '::before').width) - .1 * em)) }))([...document.querySelectorAll('.hunk .d-code:not(.d-twin)')].filter(d => d.checkVisibility()))`)
}

// TestChangesInExport opens the page of changes in a site in one file, and goes from a hunk to the
// prompt behind it.
func TestChangesInExport(t *testing.T) {
	t.Parallel()
	address, _ := export(t, example, 0, "1be00aae-73e6-4792-941f-b80e09feb743")
	tab := openTab(t, chrome.Storage(t), address)
	tab.open(t, "")
	tab.do(t, `[...document.querySelectorAll('#page a')].find(a => a.textContent === 'Net diff of all files').click()`)
	tab.check(t, "the page of changes shows, and its script ran", `document.querySelector('#page').dataset.page.includes('/changes/') && document.querySelector('#viewed-count').textContent.startsWith('0 of ')`)
	tab.do(t, `document.querySelector('.hunk-head a').click()`)
	tab.check(t, "a hunk leads to its call", `!document.querySelector('#page').dataset.page.includes('/changes/') && location.hash.startsWith('#m-')`)
	calm(t, tab, "changes")
}

// TestChangesAddUp compares the figures above the net diff with the files below it.
func TestChangesAddUp(t *testing.T) {
	t.Parallel()
	_, files := tell(t, 1, `
user Change some files.
tool Write {"file_path":"/srv/x/a.go","content":"a\n"}
> ok | {"toolUseResult":{"type":"create","filePath":"/srv/x/a.go","structuredPatch":[]}}
tool Write {"file_path":"/srv/x/b.go","content":"b\n"}
> ok | {"toolUseResult":{"type":"create","filePath":"/srv/x/b.go","structuredPatch":[]}}
bash rm b.go
>
tool Write {"file_path":"/srv/other/c.go","content":"c\n"}
> ok | {"toolUseResult":{"type":"create","filePath":"/srv/other/c.go","structuredPatch":[]}}
bash sed -i s/a/b/ go.mod
>
`)
	source, dir := t.TempDir(), t.TempDir()
	for _, text := range files {
		put(t, filepath.Join(source, "-srv-x", "s.jsonl"), text.String())
	}
	c := configOf(source)
	c.Destination, c.Cache, c.Redact.Forbid = dir, config.CacheOff, "off"
	if _, err := generator.Build(t.Context(), generator.Options{Config: c, Version: "test"}); err != nil {
		t.Fatal(err)
	}
	for _, p := range readPages(t, dir) {
		if !strings.HasSuffix(p.name, "/changes/index.html") {
			continue
		}
		lede, diffs := "", 0
		for n := range p.root.Descendants() {
			if class := attr(n, "class"); class == "lede" || class == "muted" && strings.HasPrefix(text(n), "Also") {
				lede += text(n) + "."
			}
			if attr(n, "class") == "file-diff" {
				diffs++
			}
		}
		if want := "1 file changed, +1 −0, 1 file changed by a command.Also listed: 1 outside the project, 1 without a net change."; lede != want || diffs != 4 {
			t.Errorf("%d diffs below %q, want 4 below %q", diffs, lede, want)
		}
		return
	}
	t.Error("no page of changes")
}
