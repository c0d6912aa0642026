package theme

import (
	"slices"
	"time"

	"steno/parser"
)

// Versions. Where a conversation was rewound, several prompts stand in one place:
// that of the branch which owns the place, and those of the branches that left
// there. They are numbered in the order in which they were sent.

// fork is a place with several prompts.
type fork struct {
	owner *parser.Branch
	turn  *parser.Turn // of the owner
}

// forkOf finds the place that a turn is a version of; nil when it was sent once.
func (r *thread) forkOf(turn *parser.Turn) *fork {
	if len(turn.Versions) > 0 {
		return &fork{r.branch, turn}
	}
	if r.branch.Parent == nil || firstTurn(r.branch) != turn {
		return nil
	}
	for t := range r.branch.Parent.Turns() {
		if slices.Contains(t.Versions, r.branch) {
			return &fork{r.branch.Parent, t}
		}
	}
	return nil
}

// versions leads through all prompts of the place where turn stands, nil when it is
// the only one.
func (r *thread) versions(turn *parser.Turn) *versionsView {
	f := r.forkOf(turn)
	if f == nil {
		return nil
	}
	type version struct {
		view versionView
		time time.Time
	}
	list := []version{{r.ownVersion(f, turn), start(f.turn)}}
	for _, b := range f.turn.Versions {
		first := firstTurn(b)
		v := versionView{Href: r.refs.branch(b), Here: first == turn}
		if first != nil && first.Prompt != nil {
			v.Title = promptText(first.Prompt)
		}
		list = append(list, version{v, start(first)})
	}
	slices.SortStableFunc(list, func(a, b version) int { return a.time.Compare(b.time) })
	v := &versionsView{Count: len(list)}
	for i := range list {
		list[i].view.Number = i + 1
		if list[i].view.Here {
			v.Number, v.Live = i+1, list[i].view.Live
		}
	}
	if i := v.Number - 2; i >= 0 {
		v.Prev = &list[i].view
	}
	if i := v.Number; i < len(list) {
		v.Next = &list[i].view
	}
	return v
}

// ownVersion is the version of the branch that owns the place.
func (r *thread) ownVersion(f *fork, turn *parser.Turn) versionView {
	v := versionView{Here: f.turn == turn, Live: f.owner.Parent == nil && f.owner.Fork == nil}
	if f.turn.Prompt != nil {
		v.Title = promptText(f.turn.Prompt)
		if !v.Here {
			v.Href = r.refs.anchor(f.turn.Prompt.Anchor)
		}
	}
	return v
}

// promptsBefore counts the prompts on the way to the start of a branch, so that
// its own are numbered on from there.
func promptsBefore(b *parser.Branch) int {
	if b.Parent == nil || b.Fork == nil {
		return 0
	}
	above := promptsBefore(b.Parent)
	n := above
	for t := range b.Parent.Turns() {
		if slices.Contains(t.Versions, b) {
			return n
		}
		if t.Prompt != nil {
			n++
		}
		if holds(t, b.Fork.After) {
			return n
		}
	}
	return above // it left before its parent's own part
}

// holds tells whether anchor is that of a message of the turn.
func holds(t *parser.Turn, anchor string) bool {
	return t.Prompt != nil && t.Prompt.Anchor == anchor ||
		slices.ContainsFunc(t.Messages, func(m *parser.Message) bool { return m.Anchor == anchor })
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
