package named

import (
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/judge"
)

// leader returns where the colon is at the end of the dots that lead to it, as Windows prints them: Password . . . . : x. It is 0 when
// s[i:] begins with others.
func leader(s string, i int) int {
	const longest = 64
	dots := 0
	for end := min(len(s)-1, i+longest); i < end; i++ {
		switch s[i] {
		case '.':
			dots++
		case ' ':
		case ':':
			if dots > 1 && s[i+1] == ' ' {
				return i
			}
			return 0
		default:
			return 0
		}
	}
	return 0
}

// contracted finds the password behind a name and a contracted verb: the password's x.
func contracted(s string, hi int) (at int, ok bool) {
	for _, is := range [...]string{"'s ", "’s "} {
		if strings.HasPrefix(s[hi:], is) {
			at = hi + len(is)
			end := at
			for end < len(s) && end < at+longestLogin && !chars.IsSpace(s[end]) {
				end++
			}
			return at, judge.Surely(strings.Trim(s[at:end], "\"'`*.,;:?!)"))
		}
	}
	return 0, false
}

// inBrackets reports a name and one word behind it in brackets: ssh joe@h (pw x). The word begins at s[i:].
func inBrackets(s string, lo, i int) bool {
	if lo == 0 || s[lo-1] != '(' {
		return false
	}
	end := strings.IndexAny(s[i:min(len(s), i+longestLogin)], " \t\n,()")
	return end > 0 && (s[i+end] == ')' || s[i+end] == ',')
}
