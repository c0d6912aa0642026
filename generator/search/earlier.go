package search

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
	"maps"
	"math"
	"os"
	"slices"
)

// Earlier is the postings that an index left in a file, for the next one with mostly the
// same sessions. A term that is in none of those that changed is taken as it was coded.
//
// The file contains the version, the number of sessions, of each its hash and its docs, the
// terms with their lists as a block has them, however long, the packed files (name, size, sum of the text), how many bytes
// these take, and a checksum of it all.
type Earlier struct {
	name  string
	from  int64 // of the terms in the file
	to    int64
	slots map[[sha256.Size]byte]int
	bases []int // of each slot the first doc, and the end of the last
	taken []int // for each slot, the number of the session in the new index, -1 for none
	files map[string]packedFile
}

var errEarlier = errors.New("not whole postings of this version")

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
	e := &Earlier{name: name, slots: make(map[[sha256.Size]byte]int, count), bases: make([]int, 1, count+1), to: r.Size()}
	e.from = int64(len(version) + len(binary.AppendUvarint(nil, count)))
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
		e.from += int64(sha256.Size + len(binary.AppendUvarint(nil, docs)))
	}
	if e.files, e.to, err = readPacked(r); err != nil || e.to < e.from {
		return nil, errEarlier
	}
	return e, nil
}

// packedLength is how many bytes say how many the list of packed files takes.
const packedLength = 8

// readPacked reads the list of packed files, and returns where it begins.
func readPacked(r *io.SectionReader) (files map[string]packedFile, from int64, err error) {
	end := r.Size() - packedLength
	var length [packedLength]byte
	if _, err := r.ReadAt(length[:], max(0, end)); err != nil {
		return nil, 0, err
	}
	size := binary.LittleEndian.Uint64(length[:])
	if end < 0 || size > uint64(end) {
		return nil, 0, errEarlier
	}
	from = end - int64(size)
	data := make([]byte, size)
	if _, err := r.ReadAt(data, from); err != nil {
		return nil, 0, err
	}
	c := cursor{rest: data}
	files = map[string]packedFile{}
	for len(c.rest) > 0 && !c.bad {
		name, f := string(c.bytes()), packedFile{size: int(c.number())}
		copy(f.sum[:], c.take(sha256.Size))
		files[name] = f
	}
	if c.bad {
		return nil, 0, errEarlier
	}
	return files, from, nil
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

// take has the postings of a session go into the new index, where it has that number.
func (e *Earlier) take(rec *record, number int) error {
	if e != nil {
		if slot, ok := e.slots[rec.hash]; ok {
			e.taken[slot] = number
			return nil
		}
	}
	return fmt.Errorf("the postings of session %q are not among the earlier ones", rec.ID)
}

// leaver writes the postings of an index for the next one.
type leaver struct {
	out *bufio.Writer
	sum hash.Hash32
	run runWriter
}

// leave begins to write the postings of sessions; nil when w is.
func leave(w io.Writer, sessions []*record) *leaver {
	if w == nil {
		return nil
	}
	l := &leaver{sum: castagnoli()}
	l.out = bufio.NewWriterSize(io.MultiWriter(w, l.sum), 1<<18)
	l.out.Write(digestVersion)
	l.out.Write(binary.AppendUvarint(nil, uint64(len(sessions))))
	for _, s := range sessions {
		l.out.Write(binary.AppendUvarint(s.hash[:len(s.hash):len(s.hash)], uint64(s.docs)))
	}
	return l
}

// add writes a term with its whole list. An error is reported by end.
func (l *leaver) add(term string, list []byte) {
	if l == nil {
		return
	}
	l.run.data = l.run.data[:0]
	l.run.head(term, len(list))
	l.out.Write(l.run.data)
	l.out.Write(list)
}

func (l *leaver) end(w io.Writer, files map[string]packedFile) error {
	if l == nil {
		return nil
	}
	var packed []byte
	for _, name := range slices.Sorted(maps.Keys(files)) {
		f := files[name]
		packed = binary.AppendUvarint(appendBytes(packed, name), uint64(f.size))
		packed = append(packed, f.sum[:]...)
	}
	l.out.Write(packed)
	l.out.Write(binary.LittleEndian.AppendUint64(nil, uint64(len(packed))))
	if err := l.out.Flush(); err != nil {
		return fmt.Errorf("leaving search postings: %w", err)
	}
	_, err := w.Write(l.sum.Sum(nil))
	return err
}
