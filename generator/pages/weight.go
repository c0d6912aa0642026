package pages

import (
	"sync"

	"github.com/klauspost/compress/flate"
)

// Budgets of the body of a thread's first page as servers send it. With the head, the style
// sheet and the scripts, 60 KB arrive. The quick level that measures returns an
// eighth to a quarter more than servers do.
const (
	firstWeight = 34_000
	unweighed   = 2 * firstWeight // so many bytes of HTML are never too heavy
	weighEvery  = 16 << 10        // bytes; each measurement ends a block, which costs some
)

// weight measures how many bytes a page takes compressed while fragments are added to it.
type weight struct {
	out     *flate.Writer
	sent    sum
	written int // bytes of HTML
	pending int // of these, not yet in sent
}

// sum counts what is written to it.
type sum int

func (s *sum) Write(p []byte) (int, error) {
	*s += sum(len(p))
	return len(p), nil
}

// scales are the weights that no page needs at the moment. Making one takes as long as weighing a page.
type scales struct{ free sync.Pool }

func (s *scales) take() *weight {
	if w, ok := s.free.Get().(*weight); ok {
		w.sent, w.written, w.pending = 0, 0, 0
		w.out.Reset(&w.sent)
		return w
	}
	w := &weight{}
	w.out, _ = flate.NewWriter(&w.sent, 2) // fails for other levels only
	return w
}

// put takes back the weight of a page that is complete. Pages that were not weighed have none.
func (s *scales) put(w *weight) {
	if w != nil {
		s.free.Put(w)
	}
}

// add measures more of the page.
func (w *weight) add(html []byte) {
	_, _ = w.out.Write(html) // a sum takes everything
	w.written += len(html)
	if w.pending += len(html); w.pending >= weighEvery {
		_ = w.out.Flush()
		w.pending = 0
	}
}

// share is how many bytes of HTML fit a budget of compressed ones, judged by those that were added.
func (w *weight) share(budget int) int {
	if w.sent == 0 {
		return budget
	}
	return (w.written - w.pending) * budget / int(w.sent)
}
