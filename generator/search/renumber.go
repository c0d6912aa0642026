package search

import (
	"cmp"
	"math"
	"slices"
)

// renumbering says which docs of an earlier index have other numbers in the new one.
type renumbering struct {
	moves  []move // in ascending order; docs outside of them keep their numbers
	stable int    // docs below have the same numbers, and files of them the same marks, see cut.go
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
		moved := m.shift != 0 && m.shift != gone
		if r.stable == math.MaxInt && (moved || slot >= len(all) || room(all[slot].docs) != m.to-m.from) {
			r.stable = m.from
		}
	}
	return r
}

// earlierList is a list of an earlier index with the numbers of the new one.
type earlierList struct {
	postings []posting
	same     bool // no number changed
}

// read reads a list as coded.
func (l *earlierList) read(list []byte, r *renumbering) (err error) {
	if l.postings, err = decodeList(l.postings[:0], list); err == nil {
		l.renumber(r.moves)
	}
	return err
}

// renumber assigns the docs their new numbers, and drops those that have gone. Sessions that are in
// both indexes come in the same order in both. Most docs keep their numbers: runs of them are found
// by bisection.
func (l *earlierList) renumber(moves []move) {
	l.same = true
	n, all := 0, l.postings
	for from := 0; from < len(all); {
		at, _ := slices.BinarySearchFunc(moves, all[from].doc(), func(m move, doc int) int { return cmp.Compare(m.to-1, doc) })
		if moves = moves[at:]; len(moves) == 0 {
			n = l.stay(n, from, len(all))
			break
		}
		moved, _ := slices.BinarySearch(all[from:], postingOf(moves[0].from, 0))
		moved += from
		n = l.stay(n, from, moved)
		for from = moved; from < len(all) && all[from].doc() < moves[0].to; from++ {
			if l.same = false; moves[0].shift != gone {
				all[n] = postingOf(all[from].doc()+moves[0].shift, all[from].impact())
				n++
			}
		}
	}
	l.postings = all[:n]
}

// stay has docs keep their numbers, behind the first n, and returns how many there are then.
func (l *earlierList) stay(n, from, to int) int {
	if n < from {
		copy(l.postings[n:], l.postings[from:to])
	}
	return n + to - from
}
