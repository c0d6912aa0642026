// Package rebuild puts a session together from the records of its files, in the order in which
// a reader hands them over: turns of prompts, replies and events, calls with their results,
// branches, figures, a title and the account of all records.
//
// A reader describes its records with a [Syntax], passes the files to [Builder.Lines] and says
// of each [Record] what it is, with the methods of [Thread]. What a table does not list is shown
// generically by this package and counted.
package rebuild

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser"
	"steno/parser/jsonl"
	"steno/parser/raw"
	"steno/parser/source"
	"steno/parser/title"
)

// Syntax says how records of a format are distinguished.
type Syntax struct {
	Agent string // a tag that sessions of the agent get, so that lists and search distinguish them
	Table Table
	Name  func(o raw.Object) string    // of the row of a record
	ID    func(o raw.Object) string    // "" when the record has none; nil when none has
	Time  func(o raw.Object) time.Time // zero when it has none
	// what copies of a record have in common, and no other record of the type; "" for nothing, nil
	// when none has it
	Same  func(o raw.Object) string
	Clean func(o raw.Object) raw.Object         // removes what is never published, for the page of records; nil for nothing
	Whole func(*parser.ToolCall) (string, bool) // the text of a file of which a call read all; nil when no call shows that
}

// Builder puts one session together.
type Builder struct {
	Out  *parser.Session
	Main *Thread

	src      *source.Session
	syntax   *Syntax
	agents   []*Thread
	agentIDs map[string]int // how many agents have each id
	anchors  anchors
	unshown  unshown
	reader   *jsonl.Reader
	version  string // of the agent that wrote the records
	titles   []parser.Title
	costs    map[string]float64 // that the agent reported, by model
	added    map[string]bool    // versions, directories and branches, each behind a letter
}

// New returns a Builder of a session.
func New(src *source.Session, syntax *Syntax) *Builder {
	b := &Builder{src: src, syntax: syntax, agentIDs: map[string]int{}, added: map[string]bool{},
		anchors: anchors{map[string]bool{}, map[[16]byte]int{}},
		Out: &parser.Session{ID: src.ID, Tags: []string{syntax.Agent},
			Texts: parser.Texts{Changed: changedText, Read: syntax.readText}}}
	b.Main = b.newThread(nil)
	if len(src.Main) > 1 {
		b.Main.repeats = newRepeats()
	}
	if src.Origin != "" {
		b.Out.ForkedFrom = &parser.Fork{SessionID: src.Origin}
	}
	return b
}

// Record is one record of a file. It is valid while the function that it was passed to runs.
type Record struct {
	raw.Object
	Type   string        // name of its row
	At     parser.Origin // of the record
	Raw    jsontext.Value
	Thread *Thread // that it belongs to
	class  parser.Treatment
}

// As says how a record was used, where its row says otherwise.
func (r *Record) As(t parser.Treatment) { r.class = t }

// maxLineWarnings bounds what one broken file may say.
const maxLineWarnings = 5

// Lines reads a file of newline-separated records into a thread and calls visit with each. Damage, and a file that
// cannot be opened, are warnings of the session. It stops when ctx is cancelled.
func (b *Builder) Lines(ctx context.Context, f *source.File, t *Thread, visit func(*Record)) {
	ledger := b.ledger(f, t)
	src, err := f.Open()
	if err != nil {
		b.Warn(f.Path, 0, "the file cannot be opened: "+err.Error())
		return
	}
	defer src.Close()
	bad := 0
	t.repeats.next()
	b.reader.Reset(src)
	for b.reader.Next() && ctx.Err() == nil {
		line := b.reader.Line()
		ledger.Lines++
		if line.Reason != "" {
			if bad++; bad <= maxLineWarnings {
				b.Warn(ledger.Path, line.Number, line.Damage())
			}
		}
		for i, object := range line.Objects {
			class := b.record(ledger, f, t, line.Number, object, visit)
			if i == 0 {
				count(&ledger.Ledger, class)
			} else {
				ledger.Glued++
			}
		}
		switch {
		case len(line.Objects) > 0:
		case line.Kind == jsonl.Blank:
			ledger.Structural++
		default:
			ledger.Malformed++
		}
	}
	if bad > maxLineWarnings {
		b.Warn(ledger.Path, 0, fmt.Sprintf("%d more lines like these", bad-maxLineWarnings))
	}
	if err := b.reader.Err(); err != nil {
		b.Warn(ledger.Path, 0, "reading stopped before the end of the file: "+err.Error())
	}
}

// Values passes the values of a document that was read as a whole to visit, each as a record. line
// is the number of the line on which a value begins.
func (b *Builder) Values(ctx context.Context, f *source.File, t *Thread, values []Value, visit func(*Record)) {
	ledger := b.ledger(f, t)
	for _, v := range values {
		if ctx.Err() != nil {
			return
		}
		ledger.Lines++
		if v.JSON.Kind() != '{' {
			b.Warn(ledger.Path, v.Line, "a JSON "+v.JSON.Kind().String()+" where a record is expected; nothing of it could be kept")
			ledger.Malformed++
			continue
		}
		count(&ledger.Ledger, b.record(ledger, f, t, v.Line, v.JSON, visit))
	}
}

// Value is a record within a document.
type Value struct {
	JSON jsontext.Value
	Line int
}

func (b *Builder) ledger(f *source.File, t *Thread) *parser.FileLedger {
	if b.reader == nil {
		b.reader = jsonl.NewReader(nil)
	}
	l := parser.FileLedger{Path: source.Plain(f.Path)}
	if t.agent != nil {
		l.Agent = t.agent.ID
	}
	b.Out.Files = append(b.Out.Files, l)
	return &b.Out.Files[len(b.Out.Files)-1]
}

// record passes one record to visit and returns how it was used.
func (b *Builder) record(l *parser.FileLedger, f *source.File, t *Thread, line int, object []byte, visit func(*Record)) parser.Treatment {
	o := raw.ParseObject(object)
	r := &Record{Object: o, Type: b.syntax.Name(o), Raw: object, Thread: t}
	r.At = parser.Origin{File: len(b.Out.Files) - 1, Line: line, Time: b.syntax.Time(o)}
	if b.syntax.ID != nil {
		r.At.UUID = b.syntax.ID(o)
	}
	if l.Types == nil {
		l.Types = map[string]int{}
	}
	l.Types[r.Type]++
	switch {
	case f.IsWithheld(line):
		b.Out.Withheld++
		return Withheld
	case f.IsCopied(line):
		r.Thread = b.copied(t)
	}
	if t.repeats.again(b.syntax.keyOf(r)) {
		return Duplicate
	}
	row := b.syntax.Table.Lookup(r.Type)
	r.At.Anchor = b.anchors.of(r)
	if row == nil {
		l.NoticeUnknown(r.Type, b.version)
		r.Thread.Event(r, &parser.Unknown{Origin: r.At, Type: r.Type, Raw: slices.Clone(r.Raw)})
		return Unknown
	}
	r.class = row.Treatment
	items := len(r.Thread.items)
	visit(r)
	if len(r.Thread.items) == items && (r.class == Shown || r.class == Merged) {
		r.Thread.Until(r.At.Time)
	}
	b.unshown.note(row, r, b.syntax.Clean)
	if r.Thread.copy {
		return Duplicate
	}
	return r.class
}

// Part returns a record that is written within another one.
func (b *Builder) Part(r *Record, v jsontext.Value) *Record {
	o := raw.ParseObject(v)
	part := &Record{Object: o, Type: b.syntax.Name(o), At: r.At, Raw: v, Thread: r.Thread, class: Shown}
	if at := b.syntax.Time(o); !at.IsZero() {
		part.At.Time = at
	}
	if b.syntax.ID != nil {
		part.At.UUID = b.syntax.ID(o)
	}
	part.At.Anchor = b.anchors.of(part)
	return part
}

func count(l *parser.Ledger, t parser.Treatment) {
	switch t {
	case Shown, Folded:
		l.Shown++
	case Merged:
		l.Merged++
	case Metadata:
		l.Metadata++
	case Structural:
		l.Structural++
	case Withheld:
		l.Withheld++
	case Duplicate:
		l.Duplicate++
	case Unknown:
		l.Unknown++
	}
}

// copied returns the thread for what was copied from another session.
func (b *Builder) copied(t *Thread) *Thread {
	if b.Out.ForkedFrom == nil {
		b.Out.ForkedFrom = &parser.Fork{SessionID: b.src.Origin}
	}
	b.Out.ForkedFrom.Records++
	if t.beginning == nil {
		t.beginning = b.newThread(nil)
		t.beginning.copy = true
	}
	return t.beginning
}

// Warn adds a warning.
func (b *Builder) Warn(file string, line int, text string) {
	b.Out.Warnings = append(b.Out.Warnings, parser.Warning{File: file, Line: line, Text: text})
}

// Unknown returns a block for a part of a record that the reader does not know, and counts it.
func (b *Builder) Unknown(at parser.Origin, name string, v jsontext.Value) *parser.Unknown {
	b.Out.Files[len(b.Out.Files)-1].NoticeUnknown(name, b.version)
	return &parser.Unknown{Origin: at, Type: name, Raw: slices.Clone(v)}
}

// Piece accounts for a file that is a part of a record of another one.
func (b *Builder) Piece(f *source.File, class parser.Treatment) {
	l := parser.FileLedger{Path: source.Plain(f.Path)}
	l.Lines = 1
	if class == "" {
		l.Malformed = 1
	}
	count(&l.Ledger, class)
	b.Out.Files = append(b.Out.Files, l)
}

// Version says which version of the agent wrote the records that follow.
func (b *Builder) Version(v string) {
	b.version = v
	b.Out.Versions = b.add(b.Out.Versions, "v", v)
}

// Dir adds a working directory of the session.
func (b *Builder) Dir(dir string) { b.Out.Dirs = b.add(b.Out.Dirs, "d", dir) }

// Branch adds a git branch.
func (b *Builder) Branch(name string) { b.Out.Branches = b.add(b.Out.Branches, "b", name) }

// Titled adds a recorded title. A later one of a kind replaces an earlier one; of several kinds the
// first that is not empty is taken.
func (b *Builder) Titled(text string, from parser.TitleSource) {
	t := parser.Title{Text: title.FirstLine(text), Source: from}
	if !strings.ContainsFunc(t.Text, wordRune) { // "{": a model was asked for a title, and answered with JSON
		return
	}
	if i := slices.IndexFunc(b.titles, func(have parser.Title) bool { return have.Source == from }); i >= 0 {
		b.titles[i] = t
		return
	}
	b.titles = append(b.titles, t)
}

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// Cost adds what the agent itself said that requests to a model cost, in US dollars.
func (b *Builder) Cost(model string, dollars float64) {
	if dollars > 0 && dollars < 1e6 {
		if b.costs == nil {
			b.costs = map[string]float64{}
		}
		b.costs[model] += dollars
	}
}

// State sets a field of the session's metadata.
func (b *Builder) State(name, value string) {
	if value == "" {
		return
	}
	i, found := slices.BinarySearchFunc(b.Out.Metadata, name, func(f parser.Field, name string) int {
		switch {
		case f.Name < name:
			return -1
		case f.Name > name:
			return 1
		}
		return 0
	})
	if !found {
		b.Out.Metadata = slices.Insert(b.Out.Metadata, i, parser.Field{Name: name})
	}
	b.Out.Metadata[i].Value = value
}

// add adds a value to a list of a kind, unless it is there.
func (b *Builder) add(list []string, kind, v string) []string {
	if v == "" || b.added[kind+v] {
		return list
	}
	b.added[kind+v] = true
	return append(list, v)
}

// ReadAll reads a file that is one document.
func (b *Builder) ReadAll(f *source.File) []byte {
	src, err := f.Open()
	if err != nil {
		b.Warn(f.Path, 0, "the file cannot be opened: "+err.Error())
		return nil
	}
	defer src.Close()
	data, err := whole(src, f.Size)
	switch {
	case err != nil:
		b.Warn(f.Path, 0, "reading stopped before the end of the file: "+err.Error())
	case len(data) > jsonl.MaxLine:
		b.Warn(f.Path, 0, tooLong+"; nothing of it could be kept")
		return nil
	}
	return data
}
