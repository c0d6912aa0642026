package claude

import (
	"time"

	"steno/parser"
)

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
	if gap := at.Sub(t.End); gap > 0 {
		switch {
		case e.copied: // time at work in another session
		case t.End.IsZero():
		case gap <= parser.IdleGap:
			a.active += gap
		default:
			a.active += a.ranSince(e, t.End)
		}
		t.End = at
	}
}

// ranSince is for how long, since a time, the calls ran whose results an entry brings.
func (a *assembler) ranSince(e *entry, since time.Time) (longest time.Duration) {
	for _, part := range e.results {
		c := a.b.calls[part.id]
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
