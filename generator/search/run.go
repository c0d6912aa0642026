package search

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
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
	rest    []byte   // of the run, as far as it is read
	file    *os.File // has what is behind rest; nil for none
	buffer  []byte   // of rest, when there is a file
	session int      // -1: sections carry their sessions
	term    []byte
	start   uint64 // the first eight bytes of the term, which decide most comparisons
	list    []byte // valid until the next term is read
}

func openRun(r run) (*runReader, error) {
	if r.file == "" {
		return &runReader{rest: r.data, session: r.session}, nil
	}
	f, err := os.Open(r.file)
	if err != nil {
		return nil, err
	}
	return &runReader{file: f, buffer: make([]byte, 1<<18), session: -1}, nil
}

// next reads the next term; io.EOF after the last.
func (r *runReader) next() error {
	if err := r.read(1); err != nil || len(r.rest) == 0 {
		return cmp.Or(err, io.EOF)
	}
	shared, err := r.number()
	if err != nil || shared > len(r.term) {
		return cmp.Or(err, errDamaged)
	}
	suffix, err := r.take()
	if err != nil {
		return err
	}
	r.term = append(r.term[:shared], suffix...)
	r.start = startBytes(r.term)
	r.list, err = r.take()
	return err
}

// take returns bytes that follow their length.
func (r *runReader) take() ([]byte, error) {
	n, err := r.number()
	if err = cmp.Or(err, r.read(n)); err != nil {
		return nil, err
	}
	if n > len(r.rest) {
		return nil, errDamaged
	}
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b, nil
}

func (r *runReader) number() (int, error) {
	if len(r.rest) > 0 && r.rest[0] < 0x80 { // most are
		n := int(r.rest[0])
		r.rest = r.rest[1:]
		return n, nil
	}
	if err := r.read(binary.MaxVarintLen64); err != nil {
		return 0, err
	}
	v, n := binary.Uvarint(r.rest)
	if n <= 0 || v > math.MaxInt32<<8 {
		return 0, errDamaged
	}
	r.rest = r.rest[n:]
	return int(v), nil
}

// read reads on in the file until so many bytes are in rest, or all that there are.
func (r *runReader) read(n int) error {
	if r.file == nil || len(r.rest) >= n {
		return nil
	}
	if len(r.buffer) < n {
		r.buffer = make([]byte, 2*n)
	}
	had := copy(r.buffer, r.rest)
	more, err := io.ReadAtLeast(r.file, r.buffer[had:], n-had)
	r.rest = r.buffer[:had+more]
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return nil
	}
	return err
}

// appendSections appends the sections of the term.
func (r *runReader) appendSections(b []byte) []byte {
	if r.session >= 0 {
		b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(r.session)), uint64(len(r.list)))
	}
	return append(b, r.list...)
}

func (r *runReader) close() {
	if r.file != nil {
		r.file.Close()
	}
}

// startBytes are the first eight bytes of a term, which come in its order.
func startBytes[T string | []byte](term T) uint64 {
	var b [8]byte
	copy(b[:], term)
	return binary.BigEndian.Uint64(b[:])
}

// mergedRuns reads the terms of several runs in ascending order, each with the sections of all runs
// one behind the other. Both are valid until the next one is read.
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
	for i := len(m.runs) / 2; i >= 0; i-- {
		m.runs.down(i)
	}
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
	for start := m.runs[0].start; len(m.runs) > 0 && m.runs[0].start == start && bytes.Equal(m.runs[0].term, m.term); {
		m.sections = m.runs[0].appendSections(m.sections)
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

// merge calls each for every term of the runs, in ascending order, with its sections. Both are only
// valid during the call.
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

// runHeap has the reader with the lowest term first, and behind each those at twice its place.
type runHeap []*runReader

// advance moves the first reader on, and drops it at its end.
func (h *runHeap) advance() error {
	all := *h
	if err := all[0].next(); errors.Is(err, io.EOF) {
		all[0].close()
		last := len(all) - 1
		all[0] = all[last]
		*h = all[:last]
	} else if err != nil {
		return err
	}
	h.down(0)
	return nil
}

// down moves a reader behind those with lower terms.
func (h runHeap) down(i int) {
	for {
		least := 2*i + 1
		if least+1 < len(h) && h[least+1].before(h[least]) {
			least++
		}
		if least >= len(h) || !h[least].before(h[i]) {
			return
		}
		h[i], h[least] = h[least], h[i]
		i = least
	}
}

func (r *runReader) before(other *runReader) bool {
	if r.start != other.start {
		return r.start < other.start
	}
	return bytes.Compare(r.term, other.term) < 0
}

// keep takes a digested session over: its number is its place in b.sessions.
func (b *Builder) keep(d *Digested) (err error) {
	s := &session{start: d.rec.Start, hash: d.rec.hash, docs: d.rec.docs, whole: d.rec.fileBytes(),
		facets: b.facets.take(d.rec), place: d.place}
	if s.in == nil {
		if s.place, err = b.putRecord(d.rec, d.snippets); err != nil {
			return err
		}
	}
	number := len(b.sessions)
	b.sessions = append(b.sessions, s)
	r := d.run
	if len(r.data) == 0 {
		was, ok := b.o.Earlier.take(s, number)
		if !ok {
			return fmt.Errorf("the postings of session %q are not among the earlier ones", d.rec.ID)
		}
		return b.leave(s, was, func(at Span, _ []byte) ([]byte, error) { return b.o.Earlier.part(at, nil) }, d)
	}
	if err := b.leave(s, left{}, func(_ Span, data []byte) ([]byte, error) { return data, nil }, d); err != nil {
		return err
	}
	r.session = number
	b.runs = append(b.runs, r)
	if b.size += len(r.data); b.size > b.o.Memory {
		return b.spill()
	}
	return nil
}

// leave leaves what there is of a session, if the index is to leave any; was is where it was left before.
func (b *Builder) leave(s *session, was left, read func(at Span, data []byte) ([]byte, error), d *Digested) (err error) {
	if b.o.Leave == nil {
		return nil
	}
	s.left.run, err = b.o.Put(was.run, func() ([]byte, error) { return read(was.run, d.run.data) })
	if err == nil {
		s.left.snippets, err = b.o.Put(was.snippets, func() ([]byte, error) { return read(was.snippets, d.snippets) })
	}
	return err
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
