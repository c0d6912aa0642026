package claude

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"steno/parser"
	"steno/parser/claude/files"
	"steno/parser/claude/record"
	"steno/parser/claude/stream"
	"steno/parser/jsonl"
	"steno/parser/source"
)

// input is one file as it was read.
type input struct {
	ledger  *parser.FileLedger
	file    *source.File
	index   int
	entries []*entry // in file order; every record but state
	spare   []entry  // to make entries of
	states  []*entry // titles, modes, and other records that hold state

	streamed bool // what a client printed, not a transcript; see package stream
}

// maxLineWarnings bounds what one broken file may say.
const maxLineWarnings = 5

// read reads one transcript. A file that cannot be opened or read to its end is
// reported, and what was read of it is kept.
func (p *parse) read(ctx context.Context, f *source.File, agent string) *input {
	in := &input{ledger: &parser.FileLedger{Path: source.Plain(f.Path), Agent: agent}, file: f, index: len(p.inputs)}
	p.inputs = append(p.inputs, in)
	r, err := f.Open()
	if err != nil {
		p.warn(f.Path, 0, "the file cannot be opened: "+err.Error())
		return in
	}
	defer r.Close()
	p.lines(ctx, in, r)
	return in
}

func (p *parse) lines(ctx context.Context, in *input, r io.Reader) {
	if p.reader == nil {
		p.reader, p.decoder = jsonl.NewReader(nil), record.NewDecoder()
		p.decoder.KeepAgent = p.keepAgent
	}
	reader := stream.NewReader(p.reader, r)
	in.streamed = reader.Streamed()
	bad := 0
	for reader.Next() && ctx.Err() == nil {
		line := reader.Line()
		if line.Reason != "" && (len(line.Objects) > 0 || in.file.Holds("")) {
			if bad++; bad <= maxLineWarnings {
				p.warn(in.ledger.Path, line.Number, line.Damage())
			}
		}
		p.line(in, line)
	}
	if bad > maxLineWarnings {
		p.warn(in.ledger.Path, 0, fmt.Sprintf("%d more lines like these", bad-maxLineWarnings))
	}
	if bad > 0 && len(in.ledger.Types) == 0 {
		p.warn(in.ledger.Path, 0, "the file contains no record: it does not look like a transcript")
	}
	if err := reader.Err(); err != nil {
		p.warn(in.ledger.Path, 0, "reading stopped before the end of the file: "+err.Error())
	}
}

// line takes the records of one line and counts the lines that hold none.
func (p *parse) line(in *input, line *jsonl.Line) {
	before := 0 // records on the line so far, other sessions' included
	for _, object := range line.Objects {
		rec, err := p.decoder.Decode(object)
		if err != nil {
			p.warn(in.ledger.Path, line.Number, "unreadable record: "+err.Error())
			continue
		}
		before++
		if !in.file.Holds(rec.Context.Session) {
			p.outside(rec)
			continue
		}
		e := in.entry()
		e.Record, e.glued, e.rare, e.streamed = rec, before > 1, &none, in.streamed
		countType(in.ledger, e)
		e.at = parser.Origin{UUID: rec.UUID, Time: rec.Time, File: in.index, Line: line.Number}
		switch {
		case in.file.IsWithheld(line.Number):
			p.shared(e)
		case in.file.IsCopied(line.Number):
			p.copied(e)
		}
		if e.class == unplaced && !e.copied {
			p.unshown.note(rowOfUnshown(rec, p.options), rec, e.at, object)
		}
		p.add(in, e)
	}
	if before > 0 || !in.file.Holds("") {
		return
	}
	e := &entry{class: structural}
	if line.Kind != jsonl.Blank {
		e.class = malformed
	}
	countLine(in.ledger, e)
}

// entry makes an entry. Entries live as long as each other: together they need less
// room, and leave no gaps between what goes earlier.
func (in *input) entry() *entry {
	if len(in.spare) == 0 {
		in.spare = make([]entry, min(1024, 16+len(in.entries)))
	}
	e := &in.spare[0]
	in.spare = in.spare[1:]
	return e
}

// add files an entry. What needs no place is counted right away.
func (p *parse) add(in *input, e *entry) {
	switch {
	case e.class != unplaced:
		countLine(in.ledger, e)
	case isState(e.Record):
		e.class = p.stateClass(e.Record)
		countLine(in.ledger, e)
		if e.class != metadata { // snapshots of files: many, and not needed again
			p.copy(e.Record)
			e.forget()
			return
		}
		in.states = append(in.states, e)
	default:
		e.first = len(in.entries) == 0
		in.entries = append(in.entries, e)
	}
}

// outside notes a record of another session in a shared file.
func (p *parse) outside(r *record.Record) {
	if r.UUID != "" {
		p.foreign[r.UUID] = r.Context.Session
	}
}

// shared withholds a record that an excluded session has, too.
func (p *parse) shared(e *entry) {
	e.class = withheld
	p.out.Withheld++
	if e.at.UUID != "" {
		p.foreign[e.at.UUID] = withheldSession
	}
}

// withheldSession represents the session of withheld records where they are parents of others.
const withheldSession = "\x00"

// copied marks a record that repeats one of the session this one began as a copy of: it
// belongs to the thread's beginning. Titles and other state are this session's own all the same.
func (p *parse) copied(e *entry) {
	if isState(e.Record) {
		return
	}
	e.copied = true
	origin := firstOf(e.Rare().ForkSession, p.src.Origin, e.Context.Session)
	if p.out.ForkedFrom == nil {
		p.out.ForkedFrom = &parser.Fork{SessionID: origin}
	}
	f := p.out.ForkedFrom
	f.Records++
	if id := firstOf(e.Rare().ForkUUID, e.at.UUID); id != "" {
		f.UUID = id
	}
	if e.at.UUID != "" {
		p.foreign[e.at.UUID] = origin
	}
}

// keepAgent reports whether the decoder keeps progress records of an agent: only those of
// agents that have no file.
func (p *parse) keepAgent(id string) bool { return !p.known[id] }

// notes reads what is kept beside the session's transcripts.
func (p *parse) notes() {
	if p.src.Memory != nil {
		p.note(p.src.Memory, parser.NoteMemory)
	}
	for _, name := range slices.Sorted(maps.Keys(p.src.Plans)) {
		p.note(p.src.Plans[name], parser.NotePlan)
	}
	p.scripts()
}

func (p *parse) note(f *source.File, kind parser.NoteKind) {
	n, err := source.ReadNote(f, kind)
	if err != nil {
		p.warn(f.Path, 0, err.Error())
	} else if strings.TrimSpace(n.Text) != "" {
		p.out.Notes = append(p.out.Notes, n)
	}
}

// copy notes the copies of files that a record names.
func (p *parse) copy(r *record.Record) {
	if p.copies == nil || !strings.HasPrefix(r.Type, "file-history-") {
		return
	}
	for _, b := range files.Backups(r.Extra) {
		p.copies[b] = true
	}
}

// checkpoints reads the copies of files that records named. A copy that is not among the files is
// left out.
func (p *parse) checkpoints() {
	for _, b := range slices.SortedFunc(maps.Keys(p.copies), func(x, y files.Backup) int {
		return cmp.Or(cmp.Compare(x.Path, y.Path), cmp.Compare(x.Version, y.Version), x.Time.Compare(y.Time), cmp.Compare(x.Name, y.Name))
	}) {
		c := &parser.Checkpoint{Path: b.Path, Version: b.Version, Time: b.Time, Absent: b.Name == ""}
		if f := p.src.Copies[b.Name]; f != nil {
			n, err := source.ReadNote(f, "copy of a file")
			if err != nil {
				p.warn(f.Path, 0, err.Error())
				continue
			}
			c.Text = n.Text
		} else if !c.Absent {
			continue
		}
		p.out.Checkpoints = append(p.out.Checkpoints, c)
	}
}
