package stats

import (
	"strings"
	"time"

	"steno/generator/summary"
	"steno/parser/facts"
	"steno/theme/chart"
)

// trend is a chart by the day or week in which a session began.
type trend struct {
	title, unit string
	series      []string                                 // if two, the first is good and the second is not
	add         func(s *summary.Session, sums []float64) // to one sum for each series; with of one more
	of          bool                                     // the last sum is what the others are a part of, in percent
}

// trends are the charts that have something to show; one day alone is no trend.
func (w *writer) trends(days map[time.Time]string) []chart.Bars {
	all := []trend{
		{"Sessions", "session", []string{"Sessions"}, func(s *summary.Session, sums []float64) {
			if !s.Bare() {
				sums[0]++
			}
		}, false},
		{"Commits", "commit", []string{"Commits"}, func(s *summary.Session, sums []float64) { sums[0] += float64(len(s.Work.Made)) }, false},
		{"Lines, net", "line", []string{"Added", "Removed"}, func(s *summary.Session, sums []float64) {
			sums[0] += float64(s.Row.Added)
			sums[1] += float64(s.Row.Removed)
		}, false},
		{"Test runs", "run", []string{"Passed", "Failed"}, func(s *summary.Session, sums []float64) {
			for i := range s.Work.Uses {
				if u := &s.Work.Uses[i]; u.Topic == facts.TopicTests {
					sums[0] += float64(u.Times - u.Errors.Failed)
					sums[1] += float64(u.Errors.Failed)
				}
			}
		}, false},
		{"Failed calls", "percent", []string{"Of all calls"}, func(s *summary.Session, sums []float64) {
			for i := range s.Work.Uses {
				if u := &s.Work.Uses[i]; u.Topic == facts.TopicTool {
					sums[0] += float64(u.Errors.Failed)
					sums[1] += float64(u.Times)
				}
			}
		}, true},
		{"Cache share", "percent", []string{"Input read from the cache"}, func(s *summary.Session, sums []float64) {
			u := &s.Work.Usage
			sums[0] += float64(u.CacheRead)
			sums[1] += float64(u.Input + u.CacheRead + u.CacheWrite)
		}, true},
	}
	if w.Site.Counts.Cost.Priced {
		all = append(all, trend{"Cost", "usd", []string{"Cost"}, func(s *summary.Session, sums []float64) { sums[0] += s.Totals.Cost.USD() }, false})
	}
	p := periodOf(w.Newest)
	var charts []chart.Bars
	for _, t := range all {
		if bars := t.bars(w.Newest, p, days); len(bars.Columns) > 1 {
			charts = append(charts, bars)
		}
	}
	return charts
}

// bars is the chart; without columns when there is nothing to show.
func (t *trend) bars(sessions []summary.Listing, p period, days map[time.Time]string) chart.Bars {
	title, rest, _ := strings.Cut(t.title, ",")
	bars := chart.Bars{Title: title + " by " + strings.ToLower(p.name), Names: p.name, Unit: t.unit, Series: t.series, Judged: len(t.series) == 2}
	if rest != "" {
		bars.Title += "," + rest
	}
	sums := map[time.Time][]float64{}
	for _, s := range sessions {
		if s.Totals.Start.IsZero() {
			continue
		}
		begin := p.begin(s.Totals.Start)
		if sums[begin] == nil {
			sums[begin] = make([]float64, len(t.series)+1)
		}
		t.add(s.Session, sums[begin])
	}
	any := false
	eachDate(sums, time.Duration(p.days)*24*time.Hour, func(date time.Time) {
		values := make([]float64, len(t.series)+1)
		copy(values, sums[date])
		c := chart.Column{Label: date.Format(p.label), Values: values[:len(t.series)]}
		if all := values[len(values)-1]; t.of && all > 0 {
			values[0], c.Of = 100*values[0]/all, all
		}
		any = any || values[0] > 0
		for d := p.days - 1; d >= 0 && c.Href == ""; d-- {
			c.Href = days[date.AddDate(0, 0, d)]
		}
		bars.Columns = append(bars.Columns, c)
	})
	if !any {
		bars.Columns = nil
	}
	return bars
}
