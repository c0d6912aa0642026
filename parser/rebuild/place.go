package rebuild

import (
	"time"

	"steno/parser"
	"steno/parser/facts"
)

// placer puts the items of a path into segments and turns, and adds up the time at work of each.
type placer struct {
	branch  *parser.Branch
	segment *parser.Segment
	turn    *parser.Turn
	mode    facts.Mode
	said    *parser.Message // the newest reply to the prompt, or the message that the user interrupted it
	done    bool            // the client said that the work on the prompt ended
	opened  time.Time       // when a segment was opened that has no turn with a time yet
}

func (p *placer) place(it *item) {
	switch {
	case it.boundary != nil:
		p.open(it)
		return
	case it.message != nil:
		if p.segment == nil {
			p.segment = &parser.Segment{}
			p.branch.Segments = append(p.branch.Segments, p.segment)
		}
		if p.turn == nil || it.message.Kind == parser.KindPrompt {
			p.turn = &parser.Turn{}
			p.segment.Turns = append(p.segment.Turns, p.turn)
		}
		if it.message.Kind == parser.KindPrompt {
			p.turn.Prompt = it.message
			p.mode.Enter(p.turn)
		} else {
			p.turn.Messages = append(p.turn.Messages, it.message)
		}
	}
	p.extend(it)
}

// open opens a segment. Until then the agent was at work, unless it had answered or the user asked for the compaction.
func (p *placer) open(it *item) {
	if c := it.boundary; p.turn != nil && !p.turn.End.IsZero() && !p.rests() && c.Trigger != "manual" && !c.Cleared() {
		if gap := it.time.Sub(p.turn.End); gap > 0 && gap <= parser.IdleGap {
			p.turn.Active += gap
		}
	}
	p.segment, p.turn, p.opened = &parser.Segment{Compaction: it.boundary}, nil, it.time
	p.branch.Segments = append(p.branch.Segments, p.segment)
}

// rests reports whether the agent does nothing until it is asked for more: it said its last word, or was stopped.
func (p *placer) rests() bool {
	if p.said == nil || len(p.said.Blocks) == 0 {
		return false
	}
	switch b := p.said.Blocks[len(p.said.Blocks)-1].(type) {
	case *parser.Text:
		return true
	case *parser.Event:
		return b.Type == parser.UserStopped
	}
	return false
}

// extend widens the turn by the time of an item.
func (p *placer) extend(it *item) {
	t := p.turn
	if t == nil {
		return
	}
	m := it.message
	event := m != nil && m.Kind == parser.KindEvent && !isStop(m)
	before := t.Prompt == nil && p.said == nil && p.opened.IsZero() // the first prompt, or all that is said
	rests := event && (p.rests() || p.done || before || t.End.IsZero())
	p.done = it.done || p.done && (m == nil || event)
	switch {
	case m == nil, event:
	case m.Kind == parser.KindPrompt:
		p.said = nil
	default:
		p.said = m
	}
	if it.time.IsZero() {
		return
	}
	if t.Start.IsZero() || it.time.Before(t.Start) {
		t.Start = it.time
	}
	since := t.End
	if since.IsZero() && t.Prompt == nil {
		since = p.opened
	}
	gap := it.time.Sub(since)
	if gap <= 0 {
		return
	}
	switch {
	case since.IsZero(), rests, it.call != nil && it.call.Waited():
	case gap <= parser.IdleGap:
		t.Active += gap
	case it.call != nil:
		from, to, exact := it.call.Ran()
		if from.Before(since) {
			from = since
		}
		if d := to.Sub(from); d > 0 {
			t.Active += d
			t.ActiveAtMost = t.ActiveAtMost || !exact && p.mode.Asks()
		}
	}
	t.End = it.time
}

// isStop reports whether a message says that the user stopped the agent.
func isStop(m *parser.Message) bool {
	if len(m.Blocks) != 1 {
		return false
	}
	e, ok := m.Blocks[0].(*parser.Event)
	return ok && e.Type == parser.UserStopped
}
