package stats

import (
	"strings"
	"time"

	"steno/generator/summary"
	"steno/parser"
)

// period is what a column of a chart is about.
type period struct {
	name  string
	days  int
	begin func(time.Time) time.Time // of the period that a time is in
	label string                    // format of a column's date
}

// dir is the folder of the pages of the sessions that began in a column.
func (p period) dir(begin time.Time) string {
	return Dir + "/" + strings.ToLower(p.name) + "/" + begin.Format(time.DateOnly)
}

// mostDays is how many days an archive may have for charts by day. Of a longer one they would be
// too narrow to read.
const mostDays = 28

// periodOf returns days for a short archive, of which a few weeks would show nothing, and weeks for others.
func periodOf(sessions []summary.Listing) period {
	var first, last time.Time
	for _, s := range sessions {
		if !s.Start.IsZero() {
			parser.Widen(&first, &last, day(s.Start), day(s.Start))
		}
	}
	if last.Sub(first) < mostDays*24*time.Hour {
		return period{"Day", 1, day, "2 Jan 2006"}
	}
	return period{"Week", 7, week, "week of 2 Jan 2006"}
}

// week is the Monday that a time's week begins with.
func week(t time.Time) time.Time {
	t = day(t)
	return t.AddDate(0, 0, -(int(t.Weekday())+6)%7)
}

// day is the UTC day of a time.
func day(t time.Time) time.Time { return t.UTC().Truncate(24 * time.Hour) }
