package stats

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"steno/generator/address"
	"steno/generator/render"
	"steno/generator/summary"
	"steno/theme/view"
)

const costAbout = "By the prices of the configuration. A day has the sessions that began on it, UTC. The cost of a session with several pull requests is divided evenly among them. Mean and median are over sessions, days or pull requests with a cost."

// costTable is what sessions, days and pull requests cost, with a page for each of the three.
func (w *writer) costTable() ([]view.Table, error) {
	if !w.Site.Counts.Cost.Priced {
		return nil, nil
	}
	table := view.Table{ID: "costs", Title: "Cost", Names: "Each", About: costAbout}
	days, err := w.costRows("day", "Sessions that began on that day, UTC, with all that they cost.", dayCosts(w))
	if err != nil {
		return nil, err
	}
	pulls, err := w.costRows("pull request", "The cost of a session with several pull requests is divided evenly among them.", pullCosts(w))
	if err != nil {
		return nil, err
	}
	for _, by := range []struct {
		names string
		rows  []view.UseRow
	}{{"session", sessionCosts(w)}, {"day", days}, {"pull request", pulls}} {
		if len(by.rows) == 0 {
			continue
		}
		slices.SortStableFunc(by.rows, func(a, b view.UseRow) int { return cmp.Compare(b.Figures[0].Value, a.Figures[0].Value) })
		sum := 0.0
		for _, r := range by.rows {
			sum += r.Figures[0].Value
		}
		// of an even number the lower one of two
		figures := []view.Figure{number("Number", len(by.rows)), usd("Cost", sum),
			usd("Mean", sum/float64(len(by.rows))), usd("Median", by.rows[len(by.rows)/2].Figures[0].Value)}
		dir := costDir(by.names)
		page := view.UsePage{Topic: "Cost", About: costAbout, Names: by.names, Sum: belowIt(slices.Clone(figures))}
		err := w.eachUsePage(dir, "Cost by "+by.names, page, len(by.rows), func(page *view.UsePage, c address.Range) error {
			page.Rows = by.rows[c.From:c.To]
			return w.WritePage(page.Path, page)
		})
		if err != nil {
			return nil, err
		}
		table.Rows = append(table.Rows, linkedRow(Dir, dir+"/index.html",
			view.FigureRow{Link: view.Link{Text: "By " + by.names}, Figures: figures}))
	}
	return []view.Table{table}, nil
}

// costDir is the folder of the pages of what something cost.
func costDir(names string) string { return Dir + "/cost/" + address.Element(names) }

// costShare is what of the cost of a session belongs to a day or a pull request.
type costShare struct {
	summary.Listing
	cost view.Cost
}

// costPart is a day or a pull request that sessions cost something for.
type costPart struct {
	link   view.Link
	start  time.Time
	shares []costShare
}

func usd(label string, v float64) view.Figure {
	return view.Figure{Label: label, Value: v, Unit: "usd"}
}

// costRows are the rows of parts, each with a page of the sessions that its figures count; about says how.
func (w *writer) costRows(names, about string, parts []costPart) (rows []view.UseRow, err error) {
	for i := range parts {
		p := &parts[i]
		dir := costDir(names) + "/" + address.Element(cmp.Or(p.link.Href, p.start.Format(time.DateOnly)))
		var of []summary.Listing
		costs := map[*summary.Stored]view.Cost{}
		for _, s := range p.shares {
			of = append(of, s.Listing)
			costs[s.Stored] = s.cost
		}
		figures := func(sessions ...summary.Listing) []view.Figure {
			var sum view.Cost
			for _, s := range sessions {
				sum.Add(costs[s.Stored])
			}
			return []view.Figure{usd("Cost", sum.USD()), number("Sessions", len(sessions))}
		}
		if err := w.writeCosts(dir, p.link.Text, about, of, figures); err != nil {
			return nil, err
		}
		href := address.Relative(costDir(names), dir+"/index.html")
		row := view.UseRow{FigureRow: view.FigureRow{Link: p.link, Figures: figures(of...)}, Start: p.start}
		row.Link.Href = cmp.Or(p.link.Href, href)
		for i := range row.Figures {
			row.Figures[i].Href = href
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// writeCosts writes the page of the sessions of a part.
func (w *writer) writeCosts(dir, title, about string, sessions []summary.Listing, figures func(...summary.Listing) []view.Figure) error {
	page := view.UsePage{Topic: "Cost", About: about, Names: "session", Sum: belowIt(figures(sessions...))}
	shared := slices.ContainsFunc(sessions, func(s summary.Listing) bool { return figures(s)[0].Value != s.Totals().Cost.USD() })
	return w.eachUsePage(dir, title, page, len(sessions), func(page *view.UsePage, c address.Range) error {
		for _, s := range sessions[c.From:c.To] {
			page.Rows = append(page.Rows, columnRow(dir, s, shareOf(s, figures(s)[0], shared)))
		}
		return w.WritePage(page.Path, page)
	})
}

// shareOf is what of the cost of a session belongs to a part, with what was divided where any
// session is shared.
func shareOf(s summary.Listing, cost view.Figure, shared bool) []view.Figure {
	figures := []view.Figure{cost}
	if shared {
		whole := s.Shown()
		figures = append(figures, usd("Cost of the session", whole.Totals.Cost.USD()), number("Pull requests", len(whole.Work.Pulls)))
	}
	return statedAt(atHead, figures...)
}

// sessionCosts are the sessions that cost something.
func sessionCosts(w *writer) []view.UseRow {
	dir := costDir("session")
	var rows []view.UseRow
	for _, s := range w.Newest {
		if t := s.Totals(); t.Cost.Micros > 0 {
			rows = append(rows, columnRow(dir, s, statedAt(atHead, usd("Cost", t.Cost.USD()),
				view.Figure{Label: "Tokens", Value: float64(t.Tokens.Total()), Unit: "tokens"})))
		}
	}
	return rows
}

func sessionLink(dir string, s summary.Listing) view.Link {
	return view.Link{Text: cmp.Or(s.Title, s.ID), Href: address.Relative(dir, s.Href)}
}

// dayCosts are the days on which sessions began that cost something.
func dayCosts(w *writer) (parts []costPart) {
	days := map[time.Time][]costShare{}
	for _, s := range w.Newest {
		if s.Start.IsZero() {
			continue
		}
		if cost := s.Totals().Cost; cost.Micros > 0 {
			days[day(s.Start)] = append(days[day(s.Start)], costShare{s, cost})
		}
	}
	for _, date := range slices.SortedFunc(maps.Keys(days), time.Time.Compare) {
		parts = append(parts, costPart{view.Link{Text: date.Format("2 Jan 2006")}, date, days[date]})
	}
	return parts
}

// pullCosts are the pull requests and what their sessions cost.
func pullCosts(w *writer) (parts []costPart) {
	at := map[view.Link]int{}
	for _, listing := range w.Newest {
		s := listing.Shown()
		if s.Totals.Cost.Micros == 0 {
			continue
		}
		shared := view.Cost{Priced: true, Micros: s.Totals.Cost.Micros / int64(max(1, len(s.Work.Pulls)))}
		for _, pr := range s.Work.Pulls {
			link := render.PullRequestLink(pr)
			i, known := at[link]
			if !known {
				i, at[link] = len(parts), len(parts)
				parts = append(parts, costPart{link: link})
			}
			parts[i].start = s.Totals.Start
			parts[i].shares = append(parts[i].shares, costShare{listing, shared})
		}
	}
	return parts
}
