package search

import (
	"bytes"
	"cmp"
	"context"
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
	changes, err := changesOf(runs, sessions, w.o)
	if err != nil {
		return err
	}
	defer changes.close()
	m := &merger{w: w, ctx: ctx, to: to, news: &newTerms{changes: changes}, both: postings{sessions: sessions}}
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
	m.moved = e.renumbering(sessions, m.w.sessions)
	var data []byte
	for i := range e.blocks {
		b := &e.blocks[i]
		if err := m.addNew(b.first); err != nil {
			return err
		}
		same, err := m.same(b)
		if err == nil && same {
			err = m.to.addBlock(m.ctx, b)
		} else if err == nil {
			if data, err = e.part(b.at, data); err == nil {
				err = m.addMerged(data)
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// same reports whether the terms of a block, up to the first of the next one, have the same
// postings as before, and its files the same marks. The new terms are passed then.
func (m *merger) same(b *storedBlock) (bool, error) {
	if m.w.o.Keep == nil || b.tied || b.doc >= m.moved.stable || m.w.o.Earlier.block != m.w.block || m.news.changes.unknown {
		return false, nil
	}
	if whole, err := m.news.ahead(b.next); !whole || err != nil {
		return false, err
	}
	for _, t := range m.news.read {
		if t.changed {
			return false, nil
		}
	}
	m.news.at = len(m.news.read)
	return true, nil
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
		if len(m.both.list) > 0 { // it is not only a term that is gone
			if err := m.to.add(m.ctx, term, m.both.list, nil); err != nil {
				return err
			}
		}
		if err := m.news.next(); err != nil {
			return err
		}
	}
}

// changes reads the terms of the sessions that are new, and of those of the earlier index that are gone, in
// ascending order. A session that went on is both, and most of its terms have the same postings as before.
type changes struct {
	news, olds *mergedRuns
	new, old   postings
	unknown    bool // too much is gone to be compared

	term, sections []byte // sections of new sessions; valid until the next one is read
	changed        bool   // its postings are not those that are gone
	done           bool   // behind the last term
}

// mostGone is how many times as many bytes as of runs in memory are read of sessions that are gone.
const mostGone = 4

// changesOf reads the first term. runs are those of new sessions.
func changesOf(runs []run, sessions []*session, o Options) (c *changes, err error) {
	c = &changes{new: postings{sessions: sessions}}
	gone, err := c.gone(o.Earlier, mostGone*o.Memory)
	if err != nil {
		return nil, err
	}
	if c.olds, err = mergeRuns(gone); err != nil {
		return nil, err
	}
	if c.news, err = mergeRuns(runs); err == nil {
		err = c.next()
	}
	if err != nil {
		c.close()
		return nil, err
	}
	return c, nil
}

// gone reads the runs of the sessions that are gone, unless they are too many.
func (c *changes) gone(e *Earlier, most int) (runs []run, err error) {
	if e == nil {
		return nil, nil
	}
	for slot, left := range e.left {
		at := left.run
		if e.taken[slot] >= 0 {
			continue
		}
		if most -= int(at.Size); most < 0 {
			c.unknown = true
			return nil, nil
		}
		data, err := e.part(at, nil)
		if err != nil {
			return nil, err
		}
		runs = append(runs, run{data: data, session: len(c.old.sessions)})
		c.old.sessions = append(c.old.sessions, &session{base: e.bases[slot]})
	}
	return runs, nil
}

// next reads the next term.
func (c *changes) next() error {
	if c.done = c.news.done && c.olds.done; c.done {
		return nil
	}
	order := bytes.Compare(c.news.term, c.olds.term)
	if c.olds.done {
		order = -1
	} else if c.news.done {
		order = 1
	}
	c.changed, c.sections = true, c.sections[:0]
	if order > 0 {
		c.term = append(c.term[:0], c.olds.term...)
		return c.olds.next()
	}
	c.term, c.sections = append(c.term[:0], c.news.term...), append(c.sections, c.news.sections...)
	if order == 0 {
		if err := c.new.decode(c.news.sections); err != nil {
			return err
		}
		if err := c.old.decode(c.olds.sections); err != nil {
			return err
		}
		c.changed = !slices.Equal(c.new.list, c.old.list)
		if err := c.olds.next(); err != nil {
			return err
		}
	}
	return c.news.next()
}

func (c *changes) close() {
	for _, m := range []*mergedRuns{c.news, c.olds} {
		if m != nil {
			m.close()
		}
	}
}

// newTerms are the terms of what changed, some of which are read ahead.
type newTerms struct {
	changes *changes
	read    []newTerm // ahead
	at      int       // in read, or behind it
	data    []byte    // of read
}

// newTerm is where a term and its sections end in the data, behind those before.
type newTerm struct {
	from, term, sections int
	changed              bool // its postings are not those that are gone
}

// peek returns the next term, which is valid until the next call of ahead or next.
func (n *newTerms) peek() (term, sections []byte, ok bool) {
	if n.at < len(n.read) {
		t := n.read[n.at]
		return n.data[t.from:t.term], n.data[t.term:t.sections], true
	}
	return n.changes.term, n.changes.sections, !n.changes.done
}

// next passes a term.
func (n *newTerms) next() error {
	if n.at < len(n.read) {
		n.at++
		return nil
	}
	return n.changes.next()
}

// ahead reads the terms before one, or all for "", and reports whether they were not too many. All
// that were read have been passed.
func (n *newTerms) ahead(before string) (whole bool, err error) {
	n.read, n.data, n.at = n.read[:0], n.data[:0], 0
	for c := n.changes; !c.done && (before == "" || string(c.term) < before); {
		if len(n.data) > mostAhead {
			return false, nil
		}
		t := newTerm{from: len(n.data), changed: c.changed}
		n.data = append(n.data, c.term...)
		t.term = len(n.data)
		n.data = append(n.data, c.sections...)
		t.sections = len(n.data)
		n.read = append(n.read, t)
		if err := c.next(); err != nil {
			return false, err
		}
	}
	return true, nil
}
