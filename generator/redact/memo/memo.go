// Package memo remembers what was learned of short texts that come again and again, such as names of fields. Texts are
// compared as a whole; no hash represents one.
package memo

import "steno/generator/redact/chars"

// Longest is the length of the longest text that is remembered, in bytes.
const Longest = 60

// Of remembers results for some of the last texts. Its zero value remembers none yet. It is for one goroutine.
type Of[T any] struct {
	entries []entry[T] // as many as a power of two
}

type entry[T any] struct {
	text   [Longest]byte
	length uint8
	filled bool
	result T
}

// Get returns the result for a text, if that is remembered.
func (m *Of[T]) Get(text string) (result T, ok bool) {
	if len(text) > Longest || m.entries == nil {
		return result, false
	}
	e := &m.entries[slot(text)&uint64(len(m.entries)-1)]
	if !e.filled || int(e.length) != len(text) || string(e.text[:e.length]) != text {
		return result, false
	}
	return e.result, true
}

// size is the number of results that are remembered, unless two texts share a place.
const size = 1 << 10

// Put remembers the result for a text.
func (m *Of[T]) Put(text string, result T) {
	if len(text) > Longest {
		return
	}
	if m.entries == nil {
		m.entries = make([]entry[T], size)
	}
	e := &m.entries[slot(text)&uint64(len(m.entries)-1)]
	copy(e.text[:], text)
	e.length, e.filled, e.result = uint8(len(text)), true, result
}

// Forget forgets all results.
func (m *Of[T]) Forget() { clear(m.entries) }

// slot spreads texts by their length and by their first and last eight bytes.
func slot(s string) uint64 {
	const mixer = 0x9E3779B97F4A7C15
	var x uint64
	if n := len(s); n >= 8 {
		x = chars.Number(s)*mixer ^ chars.Number(s[n-8:])
	} else {
		for i := range n {
			x = x<<8 | uint64(s[i])
		}
	}
	x = (x ^ uint64(len(s))<<56) * mixer
	return x >> 40
}
