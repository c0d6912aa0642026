package search

import "strconv"

// wordList is the size of a file of the list of all terms. The list is read whole,
// in as many requests, by queries for parts of words; others never read it.
const wordList = 128 << 10

// wordWriter lists the terms of texts: v/N.js, front-coded, each file from its own
// first term on. Pseudo-terms are not words.
type wordWriter struct {
	w    *writer
	list []byte
	prev string
}

func (v *wordWriter) add(term string) error {
	if term[0] == ':' {
		return nil
	}
	if len(v.list) > 0 {
		v.list = append(v.list, ' ')
	}
	v.list = appendTerm(v.list, v.prev, term)
	v.prev = term
	if len(v.list) < wordList {
		return nil
	}
	return v.flush()
}

func (v *wordWriter) flush() error {
	if len(v.list) == 0 {
		return nil
	}
	err := v.w.shard("v", strconv.Itoa(v.w.wordFiles), quote(v.list))
	v.w.wordFiles++
	v.list, v.prev = v.list[:0], ""
	return err
}
