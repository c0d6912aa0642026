package claude

import (
	"slices"
	"time"

	"steno/parser"
	"steno/parser/facts"
)

// compacting is for how long the client worked on a compaction that came some time after the turn's
// last record. One that was asked for may have begun later.
func compacting(c *parser.Compaction, gap time.Duration) time.Duration {
	switch {
	case c.Duration > 0:
		return max(0, min(gap, c.Duration))
	case c.Trigger == "auto" && gap <= parser.IdleGap:
		return max(0, gap)
	}
	return 0
}

// begin puts a new segment where it belongs.
func (a *assembler) begin() {
	if a.copied {
		a.beginning = append(a.beginning, a.segment)
		return
	}
	a.branch.Segments = append(a.branch.Segments, a.segment)
}

// extend widens the turn by the time of an entry, and adds up the time at work.
func (a *assembler) extend(e *entry) {
	at := e.at.Time
	if at.IsZero() {
		return
	}
	t := a.turn
	if t.Start.IsZero() || at.Before(t.Start) {
		t.Start = at
	}
	since := t.End
	if since.IsZero() && t.Prompt == nil {
		since = a.compacted
	}
	began := since.IsZero()
	if since.Before(a.until) {
		since = a.until
	}
	if gap := at.Sub(since); gap > 0 {
		switch {
		case e.copied: // time at work in another session
		case began, !a.working, e.kind == kindCommand, e.fires: // what the user does with the client is no work on a prompt
		case gap <= parser.IdleGap && !a.waited(e):
			a.active += gap
		case len(e.results) == 0:
			a.b.pauses = append(a.b.pauses, facts.Span{From: since, To: at})
		default:
			a.active += a.ranSince(e, since)
		}
	}
	if at.After(t.End) {
		t.End = at
	}
	if spoken := e.kind == kindPrompt || e.kind == kindReply || e.kind == kindResult; spoken && at.After(a.until) {
		a.until = at // notes may have the time of something else
	}
}

// spentOnQuery returns what an entry says of the client's work on a prompt: how long it took without waits
// for the user, 0 unless the entry records that, and whether such work begins or stops here.
func (e *entry) spentOnQuery() (took time.Duration, begins, stops bool) {
	switch e.kind {
	case kindPrompt:
		return 0, e.sender != parser.SenderQueue, false
	case kindReply:
		return 0, false, false
	}
	waits := e.Record != nil && e.Type == "queue-operation" // until the client is done with what it was asked
	for _, blk := range e.blocks {
		ev, ok := blk.(*parser.Event)
		if !ok {
			continue
		}
		stops = stops || ev.Type == "interrupted"
		begins = begins || stops || ev.Type == "task-notification" && !waits
		for i := 0; i < len(ev.Fields) && ev.Subtype == "turn_duration"; i++ {
			if d, err := time.ParseDuration(ev.Fields[i].Value); err == nil && ev.Fields[i].Name == "duration" {
				took = d
			}
		}
	}
	return took, begins, stops
}

// bound takes what the client recorded of its work on a prompt: what it counts more than that were waits.
func (a *assembler) bound(took time.Duration, begins, stops bool) {
	if spent := a.active - a.query.active; took > 0 && spent > took {
		a.worked = worked{a.query.active + took, a.query.atMost}
	}
	if took > 0 || begins {
		a.query = a.worked
	}
	if stops || took > 0 && len(a.b.calls.tasks) == 0 { // else something may go on in the background
		a.working = false
	}
}

// waited reports whether an entry brings what the user answered or declined: the time before it
// was the user's.
func (a *assembler) waited(e *entry) bool {
	return slices.ContainsFunc(e.results, func(part resultPart) bool {
		c := a.b.calls.byID[part.id]
		return c != nil && c.Result == part.result && c.Waited()
	})
}

// ranSince is for how long, since a time, the calls ran whose results an entry brings.
func (a *assembler) ranSince(e *entry, since time.Time) (longest time.Duration) {
	for _, part := range e.results {
		c := a.b.calls.byID[part.id]
		if c == nil || c.Result != part.result {
			continue
		}
		from, to, exact := c.Ran()
		if from.Before(since) {
			from = since
		}
		if d := to.Sub(from); d > longest {
			longest = d
			a.atMost = a.atMost || !exact
		}
	}
	return longest
}
