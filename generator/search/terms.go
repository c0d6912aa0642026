package search

import (
	"cmp"
	"context"

	"golang.org/x/sync/errgroup"
)

// batchDocs is about how many postings are merged before they are written, or bytes of coded ones.
const batchDocs = 1 << 16

// batch is some terms with their postings.
type batch struct {
	terms    []batchTerm
	names    []byte
	postings []posting // none for short lists that an earlier index coded
	coded    []byte    // lists that an earlier index coded

	block *storedBlock // instead of terms, a block that an earlier index has
}

// batchTerm is where in a batch a term's name, postings and coded list end, the number of its docs and
// the last of them.
type batchTerm struct{ name, postings, coded, count, last int }

func (b *batch) add(term []byte, list []posting, coded []byte) {
	count, last := len(list), list[len(list)-1].doc()
	b.names, b.coded = append(b.names, term...), append(b.coded, coded...)
	if len(coded) == 0 || len(coded) > inlineList {
		b.postings = append(b.postings, list...)
	}
	b.terms = append(b.terms, batchTerm{len(b.names), len(b.postings), len(b.coded), count, last})
}

// empty makes room for other terms. What a list of very many postings took is not kept: there are few.
func (b *batch) empty() {
	if cap(b.postings) > 4*batchDocs || cap(b.coded) > 4*batchDocs {
		*b = batch{}
	}
	*b = batch{terms: b.terms[:0], names: b.names[:0], postings: b.postings[:0], coded: b.coded[:0]}
}

// first returns the first term.
func (b *batch) first() string {
	if b.block != nil {
		return b.block.first
	}
	return string(b.names[:b.terms[0].name])
}

// feeder hands batches from the goroutine that merges to the one that writes.
type feeder struct {
	full    chan<- *batch
	emptied <-chan *batch
	current *batch
}

func (f *feeder) add(ctx context.Context, term []byte, list []posting, coded []byte) error {
	if f.current.add(term, list, coded); len(f.current.postings)+len(f.current.coded) < batchDocs {
		return nil
	}
	return f.send(ctx)
}

// addBlock adds a block that an earlier index has.
func (f *feeder) addBlock(ctx context.Context, b *storedBlock) error {
	if err := f.send(ctx); err != nil {
		return err
	}
	f.current.block = b
	return f.send(ctx)
}

// send hands over what was added.
func (f *feeder) send(ctx context.Context) error {
	if len(f.current.terms) == 0 && f.current.block == nil {
		return nil
	}
	select {
	case f.full <- f.current:
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case f.current = <-f.emptied:
		f.current.empty()
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// terms merges the runs into term blocks, chunks of long lists and the list of words. One
// goroutine merges while the other writes.
func (w *writer) terms(runs []run, sessions []*session) error {
	group, ctx := errgroup.WithContext(context.Background())
	full, emptied := make(chan *batch), make(chan *batch, 3) // one is merged into, one written, one waits for the next
	emptied <- &batch{}
	emptied <- &batch{}
	group.Go(func() error {
		defer close(full)
		return w.mergeTerms(ctx, runs, sessions, &feeder{full: full, emptied: emptied, current: &batch{}})
	})
	p := newPacking(w)
	t := newTermWriter(w, p)
	group.Go(func() error { return t.writeAll(full, emptied) })
	err := cmp.Or(group.Wait(), p.group.Wait())
	if w.left = t.left; w.left != nil {
		w.left.files = p.files
	}
	return err
}

// termWriter writes terms into files, and leaves them for the next index.
type termWriter struct {
	w      *writer
	p      *packing
	blocks blockWriter
	chunks chunkWriter
	words  wordWriter
	left   *leaver

	coding   []byte // spare
	data     []byte
	postings []posting
}

func newTermWriter(w *writer, p *packing) *termWriter {
	t := &termWriter{w: w, p: p, left: leave(w), chunks: chunkWriter{p: p, next: map[string]int{}}, words: wordWriter{p: p}}
	t.blocks = blockWriter{w: w, p: p, left: t.left, words: &t.words, named: map[string]bool{}}
	return t
}

// writeAll writes batches. Whether a block is taken from the earlier index depends on the term behind it.
func (t *termWriter) writeAll(full <-chan *batch, emptied chan<- *batch) error {
	var block *batch
	write := func(next string) error {
		if block == nil {
			return nil
		}
		err := t.writeBlock(block.block, next)
		emptied <- block
		block = nil
		return err
	}
	for b := range full {
		if err := write(b.first()); err != nil {
			return err
		}
		if b.block != nil {
			block = b
			continue
		}
		t.writeTerms(b)
		emptied <- b
	}
	if err := write(""); err != nil {
		return err
	}
	t.blocks.flush()
	t.words.flush()
	t.w.wordFiles = t.words.files
	return nil
}

// writeTerms writes the terms of a batch.
func (t *termWriter) writeTerms(b *batch) {
	names, from := string(b.names), batchTerm{}
	for _, at := range b.terms {
		term, coded := names[from.name:at.name], b.coded[from.coded:at.coded]
		list := b.postings[from.postings:at.postings]
		from = at
		if len(coded) == 0 {
			t.coding = appendList(t.coding[:0], list)
			coded = t.coding
		}
		t.write(term, list, coded, at.count, at.last)
	}
}

// write writes a term with its list as coded. Its postings are needed for a long list only; there are
// count, and last is the doc of the last.
func (t *termWriter) write(term string, list []posting, coded []byte, count, last int) {
	t.blocks.add(term, t.chunks.inBlock(term, list, coded), count, last)
	t.left.add(term, coded)
}

// writeBlock takes a block from the earlier index, with its files, or writes its terms; next is the
// term behind it.
func (t *termWriter) writeBlock(b *storedBlock, next string) (err error) {
	if t.blocks.fits(b, next) && t.chunks.fits(b) && t.p.keep(b.files()) {
		t.blocks.take(b)
		t.chunks.take(b)
		return nil
	}
	if t.data, err = t.w.o.Earlier.part(b.at, t.data); err != nil {
		return err
	}
	terms := blockTerms{rest: t.data}
	for terms.next() {
		if t.postings, err = decodeList(t.postings[:0], terms.list); err != nil {
			return err
		}
		t.write(string(terms.term), t.postings, terms.list, len(t.postings), t.postings[len(t.postings)-1].doc())
	}
	if terms.bad {
		return errDamaged
	}
	return nil
}
