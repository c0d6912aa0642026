package facts

import (
	"cmp"
	"time"

	"steno/parser"
	"steno/parser/prose"
)

// Uses say what a session worked with and how that went: its tools, commands, test runners, skills,
// slash commands and agents. Statistics over an archive add them up.

// Topic is what sort of thing a Use is of.
type Topic string

// Topics.
const (
	TopicTool    Topic = "tool"    // tools, by name
	TopicCommand Topic = "command" // command lines, by the program and its verb: "go test", "git commit"
	TopicTests   Topic = "tests"   // test runners; Times are runs
	TopicSkill   Topic = "skill"   // skills that a model loaded
	TopicSlash   Topic = "slash"   // slash commands that the user typed
	TopicAgent   Topic = "agent"   // agents, by type; errors are those of their calls
)

// Use is how often a session used one thing, and how that went.
type Use struct {
	Topic    Topic
	Name     string
	Times    int
	Lost     int // of Times: agents without a transcript
	Errors   Errors
	Retries  int             // runs of a command whose last run on the same branch failed
	Mended   int             // failures of a command after which it succeeded on the same branch
	Next     map[Next]int    // what followed failures of a command
	Exact    []time.Duration // how long calls of a tool took, in order
	AtMost   []time.Duration // the same where the time may include a wait for permission
	Waited   time.Duration   // that calls of a tool waited for the user
	Failures []*parser.Message
}

// Next is what followed a call that failed, on the same branch.
type Next string

// What may follow a failure. Calls beside the one that failed do not count.
const (
	NextSame    Next = "same command"
	NextCommand Next = "another command"
	NextEdit    Next = "edit"
	NextRead    Next = "read or search"
	NextTool    Next = "another tool"
	NextReply   Next = "reply" // words, without a call
	NextPrompt  Next = "prompt"
	NextNothing Next = "nothing"
)

// Nexts are all, in the order in which they are listed.
var Nexts = []Next{NextSame, NextEdit, NextRead, NextCommand, NextTool, NextReply, NextPrompt, NextNothing}

// Rejection is a call that the user declined.
type Rejection struct {
	Call
	Words *parser.Message // what the user typed when declining it, nil for nothing
}

// uses collects the uses of a session.
type uses struct {
	background
	list  []*Use
	at    map[useKey]*Use
	lines *commandLines
	said  map[[2]int]*parser.Message         // what the user typed when declining a call, by file and line
	ran   map[*parser.ToolCall]time.Duration // how long workflows ran, by the call that started them
}

type useKey struct {
	topic Topic
	name  string
}

// longestName is how much of a name is kept.
const longestName = 60

func (u *uses) of(topic Topic, name string) *Use {
	key := useKey{topic, prose.Excerpt(name, longestName)}
	use := u.at[key]
	if use == nil {
		use = &Use{Topic: topic, Name: key.name}
		u.at[key] = use
		u.list = append(u.list, use)
	}
	return use
}

// usesOf returns the uses of a session in order of first use, and the calls that the user declined.
func usesOf(s *parser.Session, f *Facts, missing []lost, lines *commandLines, bg background) ([]*Use, []Rejection) {
	u := &uses{background: bg, at: map[useKey]*Use{}, lines: lines, said: map[[2]int]*parser.Message{},
		ran: map[*parser.ToolCall]time.Duration{}}
	for _, run := range s.Workflows {
		if run.Call != nil {
			u.ran[run.Call] = cmp.Or(run.Duration, length(joined(runSpans(run), 0)))
		}
	}
	var declined []Rejection
	if s.Main != nil {
		declined = u.thread(declined, s.Main, nil)
	}
	for _, a := range s.Agents {
		if a.Kind == parser.AgentInternal {
			continue
		}
		use := u.of(TopicAgent, cmp.Or(a.Type, string(a.Kind)))
		use.Times++
		use.Errors = use.Errors.Plus(f.ByAgent[a].Errors)
		if a.Thread != nil {
			declined = u.thread(declined, a.Thread, a)
		}
	}
	for _, l := range missing {
		use := u.of(TopicAgent, l.kind)
		use.Times += l.agents
		use.Lost += l.agents
	}
	for i := range f.Tests {
		r := &f.Tests[i]
		use := u.of(TopicTests, r.Tool)
		use.Times++
		if !r.OK() {
			use.Errors.Failed++
			use.Failures = append(use.Failures, r.Call.Message)
		}
	}
	for i := range declined {
		at := declined[i].Result.From()
		declined[i].Words = u.said[[2]int{at.File, at.Line}]
	}
	return u.list, declined
}

func (u *uses) thread(declined []Rejection, t *parser.Thread, a *parser.Agent) []Rejection {
	for i, b := range t.Branches {
		w := &branchUses{uses: u, failures: map[*Use]int{}}
		var mode Mode
		for turn := range b.Turns() {
			if turn.Prompt != nil {
				w.prompt(turn.Prompt)
			}
			mode.Enter(turn)
			free := !mode.Asks()
			for _, m := range turn.Messages {
				w.message(m, free)
				for _, block := range m.Blocks {
					if c, ok := block.(*parser.ToolCall); ok && c.Outcome() == parser.Rejected {
						declined = append(declined, Rejection{Call: Call{ToolCall: c, Agent: a, Message: m, Rewound: i > 0}})
					}
				}
			}
		}
		w.follow(func(*Use) Next { return NextNothing })
	}
	return declined
}

// branchUses goes through a branch in order.
type branchUses struct {
	*uses
	open     []*Use       // commands of the last message that failed
	failures map[*Use]int // failures since the last success
}

// follow says what followed the failures that are open.
func (w *branchUses) follow(next func(*Use) Next) {
	for _, use := range w.open {
		if use.Next == nil {
			use.Next = map[Next]int{}
		}
		use.Next[next(use)]++
	}
	w.open = w.open[:0]
}

func (w *branchUses) prompt(m *parser.Message) {
	w.follow(func(*Use) Next { return NextPrompt })
	if m.Rest().Sender == parser.SenderRejection {
		w.said[[2]int{m.File, m.Line}] = m
	}
	for _, b := range m.Blocks {
		if c, ok := b.(*parser.Command); ok && c.Name != "" && c.Name != "!" {
			w.of(TopicSlash, c.Name).Times++
		}
	}
}

func (w *branchUses) message(m *parser.Message, free bool) {
	var calls []*parser.ToolCall
	words := false
	for _, b := range m.Blocks {
		switch b := b.(type) {
		case *parser.ToolCall:
			if b.Name == "" { // a result whose call is in no file
				w.tool(b, m, free)
				continue
			}
			calls = append(calls, b)
		case *parser.Text:
			words = true
		case *parser.Command:
			if b.Name != "" && b.Name != "!" {
				w.of(TopicSlash, b.Name).Times++
			}
		}
	}
	switch {
	case len(calls) > 0:
		w.follow(func(use *Use) Next { return w.next(use, calls[0]) })
	case words && m.Kind == parser.KindReply:
		w.follow(func(*Use) Next { return NextReply })
	}
	for _, c := range calls {
		w.tool(c, m, free)
		if c.Action.Kind == parser.ActionRun && c.Action.Command != "" {
			w.command(c, m)
		}
		if c.Action.Kind == parser.ActionSkill {
			use := w.of(TopicSkill, c.Action.About)
			use.Times++
			use.Errors.add(c.Outcome())
		}
	}
}

// next says what a call does after a failure.
func (w *branchUses) next(failed *Use, c *parser.ToolCall) Next {
	switch c.Action.Kind {
	case parser.ActionRun:
		if c.Action.Command != "" && w.of(TopicCommand, w.lines.named(c.Action.Command).program) == failed {
			return NextSame
		}
		return NextCommand
	case parser.ActionEdit:
		return NextEdit
	case parser.ActionRead, parser.ActionSearch, parser.ActionPoll:
		return NextRead
	}
	return NextTool
}

func (w *branchUses) tool(c *parser.ToolCall, m *parser.Message, free bool) {
	use := w.of(TopicTool, c.Name)
	use.Times++
	use.Errors.add(c.Outcome())
	if c.Failed() {
		use.Failures = append(use.Failures, m)
	}
	switch from, to, exact := c.Ran(); {
	case c.Waited():
		if c.Result != nil && !c.Time.IsZero() && c.Result.Time.After(c.Time) {
			use.Waited += c.Result.Time.Sub(c.Time)
		}
	case to.IsZero():
	case c.Action.Async: // to start it took moments
		if took := cmp.Or(w.ran[c], length(joined(agentSpans(c, time.Time{}, whole, 0), 0)), c.Worked()); took > 0 {
			use.Exact = append(use.Exact, took)
		}
	case exact || free:
		use.Exact = append(use.Exact, to.Sub(from))
	default:
		use.AtMost = append(use.AtMost, to.Sub(from))
	}
}

func (w *branchUses) command(c *parser.ToolCall, m *parser.Message) {
	use := w.of(TopicCommand, w.lines.named(c.Action.Command).program)
	use.Times++
	outcome := w.outcome(c)
	use.Errors.add(outcome)
	if w.failures[use] > 0 && outcome.Runs() {
		use.Retries++
	}
	switch {
	case outcome == parser.Failed:
		use.Failures = append(use.Failures, m)
		if c.Failed() { // what follows a command of the background does not follow its failure
			w.open = append(w.open, use)
		}
		w.failures[use]++
	case c.Ended():
		use.Mended += w.failures[use]
		w.failures[use] = 0
	}
}
