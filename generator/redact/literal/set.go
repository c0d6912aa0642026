package literal

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"
	"slices"
	"strings"

	"steno/generator/redact/chars"
)

// Set finds the texts that the user named, in any number. They are kept in
// one sorted string; a table of hashes leads from the first bytes of a text to the
// first of the literals that begin with them. Two filters keep most positions away
// from the table: one by the first two bytes, one by the hash. A literal costs its
// own bytes and about twenty more.
//
// Literals match byte for byte, letter case included. Of several that begin at one
// position the longest is reported.
type Set struct {
	text   string   // the literals in sorted order, one after the other
	ends   []uint32 // where each ends
	rules  []uint8  // index into owners
	owners []int    // rules that literals belong to
	pairs  []uint8  // by the first two bytes: bit n is set where literals with a head of MinLength+n bytes begin so
	filter []uint64 // a bit for each hash of a head
	slots  []uint32 // hash table: 1 + index of the first literal with that head, 0 is free
	shift  uint8    // of a hash, for its slot
	joints []uint64 // by two bytes: a bit for those that are next to each other in a literal, then for those around a blank
}

// MinLength is the least number of bytes of a literal in a Set.
const MinLength = 3

const (
	headLength    = 8              // bytes of a literal that are hashed; all of a shorter one
	filterPerSlot = 8              // bits of the filter for each slot
	maxLiterals   = math.MaxUint32 // bytes, as ends has 32 bits
)

// Text is one literal and the rule that it belongs to.
type Text struct {
	Text string
	Rule int
}

var errTooManyLiterals = errors.New("the literals and env values to redact are larger than 4 GiB: split the archive or name fewer")

// NewSet returns a set of literals, nil for none.
func NewSet(literals []Text) (*Set, error) {
	if len(literals) == 0 {
		return nil, nil
	}
	total := uint64(0)
	for i := range literals {
		total += uint64(len(literals[i].Text))
	}
	if total > maxLiterals {
		return nil, errTooManyLiterals
	}
	l := &Set{ends: make([]uint32, 0, len(literals)), rules: make([]uint8, 0, len(literals)), pairs: make([]uint8, 1<<16)}
	var all strings.Builder
	all.Grow(int(total))
	previous := ""
	for _, i := range sortedLiterals(literals) {
		if lit := &literals[i]; lit.Text != previous {
			previous = lit.Text
			all.WriteString(lit.Text)
			l.ends = append(l.ends, uint32(all.Len()))
			l.rules = append(l.rules, l.owner(lit.Rule))
		}
	}
	l.text = all.String()
	l.index()
	return l, nil
}

// owner returns the number of a rule among those that literals belong to.
func (l *Set) owner(rule int) uint8 {
	i := slices.Index(l.owners, rule)
	if i < 0 {
		i = len(l.owners)
		l.owners = append(l.owners, rule)
	}
	return uint8(i)
}

// sortedLiterals returns the order of the literals, equal ones by rule. The first
// bytes are compared as numbers, as they settle nearly all.
func sortedLiterals(literals []Text) []uint32 {
	type key struct {
		head  uint64
		index uint32
	}
	keys := make([]key, len(literals))
	for i := range literals {
		var head [8]byte
		copy(head[:], literals[i].Text)
		keys[i] = key{binary.BigEndian.Uint64(head[:]), uint32(i)}
	}
	slices.SortFunc(keys, func(a, b key) int {
		if a.head != b.head {
			return cmp.Compare(a.head, b.head)
		}
		x, y := &literals[a.index], &literals[b.index]
		return cmp.Or(strings.Compare(x.Text, y.Text), cmp.Compare(x.Rule, y.Rule))
	})
	order := make([]uint32, len(keys))
	for i := range keys {
		order[i] = keys[i].index
	}
	return order
}

// index fills the filters and the table.
func (l *Set) index() {
	size := max(6, bits.Len(uint(2*len(l.ends)))) // at most half of the slots are used
	l.shift = uint8(64 - size)
	l.slots = make([]uint32, 1<<size)
	l.filter = make([]uint64, 1<<size*filterPerSlot/64)
	l.joints = make([]uint64, 2<<16/64)
	previous := ""
	for i := range l.ends {
		t := l.at(i)
		l.join(t)
		n := min(len(t), headLength)
		if t[:n] == previous {
			continue
		}
		previous = t[:n]
		l.pairs[pairOf(t)] |= 1 << (n - MinLength)
		h := headHash(head(t), n)
		word, bit := l.filterBit(h)
		l.filter[word] |= bit
		slot := h >> l.shift
		for l.slots[slot] != 0 {
			slot = (slot + 1) % uint64(len(l.slots))
		}
		l.slots[slot] = uint32(i) + 1
	}
}

// join notes the joints of a literal.
func (l *Set) join(t string) {
	for i := 1; i < len(t); i++ {
		j := jointOf(t[i-1], t[i], false)
		l.joints[j/64] |= 1 << (j % 64)
		if t[i] == ' ' && i+1 < len(t) {
			j = jointOf(t[i-1], t[i+1], true)
			l.joints[j/64] |= 1 << (j % 64)
		}
	}
}

// Joint reports two bytes that are next to each other in a literal, or have a blank between them.
func (l *Set) Joint(before, after byte, blank bool) bool {
	j := jointOf(before, after, blank)
	return l.joints[j/64]>>(j%64)&1 != 0
}

func jointOf(before, after byte, blank bool) int {
	j := int(before)<<8 | int(after)
	if blank {
		j |= 1 << 16
	}
	return j
}

func (l *Set) at(i int) string {
	if i == 0 {
		return l.text[:l.ends[0]]
	}
	return l.text[l.ends[i-1]:l.ends[i]]
}

func pairOf(s string) int { return int(s[0])<<8 | int(s[1]) }

// head returns the first bytes of s as a number, zeros where s is shorter.
func head(s string) uint64 {
	if len(s) >= headLength {
		return chars.Number(s)
	}
	var x uint64
	for i := len(s) - 1; i >= 0; i-- {
		x = x<<8 | uint64(s[i])
	}
	return x
}

// headHash hashes the lowest n bytes of x.
func headHash(x uint64, n int) uint64 {
	x &= math.MaxUint64 >> (64 - 8*n)
	x = (x + uint64(n)) * 0x9E3779B97F4A7C15
	x ^= x >> 29
	return x * 0xBF58476D1CE4E5B9
}

// filterBit returns the word of the filter and the bit in it that belong to a hash. The
// bit is taken from where the number of the word does not reach.
func (l *Set) filterBit(h uint64) (word, bit uint64) {
	return h >> l.shift / (64 / filterPerSlot), 1 << (h >> 20 & 63)
}

// Find calls found with each literal in s and its rule.
func (l *Set) Find(s string, found func(start, end, rule int)) {
	if l == nil {
		return
	}
	for i := 0; i+MinLength <= len(s); i++ {
		heads := l.pairs[int(s[i])<<8|int(s[i+1])]
		if heads != 0 {
			l.findAt(s, i, heads, found)
		}
	}
}

// findAt looks for the longest literal at s[i:]. heads says which lengths of heads
// are possible.
func (l *Set) findAt(s string, i int, heads uint8, found func(start, end, rule int)) {
	rest := s[i:]
	x := head(rest)
	for n := min(headLength, len(rest)); n >= MinLength; n-- {
		if heads>>(n-MinLength)&1 == 0 {
			continue
		}
		h := headHash(x, n)
		if word, bit := l.filterBit(h); l.filter[word]&bit == 0 {
			continue
		}
		if n := l.longest(rest, n, h>>l.shift); n >= 0 {
			found(i, i+len(l.at(n)), l.owners[l.rules[n]])
			return
		}
	}
}

// longest returns the longest literal with a head of n bytes that rest begins with,
// or -1.
func (l *Set) longest(rest string, n int, slot uint64) int {
	for ; l.slots[slot] != 0; slot = (slot + 1) % uint64(len(l.slots)) {
		first := int(l.slots[slot]) - 1
		if t := l.at(first); min(len(t), headLength) != n || t[:n] != rest[:n] {
			continue
		}
		if n < headLength {
			return first
		}
		return l.longestFrom(first, rest)
	}
	return -1
}

// longestFrom returns the longest literal from first on that rest begins with. Literals are sorted:
// such a literal is not after the greatest one that is not greater than rest. If rest does not
// begin with that one, rest is cut to what the two share, and the search continues.
func (l *Set) longestFrom(first int, rest string) int {
	for l.at(first) <= rest {
		low, high := first, first+1 // low is not greater than rest
		for step := 1; high < len(l.ends) && l.at(high) <= rest; step *= 2 {
			low, high = high, high+step
		}
		high = min(high, len(l.ends))
		for low+1 < high {
			if mid := (low + high) / 2; l.at(mid) <= rest {
				low = mid
			} else {
				high = mid
			}
		}
		t := l.at(low)
		if strings.HasPrefix(rest, t) {
			return low
		}
		rest = rest[:shared(t, rest)]
	}
	return -1
}

// shared returns how many bytes a and b begin with alike.
func shared(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// Sum adds the literals and their rules to a hash.
func (l *Set) Sum(h io.Writer) {
	if l == nil {
		return
	}
	io.WriteString(h, l.text)
	binary.Write(h, binary.LittleEndian, l.ends)
	h.Write(l.rules)
	fmt.Fprintln(h, l.owners)
}
