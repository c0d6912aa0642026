package picture

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"steno/theme/chart"
)

func minute(n int) time.Time { return time.Date(2026, 3, 4, 9, n, 0, 0, time.UTC) }

// TestStretchesAreNamed checks that a stretch of work is named after what was first asked in it.
func TestStretchesAreNamed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		turns []TurnSpan
		want  string
	}{
		{[]TurnSpan{{}, {Number: 1, Text: "Fix it"}, {Number: 2, Text: "Go on"}}, "Fix it"},
		{[]TurnSpan{{Text: "/lint"}, {Number: 1, Text: "Fix it"}}, "/lint"},
		{[]TurnSpan{{Rewound: true, Text: "Old"}, {}}, "Without a prompt"},
		{[]TurnSpan{{Opened: "Continued after compaction"}}, "Continued after compaction"},
		{[]TurnSpan{{Opened: "Checks ask for work"}}, "Checks ask for work"},
	} {
		var v stretchView
		for _, turn := range c.turns {
			v.turn(turn, false)
		}
		if v.Text != c.want {
			t.Errorf("the stretch is called %q, want %q", v.Text, c.want)
		}
	}
}

// TestTasksOfAgents calls what an agent was asked a task and messages.
func TestTasksOfAgents(t *testing.T) {
	t.Parallel()
	one, two, three := TurnSpan{Number: 1, Text: "Look"}, TurnSpan{Number: 2}, TurnSpan{Number: 3}
	for want, turns := range map[string][]TurnSpan{"Task: Look": {one}, "Message 2": {two}, "Task to message 3": {one, two, three}} {
		if got := turnsTitle(turns, true); got != want {
			t.Errorf("%v is called %q, want %q", turns, got, want)
		}
	}
	if got := turnsTitle([]TurnSpan{one, two, three}, false); got != "Prompts 1 to 3" {
		t.Errorf("prompts are called %q", got)
	}
}

func TestTicksAndGaps(t *testing.T) {
	t.Parallel()
	axis := chart.NewAxis([]chart.Span{
		{From: minute(0), To: minute(60)}, {From: minute(300), To: minute(330)}, {From: minute(334), To: minute(400)},
		{From: minute(4000), To: minute(4060)},
	})
	var got []string
	for _, g := range gaps(axis) {
		got = append(got, fmt.Sprint(g.Text, " ", g.Side, " ", g.Title))
	}
	for _, tick := range ticks(axis) {
		got = append(got, fmt.Sprint(tick.X, " ", tick.Text, " ", tick.Last))
	}
	want := []string{
		"4 h idle  4 h idle, from 4 Mar 2026, 10:00 UTC to 4 Mar 2026, 14:00 UTC",
		"3 d idle  2 d 12 h idle, from 4 Mar 2026, 15:40 UTC to 7 Mar 2026, 03:40 UTC",
		"0% 4 Mar 2026, 09:00 false", "29.81% 14:00 false", "100% 7 Mar, 04:40 UTC true",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestTicksKeepRoomForTheEnd: the last time of a session that ends on another day is longer, and needs more room.
func TestTicksKeepRoomForTheEnd(t *testing.T) {
	t.Parallel()
	for day, want := range map[int]string{0: "09:00, 10:40, 13:20, 14:25 UTC", 800: "22:20, 5 Mar, 00:00, 5 Mar, 03:45 UTC"} {
		got := ""
		for _, tick := range ticks(chart.NewAxis([]chart.Span{
			{From: minute(day), To: minute(day + 60)}, {From: minute(day + 100), To: minute(day + 220)}, {From: minute(day + 260), To: minute(day + 325)},
		})) {
			got += ", " + strings.TrimPrefix(tick.Text, "4 Mar 2026, ")
		}
		if got = strings.TrimPrefix(got, ", "); got != want {
			t.Errorf("the axis says %q, want %q", got, want)
		}
	}
}

// TestRough: a duration in one unit is rounded, not cut off.
func TestRough(t *testing.T) {
	t.Parallel()
	for d, want := range map[time.Duration]string{
		9*time.Minute + 29*time.Second:  "9 min",
		59*time.Minute + 40*time.Second: "1 h",
		3*time.Hour + 41*time.Minute:    "4 h",
		47*time.Hour + 20*time.Minute:   "47 h",
		47*time.Hour + 50*time.Minute:   "2 d",
	} {
		if got := rough(d); got != want {
			t.Errorf("%v: %q, not %q", d, got, want)
		}
	}
}
