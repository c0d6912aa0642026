package search

import (
	"bufio"
	"bytes"
	"cmp"
	"container/heap"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
)

// A run is a sequence of terms in ascending order. A term contains sections, one for
// each session: the session's number (its place in Builder.sessions), the length
// of its postings and the postings, varints of delta<<impactBits|impact with docs
// counted from the session's first.
//
// On the wire: shared prefix, suffix length, suffix, length of all sections,
// sections. Runs stay in memory until there are too many of them; then they are
// merged into one on disk.
type run struct {
	data []byte
	// session is put before each section when the run is read. A run of one session
	// is written before the session has its number.
	session int
	file    string // instead of data; its sections carry their sessions
}

// runWriter front-codes terms.
type runWriter struct {
	data []byte
	prev []byte
}

func (w *runWriter) section(term string, list []byte) {
	w.head(term, len(list))
	w.data = append(w.data, list...)
}

// head writes what precedes a list of so many bytes.
func (w *runWriter) head(term string, size int) {
	shared := 0
	for shared < len(term) && shared < len(w.prev) && term[shared] == w.prev[shared] {
		shared++
	}
	w.data = binary.AppendUvarint(w.data, uint64(shared))
	w.data = binary.AppendUvarint(w.data, uint64(len(term)-shared))
	w.data = append(w.data, term[shared:]...)
	w.data = binary.AppendUvarint(w.data, uint64(size))
	w.prev = append(w.prev[:0], term...)
}

// runReader reads a run term by term.
type runReader struct {
	r       reader
	file    *os.File // to close
	session int      // -1: sections carry their sessions
	term    []byte
	list    []byte
}

// reader is what runs are read from: bytes.Reader and bufio.Reader.
type reader interface {
	io.Reader
	io.ByteReader
}

func openRun(r run) (*runReader, error) {
	if r.file == "" {
		return &runReader{r: bytes.NewReader(r.data), session: r.session}, nil
	}
	f, err := os.Open(r.file)
	if err != nil {
		return nil, err
	}
	return &runReader{r: bufio.NewReaderSize(f, 1<<18), file: f, session: -1}, nil
}

// next reads the next term; io.EOF after the last.
func (r *runReader) next() error {
	shared, err := binary.ReadUvarint(r.r)
	if err != nil {
		return err
	}
	suffix, err := binary.ReadUvarint(r.r)
	if err != nil {
		return unexpected(err)
	}
	r.term = grow(r.term[:shared], int(suffix))
	if _, err := io.ReadFull(r.r, r.term[shared:]); err != nil {
		return unexpected(err)
	}
	size, err := binary.ReadUvarint(r.r)
	if err != nil {
		return unexpected(err)
	}
	r.list = r.list[:0]
	if r.session >= 0 {
		r.list = binary.AppendUvarint(r.list, uint64(r.session))
		r.list = binary.AppendUvarint(r.list, size)
	}
	had := len(r.list)
	r.list = grow(r.list, int(size))
	_, err = io.ReadFull(r.r, r.list[had:])
	return unexpected(err)
}

func (r *runReader) close() {
	if r.file != nil {
		r.file.Close()
	}
}

func unexpected(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

func grow(b []byte, n int) []byte {
	for cap(b)-len(b) < n {
		b = append(b[:cap(b)], 0)[:len(b)]
	}
	return b[:len(b)+n]
}

// mergedRuns reads the terms of several runs in ascending order, each with the sections of all runs one behind the
// other. Both are valid until the next one is read.
type mergedRuns struct {
	runs           runHeap
	term, sections []byte
	done           bool // behind the last term
}

// mergeRuns reads the first term of the runs. The caller closes what is returned.
func mergeRuns(runs []run) (*mergedRuns, error) {
	m := &mergedRuns{runs: make(runHeap, 0, len(runs))}
	for _, r := range runs {
		reader, err := openRun(r)
		if err == nil {
			m.runs = append(m.runs, reader)
			err = reader.next()
		}
		if errors.Is(err, io.EOF) {
			reader.close()
			m.runs = m.runs[:len(m.runs)-1]
		} else if err != nil {
			m.close()
			return nil, err
		}
	}
	heap.Init(&m.runs)
	if err := m.next(); err != nil {
		m.close()
		return nil, err
	}
	return m, nil
}

// next reads the next term.
func (m *mergedRuns) next() error {
	if m.done = len(m.runs) == 0; m.done {
		return nil
	}
	m.term, m.sections = append(m.term[:0], m.runs[0].term...), m.sections[:0]
	for len(m.runs) > 0 && bytes.Equal(m.runs[0].term, m.term) {
		m.sections = append(m.sections, m.runs[0].list...)
		if err := m.runs.advance(); err != nil {
			return err
		}
	}
	return nil
}

func (m *mergedRuns) close() {
	for _, r := range m.runs {
		r.close()
	}
}

// merge calls each for every term of the runs, in ascending order, with its sections. Both are only valid during the call.
func merge(runs []run, each func(term, sections []byte) error) error {
	m, err := mergeRuns(runs)
	if err != nil {
		return err
	}
	defer m.close()
	for err == nil && !m.done {
		err = cmp.Or(each(m.term, m.sections), m.next())
	}
	return err
}

// runHeap has the reader with the lowest term on top.
type runHeap []*runReader

func (h runHeap) Len() int           { return len(h) }
func (h runHeap) Less(i, j int) bool { return bytes.Compare(h[i].term, h[j].term) < 0 }
func (h runHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }

// Push is part of heap.Interface; readers are never added.
func (h *runHeap) Push(x any) { *h = append(*h, x.(*runReader)) }

// Pop is part of heap.Interface.
func (h *runHeap) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}

// advance moves the top reader on, and drops it at its end.
func (h *runHeap) advance() error {
	top := (*h)[0]
	err := top.next()
	if errors.Is(err, io.EOF) {
		heap.Pop(h)
		top.close()
		return nil
	}
	if err == nil {
		heap.Fix(h, 0)
	}
	return err
}

// keep takes a digested session over: its number is its place in b.sessions.
func (b *Builder) keep(d *Digested) (err error) {
	s := &session{start: d.rec.Start, hash: d.rec.hash, docs: d.rec.docs, facets: b.facets.take(d.rec), place: d.place}
	if s.in == nil {
		if s.place, err = b.putRecord(d.rec, d.snippets); err != nil {
			return err
		}
	}
	number := len(b.sessions)
	b.sessions = append(b.sessions, s)
	r := d.run
	if len(r.data) == 0 {
		if !b.o.Earlier.take(s, number) {
			return fmt.Errorf("the postings of session %q are not among the earlier ones", d.rec.ID)
		}
		return nil
	}
	r.session = number
	b.runs = append(b.runs, r)
	if b.size += len(r.data); b.size > b.o.Memory {
		return b.spill()
	}
	return nil
}

// openTemp makes the folder for temporary files.
func (b *Builder) openTemp() (err error) {
	if b.dir == "" {
		if b.dir, err = os.MkdirTemp(b.o.TempDir, "steno-search-*"); err != nil {
			return fmt.Errorf("making a directory for search runs: %w", err)
		}
	}
	return nil
}

// spill merges the runs in memory into one on disk.
func (b *Builder) spill() error {
	if err := b.openTemp(); err != nil {
		return err
	}
	f, err := os.CreateTemp(b.dir, "run")
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(f, 1<<18)
	var w runWriter
	var inMemory, onDisk []run
	for _, r := range b.runs {
		if r.file == "" {
			inMemory = append(inMemory, r)
		} else {
			onDisk = append(onDisk, r)
		}
	}
	err = merge(inMemory, func(term, sections []byte) error {
		w.data = w.data[:0]
		w.section(string(term), sections)
		_, err := out.Write(w.data)
		return err
	})
	if err = errors.Join(err, out.Flush(), f.Close()); err != nil {
		return fmt.Errorf("spilling search postings: %w", err)
	}
	b.runs = append(onDisk, run{file: f.Name()})
	b.size = 0
	return nil
}
