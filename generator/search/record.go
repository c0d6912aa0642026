package search

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"slices"
	"time"
)

// record is what the index has of a session, but for its postings and the bytes of its snippets.
type record struct {
	Session     // without its docs
	docs    int // with the title
	days    []dayChange
	tools   []Value // by name
	kinds   []Value
	text    int64
	hash    [sha256.Size]byte

	packed // its snippets
}

// dayChange says that docs from doc on are of another day than those before.
type dayChange struct{ Doc, Day int }

// appendTo appends the record for readFrom.
func (r *record) appendTo(b []byte) ([]byte, error) {
	for _, s := range []string{r.ID, r.URL, r.Title, r.Project, r.ProjectName, r.ProjectDir, r.Branch, r.Model, r.Agent, r.Resume} {
		b = appendBytes(b, s)
	}
	b = binary.AppendUvarint(b, uint64(len(r.Tags)))
	for _, tag := range r.Tags {
		b = appendBytes(b, tag)
	}
	for _, t := range []time.Time{r.Start, r.End} {
		data, err := t.MarshalBinary()
		if err != nil {
			return nil, err
		}
		b = appendBytes(b, data)
	}
	b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(r.docs)), uint64(r.text))
	b = append(b, r.hash[:]...)
	b = binary.AppendUvarint(b, uint64(len(r.days)))
	for _, day := range r.days {
		b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(day.Doc)), uint64(day.Day))
	}
	for _, counts := range [][]Value{r.kinds, r.tools} {
		b = binary.AppendUvarint(b, uint64(len(counts)))
		for _, v := range counts {
			b = binary.AppendUvarint(appendBytes(b, v.Name), uint64(v.Count))
		}
	}
	b = append(b, r.sum[:]...)
	b = binary.AppendUvarint(b, uint64(len(r.fragments)))
	for _, f := range r.fragments {
		b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(f.docs)), uint64(f.size))
	}
	return b, nil
}

// readFrom reads what appendTo wrote. The cursor says whether it fitted.
func (r *record) readFrom(c *cursor) {
	for _, s := range []*string{&r.ID, &r.URL, &r.Title, &r.Project, &r.ProjectName, &r.ProjectDir, &r.Branch, &r.Model, &r.Agent, &r.Resume} {
		*s = string(c.bytes())
	}
	for n := c.number(); n > 0 && !c.bad; n-- {
		r.Tags = append(r.Tags, string(c.bytes()))
	}
	for _, t := range []*time.Time{&r.Start, &r.End} {
		c.bad = t.UnmarshalBinary(c.bytes()) != nil || c.bad
	}
	r.docs, r.text = c.number(), int64(c.number())
	copy(r.hash[:], c.take(sha256.Size))
	for n := c.number(); n > 0 && !c.bad; n-- {
		r.days = append(r.days, dayChange{c.number(), c.number()})
	}
	for _, counts := range []*[]Value{&r.kinds, &r.tools} {
		for n := c.number(); n > 0 && !c.bad; n-- {
			*counts = append(*counts, Value{Name: string(c.bytes()), Count: c.number()})
		}
	}
	copy(r.sum[:], c.take(sha256.Size))
	for n := c.number(); n > 0 && !c.bad; n-- {
		r.fragments = append(r.fragments, fragment{c.number(), c.number()})
	}
}

// session is what the builder has of a session in memory: there may be very many. Its record is in a file.
type session struct {
	start  time.Time
	hash   [sha256.Size]byte
	docs   int
	base   int // number of its first doc, set by Finish
	facets *facets
	place
}

// place is where a record and the snippets are.
type place struct {
	in       io.ReaderAt // a file that has both
	at, size int64       // of the record
	snippets int64
}

// record reads the record of a session.
func (s *session) record() (*record, error) {
	b := make([]byte, s.size)
	if _, err := s.in.ReadAt(b, s.at); err != nil {
		return nil, fmt.Errorf("reading a session of the search index: %w", err)
	}
	r, c := &record{}, cursor{rest: b}
	if r.readFrom(&c); c.bad || len(c.rest) > 0 {
		return nil, errDamaged
	}
	r.in, r.at = s.in, s.snippets
	for _, f := range r.fragments {
		r.packed.size += int64(f.size)
	}
	return r, nil
}

// putRecord writes a record and its snippets to a temporary file.
func (b *Builder) putRecord(r *record, snippets []byte) (p place, err error) {
	if err := b.openTemp(); err != nil {
		return p, err
	}
	if b.records == nil {
		if b.records, err = os.CreateTemp(b.dir, "sessions"); err != nil {
			return p, err
		}
	}
	data, err := r.appendTo(nil)
	if err != nil {
		return p, err
	}
	p = place{b.records, b.written, int64(len(data)), b.written + int64(len(data))}
	data = append(data, snippets...)
	if _, err := b.records.Write(data); err != nil {
		return p, fmt.Errorf("keeping what the search index has of a session: %w", err)
	}
	b.written += int64(len(data))
	return p, nil
}

// inOrder returns the sessions as the index numbers them: oldest first.
func (b *Builder) inOrder() ([]*session, error) {
	sessions := slices.Clone(b.sessions)
	slices.SortStableFunc(sessions, func(x, y *session) int { return x.start.Compare(y.start) })
	for from := 0; from < len(sessions); {
		to := from + 1
		for to < len(sessions) && sessions[to].start.Equal(sessions[from].start) {
			to++
		}
		if err := orderByID(sessions[from:to]); err != nil {
			return nil, err
		}
		from = to
	}
	return sessions, nil
}

// orderByID sorts sessions that began at the same time.
func orderByID(sessions []*session) (err error) {
	if len(sessions) == 1 {
		return nil
	}
	type named struct {
		*session
		id, url string
	}
	all := make([]named, len(sessions))
	for i, s := range sessions {
		r, err := s.record()
		if err != nil {
			return err
		}
		all[i] = named{s, r.ID, r.URL}
	}
	slices.SortStableFunc(all, func(x, y named) int { return cmp.Or(cmp.Compare(x.id, y.id), cmp.Compare(x.url, y.url)) })
	for i := range all {
		sessions[i] = all[i].session
	}
	return nil
}
