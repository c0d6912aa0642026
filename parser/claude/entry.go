package claude

import (
	"fmt"
	"strings"
	"time"

	"steno/parser"
	"steno/parser/claude/format"
	"steno/parser/claude/record"
	"steno/parser/offheap"
	"steno/parser/tree"
)

// entry is a record on its way into a thread. There is one for each record of a
// session, so it is kept small: the record goes as soon as it was decoded into
// blocks and found its place in the tree.
type entry struct {
	*record.Record                // until it was presented
	at             *parser.Origin // see share
	seq            int32          // place among the records of its thread, in reading order
	class          class
	role           tree.Role
	kind           kind
	caveat         bool // nothing but the caveat that precedes local commands
	failed         bool // a reply that reports an API error
	written
	*presented
	place string       // anchor of the message it is in, "" while it appears nowhere
	turn  *parser.Turn // the turn it is in
	*rare
}

// written is how a record was found in its file.
type written struct {
	first    bool // the first entry of its file
	glued    bool // is on a line that already held a record
	ghost    bool // its line is accounted for by another entry
	streamed bool // of a file that is no transcript, see package stream
	copied   bool // repeats a record of the session that this one began as a copy of
}

// presented is what remains of a record until it is placed, see presenter.
type presented struct {
	reply  *record.Message // of a reply, without its content; see [reading.replyOf]
	folded record.Folded
	user   *record.User   // see envelope
	blocks []parser.Block // what it shows

	results []resultPart // what it brings for tool calls
}

// over is the value of presented for an entry that was placed: nothing is asked of it any more.
var over presented

// rare is what few entries have.
type rare struct {
	fold    []string // ids of what it is folded into, if that exists: of a call, an agent or a task
	notes   []string
	former  []string // anchors of earlier records that it represents
	sender  string   // of a prompt
	plan    string   // of a prompt: the session that made the plan
	typed   string   // of a result: what the user typed in the dialog about the call
	cleared bool     // the context was cleared before this record
	opens   bool     // begins a turn, though nobody said it
	fires   bool     // says that a scheduled task begins: nobody worked until then
}

// none is the value of rare for an entry that has nothing rare.
var none rare

// own returns the rare things of an entry for writing.
func (e *entry) own() *rare {
	if e.rare == &none {
		e.rare = new(rare)
	}
	return e.rare
}

// slim lets go of the record once the entry was presented, but for what is needed
// to place it: the records of a large session are as big as what is made from them.
func (e *entry) slim() {
	switch e.kind {
	case kindQueue: // presented again, when it is known what happened to it
		own := *e.Record // others that were made together with it go
		e.forget()
		e.Record = &own
		return
	case kindReply:
		e.failed = e.Flags.Has(record.APIError) || e.Message.Model == synthetic && e.saysError()
		if e.folded == "" {
			e.reply = e.Message
			e.reply.Content, e.reply.Result = nil, nil
		}
	}
	if e.kind == kindReply || e.kind == kindPrompt {
		e.user = e.User
	}
	e.forget()
}

// open brings back the message of a record.
func (r *reading) open(e *entry) { r.folder.Open(e.Record) }

// share takes the origin of what the entry shows for its own, which is one of many that were made together.
func (e *entry) share() {
	switch {
	case len(e.blocks) > 0 && *e.blocks[0].From() == *e.at:
		e.at = e.blocks[0].From()
	case len(e.results) > 0 && e.results[0].result.Origin == *e.at:
		e.at = &e.results[0].result.Origin
	default:
		alone := *e.at
		e.at = &alone
	}
}

// replyOf returns the message of a reply that was presented, of which the content was taken.
func (r *reading) replyOf(e *entry) *record.Message {
	if e.reply == nil {
		e.reply = r.folder.Message(e.folded)
		e.reply.Content = nil
	}
	return e.reply
}

// saysError reports whether a text of the client is an error of the API. Some versions did not mark all of them.
func (e *entry) saysError() bool {
	if len(e.blocks) != 1 {
		return false
	}
	t, ok := e.blocks[0].(*parser.Text)
	return ok && strings.HasPrefix(t.Text, "API Error: ")
}

// envelope returns what the record of a reply or prompt said beside its message.
func (e *entry) envelope() record.User {
	if e.user == nil {
		return record.User{}
	}
	return *e.user
}

// forget lets go of the record. It is emptied, as others that were made together
// with it may keep its memory.
func (e *entry) forget() {
	if e.Record != nil {
		*e.Record = record.Record{}
		e.Record = nil
	}
}

// release lets go of what is not needed once the entry was placed.
func (e *entry) release() {
	if e.class != unplaced && e.presented != &over {
		e.forget()
		e.blocks, e.reply, e.user = nil, nil, nil
	}
}

// end lets go of the rest, once the turn of the entry was extended by it: its results are in their calls.
func (e *entry) end() {
	if e.class != unplaced {
		e.rare, e.presented, e.kind, e.caveat, e.failed = &none, &over, kindHidden, false, false
	}
}

// kind is how an entry is placed.
type kind uint8

const (
	kindHidden   kind = iota // connects the tree, is not shown
	kindEvent                // a separate event
	kindReply                // a piece of a reply
	kindResult               // results of tool calls, and perhaps an event beside them
	kindPrompt               // starts a turn
	kindCommand              // a slash command or bash-mode input
	kindOutput               // what a command printed
	kindSummary              // the summary that opens a segment
	kindBoundary             // a compaction
	kindQueue                // a message queued while the agent worked
)

// resultPart is one tool_result block.
type resultPart struct {
	id      string
	result  *parser.ToolResult
	version string // of the client that wrote it
}

// class is what happened to a line; see Ledger.
type class uint8

const (
	unplaced class = iota
	shown
	merged
	structural
	metadata
	duplicate
	unknown
	withheld
	malformed
)

// countType counts the type of an entry's record.
func countType(l *parser.FileLedger, e *entry) {
	if l.Types == nil {
		l.Types = make(map[string]int)
	}
	l.Types[typeName(e.Record)]++
}

// countLine adds an entry to the ledger of its file.
func countLine(l *parser.FileLedger, e *entry) {
	if e.glued {
		l.Glued++
		return
	}
	l.Lines++
	switch e.class {
	case shown:
		l.Shown++
	case merged:
		l.Merged++
	case structural:
		l.Structural++
	case metadata:
		l.Metadata++
	case duplicate:
		l.Duplicate++
	case unknown:
		l.Unknown++
	case withheld:
		l.Withheld++
	case malformed:
		l.Malformed++
	}
}

func typeName(r *record.Record) string {
	if r.Subtype == "" {
		return r.Type
	}
	return r.Type + "/" + r.Subtype
}

func nanos(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixNano()
}

// notice remembers the types of a record that are not known.
func notice(l *parser.FileLedger, e *entry) {
	progress := e.Type == "progress" && format.Lookup(format.Progress, e.Subtype) == nil
	if e.class == unknown || progress {
		l.NoticeUnknown(typeName(e.Record), e.Context.Version)
		return
	}
	within := func(blocks []parser.Block) {
		for _, b := range blocks {
			if u, ok := b.(*parser.Unknown); ok {
				l.NoticeUnknown("block/"+u.Type, e.Context.Version)
			}
		}
	}
	within(e.blocks)
	for _, r := range e.results {
		within(r.result.Content)
	}
}

// anchors assigns each entry its anchor. Within a thread the earlier record keeps
// the short form and a later one that collides gets a longer one, so that lines
// appended to a file never change what is already there.
func anchors(entries []*entry, texts *offheap.Texts) {
	n := &naming{
		taken:  newNames(entries, func(e *entry) string { return e.at.Anchor }),
		copies: make(map[string]int),
	}
	for i, e := range entries {
		e.at.Anchor = texts.String(n.anchor(anchorID(e)))
		n.taken.add(i)
	}
}

type naming struct {
	taken  *names         // by anchor
	copies map[string]int // how many records share an id
}

func (n *naming) anchor(id string) string {
	for length := min(8, len(id)); length <= len(id); length++ {
		a := "m-" + id[:length]
		owner, used := n.taken.find(a)
		if !used {
			return a
		}
		if anchorID(n.taken.entries[owner]) == id {
			break
		}
	}
	for {
		n.copies[id]++
		a := fmt.Sprintf("m-%s-%d", id, n.copies[id]+1)
		if _, used := n.taken.find(a); !used {
			return a
		}
	}
}

// anchorID returns the letters and digits of the uuid; records without one are
// named after their content.
func anchorID(e *entry) string {
	id := strings.Map(func(r rune) rune {
		switch {
		case r >= '0' && r <= '9', r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z':
			return r
		}
		return -1
	}, e.at.UUID)
	if id == "" || len(id) > 64 {
		return fmt.Sprintf("%016x", e.Hash)
	}
	return id
}

// warn adds a warning to the session.
func (r *reading) warn(file string, line int, text string) {
	r.out.Warnings = append(r.out.Warnings, parser.Warning{File: file, Line: line, Text: text})
}
