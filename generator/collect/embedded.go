package collect

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"steno/generator/redact"
	"steno/parser/picture"
)

// This file finds what is embedded in transcripts as Base64: documents, blobs, SVG, data URLs. What
// is text is redacted as text and encoded again. Pictures keep their pixels, and nothing that is
// written beside them. All else (PDF, archives, sound, pictures of other formats) cannot be
// redacted, and a note takes its place.

// embedded is something that is in a text as Base64.
type embedded struct {
	media string // its type, as the record says; may be wrong or ""
	data  []byte
}

// visitor returns what replaces something embedded: the data as it is, other text, or a note.
type visitor func(embedded) (text []byte, note bool)

// cleaning returns the visitor that redacts.
func cleaning(redactor *redact.Redactor) visitor {
	return func(e embedded) ([]byte, bool) {
		switch {
		case isPicture(e.data):
			return picture.Bare(e.data), false
		case !isText(e.data):
			return note(e), true
		case isJSON(e.data):
			clean, _ := redactor.Record(replaceEmbedded(e.data, cleaning(redactor)))
			return clean, false
		}
		clean, _ := redactor.Text(string(replaceEmbedded(e.data, cleaning(redactor))))
		return []byte(clean), false
	}
}

// reading is a visitor that changes nothing, and hands texts on.
func reading(visit func(text []byte)) visitor {
	return func(e embedded) ([]byte, bool) {
		if isText(e.data) && !isPicture(e.data) {
			visit(e.data)
			replaceEmbedded(e.data, reading(visit))
		}
		return e.data, false
	}
}

// taking is a visitor that hands texts on and leaves nothing in their place: they are not to
// be looked at a second time in Base64.
func taking(visit func(text []byte)) visitor {
	return func(e embedded) ([]byte, bool) {
		if !isText(e.data) || isPicture(e.data) {
			return e.data, false
		}
		visit(replaceEmbedded(e.data, taking(visit)))
		return nil, false
	}
}

// note says what was here.
func note(e embedded) []byte {
	media := e.media
	if !mediaType.MatchString(media) {
		media = "binary"
	}
	return fmt.Appendf(nil, "[redacted:document] %s, %d bytes\n", media, len(e.data))
}

var mediaType = regexp.MustCompile(`^[a-z0-9.+-]{1,40}/[a-z0-9.+-]{1,80}$`)

func isText(data []byte) bool { return utf8.Valid(data) && bytes.IndexByte(data, 0) < 0 }

// isPicture reports whether data is a picture of a format that [picture.Bare] knows.
func isPicture(data []byte) bool {
	for _, magic := range []string{"\x89PNG\r\n\x1a\n", "\xff\xd8\xff", "GIF87a", "GIF89a"} {
		if bytes.HasPrefix(data, []byte(magic)) {
			return true
		}
	}
	return len(data) >= 12 && string(data[:4]) == "RIFF" && string(data[8:12]) == "WEBP"
}

// cleanFile redacts a file that is neither a transcript nor JSON, as far as it can be; done says that
// nothing is left to do.
func cleanFile(name string, data []byte) (clean []byte, done bool) {
	switch {
	case isPicture(data):
		return picture.Bare(data), true
	case bytes.HasPrefix(data, []byte("%PDF-")), bytes.IndexByte(data, 0) >= 0:
		return note(embedded{strings.TrimPrefix(path.Ext(name), "."), data}), true
	}
	return data, false
}

// edit replaces a part of a text.
type edit struct {
	start, end int
	text       []byte
}

// replaceEmbedded returns a text, JSON or not, with what replaces all that is embedded in it.
func replaceEmbedded(part []byte, visit visitor) []byte {
	if !bytes.Contains(part, []byte("base64")) && !bytes.Contains(part, []byte(`"blob"`)) && !bytes.Contains(part, []byte("mime")) {
		return part
	}
	f := finder{visit: visit}
	if isJSON(part) {
		f.values(part, 0)
	} else {
		f.text(part)
	}
	if len(f.edits) == 0 {
		return part
	}
	slices.SortFunc(f.edits, func(x, y edit) int { return x.start - y.start })
	var out []byte
	at := 0
	for _, e := range f.edits {
		out = append(append(out, part[at:e.start]...), e.text...)
		at = e.end
	}
	return append(out, part[at:]...)
}

// finder collects edits.
type finder struct {
	visit visitor
	edits []edit
}

// values goes through the values that stand one after the other in data, which begins at an offset.
func (f *finder) values(data []byte, offset int) {
	dec := jsontext.NewDecoder(bytes.NewReader(data), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	for {
		v, err := dec.ReadValue()
		if err != nil {
			return
		}
		f.value(v, offset+int(dec.InputOffset())-len(v))
	}
}

// member is one of an object, or an element of an array.
type member struct {
	name  string
	value jsontext.Value
	start int
}

func (m member) text() (string, bool) {
	if m.value.Kind() != '"' {
		return "", false
	}
	s, err := jsontext.AppendUnquote(nil, m.value)
	return string(s), err == nil
}

func (f *finder) value(v jsontext.Value, start int) {
	switch v.Kind() {
	case '{', '[':
		members := membersOf(v, start)
		payload := f.payload(members)
		for i, m := range members {
			if i != payload {
				f.value(m.value, m.start)
			}
		}
	case '"':
		m := member{value: v}
		if s, ok := m.text(); ok && strings.Contains(s, "base64,") {
			if now := string(f.dataURLs([]byte(s))); now != s {
				f.replace(member{value: v, start: start}, now)
			}
		}
	}
}

// membersOf takes an object or an array apart.
func membersOf(v jsontext.Value, start int) (members []member) {
	dec := jsontext.NewDecoder(bytes.NewReader(v), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	object := v.Kind() == '{'
	if _, err := dec.ReadToken(); err != nil {
		return nil
	}
	for dec.PeekKind() != '}' && dec.PeekKind() != ']' {
		var m member
		if object {
			name, err := dec.ReadToken()
			if err != nil {
				return members
			}
			m.name = name.String()
		}
		value, err := dec.ReadValue()
		if err != nil {
			return members
		}
		m.value, m.start = value.Clone(), start+int(dec.InputOffset())-len(value)
		members = append(members, m)
	}
	return members
}

// payload handles an object that contains something embedded, and returns the index of the member with
// it, -1 for none.
func (f *finder) payload(members []member) int {
	media, types, says := "", []member(nil), false
	for _, m := range members {
		s, ok := m.text()
		switch {
		case !ok:
		case slices.Contains(mediaNames, m.name), m.name == "type" && strings.Contains(s, "/"):
			media, types = s, append(types, m)
		case m.name == "type" && s == "base64":
			says = true
		}
	}
	for i, m := range members {
		if m.name != "base64" && m.name != "blob" && (m.name != "data" || !says && media == "") {
			continue
		}
		s, ok := m.text()
		if !ok {
			continue
		}
		data, ok := decoded(s)
		if !ok {
			continue
		}
		now, isNote := f.visit(embedded{media, data})
		if !bytes.Equal(now, data) {
			f.replace(m, base64.StdEncoding.EncodeToString(now))
		}
		for _, t := range types {
			if isNote {
				f.replace(t, "text/plain")
			}
		}
		return i
	}
	return -1
}

var mediaNames = []string{"media_type", "mediaType", "mimeType", "mime_type"}

// replace replaces a string by a text.
func (f *finder) replace(m member, text string) {
	quoted, err := jsontext.AppendQuote(nil, text)
	if err != nil {
		quoted = []byte(`"[redacted:document]"`)
	}
	f.edits = append(f.edits, edit{m.start, m.start + len(m.value), quoted})
}

var (
	dataURL = regexp.MustCompile(`data:([A-Za-z0-9.+-]+/[A-Za-z0-9.+-]+)?((?:;[A-Za-z0-9=._-]+)*);base64,([A-Za-z0-9+/_=-]+)`)
	damaged = regexp.MustCompile(`"(?:data|base64|blob)" ?: ?"([A-Za-z0-9+/_=-]{8,})`)
)

// dataURLs returns a text with what replaces its data URLs.
func (f *finder) dataURLs(text []byte) []byte {
	return dataURL.ReplaceAllFunc(text, func(url []byte) []byte {
		m := dataURL.FindSubmatch(url)
		data, ok := decoded(string(m[3]))
		if !ok {
			return url
		}
		now, isNote := f.visit(embedded{string(m[1]), data})
		switch {
		case bytes.Equal(now, data):
			return url
		case isNote:
			return []byte("data:text/plain;base64," + base64.StdEncoding.EncodeToString(now))
		}
		return fmt.Appendf(nil, "data:%s%s;base64,%s", m[1], m[2], base64.StdEncoding.EncodeToString(now))
	})
}

// text handles what is no JSON: data URLs, and what a damaged record contains.
func (f *finder) text(part []byte) {
	for _, m := range dataURL.FindAllIndex(part, -1) {
		if now := f.dataURLs(part[m[0]:m[1]]); !bytes.Equal(now, part[m[0]:m[1]]) {
			f.edits = append(f.edits, edit{m[0], m[1], now})
		}
	}
	for _, m := range damaged.FindAllSubmatchIndex(part, -1) {
		code := strings.TrimRight(string(part[m[2]:m[3]]), "=")
		data, ok := decoded(code[:len(code)/4*4]) // the rest is cut off
		if !ok {
			continue
		}
		if now, _ := f.visit(embedded{"", data}); !bytes.Equal(now, data) {
			f.edits = append(f.edits, edit{m[2], m[3], []byte(base64.StdEncoding.EncodeToString(now))})
		}
	}
}

// decoded decodes Base64 of either alphabet, with or without its end.
func decoded(code string) ([]byte, bool) {
	code = strings.TrimRight(strings.NewReplacer("\n", "", "\r", "", "-", "+", "_", "/").Replace(code), "=")
	if len(code) < 8 {
		return nil, false
	}
	data, err := base64.RawStdEncoding.DecodeString(code)
	return data, err == nil
}
