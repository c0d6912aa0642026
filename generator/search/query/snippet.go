package query

import (
	"slices"
	"strings"
	"unicode/utf8"

	"steno/generator/search"
)

// width is about how many characters of a text a snippet has.
const width = 260

// plain is a text as phrases are compared: whatever is between words is a blank.
func plain(s string) string {
	s = strings.ToLower(search.Fold(s))
	words := make([]byte, 0, len(s))
	for i := range len(s) {
		if c := s[i]; c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= utf8.RuneSelf {
			words = append(words, c)
		} else if n := len(words); n == 0 || words[n-1] != ' ' {
			words = append(words, ' ')
		}
	}
	return strings.TrimSpace(string(words))
}

// marker finds what a query asks for in texts.
type marker struct {
	terms   map[string]bool
	tests   []func(term string) bool
	phrases []string // plain
}

func (r *result) marker() marker {
	m := marker{terms: map[string]bool{}}
	for _, mark := range r.marks {
		if test := testOf(mark); test != nil {
			m.tests = append(m.tests, test)
		} else {
			m.terms[mark] = true
		}
	}
	for _, p := range r.phrases {
		m.phrases = append(m.phrases, plain(p))
	}
	return m
}

func (m marker) fits(term string) bool {
	if m.terms[term] {
		return true
	}
	for _, test := range m.tests {
		if test(term) {
			return true
		}
	}
	return false
}

// hasPhrases reports whether the text or the file of a record has all phrases.
func (m marker) hasPhrases(r record) bool {
	for _, p := range m.phrases {
		if !strings.Contains(plain(r.text), p) && !strings.Contains(plain(r.file), p) {
			return false
		}
	}
	return true
}

// begins reports whether a text begins with the first phrase.
func (m marker) begins(text string) bool {
	return len(m.phrases) > 0 && strings.HasPrefix(plain(text[:min(len(text), 4*len(m.phrases[0])+64)]), m.phrases[0])
}

// around is where most different words that are asked for follow each other, -1 for nowhere.
func (m marker) around(text string) int {
	type mark struct {
		at   int
		word string
	}
	var marks []mark
	at := 0
	for word := range strings.SplitSeq(text, " ") {
		terms := search.TextTerms(word)
		if i := slices.IndexFunc(terms, m.fits); i >= 0 {
			marks = append(marks, mark{at, terms[i]})
		} else if len(terms) > 0 && m.begins(text[at:]) {
			return at
		}
		at += len(word) + 1
	}
	best, most := -1, 0
	for i := range marks {
		words := map[string]bool{}
		for _, next := range marks[i:min(len(marks), i+20)] {
			if next.at < marks[i].at+width*6/10 {
				words[next.word] = true
			}
		}
		if len(words) > most {
			best, most = marks[i].at, len(words)
		}
	}
	return best
}

// snippet returns the part of a text around most of the words that are asked for.
func (m marker) snippet(text string) string {
	runes := []rune(text)
	if len(runes) <= width {
		return text
	}
	from := 0
	if at := m.around(text); at > 0 {
		if first := len([]rune(text[:at])); first >= width*6/10 {
			for from = first - width*3/10; from < first && runes[from-1] != ' '; {
				from++
			}
		}
	}
	to := min(len(runes), from+width)
	for to < len(runes) && to > from+width-20 && runes[to] != ' ' {
		to--
	}
	out := strings.TrimSpace(string(runes[from:to]))
	if from > 0 {
		out = "… " + out
	}
	if to < len(runes) {
		out += " …"
	}
	return out
}
