package modeltest

import (
	"slices"
	"strings"
	"testing"

	"steno/parser"
)

// Check tests what must hold for every session, whatever the format and the input.
func Check(t testing.TB, s *parser.Session) {
	t.Helper()
	var sum parser.Ledger
	for i := range s.Files {
		l := &s.Files[i].Ledger
		if l.Sum() != l.Lines {
			t.Errorf("ledger of %s: the classes add up to %d of %d lines: %s", s.Files[i].Path, l.Sum(), l.Lines, Account(l))
		}
		sum.Add(l)
	}
	if sum.Lines != s.Ledger.Lines || sum.Sum() != s.Ledger.Sum() {
		t.Errorf("the session's ledger is not the sum of its files: %s, want %s", Account(&s.Ledger), Account(&sum))
	}
	if s.Title.Text == "" {
		t.Error("no title")
	}
	checkThread(t, "main", s.Main)
	checkTexts(t, s.Texts, s.Main)
	seen := make(map[string]bool)
	for _, a := range s.Agents {
		if seen[a.ID] {
			t.Errorf("agent %s is listed twice", a.ID)
		}
		seen[a.ID] = true
		checkThread(t, "agent "+a.ID, a.Thread)
		checkTexts(t, s.Texts, a.Thread)
		steps := 0
		for p := a.Parent; p != nil; p = p.Parent {
			if steps++; steps > len(s.Agents) {
				t.Fatalf("agent %s is its own ancestor", a.ID)
			}
		}
	}
	for _, w := range s.Warnings {
		if w.Text == "" {
			t.Error("empty warning")
		}
	}
}

// checkThread tests that anchors are unique, that each branch knows where it came
// from, and that each block says which record it came from.
func checkThread(t testing.TB, name string, th *parser.Thread) {
	t.Helper()
	if len(th.Branches) == 0 {
		t.Fatalf("%s: no branch", name)
	}
	anchors := make(map[string]bool)
	one := func(m *parser.Message) {
		if m.Anchor == "" || anchors[m.Anchor] {
			t.Errorf("%s: anchor %q is empty or taken", name, m.Anchor)
		}
		anchors[m.Anchor] = true
		for _, b := range m.Blocks {
			if o := b.From(); o.Line == 0 || o.Anchor == "" {
				t.Errorf("%s: a %T of %s has no origin", name, b, m.Anchor)
			}
		}
	}
	ids := make(map[string]bool)
	for i, b := range th.Branches {
		if ids[b.ID] || (b.Fork == nil) != (i == 0) {
			t.Errorf("%s: branch %d %q: id taken, or fork point missing", name, i, b.ID)
		}
		ids[b.ID] = true
		for _, s := range b.Segments {
			if s.Compaction != nil && s.Compaction.Summary != nil {
				one(s.Compaction.Summary)
			}
		}
		for m := range b.Messages() {
			one(m)
		}
	}
	for _, b := range th.Branches[1:] {
		for _, at := range []string{b.Fork.After, b.Fork.Instead} {
			if at != "" && !anchors[at] && !boundary(th, at) {
				t.Errorf("%s: branch %s leaves at %s, which is no message", name, b.ID, at)
			}
		}
	}
}

func boundary(th *parser.Thread, anchor string) bool {
	for _, b := range th.Branches {
		for _, s := range b.Segments {
			if s.Compaction != nil && s.Compaction.Anchor == anchor {
				return true
			}
		}
	}
	return false
}

// Damaged checks what a session says of the damage of one file: warnings of these lines, as many
// malformed lines, and records of unknown types. The file is known by the end of its name.
func Damaged(t testing.TB, s *parser.Session, name string, unknown int, lines ...int) {
	t.Helper()
	var got []int
	for _, w := range s.Warnings {
		if !strings.HasSuffix(w.File, name) {
			t.Errorf("a warning names %q", w.File)
		}
		if !slices.Contains(got, w.Line) {
			got = append(got, w.Line)
		}
	}
	if !slices.Equal(got, lines) {
		t.Errorf("warnings of lines %v, want %v", got, lines)
	}
	if s.Ledger.Malformed != len(lines) || s.Ledger.Unknown != unknown {
		t.Errorf("%s, want %d malformed and %d unknown", Account(&s.Ledger), len(lines), unknown)
	}
}
