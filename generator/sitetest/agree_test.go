package sitetest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"steno/generator/search/query"
	"steno/tier"
	"steno/tier/chromium"
)

// agreedQueries are so many queries that the command and the page answer in the same way.
const agreedQueries = 500

// askPage answers queries on the search page, as it lists results: of each session the title, if it was found, and the first messages.
const askPage = `(window.agreed = '', (async (queries) => {
	const S = stenoSearch, all = [];
	for (const q of queries) {
		const search = S.opened(), result = await search.run(q), rows = [], seen = new Set();
		for (const g of S.page(await S.ordered(search.index, result), 0, 200)) {
			const { session, records } = await S.load(search.index, g), dir = session.url.slice(0, session.url.lastIndexOf('/') + 1);
			if (g.group.title) rows.push('title ' + session.url + '#');
			for (const r of records) {
				const key = [r.kind, r.tool, r.file, r.text].join();
				if ((r.file || r.text.length > 40) && seen.has(key)) continue;
				if (result.phrases.some((p) => !S.has(r.text, p) && !S.has(r.file, p)) && !r.cut) continue;
				seen.add(key);
				rows.push(r.kind + ' ' + dir + r.page + '#' + r.anchor);
			}
		}
		all.push(rows.slice(0, 30).join('\n'));
	}
	window.agreed = JSON.stringify(all);
})(%s).catch((err) => { window.agreed = String(err); }))`

// TestCommandAgreesWithPage asks the command and the page the same, in each browser, from a server and from a folder. Of real
// transcripts, it asks one browser less, from a server.
func TestCommandAgreesWithPage(t *testing.T) {
	t.Parallel()
	tier.NeedsLong(t, "asks two browsers hundreds of queries")
	t.Run("example", func(t *testing.T) {
		site := get(t, madeExample)
		queries, want := commandAnswers(t, site.dir, agreedQueries)
		for _, w := range windows(t) {
			for _, base := range []string{overHTTP(t, site.dir), overFile(t, site.dir)} {
				pageAgrees(t, w, base, queries, want)
			}
		}
	})
	t.Run("transcripts", func(t *testing.T) {
		source := corpus + "/../claude-2026/projects"
		if _, err := os.Stat(source); err != nil {
			t.Skip("no transcripts at ../shared/corpus/claude-2026: queries for real ones are NOT compared")
		}
		chromium.Need(t)
		_, dir := builtOf(t, source)
		queries, want := commandAnswers(t, dir, agreedQueries/5)
		pageAgrees(t, chromiumWindow(t), overHTTP(t, dir), queries, want)
	})
}

// commandAnswers draws queries from a site, and returns them with the answers of the command.
func commandAnswers(t *testing.T, dir string, n int) (queries, answers []string) {
	t.Helper()
	queries = queriesOf(t, dir, n)
	ix, err := query.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer ix.Close()
	found := 0
	for _, q := range queries {
		a, err := ix.Search(t.Context(), q, query.Options{Limit: 30})
		if err != nil {
			t.Fatalf("query %q: %v", q, err)
		}
		var rows []string
		for _, h := range a.Hits {
			rows = append(rows, fmt.Sprintf("%s %s#%s", h.Kind, h.Page, h.Anchor))
		}
		found += min(1, len(rows))
		answers = append(answers, strings.Join(rows, "\n"))
	}
	if found < n/2 {
		t.Errorf("only %d of %d queries find something", found, n)
	}
	return queries, answers
}

// pageAgrees asks the page in a window, and wants these answers.
func pageAgrees(t *testing.T, w window, base string, queries, want []string) {
	t.Helper()
	data, err := json.Marshal(queries)
	if err != nil {
		t.Fatal(err)
	}
	w.visit(t, base+"search/index.html")
	w.check(t, "the page is ready", `window.stenoSearch && stenoSearch.opened`)
	w.do(t, fmt.Sprintf(askPage, data))
	w.check(t, "all queries are answered", `window.agreed`)
	var got []string
	if err := json.Unmarshal([]byte(w.do(t, `window.agreed`)), &got); err != nil || len(got) != len(want) {
		t.Fatalf("%s, %s: %d answers, %v", w.name, base, len(got), err)
	}
	for i, q := range queries {
		if diff := cmp.Diff(strings.Split(want[i], "\n"), strings.Split(got[i], "\n")); diff != "" {
			t.Errorf("%s, %.5s: query %q (-command +page):\n%s", w.name, base, q, diff)
		}
	}
}

// queriesOf draws queries from the sessions of a site: words, identifiers and paths, whole and cut, phrases, without words, with
// filters and with stars.
func queriesOf(t *testing.T, dir string, n int) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "sessions", "*", "index.md"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no Markdown of sessions: %v", err)
	}
	word := regexp.MustCompile(`[\pL\pN_][\pL\pN_./-]*[\pL\pN_]`)
	var words [][]string
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if found := word.FindAllString(string(text), -1); len(found) > 9 {
			words = append(words, found)
		}
	}
	r := rand.New(rand.NewPCG(21, 500))
	queries := make([]string, n)
	for i := range queries {
		of := words[r.IntN(len(words))]
		at := r.IntN(len(of) - 2)
		a, b := of[at], of[r.IntN(len(of))]
		queries[i] = []string{
			a + " ", a + " " + b + " ", a + " " + b + " " + of[at+1] + " ", `"` + a + " " + of[at+1] + `"`, a[:1+len(a)/2], a + " -" + b,
			a + " kind:" + []string{"prompt", "reply", "call", "result"}[r.IntN(4)], "*" + a[len(a)/3:] + "*", a + " " + path.Base(b), a + "x ",
		}[r.IntN(10)]
	}
	return queries
}
