package stats

import (
	"cmp"
	"slices"
	"time"

	"steno/generator/address"
	"steno/generator/render"
	"steno/generator/summary"
	"steno/theme/view"
)

// costTable is what sessions, days and pull requests cost, with a page for each of the three.
func (w *writer) costTable() ([]view.Table, error) {
	if !w.Site.Counts.Cost.Priced {
		return nil, nil
	}
	table := view.Table{ID: "costs", Title: "Cost", Names: "Each",
		About: "By the prices of the configuration. The cost of a session with several pull requests is divided evenly among them."}
	for _, by := range []struct {
		names string
		rows  []view.UseRow
	}{{"session", w.sessionCosts()}, {"day", w.dayCosts()}, {"pull request", w.pullCosts()}} {
		if len(by.rows) == 0 {
			continue
		}
		slices.SortStableFunc(by.rows, func(a, b view.UseRow) int { return cmp.Compare(b.Figures[0].Value, a.Figures[0].Value) })
		sum := 0.0
		for _, r := range by.rows {
			sum += r.Figures[0].Value
		}
		usd := func(label string, v float64) view.Figure { return view.Figure{Label: label, Value: v, Unit: "usd"} }
		figures := []view.Figure{number("Number", len(by.rows)), usd("Cost", sum), usd("Mean", sum/float64(len(by.rows))), usd("Median", by.rows[len(by.rows)/2].Figures[0].Value)}
		dir := costDir(by.names)
		page := view.UsePage{Topic: "Cost", Names: by.names, Sum: figures}
		err := w.eachUsePage(dir, "Cost by "+by.names, page, len(by.rows), func(page *view.UsePage, c address.Range) error {
			page.Rows = by.rows[c.From:c.To]
			return w.WritePage(page.Path, page)
		})
		if err != nil {
			return nil, err
		}
		table.Rows = append(table.Rows, linkedRow(Dir, dir+"/index.html", view.FigureRow{Link: view.Link{Text: "By " + by.names}, Figures: figures}))
	}
	return []view.Table{table}, nil
}

// costDir is the folder of the pages of what something cost.
func costDir(names string) string { return Dir + "/cost/" + address.Element(names) }

// costRow is a row of a page of costs.
func costRow(link view.Link, start time.Time, cost view.Cost, more ...view.Figure) view.UseRow {
	return view.UseRow{FigureRow: view.FigureRow{Link: link, Figures: append([]view.Figure{{Label: "Cost", Value: cost.USD(), Unit: "usd"}}, more...)}, Start: start}
}

// sessionCosts are the sessions that cost something.
func (w *writer) sessionCosts() []view.UseRow {
	dir := costDir("session")
	var rows []view.UseRow
	for _, s := range w.Newest {
		if s.Totals.Cost.Micros > 0 {
			row := costRow(sessionLink(dir, s), s.Totals.Start, s.Totals.Cost, view.Figure{Label: "Tokens", Value: float64(s.Totals.Tokens.Total()), Unit: "tokens"})
			row.Project = view.Link{Text: s.Row.Project.Text, Href: address.Relative(dir, s.Row.Project.Href)}
			rows = append(rows, row)
		}
	}
	return rows
}

func sessionLink(dir string, s summary.Listing) view.Link {
	return view.Link{Text: cmp.Or(s.Row.Title, s.Row.ID), Href: address.Relative(dir, s.Row.Href)}
}

// dayCosts are the days on which sessions began that cost something.
func (w *writer) dayCosts() []view.UseRow {
	links := w.Days(costDir("day"))
	costs, sessions := map[time.Time]view.Cost{}, map[time.Time]int{}
	for _, s := range w.Newest {
		if s.Totals.Cost.Micros > 0 && !s.Totals.Start.IsZero() {
			sum := costs[day(s.Totals.Start)]
			sum.Add(s.Totals.Cost)
			costs[day(s.Totals.Start)] = sum
			sessions[day(s.Totals.Start)]++
		}
	}
	var rows []view.UseRow
	eachDate(costs, 24*time.Hour, func(date time.Time) {
		if sessions[date] > 0 {
			rows = append(rows, costRow(view.Link{Text: date.Format("2 Jan 2006"), Href: links[date]}, date, costs[date], number("Sessions", sessions[date])))
		}
	})
	return rows
}

// pullCosts are the pull requests and what their sessions cost.
func (w *writer) pullCosts() []view.UseRow {
	costs, sessions, starts := map[view.Link]view.Cost{}, map[view.Link]int{}, map[view.Link]time.Time{}
	var order []view.Link
	for _, s := range w.Newest {
		if s.Totals.Cost.Micros == 0 {
			continue
		}
		shared := view.Cost{Priced: true, Micros: s.Totals.Cost.Micros / int64(max(1, len(s.Work.Pulls)))}
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
	var rows []view.UseRow
	for _, link := range order {
		rows = append(rows, costRow(link, starts[link], costs[link], number("Sessions", sessions[link])))
	}
	return rows
}
