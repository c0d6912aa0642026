package facts

import (
	"cmp"
	"fmt"
	"strconv"

	"steno/parser"
)

// Facts are the figures of a session.
type Facts struct {
	Prompts, Replies, Calls, Agents, Compactions int
	Unrecorded                                   int  // of Agents: those without a transcript
	Unprompted                                   bool // the session is what a run printed, and prompts are not part of it

	Errors   Errors
	Problems []Problem // in reading order: the main thread, then the agents
	Groups   []Group   // the same, those of one kind together
	Files    []File    // in order of first change
	Tests    []TestRun
	Flags    []Flag // what to look at twice, by kind
	Outcome  Outcome
	Uses     []*Use
	Pulls    []PullAction // in order
	Declined []Rejection  // calls that the user declined, in reading order
	Written  int          // bytes that the models wrote: text, thinking, input of tools

	ByAgent map[*parser.Agent]*Thread // each thread by itself; nil is the main one
}

// Thread are the figures of one thread: the main one or that of an agent.
type Thread struct {
	Calls    int
	Errors   Errors
	Problems []Problem
	Written  int // as that of [Facts]
}

// Errors counts what went wrong, by kind.
type Errors struct{ Failed, Rejected, Denied, Cancelled int }

// String is "3, 2 rejected, 1 denied": those that failed, then those that were not run.
func (e Errors) String() string {
	text := strconv.Itoa(e.Failed)
	for _, k := range []struct {
		n    int
		word string
	}{{e.Rejected, "rejected"}, {e.Denied, "denied"}, {e.Cancelled, "cancelled"}} {
		if k.n > 0 {
			text += ", " + strconv.Itoa(k.n) + " " + k.word
		}
	}
	return text
}

// Total is how many errors there are of all kinds.
func (e Errors) Total() int { return e.Failed + e.Rejected + e.Denied + e.Cancelled }

// Problem is something that went wrong: a call that did not do what it was asked to, or an
// error of the API.
type Problem struct {
	Kind    parser.Outcome // Failed, Rejected, Denied or Cancelled
	Message *parser.Message
	Call    *parser.ToolCall // nil for an error of the API
	Agent   *parser.Agent    // nil in the main thread
}

// Of computes the figures of a session. Internal agents, which repeat what is elsewhere, are
// left out.
func Of(s *parser.Session) *Facts {
	f := &Facts{ByAgent: map[*parser.Agent]*Thread{}}
	f.thread(s.Main, nil)
	if s.Main != nil {
		for _, b := range s.Main.Branches {
			f.Compactions += compactions(b)
		}
	}
	f.Unprompted = s.Unprompted(f.Prompts)
	for _, a := range s.Agents {
		if a.Kind == parser.AgentInternal {
			f.Written += a.Usage.Output * bytesPerToken // as much as it says: most of its text is repeated
			continue
		}
		f.Agents++
		f.thread(a.Thread, a)
	}
	lines := newCommandLines()
	all := calls(s, lines)
	lost := unrecorded(s, all)
	for _, l := range lost {
		f.Unrecorded += l.agents
	}
	f.Agents += f.Unrecorded
	push := f.calls(s, all)
	bg := backgroundOf(all)
	f.Groups = groups(f.Problems, all, lines, bg)
	f.Outcome = outcome(s, f, all, push)
	f.Uses, f.Declined = usesOf(s, f, lost, lines, bg)
	*lines = *newCommandLines() // calls outlive it
	return f
}

// calls computes the figures that look at one call after another, and returns the last push that
// succeeded. All figures of a call are computed together, so that its command line is parsed once.
func (f *Facts) calls(s *parser.Session, all []Call) (push *Call) {
	changed, flagged, later := newTracker(s), newFlagger(s, all), polled(all)
	for i := range all {
		c := &all[i]
		changed.call(c)
		flagged.call(c)
		f.Tests = append(f.Tests, testRuns(c, later)...)
		f.Pulls = append(f.Pulls, pullActions(c)...)
		if pushes(c, later) {
			push = c
		}
		if c.Action.Kind == parser.ActionRun && c.Action.Command != "" {
			c.lines.named(c.Action.Command)
		}
	}
	f.Files, f.Flags = changed.listed(len(s.Commits)), flagged.all(s)
	return push
}

// lost are agents of a call of which there is no transcript.
type lost struct {
	kind   string // the type of the agents, or their kind
	agents int
}

// unrecorded returns the agents that results of calls name and of which there is no transcript: the client removed it, or the
// archive never had it. Agents with a transcript that no call is known to have started may be these. Workflows say how many
// agents they started.
func unrecorded(s *parser.Session, all []Call) (list []lost) {
	known, linked := map[string]bool{}, false
	unlinked := 0
	for _, a := range s.Agents {
		known[a.ID] = true
		if a.Call == nil && (a.Kind == parser.AgentTask || a.Kind == parser.AgentSidechain || a.Kind == parser.AgentTeammate) {
			unlinked++
		}
	}
	for i := range all {
		if c := all[i].ToolCall; c.Action.Kind == parser.ActionDelegate && c.Agent != nil {
			known[c.Action.Agent], linked = true, true
		}
	}
	if linked && len(s.Agents) == 0 {
		return nil // agents are not published
	}
	for i := range all {
		if c := all[i].ToolCall; c.Action.Agent != "" && !known[c.Action.Agent] {
			known[c.Action.Agent] = true
			list = append(list, lost{cmp.Or(c.Action.Type, string(parser.AgentTask)), 1})
		}
	}
	list = list[min(unlinked, len(list)):]
	steps := map[*parser.ToolCall]int{}
	for _, run := range s.Workflows {
		steps[run.Call] += len(run.Agents)
	}
	for i := range all {
		if c := all[i].ToolCall; c.Action.Agents > steps[c] {
			list = append(list, lost{string(parser.AgentWorkflow), c.Action.Agents - steps[c]})
		}
	}
	return list
}

// compactions counts the places where the context was replaced by a summary.
func compactions(b *parser.Branch) int {
	n := 0
	for _, seg := range b.Segments {
		if seg.Compaction != nil && !seg.Compaction.Cleared() {
			n++
		}
	}
	return n
}

func (f *Facts) thread(t *parser.Thread, a *parser.Agent) {
	own := &Thread{}
	f.ByAgent[a] = own
	if t == nil {
		return
	}
	for _, b := range t.Branches {
		for m := range b.Messages() {
			f.message(own, m, a)
		}
	}
	f.Calls += own.Calls
	f.Written += own.Written
	f.Errors = f.Errors.Plus(own.Errors)
	f.Problems = append(f.Problems, own.Problems...)
}

func (f *Facts) message(own *Thread, m *parser.Message, a *parser.Agent) {
	switch m.Kind {
	case parser.KindPrompt:
		if a == nil {
			f.Prompts++
		}
	case parser.KindReply:
		f.Replies++
		own.Written += written(m)
	}
	found := problems(m, a)
	own.Problems = append(own.Problems, found...)
	for _, p := range found {
		own.Errors.add(p.Kind)
	}
	for _, b := range m.Blocks {
		if _, ok := b.(*parser.ToolCall); ok {
			own.Calls++
		}
	}
}

// problems lists what went wrong in a message.
func problems(m *parser.Message, a *parser.Agent) []Problem {
	var list []Problem
	if m.APIError != "" {
		list = append(list, Problem{parser.Failed, m, nil, a})
	}
	for _, b := range m.Blocks {
		if c, ok := b.(*parser.ToolCall); ok && c.Outcome().IsError() {
			list = append(list, Problem{c.Outcome(), m, c, a})
		}
	}
	return list
}

// add counts an outcome, if it is an error.
func (e *Errors) add(kind parser.Outcome) {
	switch kind {
	case parser.Failed:
		e.Failed++
	case parser.Rejected:
		e.Rejected++
	case parser.Denied:
		e.Denied++
	case parser.Cancelled:
		e.Cancelled++
	}
}

// Plus returns the sum of both.
func (e Errors) Plus(o Errors) Errors {
	return Errors{e.Failed + o.Failed, e.Rejected + o.Rejected, e.Denied + o.Denied, e.Cancelled + o.Cancelled}
}

// written returns how many bytes a model wrote in a reply.
func written(m *parser.Message) int {
	n := 0
	for _, b := range m.Blocks {
		switch b := b.(type) {
		case *parser.Text:
			n += len(b.Text)
		case *parser.Thinking:
			n += len(b.Text)
		case *parser.ToolCall:
			n += len(b.Input)
		}
	}
	return n
}

// Sum is the net change and the churn over all files of a session.
type Sum struct {
	Files                    int // that a diff would list
	Added, Removed           int // lines, net
	ChurnAdded, ChurnRemoved int // lines, of all changes
	ByCommand                int // files that only commands changed
	Outside                  int // files outside of the session's directories, which no other figure counts
}

// Changed sums up the changed files.
func (f *Facts) Changed() Sum {
	var s Sum
	for i := range f.Files {
		file := &f.Files[i]
		switch {
		case file.Outside:
			s.Outside++
			continue
		case file.ByCommand():
			s.ByCommand++
			continue
		}
		if file.Net() {
			s.Files++
		}
		s.Added += file.Added
		s.Removed += file.Removed
		s.ChurnAdded += file.ChurnAdded
		s.ChurnRemoved += file.ChurnRemoved
	}
	return s
}

// String is "+41 −8 in 3 files", with the churn where it is another.
func (s Sum) String() string {
	if s.Files == 0 && s.ChurnAdded+s.ChurnRemoved+s.ByCommand == 0 {
		return ""
	}
	text := fmt.Sprintf("+%d −%d in %d files", s.Added, s.Removed, s.Files)
	if s.Files == 1 {
		text = fmt.Sprintf("+%d −%d in 1 file", s.Added, s.Removed)
	}
	if s.ChurnAdded != s.Added || s.ChurnRemoved != s.Removed {
		text += fmt.Sprintf(", +%d −%d in all edits", s.ChurnAdded, s.ChurnRemoved)
	}
	if s.ByCommand > 0 {
		text += fmt.Sprintf(", %d changed by a command", s.ByCommand)
	}
	return text
}

// bytesPerToken is how many bytes of text a token may contain at most; more means that the
// recorded tokens are those of the first streamed piece of each reply.
const bytesPerToken = 8

// Understated reports whether the output tokens that a session recorded are too few for what
// its models wrote.
func (f *Facts) Understated(u parser.Usage) bool { return understated(u, f.Written) }

// Understated reports the same of one thread.
func (t *Thread) Understated(u parser.Usage) bool { return understated(u, t.Written) }

func understated(u parser.Usage, written int) bool {
	return u.Output > 0 && u.Output < written/bytesPerToken
}
