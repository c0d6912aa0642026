package search

import (
	"bytes"
	"cmp"
	"context"

	"golang.org/x/sync/errgroup"
)

// batchDocs is about how many postings are merged before they are written, or bytes of coded ones.
const batchDocs = 1 << 16

// batch is some terms with their postings.
type batch struct {
	terms   []batchTerm
	names   []byte
	docs    []int // none for short lists that an earlier index coded
	impacts []byte
	coded   []byte // lists that an earlier index coded
}

// batchTerm is where in a batch a term's name, docs and coded list end, the number of its docs and the last of them.
type batchTerm struct{ name, docs, coded, count, last int }

func (b *batch) add(term []byte, docs []int, impacts, list []byte) {
	count, last := len(docs), docs[len(docs)-1]
	b.names, b.coded = append(b.names, term...), append(b.coded, list...)
	if len(list) == 0 || len(list) > inlineList {
		b.docs, b.impacts = append(b.docs, docs...), append(b.impacts, impacts...)
	}
	b.terms = append(b.terms, batchTerm{len(b.names), len(b.docs), len(b.coded), count, last})
}

func (b *batch) empty() {
	*b = batch{b.terms[:0], b.names[:0], b.docs[:0], b.impacts[:0], b.coded[:0]}
}

// feeder hands batches from the goroutine that merges to the one that writes.
type feeder struct {
	full    chan<- *batch
	emptied <-chan *batch
	current *batch
}

func (f *feeder) add(ctx context.Context, term []byte, docs []int, impacts, list []byte) error {
	if f.current.add(term, docs, impacts, list); len(f.current.docs)+len(f.current.coded) < batchDocs {
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
		names, from := string(b.names), batchTerm{}
		for _, t := range b.terms {
			term, list := names[from.name:t.name], b.coded[from.coded:t.coded]
			docs, impacts := b.docs[from.docs:t.docs], b.impacts[from.docs:t.docs]
			from = t
			if len(list) == 0 {
				coding = appendList(coding[:0], docs, impacts)
				list = coding
			}
			left.add(term, list)
			w.stats.Terms++
			w.stats.Postings += t.count
			words.add(term)
			blocks.add(term, chunks.inBlock(term, docs, impacts, list), t.last)
		}
		empty <- b
	}
	blocks.flush()
	words.flush()
	w.wordFiles = words.files
}
