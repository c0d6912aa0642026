package redact

import (
	"crypto/sha256"
	"slices"
)

// dictionary finds the values of a build again wherever they stand. One number
// per byte of text is looked up in a bit set; only where that hits is anything
// hashed.
type dictionary struct {
	bits  [1 << 16 / 64]uint64 // by the upper 16 bits of a window
	forms map[uint32][]found
	users map[Hash]bool
}

type found struct {
	length int
	hash   Hash
	rule   int
	entry  int
}

// add takes one value in. Its forms lead to the entry with the given number.
func (d *dictionary) add(v Value, rule, entry int) {
	for _, f := range v.Forms {
		if f.Length < window || f.Length > 2*maxForm {
			continue
		}
		list := d.forms[f.Window]
		if slices.ContainsFunc(list, func(o found) bool { return o.hash == f.Hash }) {
			continue
		}
		d.bits[f.Window>>8/64] |= 1 << (f.Window >> 8 % 64)
		list = append(list, found{f.Length, f.Hash, rule, entry})
		slices.SortStableFunc(list, func(a, b found) int { return b.length - a.length })
		d.forms[f.Window] = list
	}
}

func (d *dictionary) knows(user string) bool {
	return d != nil && len(d.users) > 0 && d.users[hashOf(normalUser(user))]
}

// find adds a span for every known value in the scanner's text.
func (d *dictionary) find(sc *scanner) {
	if d == nil || len(d.forms) == 0 {
		return
	}
	s := sc.s
	var x uint64
	from := 0 // nothing before it is looked at again
	for i := 0; i < len(s); i++ {
		x = x>>8 | uint64(s[i])<<56
		m := mix(x)
		if d.bits[m>>8/64]&(1<<(m>>8%64)) == 0 {
			continue
		}
		for _, f := range d.forms[m] {
			start := i + 1 - f.length
			if start < from || f.length < minAnywhere && !standsAlone(s, start, i+1) {
				continue
			}
			if hashBytes(s[start:i+1]) == f.hash {
				sc.spans = append(sc.spans, span{start: start, end: i + 1, rule: f.rule, entry: f.entry})
				from = i + 1
				break
			}
		}
	}
}

func hashBytes(s string) Hash {
	var buf [2 * maxForm]byte
	sum := sha256.Sum256(buf[:copy(buf[:], s)])
	return Hash(sum[:16])
}

func standsAlone(s string, start, end int) bool {
	return (start == 0 || !isWord(s[start-1]) || boundary(s, start)) && (end == len(s) || !isWord(s[end]))
}
