package facts

import (
	"cmp"
	"slices"
	"time"

	"steno/parser"
)

// Span is a stretch of time.
type Span struct{ From, To time.Time }

// worked returns how long a turn was worked on, at least and at most: pauses of more than
// parser.IdleGap in which nothing ran do not count. Between the two is what may have been a wait
// for permission. Where the client recorded how long the turn took, it is no more than that.
func worked(turn *parser.Turn, mode Mode) (least, most time.Duration) {
	least, most = length(spans(turn, proven(mode), 0)), length(Spans(turn))
	if took := recorded(turn); took > 0 {
		least, most = min(least, took), min(most, took)
	}
	return least, most
}

// recorded is how long a turn took, without waits for the user, as the client recorded at its
// end; 0 if it did not, or if the record is of a part of it.
func recorded(turn *parser.Turn) (took time.Duration) {
	whole := false
	for _, m := range turn.Messages {
		whole = whole && m.Kind != parser.KindReply
		for _, b := range m.Blocks {
			e, ok := b.(*parser.Event)
			switch {
			case !ok:
			case e.Type == parser.UserStopped, e.Type == parser.ClientEnded:
				return 0
			case e.Subtype == "turn_duration":
				for _, f := range e.Fields {
					if d, err := time.ParseDuration(f.Value); err == nil && f.Name == "duration" {
						took, whole = took+d, true
					}
				}
			}
		}
	}
	if !whole {
		return 0
	}
	return took
}

func length(spans []Span) (sum time.Duration) {
	for _, span := range spans {
		sum += span.To.Sub(span.From)
	}
	return sum
}

// Mode is the permission mode in which the turns of a branch run. It stays as it is until a prompt
// names another; prompts that waited in a queue, and answers, name none.
type Mode struct{ name string }

// Enter takes the mode of a turn's prompt.
func (m *Mode) Enter(turn *parser.Turn) {
	if turn.Prompt != nil {
		m.name = cmp.Or(turn.Prompt.Rest().PermissionMode, m.name)
	}
}

// Asks reports whether calls may wait for permission.
func (m Mode) Asks() bool { return !bypassed(m.name) }

// longestUnproven is how long a call counts as work for certain of which nothing is recorded but its
// start and its result: the machine may have slept, and somebody resumed the session days later.
const longestUnproven = time.Hour

// counting says which part of the time between a call and its result counts.
type counting func(c *parser.ToolCall, from, to time.Time, exact bool) (Span, bool)

func whole(_ *parser.ToolCall, from, to time.Time, _ bool) (Span, bool) { return Span{from, to}, true }

// proven counts what was work for certain: without what may have been a wait for permission.
func proven(mode Mode) counting {
	waits := mode.Asks()
	return func(c *parser.ToolCall, from, to time.Time, exact bool) (Span, bool) {
		switch {
		case c.Timed():
			return Span{from, to}, true
		case !exact && waits:
			return Span{}, false
		case to.Sub(from) > longestUnproven:
			to = from.Add(longestUnproven)
		}
		return Span{from, to}, true
	}
}

// Spans returns the times at which a turn was worked on, in order.
func Spans(turn *parser.Turn) []Span { return spans(turn, whole, 0) }

// spans returns the times of work. For an agent that a call waited for, they come from its records.
func spans(turn *parser.Turn, counts counting, depth int) []Span {
	var list []Span
	add := func(t time.Time) {
		if t.IsZero() {
			return
		}
		if n := len(list); n > 0 && near(list[n-1], t) { // most are: fewer to sort
			list[n-1].To = later(list[n-1].To, t)
		} else {
			list = append(list, Span{t, t})
		}
	}
	if turn.Prompt != nil {
		add(turn.Prompt.Time)
	}
	for _, m := range turn.Messages {
		if m.Kind != parser.KindReply {
			continue
		}
		add(m.Time)
		add(m.End)
		for _, b := range m.Blocks {
			c, ok := b.(*parser.ToolCall)
			if !ok {
				continue
			}
			from, to, exact := c.Ran()
			if c.Result != nil {
				add(c.Result.Time)
			}
			if own := agentSpans(c, to, counts, depth); len(own) > 0 && (c.Result == nil || !to.IsZero()) {
				list = append(list, own...)
			} else if span, ok := counts(c, from, to, exact); ok && !to.IsZero() {
				list = append(list, span)
			} else {
				add(from)
			}
		}
	}
	return joined(list, parser.IdleGap)
}

// Waits marks agents of which the records span more time than the turn that waited for them was worked on:
// the rest was waits for the user, as for permission, and nobody recorded when.
func Waits(s *parser.Session) {
	for _, b := range s.Main.Branches {
		for turn := range b.Turns() {
			for _, m := range turn.Messages {
				for _, block := range m.Blocks {
					c, ok := block.(*parser.ToolCall)
					if !ok || c.Agent == nil || c.Agent.Thread == nil || c.Action.Async || c.Result == nil {
						continue
					}
					th := c.Agent.Thread
					th.ActiveAtMost = th.ActiveAtMost || th.Active > turn.Active+time.Second
				}
			}
		}
	}
}

// Beside adds to the active time of the main thread and its turns how long agents worked in the
// pauses, and after them: those in the background, and those whose calls have no result, because the
// transcript was cut off or the client stopped.
func Beside(s *parser.Session, pauses []Span) {
	var ran []Span
	for _, a := range s.Agents {
		if c := a.Call; a.Parent == nil && c != nil && a.Thread != nil && (c.Result == nil || a.Thread.End.After(c.Result.Time)) {
			ran = append(ran, agentSpans(c, time.Time{}, whole, 0)...)
		}
	}
	if ran = joined(ran, parser.IdleGap); len(ran) == 0 || s.Main.End.IsZero() {
		return
	}
	turns := slices.Collect(s.Main.Live().Turns())
	pauses = joined(append(slices.Clone(pauses), Span{s.Main.End, later(s.Main.End, ran[len(ran)-1].To)}), 0)
	for len(ran) > 0 && len(pauses) > 0 {
		from := later(ran[0].From, pauses[0].From)
		if more := earlier(ran[0].To, pauses[0].To).Sub(from); more > 0 {
			for len(turns) > 1 && !turns[1].Start.After(from) {
				turns = turns[1:]
			}
			if len(turns) > 0 {
				turns[0].Active += more
			}
			s.Main.Active += more
		}
		if ran[0].To.Before(pauses[0].To) {
			ran = ran[1:]
		} else {
			pauses = pauses[1:]
		}
	}
}

// runSpans returns the times at which the agents of a workflow worked.
func runSpans(run *parser.WorkflowRun) (list []Span) {
	for _, a := range run.Agents {
		if a.Thread == nil || len(a.Thread.Branches) == 0 {
			continue
		}
		for turn := range a.Thread.Live().Turns() {
			list = append(list, spans(turn, whole, 1)...)
		}
	}
	return list
}

// agentSpans returns the times at which the agent worked that a call started, until a time if there is one.
func agentSpans(c *parser.ToolCall, until time.Time, counts counting, depth int) (list []Span) {
	if c.Agent == nil || c.Agent.Call != c || c.Agent.Thread == nil || len(c.Agent.Thread.Branches) == 0 || depth > maxDepth {
		return nil
	}
	for turn := range c.Agent.Thread.Live().Turns() {
		for _, s := range spans(turn, counts, depth+1) {
			if until.IsZero() {
				list = append(list, s)
			} else if s.From.Before(until) {
				list = append(list, Span{s.From, earlier(s.To, until)})
			}
		}
	}
	return list
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

func later(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}

// near reports whether a moment is one that [joined] joins with a span.
func near(s Span, t time.Time) bool {
	return !t.Before(s.From) && !s.To.Before(s.From) && t.Sub(s.To) <= parser.IdleGap
}

// joined sorts spans and joins those with no more than a gap between them.
func joined(moments []Span, gap time.Duration) []Span {
	slices.SortFunc(moments, func(a, b Span) int { return a.From.Compare(b.From) })
	var out []Span
	for _, m := range moments {
		if n := len(out); n > 0 && m.From.Sub(out[n-1].To) <= gap {
			if m.To.After(out[n-1].To) {
				out[n-1].To = m.To
			}
			continue
		}
		out = append(out, m)
	}
	return out
}
