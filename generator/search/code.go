package search

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Numbers in shards are written in a dense code of characters that JSON keeps as
// they are: 64 of them end a number, 26 go on. Numbers below 64 take one
// character, below 1,728 two. A byte-oriented code in base64 would be a little
// shorter on disk, but gzip sees through this one and not through the other.
const alphabet = `!#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_` + "`abcdefghijklmnopqrstuvwxyz{|"

const (
	stoppers   = 64
	continuers = len(alphabet) - stoppers
)

// appendCode appends n, which must not be negative.
func appendCode(b []byte, n int) []byte {
	if n < stoppers {
		return append(b, alphabet[n])
	}
	if n < stoppers*(continuers+1) {
		return append(b, alphabet[stoppers-1+n/stoppers], alphabet[n%stoppers])
	}
	var digits [12]byte
	at := len(digits) - 1
	digits[at] = alphabet[n%stoppers]
	for n /= stoppers; n > 0; n /= continuers {
		n--
		at--
		digits[at] = alphabet[stoppers+n%continuers]
	}
	return append(b, digits[at:]...)
}

// codeSize is how many bytes appendCode appends.
func codeSize(n int) int {
	size := 1
	for n /= stoppers; n > 0; n /= continuers {
		n--
		size++
	}
	return size
}

// readCode reads a number that appendCode appended, and returns how many bytes it took: 0 when
// it is none.
func readCode(b []byte) (n, size int) {
	for i, c := range b {
		digit := int(digits[c])
		switch {
		case digit < 0 || n > 1<<50:
			return 0, 0
		case digit < stoppers:
			return n*stoppers + digit, i + 1
		}
		n = n*continuers + digit - stoppers + 1
	}
	return 0, 0
}

// digits are the places of characters in the alphabet; below 0 for others.
var digits = func() (d [256]int8) {
	for c := range d {
		d[c] = int8(strings.IndexByte(alphabet, byte(c)))
	}
	return d
}()

// appendSigned appends a number that may be negative.
func appendSigned(b []byte, n int) []byte {
	if n < 0 {
		return appendCode(b, -2*n-1)
	}
	return appendCode(b, 2*n)
}

// appendTerm front-codes term behind prev: one character for the number of
// characters they share, then the rest. Characters are UTF-16 units, the client's.
func appendTerm(b []byte, prev, term string) []byte {
	shared, units := 0, 0
	for shared < min(len(prev), len(term)) && term[shared] == prev[shared] {
		shared++
	}
	for shared < len(term) && shared > 0 && !utf8.RuneStart(term[shared]) {
		shared--
	}
	for i := 0; i < shared; units++ {
		if term[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(term[i:])
		units += max(1, utf16.RuneLen(r)) - 1
		i += size
	}
	b = append(b, alphabet[units])
	return append(b, term[shared:]...)
}
