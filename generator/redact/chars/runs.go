package chars

import (
	"strings"
)

// MaxValue bounds what is taken for a value, MaxToken for one line of a token.
const (
	MaxValue = 4096
	MaxToken = 512
)

// Number returns the first eight bytes of s as a number, the first of them as its lowest.
func Number(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// Boundary reports whether a token can begin at s[i]: not in the middle of a
// word, unless the character before is the end of an escape such as \n, \u003d,
// %3D or of a terminal colour.
func Boundary(s string, i int) bool {
	if i == 0 {
		return true
	}
	c := s[i-1]
	if !IsWord(c) && c != '_' && c != '-' && c != '.' {
		return true
	}
	if i >= 2 && s[i-2] == '\\' && strings.IndexByte("nrtbf", c) >= 0 {
		return true
	}
	if c == '-' {
		return i == 1 || s[i-2] == '\n' || s[i-2] == ' ' || s[i-2] == 'n' && i >= 3 && s[i-3] == '\\'
	}
	if i >= 3 && s[i-3] == '%' && IsHex(s[i-2]) && IsHex(c) {
		return true
	}
	if i >= 6 && s[i-6] == '\\' && s[i-5] == 'u' {
		return true
	}
	if c == 'm' {
		j := i - 2
		for j >= 0 && (IsDigit(s[j]) || s[j] == ';') {
			j--
		}
		return j >= 0 && s[j] == '['
	}
	return false
}

// TokenRun returns where the run of characters of tokens at s[i:] ends.
func TokenRun(s string, i int) int {
	limit := min(len(s), i+MaxToken)
	for i < limit && (IsBase64(s[i]) || s[i] == '.') {
		i++
	}
	for i < len(s) && s[i] == '=' && (i+1 == len(s) || !IsWord(s[i+1])) {
		i++
	}
	return i
}

// LineStart returns where the line around s[at:] begins, or a place far enough before.
func LineStart(s string, at int) int {
	from := max(0, at-MaxValue)
	return from + strings.LastIndexByte(s[from:at], '\n') + 1
}

// LineEnd returns where the line around s[at:] ends, or a place far enough behind.
func LineEnd(s string, at int) int {
	limit := min(len(s), at+MaxValue)
	if i := strings.IndexByte(s[at:limit], '\n'); i >= 0 {
		return at + i
	}
	return limit
}

// NextLine returns where the text of the next line begins when a line ends at s[at:].
func NextLine(s string, at int) (next int, ok bool) {
	if strings.HasPrefix(s[min(at, len(s)):], "\\\n") || strings.HasPrefix(s[min(at, len(s)):], "\r\n") {
		at++
	}
	if at >= len(s) || s[at] != '\n' {
		return 0, false
	}
	at = Run(s, at+1, len(s), func(c byte) bool { return c == ' ' || c == '\t' })
	return at, true
}

// TrimQuotes returns where the text s[at:stop] begins and ends without the quotes and spaces around it.
func TrimQuotes(s string, at, stop int) (begin, end int) {
	const marks = " \"'"
	end = RunOfBack(s, at, stop, marks)
	return RunOf(s, at, end, marks), end
}

// Run returns where the run of bytes of a kind at s[at:] ends, at end or before.
func Run(s string, at, end int, is func(byte) bool) int {
	for end = min(end, len(s)); at < end && is(s[at]); at++ {
	}
	return at
}

// RunOf is Run for the bytes of a set.
func RunOf(s string, at, end int, set string) int {
	for end = min(end, len(s)); at < end && strings.IndexByte(set, s[at]) >= 0; at++ {
	}
	return at
}

// Until returns the first place from at on with white space or a byte of a set, end if there is none before.
func Until(s string, at, end int, set string) int {
	for end = min(end, len(s)); at < end && !IsSpace(s[at]) && strings.IndexByte(set, s[at]) < 0; at++ {
	}
	return at
}

// RunBack returns where the run of bytes of a kind begins that ends before s[at], at from or behind it.
func RunBack(s string, from, at int, is func(byte) bool) int {
	for from = max(from, 0); at > from && is(s[at-1]); at-- {
	}
	return at
}

// RunOfBack is RunBack for the bytes of a set.
func RunOfBack(s string, from, at int, set string) int {
	for from = max(from, 0); at > from && strings.IndexByte(set, s[at-1]) >= 0; at-- {
	}
	return at
}

// UntilBack returns the place behind the last white space or byte of a set in s[from:at], from if there is none.
func UntilBack(s string, from, at int, set string) int {
	for from = max(from, 0); at > from && !IsSpace(s[at-1]) && strings.IndexByte(set, s[at-1]) < 0; at-- {
	}
	return at
}
