package search

import (
	"encoding/binary"
	"math/bits"
	"math/rand/v2"
	"strings"
)

// mostKnown is how many different runs a word table remembers. Frequent ones occur early.
const mostKnown = 1 << 16

// wordTable remembers how the runs of a session were cut, and into which terms, so that only the first of
// equal runs is cut.
type wordTable struct {
	textTable[knownWord]
	count func(ids []uint32) // counts the terms of a run that is known

	ids   []uint32 // terms of all words
	heard []uint32 // terms of the run that is being cut
	cuts  bool     // a run is being cut
}

type knownWord struct {
	from, to uint32 // its terms, in ids
	cut      cut
}

// cut is what later runs need to know of one that was cut.
type cut struct {
	pairable bool  // it may be part of a pair
	number   bool  // only digits
	lastPart int16 // where the last part begins, of one that is pairable
}

func newWordTable(count func(ids []uint32)) *wordTable {
	return &wordTable{textTable: newTextTable[knownWord](), count: count}
}

// reset forgets all words.
func (w *wordTable) reset() {
	w.textTable.reset()
	w.ids = w.ids[:0]
}

// recall returns how a run was cut before, and counts its terms.
func (w *wordTable) recall(text string) (cut, bool) {
	if w == nil {
		return cut{}, false
	}
	slot := w.find([]byte(text), w.hash([]byte(text)))
	if *slot == 0 {
		w.heard, w.cuts = w.heard[:0], true
		return cut{}, false
	}
	known := &w.known[*slot-1].value
	w.count(w.ids[known.from:known.to])
	return known.cut, true
}

// hear notes a term of the run that recall did not know.
func (w *wordTable) hear(id uint32) {
	if w.cuts {
		w.heard = append(w.heard, id)
	}
}

// learn ends what recall began for a run that it did not know. The run is remembered, with the
// terms heard since, unless it is a single character, which depends on the text behind it.
func (w *wordTable) learn(text string, c cut, single bool) {
	if w == nil {
		return
	}
	if w.cuts = false; single || len(w.known) == mostKnown {
		return
	}
	from := uint32(len(w.ids))
	w.ids = append(w.ids, w.heard...)
	w.add([]byte(text), w.hash([]byte(text)), knownWord{from, uint32(len(w.ids)), c})
}

// textTable numbers texts in the order in which they come, and keeps a value of each. It is a map
// that reads less memory. Its hash is seeded, so that nobody can write texts that all have the
// same.
type textTable[V any] struct {
	seeds [2]uint64
	slots []uint32 // 1 + number, 0 for none; a power of two, at least half are free
	known []knownText[V]
	texts pieces
}

type knownText[V any] struct {
	text  string
	hash  uint32
	value V
}

func newTextTable[V any]() textTable[V] {
	return textTable[V]{seeds: [2]uint64{rand.Uint64(), rand.Uint64()}, slots: make([]uint32, 1<<10)}
}

// reset forgets all texts.
func (t *textTable[V]) reset() {
	clear(t.slots)
	clear(t.known)
	t.known = t.known[:0]
}

// find returns the slot of a text with this hash; it is 0 if the text is not known.
func (t *textTable[V]) find(text []byte, hash uint32) *uint32 {
	mask := uint32(len(t.slots) - 1)
	for at := hash & mask; ; at = (at + 1) & mask {
		slot := &t.slots[at]
		if *slot == 0 {
			return slot
		}
		if known := &t.known[*slot-1]; known.hash == hash && known.text == string(text) {
			return slot
		}
	}
}

// add adds a text that is not known.
func (t *textTable[V]) add(text []byte, hash uint32, value V) {
	t.known = append(t.known, knownText[V]{t.texts.keep(text), hash, value})
	if len(t.slots) >= 2*len(t.known) {
		*t.find(text, hash) = uint32(len(t.known))
		return
	}
	t.slots = make([]uint32, 2*len(t.slots))
	mask := uint32(len(t.slots) - 1)
	for i := range t.known {
		at := t.known[i].hash & mask
		for t.slots[at] > 0 {
			at = (at + 1) & mask
		}
		t.slots[at] = uint32(i + 1)
	}
}

// hash returns the hash of a text, which is not empty: all that most have are in two words.
func (t *textTable[V]) hash(text []byte) uint32 {
	h := uint64(len(text))
	for ; len(text) > 16; text = text[16:] {
		h = t.mix(binary.LittleEndian.Uint64(text), binary.LittleEndian.Uint64(text[8:])^h)
	}
	switch n := len(text); {
	case n >= 8:
		h = t.mix(binary.LittleEndian.Uint64(text), binary.LittleEndian.Uint64(text[n-8:])^h)
	case n >= 4:
		h = t.mix(uint64(binary.LittleEndian.Uint32(text)), uint64(binary.LittleEndian.Uint32(text[n-4:]))<<32^h)
	default:
		h = t.mix(uint64(text[0])<<16|uint64(text[n/2])<<8|uint64(text[n-1]), h)
	}
	return uint32(h)
}

func (t *textTable[V]) mix(a, b uint64) uint64 {
	high, low := bits.Mul64(a^t.seeds[0], b^t.seeds[1])
	return high ^ low
}

// pieces are short texts that stay. They are many, so many share a piece of memory.
type pieces struct{ memory strings.Builder }

func (p *pieces) keep(text []byte) string {
	if p.memory.Cap()-p.memory.Len() < len(text) {
		p.memory = strings.Builder{}
		p.memory.Grow(16 << 10)
	}
	at := p.memory.Len()
	p.memory.Write(text)
	return p.memory.String()[at:]
}
