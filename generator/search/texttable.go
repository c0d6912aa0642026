package search

import (
	"encoding/binary"
	"math/bits"
	"math/rand/v2"
	"strings"
)

// textTable numbers texts in the order in which they come, and keeps a value of each. It is a map that reads less memory. Its hash is
// seeded, so that nobody can write texts that all have the same.
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
