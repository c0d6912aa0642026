package jsonl

import (
	"encoding/binary"
	"math/bits"
)

// maxDepth is how deep objects and arrays may nest. Real records stay far below;
// deeper nesting would exhaust the stack of a recursive decoder.
const maxDepth = 1000

// fault reports why a value could not be read.
type fault struct {
	what     problem
	at       int // index of the byte that does not fit
	controls int // raw control characters and lone backslashes inside strings, which are tolerated
}

type problem uint8

const (
	fine problem = iota
	unclosed
	syntax
	tooDeep
)

// nest is a stack of open objects (1) and arrays (0), one bit each.
type nest struct {
	bits  [words]uint64
	deep  []uint64 // what goes beyond bits
	limit int
	depth int
}

const words = (maxDepth + 63) / 64

func (n *nest) push(object bool) {
	word, bit := n.word(n.depth/64), uint64(1)<<(n.depth%64)
	*word &^= bit
	if object {
		*word |= bit
	}
	n.depth++
}

func (n *nest) inObject() bool {
	d := n.depth - 1
	return *n.word(d / 64)&(1<<(d%64)) != 0
}

func (n *nest) word(i int) *uint64 {
	if i < words {
		return &n.bits[i]
	}
	if i -= words; i == len(n.deep) {
		n.deep = append(n.deep, 0)
	}
	return &n.deep[i]
}

// What may come next inside a value.
type expect uint8

const (
	aValue expect = iota
	aValueOrEnd
	aName
	aNameOrEnd
	aColon
	aCommaOrEnd
)

// value checks the JSON value that begins at b[i] and returns the index behind
// it. It follows the grammar exactly, except that strings may contain raw control
// characters and bytes that are not UTF-8. It does not recurse.
func value(b []byte, i int) (end int, f fault) {
	return nested(b, i, &nest{limit: maxDepth})
}

// nested is value with another limit of depth.
func nested(b []byte, i int, open *nest) (end int, f fault) {
	want := aValue
	for i < len(b) {
		c := b[i]
		switch {
		case c == ' ' || c == '\t' || c == '\r' || c == '\n':
			i++
			continue
		case c == '"' && want <= aNameOrEnd:
			j, p := text(b, i+1, &f.controls)
			if p != fine {
				return i, fault{p, j, f.controls}
			}
			i = j
			if want == aName || want == aNameOrEnd {
				want = aColon
				continue
			}
		case c == ':' && want == aColon:
			i++
			want = aValue
			continue
		case c == ',' && want == aCommaOrEnd:
			i++
			want = aValue
			if open.inObject() {
				want = aName
			}
			continue
		case (c == '{' || c == '[') && want <= aValueOrEnd:
			if open.depth == open.limit {
				return i, fault{tooDeep, i, f.controls}
			}
			open.push(c == '{')
			i++
			want = aValueOrEnd
			if c == '{' {
				want = aNameOrEnd
			}
			continue
		case open.closes(c, want):
			open.depth--
			i++
		case want <= aValueOrEnd:
			j, p := scalar(b, i)
			if p != fine {
				return i, fault{p, j, f.controls}
			}
			i = j
		default:
			return i, fault{syntax, i, f.controls}
		}
		if open.depth == 0 {
			return i, f
		}
		want = aCommaOrEnd
	}
	return i, fault{unclosed, i, f.controls}
}

// closes reports whether c ends the innermost object or array here.
func (n *nest) closes(c byte, want expect) bool {
	switch c {
	case '}':
		return want == aNameOrEnd || want == aCommaOrEnd && n.inObject()
	case ']':
		return want == aValueOrEnd || want == aCommaOrEnd && !n.inObject()
	}
	return false
}

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// text checks a string whose opening quote precedes b[i] and returns the
// index behind its closing quote. Eight bytes at a time are searched for a quote,
// a backslash or a control character: in each word the lowest marked byte is exact.
func text(b []byte, i int, controls *int) (int, problem) {
	for {
		for i+8 <= len(b) {
			w := binary.LittleEndian.Uint64(b[i:])
			low, slash := w^(ones*2), w^(ones*'\\') // a quote is in low what follows the control characters
			marks := ((low-ones*(' '+1))&^low | (slash-ones)&^slash) & highs
			if marks != 0 {
				i += bits.TrailingZeros64(marks) / 8
				break
			}
			i += 8
		}
		if i >= len(b) {
			return i, unclosed
		}
		switch c := b[i]; {
		case c == '"':
			return i + 1, fine
		case c == '\\':
			switch n, p := escape(b[i:]); p {
			case fine:
				i += n
			case syntax: // programs that mask addresses in a transcript leave the backslash of what was before them
				*controls++
				i++
			default:
				return i, p
			}
		default:
			if c < ' ' {
				*controls++
			}
			i++
		}
	}
}

// escape returns the length of the escape sequence at the start of b.
func escape(b []byte) (int, problem) {
	if len(b) < 2 {
		return 0, unclosed
	}
	switch b[1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 2, fine
	case 'u':
		for i := 2; i < 6; i++ {
			if i >= len(b) {
				return 0, unclosed
			}
			if c := b[i] | 0x20; (b[i] < '0' || b[i] > '9') && (c < 'a' || c > 'f') {
				return 0, syntax
			}
		}
		return 6, fine
	}
	return 0, syntax
}

// scalar checks a number or a literal at b[i] and returns the index behind it.
func scalar(b []byte, i int) (int, problem) {
	switch b[i] {
	case 't':
		return literal(b, i, "true")
	case 'f':
		return literal(b, i, "false")
	case 'n':
		return literal(b, i, "null")
	}
	return number(b, i)
}

func literal(b []byte, i int, want string) (int, problem) {
	for j := range len(want) {
		if i+j >= len(b) {
			return len(b), unclosed
		}
		if b[i+j] != want[j] {
			return i + j, syntax
		}
	}
	return i + len(want), fine
}

func number(b []byte, i int) (int, problem) {
	if b[i] == '-' {
		i++
	}
	leading := i
	i, p := digits(b, i)
	if p != fine {
		return i, p
	}
	if b[leading] == '0' && i > leading+1 {
		return leading + 1, syntax
	}
	if i < len(b) && b[i] == '.' {
		if i, p = digits(b, i+1); p != fine {
			return i, p
		}
	}
	if i < len(b) && b[i]|0x20 == 'e' {
		i++
		if i < len(b) && (b[i] == '+' || b[i] == '-') {
			i++
		}
		return digits(b, i)
	}
	return i, fine
}

// digits skips at least one digit.
func digits(b []byte, i int) (int, problem) {
	if i >= len(b) {
		return i, unclosed
	}
	if b[i] < '0' || b[i] > '9' {
		return i, syntax
	}
	for i < len(b) && '0' <= b[i] && b[i] <= '9' {
		i++
	}
	return i, fine
}
