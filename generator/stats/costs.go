package stats

import (
	"cmp"
	"slices"
	"time"

	"steno/generator/address"
	"steno/generator/render"
	"steno/generator/summary"
	"steno/theme"
)

// costTable is what sessions, days and pull requests cost, with a page for each of the three.
func (w *writer) costTable() ([]theme.Table, error) {
	if !w.Site.Counts.Cost.Priced {
		return nil, nil
	}
	table := theme.Table{ID: "costs", Title: "Cost", Names: "Each",
		About: "By the prices of the configuration. The cost of a session with several pull requests is divided evenly among them."}
	for _, by := range []struct {
		names string
		rows  []theme.UseRow
	}{{"session", w.sessionCosts()}, {"day", w.dayCosts()}, {"pull request", w.pullCosts()}} {
		if len(by.rows) == 0 {
			continue
		}
		slices.SortStableFunc(by.rows, func(a, b theme.UseRow) int { return cmp.Compare(b.Figures[0].Value, a.Figures[0].Value) })
		sum := 0.0
		for _, r := range by.rows {
			sum += r.Figures[0].Value
		}
		usd := func(label string, v float64) theme.Figure { return theme.Figure{Label: label, Value: v, Unit: "usd"} }
		figures := []theme.Figure{number("Number", len(by.rows)), usd("Cost", sum), usd("Mean", sum/float64(len(by.rows))), usd("Median", by.rows[len(by.rows)/2].Figures[0].Value)}
		dir := costDir(by.names)
		view := theme.UsePage{Topic: "Cost", Names: by.names, Sum: figures}
		err := w.eachUsePage(dir, "Cost by "+by.names, view, len(by.rows), func(view *theme.UsePage, c address.Range) error {
			view.Rows = by.rows[c.From:c.To]
			return w.WritePage(view.Path, view)
		})
		if err != nil {
			return nil, err
		}
		table.Rows = append(table.Rows, linkedRow(Dir, dir+"/index.html", theme.FigureRow{Link: theme.Link{Text: "By " + by.names}, Figures: figures}))
	}
	return []theme.Table{table}, nil
}

// costDir is the folder of the pages of what something cost.
func costDir(names string) string { return Dir + "/cost/" + address.Element(names) }

// costRow is a row of a page of costs.
func costRow(link theme.Link, start time.Time, cost theme.Cost, more ...theme.Figure) theme.UseRow {
	return theme.UseRow{FigureRow: theme.FigureRow{Link: link, Figures: append([]theme.Figure{{Label: "Cost", Value: cost.USD(), Unit: "usd"}}, more...)}, Start: start}
}

// sessionCosts are the sessions that cost something.
func (w *writer) sessionCosts() []theme.UseRow {
	dir := costDir("session")
	var rows []theme.UseRow
	for _, s := range w.Newest {
		if s.Totals.Cost.Micros > 0 {
			row := costRow(sessionLink(dir, s), s.Totals.Start, s.Totals.Cost, theme.Figure{Label: "Tokens", Value: float64(s.Totals.Tokens.Total()), Unit: "tokens"})
			row.Project = theme.Link{Text: s.Row.Project.Text, Href: address.Relative(dir, s.Row.Project.Href)}
			rows = append(rows, row)
		}
	}
	return rows
}

func sessionLink(dir string, s summary.Listing) theme.Link {
	return theme.Link{Text: cmp.Or(s.Row.Title, s.Row.ID), Href: address.Relative(dir, s.Row.Href)}
}

// dayCosts are the days on which sessions began that cost something.
func (w *writer) dayCosts() []theme.UseRow {
	links := w.Days(costDir("day"))
	costs, sessions := map[time.Time]theme.Cost{}, map[time.Time]int{}
	for _, s := range w.Newest {
		if s.Totals.Cost.Micros > 0 && !s.Totals.Start.IsZero() {
			sum := costs[day(s.Totals.Start)]
			sum.Add(s.Totals.Cost)
			costs[day(s.Totals.Start)] = sum
			sessions[day(s.Totals.Start)]++
		}
	}
	var rows []theme.UseRow
	eachDate(costs, 24*time.Hour, func(date time.Time) {
		if sessions[date] > 0 {
			rows = append(rows, costRow(theme.Link{Text: date.Format("2 Jan 2006"), Href: links[date]}, date, costs[date], number("Sessions", sessions[date])))
		}
	})
	return rows
}

// pullCosts are the pull requests and what their sessions cost.
func (w *writer) pullCosts() []theme.UseRow {
	costs, sessions, starts := map[theme.Link]theme.Cost{}, map[theme.Link]int{}, map[theme.Link]time.Time{}
	var order []theme.Link
	for _, s := range w.Newest {
		if s.Totals.Cost.Micros == 0 {
			continue
		}
		shared := theme.Cost{Priced: true, Micros: s.Totals.Cost.Micros / int64(max(1, len(s.Work.Pulls)))}
		for _, pr := range s.Work.Pulls {
			link := render.PullRequestLink(pr)
			if sessions[link] == 0 {
				order = append(order, link)
			}
			sum := costs[link]
			sum.Add(shared)
			costs[link], starts[link] = sum, s.Totals.Start
			sessions[link]++
		}
	}
	var rows []theme.UseRow
	for _, link := range order {
		rows = append(rows, costRow(link, starts[link], costs[link], number("Sessions", sessions[link])))
	}
	return rows
}
