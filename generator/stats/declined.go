package stats

import (
	"fmt"
	"slices"

	"steno/generator/address"
	"steno/generator/summary"
	"steno/parser/prose"
	"steno/theme/view"
)

// declinedShown is how many declined calls are among the statistics; all have pages.
const declinedShown = 8

// declinedCall is one of a session.
type declinedCall struct {
	summary.Listing
	summary.Declined
}

// writeDeclined writes the pages of the calls that users declined, and returns the last of them
// with a link to all.
func (w *writer) writeDeclined() (first []view.DeclinedRow, all *view.Link, err error) {
	const dir, perPage = Dir + "/declined", 200
	list := w.declined
	row := func(dir string, p declinedCall) view.DeclinedRow {
		return view.DeclinedRow{
			Link: view.Link{Text: p.Subject, Href: address.Relative(dir, p.Declined.Href)},
			Tool: prose.Excerpt(p.Tool, 60), Words: p.Words, Session: sessionLink(dir, p.Listing),
			Time: p.Time,
		}
	}
	slices.SortStableFunc(list, func(a, b declinedCall) int { return b.Time.Compare(a.Time) })
	pages := address.Chunks(len(list), perPage)
	for i, c := range pages {
		if len(list) == 0 {
			break
		}
		page := &view.UsePage{Page: w.below(dir+"/"+address.Page(i+1), "Declined calls"), Topic: "Statistics",
			Total: len(list), Pager: view.PagerOf(i+1, len(pages), address.Page)}
		for _, p := range list[c.From:c.To] {
			page.Declined = append(page.Declined, row(dir, p))
		}
		if err := w.WritePage(page.Path, page); err != nil {
			return nil, nil, err
		}
	}
	for _, p := range list[:min(len(list), declinedShown)] {
		first = append(first, row(Dir, p))
	}
	if len(list) > len(first) {
		all = &view.Link{Text: fmt.Sprintf("All %d declined calls", len(list)), Href: "declined/index.html"}
	}
	return first, all, nil
}
