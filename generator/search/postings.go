package search

import (
	"cmp"
	"encoding/binary"
	"errors"
	"slices"
)

// postings are one term's, with docs numbered through the archive.
type postings struct {
	sessions []*session // by their number in sections
	docs     []int
	impacts  []byte
	parts    []part
	joined   struct { // spare
		docs    []int
		impacts []byte
	}
}

// part is a term's section of one session.
type part struct {
	base int // of its session
	list []byte
}

var errDamaged = errors.New("a temporary file of search postings is damaged")

// decode reads the sections of a term, which come in any order.
func (p *postings) decode(sections []byte) error {
	p.docs, p.impacts, p.parts = p.docs[:0], p.impacts[:0], p.parts[:0]
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
			p.docs = append(p.docs, doc)
			p.impacts = append(p.impacts, byte(v&impactMask))
		}
	}
	return nil
}

// join adds other docs in ascending order.
func (p *postings) join(docs []int, impacts []byte) {
	j := &p.joined
	j.docs, j.impacts = j.docs[:0], j.impacts[:0]
	i := 0
	for k, doc := range docs {
		for ; i < len(p.docs) && p.docs[i] < doc; i++ {
			j.docs, j.impacts = append(j.docs, p.docs[i]), append(j.impacts, p.impacts[i])
		}
		j.docs, j.impacts = append(j.docs, doc), append(j.impacts, impacts[k])
	}
	j.docs, j.impacts = append(j.docs, p.docs[i:]...), append(j.impacts, p.impacts[i:]...)
	p.docs, j.docs = j.docs, p.docs
	p.impacts, j.impacts = j.impacts, p.impacts
}

// appendList codes docs as distances from the one before, the first from 0.
func appendList(b []byte, docs []int, impacts []byte) []byte {
	last := 0
	for i, doc := range docs {
		b = appendCode(b, (doc-last)<<impactBits|int(impacts[i]))
		last = doc
	}
	return b
}

// decodeList appends what appendList coded.
func decodeList(docs []int, impacts []byte, list []byte) ([]int, []byte, error) {
	doc := 0
	for len(list) > 0 {
		v, n := int(digits[list[0]]), 1
		if uint(v) >= stoppers { // most are shorter
			if v, n = readCode(list); n == 0 {
				return docs, impacts, errDamaged
			}
		}
		list = list[n:]
		doc += v >> impactBits
		docs, impacts = append(docs, doc), append(impacts, byte(v&impactMask))
	}
	return docs, impacts, nil
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
func (c *chunkWriter) inBlock(term string, docs []int, impacts, list []byte) []byte {
	if len(list) <= inlineList {
		return list
	}
	name := termName(term)
	ref := append(make([]byte, 0, 64), '~')
	rest := 0
	if len(list) > headSize {
		rest = c.head(name, docs, impacts)
	}
	ref = appendCode(appendCode(ref, len(docs)<<restBits|rest), c.next[name])
	last := 0
	for len(docs) > 0 {
		first := docs[0]
		c.list = c.list[:0]
		n := 0
		for prev := first; n < len(docs) && !chunkEnds(len(c.list), prev, docs[n]); n++ {
			c.list = appendCode(c.list, (docs[n]-prev)<<impactBits|int(impacts[n]))
			prev = docs[n]
		}
		c.p.add("p", chunkName(name, c.next[name]), c.list, c.p.w.markLine(docs[n-1]))
		c.next[name]++
		ref = appendCode(ref, first-last)
		last, docs, impacts = first, docs[n:], impacts[n:]
	}
	return ref
}

// head writes the postings with the highest impacts into a file, so that a query of frequent words
// can find the best messages without reading all others. Of those with the lowest impact it has the
// newest. It returns that impact, as 1 to 4.
func (c *chunkWriter) head(name string, docs []int, impacts []byte) (rest int) {
	level, size := impactMask, 0 // all above the level are in the head, which take so many bytes
	for ; level > 0; level-- {
		more := codedSize(docs, impacts, level)
		if more > headSize {
			break
		}
		size = more
	}
	since, next := len(docs), -1
	for i := len(docs) - 1; i >= 0 && size <= headSize; i-- {
		if int(impacts[i]) == level {
			if next >= 0 {
				size += codeSize((docs[next] - docs[i]) << impactBits)
			}
			since, next = next, i
		}
	}
	if since < 0 {
		since = len(docs)
	}
	c.list = c.list[:0]
	last := 0
	for i, doc := range docs {
		if x := int(impacts[i]); x > level || x == level && i >= since {
			c.list = appendCode(c.list, (doc-last)<<impactBits|x)
			last = doc
		}
	}
	c.p.add("p", headName(name, c.next[name]), c.list, c.p.w.markLine(last))
	return level + 1
}

// codedSize returns how many bytes the postings take that have an impact or a higher one.
func codedSize(docs []int, impacts []byte, least int) (size int) {
	last := 0
	for i, doc := range docs {
		if int(impacts[i]) >= least {
			size += codeSize((doc - last) << impactBits)
			last = doc
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
