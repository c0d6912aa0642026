package lists

import (
	"fmt"
	"slices"
	"time"

	"steno/generator/address"
	"steno/generator/output"
	"steno/generator/summary"
	"steno/theme/picture"
	"steno/theme/view"
)

const (
	sessionsDir = "sessions" // of the pages of all sessions
	allPerPage  = 200        // sessions on one of them
)

// writeSessions writes the pages that list all sessions. Only the first page has room left, so that
// a new session moves no other to another page until that is full.
func (l *lists) writeSessions() error {
	rows, filters, err := l.writeRows(sessionsDir, l.talks, true)
	if err != nil {
		return err
	}
	months, all, repeats := months(l.talks), len(l.talks), 0
	for _, s := range l.newest {
		if s.Again && !s.Bare() {
			repeats++
		}
	}
	pages := max(1, pageOf(all-1, all))
	for n, from := 1, 0; n <= pages; n++ {
		to := all - (pages-n)*allPerPage
		file := sessionsDir + "/" + address.Page(n)
		page := &view.SessionsPage{
			Page: l.workPage(file, "sessions", "Sessions"), Totals: l.Site.Counts, Total: all,
			Bare: len(l.newest) - len(l.talks) - repeats, Repeats: repeats, Months: months,
			Filters: filters, Rows: rows, Sessions: l.talkRows(from, to), Pager: view.PagerOf(n, pages, address.Page),
		}
		if err := l.WritePage(file, page); err != nil {
			return err
		}
		from = to
	}
	return nil
}

// talkRows are some rows of the list of all sessions.
func (l *lists) talkRows(from, to int) []view.SessionRow {
	rows := rowsFrom(sessionsDir, l.talks[from:to])
	for i := range rows {
		if at := from + i; at == 0 || day(l.talks[at]) != day(l.talks[at-1]) {
			rows[i].Mark = mark(l.talks[at])
		}
		if l.alike {
			rows[i].Client = ""
		}
	}
	return rows
}

// pageOf is the page, from 1, of the i-th of so many sessions.
func pageOf(i, sessions int) int {
	pages := (sessions + allPerPage - 1) / allPerPage
	return pages - (sessions-1-i)/allPerPage
}

// months links to the newest session of each month, newest first.
func months(talks []summary.Listing) []view.Link {
	var months []view.Link
	count := 0
	for i, s := range talks {
		if s.Start.IsZero() {
			continue
		}
		if name := s.Start.UTC().Format("January 2006"); len(months) == 0 || months[len(months)-1].Text != name {
			months = append(months, view.Link{Text: name, Href: address.Page(pageOf(i, len(talks))) + "#" + mark(s)})
			count = 0
		}
		count++
		months[len(months)-1].Note = fmt.Sprint(count)
	}
	return months
}

// day is the UTC day that a session began on.
func day(s summary.Listing) time.Time { return s.Start.UTC().Truncate(24 * time.Hour) }

// mark is the anchor of the first session of a day in the list of all.
func mark(s summary.Listing) string {
	if s.Start.IsZero() {
		return ""
	}
	return "d-" + day(s).Format(time.DateOnly)
}

// activity counts sessions and prompts by the UTC day that a session began on.
func activity(all, talks []summary.Listing) []picture.Day {
	days := map[time.Time]*picture.Day{}
	for _, s := range all {
		if s.Start.IsZero() {
			continue
		}
		date := s.Start.UTC().Truncate(24 * time.Hour)
		if days[date] == nil {
			days[date] = &picture.Day{Date: date}
		}
		days[date].Sessions++
		days[date].Prompts += s.Prompts
	}
	for i, s := range talks {
		if d := days[day(s)]; d != nil && d.Href == "" {
			d.Href = sessionsDir + "/" + address.Page(pageOf(i, len(talks))) + "#" + mark(s)
		}
	}
	list := make([]picture.Day, 0, len(days))
	for _, d := range days {
		list = append(list, *d)
	}
	slices.SortFunc(list, func(a, c picture.Day) int { return a.Date.Compare(c.Date) })
	return list
}

// oneClient reports whether one program wrote all sessions.
func oneClient(sessions []summary.Listing) bool {
	return !slices.ContainsFunc(sessions, func(s summary.Listing) bool { return s.Client != sessions[0].Client })
}

// RowsPrefix begins the name of a script with all rows of a list.
const RowsPrefix = "sessions."

// writeRows writes the script with all sessions of a list, for sorting and
// filtering, and returns its address, and the filters if there are to be any.
func (l *lists) writeRows(dir string, sessions []summary.Listing, withFacets bool) (string, []view.Filter, error) {
	script, stream := view.RowsScript{WithFacets: withFacets}, output.NewStream()
	defer stream.Close()
	for _, s := range sessions {
		row := rowFrom(dir, s)
		if withFacets && l.alike {
			row.Client = ""
		}
		data, err := script.Add(row)
		if err != nil {
			return "", nil, err
		}
		stream.Put(data)
	}
	stream.Put(script.End())
	name := RowsPrefix + address.SumName(stream.Sum()) + ".js"
	return name, script.Filters(), l.Out.WriteStream(dir+"/"+name, stream)
}
