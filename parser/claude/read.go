package claude

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"strings"

	"steno/parser"
	"steno/parser/claude/files"
	"steno/parser/claude/format"
	"steno/parser/claude/record"
	"steno/parser/claude/stream"
	"steno/parser/jsonl"
	"steno/parser/source"
)

// reading is what was read of a session's files.
type reading struct {
	options   source.Options
	src       *source.Session
	out       *parser.Session // warnings, notes and the like
	keepAgent func(id string) bool
	inputs    []*input
	foreign   map[string]string // the sessions of records that are not of this one, by uuid
	unshown   unshown
	saved     map[*source.File]*savedText // outputs that were read back
	copies    map[files.Backup]bool       // copies of files that records named; nil when they are not kept
	real      map[string]string           // directories that records named through symbolic links, with where they are

	made    made
	folder  *record.Folder
	reader  *jsonl.Reader // of the transcripts, nil before and behind them
	decoder *record.Decoder
}

// made are the parts of which a session has the most.
type made struct {
	messages record.Slab[parser.Message]
	texts    record.Slab[parser.Text]
	calls    record.Slab[parser.ToolCall]
	results  record.Slab[parser.ToolResult]
}

// states are the state records of the session's own files, in order.
func (r *reading) states() iter.Seq[*entry] {
	return func(yield func(*entry) bool) {
		for _, in := range r.inputs {
			for _, e := range in.states {
				if in.ledger.Agent == "" && !yield(e) {
					return
				}
			}
		}
	}
}

// input is one file as it was read.
type input struct {
	ledger         *parser.FileLedger
	file           *source.File
	index          int
	entries        []*entry // in file order; every record but state
	spare          []entry  // to make entries of
	sparePresented []presented
	spareOrigins   []parser.Origin
	states         []*entry       // titles, modes, and other records of state
	last           map[string]int // where the last ones of their types are among them

	streamed bool // what a client printed, not a transcript; see package stream
}

// maxLineWarnings bounds what one broken file may say.
const maxLineWarnings = 5

// file reads one transcript. A file that cannot be opened or read to its end is
// reported, and what was read of it is kept.
func (r *reading) file(ctx context.Context, f *source.File, agent string) *input {
	in := &input{ledger: &parser.FileLedger{Path: source.Plain(f.Path), Agent: agent}, file: f, index: len(r.inputs)}
	r.inputs = append(r.inputs, in)
	src, err := f.Open()
	if err != nil {
		r.warn(f.Path, 0, "the file cannot be opened: "+err.Error())
		return in
	}
	defer src.Close()
	r.lines(ctx, in, src)
	return in
}

func (r *reading) lines(ctx context.Context, in *input, src io.Reader) {
	if r.reader == nil {
		r.reader, r.decoder = r.options.Readers.Take(), record.NewDecoder()
		r.decoder.KeepAgent, r.decoder.Texts = r.keepAgent, r.options.Texts
		if r.folder == nil {
			r.folder = r.decoder.Folder()
		}
	}
	reader := stream.NewReader(r.reader, src)
	in.streamed = reader.Streamed()
	bad := 0
	for reader.Next() && ctx.Err() == nil {
		line := reader.Line()
		if line.Reason != "" && (len(line.Objects) > 0 || in.file.Holds("")) {
			if bad++; bad <= maxLineWarnings {
				r.warn(in.ledger.Path, line.Number, line.Damage())
			}
		}
		r.line(in, line)
	}
	if bad > maxLineWarnings {
		r.warn(in.ledger.Path, 0, fmt.Sprintf("%d more lines like these", bad-maxLineWarnings))
	}
	if bad > 0 && len(in.ledger.Types) == 0 {
		r.warn(in.ledger.Path, 0, "the file contains no record: it does not look like a transcript")
	}
	if err := reader.Err(); err != nil {
		r.warn(in.ledger.Path, 0, "reading stopped before the end of the file: "+err.Error())
	}
}

// line takes the records of one line and counts the lines that contain none.
func (r *reading) line(in *input, line *jsonl.Line) {
	before := 0 // records on the line so far, other sessions' included
	for _, object := range line.Objects {
		rec, err := r.decoder.Decode(object)
		if err != nil {
			r.warn(in.ledger.Path, line.Number, "unreadable record: "+err.Error())
			continue
		}
		before++
		if !in.file.Holds(rec.Context.Session) {
			r.outside(rec)
			continue
		}
		e := in.entry(rec)
		e.glued, e.rare, e.streamed = before > 1, &none, in.streamed
		countType(in.ledger, e)
		*e.at = parser.Origin{UUID: rec.UUID, Time: rec.Time, File: in.index, Line: line.Number}
		switch {
		case in.file.IsWithheld(line.Number):
			r.shared(e)
		case in.file.IsCopied(line.Number):
			r.copied(e)
		}
		if e.class == unplaced && !e.copied {
			r.unshown.note(rowOfUnshown(rec, r.options), rec, *e.at, object)
		}
		r.add(in, e)
		if !in.streamed && e.Record != nil {
			r.folder.Fold(e.Record)
		}
	}
	if before > 0 || !in.file.Holds("") {
		return
	}
	e := &entry{class: structural, presented: &over}
	if line.Kind != jsonl.Blank {
		e.class = malformed
	}
	countLine(in.ledger, e)
}

// state is an entry of state, with all that it has.
type state struct {
	entry
	record record.Record
	at     parser.Origin
}

// entry makes an entry of a record. Entries live as long as each other: together they need less
// room, and leave no gaps between what goes earlier. Those of state live longer, and are not among them.
func (in *input) entry(rec *record.Record) *entry {
	if isState(rec) {
		s := &state{record: *rec}
		s.entry = entry{Record: &s.record, at: &s.at, presented: &over}
		return &s.entry
	}
	if len(in.spare) == 0 {
		in.spare = make([]entry, min(1024, 16+len(in.entries)))
	}
	const together = 64 // they go in about the order in which they came, entries all at once
	if len(in.sparePresented) == 0 {
		in.sparePresented = make([]presented, min(together, 4+len(in.entries)))
	}
	if len(in.spareOrigins) == 0 {
		in.spareOrigins = make([]parser.Origin, min(together, 4+len(in.entries)))
	}
	e := &in.spare[0]
	e.Record, e.presented, e.at = rec, &in.sparePresented[0], &in.spareOrigins[0]
	in.spare, in.sparePresented, in.spareOrigins = in.spare[1:], in.sparePresented[1:], in.spareOrigins[1:]
	return e
}

// add files an entry. What needs no place is counted right away.
func (r *reading) add(in *input, e *entry) {
	switch {
	case e.class != unplaced:
		countLine(in.ledger, e)
	case isState(e.Record):
		e.class = r.stateClass(e.Record)
		countLine(in.ledger, e)
		if e.class != metadata { // snapshots of files: many, and not needed again
			r.copy(e.Record)
			files.RealDirs(e.Extra, func(name, real string) { r.real[name] = real })
			e.forget()
			return
		}
		in.state(e)
	default:
		e.first = len(in.entries) == 0
		in.entries = append(in.entries, e)
	}
}

// state keeps an entry of state. Where one has a value for the whole session, it takes the place of the one
// before it: clients write the same again every few turns.
func (in *input) state(e *entry) {
	if e.Type == "summary" || format.Lookup(format.Record, e.Type).Value == "" {
		in.states = append(in.states, e)
		return
	}
	if in.last == nil {
		in.last = make(map[string]int)
	}
	at, known := in.last[e.Type]
	if !known {
		at = len(in.states)
		in.last[e.Type], in.states = at, append(in.states, nil)
	}
	in.states[at] = e
}

// outside notes a record of another session in a shared file.
func (r *reading) outside(rec *record.Record) {
	if rec.UUID != "" {
		r.foreign[rec.UUID] = rec.Context.Session
	}
}

// shared withholds a record that an excluded session has, too.
func (r *reading) shared(e *entry) {
	e.class = withheld
	r.out.Withheld++
	if e.at.UUID != "" {
		r.foreign[e.at.UUID] = withheldSession
	}
}

// withheldSession is the session of withheld records that are parents of others.
const withheldSession = "\x00"

// copied marks a record that repeats one of the session this one began as a copy of: it
// belongs to the thread's beginning. Titles and other state are this session's own all the same.
func (r *reading) copied(e *entry) {
	if isState(e.Record) {
		return
	}
	e.copied = true
	origin := cmp.Or(e.Rare().ForkSession, r.src.Origin, e.Context.Session)
	if r.out.ForkedFrom == nil {
		r.out.ForkedFrom = &parser.Fork{SessionID: origin}
	}
	f := r.out.ForkedFrom
	f.Records++
	if id := cmp.Or(e.Rare().ForkUUID, e.at.UUID); id != "" {
		f.UUID = id
	}
	if e.at.UUID != "" {
		r.foreign[e.at.UUID] = origin
	}
}

// notes reads what is kept beside the session's transcripts.
func (r *reading) notes() {
	if r.src.Memory != nil {
		r.note(r.src.Memory, parser.NoteMemory)
	}
	for _, name := range slices.Sorted(maps.Keys(r.src.Plans)) {
		r.note(r.src.Plans[name], parser.NotePlan)
	}
}

func (r *reading) note(f *source.File, kind parser.NoteKind) {
	n, err := source.ReadNote(f, kind)
	if err != nil {
		r.warn(f.Path, 0, err.Error())
	} else if strings.TrimSpace(n.Text) != "" {
		r.out.Notes = append(r.out.Notes, n)
	}
}

// copy notes the copies of files that a record names.
func (r *reading) copy(rec *record.Record) {
	if r.copies == nil || !strings.HasPrefix(rec.Type, "file-history-") {
		return
	}
	for _, b := range files.Backups(rec.Extra) {
		r.copies[b] = true
	}
}

// checkpoints reads the copies of files that records named. A copy that is not among the files is
// left out.
func (r *reading) checkpoints() {
	for _, b := range slices.SortedFunc(maps.Keys(r.copies), func(x, y files.Backup) int {
		return cmp.Or(cmp.Compare(x.Path, y.Path), cmp.Compare(x.Version, y.Version), x.Time.Compare(y.Time), cmp.Compare(x.Name, y.Name))
	}) {
		c := &parser.Checkpoint{Path: b.Path, Version: b.Version, Time: b.Time, Absent: b.Name == ""}
		if f := r.src.Copies[b.Name]; f != nil {
			n, err := source.ReadNote(f, "copy of a file")
			if err != nil {
				r.warn(f.Path, 0, err.Error())
				continue
			}
			c.Text = n.Text
		} else if !c.Absent {
			continue
		}
		r.out.Checkpoints = append(r.out.Checkpoints, c)
	}
}
