package walk

import (
	"bytes"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"steno/generator/redact/chars"
	"steno/generator/redact/hidden"
	"steno/generator/redact/judge"
	"steno/parser/raw"
)

// JSON calls text for every string and object key of a raw JSON value, with
// the name of the field it is in, and returns the value with what text
// returned in their place. When nothing changed it returns the value itself. What is
// not JSON is walked over as far as it can be.
func JSON(in []byte, text func(name, s string) string) []byte {
	var out []byte
	copied := 0
	var at fields
	for i := 0; i < len(in); i++ {
		switch in[i] {
		case '{':
			at = fields{title: at.name} // {"token": {"value": ...}}
		case '"':
			end := stringEnd(in, i)
			isKey := nextByte(in, end) == ':'
			s := raw.Unescape(bytes.TrimSuffix(in[i+1:end], []byte{'"'}))
			changed := s
			bare, isPicture := hidden.BarePicture(s)
			switch {
			case isPicture:
				changed = bare
			case isKey:
				changed = text("", s)
				at.key(s)
			case !hidden.Picture(s):
				changed = text(at.nameOf(s), s)
				at.value(s)
			}
			if changed != s {
				out = append(out, in[copied:i]...)
				out = appendQuoted(out, changed)
				copied = end
			}
			i = end - 1
		case ':':
			if end := numberEnd(in, i+1); end > 0 && judge.Classify(at.name) == judge.Password {
				from := end - len(bytes.TrimSpace(in[i+1:end]))
				if changed := text(at.name, string(in[from:end])); changed != string(in[from:end]) {
					out = append(out, in[copied:from]...)
					out = appendQuoted(out, changed)
					copied = end
				}
			}
		}
	}
	if copied == 0 {
		return in
	}
	return append(out, in[copied:]...)
}

// numberEnd returns where the whole number at raw[i:] ends, 0 when there is none.
func numberEnd(raw []byte, i int) int {
	for i < len(raw) && chars.IsSpace(raw[i]) {
		i++
	}
	end := i
	for end < len(raw) && chars.IsDigit(raw[end]) {
		end++
	}
	if end == i || strings.IndexByte(",}] \n\r\t", nextByte(raw, end)) < 0 {
		return 0
	}
	return end
}

// stringEnd returns the index after the string that begins at raw[i].
func stringEnd(raw []byte, i int) int {
	for i++; i < len(raw); i++ {
		j := bytes.IndexByte(raw[i:], '"')
		if j < 0 {
			return len(raw)
		}
		j += i
		slashes := 0
		for k := j - 1; k >= i && raw[k] == '\\'; k-- {
			slashes++
		}
		if slashes%2 == 0 {
			return j + 1
		}
		i = j
	}
	return len(raw)
}

func nextByte(raw []byte, i int) byte {
	for i < len(raw) && chars.IsSpace(raw[i]) {
		i++
	}
	if i < len(raw) {
		return raw[i]
	}
	return 0
}

func appendQuoted(out []byte, s string) []byte {
	quoted, err := jsontext.AppendQuote(out, s)
	if err != nil { // not UTF-8: the bytes that are none become U+FFFD
		quoted, _ = jsontext.AppendQuote(out, strings.ToValidUTF8(s, "\uFFFD"))
	}
	return quoted
}
