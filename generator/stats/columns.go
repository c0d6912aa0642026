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
func (w *writer) writePeriods(begun map[time.Time][]summary.Listing, p period, all []trend) error {
	figures := func(of ...summary.Listing) (list []view.Figure) {
		for i := range all {
			if t := &all[i]; t.figures != nil {
				list = t.figures(list, t.sum(of))
			}
		}
		return list
	}
	for _, date := range slices.SortedFunc(maps.Keys(begun), time.Time.Compare) {
		title := date.Format("2 Jan 2006")
		if p.days > 1 {
			title = "Week of " + title
		}
		if err := w.writeColumn(p.dir(date), title, "Sessions that began then, with all that they did. Failed is the part of the calls, cache share that of the input.", begun[date], figures); err != nil {
			return err
		}
	}
	return nil
}

// writeTokenDays writes the pages of the sessions that used tokens on each day; parts are the models that the chart
// distinguishes, by the names that are shown.
func (w *writer) writeTokenDays(series []string, part func(model string) int) error {
	days := map[time.Time][]summary.Listing{}
	for _, s := range w.Newest {
		for i, d := range s.Work.Days { // by day
			if i == 0 || s.Work.Days[i-1].Date != d.Date {
				days[d.Date] = append(days[d.Date], s)
			}
		}
	}
	for _, date := range slices.SortedFunc(maps.Keys(days), time.Time.Compare) {
		err := w.writeColumn(tokenDay(date), "Tokens on "+date.Format("2 Jan 2006"), "What sessions used on that day, UTC.", days[date], func(of ...summary.Listing) []view.Figure {
			figures := make([]view.Figure, len(series)+1) // the last one is of models that the chart leaves out
			for i, name := range series {
				figures[i] = view.Figure{Label: name, Unit: "tokens"}
			}
			for _, s := range of {
				for _, d := range s.Work.Days {
					if d.Date.Equal(date) {
						figures[part(d.Model)].Value += float64(d.Tokens)
					}
				}
			}
			return figures[:len(series)]
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
func (w *writer) writeColumn(dir, title, about string, sessions []summary.Listing, figures func(of ...summary.Listing) []view.Figure) error {
	page := view.UsePage{Topic: "Statistics", Names: "session", About: about, Sum: belowIt(figures(sessions...))}
	return w.eachUsePage(dir, title, page, len(sessions), func(page *view.UsePage, c address.Range) error {
		of := sessions[c.From:c.To]
		kept, err := w.kept(page, of, func(was, is *summary.Session) bool {
			return was.Totals.Start.Equal(is.Totals.Start) && slices.Equal(figures(summary.Listing{Session: was}), figures(summary.Listing{Session: is}))
		})
		if kept || err != nil {
			return err
		}
		for _, s := range of {
			page.Rows = append(page.Rows, view.UseRow{
				FigureRow: sessionRow(dir, s, figures(s)),
				Project:   view.Link{Text: s.Row.Project.Text, Href: address.Relative(dir, s.Row.Project.Href)}, Start: s.Totals.Start,
			})
		}
		return w.WritePage(page.Path, page)
	})
}
