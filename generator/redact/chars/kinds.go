// Package chars knows the kinds of characters, finds where runs and lines end, and weighs whether a
// text was drawn by chance.
package chars

import (
	"strings"
)

// IsLower reports a small letter.
func IsLower(c byte) bool { return 'a' <= c && c <= 'z' }

// IsUpper reports a capital.
func IsUpper(c byte) bool { return 'A' <= c && c <= 'Z' }

// IsLetter reports a letter.
func IsLetter(c byte) bool { return IsLower(c) || IsUpper(c) }

// IsDigit reports a digit.
func IsDigit(c byte) bool { return '0' <= c && c <= '9' }

// IsWord reports a letter or a digit.
func IsWord(c byte) bool { return IsLetter(c) || IsDigit(c) }

// IsSeparator reports whether a character divides the words of a name.
func IsSeparator(c byte) bool {
	return c == '-' || c == '_' || c == '.' || c == '/' || c == ':' || c == ' '
}

// IsSpace reports white space of one byte.
func IsSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// IsHex reports a hexadecimal digit.
func IsHex(c byte) bool { return IsDigit(c) || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F' }

// IsBase64 reports a character of base64, of either alphabet.
func IsBase64(c byte) bool { return IsWord(c) || c == '+' || c == '/' || c == '-' || c == '_' }

// IsLabel reports the characters of names of files, hosts and versions.
func IsLabel(c byte) bool { return IsWord(c) || c == '_' || c == '.' || c == '-' }

// IsName reports the characters of names of values, in any alphabet.
func IsName(c byte) bool { return IsWord(c) || c == '_' || c == '-' || c == '.' || c >= 0x80 }

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
		if len(s) >= len(suffix) && strings.EqualFold(s[len(s)-len(suffix):], suffix) {
			return true
		}
	}
	return false
}

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
