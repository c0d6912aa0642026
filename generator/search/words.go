package search

import "strconv"

// wordList is about the size of a file of the list of all terms. The list is read whole,
// in as many requests, by queries for parts of words; others never read it.
const wordList = 128 << 10

// wordsEnd reports whether a file of the list of terms that has a size ends with a term: as cut.go
// says, by what is there, so that a new word changes one file and not all behind it.
func wordsEnd(size int, term string) bool {
	return size >= wordList && hashTerm(term)%256 == 0 || size >= 2*wordList
}

// wordWriter lists the terms of texts: v/N.js, front-coded, each file from its own
// first term on. Pseudo-terms are not words.
type wordWriter struct {
	p     *packing
	files int
	list  []byte
	prev  string
}

func (v *wordWriter) add(term string) {
	if term[0] == ':' {
		return
	}
	if len(v.list) > 0 {
		v.list = append(v.list, ' ')
	}
	v.list = appendTerm(v.list, v.prev, term)
	if v.prev = term; wordsEnd(len(v.list), term) {
		v.flush()
	}
}

func (v *wordWriter) flush() {
	if len(v.list) > 0 {
		v.p.add("v", strconv.Itoa(v.files), v.list)
		v.files++
	}
	v.list, v.prev = v.list[:0], ""
}
