package theme

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"steno/parser"
	"steno/theme/card"
	"steno/theme/markup"
	"steno/theme/view"
	"steno/theme/words"
)

// A run is what an agent did between two things it said. From three calls on it
// folds into one row that shows its sum; failed calls are named below that row.
// Notes of the client fold from two on, as they are about the model, not the work.
// Calls that matter to the reader by themselves (an agent, a plan, a question)
// never hide in a run.

// foldCalls and foldSteps are how many calls, or steps of any kind, make a run fold.
const (
	foldCalls = 3
	foldSteps = 5
)

// run is the steps being collected, with the memory that their rows are in, which is used again
// for the next run.
type run struct {
	steps []step
	rows  []byte
}

// html returns the row of a step, which changes when another run begins.
func (r *run) html(s step) []byte { return r.rows[s.from:s.to] }

// clear lets go of the rows. The memory of a huge one is not kept.
func (r *run) clear() {
	if r.rows = r.rows[:0]; cap(r.rows) > 4*runBytes {
		r.rows = nil
	}
}

// step is a rendered row of the run being collected.
type step struct {
	from, to int    // of its row, in bytes
	opened   []byte // of an error: the row with the card open, for who reads of errors alone
	anchors  []string
	call     *callSum // nil when the step is no call
	label    string   // "Thinking", for steps that are no call
	subject  string   // of a thought: its heading
	note     bool     // it is a note of the client
	aside    bool     // it is part of the conversation: a plan or a question
	failed   bool     // it is an error
	later    bool     // it links to an anchor that follows
}

// callSum is what a run says of a call.
type callSum struct {
	what     string // what it did, as a noun of which several get their number: "command"; or its tool
	noun     bool   // it is such a noun
	row      string // "Read a.go"
	failure  *view.FailedCall
	lines    view.Lines
	from, to time.Time // of the call and its result; zero when not recorded
}

// step adds a block to the current run.
func (r *thread) step(m *parser.Message, b parser.Block) {
	if r.done || r.thoughts.keep(m, b) {
		return
	}
	if !quiet(b) {
		r.flush()
		defer r.flush()
	}
	v := &view.Step{ID: r.claim(m.Anchor), Time: b.From().Time}
	s := step{}
	anchor := m.Anchor
	if v.ID == "" {
		v.ID = r.claim(b.From().Anchor)
		anchor = cmp.Or(v.ID, anchor)
	} else {
		v.Inner, v.Tokens = r.claim(b.From().Anchor), tokensOf(m)
	}
	v.Thoughts = r.takeThoughts()
	if call, ok := b.(*parser.ToolCall); ok {
		s.call = r.call(v, call, anchor)
	} else {
		v.Fold = r.content.fold(b)
		s.label, s.note = v.Fold.Verb, note(b)
		if thought, ok := b.(*parser.Thinking); ok {
			s.subject, _ = headed(thought.Text)
		}
		if call, ok := r.tasks.notified(b); ok {
			v.Aside = true
			if href := r.to(call); href != "" {
				v.Fold.Link = &view.Link{Text: "Jump to call", Href: href}
			}
		}
	}
	r.render(&s, v)
}

// render makes the row and puts it into the run.
func (r *thread) render(s *step, v *view.Step) {
	if err := r.theme.execute("row", v, func(html []byte) {
		s.from, s.to = len(r.run.rows), len(r.run.rows)+len(html)
		r.run.rows = append(r.run.rows, html...)
	}); err != nil {
		r.done = true
		r.yield(Fragment{Err: fmt.Errorf("rendering a step with the theme: %w", err)})
		return
	}
	if v.Error && v.Card != nil {
		opened := *v
		opened.Open = true
		_ = r.theme.execute("row", &opened, func(html []byte) { s.opened = bytes.Clone(html) }) // it was made above
	}
	s.anchors, r.made.ids = r.made.ids, nil
	s.aside, s.failed, s.later = v.Aside, v.Error, r.made.later
	r.made.later = false
	if len(r.run.rows) > runBytes && len(r.run.steps) > 0 {
		row := r.run.html(*s) // stays where it is until it is moved
		r.flush()
		r.run.rows = append(r.run.rows, row...)
		s.from, s.to = 0, len(row)
	}
	r.run.steps = append(r.run.steps, *s)
}

// quiet distinguishes steps that may hide in a run from those that stand alone.
func quiet(b parser.Block) bool {
	switch b := b.(type) {
	case *parser.ToolCall:
		return b.Agent == nil && !alone(b)
	case *parser.Event:
		return b.Quiet && !b.Failed
	case *parser.Attachment:
		return b.Quiet || !b.Failed
	}
	return true
}

// note reports whether a block is one that the client handed to the model beside the conversation.
func note(b parser.Block) bool {
	switch b := b.(type) {
	case *parser.Event:
		return b.Quiet && !b.Failed
	case *parser.Attachment:
		return b.Quiet && !b.Failed
	}
	return false
}

// notes reports whether there are several steps, all of them notes.
func notes(steps []step) bool {
	return len(steps) > 1 && !slices.ContainsFunc(steps, func(s step) bool { return !s.note })
}

// alone reports whether a call is part of the conversation.
func alone(c *parser.ToolCall) bool {
	switch c.Action.Kind {
	case parser.ActionDelegate, parser.ActionAsk, parser.ActionPlan, parser.ActionReport:
		return true
	}
	return false
}

// flush ends the current run.
func (r *thread) flush() {
	steps := r.run.steps
	r.run.steps = nil
	if len(steps) == 0 || r.done {
		return
	}
	v := view.Run{}
	var claimed []string
	calls := 0
	for _, s := range steps {
		claimed = append(claimed, s.anchors...)
		if s.call != nil {
			calls++
		}
	}
	r.made.ids = claimed
	v.Rows = markup.FromTemplate(r.run.rows[steps[0].from:steps[len(steps)-1].to])
	v.Fold = calls >= foldCalls || len(steps) >= foldSteps || r.turnIs.notes && len(steps) > 1 || notes(steps)
	if v.Fold {
		sum(&v, steps, calls)
	}
	r.send("run", &v, r.parts(steps))
	r.run.clear()
}

// parts makes what levels show of a run: the conversation its plans and questions, and the names
// of calls that went wrong; the errors the failed calls.
func (r *thread) parts(steps []step) (f Fragment) {
	var aside, failed [][]byte
	var names []view.FailedCall
	for _, s := range steps {
		switch {
		case s.aside:
			aside = append(aside, r.run.html(s))
		case s.call != nil && s.call.failure != nil:
			names = append(names, *s.call.failure)
		}
		if s.failed && s.opened != nil {
			failed = append(failed, s.opened)
		} else if s.failed {
			failed = append(failed, r.run.html(s))
		}
		f.Later = f.Later || s.later
	}
	var err error
	if len(aside)+len(names) > 0 {
		f.Aside, err = r.make("run", &view.Run{Rows: markup.FromTemplate(aside...), Failures: names})
	}
	if f.Errors = len(failed); f.Errors > 0 && err == nil {
		f.Failed, err = r.make("run", &view.Run{Rows: markup.FromTemplate(failed...)})
	}
	f.Err = err
	return f
}

// sum fills in what a folded run says of its steps.
func sum(v *view.Run, steps []step, calls int) {
	tools, others := map[tallied]int{}, map[tallied]int{}
	var changed view.Lines
	var from, to time.Time // calls run side by side, so their times do not add up
	only := ""
	for _, s := range steps {
		if s.call == nil {
			others[tallied{name: s.label}]++
			continue
		}
		tools[tallied{s.call.what, s.call.noun}]++
		only = s.call.row
		changed.Added += s.call.lines.Added
		changed.Removed += s.call.lines.Removed
		parser.Widen(&from, &to, s.call.from, s.call.to)
		if s.call.failure != nil {
			v.Failures = append(v.Failures, *s.call.failure)
		}
	}
	v.Outcomes = outcomes(v.Failures)
	if changed != (view.Lines{}) {
		v.Changed = &changed
	}
	if took := to.Sub(from); !from.IsZero() && took >= time.Second {
		v.Duration = words.Duration(took)
	}
	v.Sum, v.Icon = words.Plural(calls, "tool call"), "tool"
	v.Tools = counts(tools, false)
	switch calls {
	case 1: // among notes
		v.Tools = only
	case 0:
		v.Sum, v.Tools, v.Icon = words.Plural(len(steps), "note"), counts(others, true), "event"
		if others[tallied{name: "Thinking"}] == len(steps) {
			v.Sum, v.Tools, v.Icon = words.Plural(len(steps), "thought"), subjects(steps), "thinking"
		}
	}
}

// nouns are what calls of a kind are, where a reader need not know which tool it was. Tools of the same kind have other names
// with each agent.
var nouns = map[parser.ActionKind]string{
	parser.ActionRead: "read", parser.ActionEdit: "edit", parser.ActionRun: "command", parser.ActionSearch: "search",
	parser.ActionFetch: "web request", parser.ActionMessage: "message", parser.ActionLeave: "message", parser.ActionTodo: "task update", parser.ActionSkill: "skill",
}

// tallied is what a run counts.
type tallied struct {
	name string
	noun bool // has a plural
}

// outcomes counts calls that did not do what they were asked to, by kind.
func outcomes(failures []view.FailedCall) string {
	var parts []string
	for _, state := range []card.State{card.Failed, card.Rejected, card.Denied, card.Cancelled, card.Interrupted} {
		n := 0
		for _, f := range failures {
			if f.State == state {
				n++
			}
		}
		if n > 0 {
			parts = append(parts, words.Number(n)+" "+state.Word())
		}
	}
	return strings.Join(parts, ", ")
}

// counts writes a tally, most first: "7 reads, 3 commands, 1 rotate". What is there once may be without its number.
func counts(tally map[tallied]int, bare bool) string {
	type entry struct {
		tallied
		n int
	}
	var list []entry
	for what, n := range tally {
		list = append(list, entry{what, n})
	}
	slices.SortFunc(list, func(a, b entry) int {
		return cmp.Or(b.n-a.n, strings.Compare(a.name, b.name))
	})
	var parts []string
	rest := 0
	for i, e := range list {
		switch {
		case i >= 6:
			rest += e.n
		case bare && e.n == 1:
			parts = append(parts, e.name)
		case e.noun:
			parts = append(parts, words.Plural(e.n, e.name))
		default:
			parts = append(parts, fmt.Sprintf("%d %s", e.n, e.name))
		}
	}
	if rest > 0 {
		parts = append(parts, words.Plural(rest, "other"))
	}
	return strings.Join(parts, ", ")
}
