package sitetest

import (
	"bytes"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"

	"steno/generator/search"
	"steno/tier"
	"steno/tier/chromium"
)

// window is a window of some browser.
type window struct {
	name     string
	open     func(url string) error
	evaluate func(expression string) (string, error)
}

// windows opens a window of each browser that is installed.
func windows(t *testing.T) []window {
	t.Helper()
	var all []window
	t.Run("start Chromium", func(s *testing.T) {
		chromium.Need(s)
		all = append(all, chromiumWindow(t))
	})
	t.Run("start Firefox", func(s *testing.T) {
		_ = firefoxProgram(s)
		f := oneFirefox(t)
		all = append(all, window{"firefox", f.open, f.evaluate})
	})
	if len(all) == 0 {
		t.Skip("no browser is installed: the search is NOT tested in one")
	}
	return all
}

func chromiumWindow(t *testing.T) window {
	ctx := chrome.Tab(t)
	if err := chromedp.Run(ctx, emulation.SetFocusEmulationEnabled(true)); err != nil {
		t.Fatal(err)
	}
	return window{"chromium",
		func(url string) error {
			return chromedp.Run(ctx, chromium.Go(url))
		},
		func(expression string) (out string, err error) {
			err = chromedp.Run(ctx, chromedp.Evaluate("String("+expression+")", &out))
			return out, err
		},
	}
}

// visit opens an address.
func (w window) visit(t *testing.T, url string) {
	t.Helper()
	if err := w.open(url); err != nil {
		t.Fatalf("%s: %s: %v", w.name, url, err)
	}
}

// do runs an expression.
func (w window) do(t *testing.T, expression string) string {
	t.Helper()
	out, err := w.evaluate(expression)
	if err != nil {
		t.Fatalf("%s: %s: %v", w.name, expression, err)
	}
	return out
}

// check waits until an expression is true.
func (w window) check(t *testing.T, what, expression string) {
	t.Helper()
	out, err := "", error(nil)
	for end := time.Now().Add(chromium.Patience); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if out, err = w.evaluate("!!(" + expression + ")"); err == nil && out == "true" {
			return
		}
	}
	t.Errorf("%s: it does not hold that %s: %s (%v)", w.name, what, expression, err)
}

// Searches give the same on every browser, from a server below a path and from a
// folder: what is said, what is found, what is marked, where it leads.
func TestSearchParity(t *testing.T) {
	t.Parallel()
	site := get(t, madeExample)
	var want, first string
	all := windows(t)
	for i, w := range all {
		t.Run(w.name+" keeps files apart", func(t *testing.T) { keepsFilesApart(t, w) })
		for j, scheme := range []struct{ name, base string }{{"http", overHTTP(t, site.dir)}, {"file", overFile(t, site.dir)}} {
			name, base := w.name+" "+scheme.name, scheme.base
			if !tier.OneIn(2, i+j) {
				continue // in the plain tier each browser comes in one way
			}
			t.Run(name, func(t *testing.T) {
				got := answersTo(t, w, base)
				if first == "" {
					first, want = name, got
				} else if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")); diff != "" {
					t.Errorf("answers differ (-%s +%s):\n%s", first, name, diff)
				}
				if tier.Long() || i == len(all)-1 { // other tests use the search in Chromium
					useSearch(t, w, base)
				}
			})
		}
	}
	if strings.Count(want, "→") < tier.Count(20, 30) {
		t.Errorf("too little is found:\n%s", want)
	}
}

// keepsFilesApart: a browser that lets pages from a folder read files would let
// pass what fails for readers.
func keepsFilesApart(t *testing.T, w window) {
	dir := t.TempDir()
	for name, data := range map[string]string{"a.html": "<!doctype html><title>a</title>", "b.txt": "b"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	w.visit(t, overFile(t, dir)+"a.html")
	w.do(t, `(x => { x.onload = () => document.title = 'read ' + x.responseText; x.onerror = () => document.title = 'refused'; try { x.open('GET', 'b.txt'); x.send() } catch (e) { document.title = 'refused' } })(new XMLHttpRequest())`)
	w.check(t, "a page from a folder cannot read files", `document.title === 'refused'`)
}

// parityQueries ask for everything that a query can ask for.
var parityQueries = []string{
	"seed", "seeds.ts", "src/seeds.ts", "getSeed ", "\"the house rules\"", "seed -price", "seed%20tool:edit", "seed&kind=prompt", "is:failed", "has:file&sort=date",
	"seed%20before:2026-02-01", "after:2026-02-01", "*asket*", "s*ds", "/bask(et|ing)/", "/(a%2B)%2B/", "/[/", "sunflowr%20", "seed%20frobnicate", "project:steep",
	"Gem%C3%BCse", "gemuse", "schnittl", "%3C/script%3E", "__proto__", "constructor", "hasOwnProperty", "%3F%3F%3F", "file:basket.ts",
}

const settled = `(s => s && !s.startsWith('Searching') && (s !== 'Nothing found' || document.getElementById('find-note').textContent.endsWith('all sessions')))(document.getElementById('find-status').textContent)`

// answersTo returns what is shown for the queries.
func answersTo(t *testing.T, w window, base string) string {
	var out strings.Builder
	for i, q := range parityQueries {
		if !tier.OneIn(5, i) {
			continue
		}
		w.visit(t, base+"search/index.html?q="+q)
		w.check(t, "the search for "+q+" ends", settled)
		out.WriteString(w.do(t, `[location.search, document.getElementById('find-status').textContent, document.getElementById('find-note').textContent,
			...[...document.querySelectorAll('#find-results a')].map(a => '→ ' + a.getAttribute('href') + ' ' + a.textContent),
			...[...document.querySelectorAll('#find-results mark')].map(m => '* ' + m.textContent)].join('\n') + '\n'`))
	}
	return out.String()
}

// useSearch types, chooses, follows a result, comes back.
func useSearch(t *testing.T, w window, base string) {
	typed := func(id, text string) string {
		return `(i => { i.focus(); i.value = '` + text + `'; i.dispatchEvent(new Event('input', {bubbles: true})) })(document.getElementById('` + id + `'))`
	}
	key := func(k string) string {
		return `document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: '` + k + `', bubbles: true, cancelable: true}))`
	}
	w.visit(t, base+"search/index.html")
	w.do(t, `addEventListener('securitypolicyviolation', e => window.violated = e.violatedDirective)`)
	w.do(t, typed("q", "sunflower"))
	w.check(t, "typing finds", settled+` && document.querySelectorAll('.find-hit').length > 2`)
	w.check(t, "the address holds the query", `new URL(location.href).searchParams.get('q') === 'sunflower'`)
	w.do(t, key("ArrowDown"))
	w.check(t, "the arrow goes to the first result", `document.activeElement === document.querySelector('#find-results a')`)
	w.do(t, key("ArrowDown"))
	w.do(t, key("Escape"))
	w.check(t, "Escape goes back to the field", `document.activeElement.id === 'q'`)
	w.do(t, `document.querySelector('.find-group > button').click()`)
	w.check(t, "more of a session is shown, and has the focus", `document.activeElement === document.querySelectorAll('.find-group')[0].querySelectorAll('.find-hit')[3]`)
	w.do(t, `document.getElementById('find-filters').open = true`)
	w.check(t, "the filters hold what there is", `document.querySelector('[name=project]').options.length > 1 && /\(\d/.test(document.querySelector('[name=project]').options[1].textContent)`)
	w.do(t, `document.querySelector('#find-kinds > [value=prompt]').click()`)
	w.check(t, "a filter narrows", `[...document.querySelectorAll('.find-about')].every(e => e.textContent.startsWith('Prompt')) && new URL(location.href).searchParams.get('kind') === 'prompt'`)
	w.do(t, `document.querySelector('#find-scope > [value^="prompt,"]').click()`)
	w.check(t, "tools are left out", `document.querySelectorAll('.find-about').length > 1 && [...document.querySelectorAll('.find-about')].every(e => !/^(Call|Result)/.test(e.textContent))`)
	w.do(t, `document.querySelector('#find-scope > [value=""]').click()`)
	w.check(t, "all kinds are back, and the words", `!new URL(location.href).searchParams.has('kind') && document.getElementById('q').value === 'sunflower' && document.querySelectorAll('.find-hit').length > 2`)
	w.check(t, "the policy of the page held", `!window.violated`)

	w.do(t, `(a => { window.name = a.textContent; a.click() })(document.querySelector('.find-hit'))`)
	w.check(t, "a result leads to its page", `!document.getElementById('find') && new URL(location.href).searchParams.get('mark')`)
	w.check(t, "where the word is marked", `[...CSS.highlights.get('found')].some(r => /sunflower/i.test(r.toString())) && /^\d+ of \d+$/.test(document.querySelector('.marks-count').textContent)`)
	w.check(t, "in view", `(r => r.height > 0 && r.top > 0 && r.bottom < innerHeight)([...CSS.highlights.get('found-now')][0].getBoundingClientRect())`)
	w.do(t, `setTimeout(() => history.back())`)
	w.check(t, "going back shows the results again", `document.getElementById('find') && document.getElementById('q').value === 'sunflower' && document.querySelectorAll('.find-hit').length > 2`)

	w.visit(t, base+"index.html")
	w.check(t, "nothing of the search is loaded", `document.readyState !== 'loading' && !window.stenoSearch && !document.querySelector('#site-q[role]')`)
	w.do(t, typed("site-q", ""))
	w.check(t, "the box gets its role", `document.getElementById('site-q').getAttribute('role') === 'combobox'`)
	w.do(t, typed("site-q", "marigold frobnicate "))
	w.check(t, "the box tells of a word that is not there", `document.querySelector('.site-said').textContent === 'Not found anywhere: frobnicate. ' && document.querySelectorAll('#site-results [role=option]').length > 1`)
	w.do(t, typed("site-q", "marigold"))
	w.check(t, "the box lists results", `!document.querySelector('.site-said') && document.getElementById('site-q').getAttribute('aria-expanded') === 'true' && document.querySelectorAll('#site-results [role=option]').length > 1`)
	w.do(t, key("ArrowDown"))
	w.check(t, "an option is chosen", `document.getElementById(document.getElementById('site-q').getAttribute('aria-activedescendant')).getAttribute('aria-selected') === 'true'`)
	w.do(t, `window.first = document.getElementById('site-result-0')`)
	w.do(t, typed("site-q", "marigold "))
	w.check(t, "the same option is chosen when results are listed again", `document.getElementById('site-result-0') !== window.first && document.getElementById('site-result-0').getAttribute('aria-selected') === 'true' && document.getElementById('site-q').getAttribute('aria-activedescendant') === 'site-result-0'`)
	w.do(t, key("Enter"))
	w.check(t, "Enter goes there", `new URL(location.href).searchParams.get('mark') === 'marigold*' || new URL(location.href).searchParams.get('mark') === 'marigold'`)
}

// A shard that is missing, damaged or of another build is a message, and the page works
// again when it is there.
func TestSearchBroken(t *testing.T) {
	t.Parallel()
	site := get(t, madeExample)
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(site.dir)); err != nil {
		t.Fatal(err)
	}
	shards := func(pattern string) []string {
		names, err := filepath.Glob(filepath.Join(dir, "search", pattern))
		if err != nil || len(names) == 0 {
			t.Fatalf("no %s: %v", pattern, err)
		}
		return names
	}
	for i, w := range windows(t) {
		for j, scheme := range []struct{ name, base string }{{"http", uncached(t, dir)}, {"file", overFile(t, dir)}} {
			if !tier.OneIn(2, i+j) {
				continue // in the plain tier each browser comes in one way
			}
			for k, c := range []struct{ pattern, data, query, want string }{
				{"t/*.js", "", "seed", "Part of the search could not be read"},
				{"f/*.js", "", "seed", ""},
				{"s/*.js", "", "seed", "Part of the search could not be read"},
				{"v/*.js", "", "*ee*d", "Part of the search could not be read"},
				{"c.js", "", "seed&project=steep", "Part of the search could not be read"},
				{"f/*.js", "cs(\"f0\",\"", "seed", ""},
				{"t/*.js", "cs(\"other\",{})\n", "seed", "Part of the search could not be read"},
				{"m.js", "", "seed", "Part of the search could not be read"},
				{"m.js", `cs("m",{"v":99})`, "seed", "The search index has another version"},
				{"m.js", fmt.Sprintf(`cs("m",{"v":%d,"hash":"0000dead","docs":9,"sessions":1,"r":16,"t":"!0","s":")","f":")","n":"000000","w":1})`, search.SchemaVersion), "seed", "Part of the search could not be read"},
				{"../assets/search-wide.*.js", "", "*ee*d", "Part of the search could not be read"},
			} {
				if !tier.OneIn(6, 3*i+k) {
					continue
				}
				t.Run(w.name+" "+scheme.name+" "+strings.ReplaceAll(c.pattern, "/", "_"), func(t *testing.T) {
					for _, name := range shards(c.pattern) {
						whole, err := os.ReadFile(name)
						if err != nil {
							t.Fatal(err)
						}
						defer os.WriteFile(name, whole, 0o644)
						if c.data == "" {
							err = os.Remove(name)
						} else {
							err = os.WriteFile(name, []byte(c.data), 0o644)
						}
						if err != nil {
							t.Fatal(err)
						}
					}
					w.visit(t, scheme.base+"search/index.html?q="+c.query)
					if c.want == "" {
						w.check(t, "results are listed without their texts", `document.querySelector('.find-text').textContent.startsWith('Part of the search could not be read') && document.querySelector('.find-group h2').textContent !== ''`)
						return
					}
					w.check(t, "it is said", `document.getElementById('find-status').textContent.startsWith('`+c.want+`') && !document.querySelector('.find-hit')`)
				})
			}
			w.visit(t, scheme.base+"search/index.html?q=seed")
			w.check(t, "all is well again", `document.querySelector('.find-hit')`)
		}
	}
}

// uncached serves a folder whose files change within a second, which times cannot tell.
func uncached(t *testing.T, dir string) string {
	t.Helper()
	server := httptest.NewServer(http.StripPrefix("/a/b/", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		data, err := fs.ReadFile(os.DirFS(dir), r.URL.Path)
		if err != nil {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Cache-Control", "no-store")
		http.ServeContent(w, r, r.URL.Path, time.Time{}, bytes.NewReader(data))
	})))
	t.Cleanup(server.Close)
	return server.URL + "/a/b/"
}
