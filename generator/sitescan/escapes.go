package sitescan

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"
)

// shown goes through the forms of a text that begins at an offset of the file.
func (f *finder) shown(text []byte, offset int) {
	f.forms(&buffer{text: text, base: offset})
}

// forms looks at a text as it is, at what base64 in it holds, and again with one level of escapes
// after the other taken off: a JSON string within a JSON string has two.
func (f *finder) forms(b *buffer) {
	f.search(b)
	f.searchBase64(b, !b.packed)
	if f.known != nil {
		f.searchKnown(b)
	}
	for i := range f.unescaped {
		next := &f.unescaped[i]
		next.reset()
		if !f.unescape(next, b) {
			return
		}
		f.search(next)
		f.searchBase64(next, false)
		b = next
	}
}

// unescape appends the surroundings of all escapes in b to out, with the escapes taken off: of
// JSON, JavaScript and Markdown (a backslash), of URLs (a percent sign) and of HTML (an
// ampersand). It reports whether there are any. Only as much is taken along as a value is long.
func (f *finder) unescape(out, b *buffer) bool {
	text := b.text
	s := escapes{text: text, next: [3]int{-1, -1, -1}}
	done := 0
	for at := s.from(0); at < len(text); {
		start := max(done, at-maxPiece-1)
		last := at
		for at = s.from(at + 1); at < len(text) && at <= last+maxPiece+1; at = s.from(at + 1) {
			last = at
		}
		done = min(len(text), last+maxPiece+1)
		f.unescapePart(out, b, start, done)
	}
	return done > 0
}

// unescapePart appends one part, and with plus signs as spaces, as forms of URLs have them, if it
// may be one. The bytes beside the part go along: a word that is cut is not a whole one.
func (f *finder) unescapePart(out, b *buffer, start, end int) {
	start, end = max(0, start-1), min(len(b.text), end+1)
	part := b.text[start:end]
	out.appendPlain(b, start, part, '+')
	if bytes.IndexByte(part, '%') >= 0 && bytes.IndexByte(part, '+') >= 0 {
		out.appendPlain(b, start, part, ' ')
	}
}

// appendPlain appends a part of b with escapes taken off, and a line end.
func (b *buffer) appendPlain(from *buffer, start int, part []byte, plus byte) {
	for i := 0; i < len(part); {
		if i%32 == 0 {
			b.from(from.origin(start + i))
		}
		n := 0
		switch part[i] {
		case '\\':
			b.text, n = appendBackslash(b.text, part[i:])
		case '%':
			if isEscape(part[i:]) {
				b.text, n = append(b.text, nibble(part[i+1])<<4|nibble(part[i+2])), 3
			}
		case '&':
			b.text, n = appendReference(b.text, part[i:])
		case '+':
			b.text, n = append(b.text, plus), 1
		}
		if n == 0 {
			b.text, n = append(b.text, part[i]), 1
		}
		i += n
	}
	b.text = append(b.text, '\n')
}

// What may follow a backslash. A dot and other signs of regular expressions are left out: a value
// that is written as an expression is not what redaction removes.
const (
	jsonEscapes     = `"\/bfnrtux`
	markdownEscapes = "`*_[]{}<>#~&'"
)

// isEscape reports whether s begins with an escape.
func isEscape(s []byte) bool {
	switch {
	case len(s) < 2:
		return false
	case s[0] == '\\':
		return bytes.IndexByte([]byte(jsonEscapes+markdownEscapes), s[1]) >= 0
	case s[0] == '%':
		return len(s) > 2 && nibble(s[1]) < 16 && nibble(s[2]) < 16
	}
	return isLetter(s[1]) || s[1] == '#'
}

// appendBackslash appends what the escape at the start of s stands for. n is its length, 0 for
// none.
func appendBackslash(out, s []byte) (_ []byte, n int) {
	if !isEscape(s) {
		return out, 0
	}
	switch c := s[1]; c {
	case 'n', 'r', 't', 'b', 'f':
		return append(out, "\n\r\t\b\f"[bytes.IndexByte([]byte("nrtbf"), c)]), 2
	case 'x':
		if v, ok := hexDigits(s[2:], 2); ok {
			return append(out, byte(v)), 4
		}
		return out, 0
	case 'u':
		return appendUnicode(out, s)
	default:
		return append(out, c), 2
	}
}

// appendUnicode handles \u00e4, and two of them that make one character.
func appendUnicode(out, s []byte) (_ []byte, n int) {
	v, ok := hexDigits(s[2:], 4)
	if !ok {
		return out, 0
	}
	if utf16.IsSurrogate(v) && len(s) > 7 && s[6] == '\\' && s[7] == 'u' {
		if low, ok := hexDigits(s[8:], 4); ok {
			return utf8.AppendRune(out, utf16.DecodeRune(v, low)), 12
		}
	}
	return utf8.AppendRune(out, v), 6
}

func hexDigits(s []byte, n int) (v rune, ok bool) {
	if len(s) < n {
		return 0, false
	}
	for _, c := range s[:n] {
		d := nibble(c)
		if d > 15 {
			return 0, false
		}
		v = v<<4 | rune(d)
	}
	return v, true
}

// nibble is the value of a hexadecimal digit, more than 15 for anything else.
func nibble(c byte) byte {
	switch {
	case '0' <= c && c <= '9':
		return c - '0'
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return c | 0x20 - 'a' + 10
	}
	return 0xFF
}

// escapes finds what may be an escape, by the sign that it begins with.
type escapes struct {
	text []byte
	next [3]int // of each sign, from where it was looked for last; -1 for not yet
}

var signs = [3]byte{'\\', '%', '&'}

// from returns where the first escape from i on begins, the length of the text for none.
func (s *escapes) from(i int) int {
	first := len(s.text)
	for k := range signs {
		if s.next[k] < i {
			s.next[k] = s.after(signs[k], i)
		}
		first = min(first, s.next[k])
	}
	return first
}

// after returns where the first escape with one sign from i on begins.
func (s *escapes) after(sign byte, i int) int {
	for i < len(s.text) {
		at := bytes.IndexByte(s.text[i:], sign)
		if at < 0 {
			break
		}
		if i += at; isEscape(s.text[i:]) {
			return i
		}
		i++
	}
	return len(s.text)
}
