package search

import (
	"strings"
	"testing"
)

// What is shown of a long text is as long as was asked for, also where words that were asked for precede it.
func TestMarkedIsAsWideAsAsked(t *testing.T) {
	t.Parallel()
	filler := strings.Repeat("filler ", 100)
	text := "kettle " + filler + "kettle " + filler + "kettle teapot saucer " + filler + "kettle end"
	files, _ := build(t, Options{Scope: ScopeEverything, Snippet: 5000}, []Session{{
		ID: "a", URL: "sessions/a/index.html", Title: "Tea", Docs: []Doc{{Page: "index.html", Kind: KindReply, Text: text}},
	}}, 1)
	for _, a := range ask(t, files, []string{"kettle teapot saucer "}, true) {
		if len(a.Hits) != 1 || a.Hits[0].Text != text {
			t.Fatalf("hits: %+v, want the whole text", a.Hits)
		}
		shown, marks := "", []string{}
		for _, part := range a.Hits[0].Marked {
			s, _ := part[0].(string)
			shown += s
			if part[1] == true {
				marks = append(marks, s)
			}
		}
		if len(shown) > 260 {
			t.Errorf("%d characters are shown, at most 260 wanted: %s", len(shown), shown)
		}
		if got := strings.Join(marks, " "); got != "kettle teapot saucer" {
			t.Errorf("marked %q, want the place with most words: %s", got, shown)
		}
	}
}
