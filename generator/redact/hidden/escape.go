package hidden

import (
	"html"
	"strconv"
	"strings"
	"unicode/utf8"

	"steno/generator/redact/chars"
)

// decodeUnit returns the length of the code or escape that s begins with, 0 when it begins
// with none, and what it represents: nothing for what cannot be seen.
func decodeUnit(s string, quotedPrintable bool) (n int, text string) {
	switch s[0] {
	case 0x1b:
		return 1 + controlEnd(s[1:]), ""
	case '[': // of a colour whose escape character is lost
		end := chars.Run(s, 1, longestColour, func(c byte) bool { return chars.IsDigit(c) || c == ';' })
		if end > 1 && end < len(s) && s[end] == 'm' {
			return end + 1, ""
		}
	case '\\':
		return decodeEscape(s)
	case '%':
		if len(s) > 4 && s[1:3] == "25" && chars.IsHex(s[3]) && chars.IsHex(s[4]) { // an address in an address
			return 5, hexByte(s[3:5])
		}
		if len(s) > 2 && chars.IsHex(s[1]) && chars.IsHex(s[2]) {
			return 3, hexByte(s[1:3])
		}
	case '&':
		if end := strings.IndexByte(s[:min(len(s), 12)], ';'); end > 1 {
			if text := html.UnescapeString(s[:end+1]); text != s[:end+1] {
				return end + 1, visible(text)
			}
		}
	case '=':
		if !quotedPrintable {
			return 0, ""
		}
		if strings.HasPrefix(s, "=\n") {
			return 2, ""
		}
		if strings.HasPrefix(s, "=\r\n") {
			return 3, ""
		}
		if len(s) > 2 && chars.IsHex(s[1]) && chars.IsHex(s[2]) {
			return 3, hexByte(s[1:3])
		}
	case 0xc2, 0xcd, 0xe1, 0xe2, 0xef:
		if r, n := utf8.DecodeRuneInString(s); invisible(r) {
			return n, ""
		}
	}
	return 0, ""
}

// decoded are the first bytes of what decodeUnit and unescape read.
var decoded = func() (is [256]bool) {
	for _, c := range []byte("\x1b[\\%&=\xc2\xcd\xe1\xe2\xef") {
		is[c] = true
	}
	return is
}()

// decodeEscape decodes \u0041 and \x41, and leaves out the codes that follow a written
// escape character.
func decodeEscape(s string) (n int, text string) {
	for _, escape := range [...]string{`\u001b`, `\u001B`, `\x1b`, `\x1B`, `\033`, `\e`} {
		if strings.HasPrefix(s, escape) {
			if n := controlEnd(s[len(escape):]); n > 1 {
				return len(escape) + n, ""
			}
		}
	}
	digits := 0
	switch {
	case len(s) >= 6 && s[1] == 'u':
		digits = 4
	case len(s) >= 4 && s[1] == 'x':
		digits = 2
	}
	if digits == 0 {
		return 0, ""
	}
	r, err := strconv.ParseUint(s[2:2+digits], 16, 16)
	if err != nil {
		return 0, ""
	}
	return 2 + digits, visible(string(rune(r)))
}

// unescape returns the length of the line end or the quote that is escaped at the beginning of s, at
// whatever level: \n, \\n, \\\", and what it represents.
func unescape(s string) (n int, text string) {
	n = chars.RunOf(s, n, len(s), `\`)
	if n == 0 || n == len(s) {
		return 0, ""
	}
	switch s[n] {
	case 'n':
		return n + 1, "\n"
	case 't':
		return n + 1, "\t"
	case 'r':
		return n + 1, ""
	case '"', '\'', '/':
		return n + 1, s[n : n+1]
	}
	return 0, ""
}

func hexByte(digits string) string {
	n, _ := strconv.ParseUint(digits, 16, 8)
	return string([]byte{byte(n)})
}

func visible(text string) string {
	if r, _ := utf8.DecodeRuneInString(text); invisible(r) {
		return ""
	}
	return text
}

// invisible reports characters that take no room: soft hyphens, joiners, marks of
// direction, byte order marks.
func invisible(r rune) bool {
	switch {
	case r == 0xad, r == 0x34f, r == 0x180e, r == 0xfeff, 0x200b <= r && r <= 0x200f,
		0x202a <= r && r <= 0x202e, 0x2060 <= r && r <= 0x2064:
		return true
	}
	return false
}

const (
	maxControl    = 2048
	longestColour = 20
)

// controlEnd returns the length of the control sequence (ECMA-48) after an escape character.
func controlEnd(s string) int {
	if s == "" {
		return 0
	}
	switch s[0] {
	case '[': // CSI: parameters, then a letter
		for i := 1; i < len(s) && i < maxControl; i++ {
			if s[i] < 0x20 || s[i] > 0x7e {
				return i
			}
			if s[i] >= 0x40 {
				return i + 1
			}
		}
	case ']', 'P', '_', '^', 'X': // OSC and its like: text up to BEL or ESC \
		for i := 1; i < len(s) && i < maxControl; i++ {
			if s[i] == 7 {
				return i + 1
			}
			if s[i] == 0x1b {
				return min(len(s), i+2)
			}
		}
	case '(', ')':
		return min(len(s), 2)
	}
	return 1
}
