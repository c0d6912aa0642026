package claude

import (
	"cmp"
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
		if tb.Main == tree.None {
			continue // its parent ends there
		}
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

// A caveat precedes local commands. Claude Code made it once per run and wrote
// it once per file, and every later command names it as its parent all the same,
// though the conversation went on in between. So it does not say where the user
// was: of the commands below a caveat the earliest stays there, each other one
// goes behind what was written last before it.

// afterCaveats puts the later commands of caveats where they were given.
func (b *threadBuilder) afterCaveats(nodes []tree.Node) {
	first := make(map[int32]int32) // command by caveat
	var commands []int32
	for n, e := range b.nodes {
		i, p := int32(n), nodes[n].Parent
		if e.kind != kindCommand || p == tree.None || !b.nodes[p].caveat {
			continue
		}
		commands = append(commands, i)
		if f, known := first[p]; !known || nodes[i].Time < nodes[f].Time {
			first[p] = i
		}
	}
	if len(commands) == len(first) {
		return
	}
	later := make(map[int32]bool)
	for _, i := range commands {
		if p := nodes[i].Parent; first[p] != i {
			later[i] = true
			nodes[i].Parent, nodes[i].Link = tree.None, tree.Follow
		}
	}
	order := byTime(nodes)
	last := int32(tree.None) // the last record of an earlier time
	for k, i := range order {
		if k > 0 && nodes[i].Time > nodes[order[k-1]].Time {
			last = order[k-1]
		}
		if later[i] && last != tree.None {
			nodes[i].Parent, nodes[i].Link = last, tree.Linked
		}
	}
}

// byTime lists the nodes that bear a time, in its order.
func byTime(nodes []tree.Node) []int32 {
	var order []int32
	for i := range int32(len(nodes)) {
		if nodes[i].Time != 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int32) int { return cmp.Compare(nodes[i].Time, nodes[j].Time) })
	return order
}
