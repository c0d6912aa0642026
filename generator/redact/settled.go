package redact

// Settled are long texts of one session in which a [Redactor] finds nothing, or nothing more. A
// file made of such a text alone need not be scanned again. Texts are compared as a whole.
type Settled struct {
	texts map[string]struct{}
	size  int // bytes
}

// Texts of fewer than shortestSettled bytes do not become files. Of a session that has more than
// mostSettled bytes of longer ones, the first are remembered: they would else stay in memory as
// long as its pages are made.
const (
	shortestSettled = 4_000
	mostSettled     = 4 << 20
)

// note remembers a text.
func (s *Settled) note(text string) {
	if len(text) < shortestSettled || s.size+len(text) > mostSettled {
		return
	}
	if s.texts == nil {
		s.texts = map[string]struct{}{}
	}
	if _, ok := s.texts[text]; !ok {
		s.texts[text] = struct{}{}
		s.size += len(text)
	}
}

// Has reports whether data is one of the texts. Nil has none.
func (s *Settled) Has(data []byte) bool {
	if s == nil {
		return false
	}
	_, ok := s.texts[string(data)]
	return ok
}
