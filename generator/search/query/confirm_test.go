package query

import (
	"strings"
	"testing"

	"steno/generator/search"
)

// TestConfirmedFirst: hits that have a phrase come before those of which not all is stored, also in sessions with worse hits; those that do not
// have it are left out.
func TestConfirmedFirst(t *testing.T) {
	t.Parallel()
	far := strings.Repeat("something else that nobody asks for ", 400)
	apart := "merge merge merge merge of conflict conflict conflict conflict "
	doc := func(anchor, text string) search.Doc {
		return search.Doc{Anchor: anchor, Page: "index.html", Kind: "result", Text: text}
	}
	sessions := []search.Session{
		{ID: "a", URL: "sessions/a/index.html", Title: "untitled", Docs: []search.Doc{doc("a-cut", apart+apart+apart+far[:9000]), doc("a-lacks", apart)}},
		{ID: "b", URL: "sessions/b/index.html", Title: "conflict, then merge", Docs: []search.Doc{
			doc("b-cut", apart+far), doc("b-has", strings.Repeat("other words ", 90)+"Merge conflict in main.go")}},
		{ID: "c", URL: "sessions/c/index.html", Title: "merge conflict", Docs: []search.Doc{doc("c", "nothing")}},
	}
	dir := writeIndex(t, search.Options{Scope: search.ScopeEverything}, sessions)
	a, err := open(t, dir).Search(t.Context(), `"merge conflict"`, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, h := range a.Hits {
		got = append(got, h.Kind+" "+h.Anchor)
	}
	if got, want := strings.Join(got, ", "), "title , result b-has, result b-cut, result a-cut"; got != want {
		t.Errorf("found %s, want %s", got, want)
	}
	if a.Messages != 3 || a.Titles != 1 || a.Sessions != 3 {
		t.Errorf("%d messages and %d titles in %d sessions, want 3, 1 and 3", a.Messages, a.Titles, a.Sessions)
	}
	checkAgreement(t, dir, []string{`"merge conflict"`, `"merge merge"`, `"Merge conflict in" main`})
}
