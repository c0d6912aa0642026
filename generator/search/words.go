package search

import (
	"crypto/sha256"
	"strconv"
)

// wordList is about the size of a file of the list of all terms. The list is read whole,
// in as many requests, by queries for parts of words; others never read it.
const wordList = 128 << 10

// wordsEnd reports whether a file of the list of terms that has a size ends with a block of terms, given its last one: as
// cut.go says, by what is there, so that a new word changes one file and not all behind it.
func wordsEnd(size int, last string) bool {
	return size >= wordList && hashTerm(last)%8 == 0 || size >= 2*wordList
}

// wordWriter lists the terms of all blocks: v/N.js, each block's front-coded from its own first term on.
// Pseudo-terms are not words. So a file is known by its blocks, and those of an earlier index need not be read for it.
type wordWriter struct {
	p     *packing
	files int
	size  int // of the next file
	next  []blockWords
	list  []byte // of the block
	prev  string
}

// wordsOf says what the words of a block are.
type wordsOf struct {
	size int
	sum  [16]byte
}

// blockWords are the words of a block, or an earlier one that has them.
type blockWords struct {
	wordsOf
	list []byte
	old  *storedBlock
}

// add adds a term to the block.
func (v *wordWriter) add(term string) {
	if term[0] == ':' {
		return
	}
	if len(v.list) > 0 {
		v.list = append(v.list, ' ')
	}
	v.list = appendTerm(v.list, v.prev, term)
	v.prev = term
}

// end ends a block, given its last term.
func (v *wordWriter) end(last string) wordsOf {
	sum := sha256.Sum256(v.list)
	words := wordsOf{len(v.list), [16]byte(sum[:])}
	list := append(make([]byte, 0, len(v.list)), v.list...)
	v.list, v.prev = v.list[:0], ""
	v.put(blockWords{wordsOf: words, list: list}, last)
	return words
}

// take adds a block of the earlier index.
func (v *wordWriter) take(old *storedBlock) {
	v.put(blockWords{wordsOf: old.words, old: old}, old.last)
}

func (v *wordWriter) put(b blockWords, last string) {
	if b.size == 0 {
		return
	}
	v.next = append(v.next, b)
	if v.size += b.size; wordsEnd(v.size, last) {
		v.flush()
	}
}

// flush writes a file, unless it is one of the last index.
func (v *wordWriter) flush() {
	if len(v.next) == 0 {
		return
	}
	name, all := strconv.Itoa(v.files), sha256.New()
	for _, b := range v.next {
		all.Write(b.sum[:])
	}
	sum := [sha256.Size]byte(all.Sum(nil))
	v.files++
	if !v.p.keepSame(packedName("v", name), sum) {
		v.p.group.Go(v.writes(name, sum, v.next))
		v.next = nil
	}
	v.size, v.next = 0, v.next[:0]
}

// writes returns what writes a file.
func (v *wordWriter) writes(name string, sum [sha256.Size]byte, blocks []blockWords) func() error {
	return func() error {
		list := make([]byte, 0, 2*wordList)
		for i, b := range blocks {
			if i > 0 {
				list = append(list, ' ')
			}
			if b.old == nil {
				list = append(list, b.list...)
				continue
			}
			data, err := v.p.w.o.Earlier.part(b.old.at, nil)
			if err != nil {
				return err
			}
			var words wordWriter
			for t := (blockTerms{rest: data}); t.next(); {
				words.add(string(t.term))
			}
			list = append(list, words.list...)
		}
		return v.p.pack("v", name, sum, list)
	}
}
