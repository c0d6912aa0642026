package search

import (
	"hash/maphash"
	"strings"
)

// mostKnown is how many different runs a word table remembers. Frequent ones occur early.
const mostKnown = 1 << 16

// wordTable remembers how the runs of a session were cut, and into which terms, so that only the first of
// equal runs is cut. Its hash is seeded, and equal hashes are compared by their texts.
type wordTable struct {
	count func(id uint32) // counts a term of a run that is known

	seed  maphash.Seed
	slots []uint32 // 1 + index in words, 0 for none; a power of two, at least half are free
	words []knownWord
	ids   []uint32 // terms of all words
	heard []uint32 // terms of the run that is being cut
	texts pieces
	cuts  bool // a run is being cut
}

type knownWord struct {
	text     string
	hash     uint64
	from, to uint32 // its terms, in ids
	cut      cut
}

// cut is what later runs need to know of one that was cut.
type cut struct {
	pairable bool  // it may be part of a pair
	number   bool  // only digits
	lastPart int32 // where the last part begins
}

func newWordTable(count func(id uint32)) *wordTable {
	return &wordTable{count: count, seed: maphash.MakeSeed(), slots: make([]uint32, 1<<10)}
}

// reset forgets all words.
func (w *wordTable) reset() {
	clear(w.slots)
	clear(w.words)
	w.words, w.ids = w.words[:0], w.ids[:0]
}

// recall returns how a run was cut before, and counts its terms.
func (w *wordTable) recall(text string) (cut, bool) {
	if w == nil {
		return cut{}, false
	}
	at := w.find(text, maphash.String(w.seed, text))
	if w.slots[at] == 0 {
		w.heard, w.cuts = w.heard[:0], true
		return cut{}, false
	}
	known := &w.words[w.slots[at]-1]
	for _, id := range w.ids[known.from:known.to] {
		w.count(id)
	}
	return known.cut, true
}

// hear notes a term of the run that recall did not know.
func (w *wordTable) hear(id uint32) {
	if w.cuts {
		w.heard = append(w.heard, id)
	}
}

// learn ends what recall began for a run that it did not know. The run is remembered, with the terms heard since,
// unless it is a single character, which depends on the text behind it.
func (w *wordTable) learn(text string, c cut, single bool) {
	if w == nil {
		return
	}
	if w.cuts = false; single || len(w.words) == mostKnown {
		return
	}
	text = w.texts.keep([]byte(text))
	hash := maphash.String(w.seed, text)
	from := uint32(len(w.ids))
	w.ids = append(w.ids, w.heard...)
	w.words = append(w.words, knownWord{text, hash, from, uint32(len(w.ids)), c})
	if len(w.slots) < 2*len(w.words) {
		w.grow()
		return
	}
	w.slots[w.find(text, hash)] = uint32(len(w.words))
}

// find returns the slot of a text, a free one if it is not known.
func (w *wordTable) find(text string, hash uint64) uint64 {
	mask := uint64(len(w.slots) - 1)
	for at := hash & mask; ; at = (at + 1) & mask {
		i := w.slots[at]
		if i == 0 {
			return at
		}
		if known := &w.words[i-1]; known.hash == hash && known.text == text {
			return at
		}
	}
}

func (w *wordTable) grow() {
	w.slots = make([]uint32, 2*len(w.slots))
	for i := range w.words {
		w.slots[w.find(w.words[i].text, w.words[i].hash)] = uint32(i + 1)
	}
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
