package search

import (
	"bytes"
	"cmp"
	"context"
	"os"
	"slices"
)

// mostAhead is how many bytes of new postings are read ahead, to compare them with those of an earlier block.
const mostAhead = 1 << 20

// merger merges the postings of new sessions with those of an earlier index, block by block.
type merger struct {
	w     *writer
	ctx   context.Context
	to    *feeder
	news  *newTerms
	moved renumbering
	list  earlierList
	both  postings
}

// mergeTerms merges runs and the terms of the earlier index into batches.
func (w *writer) mergeTerms(ctx context.Context, runs []run, sessions []*session, to *feeder) error {
	merged, err := mergeRuns(runs)
	if err != nil {
		return err
	}
	defer merged.close()
	m := &merger{w: w, ctx: ctx, to: to, news: &newTerms{runs: merged}, both: postings{sessions: sessions}}
	if w.o.Earlier != nil {
		if err := m.blocks(w.o.Earlier, sessions); err != nil {
			return err
		}
	}
	if err := m.addNew(""); err != nil {
		return err
	}
	return to.send(ctx)
}

// blocks merges the blocks of the earlier index, and all new terms up to the last one.
func (m *merger) blocks(e *Earlier, sessions []*session) error {
	f, err := os.Open(e.name)
	if err != nil {
		return err
	}
	defer f.Close()
	m.moved = e.renumbering(sessions, m.w.sessions)
	for i := range e.blocks {
		b := &e.blocks[i]
		if err := m.addNew(b.first); err != nil {
			return err
		}
		m.to.data = slices.Grow(m.to.data[:0], b.size)[:b.size]
		data := m.to.data
		if _, err := f.ReadAt(data, b.at); err != nil {
			return err
		}
		same, err := m.same(b, data)
		if err == nil && same {
			err = m.to.addBlock(m.ctx, b)
		} else if err == nil {
			err = m.addMerged(data)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// same reports whether the terms of a block, up to the first of the next one, have the same
// postings as before, and its files the same marks. The new terms are passed then.
func (m *merger) same(b *storedBlock, data []byte) (bool, error) {
	if m.w.o.Keep == nil || b.tied || b.doc >= m.moved.stable || m.w.o.Earlier.block != m.w.block {
		return false, nil
	}
	if whole, err := m.news.ahead(b.next); !whole || err != nil {
		return false, err
	}
	begun := m.news.at
	t := blockTerms{rest: data}
	for t.next() {
		if same, err := m.sameTerm(t.term, t.list); !same || err != nil {
			m.news.at = begun
			return false, err
		}
	}
	if t.bad || m.news.at < len(m.news.read) {
		m.news.at = begun
		return false, nil
	}
	return true, nil
}

// sameTerm reports whether the postings of a term that have gone are those that are new, and passes these.
func (m *merger) sameTerm(term, list []byte) (same bool, err error) {
	left, ok := m.moved.gone(m.list.postings[:0], list)
	m.list.postings = left
	if !ok {
		return false, nil
	}
	added, sections, ok := m.news.peek()
	if !ok || !bytes.Equal(added, term) {
		return len(left) == 0 && !(ok && bytes.Compare(added, term) < 0), nil
	}
	if err := cmp.Or(m.both.decode(sections), m.news.next()); err != nil {
		return false, err
	}
	return slices.Equal(left, m.both.list), nil
}

// addMerged adds the terms of a block, and new terms before its last one.
func (m *merger) addMerged(data []byte) error {
	t := blockTerms{rest: data}
	for t.next() {
		if err := cmp.Or(m.addNew(string(t.term)), m.list.read(t.list, &m.moved)); err != nil {
			return err
		}
		list := m.list.postings
		var coded []byte
		if m.list.same {
			coded = t.list
		}
		if added, sections, ok := m.news.peek(); ok && bytes.Equal(added, t.term) {
			if err := cmp.Or(m.both.decode(sections), m.news.next()); err != nil {
				return err
			}
			m.both.join(list)
			list, coded = m.both.list, nil
		}
		if len(list) == 0 {
			continue
		}
		if err := m.to.add(m.ctx, t.term, list, coded); err != nil {
			return err
		}
	}
	if t.bad {
		return errDamaged
	}
	return nil
}

// addNew adds the new terms before one, or all for "".
func (m *merger) addNew(before string) error {
	for {
		term, sections, ok := m.news.peek()
		if !ok || before != "" && string(term) >= before {
			return nil
		}
		if err := m.both.decode(sections); err != nil {
			return err
		}
		if err := cmp.Or(m.to.add(m.ctx, term, m.both.list, nil), m.news.next()); err != nil {
			return err
		}
	}
}

// newTerms are the terms of new sessions, some of which are read ahead.
type newTerms struct {
	runs *mergedRuns
	read []newTerm // ahead
	at   int       // in read, or behind it
	data []byte    // of read
}

// newTerm is where a term and its sections end in the data, behind those before.
type newTerm struct{ from, term, sections int }

// peek returns the next term, which is valid until the next call of ahead or next.
func (n *newTerms) peek() (term, sections []byte, ok bool) {
	if n.at < len(n.read) {
		t := n.read[n.at]
		return n.data[t.from:t.term], n.data[t.term:t.sections], true
	}
	return n.runs.term, n.runs.sections, !n.runs.done
}

// next passes a term.
func (n *newTerms) next() error {
	if n.at < len(n.read) {
		n.at++
		return nil
	}
	return n.runs.next()
}

// ahead reads the terms before one, or all for "", and reports whether they were not too many. All
// that were read have been passed.
func (n *newTerms) ahead(before string) (whole bool, err error) {
	n.read, n.data, n.at = n.read[:0], n.data[:0], 0
	for !n.runs.done && (before == "" || string(n.runs.term) < before) {
		if len(n.data) > mostAhead {
			return false, nil
		}
		t := newTerm{from: len(n.data)}
		n.data = append(n.data, n.runs.term...)
		t.term = len(n.data)
		n.data = append(n.data, n.runs.sections...)
		t.sections = len(n.data)
		n.read = append(n.read, t)
		if err := n.runs.next(); err != nil {
			return false, err
		}
	}
	return true, nil
}
