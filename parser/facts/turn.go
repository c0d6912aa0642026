package facts

import (
	"time"

	"steno/parser"
)

// Turn are the figures of one turn, agents that it started included.
type Turn struct {
	Worked         time.Duration
	AtMost         bool // part of Worked may have been a wait for permission
	Usage          parser.Usage
	Calls          int // of the turn itself
	Files          int // that its own tools changed
	Added, Removed int // lines, of all changes
	Ending         Ending
	Error          string // of what kind the API error is that it ended with
}

// TurnOf computes the figures of a turn.
func TurnOf(turn *parser.Turn) Turn {
	t := Turn{Worked: turn.Active, AtMost: turn.ActiveAtMost}
	end := ending(turnMessages(turn))
	t.Ending, t.Error = end.Ending, end.Error
	files := map[string]bool{}
	for _, m := range turn.Messages {
		if u := m.Usage; u != nil {
			own := *u
			if len(own.ByModel) == 0 {
				own.ByModel = []parser.ModelUsage{{Model: m.Model, Requests: 1, Input: u.Input,
					Output: u.Output, CacheRead: u.CacheRead, CacheWrite: u.CacheWrite,
					CacheWrite1h: u.CacheWrite1h}}
			}
			t.Usage.Add(&own)
		}
		for _, b := range m.Blocks {
			c, ok := b.(*parser.ToolCall)
			if !ok {
				continue
			}
			t.Calls++
			t.agents(c.Agent, 0)
			if !c.Ended() {
				continue
			}
			for _, e := range c.Action.Edits() {
				files[clean(e.File)] = true
				t.Added += e.Added
				t.Removed += e.Removed
			}
		}
	}
	t.Files = len(files)
	return t
}

// maxDepth is how deep agents of agents are followed.
const maxDepth = 100

func (t *Turn) agents(a *parser.Agent, depth int) {
	if a == nil || depth > maxDepth {
		return
	}
	t.Usage.Add(&a.Usage)
	for _, child := range a.Children {
		t.agents(child, depth+1)
	}
}

// turnMessages goes through the messages of a turn.
func turnMessages(turn *parser.Turn) func(yield func(*parser.Message) bool) {
	return func(yield func(*parser.Message) bool) {
		if turn.Prompt != nil && !yield(turn.Prompt) {
			return
		}
		for _, m := range turn.Messages {
			if !yield(m) {
				return
			}
		}
	}
}
