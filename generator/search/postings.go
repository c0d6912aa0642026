package search

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"slices"
)

// postings are one term's, with docs numbered through the archive.
type postings struct {
	sessions []*record // by their number in sections
	docs     []int
	impacts  []byte
	parts    []part
}

// part is a term's section of one session.
type part struct {
	base int
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
			v, n := binary.Uvarint(list)
			if n <= 0 {
				return errDamaged
			}
			list = list[n:]
			doc += int(v >> impactBits)
			p.docs = append(p.docs, doc)
			p.impacts = append(p.impacts, byte(v&impactMask))
		}
	}
	return nil
}

// appendPostings codes docs as distances from the one before, the first from base.
func appendPostings(b []byte, base int, docs []int, impacts []byte) []byte {
	for i, doc := range docs {
		b = appendCode(b, (doc-base)<<impactBits|int(impacts[i]))
		base = doc
	}
	return b
}

// chunkWriter writes long lists into files of their own, cut into chunks, so that
// a query reads only those chunks in which it has candidates.
type chunkWriter struct {
	w     *writer
	files int
	slots int
	open  []byte // lists of the file being filled, separated by blanks
	list  []byte
}

// encode returns what the term's block holds: the list itself, or "~", the number
// of docs and for each chunk its file, its slot there and its first doc.
func (c *chunkWriter) encode(docs []int, impacts []byte) ([]byte, error) {
	c.list = appendPostings(c.list[:0], 0, docs, impacts)
	if len(c.list) <= inlineList {
		return c.list, nil
	}
	ref := append(make([]byte, 0, 64), '~')
	ref = appendCode(ref, len(docs))
	last := 0
	for start := 0; start < len(docs); {
		first := docs[start]
		c.list = c.list[:0]
		end := start
		for prev := first; end < len(docs) && len(c.list) < chunkSize-8; end++ {
			c.list = appendCode(c.list, (docs[end]-prev)<<impactBits|int(impacts[end]))
			prev = docs[end]
		}
		if len(c.open)+len(c.list) > chunkSize {
			if err := c.flush(); err != nil {
				return nil, err
			}
		}
		ref = appendCode(appendCode(appendCode(ref, c.files), c.slots), first-last)
		if c.slots > 0 {
			c.open = append(c.open, ' ')
		}
		c.open = append(c.open, c.list...)
		c.slots++
		last, start = first, end
	}
	return ref, nil
}

func (c *chunkWriter) flush() error {
	if c.slots == 0 {
		return nil
	}
	err := c.w.shard("p", c.files, quote(c.open))
	c.files++
	c.slots, c.open = 0, c.open[:0]
	return err
}

// blockWriter writes the terms with their lists into blocks.
type blockWriter struct {
	w           *writer
	blocks      int
	prev        string
	terms, list []byte
	count       int
}

func (b *blockWriter) add(term string, list []byte) error {
	if b.count > 0 && len(b.terms)+len(b.list)+len(term)+len(list) > b.w.block {
		if err := b.flush(); err != nil {
			return err
		}
	}
	if b.count == 0 {
		if b.blocks > 0 {
			b.w.firstTerms = append(b.w.firstTerms, ' ')
		}
		b.w.firstTerms = appendTerm(b.w.firstTerms, b.w.lastFirst, term)
		b.w.lastFirst, b.prev = term, ""
	} else {
		b.terms, b.list = append(b.terms, ' '), append(b.list, ' ')
	}
	b.terms = appendTerm(b.terms, b.prev, term)
	b.list = append(b.list, list...)
	b.prev = term
	b.count++
	return nil
}

func (b *blockWriter) flush() error {
	if b.count == 0 {
		return nil
	}
	err := b.w.shard("t", b.blocks, bytes.Join([][]byte{
		[]byte(`{"k":`), quote(b.terms), []byte(`,"p":`), quote(b.list), []byte(`}`),
	}, nil))
	b.blocks++
	b.count, b.terms, b.list = 0, b.terms[:0], b.list[:0]
	return err
}

// quote puts quotes around text that needs no escapes: terms and codes.
func quote(b []byte) []byte {
	return append(append(append(make([]byte, 0, len(b)+2), '"'), b...), '"')
}
