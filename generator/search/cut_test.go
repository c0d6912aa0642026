package search

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"steno/tier"
)

// TestChangesStayLocal has one session of many grow and another one added; most files of the
// index must stay as they are.
func TestChangesStayLocal(t *testing.T) {
	t.Parallel()
	sessions := archive(7, 300, tier.Count(25, 110))
	options := Options{Scope: ScopeEverything}
	before, _ := build(t, options, sessions, 2)

	grown := chronological(sessions)
	middle := &grown[150]
	for room(len(middle.Docs)+1) != room(len(middle.Docs)+2) { // no number is free
		middle = &grown[151]
	}
	middle.Docs = append(middle.Docs[:len(middle.Docs):len(middle.Docs)], Doc{Kind: KindPrompt, Page: "index.html", Anchor: "m-new", Text: "one more sunflower"})
	after, _ := build(t, options, grown, 2)
	checkLocal(t, "a session grew", before, after)
	if a := ask(t, after, []string{"sunflower "}, true)[0]; len(a.Hits) != 1 || a.Hits[0].Anchor != "m-new" {
		t.Errorf("what is new is not found: %+v", a)
	}

	added := append(grown, Session{
		ID: "newest", URL: "sessions/newest/index.html", Title: "The newest", Start: grown[len(grown)-1].Start.Add(time.Hour),
		Docs: []Doc{{Kind: KindPrompt, Page: "index.html", Text: "sunflower seeds again"}},
	})
	final, _ := build(t, options, added, 2)
	checkLocal(t, "a session was added", after, final)
}

// TestNewWordsStayLocal adds a word before all others: of the files that list the words, one changes.
func TestNewWordsStayLocal(t *testing.T) {
	t.Parallel()
	words := func(first ...string) (files map[string]string) {
		var text strings.Builder
		fmt.Fprintln(&text, first)
		for i := range 120_000 {
			fmt.Fprintf(&text, "w%x ", uint32(i)*hashPrime)
		}
		site, _ := build(t, Options{}, []Session{{ID: "a", URL: "sessions/a/index.html", Docs: []Doc{{Kind: KindPrompt, Text: text.String()}}}}, 1)
		files = map[string]string{}
		for name, data := range site {
			if strings.HasPrefix(name, "search/v/") {
				files[name] = string(data)
			}
		}
		return files
	}
	before, after := words(), words("aardvark")
	changed := 0
	for name := range after {
		if after[name] != before[name] {
			changed++
		}
	}
	if len(after) < 4 || changed != 1 {
		t.Errorf("%d of %d files of words changed, want 1", changed, len(after))
	}
}

func checkLocal(t *testing.T, what string, before, after site) {
	t.Helper()
	changed := 0
	kinds := map[string]int{}
	for name, data := range after {
		if !bytes.Equal(data, before[name]) {
			changed++
			kinds[name[:len("search/x")]]++
		}
	}
	if changed > 20 || changed*5 > len(after) {
		t.Errorf("%s: %d of %d files changed: %v", what, changed, len(after), kinds)
	}
}

// TestMarks is about files of another build: marks tell numberings apart.
func TestMarks(t *testing.T) {
	t.Parallel()
	sessions := archive(8, 40, 60)
	before, _ := build(t, Options{Scope: ScopeEverything}, sessions, 2)
	grown := chronological(sessions)
	for i := range 40 { // beyond its room
		grown[3].Docs = append(grown[3].Docs, Doc{Kind: KindPrompt, Page: "index.html", Text: fmt.Sprint("more of the same ", i)})
	}
	after, _ := build(t, Options{Scope: ScopeEverything}, grown, 2)
	mixed := site{}
	for name, data := range after {
		mixed[name] = data
	}
	mixed[ManifestName] = before[ManifestName]
	refused := 0
	for _, a := range answersOf(t, mixed, sampleQueries(sessions, ScopeEverything, 50), false) {
		if a.Error != "" {
			refused++
		}
	}
	if refused < 40 {
		t.Errorf("only %d of 50 queries noticed that the manifest is another build's", refused)
	}
}

func TestRoom(t *testing.T) {
	t.Parallel()
	last := 0
	for docs := 1; docs < 10_000; docs++ {
		r := room(docs)
		if r < docs || r > docs+max(7, docs/4) || r < last {
			t.Fatalf("room(%d) = %d after %d", docs, r, last)
		}
		last = r
	}
}
