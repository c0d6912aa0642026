package stats

import (
	"testing"

	"steno/generator/summary"
	"steno/parser/facts"
	"steno/theme/view"
)

// TestTotals: unlike tools have no common median, and a command that was declined is no run that went well.
func TestTotals(t *testing.T) {
	t.Parallel()
	groups := Groups([]summary.Use{
		{Topic: facts.TopicTool, Name: "Bash", Times: 3, Exact: []int32{1000, 2000, 9000}},
		{Topic: facts.TopicTool, Name: "Read", Times: 2, AtMost: []int32{1, 3}},
		{Topic: facts.TopicCommand, Name: "git commit", Times: 5, Errors: facts.Errors{Failed: 1, Denied: 2, Cancelled: 1}},
		{Topic: facts.TopicCommand, Name: "make", Times: 1},
	})
	figure := func(of []view.Figure, label string) view.Figure {
		for _, f := range of {
			if f.Label == label {
				return f
			}
		}
		t.Errorf("no figure %s", label)
		return view.Figure{}
	}
	if len(groups) != 2 {
		t.Fatalf("%d groups", len(groups))
	}
	commands, tools := groups[0], groups[1]
	if f := figure(tools.Sum, "Median"); !f.Empty() || f.AtMost {
		t.Errorf("the median of all tools is %+v", f)
	}
	if f := figure(tools.Sum, "Time"); f.Value != 12.004 {
		t.Errorf("the time of all tools is %v", f.Value)
	}
	if a, b := figure(tools.Rows[0].Figures, "Median"), figure(tools.Rows[1].Figures, "Median"); a.Value != 2 || b.Value != .001 || !b.AtMost {
		t.Errorf("the medians of the tools are %+v and %+v", a, b)
	}
	if got := figure(commands.Rows[0].Figures, "Not run").Value; got != 3 || figure(commands.Sum, "Not run").Value != 3 {
		t.Errorf("%v of the commits were not run, want 3", got)
	}
}

// TestColumns: rows are without the number of sessions, and without what none of them has.
func TestColumns(t *testing.T) {
	t.Parallel()
	row := func(calls, failed, rejected int) view.FigureRow {
		return view.FigureRow{Figures: []view.Figure{
			number("Sessions", 1), number("Calls", calls), number("Failed", failed), number("Rejected", rejected),
		}}
	}
	rows := []view.FigureRow{row(2, 0, 0), row(0, 1, 0)}
	dropped := dropColumns(func(yield func(*view.FigureRow) bool) {
		for i := range rows {
			if !yield(&rows[i]) {
				return
			}
		}
	})
	for _, r := range rows {
		if len(r.Figures) != 2 || r.Figures[0].Label != "Calls" || r.Figures[1].Label != "Failed" {
			t.Errorf("figures of a row: %+v", r.Figures)
		}
	}
	for _, f := range row(1, 1, 1).Figures {
		if want := f.Label == "Sessions" || f.Label == "Rejected"; dropped(f) != want {
			t.Errorf("%q is left out: %t", f.Label, dropped(f))
		}
	}
}
