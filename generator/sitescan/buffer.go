package sitescan

import "sort"

// buffer is a text that a file shows in some form, and where its pieces come from.
type buffer struct {
	text   []byte
	pieces []piece // in order; none when all of the text comes from base on
	base   int
	packed bool // all of the text comes from base
}

// piece says that the text from at on comes from the file's offset on.
type piece struct{ at, offset int }

func (b *buffer) reset() {
	b.text, b.pieces, b.base, b.packed = b.text[:0], b.pieces[:0], 0, false
}

// from notes that what is appended next comes from an offset of the file.
func (b *buffer) from(offset int) { b.pieces = append(b.pieces, piece{len(b.text), offset}) }

// origin returns where in the file an offset of the text comes from, about.
func (b *buffer) origin(at int) int {
	if b.packed {
		return b.base
	}
	i := sort.Search(len(b.pieces), func(i int) bool { return b.pieces[i].at > at }) - 1
	if i < 0 {
		return b.base + at
	}
	return b.pieces[i].offset + at - b.pieces[i].at
}
