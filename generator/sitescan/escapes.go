package sitescan

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"
)

// A value may be escaped once or several times: a JSON string within a JSON string has two levels.
// Only the surroundings of escapes are unescaped and searched, as elsewhere the text shows the last
// bytes of a value as they are. Where these fit, the text before them is unescaped too.

const (
	levels     = 4
	longest    = 12     // bytes of an escape
	before     = window // bytes that are taken along before an escape
	behind     = longest + window
	mostBefore = 6 * maxPiece // bytes of an escaped value, about
)

// shown searches all forms of a text.
func (f *finder) shown(text []byte) { f.forms(&buffer{text: text}) }

// forms looks at a text as it is, at what base64 in it contains, and with one level of escapes after
// the other taken off; if a value has a space, also with plus signs as spaces, as forms of URLs
// have them.
func (f *finder) forms(b *buffer) {
	f.search(b, 0, '+')
	f.searchBase64(b, !b.packed)
	if f.known != nil && !b.numbers {
		f.searchKnown(b)
	}
	from := b
	for i := range f.unescaped {
		next := &f.unescaped[i]
		if !next.unescape(from, '+') {
			break
		}
		f.search(next, i+1, '+')
		from = next
	}
	if next := &f.unescaped[0]; f.look.spaced && next.unescape(b, ' ') {
		f.search(next, 1, ' ')
	}
}

// unescape makes b the surroundings of all escapes in a text, with the escapes taken off: of
// JSON, JavaScript and Markdown (a backslash), of URLs (a percent sign) and of HTML (an
// ampersand). It reports whether there are any.
func (b *buffer) unescape(from *buffer, plus byte) bool {
	b.reset()
	b.parent = from
	text := from.text
	s := escapes{text: text, next: [4]int{-1, -1, -1, -1}}
	if plus == '+' {
		s.next[3] = len(text)
	}
	done := 0
	for at := s.from(0); at < len(text); {
		start := max(done, at-before)
		last := at
		for at = s.from(at + 1); at-before <= last+behind && at < len(text); at = s.from(at + 1) {
			last = at
		}
		done = min(len(text), last+behind)
		b.from(start)
		b.appendPlain(text, start, done, plus)
		b.text = append(b.text, '\n')
	}
	return done > 0
}

// wholeValue returns the text of the root before end, and some behind it, with so many levels of
// escapes taken off, and where end is in it.
func (f *finder) wholeValue(root *buffer, end, level int, plus byte) (text []byte, at int) {
	take := func(into *[2]buffer, part []byte) []byte {
		for i := range level {
			b := &into[i%2]
			b.reset()
			b.appendPlain(part, 0, len(part), plus)
			part = b.text
		}
		return part
	}
	left := take(&f.whole, root.text[max(0, end-mostBefore):end])
	right := take(&f.behind, root.text[end:min(len(root.text), end+2*longest)])
	f.run = append(append(f.run[:0], left...), right...)
	return f.run, len(left)
}

// appendPlain appends a part of a text with escapes taken off.
func (b *buffer) appendPlain(text []byte, start, end int, plus byte) {
	part, out := text[start:end], b.text
	plain := 0 // from where on nothing is an escape
	for i := 0; i < len(part); {
		if !signs[part[i]] {
			i++
			continue
		}
		n := 0
		out = append(out, part[plain:i]...)
		switch plain = i; part[i] {
		case '\\':
			out, n = appendBackslash(out, part[i:])
		case '%':
			if isEscape(part[i:]) {
				out, n = append(out, nibble(part[i+1])<<4|nibble(part[i+2])), 3
			}
		case '&':
			out, n = appendReference(out, part[i:])
		case '+':
			out, n = append(out, plus), 1
		}
		i += max(n, 1)
		plain += n
		if n > 1 {
			b.pieces = append(b.pieces, piece{len(out), start + i})
		}
	}
	b.text = append(out, part[plain:]...)
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
	case s[0] == '+':
		return true
	case s[0] == '\\':
		return bytes.IndexByte([]byte(jsonEscapes+markdownEscapes), s[1]) >= 0
	case s[0] == '%':
		return len(s) > 2 && nibble(s[1]) < 16 && nibble(s[2]) < 16
	}
	return (isLetter(s[1]) || s[1] == '#') && referenceEnd(s) > 0
}

// appendBackslash appends what the escape at the start of s means. n is its length, 0 for
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
	next [4]int // of each sign, from where it was looked for last; -1 for not yet
}

const escapeSigns = "\\%&+"

// signs are true for the signs that escapes begin with.
var signs = func() (table [256]bool) {
	for _, c := range []byte(escapeSigns) {
		table[c] = true
	}
	return table
}()

// from returns where the first escape from i on begins, the length of the text for none.
func (s *escapes) from(i int) int {
	first := len(s.text)
	for k := range s.next {
		if s.next[k] < i {
			s.next[k] = s.after(escapeSigns[k], i)
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
