package claude

import (
	"slices"

	"steno/parser"
	"steno/parser/tree"
)

// forks records for each branch where it left its parent, and the parent's turn which
// branches left it.
func (b *threadBuilder) forks(t *tree.Tree, th *parser.Thread) {
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
	flat := make([][]int32, len(t.Branches))
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
		f := new(parser.ForkPoint)
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

// dropEmpty removes rewound branches of which nothing is the session's own.
func dropEmpty(th *parser.Thread) {
	empty := func(br *parser.Branch) bool { return br.ID != live && len(br.Segments) == 0 }
	if !slices.ContainsFunc(th.Branches, empty) {
		return
	}
	for _, br := range th.Branches {
		for turn := range br.Turns() {
			turn.Versions = slices.DeleteFunc(turn.Versions, empty)
		}
	}
	th.Branches = slices.DeleteFunc(th.Branches, empty)
}

// summarize fills in the span and the models of a thread.
func summarize(t *parser.Thread) {
	models := newDistinct()
	models.seen[synthetic] = true
	for _, br := range t.Branches {
		for turn := range br.Turns() {
			parser.Widen(&t.Start, &t.End, turn.Start, turn.End)
			for _, m := range turn.Messages {
				models.add(m.Model)
			}
		}
	}
	t.Models = models.list
}

// copiedIn counts the records of a branch that were copied from another session.
func (b *threadBuilder) copiedIn(tb tree.Branch) int {
	n := 0
	for _, turn := range tb.Turns {
		for _, i := range turn {
			if b.nodes[i].copied {
				n++
			}
		}
	}
	return n
}

// inBeginning reports whether an entry belongs to the beginning: what was copied, and notes
// between copied records that the client wrote again when it copied them.
func (a *assembler) inBeginning(e *entry) bool {
	if e.copied {
		a.toCome--
		return true
	}
	return a.copied && a.toCome > 0 && (e.kind == kindHidden || e.kind == kindEvent)
}
