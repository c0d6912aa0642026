// Package picture places the marks of pictures that say when things happened: the timeline of a
// thread, the map of its branches, the calendar of sessions.
package picture

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"steno/theme/chart"
	"steno/theme/words"
)

// Timeline is what happened when in a thread and in the agents below it, and how
// large the context of the thread was.
type Timeline struct {
	Lanes       []Lane // the thread's own first, then agents, depth first
	Compactions []CompactionMark
	Events      []EventMark   // of the thread and its agents, in any order
	Context     []ContextSize // after each reply of the thread, in order of time
}

// Lane is one line of a timeline.
type Lane struct {
	Name   string
	Href   string // of the agent's page, "" for the thread itself
	Depth  int    // of the agent, 0 for those that the thread spawned
	Task   bool   // it is the thread's own, and an agent's: what it was asked is called a task and messages
	Turns  []TurnSpan
	Errors []time.Time
}

// TurnSpan is when somebody worked on a turn.
type TurnSpan struct {
	Number    int    // of the prompt; 0 for what has none
	Text      string // start of the prompt
	Href      string // of the prompt; "" when the lane leads there as a whole
	Rewound   bool
	Continued bool   // after a compaction, without a prompt
	Opened    string // what it is called without a prompt
	Errors    int
	Spans     []chart.Span // in order
}

// CompactionMark is a compaction of the thread.
type CompactionMark struct {
	Cleared       bool // the context was cleared
	Time          time.Time
	Href          string
	Before, After int // tokens; 0 when not known
}

// ContextSize is how many tokens the model was given for a reply.
type ContextSize struct {
	Time   time.Time
	Tokens int
}

// How many marks a timeline has at most: below 400 with gaps and labels. Turns are
// links, so there are fewer of them.
const (
	mostTurns       = 60
	mostErrors      = 60
	mostCompactions = 24
	mostEvents      = 60
	mostAgentMarks  = 10 // for each of at most a dozen lanes
	curveHeight     = 40
	leastTimeline   = 20 * time.Second // a shorter story needs no picture
)

// timelineView has the positions of the marks of a timeline.
type timelineView struct {
	Gaps        []gapView
	Lanes       []laneView
	Compactions []markView
	Events      []markView
	EventNames  string     // which kinds they are of
	Legend      []markView // one of each kind of events, with its name
	Ticks       []tickView
	Curve       string // path in a box of 10000 by curveHeight; "" when no size is known
	CurveHeight int
	Most        int // tokens
	Stretches   []stretchView
	Errors      bool // some are marked
	Rewound     bool
}

type gapView struct {
	X, W, Middle chart.Part
	Side         string // "from" or "end" where the text would else leave the picture
	Text         string // "3 h idle", "" where there is no room
	Minor        bool   // the text has room on a wide screen only
	Title        string
}

type laneView struct {
	Name, Href string
	Title      string // of the link of an agent's lane
	Depth      int
	Agent      bool
	Marks      []markView
	Errors     []markView
}

type markView struct {
	X, W        chart.Part
	Kind        string // "", "rewound", or that of an event
	Href, Title string
}

type tickView struct {
	X     chart.Part
	Text  string
	Time  time.Time
	Last  bool
	Minor bool
}

// Draw places a timeline; nil when it is over in a moment.
func Draw(t *Timeline) *timelineView {
	axis := chart.NewAxis(t.spans())
	if axis == nil || axis.Duration() < leastTimeline {
		return nil
	}
	v := &timelineView{CurveHeight: curveHeight, Gaps: gaps(axis), Ticks: ticks(axis)}
	for i, lane := range t.Lanes {
		l := laneView{Name: lane.Name, Href: lane.Href, Depth: min(lane.Depth, 8), Agent: i > 0}
		if l.Agent {
			l.Title = agentTitle(lane)
		}
		l.Marks = turnMarks(axis, lane, l.Agent)
		l.Errors = errorMarks(axis, lane.Errors, l.Agent)
		v.Errors = v.Errors || len(l.Errors) > 0
		for _, m := range l.Marks {
			v.Rewound = v.Rewound || m.Kind == rewound
		}
		v.Lanes = append(v.Lanes, l)
	}
	v.Compactions = compactionMarks(axis, t.Compactions)
	v.Events, v.EventNames = eventMarks(axis, t)
	for _, w := range eventKinds {
		if slices.ContainsFunc(v.Events, func(m markView) bool { return m.Kind == string(w.kind) }) {
			v.Legend = append(v.Legend, markView{Kind: string(w.kind), Title: w.noun})
		}
	}
	var points []chart.Point
	for _, c := range t.Context {
		points = append(points, chart.Point{X: axis.At(c.Time), Y: float64(c.Tokens)})
		v.Most = max(v.Most, c.Tokens)
	}
	if len(points) > 2 {
		v.Curve = chart.Curve(points, chart.Whole, curveHeight)
	}
	v.Stretches = stretches(t, axis)
	return v
}

// spans are all times of the timeline.
func (t *Timeline) spans() []chart.Span {
	var all []chart.Span
	for _, lane := range t.Lanes {
		for _, turn := range lane.Turns {
			all = append(all, turn.Spans...)
		}
	}
	return all
}

const rewound = "rewound"

// turnMarks are the blocks of a lane. Those of the thread itself are links with
// words; those of an agent are one link together.
func turnMarks(axis *chart.Axis, lane Lane, agent bool) []markView {
	var pieces []chart.Mark
	for i, turn := range lane.Turns {
		if len(turn.Spans) == 0 {
			continue
		}
		kind := ""
		if turn.Rewound {
			kind = rewound
		}
		for _, m := range axis.Cut(chart.Span{From: turn.Spans[0].From, To: turn.Spans[len(turn.Spans)-1].To}) {
			m.Kind, m.First, m.Last = kind, i, i
			pieces = append(pieces, m)
		}
	}
	if agent {
		var marks []markView
		for _, m := range axis.Lane(pieces, mostAgentMarks) {
			marks = append(marks, markView{X: m.X, W: m.W})
		}
		return marks
	}
	var marks []markView
	for _, m := range axis.Lane(pieces, mostTurns) {
		first := lane.Turns[m.First]
		marks = append(marks, markView{X: m.X, W: m.W, Kind: m.Kind, Href: first.Href,
			Title: turnsTitle(lane.Turns[m.First:m.Last+1], lane.Task)})
	}
	return marks
}

// agentTitle says who worked on a lane, and when.
func agentTitle(l Lane) string {
	from, to := time.Time{}, time.Time{}
	for _, t := range l.Turns {
		for _, s := range t.Spans {
			if from.IsZero() || s.From.Before(from) {
				from = s.From
			}
			if s.To.After(to) {
				to = s.To
			}
		}
	}
	title := words.Clock(from) + " " + l.Name
	if took := words.Duration(to.Sub(from)); took != "" {
		title += ", " + took
	}
	if n := len(l.Errors); n > 0 {
		title += " (" + words.Plural(n, "error") + ")"
	}
	return title
}

// turnsTitle says which turns a block is of.
func turnsTitle(turns []TurnSpan, task bool) string {
	first, last := turns[0], turns[len(turns)-1]
	errors := 0
	for _, t := range turns {
		errors += t.Errors
	}
	title := turnName(first, task)
	if first.Number > 0 && last.Number > first.Number && !first.Rewound {
		if title = fmt.Sprintf("Prompts %d to %d", first.Number, last.Number); task {
			title = turnName(first, task) + " to " + strings.ToLower(turnName(last, task))
		}
	} else if first.Text != "" {
		title += ": " + first.Text
	}
	if len(first.Spans) > 0 {
		title = words.Clock(first.Spans[0].From) + " " + title
	}
	if errors > 0 {
		title += " (" + words.Plural(errors, "error") + ")"
	}
	return title
}

func turnName(t TurnSpan, task bool) string {
	switch {
	case t.Rewound:
		return "Rewound prompt"
	case t.Opened != "":
		return t.Opened
	case t.Number == 0:
		return "Without a prompt"
	}
	return words.Prompt(task, t.Number)
}

func errorMarks(axis *chart.Axis, times []time.Time, agent bool) []markView {
	most := mostErrors
	if agent {
		most = mostAgentMarks
	}
	var pieces []chart.Mark
	for i, t := range times {
		if !t.IsZero() {
			pieces = append(pieces, chart.Mark{X: axis.At(t), First: i, Last: i})
		}
	}
	var marks []markView
	for _, m := range axis.Lane(pieces, most) {
		marks = append(marks, markView{X: m.X, W: m.W})
	}
	return marks
}

func compactionMarks(axis *chart.Axis, list []CompactionMark) []markView {
	var pieces []chart.Mark
	for i, c := range list {
		if !c.Time.IsZero() {
			pieces = append(pieces, chart.Mark{X: axis.At(c.Time), First: i, Last: i})
		}
	}
	var marks []markView
	for _, m := range axis.Lane(pieces, mostCompactions) {
		c := list[m.First]
		title := words.Clock(c.Time) + " " + compactionText(c)
		if m.Last > m.First {
			title = words.Plural(m.Last-m.First+1, "compaction") + " from " + words.Clock(c.Time)
		}
		marks = append(marks, markView{X: m.X, W: m.W, Href: c.Href, Title: title})
	}
	return marks
}

// compactionText describes how a compaction changed the context.
func compactionText(c CompactionMark) string {
	if c.Cleared {
		return "Context cleared"
	}
	text := "Compacted"
	if c.Before > 0 {
		text += " at " + words.Short(c.Before) + " tokens"
	}
	if c.After > 0 {
		text += ", " + words.Short(c.After) + " left"
	}
	return text
}
