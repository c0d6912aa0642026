// Package anchor keeps what is known of the anchors of a session, of which there is one for each
// record, in a third of the memory of a map of texts.
package anchor

import (
	"encoding/hex"
	"iter"
	"strings"
)

// Numbers has a number for each of some anchors. The zero Numbers is empty. Most anchors are "m-"
// and eight digits: these are kept as numbers themselves, which the garbage collector does not look
// at.
type Numbers struct {
	short map[uint32]uint32
	other map[string]uint32
}

// Set sets the number of an anchor.
func (n *Numbers) Set(anchor string, number int) {
	if key, ok := shortOf(anchor); ok {
		if n.short == nil {
			n.short = map[uint32]uint32{}
		}
		n.short[key] = uint32(number)
		return
	}
	if n.other == nil {
		n.other = map[string]uint32{}
	}
	n.other[anchor] = uint32(number)
}

// Of returns the number of an anchor, 0 for none.
func (n *Numbers) Of(anchor string) int {
	if key, ok := shortOf(anchor); ok {
		return int(n.short[key])
	}
	return int(n.other[anchor])
}

// All goes through the anchors and their numbers, in any order.
func (n *Numbers) All() iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		for key, number := range n.short {
			if !yield(prefix+hex.EncodeToString([]byte{byte(key >> 24), byte(key >> 16), byte(key >> 8), byte(key)}), int(number)) {
				return
			}
		}
		for anchor, number := range n.other {
			if !yield(anchor, int(number)) {
				return
			}
		}
	}
}

const prefix = "m-"

// shortOf returns the digits of a usual anchor: eight of them, in lower case.
func shortOf(anchor string) (key uint32, ok bool) {
	digits, ok := strings.CutPrefix(anchor, prefix)
	if !ok || len(digits) != 8 {
		return 0, false
	}
	for _, c := range []byte(digits) {
		switch {
		case c >= '0' && c <= '9':
			key = key<<4 | uint32(c-'0')
		case c >= 'a' && c <= 'f':
			key = key<<4 | uint32(c-'a'+10)
		default:
			return 0, false
		}
	}
	return key, true
}
