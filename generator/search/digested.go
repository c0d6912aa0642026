package search

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/gob"
	"errors"
)

// Digested is a session made ready for an index: what [Builder.Add] makes of it, apart,
// so that it can be kept and added again. It depends on the session, on Options.Scope
// and on Options.Snippet.
type Digested struct {
	rec      *record
	run      run
	snippets []byte
}

// Digest makes a session ready for an index with these options.
func Digest(s Session, o Options) *Digested {
	rec, r, snippets := digest(s, o.complete())
	return &Digested{rec, r, snippets}
}

// AddDigested takes a session into the index that was digested before. Each session may
// be added once.
func (b *Builder) AddDigested(ctx context.Context, d *Digested) error {
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
	b.err = b.keep(d.rec, d.run, d.snippets)
	return b.err
}

// savedDigest is a Digested as it is written.
type savedDigest struct {
	Session      Session
	Docs         int
	Days         []dayChange
	Tools, Kinds map[string]int
	Text         int64
	Hash         [sha256.Size]byte
	Run          []byte
	Snippets     []byte
}

var errDigest = errors.New("not a whole digest of this version")

// digestVersion changes when a digest of an older Steno must not be used.
var digestVersion = []byte{3, SchemaVersion, TokenizerVersion}

// MarshalBinary writes the digest for [Digested.UnmarshalBinary].
func (d *Digested) MarshalBinary() ([]byte, error) {
	r := d.rec
	s := savedDigest{
		Session: r.Session, Docs: r.docs, Days: r.days, Tools: r.tools, Kinds: r.kinds, Text: r.text, Hash: r.hash,
		Run: d.run.data, Snippets: d.snippets,
	}
	var b bytes.Buffer
	b.Write(digestVersion)
	b.Write(make([]byte, sha256.Size))
	if err := gob.NewEncoder(&b).Encode(&s); err != nil {
		return nil, err
	}
	sum := sha256.Sum256(b.Bytes()[len(digestVersion)+sha256.Size:])
	copy(b.Bytes()[len(digestVersion):], sum[:])
	return b.Bytes(), nil
}

// UnmarshalBinary reads what [Digested.MarshalBinary] wrote. What is damaged or of another
// version is an error.
func (d *Digested) UnmarshalBinary(data []byte) error {
	rest, ok := bytes.CutPrefix(data, digestVersion)
	if !ok || len(rest) < sha256.Size || sha256.Sum256(rest[sha256.Size:]) != [sha256.Size]byte(rest) {
		return errDigest
	}
	var s savedDigest
	if err := gob.NewDecoder(bytes.NewReader(rest[sha256.Size:])).Decode(&s); err != nil {
		return err
	}
	rec := &record{Session: s.Session, docs: s.Docs, days: s.Days, tools: s.Tools, kinds: s.Kinds, text: s.Text, hash: s.Hash}
	*d = Digested{rec, run{data: s.Run}, s.Snippets}
	return nil
}
