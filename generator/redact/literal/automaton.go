// Package literal finds fixed texts, any number of them in one pass: an Automaton those at which
// rules look closer, a Set those that users name.
package literal

import (
	"fmt"
	"math"
	"slices"

	"steno/generator/redact/chars"
)

// Automaton finds the literals of the built-in rules in one pass (Aho-Corasick, as
// a table of states). Letters are folded, and of long literals only the first
// triggerLength bytes count where the handler reads the rest. Bytes in the middle of letters
// that are no ASCII share classes, and literals with some are compared when they seem to be read. Its states are 16-bit
// numbers, so that the table fits into a processor's cache; literals of users, of
// which there may be any number, are in a Set.
type Automaton struct {
	class   [256]uint8
	width   int      // classes of bytes
	longest int      // bytes of a literal
	next    []uint16 // state<<columnBits + class -> state
	out     [][]Trigger
	whole   []string // literals to be compared, behind an empty one
	accept  uint16   // states from this one on have something in out
}

// Trigger says what a literal that was just read is the beginning of.
type Trigger struct {
	Kind   uint8
	Length uint8  // bytes of the literal that were read
	first  byte   // of a literal in which the case of letters counts, 0 of another one
	Rule   uint16 // index of a format or a command
	whole  uint16 // index in the automaton of what is compared, 0 for nothing
}

const triggerLength = 6

// Literal is a text that triggers a rule.
type Literal struct {
	Text  string
	Head  bool // only its first bytes are read, and then the whole is compared
	Cased bool // it is, and the case of letters counts
	Trigger
}

type trieNode struct {
	next []trieEdge
	fail uint16
	out  []Trigger
}

type trieEdge struct {
	class uint8
	to    uint16
}

const (
	maxStates  = math.MaxUint16 + 1
	columnBits = 7 // of the columns of the table: to multiply takes longer
)

// NewAutomaton returns an automaton that finds the literals.
func NewAutomaton(literals []Literal) (*Automaton, error) {
	a := &Automaton{width: 1, whole: []string{""}}
	a.addClasses(frequent)
	for _, l := range literals {
		a.addClasses(l.Text[:l.read()])
	}
	for c := range a.class {
		a.class[c] = a.class[classed(byte(c))]
	}
	nodes := a.trie(literals)
	if len(nodes) > maxStates {
		return nil, fmt.Errorf("the built-in rules need %d states, more than %d", len(nodes), maxStates)
	}
	if a.longest > math.MaxUint8 || len(a.whole) > maxStates {
		return nil, fmt.Errorf("the built-in rules have texts of %d bytes, or %d texts to compare", a.longest, len(a.whole))
	}
	if a.width > 1<<columnBits {
		return nil, fmt.Errorf("the built-in rules have %d different bytes, more than %d", a.width, 1<<columnBits)
	}
	a.fill(nodes)
	return a, nil
}

// frequent are the characters that most text consists of. Their columns are next to each other,
// so that a state in use takes two lines of a processor's cache.
const frequent = "abcdefghijklmnopqrstuvwxyz0123456789 \n\t\"'.,:;-_/\\=()[]{}<>*"

// classed returns the byte whose class a byte has.
func classed(c byte) byte {
	if c >= 0x80 && c < 0xc0 { // in the middle of a letter
		return 0x80 | c&0xf
	}
	return chars.Fold(c)
}

func (a *Automaton) addClasses(text string) {
	for i := range len(text) {
		if c := classed(text[i]); a.class[c] == 0 {
			a.class[c] = uint8(a.width)
			a.width++
		}
	}
}

// read returns how many bytes of the literal the automaton reads.
func (l *Literal) read() int {
	if l.Head {
		return min(len(l.Text), triggerLength)
	}
	return len(l.Text)
}

// trie returns the nodes of all literals, the root first, or too many of them.
func (a *Automaton) trie(literals []Literal) []trieNode {
	nodes := make([]trieNode, 1)
	for _, l := range literals {
		at := 0
		n := l.read()
		a.longest = max(a.longest, n)
		l.Length = uint8(n)
		if l.Cased {
			l.first = l.Text[0]
		}
		if l.Head || chars.Some(l.Text, func(c byte) bool { return c >= 0x80 }) {
			l.whole = uint16(len(a.whole))
			a.whole = append(a.whole, l.Text)
		}
		for i := range n {
			c := a.class[classed(l.Text[i])]
			next := nodes[at].next
			if known := slices.IndexFunc(next, func(e trieEdge) bool { return e.class == c }); known >= 0 {
				at = int(next[known].to)
				continue
			}
			if len(nodes) == maxStates {
				return append(nodes, trieNode{})
			}
			nodes[at].next = append(next, trieEdge{c, uint16(len(nodes))})
			at = len(nodes)
			nodes = append(nodes, trieNode{})
		}
		nodes[at].out = append(nodes[at].out, l.Trigger)
	}
	return nodes
}

// fill turns the trie into a table. Breadth first, so that the state a node
// falls back to is complete before the node; states with output come last, so
// that the scan tests one number per byte.
func (a *Automaton) fill(nodes []trieNode) {
	table := make([]uint16, len(nodes)*a.width)
	row := func(node uint16) []uint16 { return table[int(node)*a.width:][:a.width] }
	queue := make([]uint16, 1, len(nodes))
	for head := 0; head < len(queue); head++ {
		at := queue[head]
		states := row(at)
		if at != 0 {
			copy(states, row(nodes[at].fail))
		}
		for _, e := range nodes[at].next {
			back := states[e.class]
			states[e.class] = e.to
			nodes[e.to].fail = back
			nodes[e.to].out = append(nodes[e.to].out[:len(nodes[e.to].out):len(nodes[e.to].out)], nodes[back].out...)
			queue = append(queue, e.to)
		}
	}
	a.renumber(nodes, table)
}

func (a *Automaton) renumber(nodes []trieNode, table []uint16) {
	number := make([]uint16, len(nodes))
	a.out = make([][]Trigger, len(nodes))
	n := uint16(0)
	for _, accepting := range []bool{false, true} {
		if accepting {
			a.accept = n
		}
		for i := range nodes {
			if (len(nodes[i].out) > 0) == accepting {
				number[i] = n
				a.out[n] = nodes[i].out
				n++
			}
		}
	}
	a.next = make([]uint16, len(nodes)<<columnBits)
	for i := range nodes {
		states := a.next[int(number[i])<<columnBits:]
		for c, to := range table[i*a.width:][:a.width] {
			states[c] = number[to]
		}
	}
}
