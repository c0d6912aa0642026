package claude

import (
	"cmp"
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
func (a *assembler) extend(e *entry, q onQuery) {
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
	if older := !at.After(a.until) && (e.kind == kindReply || e.kind == kindResult); since.Before(a.until) && !older {
		since = a.until // else the turn was before what it follows: what counts already is left out below
	}
	if gap := at.Sub(since); gap > 0 {
		// what happens when the model has answered, and what the user does with the client, is no
		// work on a prompt
		replies := e.kind == kindReply && !q.client
		rests := began || !a.working || q.away || a.idle && !replies && !q.closes || e.kind == kindCommand || e.fires
		switch {
		case e.copied: // time at work in another session
			if !rests && gap <= parser.IdleGap && !a.waited(e) {
				t.Active += gap
			}
		case rests:
			a.b.pause(a.branch, since, at)
		case gap <= parser.IdleGap && !a.waited(e):
			a.worked.add(t, a.b.counted.add(facts.Span{From: since, To: at}))
		case len(e.results) == 0:
			a.b.pause(a.branch, since, at)
		default:
			a.worked.add(t, a.ranSince(e, since))
		}
	}
	if at.After(t.End) {
		t.End = at
	}
	if spoken := e.kind == kindPrompt || e.kind == kindReply || e.kind == kindResult; spoken && at.After(a.until) {
		a.until = at // notes may have the time of something else
	}
}

// pause notes that nobody worked on a branch for a while. An agent in the background may have.
func (b *threadBuilder) pause(of *parser.Branch, from, to time.Time) {
	if !from.IsZero() && of.ID == live {
		b.pauses = append(b.pauses, facts.Span{From: from, To: to})
	}
}

// onQuery is what an entry says of the client's work on a prompt.
type onQuery struct {
	took          time.Duration // how long it took without waits for the user, 0 if that is not said here
	begins, stops bool          // such work
	answers       bool          // a reply of words, without a call: the model has nothing more to do
	closes        bool          // the client wrote this at work, though the model had answered
	client        bool          // a reply that the client made, as it does when it resumes a session: no model was at work
	away          bool          // it wrote this because the user was away, and nothing happened
}

// query returns what an entry says of the client's work on a prompt.
func (e *entry) query() (q onQuery) {
	switch e.kind {
	case kindPrompt:
		q.begins = e.sender != parser.SenderQueue
		return q
	case kindReply:
		for _, blk := range e.blocks {
			switch blk.(type) {
			case *parser.Text:
				q.answers = true
			case *parser.ToolCall:
				return onQuery{}
			}
		}
		return q
	}
	waits := e.Record != nil && e.Type == "queue-operation" // until the client is done with what it was asked
	for _, blk := range e.blocks {
		ev, ok := blk.(*parser.Event)
		if !ok {
			continue
		}
		q.stops = q.stops || ev.Type == parser.UserStopped || ev.Type == parser.ClientEnded
		q.begins = q.begins || q.stops || ev.Type == wakeup || ev.Type == "task-notification" && !waits
		q.closes = q.closes || ev.Subtype == "stop_hook_summary"
		q.away = q.away || ev.Subtype == "away_summary"
		for i := 0; i < len(ev.Fields) && ev.Subtype == "turn_duration"; i++ {
			if d, err := time.ParseDuration(ev.Fields[i].Value); err == nil && ev.Fields[i].Name == "duration" {
				q.took = d
			}
		}
	}
	q.closes = q.closes || q.stops || q.took > 0
	return q
}

// bound takes what the client recorded of its work on a prompt: what it counts more than that were waits.
func (a *assembler) bound(e *entry, q onQuery) {
	if spent := a.worked.active - a.query.active; q.took > 0 && spent > q.took {
		a.worked.take(spent - q.took)
		a.worked.atMost = a.query.atMost
	}
	if q.took > 0 || q.begins {
		a.worked.in = nil
		a.query = a.worked
	}
	if q.stops || q.took > 0 {
		a.working = false
	}
	if e.kind == kindReply && !q.client || e.kind == kindResult || q.begins {
		a.idle = q.answers
	}
}

// worked is time at work.
type worked struct {
	active time.Duration
	atMost bool           // active may hold waits for permission
	in     []*parser.Turn // the turns that it counts for, since the client began with what it was asked last
}

// add adds time to a turn.
func (w *worked) add(t *parser.Turn, more time.Duration) {
	w.active += more
	t.Active += more
	if len(w.in) == 0 || w.in[len(w.in)-1] != t {
		w.in = append(w.in, t)
	}
}

// take takes time away again, from the longest turns first: the user waited there.
func (w *worked) take(less time.Duration) {
	w.active -= less
	slices.SortStableFunc(w.in, func(a, b *parser.Turn) int { return cmp.Compare(b.Active, a.Active) })
	for _, t := range w.in {
		cut := min(less, t.Active)
		t.Active -= cut
		t.ActiveAtMost = false
		less -= cut
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
func (a *assembler) ranSince(e *entry, since time.Time) time.Duration {
	var longest facts.Span
	for _, part := range e.results {
		c := a.b.calls.byID[part.id]
		if c == nil || c.Result != part.result {
			continue
		}
		from, to, exact := c.Ran()
		if from.Before(since) {
			from = since
		}
		if to.Sub(from) > longest.To.Sub(longest.From) {
			longest = facts.Span{From: from, To: to}
			if !exact && a.mode.Asks() {
				a.worked.atMost, a.turn.ActiveAtMost = true, true
			}
		}
	}
	return a.b.counted.add(longest)
}

// covered are the times of a thread that count, in order.
type covered []facts.Span

// add adds a time, and returns how much of it did not count yet: turns and branches may overlap.
func (c *covered) add(s facts.Span) time.Duration {
	more := max(0, s.To.Sub(s.From))
	if more == 0 {
		return 0
	}
	from, _ := slices.BinarySearchFunc(*c, s.From, func(of facts.Span, t time.Time) int { return of.To.Compare(t) })
	to := from
	for ; to < len(*c) && !(*c)[to].From.After(s.To); to++ {
		of := (*c)[to]
		begin, end := of.From, of.To
		if begin.Before(s.From) {
			begin, s.From = s.From, begin
		}
		if end.After(s.To) {
			end, s.To = s.To, end
		}
		more -= end.Sub(begin)
	}
	*c = slices.Replace(*c, from, to, s)
	return more
}
