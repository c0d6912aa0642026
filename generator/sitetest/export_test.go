package sitetest

import (
	"bytes"
	"cmp"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"steno/generator"
	"steno/generator/config"
	"steno/parser/formats"
	"steno/parser/source"
	"steno/tier"
)

// export writes sessions of a source into one file and gives its address and text.
func export(t *testing.T, from string, maxBytes int, ids ...string) (string, []byte) {
	t.Helper()
	c := config.Default()
	c.Sources, c.Prices = []string{from}, config.Prices{}
	o := generator.Options{Config: c, Version: "test"}
	e, err := generator.Export(t.Context(), o, ids, maxBytes)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "export.html")
	if err := os.WriteFile(name, e.HTML, 0o600); err != nil {
		t.Fatal(err)
	}
	return "file://" + name, e.HTML
}

// sessionIDs lists the sessions of a source, largest first.
func sessionIDs(t *testing.T, from string) []string {
	t.Helper()
	a, err := source.Find(t.Context(), formats.All(), []string{from})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	var ids []string
	size := map[string]int64{}
	for _, s := range a.Sessions() {
		ids = append(ids, s.ID)
		size[s.ID] = s.Size
	}
	slices.SortStableFunc(ids, func(x, y string) int { return cmp.Compare(size[y], size[x]) })
	return ids
}

// A site in one file does what the site does, and asks for nothing.
func TestExportInChromium(t *testing.T) {
	t.Parallel()
	tab := openTab(t, chrome.Storage(t), "file:")
	const long, branched = "1be00aae-73e6-4792-941f-b80e09feb743", "01996177-3ad0-4d9a-aa9a-42eac72433df"
	t.Run("pages", func(t *testing.T) {
		address, _ := export(t, example, 0, long)
		tab.at(address)
		tab.open(t, "")
		tab.check(t, "the session opens", `document.querySelector('h1').textContent.includes('Forty plants')`)
		tab.check(t, "its scripts ran", `document.querySelector('#unfold').checkVisibility()`)
		tab.click(t, ".pager .next")
		tab.check(t, "the second page shows", `document.querySelector('#page').dataset.page.endsWith('page-2.html') && document.querySelector('.continues, .thread .prompt').textContent.includes('Check that page')`)
		tab.check(t, "its scripts ran", `document.querySelector('#unfold').checkVisibility()`)
		tab.do(t, `setTimeout(() => history.back())`)
		tab.check(t, "going back leads to the first", `document.querySelector('#page').dataset.page.endsWith('index.html')`)
		tab.press(t, "3")
		tab.click(t, ".pager .next")
		tab.check(t, "the second page shows again", `document.querySelector('#page').dataset.page.endsWith('page-2.html') && steno.keys.o`)
		tab.do(t, `[...document.querySelectorAll('.outline a[href$="~0"]')].at(-1).click()`)
		tab.check(t, "the outline leads to a message of another page", `document.querySelector('#page').dataset.page.endsWith('index.html') && location.hash.startsWith('#m-') && scrollY > 1000 && Math.abs(document.getElementById(location.hash.slice(1).replace(/~0$/, '')).getBoundingClientRect().top) < innerHeight`)
		tab.do(t, `[...document.querySelectorAll('.outline a[href*="~"]')].at(-1).click()`)
		tab.check(t, "an id that several pages have is as on the site", `document.querySelector('#page').dataset.page.endsWith('page-2.html') && document.querySelector('main#main article#m-283d624c[aria-labelledby="t-17"] #t-17') && !document.querySelector('main [id*="~"], steno-main')`)
		tab.open(t, "#/sessions/"+long+"/page-2.html")
		tab.check(t, "a link from outside opens another page than the first, once", `document.querySelectorAll('#page, header.site, main').length === 3 && document.querySelector('#page').dataset.page.endsWith('page-2.html') && document.querySelector('#unfold').checkVisibility()`)
		tab.check(t, "the bar says which session that is", `document.querySelector('header.site .crumbs li:last-child').textContent.includes('Forty plants')`)
		calm(t, tab, "pages")
	})
	t.Run("search", func(t *testing.T) {
		address, _ := export(t, example, 0, long)
		tab.at(address)
		tab.open(t, "")
		tab.press(t, "/")
		tab.check(t, "the box has the focus", `document.activeElement.id === 'site-q'`)
		tab.press(t, strings.Split("Kräuter", "")...)
		tab.check(t, "there are results", `[...document.querySelectorAll('#site-results a')].some(a => /#m-/.test(a.href))`)
		tab.do(t, `[...document.querySelectorAll('#site-results a')].find(a => /#m-/.test(a.href)).click()`)
		tab.check(t, "a result leads to its message", `location.hash.startsWith('#m-') && document.getElementById(location.hash.slice(1)).checkVisibility()`)
		tab.do(t, `document.activeElement.blur()`) // as a click that a hand makes does
		tab.press(t, "/")
		tab.press(t, strings.Split("till", "")...)
		tab.check(t, "there are all results", `document.querySelector('#site-results .site-all')?.closest('a').href.includes('till')`)
		tab.do(t, `document.querySelector('#site-results .site-all').closest('a').click()`)
		tab.check(t, "the search page opens and finds", `document.querySelector('#q').value.endsWith('till') && document.querySelectorAll('#find-results a').length > 0`)
		tab.do(t, `document.querySelector('#site-q').value = ''; document.querySelector('.site-search button').click()`)
		tab.check(t, "the search page opens", `document.querySelector('#find')`)
		tab.check(t, "it can be typed in", `document.querySelector('#q').disabled === false && (document.querySelector('#q').focus(), true)`)
		tab.press(t, strings.Split("till SQL", "")...)
		tab.check(t, "it finds", `document.querySelectorAll('#find-results a').length > 0`)
		calm(t, tab, "search")
	})
	t.Run("branches and agents", func(t *testing.T) {
		for i, id := range sessionIDs(t, example) {
			if !tier.OneIn(6, i) {
				continue
			}
			address, text := export(t, example, 0, id)
			tab.at(address)
			tab.open(t, "")
			for _, kind := range []string{"/agents/", "/branches/"} {
				link := regexp.MustCompile(`href="(#/sessions/[^"]+` + kind + `[^"]+)"`).FindSubmatch(text)
				if link == nil {
					continue
				}
				tab.open(t, "")
				tab.do(t, `document.querySelector('#page a[href="`+string(link[1])+`"]').dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true}))`)
				tab.check(t, "a link opens "+kind+" of "+id, `document.querySelector('#page').dataset.page.includes('`+kind+`') && document.querySelector('#unfold').checkVisibility()`)
			}
			calm(t, tab, id)
		}
	})
	t.Run("several sessions", func(t *testing.T) {
		address, _ := export(t, example, 0, long, branched)
		tab.at(address)
		tab.open(t, "")
		tab.check(t, "the front page opens", `document.body.classList.contains('page-index')`)
		tab.do(t, `[...document.querySelectorAll('#page a')].find(a => a.textContent.includes('Forty plants')).click()`)
		tab.check(t, "a session opens", `document.querySelector('h1').textContent.includes('Forty plants')`)
		calm(t, tab, "several")
	})
	t.Run("levels", func(t *testing.T) {
		address, _ := export(t, example, 0, branched)
		tab.at(address)
		tab.open(t, "?level=prompts")
		tab.check(t, "only prompts are shown", all(".thread > .reply", false))
		calm(t, tab, "levels")
	})
	t.Run("without scripts", func(t *testing.T) {
		_, text := export(t, example, 0, long)
		for _, word := range []string{"Und jetzt auf Deutsch: Kräuter.", "The paper catalogue has to become"} {
			if !bytes.Contains(text, []byte(word)) {
				t.Errorf("%q is not in the file", word)
			}
		}
		if n := bytes.Count(text, []byte(`<noscript data-page="`)); n < 1 {
			t.Errorf("%d further pages", n)
		}
	})
	t.Run("real", func(t *testing.T) {
		needCorpus(t)
		from := corpus + "/real_projects"
		for _, id := range sessionIDs(t, from)[:tier.Count(1, 3)] {
			address, text := export(t, from, 0, id)
			tab.at(address)
			tab.open(t, "")
			tab.check(t, "it opens", `document.querySelector('.thread') && document.querySelector('#unfold').checkVisibility()`)
			calm(t, tab, id)
			address, small := export(t, from, len(text)*3/4, id)
			if len(small) > len(text)*3/4 {
				t.Errorf("%s: %d of %d bytes are left, which is too much", id, len(small), len(text))
			}
			tab.at(address)
			tab.open(t, "")
			tab.check(t, "it tells what was left out", `document.body.innerHTML.includes('left out to keep this file small')`)
			calm(t, tab, id)
		}
	})
}

// No page of an export breaks a rule of WCAG 2.2 AA that a program can tell.
func TestExportAccessible(t *testing.T) {
	t.Parallel()
	script, err := os.ReadFile(checker(t, "axe-core/axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	address, _ := export(t, example, 0, "1be00aae-73e6-4792-941f-b80e09feb743")
	tab := openTab(t, chrome.Storage(t), address)
	for i, colours := range []string{"light", "dark"} {
		if !tier.OneIn(2, i+1) {
			continue
		}
		look(t, tab, 1300, 900, colours)
		tab.open(t, "")
		if tier.OneIn(2, i) {
			audit(t, tab, script, runAxe, "export, "+colours)
		}
		tab.click(t, ".pager .next")
		tab.check(t, "the second page shows", `document.querySelector('#page').dataset.page.endsWith('page-2.html')`)
		if tier.OneIn(2, i+1) { // audits take seconds; TestAccessible has the site's own pages
			audit(t, tab, script, runAxe, "export, page 2, "+colours)
		}
	}
}

// The same sessions make the same file, and nothing in it leads out.
func TestExportIsTheSame(t *testing.T) {
	t.Parallel()
	ids := sessionIDs(t, example)
	_, one := export(t, example, 0, ids...)
	_, two := export(t, example, 0, ids...)
	if !bytes.Equal(one, two) {
		t.Error("two exports differ")
	}
	for _, address := range []string{`src="http`, `src="assets`, `href="../`, `src="../`} {
		if strings.Contains(string(one), address) {
			t.Errorf("the file holds %s", address)
		}
	}
}

// calm is quiet, but for what the browser complains of because of this test: it looks
// into a document that was written anew, which the policy of the document forbids it.
func calm(t *testing.T, tab *tab, what string) {
	t.Helper()
	tab.mu.Lock()
	tab.complaints = slices.DeleteFunc(tab.complaints, func(c string) bool {
		return strings.HasPrefix(c, "log: Evaluating a string as JavaScript")
	})
	tab.mu.Unlock()
	tab.quiet(t, what)
}
