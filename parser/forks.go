package parser

import (
	"time"

	"steno/parser/tree"
)

// forks tells each branch where it left its parent, and the parent's turn which
// branches left it.
func (b *threadBuilder) forks(t *tree.Tree, th *Thread) {
	if len(t.Branches) == 1 {
		return
	}
	shared := make([]string, len(b.nodes)) // anchor of the nearest shown message at or above each node
	for _, i := range t.Order {
		shared[i] = b.nodes[i].place
		if p := t.Parent[i]; shared[i] == "" && p != tree.None {
			shared[i] = shared[p]
		}
	}
	flat := make([][]int, len(t.Branches))
	place := make([]int, len(b.nodes))
	for k := range t.Branches {
		for _, turn := range t.Branches[k].Turns {
			for _, i := range turn {
				place[i] = len(flat[k])
				flat[k] = append(flat[k], i)
			}
		}
	}
	for k := 1; k < len(t.Branches); k++ {
		tb := t.Branches[k]
		f := new(ForkPoint)
		if tb.Fork != tree.None {
			f.After = shared[tb.Fork]
		}
		th.Branches[k].Fork = f
		on := t.Of[tb.Main]
		for _, i := range flat[on][place[tb.Main]:] {
			e := b.nodes[i]
			if e.place == "" || e.place == f.After || e.turn == nil {
				continue
			}
			f.Instead = e.place
			e.turn.Versions = append(e.turn.Versions, th.Branches[k])
			break
		}
	}
}

// idle is the gap above which nobody was at work.
const idle = 10 * time.Minute

// measure fills in the figures of a thread.
func (t *Thread) measure() {
	seen := make(map[string]bool)
	for _, br := range t.Branches {
		for turn := range br.Turns() {
			t.span(turn)
			last := turn.Start
			for m := range turn.all() {
				if !m.Time.IsZero() && !last.IsZero() {
					if gap := m.Time.Sub(last); gap > 0 && gap <= idle {
						t.Active += gap
					}
				}
				for _, at := range []time.Time{m.Time, m.End} {
					if at.After(last) {
						if gap := at.Sub(last); at == m.End && gap <= idle && !m.Time.IsZero() && !m.Time.After(last) {
							t.Active += gap
						}
						last = at
					}
				}
				if m.Model != "" && m.Model != synthetic && !seen[m.Model] {
					seen[m.Model] = true
					t.Models = append(t.Models, m.Model)
				}
			}
		}
	}
}

func (t *Thread) span(turn *Turn) {
	if turn.Start.IsZero() {
		return
	}
	if t.Start.IsZero() || turn.Start.Before(t.Start) {
		t.Start = turn.Start
	}
	if turn.End.After(t.End) {
		t.End = turn.End
	}
}

// all goes through the prompt and the messages of a turn.
func (t *Turn) all() func(yield func(*Message) bool) {
	return func(yield func(*Message) bool) {
		if t.Prompt != nil && !yield(t.Prompt) {
			return
		}
		for _, m := range t.Messages {
			if !yield(m) {
				return
			}
		}
	}
}
