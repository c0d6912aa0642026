package stats

import (
	"time"

	"steno/generator/summary"
	"steno/parser/facts"
	"steno/theme/chart"
)

// trend is a chart by the week in which a session began.
type trend struct {
	title, unit string
	series      []string                                 // if two, the first is good and the second is not
	add         func(s *summary.Session, sums []float64) // to one sum for each series; with of one more
	of          bool                                     // the last sum is what the others are a part of, in percent
}

// trends are the charts by week that have something to show.
func (w *writer) trends(days map[time.Time]string) []chart.Bars {
	all := []trend{
		{"Sessions by week", "session", []string{"Sessions"}, func(s *summary.Session, sums []float64) {
			if !s.Bare() {
				sums[0]++
			}
		}, false},
		{"Commits by week", "commit", []string{"Commits"}, func(s *summary.Session, sums []float64) { sums[0] += float64(len(s.Work.Made)) }, false},
		{"Lines by week, net", "line", []string{"Added", "Removed"}, func(s *summary.Session, sums []float64) {
			sums[0] += float64(s.Row.Added)
			sums[1] += float64(s.Row.Removed)
		}, false},
		{"Test runs by week", "run", []string{"Passed", "Failed"}, func(s *summary.Session, sums []float64) {
			for i := range s.Work.Uses {
				if u := &s.Work.Uses[i]; u.Topic == facts.TopicTests {
					sums[0] += float64(u.Times - u.Errors.Failed)
					sums[1] += float64(u.Errors.Failed)
				}
			}
		}, false},
		{"Failed calls by week", "percent", []string{"Of all calls"}, func(s *summary.Session, sums []float64) {
			for i := range s.Work.Uses {
				if u := &s.Work.Uses[i]; u.Topic == facts.TopicTool {
					sums[0] += float64(u.Errors.Failed)
					sums[1] += float64(u.Times)
				}
			}
		}, true},
		{"Cache share by week", "percent", []string{"Input read from the cache"}, func(s *summary.Session, sums []float64) {
			u := &s.Work.Usage
			sums[0] += float64(u.CacheRead)
			sums[1] += float64(u.Input + u.CacheRead + u.CacheWrite)
		}, true},
	}
	if w.Site.Counts.Cost.Priced {
		all = append(all, trend{"Cost by week", "usd", []string{"Cost"}, func(s *summary.Session, sums []float64) { sums[0] += s.Totals.Cost.USD() }, false})
	}
	var charts []chart.Bars
	for _, t := range all {
		if bars := t.bars(w.Newest, days); len(bars.Columns) > 0 {
			charts = append(charts, bars)
		}
	}
	return charts
}

// bars is the chart; without columns when there is nothing to show.
func (t *trend) bars(sessions []summary.Listing, days map[time.Time]string) chart.Bars {
	bars := chart.Bars{Title: t.title, Names: "Week", Unit: t.unit, Series: t.series, Judged: len(t.series) == 2}
	weeks := map[time.Time][]float64{}
	for _, s := range sessions {
		if s.Totals.Start.IsZero() {
			continue
		}
		w := week(s.Totals.Start)
		if weeks[w] == nil {
			weeks[w] = make([]float64, len(t.series)+1)
		}
		t.add(s.Session, weeks[w])
	}
	any := false
	eachDate(weeks, 7*24*time.Hour, func(date time.Time) {
		values := make([]float64, len(t.series)+1)
		copy(values, weeks[date])
		c := chart.Column{Label: "week of " + date.Format("2 Jan 2006"), Values: values[:len(t.series)]}
		if all := values[len(values)-1]; t.of && all > 0 {
			values[0], c.Of = 100*values[0]/all, all
		}
		any = any || values[0] > 0
		for d := 6; d >= 0 && c.Href == ""; d-- {
			c.Href = days[date.AddDate(0, 0, d)]
		}
		bars.Columns = append(bars.Columns, c)
	})
	if !any {
		bars.Columns = nil
	}
	return bars
}

// week is the Monday that a time's week begins with.
func week(t time.Time) time.Time {
	t = t.UTC().Truncate(24 * time.Hour)
	return t.AddDate(0, 0, -(int(t.Weekday())+6)%7)
}

// day is the UTC day that a session began on.
func day(s summary.Listing) time.Time { return s.Totals.Start.UTC().Truncate(24 * time.Hour) }
