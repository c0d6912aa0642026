package parser

import (
	"slices"
	"strings"
	"time"

	"steno/parser/shell"
)

// Time at work, in all figures and pictures: within a turn, pauses of up to IdleGap count,
// and so does the time in which a command, a tool that may take long or an agent ran, however
// long (for an agent in the background or without a result as its records say), and that of a compaction
// in mid-turn. Once the model has answered, nothing counts until it goes on, but hooks that run then.
// Where the client recorded how long it worked on a prompt, no more than that counts. Time
// before the first prompt and between turns does not, and neither does waiting for the user,
// however short: for an answer, for the approval of a plan, or for a call that was then
// declined. No time counts twice. How long the user took to allow a call is not recorded; where
// that may be part of the figure, it is marked "at most".

// IdleGap is the longest pause within a turn that counts as work.
const IdleGap = 10 * time.Minute

// waits reports whether the result of a call is what the user answered.
func (a *Action) waits() bool { return a.Kind == ActionAsk || a.Kind == ActionPlan }

// Waited reports whether the time from the call to its result was the user's: who answered,
// looked at a plan, or declined the call.
func (c *ToolCall) Waited() bool { return c.Action.waits() || c.Outcome() == Rejected }

// asks reports whether a call may wait for permission before it runs.
func (a *Action) asks() bool {
	switch a.Kind {
	case ActionRun, ActionEdit, ActionFetch, ActionService:
		return true
	}
	return false
}

// brief reports whether a call works for moments only, whatever passes until its result: the rest
// was a wait for permission, or nothing happened.
func (a *Action) brief() bool {
	switch a.Kind {
	case ActionRead, ActionEdit, ActionSearch, ActionTodo, ActionMessage, ActionLeave, ActionReport, ActionAnswer:
		return true
	case ActionRun:
		commands, ok := shell.Parse(a.Command)
		return ok && len(commands) > 0 && !slices.ContainsFunc(commands, func(c shell.Command) bool { return !quick(&c) })
	}
	return false
}

// quick reports whether a simple command only reads, counts or prints what there is.
func quick(c *shell.Command) bool {
	name := c.Name()
	if name == "git" && len(c.Args) > 1 {
		name += " " + c.Args[1].Text
	}
	follows := name == "tail" && slices.ContainsFunc(c.Args, func(a shell.Arg) bool {
		return !a.Known || a.Text == "-F" || a.Text == "-f" || strings.HasPrefix(a.Text, "--follow")
	})
	return slices.Contains(quickCommands, name) && !follows
}

// quickCommands are programs, and verbs of git, that take moments. Those that may walk a whole disk
// (find, du) are not among them.
var quickCommands = append(strings.Fields("basename cat cd cut date dirname echo egrep fgrep file grep head ls printf pwd readlink realpath rg sed sort stat tail tr true uniq wc which"),
	"git status", "git log", "git diff", "git show", "git branch", "git rev-parse", "git ls-files", "git blame", "git remote")

// Ran returns when the call was running. exact reports whether the result recorded how
// long it took; otherwise the time from the call to its result may hold a wait for
// permission. Both times are zero when the call did not run or its times are unknown, also
// when more than IdleGap passed until the result of a call that takes moments.
func (c *ToolCall) Ran() (from, to time.Time, exact bool) {
	r := c.Result
	if r == nil || !c.Outcome().Runs() || c.Time.IsZero() || !r.Time.After(c.Time) || c.Action.waits() {
		return time.Time{}, time.Time{}, false
	}
	if c.Timed() {
		return r.Time.Add(-r.Duration), r.Time, true
	}
	if r.Time.Sub(c.Time) > IdleGap && c.Action.brief() {
		return time.Time{}, time.Time{}, false
	}
	return c.Time, r.Time, !c.Action.asks()
}

// Worked returns how long an agent in the background worked, as the notifications that it ended
// say: one for each time that it stopped. It is 0 if there is none.
func (c *ToolCall) Worked() (sum time.Duration) {
	for _, m := range c.Extra {
		for _, b := range m.Blocks {
			e, ok := b.(*Event)
			if !ok || e.Type != "task-notification" {
				continue
			}
			for _, f := range e.Fields {
				if d, err := time.ParseDuration(f.Value); err == nil && f.Name == "duration" {
					sum += d
					break
				}
			}
		}
	}
	return sum
}

// Timed reports whether the result of a call recorded how long it ran.
func (c *ToolCall) Timed() bool {
	r := c.Result
	return r != nil && r.Duration > 0 && r.Duration < r.Time.Sub(c.Time)
}
