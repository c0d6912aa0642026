package sitetest

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"steno/tier"
)

// harborWords are in most messages of an archive, the first ones in nearly all.
var harborWords = strings.Fields("lamp wick rope pier harbor test tests")

const harborSessions, harborReplies = 200, 150

func harborID(i int) string { return fmt.Sprintf("%08d-0000-4000-8000-000000000000", i) }

// harborSource writes so many replies of these words that their lists have heads, and returns the words of each session's replies. Some replies are
// the same.
func harborSource(t *testing.T) (source string, said [][]string) {
	t.Helper()
	source = t.TempDir()
	r := rand.New(rand.NewPCG(5, 9))
	for i := range harborSessions {
		var lines strings.Builder
		id, parent := harborID(i), fmt.Sprint("a", i)
		fmt.Fprintf(&lines, `{"type":"user","uuid":"%[1]s","parentUuid":null,"sessionId":"%[2]s","cwd":"/srv/harbor","timestamp":"2026-01-%02[3]dT00:00:00Z","message":{"role":"user","content":"Look after things %[4]d"}}`+"\n", parent, id, 1+i%28, i)
		said = append(said, nil)
		for n := range harborReplies {
			text := fmt.Sprintf("reply%dx%d", i, n)
			for range 1 + r.IntN(40) {
				text += " " + harborWords[min(r.IntN(7), r.IntN(7))]
			}
			if r.IntN(50) == 0 {
				text = "lamp wick rope pier harbor test lamp wick rope pier harbor test"
			}
			uuid := fmt.Sprintf("b%dx%d", i, n)
			fmt.Fprintf(&lines, `{"type":"assistant","uuid":"%s","parentUuid":"%s","sessionId":"%s","timestamp":"2026-01-%02dT%02d:%02d:00Z","message":{"id":"m%[1]s","role":"assistant","content":[{"type":"text","text":"%[7]s"}]}}`+"\n",
				uuid, parent, id, 1+i%28, n/60, n%60, text)
			parent, said[i] = uuid, append(said[i], text)
		}
		put(t, filepath.Join(source, "projects", "-srv-harbor", id+".jsonl"), lines.String())
	}
	return source, said
}

// having counts the replies of each session that have all words of a query, "test" in any form.
func having(said [][]string, query string) (of []int, all, sessions int) {
	for _, replies := range said {
		n := 0
		for _, text := range replies {
			words := strings.Fields(strings.ReplaceAll(text, "tests", "test"))
			if !slices.ContainsFunc(strings.Fields(strings.ReplaceAll(query, "tests", "test")), func(w string) bool { return !slices.Contains(words, w) }) {
				n++
			}
		}
		of = append(of, n)
		all += n
		sessions += min(n, 1)
	}
	return of, all, sessions
}

// TestCountsOfManyResults asks for frequent words in an archive of 30,000 messages, of which the page reads the best: it says of no more than there are that
// they are there at least, and shows as many more of a session as it says.
func TestCountsOfManyResults(t *testing.T) {
	t.Parallel()
	tier.NeedsLong(t, "builds 30,000 messages and searches them in browsers")
	source, said := harborSource(t)
	dir := t.TempDir()
	buildInto(t, dir, source, 2)
	for _, w := range windows(t) {
		atLeast := 0
		for _, base := range []string{overHTTP(t, dir), overFile(t, dir)} {
			w.checkBox(t, base, said)
			for _, q := range []string{"lamp ", "tests ", "lamp wick rope pier test ", "lamp pier ", "lamp reply7x7 "} {
				of, all, sessions := having(said, q)
				w.visit(t, base+"search/index.html?q="+url.QueryEscape(q))
				const status = `document.getElementById('find-status').textContent`
				w.check(t, q+" is answered", `/\d+ sessions?$/.test(`+status+`)`)
				partial, n := countOf(t, w.do(t, status))
				if n > all || !partial && n != all {
					t.Errorf("%s: %s: %q, there are %d", w.name, q, w.do(t, status), all)
				}
				if partial {
					atLeast++
				}
				w.checkSession(t, q, of)
				if want := fmt.Sprintf("%s in %s", several(all, "message"), several(sessions, "session")); w.do(t, status) != want {
					t.Errorf("%s: %s: %q, want %q", w.name, q, w.do(t, status), want)
				}
			}
		}
		if atLeast < 4 {
			t.Errorf("%s: only %d answers say \"at least\"", w.name, atLeast)
		}
	}
}

// countOf reads how many messages are found.
func countOf(t *testing.T, status string) (partial bool, n int) {
	t.Helper()
	status, partial = strings.CutPrefix(status, "at least ")
	number, _, _ := strings.Cut(strings.TrimSuffix(status, ")"), " ")
	n, err := strconv.Atoi(strings.ReplaceAll(number, ",", ""))
	if err != nil {
		t.Errorf("%q: %v", status, err)
	}
	return partial, n
}

func several(n int, what string) string {
	text := strconv.Itoa(n)
	if n > 999 {
		text = text[:len(text)-3] + "," + text[len(text)-3:]
	}
	if n != 1 {
		what += "s"
	}
	return text + " " + what
}

// checkSession has the first session with more results show all of them.
func (w window) checkSession(t *testing.T, q string, of []int) {
	t.Helper()
	const button = `document.querySelector('#find-results > li > button:not([hidden])')`
	if w.do(t, "!"+button) == "true" {
		return
	}
	w.do(t, `window.group = `+button+`.parentElement`)
	id := strings.Split(w.do(t, `group.querySelector('h2 a').getAttribute('href')`), "/")[2]
	i, err := strconv.Atoi(id[:8])
	if err != nil {
		t.Fatalf("%s: a result leads to the session %q", w.name, id)
	}
	// Copies are linked from the row that they are like, which may be of another session.
	shown := fmt.Sprintf(`[...document.querySelectorAll('#find-results a[href*="%s"]')].filter(a => a.hash).length`, id)
	for range of[i] {
		before := w.do(t, shown)
		w.do(t, `group.lastChild.click()`)
		w.check(t, q+" shows more of the session", shown+" > "+before+" && !group.lastChild.disabled")
		more := 0
		if w.do(t, `group.lastChild.hidden`) != "true" {
			_, more = countOf(t, w.do(t, `group.lastChild.textContent`))
		}
		if n, _ := strconv.Atoi(w.do(t, shown)); n+more != of[i] {
			t.Errorf("%s: %s: %d results of session %d are shown and %d are said to be more, there are %d", w.name, q, n, i, more, of[i])
			return
		}
		if more == 0 {
			return
		}
	}
	t.Errorf("%s: %s: after %d times, there is more of session %d", w.name, q, of[i], i)
}

// checkBox types a frequent word into the box of another page, which says how many results there are.
func (w window) checkBox(t *testing.T, base string, said [][]string) {
	t.Helper()
	const all = `[...document.querySelectorAll('#site-results [role=option]')].map(o => o.textContent).find(text => text.startsWith('All results'))`
	w.visit(t, base+"index.html")
	w.do(t, `(q => { q.focus(); q.value = 'lamp '; q.dispatchEvent(new Event('input', {bubbles: true})) })(document.getElementById('site-q'))`)
	w.check(t, "the box is answered", all)
	text := w.do(t, all)
	_, most, _ := having(said, "lamp")
	if _, n := countOf(t, strings.TrimPrefix(text, "All results (")); !strings.Contains(text, "at least") || n > most {
		t.Errorf("%s: the box says %q", w.name, text)
	}
}
