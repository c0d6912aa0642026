package stats

import (
	"strings"
	"time"

	"steno/generator/summary"
	"steno/parser/facts"
	"steno/theme/chart"
	"steno/theme/view"
)

// trend is a chart by the day or week in which a session began.
type trend struct {
	title, unit string
	series      []string                                 // if two, the first is good and the second is not
	add         func(s *summary.Session, sums []float64) // to one sum for each series; with of one more
	of          bool                                     // the last sum is what the others are a part of, in percent
	figures     func(sums []float64) []view.Figure       // of a session, or of all that began in one column
	at          string                                   // where a session's page states them
}

// addTrends adds a session to the column of the period in which it began.
func (w *writer) addTrends(at int32, listing summary.Listing, s *summary.Session) {
	if listing.Bare() || listing.Start.IsZero() {
		return
	}
	date := w.period.begin(listing.Start)
	c := w.begun[date]
	if c == nil {
		c = &column{sums: newSums(w.trends)}
		w.begun[date] = c
	}
	c.sessions = append(c.sessions, at)
	addSums(w.trends, s, c.sums)
}

// writeTrends returns the charts that have something to show, each column with a page of the
// sessions that it counts; one day alone is no trend.
func (w *writer) writeTrends() ([]chart.Bars, error) {
	if len(w.begun) < 2 {
		return nil, nil
	}
	var charts []chart.Bars
	for i := range w.trends {
		if bars := w.bars(i); len(bars.Columns) > 1 {
			charts = append(charts, bars)
		}
	}
	return charts, w.writePeriods()
}

func (w *writer) allTrends() []trend {
	all := []trend{
		{"Sessions", "session", []string{"Sessions"}, func(_ *summary.Session, sums []float64) { sums[0]++ }, false, nil, ""},
		{"Commits", "commit", []string{"Commits"},
			func(s *summary.Session, sums []float64) { sums[0] += float64(len(s.Work.Made)) }, false,
			numbers("Commits"), atHead},
		{"Lines, net", "line", []string{"Added", "Removed"}, func(s *summary.Session, sums []float64) {
			sums[0] += float64(s.Row.Added)
			sums[1] += float64(s.Row.Removed)
		}, false, numbers("Lines added", "Lines removed"), atHead},
		{"Test runs", "run", []string{"Passed", "Failed"}, func(s *summary.Session, sums []float64) {
			for i := range s.Work.Uses {
				if u := &s.Work.Uses[i]; u.Topic == facts.TopicTests {
					sums[0] += float64(u.Times - u.Errors.Failed)
					sums[1] += float64(u.Errors.Failed)
				}
			}
		}, false, numbers("Runs passed", "Runs failed"), atTests},
		{"Failed calls", "percent", []string{"Of all calls"}, func(s *summary.Session, sums []float64) {
			for i := range s.Work.Uses {
				if u := &s.Work.Uses[i]; u.Topic == facts.TopicTool {
					sums[0] += float64(u.Errors.Failed)
					sums[1] += float64(u.Times)
				}
			}
		}, true, func(sums []float64) []view.Figure {
			return append(numbers("Failed calls", "Calls")(sums), percent("Failed", sums))
		}, atUses},
		{"Cache share", "percent", []string{"Input read from the cache"}, func(s *summary.Session, sums []float64) {
			u := &s.Work.Usage
			sums[0] += float64(u.CacheRead)
			sums[1] += float64(u.Input + u.CacheRead + u.CacheWrite)
		}, true, func(sums []float64) []view.Figure {
			return []view.Figure{{Label: "Input", Value: sums[1], Unit: "tokens"},
				{Label: "Cached", Value: sums[0], Unit: "tokens"}, percent("Cache share", sums)}
		}, atTokens},
	}
	if w.Site.Counts.Cost.Priced {
		all = append(all, trend{"Cost", "usd", []string{"Cost"},
			func(s *summary.Session, sums []float64) { sums[0] += s.Totals.Cost.USD() }, false,
			func(sums []float64) []view.Figure { return []view.Figure{usd("Cost", sums[0])} }, atHead})
	}
	return all
}

// numbers returns a function that shows sums as numbers; failures are bad.
func numbers(labels ...string) func(sums []float64) []view.Figure {
	return func(sums []float64) (figures []view.Figure) {
		for i, label := range labels {
			f := number(label, int(sums[i]))
			f.Bad = label == "Runs failed" || label == "Failed calls"
			figures = append(figures, f)
		}
		return figures
	}
}

// percent is the part that the first sum is of the second.
func percent(label string, sums []float64) view.Figure {
	return view.Figure{Label: label, Value: 100 * sums[0] / max(1, sums[1]), Unit: "percent"}
}

// newSums returns sums for each trend.
func newSums(trends []trend) [][]float64 {
	sums := make([][]float64, len(trends))
	for i := range trends {
		sums[i] = make([]float64, len(trends[i].series)+1)
	}
	return sums
}

// addSums adds what charts show of a session.
func addSums(trends []trend, s *summary.Session, sums [][]float64) {
	for i := range trends {
		trends[i].add(s, sums[i])
	}
}

// bars is the chart of a trend; without columns when there is nothing to show.
func (w *writer) bars(n int) chart.Bars {
	t, p := &w.trends[n], w.period
	title, rest, _ := strings.Cut(t.title, ",")
	bars := chart.Bars{Title: title + " by " + strings.ToLower(p.name), Names: p.name, Unit: t.unit,
		Series: t.series, Judged: len(t.series) == 2}
	if rest != "" {
		bars.Title += "," + rest
	}
	any := false
	eachDate(w.begun, time.Duration(p.days)*24*time.Hour, func(date time.Time) {
		values := make([]float64, len(t.series)+1)
		began := w.begun[date]
		if began != nil {
			copy(values, began.sums[n])
		}
		c := chart.Column{Label: date.Format(p.label), Values: values[:len(t.series)]}
		if all := values[len(values)-1]; t.of && all > 0 {
			values[0], c.Of = 100*values[0]/all, all
		}
		any = any || values[0] > 0
		if began != nil {
			c.Href = strings.TrimPrefix(p.dir(date), Dir+"/") + "/index.html"
		}
		bars.Columns = append(bars.Columns, c)
	})
	if !any {
		bars.Columns = nil
	}
	return bars
}
