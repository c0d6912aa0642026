package kind

import (
	"strings"

	"steno/generator/redact/chars"
)

// LongestDrawn is the most of what AllCharacters reports.
const LongestDrawn = 256

const shortestDrawn = 20

// AllCharacters reports what a generator drew from all characters of a keyboard, as WordPress draws its
// salts: capitals, small letters, digits and signs of five kinds or more, few of them twice, and no words.
// Quotes end it, so it has none.
func AllCharacters(v string) bool {
	if len(v) < shortestDrawn || len(v) > LongestDrawn {
		return false
	}
	for _, p := range [...]string{"${", "$(", "{{", "%(", "://", "=>", "(?"} { // of references, programs and patterns
		if strings.Contains(v, p) {
			return false
		}
	}
	var seen [128]bool
	different, upper, lower, digits, signs := 0, 0, 0, 0, 0
	for i := range len(v) {
		c := v[i]
		if c >= 0x80 || c < ' ' {
			return false
		}
		first := !seen[c]
		seen[c] = true
		if first {
			different++
		}
		switch {
		case chars.IsUpper(c):
			upper++
		case chars.IsLower(c):
			lower++
		case chars.IsDigit(c):
			digits++
		case first && strings.IndexByte(" -_./,", c) < 0: // which texts have
			signs++
		}
	}
	return upper >= 3 && lower >= 3 && digits >= 2 && signs >= 4 && 9*different >= 5*min(len(v), 64) && chars.Randomness(v) >= 0
}
