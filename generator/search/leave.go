package search

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"hash"
	"io"
	"maps"
	"slices"
)

// leaver writes the postings of an index for the next one, see Earlier.
type leaver struct {
	out    *bufio.Writer
	sum    hash.Hash32
	run    runWriter
	size   int    // of the terms of the block so far
	blocks []byte // what is known of all blocks
	files  map[string]packedFile
}

// leave begins to write the postings of the sessions of an index; nil when it is to leave none.
func leave(w *writer) *leaver {
	if w.o.Leave == nil {
		return nil
	}
	l := &leaver{sum: castagnoli(), blocks: binary.AppendUvarint(nil, uint64(w.block))}
	l.out = bufio.NewWriterSize(io.MultiWriter(w.o.Leave, l.sum), 1<<18)
	l.out.Write(digestVersion)
	l.out.Write(binary.AppendUvarint(nil, uint64(len(w.sessions))))
	for _, s := range w.sessions {
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
	l.size += len(l.run.data) + len(list)
}

// endBlock ends the block of the terms that were added.
func (l *leaver) endBlock(b storedBlock) {
	if l == nil {
		return
	}
	b.size = l.size
	l.blocks = b.append(l.blocks)
	l.run.prev, l.size = l.run.prev[:0], 0
}

// addBlock writes a whole block.
func (l *leaver) addBlock(b *storedBlock, data []byte) {
	if l == nil {
		return
	}
	l.out.Write(data)
	l.blocks = b.append(l.blocks)
}

// end writes what is behind the terms. shortened is what [writer.appendShortened] says.
func (l *leaver) end(w io.Writer, shortened []byte) error {
	if l == nil {
		return nil
	}
	var packed []byte
	for _, name := range slices.Sorted(maps.Keys(l.files)) {
		f := l.files[name]
		packed = binary.AppendUvarint(appendBytes(packed, name), uint64(f.size))
		packed = append(packed, f.sum[:]...)
	}
	for _, list := range [][]byte{shortened, l.blocks, packed} {
		l.out.Write(list)
		l.out.Write(binary.LittleEndian.AppendUint64(nil, uint64(len(list))))
	}
	if err := l.out.Flush(); err != nil {
		return fmt.Errorf("leaving search postings: %w", err)
	}
	_, err := w.Write(l.sum.Sum(nil))
	return err
}
