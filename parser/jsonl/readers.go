package jsonl

import "sync"

// mostKept is how many bytes of a buffer are kept for other files: one of a very long line is not.
const mostKept = 1 << 20

// Readers are readers that read nothing now. Those of many short files take less time with the buffers of
// the files before. The zero Readers has none yet; it may be used from several goroutines.
type Readers struct{ spare sync.Pool }

// Take returns a reader of nothing, see [Reader.Reset]. A nil Readers makes it.
func (p *Readers) Take() *Reader {
	if p != nil {
		if r, ok := p.spare.Get().(*Reader); ok {
			return r
		}
	}
	return NewReader(nil)
}

// Put takes a reader back, which nobody may use from then on.
func (p *Readers) Put(r *Reader) {
	if p == nil || r == nil {
		return
	}
	r.Reset(nil)
	if cap(r.buf) <= mostKept && cap(r.escaped) <= mostKept {
		p.spare.Put(r)
	}
}
