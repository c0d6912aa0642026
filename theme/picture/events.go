package picture

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"steno/theme/chart"
	"steno/theme/words"
)

// EventMark is something that happened at one time.
type EventMark struct {
	Kind EventKind
	Time time.Time
	Href string
	Text string // "Commit 1a2b3c4: Mend the lamp"
}

// EventKind is what happened: the name that the style sheet has for its mark.
type EventKind string

// The kinds of events.
const (
	EventCommit     EventKind = "commit"
	EventPull       EventKind = "pull"
	EventTest       EventKind = "test"
	EventTestFailed EventKind = "test-failed"
	EventCompaction EventKind = "compaction"
)

// eventKinds are the words for events of a kind: one that is merged of several, and the name of
// its lane.
var eventKinds = []struct {
	kind       EventKind
	noun, name string
}{
	{EventCommit, "commit", "commits"},
	{EventPull, "pull request", "pull requests"},
	{EventTest, "test run", "tests"},
	{EventTestFailed, "failed test run", "tests"},
	{EventCompaction, "compaction", "compactions"},
}

// maxEventName is how many letters of a name beside a line fit.
const maxEventName = len("commits, tests")

// eventMarks are the marks of events, the compactions among them, and the names of their kinds.
func eventMarks(axis *chart.Axis, t *Timeline) ([]markView, string) {
	events := slices.Clone(t.Events)
	for _, c := range t.Compactions {
		events = append(events, EventMark{EventCompaction, c.Time, c.Href, compactionText(c)})
	}
	events = slices.DeleteFunc(events, func(e EventMark) bool { return e.Time.IsZero() })
	slices.SortStableFunc(events, func(a, b EventMark) int { return a.Time.Compare(b.Time) })
	var marks []markView
	var names []string
	for _, w := range eventKinds {
		var pieces []chart.Mark
		for i, e := range events {
			if e.Kind == w.kind {
				pieces = append(pieces, chart.Mark{X: axis.At(e.Time), First: i, Last: i})
			}
		}
		if len(pieces) == 0 {
			continue
		}
		if !slices.Contains(names, w.name) {
			names = append(names, w.name)
		}
		for _, m := range axis.Lane(pieces, mostEvents/len(eventKinds)) {
			first := events[m.First]
			title := words.Clock(first.Time) + " " + first.Text
			if n := countOf(events[m.First:m.Last+1], w.kind); n > 1 {
				title = fmt.Sprintf("%s %s, the first: %s", words.Clock(first.Time), words.Plural(n, w.noun), first.Text)
			}
			marks = append(marks, markView{X: m.X, W: m.W, Kind: string(w.kind), Href: first.Href, Title: title})
		}
	}
	spread(marks)
	name := strings.Join(names, ", ")
	if len(name) > maxEventName {
		return marks, "Events"
	}
	if name != "" {
		name = strings.ToUpper(name[:1]) + name[1:]
	}
	return marks, name
}

// markGap keeps the middle of a mark free of the next one, on a narrow screen too.
const markGap = chart.Whole / 70

// spread moves marks apart that would cover each other, as far as there is room.
func spread(marks []markView) {
	slices.SortStableFunc(marks, func(a, b markView) int { return cmp.Compare(a.X, b.X) })
	gap := min(markGap, chart.Whole/chart.Part(max(1, len(marks))))
	for i := 1; i < len(marks); i++ {
		marks[i].X = max(marks[i].X, marks[i-1].X+gap)
	}
	limit := chart.Whole
	for i := len(marks) - 1; i >= 0 && marks[i].X > limit; i-- {
		marks[i].X = limit
		limit -= gap
	}
}

func countOf(events []EventMark, kind EventKind) int {
	n := 0
	for _, e := range events {
		if e.Kind == kind {
			n++
		}
	}
	return n
}
