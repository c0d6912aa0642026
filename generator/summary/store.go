package summary

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
	"unique"
	"unsafe"

	"steno/generator/flat"
	"steno/parser/spill"
	"steno/theme/view"
)

// The summaries of an archive with very many sessions do not stay in memory: lists have of each
// what they are sorted and linked by, and read the rest back when they write what shows it: no more
// of it than they need, as each reads it again.

// How many bytes of summaries, as they are written, stay in memory, where they take four times as
// much: of those that are made, and of those that are taken over, in a build that has little else
// in memory. If these are so many that few of them would, none does: it would help little.
const (
	mostMade = 1 << 20
	mostKept = 6 << 20
	mostOf   = mostKept / 512
)

// Store keeps the summaries of a build. It may be used from several goroutines.
type Store struct {
	codec *flat.Codec[Session]
	old   *flat.Codec[Session] // for those of an earlier build
	parts [allParts + 1]*flat.Codec[Session]
	file  spill.File

	mu   sync.Mutex
	made int // bytes of those in memory
	kept int
	room int // for kept
	err  error
}

// part is how much of a summary is read.
type part int

const (
	rowPart    part = iota
	totalsPart      // and the row
	workPart        // and these two
	allParts
)

// NewStore returns an empty store. earlier is the shape of the summaries for [Store.KeepAt], nil
// for that of this program, and sessions is how many of these there may be.
func NewStore(earlier flat.Shape, sessions int) *Store {
	s := &Store{codec: flat.Of[Session]()}
	if sessions <= mostOf {
		s.room = mostKept
	}
	s.old, s.parts = s.codec, [...]*flat.Codec[Session]{s.codec.To("Row"), s.codec.To("Totals"), s.codec.To("Work"), s.codec}
	if earlier != nil {
		s.old, s.err = s.codec.Reading(earlier)
	}
	return s
}

// Shape returns the shape of what [Stored.Bytes] returns.
func (s *Store) Shape() flat.Shape { return s.codec.Shape() }

// Read reads a summary of an earlier build.
func (s *Store) Read(b []byte) (*Session, error) { return read(s.old, b) }

// read reads a summary. Its texts are parts of b, which must not change.
func read(codec *flat.Codec[Session], b []byte) (*Session, error) {
	of := &Session{}
	if err := codec.Read(unsafe.String(unsafe.SliceData(b), len(b)), of); err != nil {
		return nil, fmt.Errorf("reading the summary of a session: %w", err)
	}
	return of, nil
}

// Stored is a session of which the summary is kept.
type Stored struct {
	ID, Title, Href string                   // of the row
	project         unique.Handle[view.Link] // of the row
	Client          unique.Handle[string]    // of the row
	Start           time.Time                // of the totals and the row
	Prompts         int                      // of the totals
	Unprompted      bool                     // of the row
	likeness

	whole *Session // nil when it is to be read
	store *Store
	in    io.ReaderAt // nil when it is in memory only
	at    int64
	size  int
}

// Keep keeps a summary.
func (s *Store) Keep(of *Session) *Stored {
	b := s.codec.Append(nil, of)
	out := brief(of)
	out.store, out.size = s, len(b)
	if s.takes(&s.made, len(b), mostMade) {
		out.whole = of
	} else {
		out.in, out.at = &s.file, s.file.Put(b)
	}
	return out
}

// KeepAt keeps a summary that an earlier build wrote: data, which may be changed afterwards, is at
// a place of a file that stays as long as the store.
func (s *Store) KeepAt(in io.ReaderAt, at int64, data []byte) (*Stored, error) {
	if s.old != s.codec {
		of, err := s.Read(bytes.Clone(data))
		if err != nil {
			return nil, err
		}
		return s.Keep(of), nil
	}
	small, codec := s.takes(&s.kept, len(data), s.room), s.parts[totalsPart]
	if small {
		codec, data = s.codec, bytes.Clone(data)
	}
	of, err := read(codec, data)
	if err != nil {
		return nil, err
	}
	out := brief(of)
	out.store, out.in, out.at, out.size = s, in, at, len(data)
	if small {
		out.whole = of
	}
	return out, nil
}

// takes reports whether there is room in memory for so many bytes of summaries, and takes it.
func (s *Store) takes(used *int, size, most int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	small := *used+size <= most
	if small {
		*used += size
	}
	return small
}

// brief returns what is kept of a summary in memory. Its texts are a copy, as they may be a part of
// something larger, and one together, which the garbage collector follows faster than several.
func brief(of *Session) *Stored {
	text := of.Row.Href + of.Row.Title
	href, title := text[:len(of.Row.Href)], text[len(of.Row.Href):]
	id := of.Row.ID
	if at := strings.Index(href, id); at >= 0 {
		id = href[at : at+len(id)]
	} else {
		id = strings.Clone(id)
	}
	return &Stored{
		ID: id, Title: title, Href: href, project: unique.Make(of.Row.Project), Client: unique.Make(of.Row.Client),
		Start: of.Totals.Start, Prompts: of.Totals.Prompts, Unprompted: of.Row.Unprompted,
		likeness: likeness{of.bare(), of.Row.Driven, of.routine(), of.driven()},
	}
}

// InMemory returns a session of which the summary stays in memory.
func InMemory(of *Session) *Stored {
	s := brief(of)
	s.whole = of
	return s
}

// ProjectLink returns the link of the row to its project.
func (s *Stored) ProjectLink() view.Link { return s.project.Value() }

// Whole returns the summary, which must not be changed. If it cannot be read, it is empty: [Store.Err] says so.
func (s *Stored) Whole() *Session { return s.part(allParts) }

func (s *Stored) part(p part) *Session {
	if s.whole != nil {
		return s.whole
	}
	b := make([]byte, s.size)
	if _, err := s.in.ReadAt(b, s.at); err != nil {
		s.store.fail(fmt.Errorf("reading the summary of a session: %w", err))
		return &Session{}
	}
	of, err := read(s.store.parts[p], b)
	if err != nil {
		s.store.fail(err)
		return &Session{}
	}
	return of
}

// Bytes returns the summary as it is written.
func (s *Stored) Bytes() []byte {
	if s.in == nil {
		return s.store.codec.Append(nil, s.whole)
	}
	b := make([]byte, s.size)
	if _, err := s.in.ReadAt(b, s.at); err != nil {
		s.store.fail(err)
	}
	return b
}

func (s *Store) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.err = errors.Join(s.err, err)
}

// Err reports whether a summary could not be read.
func (s *Store) Err() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

// Close releases the store: no summary may be read from then on.
func (s *Store) Close() { s.file.Close() }

// Bare reports whether a session has no conversation: it contains only agents that
// were warmed up or lost their session, or stored state. Lists name them last.
func (s *Stored) Bare() bool { return s.bare }

func (s *Session) bare() bool {
	return s.Row.Prompts == 0 && s.Row.Active == 0 && s.Totals.Replies == 0
}
