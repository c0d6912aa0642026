package redact

import (
	"strings"
	"testing"

	"steno/parser"
)

// TestSettled: of the long texts of a session those are remembered that are left, with and without marks.
func TestSettled(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("word after word ", shortestSettled/16+1)
	secret := long + "password: " + anyToken(1) + " " + anyToken(1) + "\n"
	e := mustNew(t, Options{})
	for _, marked := range []bool{true, false} {
		s := &parser.Session{Title: parser.Title{Text: long}, Slug: secret, Note: "short", Versions: []string{long + "\n" + long, long}}
		c := e.Collect()
		c.Session(s)
		r, marks := e.Freeze(c.Values()), c.Marks()
		if !marked {
			marks = nil
		}
		var now Outcome
		r.Session(s, marks, &now)
		settled := &now.Settled
		for text, want := range map[string]bool{long: true, long + "\n" + long: true, s.Slug: true, secret: false, "short": false, long + ".": false} {
			if got := settled.Has([]byte(text)); got != want {
				t.Errorf("marked %v: %.20q (%d bytes) is settled: %v", marked, text, len(text), got)
			}
		}
		for text := range settled.texts {
			if _, found := r.Text(text); len(found) > 0 {
				t.Errorf("marked %v: a settled text of %d bytes holds %v", marked, len(text), found)
			}
		}
	}
}

// TestSettledIsBounded: a large session does not stay in memory.
func TestSettledIsBounded(t *testing.T) {
	t.Parallel()
	var s Settled
	part := strings.Repeat("a", mostSettled/4)
	for _, c := range "abcdef" {
		s.note(string(c) + part)
	}
	s.note("z" + part[:shortestSettled])
	if s.size > mostSettled || len(s.texts) != 4 || !s.Has([]byte("a"+part)) || s.Has([]byte("f"+part)) {
		t.Errorf("%d texts of %d bytes are remembered", len(s.texts), s.size)
	}
	if none := (*Settled)(nil); none.Has(nil) {
		t.Error("nil has a text")
	}
}
