package search

import (
	"bufio"
	"errors"
	"io"
	"os"
	"slices"
)

// earlierTerms reads the terms of an earlier index one by one, with their docs as the new
// index numbers them.
type earlierTerms struct {
	run   *runReader // nil after the last
	bases []int      // of the earlier sessions, in ascending order
	shift []int      // what is added to a doc of each; gone for those that the new index does not have
	moved []interval // of earlier docs that have gone, or have other numbers now; in ascending order

	term    []byte
	list    []byte // as coded
	as      bool   // the list is the new index's, too
	docs    []int
	impacts []byte
}

// interval is half-open.
type interval struct{ from, to int }

// gone stands for a shift where there is nothing to shift.
const gone = int(^uint(0) >> 1)

// terms begins to read. Sessions are those of the new index by their numbers, and have their
// docs' numbers. The caller closes what it is given.
func (e *Earlier) terms(sessions []*record) (*earlierTerms, error) {
	t := &earlierTerms{}
	if e == nil {
		return t, nil
	}
	t.bases = e.bases
	for slot, number := range e.taken {
		shift := gone
		if number >= 0 {
			shift = sessions[number].base - e.bases[slot]
		}
		t.shift = append(t.shift, shift)
		if shift != 0 {
			t.moved = append(t.moved, interval{e.bases[slot], e.bases[slot+1]})
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
		if t.as = !t.anyMoved(); !t.as {
			t.renumber()
		}
		if len(t.docs) > 0 {
			return nil
		}
	}
}

// anyMoved tells whether one of the docs has gone or has another number now.
func (t *earlierTerms) anyMoved() bool {
	if len(t.docs) == 0 {
		return false
	}
	at, _ := slices.BinarySearchFunc(t.moved, t.docs[0], func(m interval, doc int) int { return m.to - 1 - doc })
	moved := t.moved[at:]
	for _, doc := range t.docs {
		for len(moved) > 0 && doc >= moved[0].to {
			moved = moved[1:]
		}
		if len(moved) == 0 {
			return false
		}
		if doc >= moved[0].from {
			return true
		}
	}
	return false
}

// renumber gives the docs their new numbers, and drops those that have gone. Sessions that
// are in both indexes come in the same order in both.
func (t *earlierTerms) renumber() {
	n, slot := 0, -1
	for i, doc := range t.docs {
		if slot < 0 || doc >= t.bases[slot+1] {
			at, found := slices.BinarySearch(t.bases, doc)
			if !found {
				at--
			}
			if slot = at; slot >= len(t.shift) { // behind the last
				break
			}
		}
		if t.shift[slot] != gone {
			t.docs[n], t.impacts[n] = doc+t.shift[slot], t.impacts[i]
			n++
		}
	}
	t.docs, t.impacts = t.docs[:n], t.impacts[:n]
}
