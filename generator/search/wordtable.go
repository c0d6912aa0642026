package search

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

// learn ends what recall began for a run that it did not know. The run is remembered, with the terms heard since,
// unless it is a single character, which depends on the text behind it.
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
