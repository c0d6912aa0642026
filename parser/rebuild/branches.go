package rebuild

import (
	"strings"

	"steno/parser"
)

// Branches are the paths through the items. The live one ends in the last item; each other one
// begins where it left the path that its parent is on, and goes on to its newest item.

// live is the ID of the live branch.
const live = "live"

// brancher makes branches of the items of a thread.
type brancher struct {
	items []item
	last  int
	next  []int            // the item with which each one goes on, none at an end
	of    []*parser.Branch // of each item
	out   *parser.Thread
	ids   map[string]bool // of branches
	forks map[int]string  // what a branch has instead of those that left behind an item
}

// build makes the parser's thread.
func (t *Thread) build() *parser.Thread {
	b := brancher{items: t.items, last: t.last, of: make([]*parser.Branch, len(t.items)), out: &parser.Thread{},
		ids: map[string]bool{live: true}, forks: map[int]string{}}
	head := b.paths()
	main := &parser.Branch{ID: live}
	b.out.Branches = append(b.out.Branches, main)
	b.walk(main, head)
	for i := range t.items {
		if b.of[i] != nil {
			continue
		}
		br := &parser.Branch{Fork: &parser.ForkPoint{}}
		b.walk(br, i)
		b.fork(br, i)
		if len(br.Segments) > 0 {
			br.ID = branchID(br, b.ids)
			b.out.Branches = append(b.out.Branches, br)
		}
	}
	versions(b.out)
	if t.beginning != nil {
		b.out.Beginning = &parser.Branch{ID: "beginning", Segments: t.beginning.build().Branches[0].Segments}
	}
	summarize(b.out)
	return b.out
}

// paths finds the item with which each one goes on, and returns the first of the live branch. An
// item goes on with its child that has the newest descendant; the last item is the newest of all,
// unless the thread was taken back and nothing followed.
func (t *brancher) paths() (head int) {
	next := make([]int, len(t.items))
	t.next = next
	newest := make([]int, len(t.items))
	for i := range t.items {
		next[i], newest[i] = none, i
	}
	head = none
	first := none // newest root
	for i := len(t.items) - 1; i >= 0; i-- {
		p := t.items[i].parent
		if p == none {
			if first == none || newest[i] > newest[first] {
				first = i
			}
			continue
		}
		if next[p] == none || newest[i] > newest[next[p]] {
			next[p] = i
		}
		newest[p] = max(newest[p], newest[i])
	}
	head = first
	if t.last == none { // taken back to the beginning
		return head
	}
	next[t.last] = none // what was taken back is a branch
	for i := t.last; ; {
		p := t.items[i].parent
		if p == none {
			return i
		}
		next[p] = i
		i = p
	}
}

// walk puts the items of one path into a branch.
func (t *brancher) walk(br *parser.Branch, from int) {
	p := placer{branch: br}
	for i := from; i != none && t.of[i] == nil; i = t.next[i] {
		t.of[i] = br
		p.place(&t.items[i])
	}
	for turn := range br.Turns() {
		t.out.Active += turn.Active
		t.out.ActiveAtMost = t.out.ActiveAtMost || turn.ActiveAtMost
	}
}

// fork says where a branch left its parent: behind the nearest message, and instead of which.
func (t *brancher) fork(br *parser.Branch, from int) {
	p := t.items[from].parent
	if p == none {
		return
	}
	br.Parent = t.of[p]
	if i := t.items[p].said; i != none {
		br.Fork.After = t.items[i].anchor()
	}
	instead, known := t.forks[p]
	for i := t.next[p]; !known && instead == "" && i != none && t.of[i] == br.Parent; i = t.next[i] {
		instead = t.items[i].anchor()
	}
	t.forks[p], br.Fork.Instead = instead, instead
}

func (it *item) anchor() string {
	switch {
	case it.message != nil:
		return it.message.Anchor
	case it.boundary != nil:
		return it.boundary.Anchor
	}
	return ""
}

// versions lists on each turn the branches that left there.
func versions(th *parser.Thread) {
	if len(th.Branches) == 1 {
		return
	}
	turns := map[string]*parser.Turn{}
	for _, br := range th.Branches {
		for turn := range br.Turns() {
			if turn.Prompt != nil {
				turns[turn.Prompt.Anchor] = turn
			}
			for _, m := range turn.Messages {
				turns[m.Anchor] = turn
			}
		}
	}
	for _, br := range th.Branches[1:] {
		if turn := turns[br.Fork.Instead]; turn != nil {
			turn.Versions = append(turn.Versions, br)
		}
	}
}

// branchID returns an id for a branch, from its first prompt, else from its first message.
func branchID(br *parser.Branch, taken map[string]bool) string {
	id := ""
	for m := range br.Messages() {
		if id == "" || m.Kind == parser.KindPrompt {
			id = strings.TrimPrefix(m.Anchor, "m-")
		}
		if m.Kind == parser.KindPrompt {
			break
		}
	}
	if id == "" {
		id = strings.TrimPrefix(br.Segments[0].Compaction.Anchor, "m-")
	}
	if taken[id] {
		id += "b"
	}
	taken[id] = true
	return id
}

// summarize fills in the span and the models of a thread.
func summarize(th *parser.Thread) {
	have := map[string]bool{"": true}
	for _, br := range th.Branches {
		for turn := range br.Turns() {
			parser.Widen(&th.Start, &th.End, turn.Start, turn.End)
			for _, m := range turn.Messages {
				if !have[m.Model] {
					have[m.Model] = true
					th.Models = append(th.Models, m.Model)
				}
			}
		}
	}
}
