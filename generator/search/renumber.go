package search

import (
	"bufio"
	"cmp"
	"errors"
	"io"
	"math"
	"os"
	"slices"
)

// earlierTerms reads the terms of an earlier index one by one, with their docs as the new
// index numbers them.
type earlierTerms struct {
	run   *runReader // nil after the last
	moves []move     // in ascending order; docs outside of them keep their numbers

	term    []byte
	list    []byte // as coded
	same    bool   // the new index codes the list the same way
	docs    []int
	impacts []byte
}

// move changes the numbers of the earlier docs from one to before another, or removes them.
type move struct{ from, to, shift int }

// gone represents a shift where there is nothing to shift.
const gone = math.MaxInt

// terms begins to read. Sessions are those of the new index by their numbers, and have their
// docs' numbers. The caller closes what it is given.
func (e *Earlier) terms(sessions []*record) (*earlierTerms, error) {
	t := &earlierTerms{}
	if e == nil {
		return t, nil
	}
	for slot, number := range e.taken {
		m := move{e.bases[slot], e.bases[slot+1], gone}
		if number >= 0 {
			m.shift = sessions[number].base - m.from
		}
		if last := len(t.moves) - 1; last >= 0 && t.moves[last].to == m.from && t.moves[last].shift == m.shift {
			t.moves[last].to = m.to
		} else if m.shift != 0 {
			t.moves = append(t.moves, m)
		}
	}
	f, err := os.Open(e.name)
	if err != nil {
		return nil, err
	}
	part := io.NewSectionReader(f, e.from, e.to-e.from)
	t.run = &runReader{r: bufio.NewReaderSize(part, 1<<18), file: f, session: -1}
	return t, t.next()
}

func (t *earlierTerms) close() {
	if t.run != nil {
		t.run.close()
	}
}

// next reads the next term that the new index still has; there is none after the last.
func (t *earlierTerms) next() error {
	for {
		if err := t.run.next(); errors.Is(err, io.EOF) {
			t.run.close()
			t.run = nil
			return nil
		} else if err != nil {
			return err
		}
		t.term, t.list = t.run.term, t.run.list
		var err error
		if t.docs, t.impacts, err = decodeList(t.docs[:0], t.impacts[:0], t.list); err != nil {
			return err
		}
		if t.renumber(); len(t.docs) > 0 {
			return nil
		}
	}
}

// renumber assigns the docs their new numbers, and drops those that have gone. Sessions that
// are in both indexes come in the same order in both. Most docs keep their numbers: runs of them are found by bisection.
func (t *earlierTerms) renumber() {
	t.same = true
	n, moves := 0, t.moves
	for from := 0; from < len(t.docs); {
		at, _ := slices.BinarySearchFunc(moves, t.docs[from], func(m move, doc int) int { return cmp.Compare(m.to-1, doc) })
		if moves = moves[at:]; len(moves) == 0 {
			n = t.stay(n, from, len(t.docs))
			break
		}
		moved, _ := slices.BinarySearch(t.docs[from:], moves[0].from)
		moved += from
		n = t.stay(n, from, moved)
		for from = moved; from < len(t.docs) && t.docs[from] < moves[0].to; from++ {
			if t.same = false; moves[0].shift != gone {
				t.docs[n], t.impacts[n] = t.docs[from]+moves[0].shift, t.impacts[from]
				n++
			}
		}
	}
	t.docs, t.impacts = t.docs[:n], t.impacts[:n]
}

// stay has docs keep their numbers, behind the first n, and returns how many there are then.
func (t *earlierTerms) stay(n, from, to int) int {
	if n < from {
		copy(t.docs[n:], t.docs[from:to])
		copy(t.impacts[n:], t.impacts[from:to])
	}
	return n + to - from
}
