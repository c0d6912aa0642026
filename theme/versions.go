package theme

import (
	"slices"
	"time"

	"steno/parser"
	"steno/theme/view"
)

// Versions. Where a conversation was rewound, several prompts are in one place:
// that of the branch which owns the place, and those of the branches that left
// there. They are numbered in the order in which they were sent.

// Forks knows where the branches of a thread left each other. It is made once for all of
// them, as there may be thousands at one place.
type Forks struct {
	at     map[*parser.Turn]*fork   // by the turn of the owner
	of     map[*parser.Branch]*fork // by the other versions
	before map[*parser.Branch]int   // prompts on the way to the start of a branch
}

// fork is a place with several prompts.
type fork struct {
	owner *parser.Branch
	turn  *parser.Turn // of the owner
	sent  []version    // in the order in which they were sent
	place map[*parser.Branch]int
}

type version struct {
	branch *parser.Branch
	turn   *parser.Turn // its first one there, nil when it has none
	time   time.Time
}

// NewForks goes through the branches of a thread, those that others left among them.
func NewForks(branches []*parser.Branch) *Forks {
	f := &Forks{at: map[*parser.Turn]*fork{}, of: map[*parser.Branch]*fork{}, before: map[*parser.Branch]int{}}
	below := map[*parser.Branch][]*parser.Branch{}
	for _, b := range branches {
		if b.Parent != nil && b.Fork != nil {
			below[b.Parent] = append(below[b.Parent], b)
		}
	}
	done := map[*parser.Branch]bool{}
	for _, b := range branches {
		var way []*parser.Branch // up to one that is done
		for ; b != nil && !done[b]; b = b.Parent {
			done[b] = true
			way = append(way, b)
		}
		for _, b := range slices.Backward(way) {
			f.walk(b, below[b])
		}
	}
	return f
}

// forksOf are those that one branch needs to know.
func forksOf(b *parser.Branch) *Forks {
	var way []*parser.Branch
	for seen := map[*parser.Branch]bool{}; b != nil && !seen[b]; b = b.Parent {
		seen[b] = true
		way = append(way, b)
	}
	return NewForks(way)
}

// walk notes the forks of a branch, and counts the prompts before those that left it. Their
// own prompts are numbered on from there.
func (f *Forks) walk(b *parser.Branch, below []*parser.Branch) {
	left := map[string][]*parser.Branch{} // by the message that they left behind
	waiting := map[*parser.Branch]bool{}
	for _, child := range below {
		waiting[child] = true
		f.before[child] = f.before[b] // it left before the branch's own part
		if after := child.Fork.After; after != "" {
			left[after] = append(left[after], child)
		}
	}
	f.before[b] += b.Skipped
	n := f.before[b]
	found := func(child *parser.Branch) {
		if waiting[child] {
			delete(waiting, child)
			f.before[child] = n
		}
	}
	for t := range b.Turns() {
		if len(t.Versions) > 0 {
			f.add(b, t)
		}
		for _, child := range t.Versions {
			found(child)
		}
		if t.Prompt != nil {
			n++
			for _, child := range left[t.Prompt.Anchor] {
				found(child)
			}
		}
		if len(waiting) == 0 {
			continue
		}
		for _, m := range t.Messages {
			for _, child := range left[m.Anchor] {
				found(child)
			}
		}
	}
}

// add notes a place with several prompts.
func (f *Forks) add(owner *parser.Branch, turn *parser.Turn) {
	place := &fork{owner: owner, turn: turn, sent: []version{{owner, turn, start(turn)}}, place: map[*parser.Branch]int{}}
	f.at[turn] = place
	for _, b := range turn.Versions {
		first := firstTurn(b)
		place.sent = append(place.sent, version{b, first, start(first)})
		if f.of[b] == nil && b.Parent == owner {
			f.of[b] = place
		}
	}
	slices.SortStableFunc(place.sent, func(a, b version) int { return a.time.Compare(b.time) })
	for i, v := range place.sent {
		place.place[v.branch] = i
	}
}

// forkOf finds the place that a turn is a version of; nil when it was sent once.
func (r *Refs) forkOf(b *parser.Branch, turn *parser.Turn) *fork {
	if f := r.Forks.at[turn]; f != nil {
		return f
	}
	if firstTurn(b) == turn {
		return r.Forks.of[b]
	}
	return nil
}

// versions leads through all prompts of the place where turn is, nil when it is
// the only one.
func (r *Refs) versions(b *parser.Branch, turn *parser.Turn) *view.Versions {
	f := r.forkOf(b, turn)
	if f == nil {
		return nil
	}
	here := f.place[b]
	v := &view.Versions{Number: here + 1, Count: len(f.sent), Live: f.turn == turn && f.owner.Parent == nil && f.owner.Fork == nil}
	if here > 0 {
		v.Prev = r.version(f, here-1)
	}
	if here+1 < len(f.sent) {
		v.Next = r.version(f, here+1)
	}
	return v
}

// version leads to one of the prompts of a place.
func (r *Refs) version(f *fork, i int) *view.Version {
	sent := f.sent[i]
	v := &view.Version{Number: i + 1}
	if sent.turn != nil && sent.turn.Prompt != nil {
		v.Title = promptText(sent.turn.Prompt)
	}
	switch {
	case sent.branch != f.owner:
		v.Href = r.branch(sent.branch)
	case f.turn.Prompt != nil:
		v.Href = r.anchor(f.turn.Prompt.Anchor)
	}
	if sent.branch == f.owner {
		v.Live = f.owner.Parent == nil && f.owner.Fork == nil
	}
	return v
}

func firstTurn(b *parser.Branch) *parser.Turn {
	for t := range b.Turns() {
		return t
	}
	return nil
}

func start(t *parser.Turn) time.Time {
	switch {
	case t == nil:
		return time.Time{}
	case t.Prompt != nil:
		return t.Prompt.Time
	}
	return t.Start
}
