package theme

import (
	"fmt"
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

// versions are all prompts of the place where turn stands, nil when it is the only one.
func (r *thread) versions(turn *parser.Turn) []versionView {
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
	views, here := make([]versionView, len(list)), 0
	for i := range list {
		views[i] = list[i].view
		views[i].Number = i + 1
		if views[i].Here {
			here = i + 1
		}
	}
	for i := range views {
		views[i].Of = fmt.Sprintf("%d of %d", here, len(views))
	}
	return views
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
