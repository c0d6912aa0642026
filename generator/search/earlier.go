package search

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"iter"
	"math"
	"os"
	"slices"
)

// Earlier is the postings that an index left, for the next one with mostly the same sessions: each session's
// own, which say what changes when it does, and those of all sessions, in blocks of terms. A block in which nothing
// changed is taken as it is, with its files, and is not even read; in others, a term that is in none of the sessions
// that changed is taken as it was coded.
//
// The file contains the version, the number of sessions, of each its hash, its docs and where its postings and snippets are, the
// length of snippets that the budget made shorter and what is known of those of each session, what blocks.go says of each
// block, the packed files (name, size, sum of the text), how many bytes each of these three takes, and a
// checksum of it all. Postings and snippets are in parts of another file, to which indexes add, see Options.Put.
type Earlier struct {
	parts  io.ReaderAt
	slots  map[[sha256.Size]byte]int
	bases  []int  // of each slot the first doc, and the end of the last
	left   []left // of each slot
	taken  []int  // for each slot, the number of the session in the new index, -1 for none
	files  map[string]packedFile
	block  int           // size of blocks
	blocks []storedBlock // by their terms

	snippet int    // the length of snippets that the budget made shorter, 0 for none
	short   []byte // those of each slot
	shortAt []uint32
}

// left is what is left of a session: its postings, and its snippets.
type left struct{ run, snippets Span }

// Span is a part of a file, with its checksum.
type Span struct {
	At, Size int64
	Sum      uint32
}

// Sum returns the checksum of a [Span].
func Sum(data []byte) uint32 { return crc32.Checksum(data, castagnoli) }

func (s Span) append(to []byte) []byte {
	return binary.LittleEndian.AppendUint32(binary.AppendUvarint(binary.AppendUvarint(to, uint64(s.At)), uint64(s.Size)), s.Sum)
}

func (s *Span) read(c *cursor) {
	s.At, s.Size = int64(c.number()), int64(c.number())
	if sum := c.take(crc32.Size); len(sum) > 0 {
		s.Sum = binary.LittleEndian.Uint32(sum)
	}
}

// ErrEarlier says that what an earlier index left is not complete, or of another version.
var ErrEarlier = errors.New("not complete postings of this version")

// castagnoli is the checksum that processors compute.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// OpenEarlier reads what Options.Leave was given in an earlier build, whose parts are in a file that must stay
// until Finish. What is damaged or of another version is an error.
func OpenEarlier(name string, parts io.ReaderAt) (*Earlier, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	whole := len(data) - crc32.Size
	if whole < 0 || Sum(data[:whole]) != binary.LittleEndian.Uint32(data[whole:]) {
		return nil, ErrEarlier
	}
	return readEarlier(data[:whole], parts)
}

func readEarlier(data []byte, parts io.ReaderAt) (*Earlier, error) {
	rest, ok := bytes.CutPrefix(data, digestVersion)
	c := cursor{rest: rest}
	count := c.number()
	if !ok || count > len(data)/sha256.Size {
		return nil, ErrEarlier
	}
	e := &Earlier{parts: parts, slots: make(map[[sha256.Size]byte]int, count), bases: make([]int, 1, count+1)}
	for i := range count {
		sum, docs := [sha256.Size]byte{}, 0
		copy(sum[:], c.take(sha256.Size))
		docs = c.number()
		var at left
		at.run.read(&c)
		at.snippets.read(&c)
		if c.bad || docs > math.MaxInt32 {
			return nil, ErrEarlier
		}
		e.slots[sum], e.taken, e.left = i, append(e.taken, -1), append(e.left, at)
		e.bases = append(e.bases, e.bases[i]+room(docs))
	}
	var lists [3][]byte // short, blocks, packed
	for i := range lists {
		lists[i] = c.bytes()
	}
	if c.bad || len(c.rest) > 0 || !e.readShortened(lists[0]) || !e.readBlocks(lists[1]) || !e.readPacked(lists[2]) {
		return nil, ErrEarlier
	}
	return e, nil
}

// part reads a part of what is left.
func (e *Earlier) part(at Span, room []byte) ([]byte, error) {
	data := slices.Grow(room[:0], int(at.Size))[:at.Size]
	if _, err := e.parts.ReadAt(data, at.At); err != nil {
		return nil, errors.Join(ErrEarlier, err)
	}
	if Sum(data) != at.Sum {
		return nil, ErrEarlier
	}
	return data, nil
}

// Unused yields the parts that the next index did not take over.
func (e *Earlier) Unused() iter.Seq[Span] {
	return func(yield func(Span) bool) {
		if e == nil {
			return
		}
		for slot, at := range e.left {
			if e.taken[slot] < 0 && !(yield(at.run) && yield(at.snippets)) {
				return
			}
		}
		for i := range e.blocks {
			if b := &e.blocks[i]; !b.taken && !yield(b.at) {
				return
			}
		}
	}
}

// readPacked reads the list of packed files.
func (e *Earlier) readPacked(list []byte) (ok bool) {
	c := cursor{rest: list}
	e.files = map[string]packedFile{}
	for len(c.rest) > 0 && !c.bad {
		name, f := string(c.bytes()), packedFile{size: c.number()}
		copy(f.sum[:], c.take(sha256.Size))
		e.files[name] = f
	}
	return !c.bad
}

// readShortened reads what is known of snippets that were made shorter.
func (e *Earlier) readShortened(list []byte) (ok bool) {
	if len(list) == 0 {
		return true
	}
	c := cursor{rest: list}
	e.snippet, e.short, e.shortAt = c.number(), list, make([]uint32, len(e.taken))
	for slot := range e.shortAt {
		e.shortAt[slot] = uint32(len(list) - len(c.rest))
		c.take(sha256.Size)
		for n := 2 * c.number(); n > 0 && !c.bad; n-- {
			c.number()
		}
	}
	return !c.bad && len(c.rest) == 0 && len(list) <= math.MaxUint32
}

// shortened returns how the snippets of a session were packed when they were made so short.
func (e *Earlier) shortened(s *session, snippet int) (p packed, known bool) {
	if e == nil || e.snippet == 0 || e.snippet != snippet {
		return p, false
	}
	slot, known := e.slots[s.hash]
	if known {
		p.readFrom(&cursor{rest: e.short[e.shortAt[slot]:]})
	}
	return p, known
}

// packed returns what is known of a packed file.
func (e *Earlier) packed(name string) (f packedFile, ok bool) {
	if e != nil {
		f, ok = e.files[name]
	}
	return f, ok
}

// Has reports whether the postings of a digest are among these.
func (e *Earlier) Has(d *Digested) bool {
	if e == nil {
		return false
	}
	_, ok := e.slots[d.rec.hash]
	return ok
}

// take takes the postings and snippets of a session over into the new index, where it has that number, if they are here.
func (e *Earlier) take(s *session, number int) (was left, ok bool) {
	if e == nil {
		return was, false
	}
	slot, ok := e.slots[s.hash]
	if ok {
		e.taken[slot], was = number, e.left[slot]
		s.from, s.snippets = e.parts, was.snippets.At
	}
	return was, ok
}
