package search

import (
	"encoding/binary"
	"strconv"
	"unicode/utf8"
)

// storedBlock is what an index leaves about a block of terms, so that the next one can take it as it is.
type storedBlock struct {
	from        string // what its terms begin with, and no term before them
	first, last string // its terms
	more        int    // bytes that its first term adds to a block, without the term
	terms       int
	postings    int
	doc         int        // the last
	tied        bool       // it had ended before, but for a block of the same name
	lists       []longList // that have files
	words       wordsOf    // of its terms
	at          Span       // the terms with their lists
	next        string     // the first term of the next block, "" for none
	taken       bool       // by the new index
}

// longList is a list that has files: chunks, and a head.
type longList struct {
	name   string
	next   int // number of the first chunk
	chunks int
	head   bool
}

// longListOf reads what a block contains of a list, see chunkWriter.inBlock; ok is false for a whole list.
func longListOf(term string, ref []byte) (l longList, ok bool) {
	if len(ref) == 0 || ref[0] != '~' {
		return l, false
	}
	rest, n := readCode(ref[1:])
	next, m := readCode(ref[1+n:])
	l = longList{name: termName(term), next: next, head: rest%(1<<restBits) > 0}
	for ref = ref[1+n+m:]; len(ref) > 0; l.chunks++ {
		_, n := readCode(ref)
		ref = ref[n:]
	}
	return l, true
}

// files are the names of the packed files of a block, below search/.
func (b *storedBlock) files() []string {
	names := []string{packedName("t", termName(b.from))}
	for _, l := range b.lists {
		if l.head {
			names = append(names, packedName("p", headName(l.name, l.next)))
		}
		for i := range l.chunks {
			names = append(names, packedName("p", chunkName(l.name, l.next+i)))
		}
	}
	return names
}

// chunkName names a chunk of a list, by the name of its term.
func chunkName(name string, number int) string { return name + "-" + strconv.Itoa(number) }

// headName names the head of a list whose first chunk has that number.
func headName(name string, next int) string { return name + "-h" + strconv.Itoa(next) }

func (b *storedBlock) append(to []byte) []byte {
	for _, s := range []string{b.from, b.first, b.last} {
		to = appendBytes(to, s)
	}
	to = b.at.append(append(binary.AppendUvarint(to, uint64(b.words.size)), b.words.sum[:]...))
	for _, n := range []int{b.more, b.terms, b.postings, b.doc, bit(b.tied), len(b.lists)} {
		to = binary.AppendUvarint(to, uint64(n))
	}
	for _, l := range b.lists {
		to = appendBytes(to, l.name)
		for _, n := range []int{l.next, l.chunks, bit(l.head)} {
			to = binary.AppendUvarint(to, uint64(n))
		}
	}
	return to
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (b *storedBlock) read(c *cursor) {
	b.from, b.first, b.last = string(c.bytes()), string(c.bytes()), string(c.bytes())
	b.words.size = c.number()
	copy(b.words.sum[:], c.take(len(b.words.sum)))
	b.at.read(c)
	b.more, b.terms, b.postings, b.doc, b.tied = c.number(), c.number(), c.number(), c.number(), c.number() > 0
	for range c.number() {
		if c.bad {
			return
		}
		b.lists = append(b.lists, longList{string(c.bytes()), c.number(), c.number(), c.number() > 0})
	}
}

// readBlocks reads what is known of the blocks.
func (e *Earlier) readBlocks(list []byte) (ok bool) {
	c := cursor{rest: list}
	e.block = c.number()
	for len(c.rest) > 0 && !c.bad {
		var b storedBlock
		b.read(&c)
		if last := len(e.blocks) - 1; last >= 0 {
			e.blocks[last].next = b.first
		}
		e.blocks = append(e.blocks, b)
	}
	return !c.bad
}

// blockWriter writes the terms with their lists into blocks.
type blockWriter struct {
	w           *writer
	p           *packing
	left        *leaver
	words       *wordWriter
	named       map[string]bool
	terms, list []byte
	prev        string      // the term before, "" at the beginning of a block
	block       storedBlock // as it is left
}

// add adds a term with its list, or with the reference to its files. It has so many docs.
func (b *blockWriter) add(term string, list []byte, docs, last int) {
	from := startOf(b.block.last, term)
	if b.block.terms > 0 && b.ends(term, len(list)) {
		if b.named[termName(from)] {
			b.block.tied = true
		} else {
			b.flush()
		}
	}
	if b.block.terms == 0 {
		b.begin(from)
		b.block = storedBlock{from: from, first: term, more: len(list)}
		b.prev = ""
	} else {
		b.terms, b.list = append(b.terms, ' '), append(b.list, ' ')
	}
	b.terms = appendTerm(b.terms, b.prev, term)
	b.list = append(b.list, list...)
	if l, ok := longListOf(term, list); ok {
		b.block.lists = append(b.block.lists, l)
	}
	b.words.add(term)
	b.prev, b.block.last, b.block.doc = term, term, max(b.block.doc, last)
	b.block.terms++
	b.block.postings += docs
}

// ends reports whether the block ends before a term that adds so many bytes besides itself.
func (b *blockWriter) ends(term string, more int) bool {
	return blockEnds(len(b.terms)+len(b.list), len(term)+more, b.w.block, term)
}

// begin notes the name of a block.
func (b *blockWriter) begin(from string) {
	if len(b.named) > 0 {
		b.w.firstTerms = append(b.w.firstTerms, ' ')
	}
	b.w.firstTerms = appendTerm(b.w.firstTerms, b.block.from, from)
	b.named[termName(from)] = true
}

// startOf is the shortest start of a term that no term up to the one before it reaches: the
// manifest has one for each block.
func startOf(before, term string) string {
	at := 0
	for at < len(before) && at < len(term) && before[at] == term[at] {
		at++
	}
	for at++; at < len(term) && !utf8.RuneStart(term[at]); {
		at++
	}
	return term[:min(at, len(term))]
}

// flush writes the block, of which only the start and the last term are known then.
func (b *blockWriter) flush() {
	if b.block.terms == 0 {
		return
	}
	b.p.add("t", termName(b.block.from), b.terms, b.list, b.w.markLine(b.block.doc))
	b.block.words = b.words.end(b.block.last)
	b.left.endBlock(b.block)
	b.end(b.block)
}

// end counts a block, and leaves what the next one depends on.
func (b *blockWriter) end(block storedBlock) {
	b.w.stats.Terms += block.terms
	b.w.stats.Postings += block.postings
	b.block = storedBlock{from: block.from, last: block.last}
	b.terms, b.list = b.terms[:0], b.list[:0]
}

// fits reports whether a block of the earlier index would begin and end as it did, when next is the
// term behind it, "" for none.
func (b *blockWriter) fits(old *storedBlock, next string) bool {
	from := startOf(b.block.last, old.first)
	if from != old.from || old.next != next || b.named[termName(from)] || b.block.terms > 0 && !b.ends(old.first, old.more) {
		return false
	}
	name := termName(startOf(old.last, next))
	return next == "" || name != termName(from) && !b.named[name]
}

// take takes a block of the earlier index that fits.
func (b *blockWriter) take(old *storedBlock) {
	b.flush()
	b.begin(old.from)
	old.taken = true
	b.words.take(old)
	b.left.takeBlock(old)
	b.end(*old)
}

// blockTerms reads the terms of a block one by one.
type blockTerms struct {
	rest []byte
	term []byte
	list []byte
	bad  bool
}

// next reads the next term; there is none after the last.
func (t *blockTerms) next() bool {
	if len(t.rest) == 0 {
		return false
	}
	shared, suffix := t.number(), t.number()
	if shared > len(t.term) || suffix > len(t.rest) {
		t.bad = true
		return false
	}
	t.term = append(t.term[:shared], t.rest[:suffix]...)
	t.rest = t.rest[suffix:]
	size := t.number()
	if t.bad || size > len(t.rest) {
		t.bad = true
		return false
	}
	t.list, t.rest = t.rest[:size], t.rest[size:]
	return true
}

func (t *blockTerms) number() int {
	if len(t.rest) > 0 && t.rest[0] < 0x80 { // most are
		n := int(t.rest[0])
		t.rest = t.rest[1:]
		return n
	}
	v, n := binary.Uvarint(t.rest)
	if n <= 0 || v > 1<<40 {
		t.bad = true
		return 0
	}
	t.rest = t.rest[n:]
	return int(v)
}
