package search

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"io"
	"math"
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
var digestVersion = []byte{9, SchemaVersion, tokenizerVersion}

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

// WithoutPostings is the digest for an index whose Options.Earlier has its postings.
func (d *Digested) WithoutPostings() *Digested { return &Digested{rec: d.rec, snippets: d.snippets} }

// ReadFrom says that what [Digested.UnmarshalBinary] read begins at that place of a file, which stays until the index is
// finished: the record and the snippets need not be kept in another one.
func (d *Digested) ReadFrom(file io.ReaderAt, at int64) {
	d.place.in, d.place.at, d.place.snippets = file, d.place.at+at, d.place.snippets+at
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
	for _, s := range []string{rec.ID, rec.URL, rec.Title, rec.Project, rec.ProjectName, rec.ProjectDir, rec.Branch, rec.Model, rec.Agent, rec.Resume,
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
