package raw

import (
	"bytes"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// String is the text of a JSON string; anything else is "". Each byte that is not UTF-8
// and each lone surrogate becomes U+FFFD.
func String(v []byte) string {
	if len(v) < 2 || v[0] != '"' {
		return ""
	}
	return Unescape(inner(v))
}

// Unescape is [String] of what is between the quotes.
func Unescape(in []byte) string {
	if !utf8.Valid(in) {
		in = repaired(in)
	}
	slash := bytes.IndexByte(in, '\\')
	if slash < 0 {
		return string(in)
	}
	var b strings.Builder
	b.Grow(len(in) - bytes.Count(in, []byte{'\\'}) + utf8.UTFMax)
	for ; slash >= 0; slash = bytes.IndexByte(in, '\\') {
		b.Write(in[:slash])
		in = in[slash:]
		in = in[writeEscape(&b, in):]
	}
	b.Write(in)
	return b.String()
}

func repaired(in []byte) []byte {
	out := make([]byte, 0, len(in)+len(in)/8)
	for len(in) > 0 {
		r, n := utf8.DecodeRune(in)
		out = utf8.AppendRune(out, r)
		in = in[n:]
	}
	return out
}

// inner is what is between the quotes of a string.
func inner(v []byte) []byte {
	if len(v) > 0 && v[0] == '"' {
		v = v[1:]
	}
	if n := len(v) - 1; n >= 0 && v[n] == '"' {
		v = v[:n]
	}
	return v
}

// writeEscape writes the character of the escape sequence at the start of in, and returns
// its length.
func writeEscape(b *strings.Builder, in []byte) int {
	if len(in) < 2 {
		return len(in)
	}
	switch c := in[1]; c {
	case 'b':
		b.WriteByte('\b')
	case 'f':
		b.WriteByte('\f')
	case 'n':
		b.WriteByte('\n')
	case 'r':
		b.WriteByte('\r')
	case 't':
		b.WriteByte('\t')
	case 'u':
		r, ok := unit(in)
		if !ok {
			return 2
		}
		if utf16.IsSurrogate(r) {
			low, _ := unit(in[6:])
			if r = utf16.DecodeRune(r, low); r != utf8.RuneError {
				b.WriteRune(r)
				return 12
			}
		}
		b.WriteRune(r)
		return 6
	default:
		b.WriteByte(c)
	}
	return 2
}

// unit reads \uXXXX.
func unit(in []byte) (r rune, ok bool) {
	if len(in) < 6 || in[0] != '\\' || in[1] != 'u' {
		return 0, false
	}
	for _, c := range in[2:6] {
		r <<= 4
		switch {
		case c >= '0' && c <= '9':
			r |= rune(c - '0')
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			r |= rune(c|0x20-'a') + 10
		default:
			return 0, false
		}
	}
	return r, true
}
