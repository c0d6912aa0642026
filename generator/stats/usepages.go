package stats

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"iter"
	"maps"
	"reflect"
	"slices"
	"strings"

	"steno/generator/address"
	"steno/generator/summary"
	"steno/parser/facts"
	"steno/theme/view"
)

// The pages behind the tables: the sessions that used one thing, or several together.

// usePage are the pages of one thing, or of several together.
type usePage struct {
	topic
	key      useKey
	title    string
	sum      *used
	sessions []sessionUse
	several  func(name string) bool // reports whether a use belongs to those together, nil for one thing
}

// sessionUse is a session that used it, by its place in Newest, and what it is sorted by.
type sessionUse struct{ at, failed, times int32 }

// withUse adds a use of a session to those of sessions before it and of itself.
func withUse(by []sessionUse, u sessionUse) []sessionUse {
	n := len(by)
	if n == 0 || by[n-1].at != u.at {
		return append(by, u)
	}
	by[n-1].failed += u.failed
	by[n-1].times += u.times
	return by
}

// addUp adds up what several uses have one page for.
func (p *usePage) addUp(sums map[string]*used) {
	p.sum = &used{Use: summary.Use{Topic: p.key.topic, Name: p.key.name}, mixed: true}
	var all []sessionUse
	for _, name := range slices.Sorted(maps.Keys(sums)) { // each build in the same order
		if p.several(name) {
			p.sum.add(sums[name])
			all = append(all, sums[name].by...)
		}
	}
	slices.SortFunc(all, func(a, b sessionUse) int { return cmp.Compare(a.at, b.at) })
	for _, u := range all {
		p.sessions = withUse(p.sessions, u)
	}
	p.sum.sessions = len(p.sessions)
}

// usedBy returns how a session used it.
func (p *usePage) usedBy(w *writer, s *summary.Session) *used {
	sum := &used{Use: summary.Use{Topic: p.key.topic, Name: p.key.name}, mixed: p.several != nil}
	for u := range w.usedIn(s) {
		if !p.has(u) {
			continue
		}
		sum.add(u)
		if u.Trouble == nil {
			continue
		}
		sum.Places, sum.More = append(sum.Places, u.Places...), sum.More+u.More
		if n := len(sum.Places) - placesShown; n > 0 && p.several != nil {
			sum.Places, sum.More = sum.Places[:placesShown], sum.More+n
		}
	}
	sum.sessions = 1
	return sum
}

// has reports whether a use is among those that the page is about.
func (p *usePage) has(u *used) bool {
	return u.Topic == p.key.topic && (p.several != nil && p.several(u.Name) || u.Name == p.key.name)
}

// writeUse writes the pages of a thing: the sessions that used it.
func (w *writer) writeUse(p *usePage) error {
	slices.SortStableFunc(p.sessions, func(a, b sessionUse) int {
		return cmp.Or(cmp.Compare(b.failed, a.failed), cmp.Compare(b.times, a.times))
	})
	dir := strings.TrimSuffix(p.key.page(), "/index.html")
	page := view.UsePage{Topic: p.name, About: p.table.About, Names: "session", Sum: belowIt(w.figures(p.topic, p.sum))}
	if p.sum.Trouble != nil {
		page.Next = nextRows(p.sum)
	}
	return w.eachUsePage(dir, p.title, page, len(p.sessions), func(page *view.UsePage, c address.Range) error {
		if p.key.name != othersName { // which others there are depends on all sessions
			kept, err := w.kept(page, placesOf(p.sessions[c.From:c.To]), func(was, is *summary.Session) bool {
				return was.Totals.Start.Equal(is.Totals.Start) && reflect.DeepEqual(w.usesOf(was, p), w.usesOf(is, p))
			})
			if kept || err != nil {
				return err
			}
		}
		for _, s := range p.sessions[c.From:c.To] {
			listing := w.Newest[s.at]
			page.Rows = append(page.Rows, useRow(w, dir, p, listing, p.usedBy(w, listing.Shown())))
		}
		return w.writeRows(page)
	})
}

// writeRows writes a page, without the columns that say nothing.
func (w *writer) writeRows(page *view.UsePage) error {
	dropColumns(func(yield func(*view.FigureRow) bool) {
		for i := range page.Rows {
			if !yield(&page.Rows[i].FigureRow) {
				return
			}
		}
	})
	return w.WritePage(page.Path, page)
}

// belowIt makes the figures at the head of a page link to the rows that they are the sum of.
func belowIt(figures []view.Figure) []view.Figure {
	for i := range figures {
		figures[i].Href = "#h-rows"
	}
	return figures
}

func placesOf(sessions []sessionUse) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		for _, s := range sessions {
			if !yield(s.at) {
				return
			}
		}
	}
}

// linkSum condenses how the rows of pages link to a session: nearly all sessions are on very many pages.
func linkSum(s summary.Listing) (sum [16]byte) {
	project := s.ProjectLink()
	b := make([]byte, 0, 1<<9)
	for _, text := range []string{s.ID, s.Title, project.Text, project.Href} {
		b = append(binary.AppendUvarint(b, uint64(len(text))), text...)
	}
	all := sha256.Sum256(b)
	copy(sum[:], all[:])
	return sum
}

// kept takes a page about sessions at some places that would show the same over from the last
// build; same reports whether it shows the same of a session that was built again.
func (w *writer) kept(page *view.UsePage, at iter.Seq[int32], same func(was, is *summary.Session) bool) (bool, error) {
	hash := sha256.New()
	shows := fmt.Appendf(make([]byte, 0, 1<<10), "%q %+v %+v %d %d %t\n", page.Title, page.Sum, page.Next,
		page.Total, page.Pager.Pages, w.Site.Counts.Cost.Priced)
	hash.Write(shows)
	for i := range at {
		hash.Write(w.links[i][:])
	}
	of := func(yield func(summary.Listing) bool) {
		for i := range at {
			if !yield(w.Newest[i]) {
				return
			}
		}
	}
	return w.Keep(page.Path, hex.EncodeToString(hash.Sum(nil)[:16]), of, same)
}

// usesOf is how a session used a thing.
func (w *writer) usesOf(s *summary.Session, p *usePage) (uses []used) {
	for u := range w.usedIn(s) {
		if p.has(u) {
			uses = append(uses, *u)
		}
	}
	return uses
}

// eachUsePage has the pages of so many rows written, each with what view has and the rows of a range.
func (w *writer) eachUsePage(dir, title string, page view.UsePage, rows int, write func(page *view.UsePage, c address.Range) error) error {
	pages := address.Chunks(rows, rowsPerUse)
	for i, c := range pages {
		page := page
		page.Page, page.Total, page.Pager = w.below(dir+"/"+address.Page(i+1), title), rows, view.PagerOf(i+1, len(pages), address.Page)
		if err := write(&page, c); err != nil {
			return err
		}
	}
	return nil
}

// below is the frame of a page below the statistics.
func (w *writer) below(file, title string) view.Page {
	page := w.Page(file, "stats", title)
	dir := file[:strings.LastIndexByte(file, '/')]
	page.Crumbs = []view.Link{{Text: w.Site.Title, Href: address.Relative(dir, "index.html")},
		{Text: "Statistics", Href: address.Relative(dir, Dir+"/index.html")}}
	return page
}

// Anchors of a session's page: its head, and the lists below it.
const (
	atHead   = "#figures"
	atTests  = "#tests"
	atUses   = "#uses"
	atTokens = "#tokens"
	atDays   = "#days"
)

// anchor is that of what a session's page says of the uses of a topic.
func (t topic) anchor() string {
	switch t.Topic {
	case topicProgram, topicPlatform:
		return atHead
	case topicModel:
		return atTokens
	}
	return atUses
}

// useRow is a session that used something, with links to what failed.
func useRow(w *writer, dir string, p *usePage, s summary.Listing, used *used) view.UseRow {
	row := columnRow(dir, s, statedAt(p.anchor(), w.figures(p.topic, used)...))
	if t := used.Trouble; t != nil {
		for i, href := range t.Places {
			row.Places = append(row.Places, view.Link{Text: fmt.Sprintf("failure %d", i+1), Href: address.Relative(dir, href)})
		}
		row.More, row.MoreHref = t.More, row.Href+atUses
	}
	return row
}

// columnRow is a session with its project and when it began.
func columnRow(dir string, s summary.Listing, figures []view.Figure) view.UseRow {
	project := s.ProjectLink()
	return view.UseRow{FigureRow: sessionRow(dir, s, figures),
		Project: view.Link{Text: project.Text, Href: address.Relative(dir, project.Href)}, Start: s.Start}
}

// sessionRow makes the figures of a session link to the places of its page that state them.
func sessionRow(dir string, s summary.Listing, figures []view.Figure) view.FigureRow {
	link := sessionLink(dir, s)
	for i := range figures {
		figures[i].Href = link.Href + figures[i].Href
	}
	return view.FigureRow{Link: link, Figures: figures}
}

// statedAt makes figures link to a place of a session's page, whose address [sessionRow] adds.
func statedAt(anchor string, figures ...view.Figure) []view.Figure {
	for i := range figures {
		figures[i].Href = anchor
	}
	return figures
}

// nextRows say what followed failures.
func nextRows(u *used) []view.FigureRow {
	var rows []view.FigureRow
	for _, next := range facts.Nexts {
		if n := u.Next[next]; n > 0 {
			rows = append(rows, view.FigureRow{Link: view.Link{Text: string(next)}, Figures: belowIt([]view.Figure{number("Times", n)})})
		}
	}
	return rows
}
