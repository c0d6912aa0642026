package hidden

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"steno/generator/redact/chars"
	"steno/parser/picture"
)

// shortestBase64 is the length from which a string may be a file in base64. What is shorter
// contains less than the shortest secret.
const shortestBase64 = 16

// File decodes a text in base64; ok is false when s is none.
func File(s string) (text string, ok bool) {
	if len(s) < shortestBase64 || hasPictureHead(s) {
		return "", false
	}
	_, data := DecodeFile(s)
	if text, ok := wide(data); ok {
		return text, true
	}
	if len(data) == 0 || !utf8.Valid(data) || bytes.IndexByte(data, 0) >= 0 {
		return "", false
	}
	return string(data), true
}

// wide decodes UTF-16 with a mark of its order, as Windows writes it.
func wide(data []byte) (text string, ok bool) {
	if len(data) < 2 || len(data)%2 != 0 {
		return "", false
	}
	var order binary.ByteOrder
	switch {
	case data[0] == 0xff && data[1] == 0xfe:
		order = binary.LittleEndian
	case data[0] == 0xfe && data[1] == 0xff:
		order = binary.BigEndian
	default:
		return "", false
	}
	units := make([]uint16, 0, len(data)/2)
	for i := 2; i < len(data); i += 2 {
		units = append(units, order.Uint16(data[i:]))
	}
	text = string(utf16.Decode(units))
	return text, !strings.ContainsAny(text, "\x00\ufffd")
}

// shortestFile is the length from which base64 of unknown content is taken for a file. What is
// shorter may be anything.
const shortestFile = 512

// IsFile reports whether s is the base64 of a file.
func IsFile(s string) bool {
	_, data := DecodeFile(s)
	return len(data) > 0 && (len(s) >= shortestFile || hasPictureHead(s))
}

// DecodeFile reads base64 of either alphabet, with or without padding, line ends or the
// head of a "data:" address; nil when it is none.
func DecodeFile(s string) (head string, data []byte) {
	if strings.HasPrefix(s, "data:") {
		if i := strings.IndexByte(s, ','); i > 0 {
			head, s = s[:i+1], s[i+1:]
		}
	}
	if !chars.All(s, func(c byte) bool { return chars.IsBase64(c) || c == '=' || chars.IsSpace(c) }) {
		return head, nil
	}
	s = strings.TrimRight(strings.Join(strings.Fields(s), ""), "=")
	encoding := base64.RawStdEncoding
	if strings.ContainsAny(s, "-_") {
		encoding = base64.RawURLEncoding
	}
	data, err := encoding.DecodeString(s)
	if err != nil {
		return head, nil
	}
	return head, data
}

// Picture reports base64 of a picture or a PDF, which is left as it is.
func Picture(s string) bool {
	return len(s) >= 256 && hasPictureHead(s) && chars.All(s, func(c byte) bool { return chars.IsBase64(c) || c == '=' || c == '\n' })
}

// BarePicture returns the base64 of a picture without what is written beside its pixels; ok is
// false when s is none, or has nothing there.
func BarePicture(s string) (bare string, ok bool) {
	if !hasPictureHead(s[strings.IndexByte(s[:min(len(s), longestHead)], ',')+1:]) {
		return s, false
	}
	head, data := DecodeFile(s)
	clean := picture.Bare(data)
	if len(clean) == len(data) {
		return s, false
	}
	return head + base64.StdEncoding.EncodeToString(clean), true
}

const longestHead = 64 // bytes of "data:image/png;base64,"

// hasPictureHead reports whether s begins as base64 of a picture or a PDF does.
func hasPictureHead(s string) bool {
	for _, magic := range [...]string{"iVBORw0KGgo", "/9j/", "R0lGOD", "UklGR", "JVBERi"} {
		if strings.HasPrefix(s, magic) {
			return true
		}
	}
	return false
}
