package parser

import (
	"time"

	"steno/parser/record"
	"steno/parser/tree"
)

// entry is a record on its way into a thread. There is one for each record of a
// session, so it is kept small: the record goes as soon as it was decoded into
// blocks and found its place in the tree.
type entry struct {
	*record.Record
	at     Origin
	seq    int // place among the records of its thread, in reading order
	class  class
	role   tree.Role
	kind   kind
	first  bool // the first entry of its file
	caveat bool // nothing but the caveat that precedes local commands
	glued  bool // stands on a line that already held a record
	ghost  bool // its line is accounted for by another entry

	blocks []Block // what it shows
	place  string  // anchor of the message it stands in, "" while it stands nowhere
	turn   *Turn   // the turn it stands in
	*rare
}

// rare is what few entries have.
type rare struct {
	results []resultPart // what it brings for tool calls
	fold    []string     // ids of what it is folded into, if that exists: of a call, an agent or a task
	notes   []string
	former  []string // anchors of earlier records that it stands for
	sender  string   // of a prompt
	plan    string   // of a prompt: the session that made the plan
}

// none stands for the rare things of an entry that has none.
var none rare

// own gives the rare things of an entry for writing.
func (e *entry) own() *rare {
	if e.rare == &none {
		e.rare = new(rare)
	}
	return e.rare
}

// release lets go of what is not needed once the entry was placed.
func (e *entry) release() {
	if e.class != unplaced {
		e.Record, e.blocks = nil, nil
	}
}

// kind tells how an entry is placed.
type kind uint8

const (
	kindHidden   kind = iota // holds the tree together, is not shown
	kindEvent                // an event of its own
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
	id     string
	result *ToolResult
}

// class is what became of a line; see Ledger.
type class uint8

const (
	unplaced class = iota
	shown
	merged
	structural
	metadata
	duplicate
	unknown
	malformed
)

// name counts the type of an entry's record.
func (l *FileLedger) name(e *entry) {
	if l.Types == nil {
		l.Types = make(map[string]int)
	}
	l.Types[typeName(e.Record)]++
}

// count adds an entry to the ledger of its file.
func (l *FileLedger) count(e *entry) {
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
