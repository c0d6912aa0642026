package stats

import (
	"testing"
	"time"

	"steno/generator/summary"
)

// TestPeriod has charts by day for at most four weeks.
func TestPeriod(t *testing.T) {
	t.Parallel()
	at := func(day string) summary.Listing {
		s := &summary.Session{}
		s.Totals.Start, _ = time.Parse(time.DateTime, day)
		return summary.Listing{Stored: summary.InMemory(s)}
	}
	for _, c := range []struct {
		days []string
		want string
	}{
		{nil, "Day"},
		{[]string{"2026-03-02 23:59:59", "2026-03-02 00:00:00"}, "Day"},
		{[]string{"2026-03-02 00:00:00", "", "2026-03-29 23:59:59"}, "Day"}, // one without a time
		{[]string{"2026-03-30 00:00:00", "2026-03-02 23:59:59"}, "Week"},
	} {
		var all []summary.Listing
		for _, day := range c.days {
			all = append(all, at(day))
		}
		if got := periodOf(all).name; got != c.want {
			t.Errorf("charts of sessions on %v are by %s, want %s", c.days, got, c.want)
		}
	}
	if got := week(time.Date(2026, 3, 29, 23, 0, 0, 0, time.UTC)).Format(time.DateOnly); got != "2026-03-23" {
		t.Errorf("the week of a Sunday begins on %s", got)
	}
}
