package facts

import (
	"steno/parser"
	"steno/parser/raw"
)

// background says which calls ask what a command of the background printed, and which commands of the background
// failed, as these calls say.
type background struct {
	of     map[*parser.ToolCall]*parser.ToolCall // the command that a call asks about
	failed map[*parser.ToolCall]bool
}

// backgroundOf reads calls in order: ids of tasks may be used again when a task has ended.
func backgroundOf(all []Call) background {
	bg := background{map[*parser.ToolCall]*parser.ToolCall{}, map[*parser.ToolCall]bool{}}
	started := map[string]*parser.ToolCall{}
	for i := range all {
		c := &all[i]
		switch {
		case c.Action.Task == "":
		case c.Action.Kind == parser.ActionRun:
			started[c.Action.Task] = c.ToolCall
		case c.Action.Kind == parser.ActionPoll:
			if run := started[c.Action.Task]; run != nil {
				bg.of[c.ToolCall] = run
				bg.failed[run] = bg.failed[run] || c.Failed() && exited(c.Result)
			}
		}
	}
	return bg
}

// exited reports whether a result says that a command ended with another code than 0: a task may also be unknown.
func exited(r *parser.ToolResult) bool {
	code := raw.ParseObject(r.Structured).Text("exitCode")
	return code != "" && code != "0"
}

// outcome returns how a call ended, of a command of the background as a later call says.
func (bg background) outcome(c *parser.ToolCall) parser.Outcome {
	if bg.failed[c] && c.Ended() {
		return parser.Failed
	}
	return c.Outcome()
}
