package search

import (
	"math/bits"
	"slices"
	"strconv"
)

// A build after a change rewrites the files of the index that contain something of what
// changed, and no others. So nothing may shift:
//
//   - a session's docs have numbers with room behind them, so that a session may grow
//     without those after it getting others; new sessions are the last as a rule;
//   - a file of terms is named by what it begins with, a chunk of a list by the list's term;
//   - where blocks and chunks end depends on what is there, not on what was before.
//
// Files of two builds can then meet in one browser, which opened the manifest before the
// second. Each file is marked with the numbering that it goes by; the client refuses marks
// that it does not know, and says that the page is to be loaded again.

// room is how many numbers a session with so many docs takes: up to a quarter more.
func room(docs int) int {
	step := 1 << max(3, bits.Len(uint(docs))-3)
	return (docs + step - 1) / step * step
}

// marksOf returns for each session the mark of a file whose last session it is: a hash of
// the room of all sessions up to it.
func marksOf(sessions []*session) []uint32 {
	marks := make([]uint32, len(sessions))
	h := uint32(hashBasis)
	for i, s := range sessions {
		h = (h ^ uint32(room(s.docs))) * hashPrime
		marks[i] = h
	}
	return marks
}

// markOf is the mark of a file whose last doc this is.
func (w *writer) markOf(doc int) uint32 {
	n, found := slices.BinarySearchFunc(w.sessions, doc, func(s *session, doc int) int { return s.base - doc })
	if !found {
		n--
	}
	return w.marks[n]
}

// lastMark is the mark of what is of all sessions.
func (w *writer) lastMark() uint32 {
	if len(w.marks) == 0 {
		return hashBasis
	}
	return w.marks[len(w.marks)-1]
}

// FNV-1a, which the client computes too.
const (
	hashBasis = 2166136261
	hashPrime = 16777619
)

func hashTerm(term string) uint32 {
	h := uint32(hashBasis)
	for i := range len(term) {
		h = (h ^ uint32(term[i])) * hashPrime
	}
	return h
}

// termName names what is of one term.
func termName(term string) string { return strconv.FormatUint(uint64(hashTerm(term)), 36) }

// blockEnds reports whether a block of size bytes ends before a term that adds more.
func blockEnds(size, more, block int, term string) bool {
	return size+more > 2*block || size >= block*5/8 && hashTerm(term)%uint32(block/256) == 0
}

// chunkEnds reports whether a chunk of size bytes ends between two docs.
func chunkEnds(size, prev, doc int) bool {
	const group = 6 // bits: dense lists end a chunk as rarely as others
	return size > chunkSize-8 || size >= chunkSize*3/4 && prev>>group != doc>>group && uint32(doc>>group)*hashPrime>>28 == 0
}
