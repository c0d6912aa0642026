package search

import (
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
}

func (b *batch) add(term string, p *postings) {
	b.docs, b.impacts = append(b.docs, p.docs...), append(b.impacts, p.impacts...)
	b.terms, b.ends = append(b.terms, term), append(b.ends, len(b.docs))
}

// terms merges the runs into term blocks, chunks of long lists and the list of words. One
// goroutine merges while the other writes.
func (w *writer) terms(runs []run, sessions []*record) error {
	group, ctx := errgroup.WithContext(context.Background())
	batches, empty := make(chan *batch), make(chan *batch, 2)
	empty <- &batch{}
	empty <- &batch{}
	group.Go(func() error {
		defer close(batches)
		return w.mergeTerms(ctx, runs, sessions, batches, empty)
	})
	group.Go(func() error { return w.writeTerms(batches, empty) })
	return group.Wait()
}

// mergeTerms merges runs into batches, and leaves them for the next index.
func (w *writer) mergeTerms(ctx context.Context, runs []run, sessions []*record, full chan<- *batch, empty <-chan *batch) error {
	if w.o.Earlier != nil {
		runs = append(runs[:len(runs):len(runs)], run{earlier: w.o.Earlier})
	}
	p := postings{sessions: sessions}
	kept := leave(w.o.Leave, w.sessions)
	current := <-empty
	send := func() error {
		select {
		case full <- current:
		case <-ctx.Done():
			return ctx.Err()
		}
		current = <-empty
		*current = batch{current.terms[:0], current.ends[:0], current.docs[:0], current.impacts[:0]}
		return nil
	}
	err := merge(runs, func(term, sections []byte) error {
		if err := p.decode(sections); err != nil {
			return err
		}
		name := string(term)
		kept.add(name, p.parts)
		if current.add(name, &p); len(current.docs) < batchDocs {
			return nil
		}
		return send()
	})
	if err != nil {
		return err
	}
	return cmp.Or(send(), kept.end(w.o.Leave))
}

// writeTerms writes batches into files.
func (w *writer) writeTerms(full <-chan *batch, empty chan<- *batch) error {
	blocks := blockWriter{w: w, named: map[string]bool{}}
	chunks := chunkWriter{w: w, next: map[string]int{}}
	words := wordWriter{w: w}
	for b := range full {
		from := 0
		for i, term := range b.terms {
			docs, impacts := b.docs[from:b.ends[i]], b.impacts[from:b.ends[i]]
			from = b.ends[i]
			w.stats.Terms++
			w.stats.Postings += len(docs)
			list, err := chunks.encode(term, docs, impacts)
			if err = cmp.Or(err, words.add(term)); err != nil {
				return err
			}
			if err := blocks.add(term, list, docs[len(docs)-1]); err != nil {
				return err
			}
		}
		empty <- b
	}
	return cmp.Or(blocks.flush(), words.flush())
}
