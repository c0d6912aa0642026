package sitescan

import "sort"

// buffer is a text that a file shows in some form, and where its pieces come from.
type buffer struct {
	text   []byte
	pieces []piece // in order; none when all of the text comes from base on
	base   int
	parent *buffer // the text that this one is unescaped from; offsets are those in it

	packed  bool // all of the text comes from base
	numbers bool // written as letters: what looks like a token is none
}

// piece says that the text from at on comes from the file's offset on.
type piece struct{ at, offset int }

func (b *buffer) reset() {
	*b = buffer{text: b.text[:0], pieces: b.pieces[:0]}
}

// from notes that what is appended next comes from an offset of the file.
func (b *buffer) from(offset int) { b.pieces = append(b.pieces, piece{len(b.text), offset}) }

// origin returns where in the file an offset of the text comes from, about.
func (b *buffer) origin(at int) int {
	if b.packed {
		return b.base
	}
	return b.before(at)
}

// root returns the text that all levels of escapes belong to, and the offset in it.
func (b *buffer) root(at int) (*buffer, int) {
	for b.parent != nil {
		b, at = b.parent, b.before(at)
	}
	return b, at
}

func (b *buffer) before(at int) int {
	i := sort.Search(len(b.pieces), func(i int) bool { return b.pieces[i].at > at }) - 1
	if i < 0 {
		return b.base + at
	}
	return b.pieces[i].offset + at - b.pieces[i].at
}
