package facts

import (
	"slices"
	"strings"

	"steno/parser"
	"steno/parser/linediff"
)

// The net change of a file is divided among the commits of the session: what changed up to the
// first commit, and between one commit and the next. Which of it was staged is not recorded, so
// a change may be in a later commit than the one that it is listed with.

// CommitChange is the net change of a file between two commits of the session.
type CommitChange struct {
	Commit         int // number of the commit that ends it; the number of commits for what follows the last
	Added, Removed int // lines
}

// cut is the state of a file at the last commit.
type cut struct {
	now   []*line
	base  int // lines of the base that were known
	count int // changes until then
	made  bool
}

// commitsAt returns the numbers of the commits of each message.
func commitsAt(s *parser.Session) map[string][]int {
	at := map[string][]int{}
	for i, c := range s.Commits {
		at[c.Anchor] = append(at[c.Anchor], i)
	}
	return at
}

// committed divides the changes where a call made a commit.
func (t *tracker) committed(c *Call) {
	numbers := t.commits[c.Message.Anchor]
	if len(numbers) == 0 || c.Action.Kind != parser.ActionRun || !strings.Contains(c.Action.Command, "git") {
		return
	}
	if len(numbers) > 1 { // the next call of the message made the next one
		t.commits[c.Message.Anchor] = numbers[1:]
	}
	if t.looked += len(t.files); t.looked > mostLooked {
		return // what changed counts with the next stretch
	}
	t.divide(numbers[0])
}

// divide ends a stretch of changes with a commit.
func (t *tracker) divide(commit int) {
	t.staged = false
	for _, f := range t.files {
		if f.over {
			continue
		}
		if n := f.Edits + f.Commands; n > f.cut.count {
			f.divide(commit)
			f.cut = cut{slices.Clone(f.now), len(f.base), n, true}
		}
	}
}

// before returns the lines of a file at the last commit of the session, or before its first change.
func before(f *tracked) []*line {
	switch {
	case f.cut.made: // lines that were learned since were there
		return append(slices.Clone(f.cut.now), f.base[f.cut.base:]...)
	case f.Created:
		return nil
	}
	return f.base
}

func (f *tracked) divide(commit int) {
	was := before(f)
	if f.steps -= len(was) + len(f.now); f.steps < 0 || f.Edits == 0 && !(f.absent && f.known) {
		return
	}
	ids := map[*line]uint64{}
	added, removed := linediff.Count(linediff.Diff(hashes(was, ids), hashes(f.now, ids)))
	if added+removed > 0 {
		f.File.Commits = append(f.File.Commits, CommitChange{commit, added, removed})
	}
}
