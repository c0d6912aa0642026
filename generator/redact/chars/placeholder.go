package chars

import "strings"

// Placeholder is what all placeholders begin with: "[redacted:github-token#1]".
const Placeholder = "[redacted:"

const longestPlaceholder = 80

// InPlaceholder reports whether s[at] is in a placeholder, behind its first byte.
func InPlaceholder(s string, at int) bool {
	lo := max(0, at-longestPlaceholder)
	from := strings.LastIndex(s[lo:min(len(s), at+len(Placeholder)-1)], Placeholder)
	return from >= 0 && PlaceholderEnd(s, lo+from) > at
}

// PlaceholderEnd returns where a placeholder that begins at s[start:] ends, and start where none does.
func PlaceholderEnd(s string, start int) int {
	if !strings.HasPrefix(s[start:], Placeholder) {
		return start
	}
	for i := start + len(Placeholder); i < len(s) && i < start+longestPlaceholder; i++ {
		switch c := s[i]; {
		case c == ']':
			return i + 1
		case !IsLower(c) && !IsDigit(c) && c != '-' && c != '#':
			return start
		}
	}
	return start
}
