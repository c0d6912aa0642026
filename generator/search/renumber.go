package search

import (
	"cmp"
	"math"
	"slices"
)

// renumbering says which docs of an earlier index have other numbers in the new one.
type renumbering struct {
	moves  []move // in ascending order; docs outside of them keep their numbers
	stable int    // files whose docs are all below have the same marks, see cut.go
}

// move changes the numbers of the earlier docs from one to before another, or removes them.
type move struct{ from, to, shift int }

// gone is the shift of docs that the new index does not have.
const gone = math.MaxInt

// renumbering compares the numbers of earlier docs with those in the new index. taken are its
// sessions by their numbers, and all of them in order; they have their docs' numbers.
func (e *Earlier) renumbering(taken, all []*session) renumbering {
	r := renumbering{stable: math.MaxInt}
	for slot, number := range e.taken {
		m := move{e.bases[slot], e.bases[slot+1], gone}
		if number >= 0 {
			m.shift = taken[number].base - m.from
		}
		if last := len(r.moves) - 1; last >= 0 && r.moves[last].to == m.from && r.moves[last].shift == m.shift {
			r.moves[last].to = m.to
		} else if m.shift != 0 {
			r.moves = append(r.moves, m)
		}
		if r.stable == math.MaxInt && (slot >= len(all) || room(all[slot].docs) != m.to-m.from) {
			r.stable = m.from
		}
	}
	return r
}

// gone appends the postings of a list that have gone. ok is false for a list that has docs with
// other numbers, or that cannot be read. Nearly all lists of an index pass here, and few docs have
// moved.
func (r *renumbering) gone(docs []int, impacts, list []byte) (_ []int, _ []byte, ok bool) {
	doc := 0
	for _, m := range r.moves {
		for len(list) > 0 {
			v, n := int(digits[list[0]]), 1
			if uint(v) >= stoppers { // most are shorter
				if v, n = readCode(list); n == 0 {
					return docs, impacts, false
				}
			}
			if doc+v>>impactBits >= m.to {
				break
			}
			doc += v >> impactBits
			list = list[n:]
			if doc < m.from {
				continue
			}
			if m.shift != gone {
				return docs, impacts, false
			}
			docs, impacts = append(docs, doc), append(impacts, byte(v&impactMask))
		}
	}
	return docs, impacts, true
}

// earlierList is a list of an earlier index with the numbers of the new one.
type earlierList struct {
	docs    []int
	impacts []byte
	same    bool // no number changed
}

// read reads a list as coded.
func (l *earlierList) read(list []byte, r *renumbering) (err error) {
	if l.docs, l.impacts, err = decodeList(l.docs[:0], l.impacts[:0], list); err == nil {
		l.renumber(r.moves)
	}
	return err
}

// renumber assigns the docs their new numbers, and drops those that have gone. Sessions that are in
// both indexes come in the same order in both. Most docs keep their numbers: runs of them are found
// by bisection.
func (l *earlierList) renumber(moves []move) {
	l.same = true
	n := 0
	for from := 0; from < len(l.docs); {
		at, _ := slices.BinarySearchFunc(moves, l.docs[from], func(m move, doc int) int { return cmp.Compare(m.to-1, doc) })
		if moves = moves[at:]; len(moves) == 0 {
			n = l.stay(n, from, len(l.docs))
			break
		}
		moved, _ := slices.BinarySearch(l.docs[from:], moves[0].from)
		moved += from
		n = l.stay(n, from, moved)
		for from = moved; from < len(l.docs) && l.docs[from] < moves[0].to; from++ {
			if l.same = false; moves[0].shift != gone {
				l.docs[n], l.impacts[n] = l.docs[from]+moves[0].shift, l.impacts[from]
				n++
			}
		}
	}
	l.docs, l.impacts = l.docs[:n], l.impacts[:n]
}

// stay has docs keep their numbers, behind the first n, and returns how many there are then.
func (l *earlierList) stay(n, from, to int) int {
	if n < from {
		copy(l.docs[n:], l.docs[from:to])
		copy(l.impacts[n:], l.impacts[from:to])
	}
	return n + to - from
}
