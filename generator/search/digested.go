package search

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"time"
)

// Digested is a session made ready for an index: what [Builder.Add] makes from it, apart,
// so that it can be kept and added again. It depends on the session, on Options.Scope
// and on Options.Snippet.
type Digested struct {
	rec      *record
	run      run
	snippets []byte // packed: record.fragments says how
	place    place  // in what it was read from, and the file that contains that; no file for none
}

// Digest makes a session ready for this index, or for another one with the same options.
func (b *Builder) Digest(s Session) *Digested {
	d, ok := b.digesters.Get().(*digester)
	if !ok {
		d = newDigester()
	}
	digested := d.digest(s, b.o)
	if d.reset() {
		b.digesters.Put(d)
	}
	return digested
}

// Add takes a session into the index that was digested before. Each session may
// be added once.
func (b *Builder) Add(ctx context.Context, d *Digested) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return errClosed
	}
	if b.err != nil {
		return b.err
	}
	b.err = b.keep(d)
	return b.err
}

var errDigest = errors.New("not a complete digest of this version")

// digestVersion changes when a digest of an older Steno must not be used.
var digestVersion = []byte{11, SchemaVersion, tokenizerVersion}

// MarshalBinary writes the digest for [Digested.UnmarshalBinary].
func (d *Digested) MarshalBinary() ([]byte, error) {
	r := d.rec
	b := make([]byte, len(digestVersion)+sha256.Size, len(d.run.data)+len(d.snippets)+1024)
	copy(b, digestVersion)
	b, err := r.appendTo(b)
	if err != nil {
		return nil, err
	}
	b = appendBytes(appendBytes(b, d.run.data), d.snippets)
	sum := sha256.Sum256(b[len(digestVersion)+sha256.Size:])
	copy(b[len(digestVersion):], sum[:])
	return b, nil
}

func appendBytes[T string | []byte](b []byte, s T) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

// UnmarshalBinary reads what [Digested.MarshalBinary] wrote. What is damaged or of another
// version is an error. The digest keeps data.
func (d *Digested) UnmarshalBinary(data []byte) error {
	rest, ok := bytes.CutPrefix(data, digestVersion)
	if !ok || len(rest) < sha256.Size || sha256.Sum256(rest[sha256.Size:]) != [sha256.Size]byte(rest) {
		return errDigest
	}
	return d.ReadWhole(data)
}

// ReadWhole is UnmarshalBinary for what is known to be whole: its sum is not compared.
func (d *Digested) ReadWhole(data []byte) error {
	rest, ok := bytes.CutPrefix(data, digestVersion)
	if !ok || len(rest) < sha256.Size {
		return errDigest
	}
	c := cursor{rest: rest[sha256.Size:]}
	r := &record{}
	r.readFrom(&c)
	head := len(data) - len(c.rest)
	*d = Digested{rec: r, run: run{data: c.bytes()}, snippets: c.bytes()}
	from := len(digestVersion) + sha256.Size
	d.place = place{at: int64(from), size: int64(head - from), snippets: int64(len(data) - len(d.snippets))}
	if c.bad || len(c.rest) > 0 {
		return errDigest
	}
	return nil
}

// Head is the digest for an index whose Options.Earlier has its postings and snippets.
func (d *Digested) Head() *Digested { return &Digested{rec: d.rec} }

// ReadFrom says that what [Digested.UnmarshalBinary] read begins at that place of a file, which
// stays until the index is finished: the record and the snippets need not be kept in another one.
func (d *Digested) ReadFrom(file io.ReaderAt, at int64) {
	d.place.in, d.place.at = file, d.place.at+at
	d.place.from, d.place.snippets = file, d.place.snippets+at
}

// HasPostings reports whether a digest is itself.
func (d *Digested) HasPostings() bool { return len(d.run.data) > 0 }

// cursor reads what appendBytes and others wrote. bad is set when it did not fit.
type cursor struct {
	rest []byte
	bad  bool
}

func (c *cursor) number() int {
	v, n := binary.Uvarint(c.rest)
	if n <= 0 || v > math.MaxInt32<<8 {
		c.rest, c.bad = nil, true
		return 0
	}
	c.rest = c.rest[n:]
	return int(v)
}

func (c *cursor) take(n int) []byte {
	if n > len(c.rest) {
		c.rest, c.bad = nil, true
		return nil
	}
	b := c.rest[:n:n]
	c.rest = c.rest[n:]
	return b
}

func (c *cursor) bytes() []byte { return c.take(c.number()) }

// noteDay remembers where the day changes. A doc without a time belongs to the
// day of the one before it.
func (r *record) noteDay(doc int, t time.Time) {
	if t.IsZero() {
		if doc > 0 {
			return
		}
		t = r.Start
	}
	day := 0
	if !t.IsZero() {
		day = max(0, int(t.Unix()/86400))
	}
	if n := len(r.days); n == 0 || r.days[n-1].Day != day {
		r.days = append(r.days, dayChange{doc, day})
	}
}

// hashOf is over all that a session brings into the index.
func hashOf(rec *record, r run) (sum [sha256.Size]byte) {
	h := sha256.New()
	for _, s := range []string{rec.ID, rec.URL, rec.Title, rec.Project, rec.ProjectName, rec.ProjectDir,
		rec.Branch, rec.Model, rec.Agent, rec.Resume,
		strconv.FormatInt(seconds(rec.Start), 10), strconv.FormatInt(seconds(rec.End), 10)} {
		h.Write(binary.AppendUvarint(nil, uint64(len(s))))
		h.Write([]byte(s))
	}
	for _, d := range rec.days {
		h.Write(binary.AppendVarint(binary.AppendUvarint(nil, uint64(d.Doc)), int64(d.Day)))
	}
	for _, f := range rec.fragments {
		h.Write(binary.AppendUvarint(binary.AppendUvarint(nil, uint64(f.docs)), uint64(f.size)))
	}
	h.Write(rec.packed.sum[:])
	h.Write(r.data)
	h.Sum(sum[:0])
	return sum
}

// seconds is Unix time, 0 for no time.
func seconds(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.Unix()
}

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
	return r.packed.appendTo(b), nil
}

// readFrom reads what appendTo wrote. The cursor says whether it fitted.
func (r *record) readFrom(c *cursor) {
	for _, s := range []*string{&r.ID, &r.URL, &r.Title, &r.Project, &r.ProjectName, &r.ProjectDir, &r.Branch,
		&r.Model, &r.Agent, &r.Resume} {
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
	r.packed.readFrom(c)
}

// session is what the builder has of a session in memory: there may be very many. Its record is in a file.
type session struct {
	start  time.Time
	hash   [sha256.Size]byte
	docs   int
	base   int   // number of its first doc, set by Finish
	whole  int64 // bytes of the files of its snippets, unless the budget makes them shorter
	facets *facets
	left   left
	place
}

// place is where a record and the snippets are.
type place struct {
	in       io.ReaderAt // a file that has the record
	at, size int64       // of the record
	from     io.ReaderAt // a file that has the snippets
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
	r.in, r.at = s.from, s.snippets
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
	p = place{b.records, b.written, int64(len(data)), b.records, b.written + int64(len(data))}
	parts := [][]byte{data, snippets}
	if len(snippets) < largeData {
		parts = [][]byte{append(data, snippets...)}
	}
	for _, part := range parts {
		if _, err := b.records.Write(part); err != nil {
			return p, fmt.Errorf("keeping what the search index has of a session: %w", err)
		}
		b.written += int64(len(part))
	}
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
