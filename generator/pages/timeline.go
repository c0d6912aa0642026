package pages

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"steno/generator/address"
	"steno/generator/publish"
	"steno/parser"
	"steno/parser/facts"
	"steno/parser/prose"
	"steno/theme"
	"steno/theme/chart"
	"steno/theme/picture"
)

// A timeline reports when work was done: prompts, replies and calls count, records that
// the client writes on its own (a summary for who was away, state) do not.
const (
	timelineAgents = 12  // lanes of agents; more are summed in one
	agentsOfAgents = 400 // that the timeline of an agent takes in, as each may have all others below it
	leastContext   = 5   // sizes that make a curve worth drawing
)

// timelineOf is what happened in a thread and the agents below it, with addresses relative to
// dir; nil when a picture would say nothing that the page's first lines do not.
func timelineOf(s *sessionSite, dir string, t *threadSite) *picture.Timeline {
	tl := &picture.Timeline{Lanes: []picture.Lane{ownLane(s, dir, t)}}
	tl.Lanes = append(tl.Lanes, agentLanes(s, dir, t)...)
	tl.Compactions = compactionMarks(s, dir, t)
	if t.agent == nil {
		tl.Events = eventMarks(s, dir)
	}
	tl.Context = contextSizes(t.thread)
	tl.Context = settle(tl.Compactions, tl.Context)
	if len(tl.Lanes[0].Turns) < 2 && len(tl.Lanes) < 2 && len(tl.Compactions) == 0 && len(tl.Context) < leastContext {
		return nil
	}
	return tl
}

// ownLane is the lane of the thread itself, rewound branches among it by time.
func ownLane(s *sessionSite, dir string, t *threadSite) picture.Lane {
	lane := picture.Lane{Name: "Prompts"}
	if t.agent != nil {
		lane.Name, lane.Task = "This agent", true
	}
	for i, bs := range t.branches {
		number, refs := bs.branch.Skipped, s.refs(t, bs)
		for turn := range bs.branch.Turns() {
			span := picture.TurnSpan{Rewound: i > 0, Spans: turnSpans(turn)}
			if turn.Prompt != nil {
				number++
				span.Number, span.Text = number, prose.Excerpt(prose.Unmarked(prose.Start(publish.PromptLine(turn.Prompt), 1000)), 80)
				span.Href = s.link(dir, t, turn.Prompt.Anchor)
			} else if len(turn.Messages) > 0 {
				span.Text, span.Continued = commandOf(turn), bs.branch.AfterCompaction(turn)
				span.Opened = theme.LeadIn(bs.branch, turn, &refs)
				span.Href = s.link(dir, t, turn.Messages[0].Anchor)
			}
			failed := errorTimes(turn)
			span.Errors = len(failed)
			lane.Errors = append(lane.Errors, failed...)
			if len(span.Spans) > 0 {
				lane.Turns = append(lane.Turns, span)
			}
		}
	}
	slices.SortStableFunc(lane.Turns, func(a, b picture.TurnSpan) int { return a.Spans[0].From.Compare(b.Spans[0].From) })
	return lane
}

// agentLanes are the agents below a thread. Those that serve the client itself are
// left out, as they are from all figures.
func agentLanes(s *sessionSite, dir string, t *threadSite) []picture.Lane {
	top, most := []*parser.Agent(nil), len(s.threads)
	if t.agent == nil {
		top = rootsOf(s)
	} else {
		top, most = t.agent.Children, agentsOfAgents
	}
	var lanes []picture.Lane
	var walk func(agents []*parser.Agent, depth int)
	walk = func(agents []*parser.Agent, depth int) {
		for _, a := range agents {
			if len(lanes) >= most {
				return
			}
			if site := s.agents[a]; site != nil && a.Kind != parser.AgentInternal {
				lanes = append(lanes, picture.Lane{
					Name: prose.Excerpt(publish.AgentTitle(a), 60), Href: address.Relative(dir, site.dir+"/index.html"), Depth: depth,
				})
				last := &lanes[len(lanes)-1]
				last.Turns, last.Errors = site.lane()
			}
			walk(a.Children, depth+1)
		}
	}
	walk(top, 0)
	return sumLanes(lanes)
}

// laneOf returns when an agent worked, and when things went wrong. Agents of agents count in it, so
// that it takes time where they are many: it is on the timelines of all that are above the agent,
// and computed once.
func laneOf(thread *parser.Thread) (turns []picture.TurnSpan, errors []time.Time) {
	for _, b := range thread.Branches {
		for turn := range b.Turns() {
			turns = append(turns, picture.TurnSpan{Spans: turnSpans(turn)})
			errors = append(errors, errorTimes(turn)...)
		}
	}
	return slices.Clip(turns), slices.Clip(errors)
}

// sumLanes keeps the first lanes and makes one of the others.
func sumLanes(lanes []picture.Lane) []picture.Lane {
	if len(lanes) <= timelineAgents+1 {
		return lanes
	}
	rest := picture.Lane{Name: fmt.Sprintf("%d more agents", len(lanes)-timelineAgents)}
	for _, l := range lanes[timelineAgents:] {
		rest.Turns = append(rest.Turns, l.Turns...)
		rest.Errors = append(rest.Errors, l.Errors...)
	}
	return append(lanes[:timelineAgents:timelineAgents], rest)
}

// commandOf returns the slash command that a turn without a prompt begins with.
func commandOf(turn *parser.Turn) string {
	for _, m := range turn.Messages {
		for _, b := range m.Blocks {
			if c, ok := b.(*parser.Command); ok {
				return prose.Excerpt(strings.TrimSpace(c.Name+" "+prose.Unmarked(c.Args)), 80)
			}
		}
	}
	return ""
}

// turnSpans are the times at which a turn was worked on.
func turnSpans(turn *parser.Turn) []chart.Span {
	var spans []chart.Span
	for _, s := range facts.Spans(turn) {
		spans = append(spans, chart.Span(s))
	}
	return spans
}

// errorTimes reports when things went wrong in a turn.
func errorTimes(turn *parser.Turn) []time.Time {
	var times []time.Time
	for _, m := range turn.Messages {
		if m.APIError != "" {
			times = append(times, m.Time)
		}
		for c := range calls(m) {
			if c.Failed() {
				when := c.Result.Time
				if when.IsZero() {
					when = c.Time
				}
				times = append(times, when)
			}
		}
	}
	return times
}

func compactionMarks(s *sessionSite, dir string, t *threadSite) []picture.CompactionMark {
	var marks []picture.CompactionMark
	for _, bs := range t.branches {
		for _, seg := range bs.branch.Segments {
			if c := seg.Compaction; c != nil && !c.Time.IsZero() {
				marks = append(marks, picture.CompactionMark{Cleared: c.Cleared(), Time: c.Time,
					Href: s.link(dir, t, c.Anchor), Before: c.PreTokens, After: c.PostTokens})
			}
		}
	}
	slices.SortStableFunc(marks, func(a, b picture.CompactionMark) int { return a.Time.Compare(b.Time) })
	return marks
}

// eventMarks are the commits, pull requests and test runs of a session.
func eventMarks(s *sessionSite, dir string) []picture.EventMark {
	var marks []picture.EventMark
	for _, c := range s.s.Commits {
		text := "Commit"
		if c.SHA != "" {
			text += " " + c.SHA
		}
		if c.Subject != "" {
			text += ": " + prose.Excerpt(c.Subject, 80)
		}
		marks = append(marks, picture.EventMark{Kind: picture.EventCommit, Time: c.Time, Href: s.linkAnywhere(dir, c.Anchor), Text: text})
	}
	for _, pr := range s.s.PullRequests {
		marks = append(marks, picture.EventMark{Kind: picture.EventPull, Time: pr.Time,
			Href: s.linkAnywhere(dir, pr.Anchor), Text: fmt.Sprintf("Pull request #%d", pr.Number)})
	}
	for i := range s.figures.Tests {
		run := &s.figures.Tests[i]
		kind, text := picture.EventTest, run.Tool
		if !run.OK() {
			kind = picture.EventTestFailed
		}
		switch figures := run.Figures(); {
		case figures != "":
			text += ": " + figures
		case run.OK():
			text += " passed"
		default:
			text += " failed"
		}
		when := run.Call.Time
		if r := run.Call.Result; r != nil && !r.Time.IsZero() {
			when = r.Time
		}
		marks = append(marks, picture.EventMark{Kind: kind, Time: when,
			Href: s.link(dir, s.threadOf(run.Call.Agent), run.Call.ToolCall.Anchor), Text: text})
	}
	return marks
}

// contextSizes are the sizes of what the model was given, in order of time.
func contextSizes(t *parser.Thread) []picture.ContextSize {
	var sizes []picture.ContextSize
	for _, b := range t.Branches {
		for m := range b.Messages() {
			if u := m.Usage; u != nil && !m.Time.IsZero() {
				if n := u.Input + u.CacheRead + u.CacheWrite; n > 0 {
					sizes = append(sizes, picture.ContextSize{Time: m.Time, Tokens: n})
				}
			}
		}
	}
	slices.SortStableFunc(sizes, func(a, b picture.ContextSize) int { return a.Time.Compare(b.Time) })
	return sizes
}

// settle fills in what compactions do not record themselves: the size of the context
// before and after is that of the replies beside them. It returns all sizes, those
// after compactions among them.
func settle(marks []picture.CompactionMark, sizes []picture.ContextSize) []picture.ContextSize {
	all := slices.Clone(sizes)
	for i := range marks {
		next, _ := slices.BinarySearchFunc(sizes, marks[i].Time, func(c picture.ContextSize, t time.Time) int { return c.Time.Compare(t) })
		if marks[i].Before == 0 && next > 0 {
			marks[i].Before = sizes[next-1].Tokens
		}
		if marks[i].After == 0 && next < len(sizes) {
			marks[i].After = sizes[next].Tokens
		}
		if n := marks[i].After; n > 0 {
			all = append(all, picture.ContextSize{Time: marks[i].Time, Tokens: n})
		}
	}
	slices.SortStableFunc(all, func(a, b picture.ContextSize) int { return a.Time.Compare(b.Time) })
	return all
}
