package pages

import (
	"cmp"
	"fmt"
	"path"
	"strings"
	"sync"

	"steno/generator/address"
	"steno/generator/flat"
	"steno/parser"
	"steno/parser/offheap"
	"steno/theme/view"
)

// The page of records is for the reader who asks what happened to a line. It contains the
// ledger, the first records of each type that no message shows, and what is behind the
// rows that are folded, all as they were written. A session without any has no such page:
// the ledger is in its head as well.

// Sizes of the pages of records, in bytes.
const (
	recordsBudget = 200_000 // of a page
	recordMost    = 60_000  // of one record on it; of a longer one only the start, and the whole is kept beside it
	recordText    = 6_000   // of such a start
	recordFrame   = 300     // about what the page adds to a record
)

// recordsSite is the pages of a session's records, laid out before the pages that link
// to them are made.
type recordsSite struct {
	pages []string                // those that are full, as recordTypes writes them
	types []view.RecordType       // of the page that is being filled
	raw   map[parser.Block]string // to the record behind a folded block, from the session's directory
	room  int
	held  *offheap.Texts
}

// recordTypes writes what is on a page.
var recordTypes = sync.OnceValue(flat.Of[[]view.RecordType])

// rawGroup is the records of one type, and the blocks that are made from them, if any.
type rawGroup struct {
	view.RecordType
	values [][]byte // the JSON of each record
	blocks []parser.Block
}

// shown is the text that the row of a record shows, "" where it has none.
func (g *rawGroup) shown(i int) string {
	if g.blocks != nil {
		switch b := g.blocks[i].(type) {
		case *parser.Event:
			return b.Text
		case *parser.Attachment:
			return b.Text
		}
	}
	return ""
}

func recordsFile(number int) string {
	if number == 1 {
		return "records.html"
	}
	return fmt.Sprintf("records-%d.html", number)
}

// planRecords lays out the pages of records; nil when there are to be none.
func planRecords(s *sessionSite) *recordsSite {
	groups := append(unshownGroups(s), foldedGroups(s)...)
	if len(groups) == 0 {
		return nil
	}
	r := &recordsSite{raw: map[parser.Block]string{}, room: recordsBudget, held: s.s.Held}
	for _, g := range groups {
		w := writerOf(&g, s.s.Held, func(ext string, data []byte) string { return s.spill(s.dir, ext, data) })
		r.open(g.RecordType, false)
		for i, rec := range g.Records {
			letGo(s.s.Held, i)
			w.write(&rec, g.values[i], g.shown(i))
			if size := recordFrame + len(rec.JSON); size > r.room && r.room < recordsBudget {
				r.full()
				r.open(g.RecordType, true)
				w.begin()
				w.write(&rec, g.values[i], g.shown(i))
			}
			r.room -= recordFrame + len(rec.JSON)
			r.add(rec)
			if g.blocks != nil {
				r.raw[g.blocks[i]] = r.held.String(recordsFile(len(r.pages)+1) + "#" + rec.ID)
			}
		}
		r.last().Left = g.Left
	}
	r.full()
	return r
}

// full has the page that was filled wait, as there may be very many records.
func (r *recordsSite) full() {
	r.pages = append(r.pages, r.held.String(string(recordTypes().Append(nil, &r.types))))
	r.types, r.room = nil, recordsBudget
}

// add adds a record to the type being filled. Neighbours that repeat one record are one line.
func (r *recordsSite) add(rec view.RawRecord) {
	at := r.last()
	if n := len(at.Records); rec.Same != "" && n > 0 && at.Records[n-1].Same == rec.Same {
		first := &at.Records[n-1]
		if first.More == nil {
			first.Where = strings.Replace(first.Where, "line ", "lines ", 1)
		}
		file := strings.TrimRight(first.Where, "0123456789")
		rec.Where = strings.TrimPrefix(rec.Where, strings.Replace(file, "lines ", "line ", 1))
		first.More = append(first.More, rec)
		return
	}
	at.Records = append(at.Records, rec)
}

// letGo lets go of texts that were read, as records of one type are all over a session.
func letGo(texts *offheap.Texts, records int) {
	const many = 100
	if records%many == 0 {
		texts.LetGo()
	}
}

// open begins a type on the last page.
func (r *recordsSite) open(t view.RecordType, continued bool) {
	t.Records, t.Left, t.Continued = nil, 0, continued
	if continued {
		t.Why = ""
	}
	r.types = append(r.types, t)
}

// last is the type being filled.
func (r *recordsSite) last() *view.RecordType {
	return &r.types[len(r.types)-1]
}

// unshownGroups are the records that no message shows.
func unshownGroups(s *sessionSite) []rawGroup {
	var groups []rawGroup
	for _, u := range s.s.Unshown {
		g := rawGroup{RecordType: view.RecordType{Name: u.Type, Becomes: string(u.Treatment), Why: u.Why,
			Count: u.Count, Left: u.Count - len(u.Sample)}}
		for _, rec := range u.Sample {
			raw := view.RawRecord{Where: recordPlace(s, rec.File, rec.Line), Time: rec.Time, Size: rec.Size}
			g.Records, g.values = append(g.Records, raw), append(g.values, rec.Raw)
		}
		groups = append(groups, g)
	}
	return groups
}

// foldedGroups are what is behind the rows of events and attachments that stand folded.
func foldedGroups(s *sessionSite) []rawGroup {
	var groups []*rawGroup
	byName := map[string]*rawGroup{}
	taken := map[string]int{}
	for b := range foldedBlocks(s) {
		name, raw := foldedRecord(b)
		if len(raw) <= len("{}") {
			continue
		}
		g := byName[name]
		if g == nil {
			g = &rawGroup{RecordType: view.RecordType{Name: name, Becomes: "folded",
				Why: "shown on the page as text; without the members that all records share"}}
			byName[name], groups = g, append(groups, g)
		}
		rec := view.RawRecord{Where: s.s.Held.String(recordPlace(s, b.From().File, b.From().Line)), Time: b.From().Time, Size: len(raw)}
		rec.ID = "r" + strings.TrimPrefix(b.From().Anchor, "m")
		if taken[rec.ID]++; taken[rec.ID] > 1 {
			rec.ID += fmt.Sprintf("-%d", taken[rec.ID])
		}
		rec.ID = s.s.Held.String(rec.ID)
		g.Count++
		g.Records, g.values, g.blocks = append(g.Records, rec), append(g.values, raw), append(g.blocks, b)
	}
	var list []rawGroup
	for _, g := range groups {
		list = append(list, *g)
	}
	return list
}

// foldedBlocks yields the events and attachments of all threads, in reading order.
func foldedBlocks(s *sessionSite) func(yield func(parser.Block) bool) {
	return func(yield func(parser.Block) bool) {
		for _, t := range s.threads {
			for _, bs := range t.branches {
				for m := range bs.branch.Messages() {
					if !foldedIn(m, yield) {
						return
					}
				}
			}
		}
	}
}

func foldedIn(m *parser.Message, yield func(parser.Block) bool) bool {
	for _, b := range m.Blocks {
		switch b := b.(type) {
		case *parser.Event, *parser.Attachment:
			if !yield(b) {
				return false
			}
		case *parser.ToolCall:
			for _, extra := range b.Extra {
				if !foldedIn(extra, yield) {
					return false
				}
			}
		}
	}
	return true
}

// foldedRecord is the name of a block's type and its record.
func foldedRecord(b parser.Block) (name string, raw []byte) {
	switch b := b.(type) {
	case *parser.Event:
		return strings.Trim(b.Type+"/"+b.Subtype, "/"), b.Raw
	case *parser.Attachment:
		return "attachment/" + b.Type, b.Raw
	}
	return "", nil
}

// writeRecords writes the pages of records.
func writeRecords(s *sessionSite) error {
	if s.records == nil {
		return nil
	}
	for i, written := range s.records.pages {
		file := s.dir + "/" + recordsFile(i+1)
		var types []view.RecordType
		if err := recordTypes().Read(written, &types); err != nil {
			return fmt.Errorf("reading the records of %q: %w", s.src.ID, err)
		}
		page := &view.RecordsPage{
			Page: view.Page{
				Site: s.Site, Kind: "records", Title: "Records of " + cmp.Or(s.s.Title.Text, s.s.ID), Path: file, Root: address.Root(file),
				Crumbs: []view.Link{
					{Text: s.Site.Title, Href: address.Relative(s.dir, "index.html")},
					{Text: s.src.Project.Title(), Href: address.Relative(s.dir, address.ProjectPage(s.src.Project.Slug))},
					{Text: s.s.Title.Text, Href: "index.html"},
				},
			},
			Session: s.row(s.dir),
			Types:   types,
			Pager:   view.PagerOf(i+1, len(s.records.pages), recordsFile),
		}
		if i == 0 {
			page.Ledger, page.Files = accounts(s)
			for _, w := range s.s.Warnings {
				page.Warnings = append(page.Warnings, warningText(w))
			}
		}
		if err := s.WritePage(file, page); err != nil {
			return err
		}
	}
	*s.records = recordsSite{} // no page links to a record from here on
	return nil
}

// accounts is the session's ledger, and that of each file in the same classes.
func accounts(s *sessionSite) (all []view.LedgerRow, files []view.FileAccount) {
	all = ledgerRows(&s.s.Ledger)
	for i := range s.s.Files {
		f := &s.s.Files[i]
		count := map[string]int{}
		for _, row := range ledgerRows(&f.Ledger) {
			count[row.Class] = row.Count
		}
		account := view.FileAccount{Path: path.Base(strings.ReplaceAll(f.Path, `\`, "/"))}
		for _, row := range all {
			account.Ledger = append(account.Ledger, view.LedgerRow{Class: row.Class, Count: count[row.Class]})
		}
		files = append(files, account)
	}
	return all, files
}

// LeaveRecordsOut removes the records from a session that are on its pages of records
// alone.
func LeaveRecordsOut(s *parser.Session) {
	s.Unshown = nil
	threads := []*parser.Thread{s.Main}
	for _, a := range s.Agents {
		threads = append(threads, a.Thread)
	}
	for _, t := range threads {
		for _, branch := range t.Branches {
			for m := range branch.Messages() {
				foldedIn(m, func(b parser.Block) bool {
					switch b := b.(type) {
					case *parser.Event:
						b.Raw = nil
					case *parser.Attachment:
						b.Raw = nil
					}
					return true
				})
			}
		}
	}
}
