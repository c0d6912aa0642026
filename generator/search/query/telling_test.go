package query

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"steno/generator/search"
)

// TestSmallWords: the client leaves out the same words.
func TestSmallWords(t *testing.T) {
	t.Parallel()
	script, err := os.ReadFile("../../../theme/assets/js/search-apart.js")
	if err != nil {
		t.Fatal(err)
	}
	if list := regexp.MustCompile("small = new Set\\(`([^`]*)`").FindSubmatch(script); list == nil || !slices.Equal(strings.Fields(string(list[1])), small) {
		t.Error("search-apart.js has another list than telling.go")
	}
	for word, want := range map[string]bool{"why": true, "did": true, "we": true, "warum": true, "haben": true, "wurde": true, "oft": true, "wurd": false, "warst": false, "comment": false, "cuando": true, "ci": false, "test": false, "when": true, "whence": false, "id": false, "do": true, "go": false} {
		if isSmall(word) != want {
			t.Errorf("%q: %t", word, !want)
		}
	}
}

// TestOften: a question about figures leads to the statistics, and a word that makes a question is no slip of another word.
func TestOften(t *testing.T) {
	t.Parallel()
	dir := writeIndex(t, search.Options{Scope: search.ScopeEverything}, []search.Session{{ID: "a", URL: "sessions/a/index.html", Docs: []search.Doc{
		{Kind: "reply", Page: "index.html", Text: "a warm cache makes go test fail"},
	}}})
	ix := open(t, dir)
	checkAgreement(t, dir, []string{"how often does go test fail", "warum cache ", "warun cache ", "warum "})
	for q, want := range map[string]string{
		"how often does go test fail":  "not found anywhere: does, how, often; how often commands, tools and tests fail: stats/index.html",
		"Wie oft scheitert go test":    "how often commands",
		"warum cache ":                 "not found anywhere: warum",
		"the cache often fails":        "",
		"how the cache fails go test ": "",
	} {
		a, err := ix.Search(t.Context(), q, Options{Limit: 1})
		if err != nil {
			t.Fatal(err)
		}
		said := strings.Join(a.Remarks, "; ")
		if len(a.Hits) != 1 || !strings.Contains(said, want) || strings.Contains(said, "warm") || want == "" && strings.Contains(said, "stats/") {
			t.Errorf("query %q: %d hits, %s", q, len(a.Hits), said)
		}
	}
}

// TestQuestions: a question finds the message that has its words, not the longest session, which has all words somewhere.
func TestQuestions(t *testing.T) {
	t.Parallel()
	session := func(id, title string, texts ...string) search.Session {
		s := search.Session{ID: id, URL: "sessions/" + id + "/index.html", Title: title}
		for _, text := range texts {
			s.Docs = append(s.Docs, search.Doc{Kind: "reply", Page: "index.html", Text: text})
		}
		return s
	}
	long := []string{"why not", "did it", "we decide", "the vendor", "zip it", "to the artifacts", "who is it", "touched a nerve", "how often", "does not fail", "cannot read", "properties of", "of undefined things", "a TypeError"}
	for range 40 {
		long = append(long, "this and that is of no matter to us")
	}
	ix := open(t, writeIndex(t, search.Options{Scope: search.ScopeEverything}, []search.Session{
		session("zip", "Releases", "the artifacts are vendored in a zip of the release"),
		session("panel", "Panels", "the header in panel.ts is too high", "a panel is not a file"),
		session("error", "Errors", "src/panel.ts(398,12): error TS2345: Argument of type 'string' is not assignable", "TypeError: Cannot read property of undefined"),
		session("long", "Everything", long...),
	}))
	for q, want := range map[string]string{
		"why did we vendor the zip artifacts?": "zip",
		"who touched panel.ts":                 "error panel",
		"src/panel.ts(400,7): error TS2345: Argument of type 'number' and 'string'": "error",
		"TypeError: Cannot read properties of undefined":                            "error",
		"touched artifacts": "long", // two words are in different messages of one session
	} {
		a, err := ix.Search(t.Context(), q, Options{Limit: 1})
		if err != nil {
			t.Fatal(err)
		}
		if len(a.Hits) == 0 || !strings.Contains(want, a.Hits[0].Session) {
			t.Errorf("query %q: %+v, want %s", q, a, want)
		}
	}
}

// TestSomeWordsApart: a message that lacks one of the words does not keep the sessions back that have the others in different messages.
func TestSomeWordsApart(t *testing.T) {
	t.Parallel()
	session := func(id string, texts ...string) search.Session {
		s := search.Session{ID: id, URL: "sessions/" + id + "/index.html", Title: id}
		for _, text := range append(texts, strings.Fields("some other things that were said")...) {
			s.Docs = append(s.Docs, search.Doc{Kind: "reply", Page: "index.html", Text: text})
		}
		return s
	}
	ix := open(t, writeIndex(t, search.Options{Scope: search.ScopeEverything}, []search.Session{
		session("gone", "the lamp is gone"),
		session("apart", "the prompt lost its colours", "they are stripping escapes", "it is a git module"),
		session("page", "a page about git, colours and the stripping of paint, and about everything that can be said of them in very many words"),
	}))
	a, err := ix.Search(t.Context(), "git colours gone stripping ", Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(a.Hits) == 0 || !slices.ContainsFunc(a.Hits, func(h Hit) bool { return h.Session == "apart" }) || !slices.ContainsFunc(a.Hits, func(h Hit) bool { return h.Session == "page" }) {
		t.Errorf("%+v", a)
	}
}
