package claude

import (
	"slices"
	"strconv"
	"strings"

	"steno/parser"
	"steno/parser/claude/record"
	"steno/parser/raw"
)

// What the client writes about a call in separate records, such as that a background task
// ended or the body of a skill, is no message: it is folded into the call.

// folded puts an entry into the call it belongs to, if there is one.
func (a *assembler) folded(e *entry) bool {
	call := a.b.calls.target(e)
	if call == nil && a.skill != nil && len(e.blocks) == 1 && e.kind == kindEvent {
		if ev, ok := e.blocks[0].(*parser.Event); ok && ev.Type == "skill" {
			call, a.skill = a.skill, nil
		}
	}
	if call == nil || e.kind != kindEvent && e.kind != kindOutput {
		return false
	}
	e.class, e.place = merged, a.b.calls.home(call)
	a.b.calls.once(e)
	m := a.b.read.message(e, parser.KindEvent)
	recent := call.Extra[max(0, len(call.Extra)-16):]
	if i := slices.IndexFunc(recent, func(have *parser.Message) bool { return sameEvent(have, m) }); i >= 0 {
		rest, former := recent[i].Rest(), m.Rest().Former
		rest.Former = append(append(rest.Former, former...), m.Anchor)
		recent[i].SetRest(rest)
		if line := a.b.calls.arrivals[recent[i]]; line != nil {
			rest := line.Rest()
			rest.Former = append(append(rest.Former, arrivedAll(former)...), m.Anchor+arrived)
			line.SetRest(rest)
		}
	} else {
		if line := a.b.calls.arrive(m, call, a.turn); line != nil {
			a.open()
			a.turn.Messages = append(a.turn.Messages, line)
		}
		call.Extra = append(call.Extra, m)
		countAgents(call, m)
	}
	return true
}

// countAgents takes from the notification that a workflow ended how many agents it started.
func countAgents(call *parser.ToolCall, notice *parser.Message) {
	for _, blk := range notice.Blocks {
		ev, ok := blk.(*parser.Event)
		if !ok || ev.Type != "task-notification" || call.Action.Kind != parser.ActionDelegate {
			continue
		}
		for _, f := range ev.Fields {
			if n, err := strconv.Atoi(f.Value); f.Name == "agent count" && err == nil {
				call.Action.Agents = min(max(n, call.Action.Agents), maxAgents)
			}
		}
	}
}

// maxAgents bounds what a notification may say: no run of a workflow has more.
const maxAgents = 10_000

// arrive makes the line for where the model was notified about a task: what it says next answers that. The
// notification itself is with the call, which may be many turns before. It is nil right behind the call.
func (cs *calls) arrive(notice *parser.Message, call *parser.ToolCall, turn *parser.Turn) *parser.Message {
	if len(notice.Blocks) == 0 || follows(turn, call) {
		return nil
	}
	ev, ok := notice.Blocks[0].(*parser.Event)
	if !ok || ev.Type != "task-notification" && ev.Type != record.Handback {
		return nil
	}
	title := ev.Title
	if ev.Type == record.Handback {
		title = "the agent handed back its report"
		if about := raw.ParseObject(call.Input).String("description"); about != "" {
			title = "Agent \"" + about + "\" handed back its report"
		}
		ev.Fields = nil // who sent it is whom the call started
	}
	at := notice.Origin
	at.Anchor += arrived
	line := &parser.Message{Origin: at, Kind: parser.KindEvent, End: at.Time, Blocks: []parser.Block{
		&parser.Event{Origin: at, Type: parser.TaskNotified, Title: title, CallID: call.ID}}}
	line.SetRest(parser.More{Former: arrivedAll(notice.Rest().Former)})
	cs.arrivals[notice] = line
	return line
}

// arrived ends the anchor of such a line; what precedes is the anchor of the notification.
const arrived = "-arrived"

func arrivedAll(anchors []string) (list []string) {
	for _, anchor := range anchors {
		list = append(list, anchor+arrived)
	}
	return list
}

// follows reports whether a call is the last thing that happened in a turn, which may be nil.
func follows(turn *parser.Turn, call *parser.ToolCall) bool {
	if turn == nil || len(turn.Messages) == 0 {
		return false
	}
	last := turn.Messages[len(turn.Messages)-1]
	n := len(last.Blocks)
	return n > 0 && last.Blocks[n-1] == parser.Block(call)
}

// instructions names the text that the client injects for a slash command after it.
func (a *assembler) instructions(e *entry) {
	switch e.kind {
	case kindPrompt, kindCommand:
		a.asked = ""
		for _, blk := range e.blocks {
			if c, ok := blk.(*parser.Command); ok && strings.HasPrefix(c.Name, "/") {
				a.asked = c.Name
			}
		}
	case kindReply, kindResult, kindSummary, kindBoundary:
		a.asked = ""
	case kindEvent:
		if len(e.blocks) == 0 {
			return
		}
		switch ev, ok := e.blocks[0].(*parser.Event); {
		case !ok:
		case ev.Type == wakeup && strings.HasPrefix(ev.Text, "/"):
			a.asked, _, _ = strings.Cut(ev.Text, " ")
		case ev.Type == "meta" && a.asked != "":
			ev.Type, ev.Title, a.asked = "command-instructions", a.asked, ""
		}
	}
}

// once removes the answer from a notification where the model polled for it: the
// poll shows it.
func (cs *calls) once(e *entry) {
	for _, blk := range e.blocks {
		ev, ok := blk.(*parser.Event)
		answer := ""
		if ok && ev.Type == "task-notification" {
			answer = strings.TrimSpace(ev.Text)
		}
		if answer == "" {
			continue
		}
		polls := cs.polls[ev.AgentID]
		for _, poll := range polls[max(0, len(polls)-16):] {
			if strings.Contains(poll.Result.Text(), answer) {
				ev.Text = ""
				ev.Fields = append(ev.Fields, parser.Field{Name: "answer", Value: "shown with the " + poll.Name + " call"})
				break
			}
		}
	}
}

// sameEvent reports whether two messages are the same notification.
func sameEvent(x, y *parser.Message) bool {
	if len(x.Blocks) != 1 || len(y.Blocks) != 1 {
		return false
	}
	ex, ok := x.Blocks[0].(*parser.Event)
	ey, also := y.Blocks[0].(*parser.Event)
	return ok && also && (ex.Type == "task-notification" || ex.Type == record.Handback) && ex.Type == ey.Type && ex.Title == ey.Title && ex.Text == ey.Text
}

// home returns the anchor of the message that a call is in.
func (cs *calls) home(c *parser.ToolCall) string {
	if m := cs.homes[c]; m != nil {
		return m.Anchor
	}
	return ""
}

// replaces notes that a result was alone until its call was written.
func (cs *calls) replaces(c *parser.ToolCall, e *entry) {
	if m := cs.homes[c]; m != nil && e.at.File == c.File && e.at.Line < c.Line {
		rest := m.Rest()
		rest.Former = append(rest.Former, e.at.Anchor)
		m.SetRest(rest)
	}
}

// target finds the call that an entry says it belongs to.
func (cs *calls) target(e *entry) *parser.ToolCall {
	for _, id := range e.fold {
		if c := cs.byID[id]; c != nil {
			return c
		}
		if c := cs.tasks[id]; c != nil {
			return c
		}
	}
	return nil
}
