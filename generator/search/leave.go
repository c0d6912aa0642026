package search

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"maps"
	"slices"
)

// leaver leaves the postings of an index for the next one, see Earlier.
type leaver struct {
	w      *writer
	run    runWriter // the terms of the block so far
	blocks []byte    // what is known of all blocks
	files  map[string]packedFile
	err    error
}

// leave begins to leave the postings of an index; nil when it is to leave none.
func leave(w *writer) *leaver {
	if w.o.Leave == nil {
		return nil
	}
	return &leaver{w: w, blocks: binary.AppendUvarint(nil, uint64(w.block))}
}

// add leaves a term with its whole list. An error is reported by end.
func (l *leaver) add(term string, list []byte) {
	if l != nil {
		l.run.section(term, list)
	}
}

// endBlock ends the block of the terms that were added.
func (l *leaver) endBlock(b storedBlock) {
	if l == nil {
		return
	}
	l.put(b, Span{}, func() ([]byte, error) { return l.run.data, nil })
	l.run.data, l.run.prev = l.run.data[:0], l.run.prev[:0]
	if cap(l.run.data) > mostBlock {
		l.run.data = nil
	}
}

// mostBlock is how many bytes of room are kept for the next block.
const mostBlock = 1 << 20

// takeBlock leaves a block that an earlier index left.
func (l *leaver) takeBlock(b *storedBlock) {
	if l != nil {
		l.put(*b, b.at, func() ([]byte, error) { return l.w.o.Earlier.part(b.at, nil) })
	}
}

func (l *leaver) put(b storedBlock, was Span, read func() ([]byte, error)) {
	if l.err == nil {
		b.at, l.err = l.w.o.Put(was, read)
	}
	l.blocks = b.append(l.blocks)
}

// end writes what is left besides parts. shortened is what [writer.appendShortened] says.
func (l *leaver) end(to io.Writer, shortened []byte) error {
	if l == nil || l.err != nil {
		return l.failed()
	}
	b := binary.AppendUvarint(slices.Clone(digestVersion), uint64(len(l.w.sessions)))
	for _, s := range l.w.sessions {
		b = s.left.run.append(binary.AppendUvarint(append(b, s.hash[:]...), uint64(s.docs)))
		b = s.left.snippets.append(b)
	}
	b = appendBytes(appendBytes(b, shortened), l.blocks)
	packed := make([]byte, 0, len(l.files)*(sha256.Size+20))
	for _, name := range slices.Sorted(maps.Keys(l.files)) {
		f := l.files[name]
		packed = append(binary.AppendUvarint(appendBytes(packed, name), uint64(f.size)), f.sum[:]...)
	}
	b = appendBytes(b, packed)
	_, err := to.Write(binary.LittleEndian.AppendUint32(b, Sum(b)))
	return err
}

func (l *leaver) failed() error {
	if l == nil {
		return nil
	}
	return fmt.Errorf("leaving search postings: %w", l.err)
}
