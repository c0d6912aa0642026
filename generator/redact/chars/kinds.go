// Package chars knows the kinds of characters, finds where runs and lines end, and weighs whether a
// text was drawn by chance.
package chars

import (
	"strings"
)

// Kinds of characters, a bit for each.
const (
	lower = 1 << iota
	upper
	digit
	hex
	line // _ and -
	dot
	plain  // + and /
	beyond // ASCII
)

// kinds has the kinds of all bytes: to look one up takes less time than to compare.
var kinds = func() (is [256]uint8) {
	for c := range is {
		switch {
		case 'a' <= c && c <= 'z':
			is[c] = lower
		case 'A' <= c && c <= 'Z':
			is[c] = upper
		case '0' <= c && c <= '9':
			is[c] = digit
		case c == '_' || c == '-':
			is[c] = line
		case c == '.':
			is[c] = dot
		case c == '+' || c == '/':
			is[c] = plain
		case c >= 0x80:
			is[c] = beyond
		}
		if strings.IndexByte("0123456789abcdefABCDEF", byte(c)) >= 0 {
			is[c] |= hex
		}
	}
	return is
}()

// IsLower reports a small letter.
func IsLower(c byte) bool { return kinds[c]&lower != 0 }

// IsUpper reports a capital.
func IsUpper(c byte) bool { return kinds[c]&upper != 0 }

// IsLetter reports a letter.
func IsLetter(c byte) bool { return kinds[c]&(lower|upper) != 0 }

// IsDigit reports a digit.
func IsDigit(c byte) bool { return kinds[c]&digit != 0 }

// IsWord reports a letter or a digit.
func IsWord(c byte) bool { return kinds[c]&(lower|upper|digit) != 0 }

// IsSeparator reports whether a character divides the words of a name.
func IsSeparator(c byte) bool {
	return c == '-' || c == '_' || c == '.' || c == '/' || c == ':' || c == ' '
}

// IsSpace reports white space of one byte.
func IsSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// IsHex reports a hexadecimal digit.
func IsHex(c byte) bool { return kinds[c]&hex != 0 }

// IsBase64 reports a character of base64, of either alphabet.
func IsBase64(c byte) bool { return kinds[c]&(lower|upper|digit|line|plain) != 0 }

// IsLabel reports the characters of names of files, hosts and versions.
func IsLabel(c byte) bool { return kinds[c]&(lower|upper|digit|line|dot) != 0 }

// IsName reports the characters of names of values, in any alphabet.
func IsName(c byte) bool { return kinds[c]&(lower|upper|digit|line|dot|beyond) != 0 }

// Fold returns a letter in lower case.
func Fold(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// All reports whether every byte of s is of a kind.
func All(s string, is func(byte) bool) bool {
	for i := range len(s) {
		if !is(s[i]) {
			return false
		}
	}
	return true
}

// Some reports whether one is.
func Some(s string, is func(byte) bool) bool {
	for i := range len(s) {
		if is(s[i]) {
			return true
		}
	}
	return false
}

// HasDigit reports whether there is a digit in s.
func HasDigit(s string) bool { return Some(s, IsDigit) }

// EndsFold reports whether s ends in one of the suffixes, whatever the case of letters.
func EndsFold(s string, suffixes ...string) bool {
	for _, suffix := range suffixes {
		at := len(s) - len(suffix)
		if at < 0 || suffix != "" && !sameFold(s[len(s)-1], suffix[len(suffix)-1]) {
			continue
		}
		if strings.EqualFold(s[at:], suffix) {
			return true
		}
	}
	return false
}

// sameFold reports bytes that may be the last ones of the same letter: most suffixes differ in it.
func sameFold(a, b byte) bool { return a|b >= 0x80 || Fold(a) == Fold(b) }

// Lower returns the beginning of s in lower case: 256 bytes decide.
func Lower(s string) string {
	if len(s) > 256 {
		s = s[:256]
	}
	return strings.ToLower(s)
}

// Set returns a set of words.
func Set(words ...string) map[string]bool {
	m := make(map[string]bool, len(words))
	for _, w := range words {
		m[w] = true
	}
	return m
}

// IsConstant reports a name in capitals.
func IsConstant(name string) bool {
	return Some(name, IsUpper) && !Some(name, IsLower)
}
