// Package card turns tool calls into cards: a row that reads as one line and
// unfolds.
//
// The row says what was done (Verb), to what (Object) and with what result (Chips, State). The body
// contains everything else. Two rules keep it complete: every input value and every word of a
// result is in the body in full, because what a tool's own card does not take is shown by the
// generic part of all cards; and text above 64 KiB, or above 6 KiB on a page that must be quick to
// load, is shown by its head with a link to the whole. Left out are only copies: a structured
// result that repeats the text, the original of a file that an edit recorded for undoing it, the
// confirmation of an edit, and unchanged lines of a requested edit whose diff is shown as it was
// written (requested.go).
//
// Each family of tools has its own file; table.go says which tool belongs to
// which.
package card

import (
	"html/template"
	"strings"
	"time"

	"steno/parser"
	"steno/theme/highlight"
	"steno/theme/markdown"
	"steno/theme/media"
)

// Env is what the cards of one page share.
type Env struct {
	Dir      string      // working directory of the session: paths below it are shown relative to it
	Spill    media.Spill // keeps what is too long to show; nil keeps nothing
	Markdown *markdown.Renderer
	Code     *highlight.Highlighter
	Link     func(name string) string // what the session did with a file or a commit, "" when it is not known; may be nil
	File     func(path string) string // where all sessions' work on a file is, "" for nowhere; may be nil
	Brief    func() bool              // whether what calls read and printed is short at this place; may be nil
	Asks     func() bool              // whether the calls at this place may have waited for permission; nil: they may

	brief bool // of one call: what it read or printed is short
}

// Renderer makes cards. It is safe for concurrent use.
type Renderer struct {
	env   Env
	tools map[string]func(*call)
}

// New makes a Renderer.
func New(env Env) *Renderer { return &Renderer{env: env, tools: tools()} }

// State is what happened to a call.
type State string

// The states of a call.
const (
	Done        State = "done"
	Failed      State = "failed"
	Rejected    State = "rejected"    // by the user
	Denied      State = "denied"      // by a rule
	Cancelled   State = "cancelled"   // because a call beside it failed
	Interrupted State = "interrupted" // by the user
	Missing     State = "missing"     // no result in the transcript
)

// View is one card, as the template "card" wants it. Strings are plain text.
type View struct {
	ID       string   // anchor of the result, set by theme; "" for none
	Net      string   // address of the net diff of the file that the call changed, set by theme; "" for none
	Tool     string   // what sums of calls name it: the tool, as recorded, or Verb where that is another client's name; cleaned and cut
	Icon     string   // name of an icon of the theme
	Verb     string   // "Read", "Edit", "Run"
	Object   string   // a path, a command, a pattern
	Code     bool     // Object is code: a command, a path, a pattern
	Note     string   // small print after the object
	Asked    []string // questions to the user, where there are several
	Chips    []Chip
	State    State
	Duration string // "1.2 s", "" when unknown or not worth telling
	Why      string // of a call that failed: what it had to say, on a line; "" for nothing
	Sections []Section

	Added, Removed int  // lines changed, for sums over several cards
	Folded         bool // what is in it is nothing for a reader, though the call is part of the conversation
	Launched       bool // an agent or a workflow that runs in the background: its answer is elsewhere
}

// Launcher returns the name of a tool that starts agents, by which readers hide its cards, "" for others.
func (v *View) Launcher() string {
	if v.Tool == "Agent" || v.Tool == "Task" {
		return v.Tool
	}
	return ""
}

// Chip is one outcome.
type Chip struct {
	Text string
	Kind string // "add", "del", "error", "warn" or ""
}

// Section is one part of what a card shows when it is expanded: an input, an output, a diff.
type Section struct {
	Title  string // "" for none
	HTML   template.HTML
	Folded bool // collapsed at first; the reader expands it
}

// Word is the state as a word for the row, "" for a call that is done.
func (s State) Word() string {
	switch s {
	case Failed:
		return "failed"
	case Rejected:
		return "rejected"
	case Denied:
		return "denied"
	case Cancelled:
		return "cancelled"
	case Interrupted:
		return "interrupted"
	case Missing:
		return "no result"
	}
	return ""
}

// Word is the word for the state on the row. Where a chip shows the error, such
// as an exit code, it needs none.
func (v *View) Word() string {
	for _, c := range v.Chips {
		if v.State == Failed && c.Kind == "error" {
			return ""
		}
	}
	return v.State.Word()
}

// Call makes the card of a tool call. Its agent and the events folded into it
// are not part of it.
func (r *Renderer) Call(tc *parser.ToolCall) *View { return r.card(newCall(&r.env, tc)) }

// Request makes the card of a tool call whose result is shown on another page: its row is the same,
// and it unfolds to what was requested.
func (r *Renderer) Request(tc *parser.ToolCall) *View {
	env := r.env
	env.Spill = nil // what the result contains is a file of the other page
	view := r.card(newCall(&env, tc))
	requested := *tc
	requested.Result = nil
	c := newCall(&r.env, &requested)
	c.elsewhere = true
	view.Sections = r.card(c).Sections
	return view
}

func (r *Renderer) card(c *call) *View {
	if tool := r.tool(c.Name); tool != nil {
		tool(c)
	} else {
		byAction(c)
		c.view.Tool = c.view.Verb // what the call does, in the word of its row, not as the client names its tool
	}
	finish(c)
	return &c.view
}

func (r *Renderer) tool(name string) func(*call) {
	if strings.HasPrefix(name, "mcp__") {
		return mcp
	}
	return r.tools[name]
}

func stateOf(tc *parser.ToolCall) State {
	switch tc.Outcome() {
	case parser.NoResult:
		return Missing
	case parser.Rejected:
		return Rejected
	case parser.Denied:
		return Denied
	case parser.Cancelled:
		return Cancelled
	case parser.Interrupted:
		return Interrupted
	case parser.Failed:
		return Failed
	}
	return Done
}

// took reports how long a call took. A minute or more that may hold a wait for permission is marked;
// so long a wait that the call cannot have run for it is left out.
func took(tc *parser.ToolCall, asks bool) string {
	d := tc.Result.Duration
	text := duration(d)
	if d < time.Minute || tc.Waited() {
		return text
	}
	switch _, to, exact := tc.Ran(); {
	case to.IsZero() && d > parser.IdleGap:
		return ""
	case !to.IsZero() && !exact && asks:
		return "≤ " + text
	}
	return text
}

// duration writes a time, where that is long enough to matter.
func duration(d time.Duration) string {
	switch {
	case d < 100*time.Millisecond:
		return ""
	case d < 10*time.Second:
		return trimZero(d.Seconds()) + " s"
	case d < time.Minute:
		return count(int(d.Round(time.Second).Seconds())) + " s"
	case d < time.Hour:
		d = d.Round(time.Second)
		return count(int(d.Minutes())) + " min " + count(int(d.Seconds())%60) + " s"
	}
	d = d.Round(time.Minute)
	return count(int(d.Hours())) + " h " + count(int(d.Minutes())%60) + " min"
}
