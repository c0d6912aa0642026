package facts

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"steno/parser"
	"steno/parser/lazy"
	"steno/parser/prose"
)

// Outcome is how a session ended.
type Outcome struct {
	Last    *parser.Message // the last reply with words on the current branch, nil when there is none
	Earlier bool            // it answers an earlier prompt: the last one has no reply with words
	Ending  Ending
	Error   string   // of what kind the API error is that it ended with, "" where that is not known
	Tests   *TestRun // the last run of tests, nil when there was none
	Edits   int      // files that were changed after it
	Push    Push
}

// Ending is in which state the main thread ends.
type Ending string

// Endings.
const (
	EndedReply       Ending = "reply"       // the last thing is a reply
	EndedInterrupted Ending = "interrupted" // the user stopped the agent
	EndedError       Ending = "api-error"   // a request failed
	EndedWaiting     Ending = "waiting"     // a question or a plan waits for an answer
	EndedDeclined    Ending = "declined"    // the user declined the last call
	EndedUnanswered  Ending = "unanswered"  // the last prompt has no reply
	EndedEmpty       Ending = "empty"       // the reply to the last prompt was recorded without words
	EndedCalls       Ending = "calls"       // in the middle of work: no reply follows the last calls
	EndedByModel     Ending = "by-model"    // the agent ended the session
	EndedByClient    Ending = "by-client"   // the client ended while the agent worked
)

// Words returns the ending as a person would say it, "" for the usual one. kind is that of the API error, if it is one.
func (e Ending) Words(kind string) string {
	switch e {
	case EndedInterrupted:
		return "interrupted by the user"
	case EndedError:
		return strings.TrimSuffix("ended with an API error: "+kind, ": ")
	case EndedWaiting:
		return "waits for an answer of the user"
	case EndedDeclined:
		return "ended with a call that the user declined"
	case EndedUnanswered:
		return "last prompt without a reply"
	case EndedEmpty:
		return "last reply recorded without words"
	case EndedCalls:
		return "ended in the middle of work"
	case EndedByModel:
		return "ended by the agent"
	case EndedByClient:
		return "the client ended while the agent worked"
	}
	return ""
}

// Push says which commits of the session were pushed by it.
type Push struct {
	Call    *Call // the last push that succeeded, nil when there was none
	Commits int   // that the session made
	After   int   // those after the last push
}

// Words returns "pushed", "2 of 3 commits not pushed", "3 commits, no push in this session", "" when
// there is nothing to push.
func (p Push) Words() string {
	switch {
	case p.Call == nil && p.Commits == 0:
		return ""
	case p.Call == nil && p.Commits == 1:
		return "1 commit, no push in this session"
	case p.Call == nil:
		return strconv.Itoa(p.Commits) + " commits, no push in this session"
	case p.After == 0:
		return "pushed"
	}
	return fmt.Sprintf("pushed, but %d of %d commits came later", p.After, p.Commits)
}

// outcome returns how a session ended.
func outcome(s *parser.Session, f *Facts, all []Call, push *Call) Outcome {
	var o Outcome
	if s.Main != nil && len(s.Main.Branches) > 0 {
		o = ending(s.Main.Live().Messages())
	}
	o.Push = pushOf(s, push)
	if n := len(f.Tests); n > 0 {
		o.Tests = &f.Tests[n-1]
		o.Edits = editedAfter(all, o.Tests.Call.ToolCall, placesOf(s, all))
	}
	return o
}

// clientModel is the model of replies that Claude Code wrote itself.
const clientModel = "<synthetic>"

// ending returns the last reply with words, and the state in which a conversation ends: with an API error, of what kind that is.
func ending(messages iter.Seq[*parser.Message]) Outcome {
	var late lateReplies
	var end Ending
	kind, before := "", 0 // before: how many replies came before the last prompt that is more than a command
	for m := range messages {
		switch m.Kind {
		case parser.KindPrompt:
			late.asked = len(late.replies)
			if !onlyCommands(m) {
				end, before = EndedUnanswered, len(late.replies)
			}
		case parser.KindReply:
			if m.Model == clientModel && m.APIError == "" {
				continue // "No response requested.", which the client writes when a session is opened again
			}
			end, kind = endOfReply(m), ErrorKind(m)
			if m.APIError == "" {
				late.replies = append(late.replies, m)
			}
			for _, b := range m.Blocks {
				if c, ok := b.(*parser.ToolCall); ok {
					late.note(c.Extra...)
				}
			}
		case parser.KindEvent:
			late.note(m)
			if end = cmp.Or(endOfEvent(m), end); failedRequest(m) && (end == EndedCalls || end == EndedUnanswered) {
				end = EndedError
			}
		}
	}
	if end != EndedError {
		kind = ""
	}
	at := late.last()
	if at < 0 {
		return Outcome{Ending: end, Error: kind}
	}
	return Outcome{Last: late.replies[at], Earlier: at < before, Ending: end, Error: kind}
}

// OutcomeOf returns how an agent ended. What it was asked for may be the input of its last call, so that only
// an interruption or an error says that it did not finish.
func OutcomeOf(a *parser.Agent) Outcome {
	var o Outcome
	if a.Thread == nil || len(a.Thread.Branches) == 0 {
		return o
	}
	o = ending(a.Thread.Live().Messages())
	if o.Ending != EndedInterrupted && o.Ending != EndedError {
		o.Ending = EndedReply
	}
	return o
}

// ErrorKind returns of what kind an API error is, in words, "" where the client does not say.
func ErrorKind(m *parser.Message) string {
	if m.APIError == "unknown" || m.APIError == "error" {
		return ""
	}
	return strings.ReplaceAll(prose.Excerpt(m.APIError, 60), "_", " ")
}

// endOfEvent is the state in which a conversation is left that ends with this event, "" if it changes none.
func endOfEvent(m *parser.Message) Ending {
	if len(m.Blocks) > 0 {
		switch e, ok := m.Blocks[0].(*parser.Event); {
		case !ok:
		case e.Type == parser.UserStopped:
			return EndedInterrupted
		case e.Type == parser.ClientEnded:
			return EndedByClient
		case e.Type == parser.EmptyReply:
			return EndedEmpty
		case e.Type == "ended-by-model":
			return EndedByModel
		}
	}
	return ""
}

// failedRequest reports an event that says that a request failed and is sent again. Where a conversation ends with it, nothing
// came back; behind a reply it is of a request beside the conversation.
func failedRequest(m *parser.Message) bool {
	if len(m.Blocks) == 0 {
		return false
	}
	e, ok := m.Blocks[0].(*parser.Event)
	return ok && e.Subtype == "api_error"
}

func onlyCommands(m *parser.Message) bool {
	for _, b := range m.Blocks {
		if _, ok := b.(*parser.Command); !ok {
			return false
		}
	}
	return len(m.Blocks) > 0
}

func hasWords(m *parser.Message) bool {
	for _, b := range m.Blocks {
		if t, ok := b.(*parser.Text); ok && strings.TrimSpace(t.Text) != "" {
			return true
		}
	}
	return false
}

// asks reports a question or a plan that has no answer.
func asks(b parser.Block) bool {
	c, ok := b.(*parser.ToolCall)
	return ok && c.Result == nil && (c.Action.Kind == parser.ActionAsk || c.Action.Kind == parser.ActionPlan)
}

// endOfReply is the state in which a conversation is left that ends with this reply.
func endOfReply(m *parser.Message) Ending {
	if m.APIError != "" {
		return EndedError
	}
	if slices.ContainsFunc(m.Blocks, asks) {
		return EndedWaiting // words of the same reply may come behind the question
	}
	for i := len(m.Blocks) - 1; i >= 0; i-- {
		switch b := m.Blocks[i].(type) {
		case *parser.Text:
			return EndedReply
		case *parser.ToolCall:
			switch {
			case b.Outcome() == parser.Interrupted:
				return EndedInterrupted
			case b.Outcome() == parser.Rejected:
				return EndedDeclined
			case (b.Action.Kind == parser.ActionLeave || b.Action.Kind == parser.ActionAnswer) && b.Outcome() == parser.Done:
				return EndedReply
			}
			return EndedCalls
		}
	}
	return EndedCalls
}

// In a command line that is no shell's, what git prints says whether it pushed.
var (
	pushWords = lazy.MustCompile(`\bgit\b[^|;&\n]*\bpush\b`)
	pushedTo  = lazy.MustCompile(`(?m)^To \S+\s*$`)
)

// pushFailed matches what git prints when it could not push: rejected branches, in any language,
// and what ended it.
var pushFailed = lazy.MustCompile(`(?m)^ ! \[|^error: failed to push|^[^:\n]{2,20}: src[ -]refspec|^(?:fatal|Schwerwiegend|致命错误|致命錯誤|致命的エラー) ?[:：]|^ERROR: `)

// pushes reports whether a call is a push that succeeded.
func pushes(c *Call, later map[string][]string) bool {
	if c.Action.Kind != parser.ActionRun || !c.Ended() || !strings.Contains(c.Action.Command, "push") ||
		pushFailed.MatchString(output(c, later)) {
		return false
	}
	commands, whole := c.commands()
	for _, g := range gitCalls(commands) {
		if g.sub == "push" && pushesBranch(&g) {
			return true
		}
	}
	return !whole && pushWords.MatchString(c.Action.Command) && pushedTo.MatchString(c.Output())
}

// pushOf counts the commits behind the last push that succeeded, nil for none.
func pushOf(s *parser.Session, last *Call) Push {
	p := Push{Call: last}
	for i := range s.Commits {
		if !s.Commits[i].Dropped {
			p.Commits++
		}
	}
	if p.Call == nil {
		return p
	}
	for _, made := range s.Commits {
		if !made.Dropped && made.Time.After(p.Call.Result.Time) && !p.Call.Result.Time.IsZero() {
			p.After++
		}
	}
	return p
}

// pushesBranch reports whether a push takes commits to the server: not one that deletes, is only
// tried, or has tags alone.
func pushesBranch(g *gitCall) bool {
	values := gitValues["push"]
	set := options(g.args, values)
	if set["--dry-run"] || set["-n"] || set["--delete"] || set["-d"] || set["--help"] {
		return false
	}
	return !set["--tags"] || len(operands(g.args, values)) > 1
}

// editedAfter counts the files that tools changed after a call, besides temporary files and the
// agent's own notes.
func editedAfter(all []Call, run *parser.ToolCall, p *places) int {
	files, after := map[string]bool{}, false
	for i := range all {
		c := &all[i]
		if after && c.Ended() {
			for _, e := range c.Action.Edits() {
				if name := clean(p.absolute(c, e.File)); !p.aside(name) {
					files[name] = true
				}
			}
		}
		after = after || c.ToolCall == run
	}
	return len(files)
}
