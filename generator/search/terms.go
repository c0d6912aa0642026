package search

import (
	"bytes"
	"cmp"
	"context"

	"golang.org/x/sync/errgroup"
)

// batchDocs is about how many postings are merged before they are written.
const batchDocs = 1 << 16

// batch is some terms with their postings.
type batch struct {
	terms   []string
	ends    []int // of each term's postings
	docs    []int
	impacts []byte
	coded   []byte // lists that an earlier index coded
	codes   []int  // of each term's the end; nothing for those that are to be coded
}

func (b *batch) add(term []byte, docs []int, impacts, list []byte) {
	b.docs, b.impacts = append(b.docs, docs...), append(b.impacts, impacts...)
	b.terms, b.ends = append(b.terms, string(term)), append(b.ends, len(b.docs))
	b.coded = append(b.coded, list...)
	b.codes = append(b.codes, len(b.coded))
}

func (b *batch) empty() {
	*b = batch{b.terms[:0], b.ends[:0], b.docs[:0], b.impacts[:0], b.coded[:0], b.codes[:0]}
}

// feeder hands batches from the goroutine that merges to the one that writes.
type feeder struct {
	full    chan<- *batch
	emptied <-chan *batch
	current *batch
}

func (f *feeder) add(ctx context.Context, term []byte, docs []int, impacts, list []byte) error {
	if f.current.add(term, docs, impacts, list); len(f.current.docs) < batchDocs {
		return nil
	}
	return f.send(ctx)
}

func (f *feeder) send(ctx context.Context) error {
	select {
	case f.full <- f.current:
	case <-ctx.Done():
		return ctx.Err()
	}
	f.current = <-f.emptied
	f.current.empty()
	return nil
}

// terms merges the runs into term blocks, chunks of long lists and the list of words. One
// goroutine merges while the other writes.
func (w *writer) terms(runs []run, sessions []*record) error {
	group, ctx := errgroup.WithContext(context.Background())
	full, emptied := make(chan *batch), make(chan *batch, 2)
	emptied <- &batch{}
	group.Go(func() error {
		defer close(full)
		return w.mergeTerms(ctx, runs, sessions, &feeder{full, emptied, &batch{}})
	})
	p := newPacking(w)
	left := leave(w.o.Leave, w.sessions)
	group.Go(func() error {
		w.writeTerms(full, emptied, p, left)
		return nil
	})
	return cmp.Or(group.Wait(), p.group.Wait(), left.end(w.o.Leave, p.files))
}

// mergeTerms merges runs and the terms of the earlier index into batches.
func (w *writer) mergeTerms(ctx context.Context, runs []run, sessions []*record, to *feeder) error {
	old, err := w.o.Earlier.terms(sessions)
	if err != nil {
		return err
	}
	defer old.close()
	addOld := func() error {
		var list []byte
		if old.same {
			list = old.list
		}
		return cmp.Or(to.add(ctx, old.term, old.docs, old.impacts, list), old.next())
	}
	p := postings{sessions: sessions}
	err = merge(runs, func(term, sections []byte) error {
		for old.run != nil && bytes.Compare(old.term, term) < 0 {
			if err := addOld(); err != nil {
				return err
			}
		}
		if err := p.decode(sections); err != nil {
			return err
		}
		if old.run != nil && bytes.Equal(old.term, term) {
			p.join(old.docs, old.impacts)
			if err := old.next(); err != nil {
				return err
			}
		}
		return to.add(ctx, term, p.docs, p.impacts, nil)
	})
	for err == nil && old.run != nil {
		err = addOld()
	}
	if err != nil {
		return err
	}
	return to.send(ctx)
}

// writeTerms writes batches into files, and leaves them for the next index.
func (w *writer) writeTerms(full <-chan *batch, empty chan<- *batch, p *packing, left *leaver) {
	blocks := blockWriter{w: w, p: p, named: map[string]bool{}}
	chunks := chunkWriter{p: p, next: map[string]int{}}
	words := wordWriter{p: p}
	var coding []byte
	for b := range full {
		from, at := 0, 0
		for i, term := range b.terms {
			docs, impacts, list := b.docs[from:b.ends[i]], b.impacts[from:b.ends[i]], b.coded[at:b.codes[i]]
			from, at = b.ends[i], b.codes[i]
			if len(list) == 0 {
				coding = appendList(coding[:0], docs, impacts)
				list = coding
			}
			left.add(term, list)
			w.stats.Terms++
			w.stats.Postings += len(docs)
			words.add(term)
			blocks.add(term, chunks.inBlock(term, docs, impacts, list), docs[len(docs)-1])
		}
		empty <- b
	}
	blocks.flush()
	words.flush()
	w.wordFiles = words.files
}
