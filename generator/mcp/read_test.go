package mcp

import (
	"fmt"
	"strings"
	"testing"
)

// TestAround reads around an anchor of a turn that is too long for one answer.
func TestAround(t *testing.T) {
	var b strings.Builder
	b.WriteString("# Title\n\n## Prompt 1 2026-05-25\n\n> do it\n\n")
	for i := range 1000 {
		fmt.Fprintf(&b, "<!-- m-%d -->\n\nreply %d of many, and some more words\n\n", i, i)
	}
	doc := parse(b.String())
	for _, n := range []int{0, 30, 500, 999} {
		text := doc.around(readInput{Anchor: fmt.Sprintf("m-%d", n)})
		if want := fmt.Sprintf("reply %d of", n); !strings.Contains(text, want) || !strings.HasPrefix(text, "## Prompt 1") || strings.Contains(text, "<!--") {
			t.Errorf("anchor %d: %q is not in %.300q", n, want, text)
		}
		if len(text) > aroundBytes+300 {
			t.Errorf("anchor %d: %d bytes", n, len(text))
		}
	}
	if rest := doc.around(readInput{Anchor: "m-0", Offset: 20000}); strings.Contains(rest, "reply 1 of") || !strings.Contains(rest, "goes on") {
		t.Errorf("with an offset: %.200q", rest)
	}
}

// TestTurnsOfAgents reads the task of an agent and what it was sent later; headings of replies are text.
func TestTurnsOfAgents(t *testing.T) {
	doc := parse("# Agent: look\n\n## Task 2026-05-25 09:00 UTC\n\n<!-- m-1 m-2 -->\n\n> look\n\n## Task\n\nis done\n\n## Message 2\n\n<!-- m-3 -->\n\n> look again\n")
	for turns, want := range map[string]string{"1": "## Task\n\nis done", "2": "> look again"} {
		if text, err := doc.between(turns); err != nil || !strings.Contains(text, want) || strings.Count(text, "> look") != 1 {
			t.Errorf("turn %s: %q %v, want %q", turns, text, err, want)
		}
	}
	if i := doc.turnOf("m-3"); i < 0 || doc.turns[i].number != 2 {
		t.Errorf("the turn of an anchor is %d of %v", i, doc.turns)
	}
}

// TestMissing explains lists of sessions without any.
func TestMissing(t *testing.T) {
	s := &site{sessions: []session{{Title: "One", Project: "p", Files: []string{"a.go"}}, {Title: "Two", Project: "q", Files: []string{"b.go"}}}}
	for want, in := range map[string]listInput{
		`no session has the changed file "c.go"; search finds sessions that only read or mention it`: {File: "c.go"},
		`each of these fits some sessions, but no session fits all`:                                  {Project: "p", File: "b.go"},
		`no session has the project "r"`:                                                             {Project: "r", File: "b.go"},
	} {
		_, out, err := list(t.Context(), s, in)
		if got := strings.Join(out.Remarks, "; "); err != nil || !strings.HasPrefix(got, want) {
			t.Errorf("%v: %q %v, want %q", in, got, err, want)
		}
	}
	_, first, _ := list(t.Context(), s, listInput{Limit: 1})
	_, second, _ := list(t.Context(), s, listInput{Limit: 1, Offset: first.Next})
	if len(first.Sessions) != 1 || first.Next != 1 || len(second.Sessions) != 1 || second.Sessions[0].Title != "Two" || second.Next != 0 {
		t.Errorf("pages: %v %v", first, second)
	}
}

// TestShortIDs says why the beginning of an id is not enough.
func TestShortIDs(t *testing.T) {
	s := &site{sessions: []session{{ID: "4d5611e5"}, {ID: "491e126e"}}}
	for id, want := range map[string]string{"4": "too short", "zzzz": "no session"} {
		if _, err := s.find(id); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", id, err, want)
		}
	}
	if one, err := s.find("4d56"); err != nil || one.ID != "4d5611e5" {
		t.Errorf("found %v, %v", one, err)
	}
}
