package rebuild

import (
	"context"
	"iter"
	"slices"
	"strings"
	"time"

	"steno/parser"
	"steno/parser/jsonl"
	"steno/parser/raw"
	"steno/parser/source"
)

// Scanned collects what a scan of a file of one session finds.
type Scanned struct {
	source.Facts
	ID   string // of the session, without the prefix of the format; "" to take it from the file's name
	Raw  []byte // the record that is visited
	Line int    // its line
	dirs map[string]bool
}

// Node notes the record that is visited, so that copies of it in other sessions are found.
func (s *Scanned) Node(at time.Time, reply bool) {
	key := source.Key(s.Raw)
	n := source.Node{Key: key, Same: key, Line: int32(s.Line), Size: int32(len(s.Raw)), Reply: reply}
	if !at.IsZero() {
		n.Time = at.UnixMilli()
	}
	s.Nodes = append(s.Nodes, n)
}

// Scan reads a file of newline-separated records, all of one session, and passes each to visit,
// which sets the id and the directories.
func Scan(r *jsonl.Reader, f *source.File, s *Syntax, prefix, agent string, visit func(*Scanned, raw.Object)) *source.Facts {
	found := &Scanned{}
	if !found.Read(r, f, func() { found.record(raw.ParseObject(found.Raw), s, visit) }) {
		return &found.Facts
	}
	return found.Finish(f, prefix, agent)
}

// Read sets Raw and Line to each record of a file and calls visit. It returns false if the file
// cannot be opened.
func (s *Scanned) Read(r *jsonl.Reader, f *source.File, visit func()) bool {
	src, err := f.Open()
	if err != nil {
		s.Err = err
		return false
	}
	defer src.Close()
	s.Blank = true
	r.Reset(src)
	for r.Next() {
		l := r.Line()
		if l.Reason != "" && s.Bad.Line == 0 {
			s.Bad = source.Warning{Path: f.Path, Line: l.Number, Text: l.Reason}
		}
		s.Blank = s.Blank && l.Kind == jsonl.Blank
		for _, object := range l.Objects {
			s.Raw, s.Line = object, l.Number
			visit()
		}
	}
	s.Raw, s.Err = nil, r.Err() // the reader's buffer is not kept with the facts
	return true
}

// record adds a record that the table has, and passes it to visit.
func (s *Scanned) record(o raw.Object, syntax *Syntax, visit func(*Scanned, raw.Object)) {
	if syntax.Table.Lookup(syntax.Name(o)) == nil {
		return
	}
	s.Known, s.Blank = true, false
	s.At(syntax.Time(o))
	visit(s, o)
}

// At widens the span of the session.
func (s *Scanned) At(at time.Time) { parser.Widen(&s.Start, &s.End, at, at) }

// Dir adds a working directory.
func (s *Scanned) Dir(dir string) {
	if dir == "" || s.dirs[dir] {
		return
	}
	if s.dirs == nil {
		s.dirs = map[string]bool{}
	}
	s.dirs[dir] = true
	s.Cwds = append(s.Cwds, dir)
}

// Finish returns the facts of the file.
func (s *Scanned) Finish(f *source.File, prefix, agent string) *source.Facts {
	if s.Bad.Line == 0 && !s.Known && !s.Blank {
		s.Bad = source.Warning{Path: f.Path, Text: "its records are not " + agent + "'s"}
	}
	if s.ID == "" {
		name := strings.ReplaceAll(source.Plain(f.Path), `\`, "/")
		name = name[strings.LastIndexByte(name, '/')+1:]
		s.ID, _, _ = strings.Cut(name, ".")
	}
	s.IDs = []source.Holding{{ID: prefix + s.ID, Nodes: len(s.Nodes), Hangs: -1}}
	for i := range s.Cwds {
		s.Dirs = append(s.Dirs, source.DirOf{ID: 0, Dir: int32(i)})
	}
	return &s.Facts
}

// Survey lists members of records that the table does not declare. payload returns what a record says
// besides its envelope, nil for a record that is not compared. lists are the names that the list of
// messages of a document may have, see [Builder.Document].
func Survey(ctx context.Context, s *source.Session, syntax *Syntax, payload func(raw.Object) raw.Object,
	lists ...string) []parser.UnknownType {
	var ledger parser.FileLedger
	files := slices.Clone(s.Main)
	for _, a := range s.Agents {
		files = append(files, a.File)
	}
	for _, f := range files {
		for object := range objects(ctx, f, lists) {
			o := raw.ParseObject(object)
			row := syntax.Table.Lookup(syntax.Name(o))
			if row == nil {
				continue
			}
			var names []string
			for _, m := range payload(o) {
				names = append(names, m.Name)
			}
			for _, name := range row.Undeclared(names) {
				ledger.NoticeUnknown(name, "")
			}
		}
	}
	return ledger.UnknownTypes()
}

// objects goes through the records of a file. What cannot be read is left out: Parse says so.
func objects(ctx context.Context, f *source.File, lists []string) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		if len(lists) > 0 && IsDocument(f) {
			for _, v := range DocumentValues(f, lists) {
				if !yield(v.JSON) {
					return
				}
			}
			return
		}
		src, err := f.Open()
		if err != nil {
			return
		}
		defer src.Close()
		for in := jsonl.NewReader(src); in.Next() && ctx.Err() == nil; {
			for _, object := range in.Line().Objects {
				if !yield(object) {
					return
				}
			}
		}
	}
}
