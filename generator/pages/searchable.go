package pages

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"
	"unsafe"

	"github.com/go-json-experiment/json/jsontext"

	"steno/generator/address"
	"steno/generator/flat"
	"steno/generator/publish"
	"steno/generator/search"
	"steno/parser"
	"steno/parser/raw"
	"steno/parser/spill"
)

// searchable calls use with the session as the search index sees it: one document for each
// block that a reader may look for, with the page it is on, by time. Internal agents
// repeat what is elsewhere and stay out.
func (s *sessionSite) searchable(use func(search.Session)) error {
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
	found := newDocsByTime()
	defer found.close()
	for _, t := range s.threads {
		if t.agent != nil && t.agent.Kind == parser.AgentInternal {
			continue
		}
		for _, bs := range t.branches {
			d := &docs{site: s, thread: t, to: found}
			for _, seg := range bs.branch.Segments {
				if seg.Compaction != nil && seg.Compaction.Summary != nil {
					d.add(seg.Compaction.Origin, search.Doc{Kind: search.KindSummary, Text: publish.MessageText(seg.Compaction.Summary)})
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
	out.More = found.all
	use(out)
	return found.err
}

// heldDocs is how many bytes of a session's documents wait in memory, where most of them are already; heldDoc is what one
// takes besides its text.
const (
	heldDocs = 512 << 10
	heldDoc  = 200
)

// docsByTime are the documents of a session by time, those without one with the document before.
// What is added to a session is then the last of it, whichever thread it belongs to, and no other
// document gets another number in the index. The first of them wait in memory until all are known, the
// others in a file, as they have most of what a session says.
type docsByTime struct {
	list []waitingDoc
	last time.Time // of the documents so far
	room int       // for bytes in memory
	held []search.Doc

	codec *flat.Codec[search.Doc]
	file  spill.File
	buf   []byte
	err   error
}

// waitingDoc is where a document is, and when it is from.
type waitingDoc struct {
	second int64
	nano   int32
	at     int64 // in the file; one in memory has its number there
	size   int   // in the file; 0 for one in memory
}

func newDocsByTime() *docsByTime { return &docsByTime{codec: flat.Of[search.Doc](), room: heldDocs} }

func (d *docsByTime) add(doc *search.Doc) {
	if !doc.Time.IsZero() {
		d.last = doc.Time
	}
	w := waitingDoc{second: d.last.Unix(), nano: int32(d.last.Nanosecond())}
	if d.room -= heldDoc + len(doc.Text); d.room >= 0 {
		w.at = int64(len(d.held))
		d.held = append(d.held, *doc)
	} else {
		d.buf = d.codec.Append(d.buf[:0], doc)
		w.at, w.size = d.file.Put(d.buf), len(d.buf)
	}
	d.list = append(d.list, w)
}

// all yields the documents.
func (d *docsByTime) all(yield func(search.Doc) bool) {
	slices.SortStableFunc(d.list, func(a, b waitingDoc) int {
		return cmp.Or(cmp.Compare(a.second, b.second), cmp.Compare(a.nano, b.nano))
	})
	for _, w := range d.list {
		doc, err := d.doc(w)
		if err != nil {
			d.err = fmt.Errorf("reading what a session says: %w", err)
			return
		}
		if !yield(doc) {
			return
		}
	}
}

// doc returns a document that waited.
func (d *docsByTime) doc(w waitingDoc) (doc search.Doc, err error) {
	if w.size == 0 {
		return d.held[w.at], nil
	}
	data := make([]byte, w.size)
	if _, err := d.file.ReadAt(data, w.at); err != nil {
		return doc, err
	}
	err = d.codec.Read(unsafe.String(unsafe.SliceData(data), w.size), &doc)
	return doc, err
}

func (d *docsByTime) close() { d.file.Close() }

// docs gathers the documents of one branch.
type docs struct {
	site   *sessionSite
	thread *threadSite
	to     *docsByTime
	last   placed // what was added last
	page   string // which is its address
}

// placed is a page of a branch.
type placed struct {
	branch *branchSite
	page   int
}

// said adds what the session's publisher says about a turn, which is at the turn's start.
func (d *docs) said(turn *parser.Turn) {
	if anchor := turn.Anchor(); anchor != "" {
		d.add(parser.Origin{Anchor: anchor, Time: turn.Start}, search.Doc{Kind: search.KindSummary, Text: titled(turn.Mark, turn.Note)})
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
			d.addIn(m, b.Origin, search.Doc{Kind: kind, Text: b.Text + cited(b.Cites)})
		case *parser.Thinking:
			d.addIn(m, b.Origin, search.Doc{Kind: search.KindThinking, Text: b.Text})
		case *parser.ToolCall:
			d.call(m, b)
		case *parser.Command:
			of := search.KindEvent
			if m.Kind == parser.KindPrompt {
				of = search.KindPrompt
			}
			d.addIn(m, b.Origin, search.Doc{Kind: of,
				Text: strings.TrimSpace(b.Name + " " + b.Args + "\n" + b.Stdout + b.Stderr + "\n" + b.Body)})
		case *parser.Event:
			d.addIn(m, b.Origin, search.Doc{Kind: search.KindEvent, Text: note(b.Title, b.Text, b.Fields, b.Raw)})
		case *parser.Attachment:
			d.addIn(m, b.Origin, search.Doc{Kind: search.KindEvent, Text: note(b.Title, b.Text, b.Fields, b.Raw)})
		case *parser.Document:
			d.addIn(m, b.Origin, search.Doc{Kind: search.KindReply, Text: titled(b.Title, b.Text)})
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
	doc := search.Doc{Kind: search.KindCall, Tool: c.Name, Failed: c.Failed(), File: c.Action.File, Text: stringsOf(c.Input)}
	d.addIn(m, c.Origin, doc)
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
	doc.Kind, doc.Text = search.KindResult, text
	d.addIn(m, c.Origin, doc)
}

// folded adds what is folded into a call: a skill's text, what hooks printed, the end of a
// background task. What has no anchor on the page is found at the call.
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
func (d *docs) addIn(m *parser.Message, o parser.Origin, doc search.Doc) {
	if _, _, ok := d.thread.where(o.Anchor); !ok {
		o.Anchor = m.Anchor
	}
	d.add(o, doc)
}

// add adds a document, unless its text is empty or is on no page.
func (d *docs) add(o parser.Origin, doc search.Doc) {
	bs, page, ok := d.thread.where(o.Anchor)
	if !ok || strings.TrimSpace(doc.Text) == "" {
		return
	}
	if at := (placed{bs, page}); d.last != at {
		d.last, d.page = at, strings.TrimPrefix(bs.dir+"/"+address.Page(page), d.site.dir+"/")
	}
	doc.Anchor, doc.Page, doc.Time, doc.Also = o.Anchor, d.page, o.Time, d.site.alsoIn(o)
	d.to.add(&doc)
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
