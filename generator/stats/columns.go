package stats

import (
	"maps"
	"slices"
	"time"

	"steno/generator/address"
	"steno/generator/summary"
	"steno/theme/view"
)

// The pages behind the columns of charts: each lists the sessions that its column is the sum of.

// writePeriods writes the pages of the sessions that began in each column of the trends.
func (w *writer) writePeriods() error {
	figures := func(sums [][]float64) (list []view.Figure) {
		for i := range w.trends {
			if t := &w.trends[i]; t.figures != nil {
				list = append(list, statedAt(t.at, t.figures(sums[i])...)...)
			}
		}
		return list
	}
	of := func(s *summary.Session) []view.Figure {
		sums := newSums(w.trends)
		addSums(w.trends, s, sums)
		return figures(sums)
	}
	for _, date := range slices.SortedFunc(maps.Keys(w.begun), time.Time.Compare) {
		title := date.Format("2 Jan 2006")
		if w.period.days > 1 {
			title = "Week of " + title
		}
		c := w.begun[date]
		if err := w.writeColumn(w.period.dir(date), title,
			"Sessions that began then, with all that they did. Failed is the part of the calls, cache share that of the input.",
			c.sessions, figures(c.sums), of); err != nil {
			return err
		}
	}
	return nil
}

// writeTokenDays writes the pages of the sessions that used tokens on each day.
func (w *writer) writeTokenDays() error {
	t := &w.tokens
	figures := func(sums []float64) (list []view.Figure) { // the last one may be of models that the chart leaves out
		for i, name := range t.series {
			list = append(list, view.Figure{Label: name, Unit: "tokens", Value: sums[i]})
		}
		return list
	}
	for _, date := range slices.SortedFunc(maps.Keys(t.days), time.Time.Compare) {
		c := t.days[date]
		err := w.writeColumn(tokenDay(date), "Tokens on "+date.Format("2 Jan 2006"),
			"What sessions used on that day, UTC.", c.sessions, figures(c.sums[0]),
			func(s *summary.Session) []view.Figure {
				sums := make([]float64, t.other+1)
				for _, d := range s.Work.Days {
					if d.Date.Equal(date) {
						sums[t.part(d.Model)] += float64(d.Tokens)
					}
				}
				if summary.SeveralDays(s.Work.Days, s.Totals.Tokens.Total()) {
					return statedAt(atDays, figures(sums)...)
				}
				return statedAt(atTokens, figures(sums)...)
			})
		if err != nil {
			return err
		}
	}
	return nil
}

// tokenDay is the folder of the pages of the sessions that used tokens on a day.
func tokenDay(date time.Time) string { return Dir + "/tokens/" + date.Format(time.DateOnly) }

// writeColumn writes the pages of sessions that are one column of a chart, with the figures of all and of each.
func (w *writer) writeColumn(dir, title, about string, sessions []int32, sum []view.Figure,
	figures func(*summary.Session) []view.Figure) error {
	page := view.UsePage{Topic: "Statistics", Names: "session", About: about, Sum: belowIt(sum)}
	return w.eachUsePage(dir, title, page, len(sessions), func(page *view.UsePage, c address.Range) error {
		of := sessions[c.From:c.To]
		kept, err := w.kept(page, slices.Values(of), func(was, is *summary.Session) bool {
			return was.Totals.Start.Equal(is.Totals.Start) && slices.Equal(figures(was), figures(is))
		})
		if kept || err != nil {
			return err
		}
		for _, at := range of {
			s := w.Newest[at]
			page.Rows = append(page.Rows, columnRow(dir, s, figures(s.Shown())))
		}
		return w.writeRows(page)
	})
}
