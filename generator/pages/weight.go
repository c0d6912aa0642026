package pages

import "github.com/klauspost/compress/s2"

// Budgets of the body of a thread's first page. With the head, the style sheet and the scripts, 60 KB
// arrive from servers that compress. Weights are estimates of what S2 would leave, which take a tenth of the
// time of compressing: of 56 first pages of real sessions, servers send 0.55 to 0.67 of theirs.
const (
	firstWeight = 45_000
	unweighed   = 68_000   // so many bytes of HTML are never too heavy
	weighEvery  = 32 << 10 // bytes; each estimate is of a block that knows nothing of those before
)

// weight estimates how many bytes a page takes compressed while fragments are added to it.
type weight struct {
	block   []byte // of HTML, not yet weighed
	written int    // bytes of HTML that were weighed
	sent    int    // their weight
}

// add weighs more of the page.
func (w *weight) add(html []byte) {
	if w.block = append(w.block, html...); len(w.block) >= weighEvery {
		w.written += len(w.block)
		if size := s2.EstimateBlockSize(w.block); size >= 0 {
			w.sent += size
		} else {
			w.sent += len(w.block) // nothing repeats
		}
		w.block = w.block[:0]
	}
}

// share is how many bytes of HTML fit a budget of compressed ones, judged by those that were added.
func (w *weight) share(budget int) int {
	if w.sent == 0 {
		return budget
	}
	return w.written * budget / w.sent
}
