package search

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"steno/tier"
)

// answerJS is what testdata/query.js says of a query.
type answerJS struct {
	Docs                                  []int
	Scores                                []float64
	Ranked                                [][]int // the docs of each session, in the order of results
	Absent, Dropped, Loose, Instead, Wide []string
	Bad                                   []string
	Spread                                bool
	Whole                                 []int // Docs without those of sessions that have the words in different messages, if there are any
	Beside                                int   // such sessions
	Error                                 string
	Read                                  []string
	Waves                                 int
	Hits                                  []struct {
		Title, URL, Page, Anchor, Kind, Tool, Text string
		Marked                                     [][2]any
	}
}

// ask asks the client what it must be able to answer.
func ask(t testing.TB, files site, queries []string, detail bool) []answerJS {
	t.Helper()
	answers := answersOf(t, files, queries, detail)
	for i, a := range answers {
		if a.Error != "" {
			t.Errorf("query %q: %s", queries[i], a.Error)
		}
	}
	return answers
}

// answersOf writes the files to a folder and asks the client.
func answersOf(t testing.TB, files site, queries []string, detail bool) []answerJS {
	t.Helper()
	dir := folderOf(t, files)
	var answers []answerJS
	runNode(t, "query.js", map[string]any{"site": dir, "queries": queries, "detail": detail}, &answers)
	return answers
}

// folderOf writes the files to a folder.
func folderOf(t testing.TB, files site) string {
	t.Helper()
	dir := t.TempDir()
	for name, data := range files {
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// scanned is an archive as a brute-force scan sees it: the docs of each term, in
// the order of the index.
func scanned(sessions []Session, scope string) map[string][]int {
	type list struct {
		docs  []int
		stems []*list // of the words that the term may be a form of
	}
	lists := map[string]*list{}
	of := func(term string) *list {
		l := lists[term]
		if l == nil {
			l = &list{}
			lists[term] = l
		}
		return l
	}
	n := 0
	for _, s := range chronological(sessions) {
		for i, d := range append([]Doc{{Kind: KindTitle, Text: s.Title}}, s.Docs...) {
			if i > 0 && !inScope(scope, d.Kind) {
				continue
			}
			for _, term := range append(termsOf(clean(d.Text)), termsOf(clean(d.File))...) {
				l := of(term)
				if len(l.docs) == 0 {
					for _, stem := range stemsOf(term) {
						l.stems = append(l.stems, of(stem))
					}
				}
				for _, l := range append(l.stems, l) {
					if len(l.docs) == 0 || l.docs[len(l.docs)-1] != n {
						l.docs = append(l.docs, n)
					}
				}
			}
			n++
		}
	}
	docs := make(map[string][]int, len(lists))
	for term, l := range lists {
		docs[term] = l.docs
	}
	return docs
}

// scan returns the docs that have all terms, in whatever inflection.
func scan(docs map[string][]int, terms []string) []int {
	var found []int
	for i, term := range terms {
		have := docs[term]
		for _, stem := range stemsOf(term) {
			have = slices.Concat(have, docs[stem])
			slices.Sort(have)
			have = slices.Compact(have)
		}
		if i == 0 {
			found = slices.Clone(have)
		}
		found = slices.DeleteFunc(found, func(doc int) bool {
			_, has := slices.BinarySearch(have, doc)
			return !has
		})
	}
	return found
}

func TestHitsEqualScan(t *testing.T) {
	t.Parallel()
	for _, scope := range []string{ScopeTitles, ScopeConversation, ScopeEverything} {
		sessions := inflected(archive(3, tier.Count(20, 60), 80))
		files, _ := build(t, Options{Scope: scope, Memory: 100_000}, sessions, 2)
		queries := sampleQueries(sessions, scope, tier.Count(80, 200))
		for _, word := range families {
			queries = append(queries, word+" ")
		}
		checkHits(t, files, scanned(sessions, scope), queries)
	}
}

// families are forms of the same words, of each kind that docs/search-format.md has a rule for.
var families = strings.Fields(`decide decides decided deciding policy policies policing carry carries carried carrying run runs running
	stop stops stopped stopping pass passes passed box boxes boxed sing sings singing class classes tie ties
	them theme themes themed theming plan plans plane planes planing planned base bus bases buses`)

// inflected puts such forms into each third doc and each second title, so that queries ask for them.
func inflected(sessions []Session) []Session {
	r := newRand(12)
	form := func() string { return " " + families[r.IntN(len(families))] }
	for i := range sessions {
		if i%2 == 0 {
			sessions[i].Title += form()
		}
		for j := range sessions[i].Docs {
			if j%3 == 0 {
				sessions[i].Docs[j].Text += form() + form()
			}
		}
	}
	return sessions
}

// TestHitsInLongLists has so many docs that lists are chunked.
func TestHitsInLongLists(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("writes a large index")
	}
	sessions := archive(4, tier.Count(60, 300), 120)
	files, _ := build(t, Options{Scope: ScopeEverything}, sessions, 2)
	chunks := 0
	for name := range files {
		if strings.Contains(name, "/p/") {
			chunks++
		}
	}
	if chunks < 5 {
		t.Errorf("only %d files of chunks", chunks)
	}
	checkHits(t, files, scanned(sessions, ScopeEverything), append(sampleQueries(sessions, ScopeEverything, tier.Count(40, 100)), "the a fix ", "test add "))
}

// large is the archive that largeIndex makes.
var large struct {
	sync.Once
	sessions []Session
	files    site
}

// largeIndex returns an archive of 100,000 messages, in the plain tier of 2,500, and its index. Both are made once.
func largeIndex(t *testing.T) ([]Session, site) {
	t.Helper()
	if testing.Short() {
		t.Skip("writes a very large index")
	}
	large.Do(func() {
		sessions := realistic(t, tier.Count(2_500, 100_000))
		large.files, _ = build(t, Options{Scope: ScopeEverything}, sessions, 2)
		large.sessions = sessions
	})
	if large.sessions == nil {
		t.Fatal("another test could not make the archive")
	}
	return large.sessions, large.files
}

// TestHitsAtScale compares the answers of a large index with a scan.
func TestHitsAtScale(t *testing.T) {
	t.Parallel()
	sessions, files := largeIndex(t)
	checkHits(t, files, scanned(sessions, ScopeEverything), sampleQueries(sessions, ScopeEverything, tier.Count(60, 500)))
}

// checkHits compares the client's answers with a scan wherever the client changed
// nothing about the query.
func checkHits(t *testing.T, files site, docs map[string][]int, queries []string) {
	t.Helper()
	exact := 0
	for i, a := range ask(t, files, queries, false) {
		want := scan(docs, queryTerms(queries[i]))
		if len(want) == 0 {
			continue // the client answers another query, and says so
		}
		exact++
		if len(a.Absent)+len(a.Dropped)+len(a.Loose)+len(a.Instead) > 0 {
			t.Errorf("query %q: changed, although %d docs match: %+v", queries[i], len(want), a)
		}
		if a.Beside == 0 {
			a.Whole = a.Docs
		}
		if !slices.Equal(want, a.Whole) {
			t.Errorf("query %q: hits (-scan +client):\n%s", queries[i], cmp.Diff(want, a.Whole))
		}
	}
	if exact < len(queries)/2 {
		t.Errorf("only %d of %d queries have hits", exact, len(queries))
	}
}

// sampleQueries takes words out of docs, one to three of the same doc. The blank
// at the end says that the last word is not a prefix.
func sampleQueries(sessions []Session, scope string, n int) []string {
	r := newRand(11)
	var queries []string
	for len(queries) < n {
		s := sessions[r.IntN(len(sessions))]
		text := s.Title
		if d := r.IntN(len(s.Docs) + 1); d < len(s.Docs) && inScope(scope, s.Docs[d].Kind) {
			text = clean(s.Docs[d].Text)
		}
		words := strings.Fields(text)
		var query []string
		for range 1 + r.IntN(3) {
			if len(words) > 0 {
				// "-", quotes, stars and slashes around a word are operators, a colon may be one.
				plain := strings.NewReplacer(`"`, " ", ":", " ", "*", " ").Replace(words[r.IntN(len(words))])
				query = append(query, strings.TrimRight(strings.TrimLeft(plain, "-"), "/"))
			}
		}
		if q := strings.Join(query, " ") + " "; len(queryTerms(q)) > 0 {
			queries = append(queries, q)
		}
	}
	return queries
}

func TestResults(t *testing.T) {
	t.Parallel()
	day := newDay(2025, 3, 1)
	sessions := []Session{
		{ID: "a", URL: "sessions/a/index.html", Title: "Rewind checkpoints", Project: "-p-one", ProjectName: "one", Branch: "main", Tags: []string{"Release 2", "très long", "发布"}, Start: day, Docs: []Doc{
			{Anchor: "m-1", Page: "index.html", Kind: KindPrompt, Time: day, Also: []string{"B", "c-17"}, Text: "Please fix strategy/rewind_test.go, café! git commit --no-verify -n 5"},
			{Anchor: "m-2", Page: "page-2.html", Kind: KindResult, Tool: "Bash", Failed: true, Time: day.AddDate(0, 0, 1), Text: "panic: <script>alert(1)</script> in rewind"},
			{Anchor: "m-3", Page: "agents/x/index.html", Kind: KindCall, Tool: "Read", File: "/home/me/café/main_window.go", Text: "Read"},
		}},
		{ID: "b", URL: "sessions/b/index.html", Title: "Constructor", Project: "-p-two", ProjectName: "two", Tags: []string{"测试", "release-notes"}, Start: day.AddDate(0, 1, 0), Docs: []Doc{
			{Anchor: "m-4", Page: "index.html", Kind: KindReply, Time: day.AddDate(0, 1, 0), Text: "the __proto__ of constructor, and 计算属性的值"},
		}},
	}
	files, _ := build(t, Options{Scope: ScopeEverything}, sessions, 1)
	cases := []struct{ query, want, note string }{
		{"rewind_test.go", "m-1", ""},
		{"strategy/rewind_te", "m-1", ""},
		{"cafe", "m-1 m-3", ""},
		{"CAFÉ ", "m-1 m-3", ""},
		{"script alert", "m-2", ""},
		{"__proto__", "m-4", ""},
		{"hasOwnProperty", "", "absent hasOwnProperty"},
		{"算属", "m-4", ""},
		{"值", "m-4", ""},
		{"rewind -panic ", "m-1", ""},
		{"rewind kind:result", "m-2", ""},
		{"rewind tool:bash", "m-2", ""},
		{"is:failed", "m-2", ""},
		{"file:main_window.go", "m-3", ""},
		{"file:main_win", "m-3", ""},
		{"rewind project:one after:2025-03-02", "m-2", ""},
		{"rewind before:2025-03-02 ", "m-1", ""},
		{"rewind project:two ", "", ""},
		{`rewind tag:"release 2" `, "m-1 m-2", ""},
		{"__proto__ tag:release-notes", "m-4", ""},
		{"cafe tag:TRES-LONG", "m-1 m-3", ""},
		{"__proto__ tag:测试", "m-4", ""},
		{"rewind -tag:发布 ", "", ""},
		{"rewind tag:release", "", "bad tag:release"},
		{"rewind kind:user ", "", "bad kind:user"},
		{"rewind project:three ", "", "bad project:three"},
		{"rewind after:yesterday ", "", "bad after:yesterday (write a date such as 2026-01-31)"},
		{"rewind author:me ", "m-1 m-2", "absent author:me"},
		{"--no-verify ", "m-1", ""},
		{"git commit --no-verify", "m-1", ""},
		{"please --no-verify", "m-1", ""},
		{"please --force ", "m-1", "absent --force"},
		{"please -commit ", "", ""},
		{`please -"git commit" `, "", ""},
		{"please -5", "m-1", "absent -5"},
		{"committing fixes ", "m-1", ""}, // inflected
		{`"commits" please `, "m-1", "absent commits"},
		{"tag:发布 tool:bash", "m-2", ""},
		{"__proto__ tag:nothing,测试", "m-4", ""},
		{"rewind -project:two -kind:result ", "m-1", ""},
		{"rewind session:a", "m-1 m-2", ""},
		{"rewind session:b", "m-1", ""},
		{"rewind session:C-1", "m-1", ""},
		{"constructor session:b", "m-4", ""},
		{"rewind -session:b", "m-2", ""},
		{"rewind session:d", "", ""},
		{"rewinx panic ", "m-2", "instead rewinx"},
		{"rewnid panic ", "m-2", "instead rewnid"},   // swapped
		{"rewinnd panic ", "m-2", "instead rewinnd"}, // one more
		{"rewnd panic ", "m-2", "instead rewnd"},     // one less
		{"rewixy panic ", "m-2", "absent rewixy"},    // two slips
		{"erwind panic ", "m-2", "absent erwind"},    // the beginning differs
		{"rwind panic ", "m-2", "absent rwind"},      // in the second letter
		{"cafx ", "m-1 m-3", "instead cafx"},         // the shortest word that may have a slip
		{"thx constructor ", "m-4", "absent thx"},    // a shorter one
		{`"rewinx" panic `, "m-2", "absent rewinx"},  // asked for as it is
		{"rewind frobnicate", "m-1 m-2", "absent frobnicate"},
		{"please constructor ", "m-1", "dropped constructor"},
		{"please panic ", "m-1 m-2", "spread"}, // in one session, but not in one message
		{"please panic kind:prompt ", "m-1", "dropped panic"},
		{"please panic main_window.go ", "m-1 m-2 m-3", "spread"},
		{"panic.script ", "m-2", "loose panic.script"},
		{"??? ", "", ""},
		{`"" " -`, "", ""},
	}
	var queries []string
	for _, c := range cases {
		queries = append(queries, c.query)
	}
	answers := ask(t, files, queries, true)
	for i, c := range cases {
		a := answers[i]
		var anchors []string
		for _, h := range a.Hits {
			if h.Anchor != "" {
				anchors = append(anchors, h.Anchor)
			}
		}
		slices.Sort(anchors)
		var notes []string
		for name, words := range map[string][]string{"absent": a.Absent, "dropped": a.Dropped, "instead": a.Instead, "loose": a.Loose, "bad": a.Bad} {
			if len(words) > 0 {
				notes = append(notes, fmt.Sprint(name, " ", strings.Join(slices.Compact(words), " ")))
			}
		}
		if a.Spread {
			notes = append(notes, "spread")
		}
		if got, note := strings.Join(anchors, " "), strings.Join(notes, "; "); got != c.want || note != c.note {
			t.Errorf("query %q: found %q (%s), want %q (%s)", c.query, got, note, c.want, c.note)
		}
	}
}

// TestDenseScripts: what two or more characters of a text without spaces find is
// at least what a search for the substring finds.
func TestDenseScripts(t *testing.T) {
	t.Parallel()
	r := newRand(9)
	letters := []rune("数据库计算属性リアクティブ데이터使用的ภาษาไทย")
	s := Session{ID: "a", URL: "sessions/a/index.html"}
	for range 300 {
		text := make([]rune, 3+r.IntN(20))
		for i := range text {
			text[i] = letters[r.IntN(len(letters))]
		}
		s.Docs = append(s.Docs, Doc{Kind: KindReply, Text: string(text)})
	}
	files, _ := build(t, Options{}, []Session{s}, 1)
	var queries []string
	for range 100 {
		text := []rune(s.Docs[r.IntN(len(s.Docs))].Text)
		at := r.IntN(len(text) - 1)
		queries = append(queries, string(text[at:min(len(text), at+2+r.IntN(2))]))
	}
	for i, a := range ask(t, files, queries, false) {
		for doc, d := range s.Docs {
			if strings.Contains(d.Text, queries[i]) && !slices.Contains(a.Docs, doc+1) {
				t.Errorf("query %q does not find %q", queries[i], d.Text)
			}
		}
	}
}
