package search

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"hash"
	"hash/crc32"
	"io"
	"math"
	"os"
)

// Earlier is the postings that an index left in a file, for the next one with mostly the same
// sessions. A block whose terms have the same postings in both is taken as it is, with its files;
// in others, a term that is in none of the sessions that changed is taken as it was coded.
//
// The file contains the version, the number of sessions, of each its hash and its docs, the blocks,
// each with its terms and their lists, however long, the length of snippets that the budget made
// shorter and what is known of those of each session, what blocks.go says of each block, the packed files
// (name, size, sum of the text), how many bytes each of these three takes, and a checksum of it all.
type Earlier struct {
	name   string
	slots  map[[sha256.Size]byte]int
	bases  []int // of each slot the first doc, and the end of the last
	taken  []int // for each slot, the number of the session in the new index, -1 for none
	files  map[string]packedFile
	block  int           // size of blocks
	blocks []storedBlock // by their terms

	snippet int    // the length of snippets that the budget made shorter, 0 for none
	short   []byte // those of each slot
	shortAt []uint32
}

var errEarlier = errors.New("not complete postings of this version")

// castagnoli is the checksum that processors compute.
func castagnoli() hash.Hash32 { return crc32.New(crc32.MakeTable(crc32.Castagnoli)) }

// OpenEarlier reads what Options.Leave was given in an earlier build. What is damaged or of
// another version is an error. The file must stay until Finish.
func OpenEarlier(name string) (*Earlier, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	whole := info.Size() - crc32.Size
	if whole < 0 {
		return nil, errEarlier
	}
	sum := castagnoli()
	if _, err := io.CopyN(sum, f, whole); err != nil {
		return nil, err
	}
	trailer, err := io.ReadAll(f)
	if err != nil || !bytes.Equal(trailer, sum.Sum(nil)) {
		return nil, errors.Join(errEarlier, err)
	}
	return readEarlier(name, io.NewSectionReader(f, 0, whole))
}

func readEarlier(name string, r *io.SectionReader) (*Earlier, error) {
	in := bufio.NewReader(r)
	version := make([]byte, len(digestVersion))
	if _, err := io.ReadFull(in, version); err != nil || !bytes.Equal(version, digestVersion) {
		return nil, errEarlier
	}
	count, err := binary.ReadUvarint(in)
	if err != nil || count > uint64(r.Size())/sha256.Size {
		return nil, errEarlier
	}
	e := &Earlier{name: name, slots: make(map[[sha256.Size]byte]int, count), bases: make([]int, 1, count+1)}
	from := int64(len(version) + len(binary.AppendUvarint(nil, count)))
	for i := range int(count) {
		var sum [sha256.Size]byte
		if _, err := io.ReadFull(in, sum[:]); err != nil {
			return nil, errEarlier
		}
		docs, err := binary.ReadUvarint(in)
		if err != nil || docs > math.MaxInt32 {
			return nil, errEarlier
		}
		e.slots[sum], e.taken = i, append(e.taken, -1)
		e.bases = append(e.bases, e.bases[i]+room(int(docs)))
		from += int64(sha256.Size + len(binary.AppendUvarint(nil, docs)))
	}
	packed, to, err := readTail(r, r.Size())
	if err != nil {
		return nil, err
	}
	blocks, to, err := readTail(r, to)
	if err != nil {
		return nil, err
	}
	short, to, err := readTail(r, to)
	if err != nil || !e.readPacked(packed) || !e.readShortened(short) || !e.readBlocks(blocks, from, to) {
		return nil, errEarlier
	}
	return e, nil
}

// tailLength is how many bytes say how many a list at the end of the file takes.
const tailLength = 8

// readTail reads a list that ends somewhere, and returns where it begins.
func readTail(r io.ReaderAt, end int64) (list []byte, from int64, err error) {
	end -= tailLength
	var length [tailLength]byte
	if _, err := r.ReadAt(length[:], max(0, end)); err != nil {
		return nil, 0, err
	}
	size := binary.LittleEndian.Uint64(length[:])
	if end < 0 || size > uint64(end) {
		return nil, 0, errEarlier
	}
	from = end - int64(size)
	list = make([]byte, size)
	_, err = r.ReadAt(list, from)
	return list, from, err
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

// take takes the postings of a session over into the new index, where it has that number, if they are here.
func (e *Earlier) take(s *session, number int) bool {
	if e == nil {
		return false
	}
	slot, ok := e.slots[s.hash]
	if ok {
		e.taken[slot] = number
	}
	return ok
}
