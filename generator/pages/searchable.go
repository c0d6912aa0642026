package pages

import (
	"path"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"steno/generator/address"
	"steno/generator/publish"
	"steno/generator/search"
	"steno/parser"
	"steno/parser/raw"
)

// searchable is the session as the search index sees it: one document for each
// block that a reader may look for, with the page it is on, by time. Internal agents
// repeat what is elsewhere and stay out.
func (s *sessionSite) searchable() search.Session {
	p := s.s
	out := search.Session{
		ID: p.ID, URL: s.dir + "/index.html", Title: p.Title.Text, Project: s.src.Project.Slug, ProjectName: s.src.Project.Title(),
		ProjectDir: s.src.Project.Dir, Start: p.Start, End: p.End, Tags: p.Tags, Agent: programOf(s.src),
	}
	if !p.Printed && !p.AgentsOnly() {
		out.Resume = resume(s.src.Source.Format, p.ID)
	}
	if len(p.Branches) > 0 {
		out.Branch = p.Branches[0]
	}
	if len(p.Models) > 0 {
		out.Model = p.Models[0]
	}
	p.Held.Own(&out) // which the index keeps, but for the documents
	if p.Note != "" {
		out.Docs = append(out.Docs, search.Doc{Page: "index.html", Kind: search.KindSummary, Time: p.Start, Text: p.Note})
	}
	noted := len(out.Docs)
	for _, t := range s.threads {
		if t.agent != nil && t.agent.Kind == parser.AgentInternal {
			continue
		}
		for _, bs := range t.branches {
			d := &docs{site: s, thread: t, session: &out}
			for _, seg := range bs.branch.Segments {
				if seg.Compaction != nil && seg.Compaction.Summary != nil {
					d.add(search.KindSummary, seg.Compaction.Origin, publish.MessageText(seg.Compaction.Summary))
				}
			}
			for turn := range bs.branch.Turns() {
				d.said(turn)
			}
			for m := range bs.branch.Messages() {
				d.message(m)
			}
		}
	}
	sortByTime(out.Docs[noted:])
	return out
}

// sortByTime sorts documents by time, those without one with the document before. What is added to a session is then
// the last of it, whichever thread it belongs to, and no other document gets another number in the index.
func sortByTime(docs []search.Doc) {
	type timed struct {
		at    time.Time
		place int
	}
	all, sorted := make([]timed, len(docs)), true
	var at time.Time
	for i, d := range docs {
		before := at
		at = later(at, d.Time)
		all[i], sorted = timed{at, i}, sorted && !at.Before(before)
	}
	if sorted {
		return
	}
	slices.SortStableFunc(all, func(a, b timed) int { return a.at.Compare(b.at) })
	for i := range all { // in place, as there are many: what was here waits until its own place is reached
		first := docs[i]
		for to := i; all[to].place != to; {
			from := all[to].place
			if all[to].place = to; from == i {
				docs[to] = first
				break
			}
			docs[to] = docs[from]
			to = from
		}
	}
}

// later is a time, or the one before where it is not known.
func later(before, at time.Time) time.Time {
	if at.IsZero() {
		return before
	}
	return at
}

// docs gathers the documents of one branch.
type docs struct {
	site    *sessionSite
	thread  *threadSite
	session *search.Session
	last    placed // what was added last
	page    string // which is its address
}

// placed is a page of a branch.
type placed struct {
	branch *branchSite
	page   int
}

// said adds what the session's publisher says about a turn, which is at the turn's start.
func (d *docs) said(turn *parser.Turn) {
	if anchor := turn.Anchor(); anchor != "" {
		d.add(search.KindSummary, parser.Origin{Anchor: anchor, Time: turn.Start}, titled(turn.Mark, turn.Note))
	}
}

func (d *docs) message(m *parser.Message) {
	kind := search.KindReply
	if m.Kind == parser.KindPrompt {
		kind = search.KindPrompt
	}
	d.blocks(m, kind)
}

// blocks adds documents for the blocks of a message, texts as of a kind.
func (d *docs) blocks(m *parser.Message, kind string) {
	for _, block := range m.Blocks {
		switch b := block.(type) {
		case *parser.Text:
			d.addIn(m, kind, b.Origin, b.Text+cited(b.Cites))
		case *parser.Thinking:
			d.addIn(m, search.KindThinking, b.Origin, b.Text)
		case *parser.ToolCall:
			d.call(m, b)
		case *parser.Command:
			of := search.KindEvent
			if m.Kind == parser.KindPrompt {
				of = search.KindPrompt
			}
			d.addIn(m, of, b.Origin, strings.TrimSpace(b.Name+" "+b.Args+"\n"+b.Stdout+b.Stderr+"\n"+b.Body))
		case *parser.Event:
			d.addIn(m, search.KindEvent, b.Origin, note(b.Title, b.Text, b.Fields, b.Raw))
		case *parser.Attachment:
			d.addIn(m, search.KindEvent, b.Origin, note(b.Title, b.Text, b.Fields, b.Raw))
		case *parser.Document:
			d.addIn(m, search.KindReply, b.Origin, titled(b.Title, b.Text))
		}
	}
}

// note is what the row of an event or an attachment shows: its text, or what was recorded.
func note(title, text string, fields []parser.Field, record jsontext.Value) string {
	if text == "" && len(fields) == 0 {
		text = stringsOf(record)
	}
	return titled(title, text)
}

// cited are the titles and words that a text cites.
func cited(cites []parser.Citation) string {
	var b strings.Builder
	for _, c := range cites {
		b.WriteString("\n" + c.Title + "\n" + c.Text)
	}
	return b.String()
}

// titled is a text below its title, unless it begins with it.
func titled(title, text string) string {
	if strings.HasPrefix(text, title) {
		return strings.TrimSpace(text)
	}
	return strings.TrimSpace(title + "\n" + text)
}

func (d *docs) call(m *parser.Message, c *parser.ToolCall) {
	defer d.folded(m, c)
	failed, file := c.Failed(), c.Action.File
	if doc := d.addIn(m, search.KindCall, c.Origin, stringsOf(c.Input)); doc != nil {
		doc.Tool, doc.Failed, doc.File = c.Name, failed, file
	}
	if c.Result == nil {
		return
	}
	text := c.Result.Text()
	if p := c.Result.Persisted; p != nil && p.Found && p.Text != "" {
		text = p.Text // the other is its beginning
	}
	for _, b := range c.Result.Content {
		if found, ok := b.(*parser.Document); ok {
			text += "\n" + titled(found.Title, found.Text)
		}
	}
	if doc := d.addIn(m, search.KindResult, c.Origin, text); doc != nil {
		doc.Tool, doc.Failed, doc.File = c.Name, failed, file
	}
}

// folded adds what is folded into a call: a skill's text, what hooks printed, the end of a background task. What has no
// anchor on the page is found at the call.
func (d *docs) folded(m *parser.Message, c *parser.ToolCall) {
	for _, extra := range c.Extra {
		in := *extra
		for _, anchor := range []string{c.Anchor, m.Anchor} {
			if _, _, ok := d.thread.where(in.Anchor); !ok {
				in.Anchor = anchor
			}
		}
		d.blocks(&in, search.KindEvent)
	}
}

// addIn adds a document for a block of a message. A block without a place of its
// own is found at its message.
func (d *docs) addIn(m *parser.Message, kind string, o parser.Origin, text string) *search.Doc {
	if _, _, ok := d.thread.where(o.Anchor); !ok {
		o.Anchor = m.Anchor
	}
	return d.add(kind, o, text)
}

// add adds a document, nil when the text is empty or is on no page.
func (d *docs) add(kind string, o parser.Origin, text string) *search.Doc {
	bs, page, ok := d.thread.where(o.Anchor)
	if !ok || strings.TrimSpace(text) == "" {
		return nil
	}
	if at := (placed{bs, page}); d.last != at {
		d.last, d.page = at, strings.TrimPrefix(bs.dir+"/"+address.Page(page), d.site.dir+"/")
	}
	d.session.Docs = append(d.session.Docs, search.Doc{Anchor: o.Anchor, Page: d.page, Kind: kind, Time: o.Time, Text: d.site.s.Held.String(text), Also: d.site.alsoIn(o)})
	return &d.session.Docs[len(d.session.Docs)-1]
}

// alsoIn returns the ids of the published sessions that repeat a record.
func (s *sessionSite) alsoIn(o parser.Origin) (ids []string) {
	if s.src.Source == nil {
		return nil
	}
	for _, id := range s.src.Source.RepeatedBy(o.File, o.Line) {
		if dir := s.Archive.Dir(id); dir != "" {
			ids = append(ids, path.Base(dir))
		}
	}
	return ids
}

// stringsOf joins all strings of a JSON value, in order, keys left out.
func stringsOf(v jsontext.Value) string {
	var b strings.Builder
	in := raw.Scan(v)
	writeStrings(&b, &in)
	return b.String()
}

func writeStrings(b *strings.Builder, in *raw.Scanner) {
	switch in.Kind() {
	case '{':
		for more := in.Enter('{') && in.More(); more; more = in.More() {
			in.Name()
			writeStrings(b, in)
		}
	case '[':
		for more := in.Enter('[') && in.More(); more; more = in.More() {
			writeStrings(b, in)
		}
	case '"':
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(raw.String(in.Value()))
	default:
		in.Value()
	}
}
