package pages

import (
	"steno/parser"
	"steno/theme/picture"
)

// branchMap lays out the branches of a thread by turns: each begins below the turn that
// it was sent instead of. It is nil for a thread that was rewound less than twice, which
// needs no map, and for one with more branches than can be distinguished.
func branchMap(t *threadSite) *picture.BranchMap {
	if len(t.branches) < 3 || len(t.branches) > picture.MostMapped {
		return nil
	}
	m := &picture.BranchMap{}
	row := map[*parser.Branch]int{}
	for i, bs := range t.branches {
		b := bs.branch
		row[b] = i
		r := picture.BranchLine{Turns: turns(b), Parent: -1}
		if parent, known := row[b.Parent]; known && b.Parent != nil {
			r.Parent = parent
			r.From = m.Lines[parent].From + forkedAt(b)
		}
		m.Columns = max(m.Columns, r.From+r.Turns)
		m.Lines = append(m.Lines, r)
	}
	return m
}

func turns(b *parser.Branch) int {
	n := 0
	for range b.Turns() {
		n++
	}
	return n
}

// forkedAt is the place, among the turns of its parent, of the turn that a branch was
// sent instead of.
func forkedAt(b *parser.Branch) int {
	if b.Fork == nil {
		return 0
	}
	at := 0
	for turn := range b.Parent.Turns() {
		if holds(turn, b.Fork.Instead) {
			return at
		}
		at++
		if holds(turn, b.Fork.After) && b.Fork.Instead == "" {
			return at
		}
	}
	return at
}

// holds reports whether a message of a turn has an anchor.
func holds(t *parser.Turn, anchor string) bool {
	if anchor == "" {
		return false
	}
	if t.Prompt != nil && t.Prompt.Anchor == anchor {
		return true
	}
	for _, m := range t.Messages {
		if m.Anchor == anchor {
			return true
		}
	}
	return false
}
