package fit

import (
	"bytes"
	"compress/flate"

	"steno/bench/archive"
)

// A vocabulary counts, for each kind of text, which of its words all projects share, which
// only the sessions of one project do, and which are a session's own.

type vocabulary struct {
	projects map[string]map[string]bool   // by word
	sessions map[string]int               // number of sessions by word
	kinds    map[string]map[string][2]int // kind -> word -> tokens, first uses in a session
	tokens   map[string]*tokens
}

// tokens are those of one kind of text.
type tokens struct {
	n, bytes, numbers int
	block             []byte // text that was not deflated yet
	deflated          int
}

// blockBytes is how much text is deflated at once.
const blockBytes = 16 << 10

// text notes a text.
func (t *tokens) text(text string) {
	t.bytes += len(text)
	t.block = append(t.block, text...)
	for len(t.block) >= blockBytes {
		var out bytes.Buffer
		w, _ := flate.NewWriter(&out, flate.DefaultCompression) // the level is valid
		_, _ = w.Write(t.block[:blockBytes])                    // a buffer takes everything
		_ = w.Close()
		t.deflated += out.Len()
		t.block = t.block[blockBytes:]
	}
}

type sessionWords struct {
	*vocabulary
	project string
	seen    map[string]bool
}

func newVocabulary() *vocabulary {
	return &vocabulary{projects: map[string]map[string]bool{}, sessions: map[string]int{}, kinds: map[string]map[string][2]int{},
		tokens: map[string]*tokens{}}
}

func (v *vocabulary) session(project string) *sessionWords {
	return &sessionWords{v, project, map[string]bool{}}
}

// text counts the words of a text: runs of ASCII letters, digits and underscores.
func (s *sessionWords) text(kind, text string) {
	if s.kinds[kind] == nil {
		s.kinds[kind], s.tokens[kind] = map[string][2]int{}, &tokens{}
	}
	total := s.tokens[kind]
	total.text(text)
	for start, i := -1, 0; i <= len(text); i++ {
		if i < len(text) && (text[i] == '_' || text[i] >= '0' && text[i] <= '9' || text[i]|32 >= 'a' && text[i]|32 <= 'z') {
			if start < 0 {
				start = i
			}
			continue
		}
		if start >= 0 {
			s.word(kind, text[start:i])
			start = -1
		}
	}
}

func (s *sessionWords) word(kind, word string) {
	total := s.tokens[kind]
	total.n++
	if word[0] >= '0' && word[0] <= '9' && len(word) < 5 {
		total.numbers++
		return
	}
	n := s.kinds[kind][word]
	n[0]++
	if !s.seen[word] {
		s.seen[word] = true
		n[1]++
		s.sessions[word]++
		if s.projects[word] == nil {
			s.projects[word] = map[string]bool{}
		}
		s.projects[word][s.project] = true
	}
	s.kinds[kind][word] = n
}

func (v *vocabulary) result() map[string]archive.Words {
	all := map[string]archive.Words{}
	for kind, words := range v.kinds {
		t := v.tokens[kind]
		common, project, repeated, fresh := 0, 0, 0, 0
		for word, n := range words {
			switch {
			case len(v.projects[word]) > 1:
				common += n[0]
			case v.sessions[word] > 1:
				project += n[0]
			default:
				fresh += n[1]
				repeated += n[0] - n[1]
			}
		}
		all[kind] = archive.Words{Common: share(common, t.n), Project: share(project, t.n),
			Repeated: share(repeated, t.n), New: share(fresh, t.n), Number: share(t.numbers, t.n),
			Deflated: share(t.deflated, t.bytes-len(t.block))}
	}
	return all
}
