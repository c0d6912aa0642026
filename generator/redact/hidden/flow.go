package hidden

import (
	"strings"

	"steno/generator/redact/chars"
)

// A name of several words is written on one line or on two, with a mark of a quotation, a comment or a diff before the second,
// and some of it may be bold or code. A page shows all of these in the same way.

// A blank at which no line ends, as it is and as Markdown may have it.
const (
	nbsp       = "\u00a0"
	nbspEntity = "&nbsp;"
)

// between are the first bytes of what may stand between two words, or within one, and is not read.
var between = func() (is [256]bool) {
	for _, c := range []byte(" \t\r\n*`~_" + nbsp[:1] + nbspEntity[:1]) {
		is[c] = true
	}
	return is
}()

// Flowed returns s with one blank between words, whatever is there, and without the marks of Markdown, where
// joint says that the bytes around make a difference; and false when there is no such place.
func Flowed(s string, joint func(before, after byte, blank bool) bool) (*View, bool) {
	v := &View{}
	var b strings.Builder
	plain := 0
	for i := 1; i < len(s); i++ {
		if !between[s[i]] || s[i] == ' ' && i+1 < len(s) && !between[s[i+1]] {
			continue
		}
		n, text := gap(s, i)
		if n == 0 || i+n == len(s) || !joint(s[i-1], s[i+n], text != "") {
			i += max(n, 1) - 1
			continue
		}
		v.pieces = append(v.pieces, piece{b.Len(), plain, i, true})
		b.WriteString(s[plain:i])
		if text != "" {
			v.pieces = append(v.pieces, piece{b.Len(), i, i + n, false})
			b.WriteString(text)
		}
		plain = i + n
		i = plain - 1
	}
	if plain == 0 {
		return nil, false
	}
	v.pieces = append(v.pieces, piece{b.Len(), plain, len(s), true})
	b.WriteString(s[plain:])
	v.Text = b.String()
	return v, true
}

// gap returns the length of the blanks and marks that s[i:] begins with, and how they read.
func gap(s string, i int) (n int, text string) {
	end := i
	for end < len(s) {
		switch c := s[end]; {
		case c == '\n':
			end = chars.OwnText(s, end+1)
			if mark := chars.RunOf(s, end, min(len(s), end+3), "/#;"); mark < len(s) && s[mark] == ' ' { // of a comment
				end = mark
			}
			text = " "
		case chars.IsSpace(c):
			end++
			text = " "
		case strings.HasPrefix(s[end:], nbsp):
			end += len(nbsp)
			text = " "
		case strings.HasPrefix(s[end:], nbspEntity):
			end += len(nbspEntity)
			text = " "
		case c == '*' || c == '`' || c == '~':
			end++
		case c == '_':
			next := chars.RunOf(s, end, len(s), "_")
			if end > 0 && chars.IsWord(s[end-1]) && s[end-1] != '_' && next < len(s) && chars.IsWord(s[next]) {
				return end - i, text
			}
			end = next
		default:
			return end - i, text
		}
	}
	return end - i, text
}
