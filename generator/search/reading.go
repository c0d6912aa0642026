package search

import (
	"errors"
	"strings"
	"unicode/utf8"
)

// What programs that read an index share with the one that writes it. generator/search/query is one,
// the client in the browser has the same in JavaScript.

// ErrDamaged is returned for what no index contains.
var ErrDamaged = errors.New("the search index is damaged")

// Numbers returns the numbers that a string of codes has.
func Numbers(s string) ([]int, error) {
	var all []int
	for b := []byte(s); len(b) > 0; {
		n, size := readCode(b)
		if size == 0 {
			return nil, ErrDamaged
		}
		all, b = append(all, n), b[size:]
	}
	return all, nil
}

// Postings returns the docs of a list, counted on from a first number, and the impact of each, 1 to 4.
func Postings(s string, from int) (docs []int, impacts []byte, err error) {
	codes, err := Numbers(s)
	if err != nil {
		return nil, nil, err
	}
	docs, impacts = make([]int, len(codes)), make([]byte, len(codes))
	for i, code := range codes {
		if from += code >> impactBits; from > mostDocs || i > 0 && code>>impactBits == 0 {
			return nil, nil, ErrDamaged
		}
		docs[i], impacts[i] = from, byte(code&impactMask)+1
	}
	return docs, impacts, nil
}

// mostDocs is more than any archive has.
const mostDocs = 1 << 31

// Terms undoes the front coding of a list of terms.
func Terms(s string) ([]string, error) {
	if s == "" {
		return nil, nil
	}
	var all []string
	last, bytes := "", 0
	for coded := range strings.SplitSeq(s, " ") {
		if coded == "" {
			return nil, ErrDamaged
		}
		shared, ok := unitsOf(last, int(digits[coded[0]]))
		if bytes += shared + len(coded); !ok || bytes > 16*len(s)+1<<16 {
			return nil, ErrDamaged
		}
		last = last[:shared] + coded[1:]
		all = append(all, last)
	}
	return all, nil
}

// unitsOf is the length in bytes of the first UTF-16 units of a term.
func unitsOf(term string, units int) (bytes int, ok bool) {
	for units > 0 && bytes < len(term) {
		r, size := utf8.DecodeRuneInString(term[bytes:])
		bytes += size
		if units--; r > 0xffff {
			units--
		}
	}
	return bytes, units == 0
}

// TermName is the name of the file of a block that begins with a term, and of the chunks of its list.
func TermName(term string) string { return termName(term) }

// Numbering returns the number of the first doc of each session, by the number of docs of each, and
// the marks that files of the index have: see cut.go.
func Numbering(docs []int) (starts []int, marks map[uint32]bool, err error) {
	marks = map[uint32]bool{hashBasis: true}
	base, h := 0, uint32(hashBasis)
	for _, n := range docs {
		if n > mostDocs || base > mostDocs {
			return nil, nil, ErrDamaged
		}
		starts = append(starts, base)
		h = (h ^ uint32(room(n))) * hashPrime
		marks[h] = true
		base += room(n)
	}
	return starts, marks, nil
}

// Fold makes spellings equal that readers take for the same; letters of ASCII keep their case.
func Fold(s string) string { return fold(s) }

// Slug is a name as pseudo-terms have it.
func Slug(name string) string { return slug(name) }

// QueryTerms returns the terms that a message has that answers the text.
func QueryTerms(text string) []string { return queryTerms(text) }

// TextTerms returns the terms that the index has of a text, in their order.
func TextTerms(text string) []string {
	var terms []string
	t := tokenizer{emit: func(term []byte, _ source, _ int) { terms = append(terms, string(term)) }}
	t.tokens(text)
	return terms
}

// IsDense reports whether a term is of a script without spaces between words.
func IsDense(term string) bool { return isDense(term) }

// NameSize is how many characters the name of a session's fragments has.
const NameSize = nameSize
