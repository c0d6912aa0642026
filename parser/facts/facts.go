// Package facts computes the figures of a session from its model: what it changed, committed
// and tested, and what went wrong. Each figure is defined in docs/figures.md and computed here
// alone; pages, lists, Markdown, JSON and comments show what this package returns.
package facts

import (
	"slices"
	"strings"

	"steno/parser"
)

// Call is a tool call and where it was made.
type Call struct {
	*parser.ToolCall
	Agent   *parser.Agent   // nil in the main thread
	Message *parser.Message // the reply with the call
	Rewound bool            // it is on a rewound branch, or an agent's that was started there

	lines *commandLines // of the session, may be nil
}

// Anchor returns an anchor of the session's pages that shows the call.
func (c *Call) Anchor() string { return c.Message.Anchor }

// Output returns what the call printed, whole where that was kept.
func (c *Call) Output() string {
	if c.Result == nil {
		return ""
	}
	if p := c.Result.Persisted; p != nil && p.Found {
		return p.Text
	}
	return c.Result.Text()
}

// calls returns all tool calls of a session in the order in which they were made. Internal
// agents repeat what is elsewhere and are left out. Their command lines are parsed into lines.
func calls(s *parser.Session, lines *commandLines) []Call {
	off := map[*parser.ToolCall]bool{} // on rewound branches
	all := threadCalls(nil, s.Main, nil, off)
	for _, a := range s.Agents {
		if a.Kind != parser.AgentInternal {
			all = threadCalls(all, a.Thread, a, off)
		}
	}
	for i := range all {
		c := &all[i]
		c.lines = lines
		c.Rewound = off[c.ToolCall]
		for a := c.Agent; a != nil && !c.Rewound && len(off) > 0; a = a.Parent {
			c.Rewound = off[a.Call]
		}
	}
	if len(s.Agents) > 0 || len(s.Main.Branches) > 1 {
		slices.SortStableFunc(all, func(x, y Call) int {
			if x.Time.IsZero() || y.Time.IsZero() {
				return 0
			}
			return x.Time.Compare(y.Time)
		})
	}
	return all
}

func threadCalls(all []Call, t *parser.Thread, a *parser.Agent, off map[*parser.ToolCall]bool) []Call {
	if t == nil {
		return all
	}
	for i, b := range t.Branches {
		for m := range b.Messages() {
			for _, block := range m.Blocks {
				if c, ok := block.(*parser.ToolCall); ok {
					all = append(all, Call{ToolCall: c, Agent: a, Message: m})
					if i > 0 {
						off[c] = true
					}
				}
			}
		}
	}
	return all
}

// polled returns the output of background tasks that calls asked for, by the task's id.
func polled(all []Call) map[string][]string {
	later := map[string][]string{}
	for i := range all {
		if c := &all[i]; c.Action.Kind == parser.ActionPoll && c.Action.Task != "" {
			later[c.Action.Task] = append(later[c.Action.Task], c.Output())
		}
	}
	return later
}

// output returns what a call printed, and what its background task printed later.
func output(c *Call, later map[string][]string) string {
	out := c.Output()
	if c.Action.Task == "" {
		return out
	}
	out += "\n" + strings.Join(later[c.Action.Task], "\n")
	for _, m := range c.Extra {
		for _, b := range m.Blocks {
			if e, ok := b.(*parser.Event); ok {
				out += "\n" + e.Text
			}
		}
	}
	return out
}
