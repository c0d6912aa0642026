package search

import (
	"cmp"
	"encoding/binary"
	"errors"
	"slices"
)

// posting is a doc by its number in the archive, and its impact there: doc<<impactBits | impact-1. Of a
// frequent word there are as many as messages, so that it takes four bytes.
type posting uint32

// mostNumbers is how many numbers docs may have.
const mostNumbers = 1 << (32 - impactBits)

func postingOf(doc, impact int) posting { return posting(doc)<<impactBits | posting(impact) }

func (p posting) doc() int    { return int(p >> impactBits) }
func (p posting) impact() int { return int(p & impactMask) }

// postings are one term's.
type postings struct {
	sessions []*session // by their number in sections
	list     []posting  // by doc
	parts    []part
	joined   []posting // spare
}

// part is a term's section of one session.
type part struct {
	base int // of its session
	list []byte
}

var errDamaged = errors.New("a temporary file of search postings is damaged")

// decode reads the sections of a term, which come in any order.
func (p *postings) decode(sections []byte) error {
	p.list, p.parts = p.list[:0], p.parts[:0]
	for len(sections) > 0 {
		session, n := binary.Uvarint(sections)
		size, m := binary.Uvarint(sections[max(n, 0):])
		at := n + m
		if n <= 0 || m <= 0 || session >= uint64(len(p.sessions)) || size > uint64(len(sections)-at) {
			return errDamaged
		}
		p.parts = append(p.parts, part{p.sessions[session].base, sections[at : at+int(size)]})
		sections = sections[at+int(size):]
	}
	slices.SortFunc(p.parts, func(a, b part) int { return cmp.Compare(a.base, b.base) })
	for _, part := range p.parts {
		doc := part.base
		for list := part.list; len(list) > 0; {
			v, n := uint64(list[0]), 1
			if v >= 0x80 { // most are shorter
				if v, n = binary.Uvarint(list); n <= 0 {
					return errDamaged
				}
			}
			list = list[n:]
			doc += int(v >> impactBits)
			p.list = append(p.list, postingOf(doc, int(v&impactMask)))
		}
	}
	return nil
}

// join adds others, of other docs.
func (p *postings) join(others []posting) {
	joined, i := p.joined[:0], 0
	for _, other := range others {
		for ; i < len(p.list) && p.list[i] < other; i++ {
			joined = append(joined, p.list[i])
		}
		joined = append(joined, other)
	}
	joined = append(joined, p.list[i:]...)
	p.list, p.joined = joined, p.list
}

// appendList codes docs as distances from the one before, the first from 0.
func appendList(b []byte, list []posting) []byte {
	last := 0
	for _, p := range list {
		b = appendCode(b, (p.doc()-last)<<impactBits|p.impact())
		last = p.doc()
	}
	return b
}

// decodeList appends what appendList coded.
func decodeList(list []posting, coded []byte) ([]posting, error) {
	doc := 0
	for len(coded) > 0 {
		v, n := int(digits[coded[0]]), 1
		if uint(v) >= stoppers { // most are shorter
			if v, n = readCode(coded); n == 0 {
				return list, errDamaged
			}
		}
		coded = coded[n:]
		if doc += v >> impactBits; doc < 0 || doc >= mostNumbers {
			return list, errDamaged
		}
		list = append(list, postingOf(doc, v&impactMask))
	}
	return list, nil
}

// chunkWriter writes long lists into their own files, cut into chunks, so that
// a query reads only those chunks in which it has candidates.
type chunkWriter struct {
	p    *packing
	next map[string]int // of each name, the number of the next chunk
	list []byte
}

// inBlock returns what the term's block contains: the list itself, or "~", the number of docs with
// the highest impact that the head does not have all of, the number of the first chunk and of each
// chunk its first doc.
func (c *chunkWriter) inBlock(term string, list []posting, coded []byte) []byte {
	if len(coded) <= inlineList {
		return coded
	}
	name := termName(term)
	ref := append(make([]byte, 0, 64), '~')
	rest := 0
	if len(coded) > headSize {
		rest = c.head(name, list)
	}
	ref = appendCode(appendCode(ref, len(list)<<restBits|rest), c.next[name])
	last := 0
	for len(list) > 0 {
		first := list[0].doc()
		c.list = c.list[:0]
		n := 0
		for prev := first; n < len(list) && !chunkEnds(len(c.list), prev, list[n].doc()); n++ {
			c.list = appendCode(c.list, (list[n].doc()-prev)<<impactBits|list[n].impact())
			prev = list[n].doc()
		}
		c.p.add("p", chunkName(name, c.next[name]), c.list, c.p.w.markLine(list[n-1].doc()))
		c.next[name]++
		ref = appendCode(ref, first-last)
		last, list = first, list[n:]
	}
	return ref
}

// head writes the postings with the highest impacts into a file, so that a query of frequent words
// can find the best messages without reading all others. Of those with the lowest impact it has the
// newest. It returns that impact, as 1 to 4.
func (c *chunkWriter) head(name string, list []posting) (rest int) {
	level, size := impactMask, 0 // all above the level are in the head, which take so many bytes
	for ; level > 0; level-- {
		more := codedSize(list, level)
		if more > headSize {
			break
		}
		size = more
	}
	since, next := len(list), -1
	for i := len(list) - 1; i >= 0 && size <= headSize; i-- {
		if list[i].impact() == level {
			if next >= 0 {
				size += codeSize((list[next].doc() - list[i].doc()) << impactBits)
			}
			since, next = next, i
		}
	}
	if since < 0 {
		since = len(list)
	}
	c.list = c.list[:0]
	last := 0
	for i, p := range list {
		if x := p.impact(); x > level || x == level && i >= since {
			c.list = appendCode(c.list, (p.doc()-last)<<impactBits|x)
			last = p.doc()
		}
	}
	c.p.add("p", headName(name, c.next[name]), c.list, c.p.w.markLine(last))
	return level + 1
}

// codedSize returns how many bytes the postings take that have an impact or a higher one.
func codedSize(list []posting, least int) (size int) {
	last := 0
	for _, p := range list {
		if p.impact() >= least {
			size += codeSize((p.doc() - last) << impactBits)
			last = p.doc()
		}
	}
	return size
}

// fits reports whether the files of a block's lists would be named as they are.
func (c *chunkWriter) fits(b *storedBlock) bool {
	for _, l := range b.lists {
		if l.next > 0 || c.next[l.name] > 0 {
			return false
		}
	}
	return true
}

// take notes the names of the files of a block's lists.
func (c *chunkWriter) take(b *storedBlock) {
	for _, l := range b.lists {
		c.next[l.name] = l.chunks
	}
}

// quote puts quotes around text that needs no escapes: terms and codes.
func quote(b []byte) []byte {
	return append(append(append(make([]byte, 0, len(b)+2), '"'), b...), '"')
}
