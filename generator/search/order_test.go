package search

import (
	"maps"
	"slices"
	"testing"
	"time"
)

// Sessions that began at the same time come in the order of their ids, whichever is added first.
func TestSessionsOfOneTimeComeByID(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 3, 2, 10, 0, 0, 0, time.UTC)
	var sessions []Session
	for _, id := range []string{"b", "d", "a", "c"} {
		sessions = append(sessions, Session{ID: id, URL: "sessions/" + id + "/index.html", Title: "Tea " + id, Start: start, Docs: []Doc{{Page: "index.html", Kind: KindPrompt, Text: "brew " + id}}})
	}
	sessions = append(sessions, Session{ID: "z", URL: "sessions/z/index.html", Title: "Before", Start: start.Add(-time.Hour)})
	first, _ := build(t, Options{}, sessions, 1)
	slices.Reverse(sessions)
	second, _ := build(t, Options{}, sessions, 1)
	if !maps.EqualFunc(first, second, func(a, b []byte) bool { return string(a) == string(b) }) {
		t.Error("the order in which sessions are added changes the index")
	}
}
