package picture

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"steno/theme/chart"
	"steno/theme/words"
)

// Room that words need along the width: on a wide screen, and on a phone, where
// only those stay that have so much.
const (
	roomWide  chart.Part = 900
	roomPhone chart.Part = 2600
)

// gaps are the breaks of the axis. The longest get their words first.
func gaps(axis *chart.Axis) []gapView {
	views := make([]gapView, len(axis.Gaps))
	order := make([]int, len(axis.Gaps))
	for i, g := range axis.Gaps {
		views[i] = gapView{X: g.X, W: g.W, Middle: g.X + g.W/2,
			Title: fmt.Sprintf("%s idle, from %s to %s", words.Duration(g.Duration()), words.Moment(g.From), words.Moment(g.To))}
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(axis.Gaps[b].Duration(), axis.Gaps[a].Duration()) })
	var placed, phone []chart.Part
	for _, i := range order {
		v := &views[i]
		if !free(placed, v.Middle, roomWide) {
			continue
		}
		placed = append(placed, v.Middle)
		if v.Middle < roomPhone/3 {
			v.Middle, v.Side = v.X, "from"
		} else if v.Middle > chart.Whole-roomPhone/3 {
			v.Middle, v.Side = v.X+v.W, "end"
		}
		v.Text = rough(axis.Gaps[i].Duration())
		if v.Minor = !free(phone, v.Middle, roomPhone); !v.Minor {
			phone = append(phone, v.Middle)
			v.Text += " idle"
		}
	}
	return views
}

// free reports whether words at x keep room from all others.
func free(placed []chart.Part, x, room chart.Part) bool {
	return !slices.ContainsFunc(placed, func(p chart.Part) bool { return max(p-x, x-p) < room })
}

// rough writes a duration in its largest unit, rounded: "4 h" for 3:41.
func rough(d time.Duration) string {
	if minutes := d.Round(time.Minute); minutes < time.Hour {
		return fmt.Sprintf("%d min", int(minutes.Minutes()))
	}
	if hours := d.Round(time.Hour); hours < 48*time.Hour {
		return fmt.Sprintf("%d h", int(hours.Hours()))
	}
	return words.Number(int(d.Round(24*time.Hour).Hours()/24)) + " d"
}

// ticks name the ends of the axis and, where there is room, the times at which
// work went on after a gap. The day is told when it changes.
func ticks(axis *chart.Axis) []tickView {
	first, last := axis.Stretches[0].From, axis.Stretches[len(axis.Stretches)-1].To
	views := []tickView{{Text: words.Day(first) + ", " + words.Clock(first), Time: first}}
	taken, phone, shown := chart.Part(2000), chart.Part(4400), words.Day(first)
	end, before := tickView{X: chart.Whole, Time: last, Last: true, Text: words.Clock(last) + " UTC"}, chart.Whole-1500
	if words.Day(last) != words.Day(first) {
		end.Text, before = last.UTC().Format("2 Jan")+", "+end.Text, chart.Whole-2100
	}
	for _, s := range axis.Stretches[1:] {
		text, room := words.Clock(s.From), chart.Part(800)
		if words.Day(s.From) != shown {
			text, room = s.From.UTC().Format("2 Jan")+", "+text, 1500
		}
		if s.X < taken || s.X+room > before {
			continue
		}
		v := tickView{X: s.X, Text: text, Time: s.From, Minor: s.X < phone || s.X+room > 5500}
		if !v.Minor {
			phone = s.X + 2*room
		}
		taken, shown = s.X+room, words.Day(s.From)
		views = append(views, v)
	}
	if last.Sub(first) < time.Minute {
		return views
	}
	return append(views, end)
}

// stretchView is a stretch of work in words, for those who do not see the picture.
type stretchView struct {
	From, To             time.Time
	Day                  string // where it is another than that of the row before
	Text                 string // what was asked, shortened
	asked                bool   // Text is a prompt or a command
	Href                 string
	Prompts, Errors      int
	Compactions, Context int // Context: tokens at the most
	Commits, Tests       int
	Idle                 string
}

// mostStretches is how many rows the words have; of more, the last one sums up.
const mostStretches = 24

// stretches show the timeline of the thread in words.
func stretches(t *Timeline, axis *chart.Axis) []stretchView {
	views := make([]stretchView, min(len(axis.Stretches), mostStretches))
	at := func(when time.Time) *stretchView {
		for i := range views {
			if i+1 == len(views) || when.Before(axis.Stretches[i+1].From) {
				return &views[i]
			}
		}
		return &views[0]
	}
	for i := range views {
		views[i].From, views[i].To = axis.Stretches[i].From, axis.Stretches[i].To
		if i+1 < len(views) {
			views[i].Idle = words.Duration(axis.Gaps[i].Duration()) + " idle"
		}
		if i == 0 || words.Day(views[i].From) != words.Day(views[i-1].From) {
			views[i].Day = words.Day(views[i].From)
		}
	}
	views[len(views)-1].To = axis.Stretches[len(axis.Stretches)-1].To
	if len(t.Lanes) > 0 {
		for _, turn := range t.Lanes[0].Turns {
			if len(turn.Spans) > 0 {
				at(turn.Spans[0].From).turn(turn, t.Lanes[0].Task)
			}
		}
	}
	for _, lane := range t.Lanes {
		for _, when := range lane.Errors {
			at(when).Errors++
		}
	}
	for _, c := range t.Compactions {
		at(c.Time).Compactions++
	}
	for _, e := range t.Events {
		switch v := at(e.Time); e.Kind {
		case EventCommit:
			v.Commits++
		case EventTest, EventTestFailed:
			v.Tests++
		}
	}
	for _, c := range t.Context {
		v := at(c.Time)
		v.Context = max(v.Context, c.Tokens)
	}
	for i := 1; i < len(views); i++ {
		if views[i].Text == "" && views[i-1].Text != "" { // nothing was asked: the work of before goes on
			views[i].Text = "continued"
		}
	}
	return views
}

func (v *stretchView) turn(t TurnSpan, task bool) {
	if t.Number > 0 || t.Rewound {
		v.Prompts++
	}
	if !t.Rewound && (v.Text == "" || !v.asked && t.Text != "") {
		v.asked = t.Text != ""
		v.Text, v.Href = cmp.Or(t.Text, turnName(t, task)), t.Href
	}
}
