package selection

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"steno/parser"
	"steno/parser/facts"
)

// Turns is a range of turns of a session's current branch, by the numbers of their prompts. The zero
// value is all of them.
type Turns struct {
	From int // 0 for the first
	To   int // 0 for the last
}

// ParseTurns reads "3-7", "3", "3-" or "-7".
func ParseTurns(text string) (t Turns, err error) {
	from, to, ranged := strings.Cut(strings.TrimSpace(text), "-")
	read := func(text string) int {
		if text == "" && ranged {
			return 0
		}
		n, nerr := strconv.Atoi(text)
		if nerr != nil || n < 1 {
			err = fmt.Errorf("%q is not a range of turns; write 3-7, 3, 3- or -7", text)
		}
		return n
	}
	if t.From = read(from); ranged {
		t.To = read(to)
	} else {
		t.To = t.From
	}
	if err == nil && (t == Turns{} || t.To > 0 && t.To < t.From) {
		err = fmt.Errorf("%q is not a range of turns; write 3-7, 3, 3- or -7", text)
	}
	if err != nil {
		return Turns{}, fmt.Errorf("--turns: %w", err)
	}
	return t, nil
}

// String is what ParseTurns reads.
func (t Turns) String() string {
	number := func(n int) string {
		if n == 0 {
			return ""
		}
		return strconv.Itoa(n)
	}
	if t.From == t.To {
		return number(t.From)
	}
	return number(t.From) + "-" + number(t.To)
}

// Turns leaves out all turns but these.
func (h Hide) Turns(t Turns) Hide {
	h.turns = t
	return h
}

// has reports whether the range has a turn. What follows without another prompt, as after
// a compaction, belongs to the turn before it.
func (t Turns) has(number int) bool {
	return number >= t.From && (t.To == 0 || number <= t.To)
}

// apply leaves out the other turns, rewound branches, agents that the turns did not start, and what
// the others made. Figures are those of the turns that stay.
func (t Turns) apply(s *parser.Session) {
	live := s.Main.Live()
	live.Skipped = max(0, t.From-1)
	s.Main.Beginning, s.Main.Branches = nil, []*parser.Branch{live}
	number := 0
	for _, seg := range live.Segments {
		first := len(seg.Turns) > 0
		for i, turn := range seg.Turns {
			if turn.Prompt != nil {
				number++
			}
			if turn.Versions = nil; !t.has(number) {
				seg.Turns[i], first = nil, first && i > 0
			}
		}
		if seg.Turns = slices.DeleteFunc(seg.Turns, func(turn *parser.Turn) bool { return turn == nil }); !first {
			seg.Compaction = nil
		}
	}
	live.Segments = slices.DeleteFunc(live.Segments, func(seg *parser.Segment) bool { return len(seg.Turns) == 0 })
	s.Workflows, s.Unshown, s.Notes, s.Checkpoints = nil, nil, nil, nil
	t.recount(s, live)
	s.Metadata = append(s.Metadata, parser.Field{Name: "published turns", Value: t.String()})
}

// recount makes the figures and lists of a session those of a branch that was cut.
func (t Turns) recount(s *parser.Session, live *parser.Branch) {
	kept, anchors := map[*parser.Agent]bool{}, map[string]bool{}
	var keep func(a *parser.Agent)
	keep = func(a *parser.Agent) {
		if a == nil || kept[a] {
			return
		}
		kept[a] = true
		for _, b := range a.Thread.Branches {
			for m := range b.Messages() {
				anchors[m.Anchor] = true
			}
		}
		for _, child := range a.Children {
			keep(child)
		}
	}
	s.Usage, s.Main.Active, s.Main.ActiveAtMost = parser.Usage{}, 0, false
	first := true
	for turn := range live.Turns() {
		figures := facts.TurnOf(turn)
		s.Usage.Add(&figures.Usage)
		s.Main.Active, s.Main.ActiveAtMost = s.Main.Active+figures.Worked, s.Main.ActiveAtMost || figures.AtMost
		if first {
			s.Start, s.Main.Start, first = turn.Start, turn.Start, false
		}
		s.End, s.Main.End = turn.End, turn.End
	}
	for m := range live.Messages() {
		anchors[m.Anchor] = true
		for _, block := range m.Blocks {
			if c, ok := block.(*parser.ToolCall); ok {
				keep(c.Agent)
			}
		}
	}
	s.Agents = slices.DeleteFunc(s.Agents, func(a *parser.Agent) bool { return !kept[a] })
	s.Commits = slices.DeleteFunc(s.Commits, func(c parser.Commit) bool { return !anchors[c.Anchor] })
	s.PullRequests = slices.DeleteFunc(s.PullRequests, func(p parser.PullRequest) bool { return !anchors[p.Anchor] })
	s.Pages = slices.DeleteFunc(s.Pages, func(p parser.Page) bool { return !anchors[p.Anchor] })
}
