package hidden

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"strings"
	"unicode/utf8"

	"steno/parser/picture"
)

// Bounds of what is read of compressed files: bytes in all, and files in an archive.
const (
	maxUnpacked = 16 << 20
	maxEntries  = 1000
)

// shortestString is the length from which characters in a row are text in a file that is none: a
// name, a sign and a value.
const shortestString = 12

// Packed calls visit with the texts in a file in base64 that is no text: compressed, an archive, a
// PDF, a picture. Its bytes are published as they are, so values in them must be known to the
// search for them in what is written.
func Packed(s string, visit func(text string)) {
	body := s
	if strings.HasPrefix(s, "data:") {
		body = s[strings.IndexByte(s, ',')+1:]
	}
	gzipped, zipped := strings.HasPrefix(body, "H4sI"), strings.HasPrefix(body, "UEsDB")
	_, data := DecodeFile(s)
	if !gzipped && !zipped {
		if text := printed(data); text != "" {
			visit(text)
		}
		return
	}
	left := int64(maxUnpacked)
	read := func(r io.Reader, err error) {
		if err != nil || left <= 0 {
			return
		}
		text, _ := io.ReadAll(io.LimitReader(r, left)) // what is damaged is read as far as it goes
		left -= int64(len(text))
		if wideText, ok := wide(text); ok {
			visit(wideText)
		} else if utf8.Valid(text) {
			visit(string(text))
		}
	}
	if gzipped {
		r, err := gzip.NewReader(bytes.NewReader(data))
		read(r, err)
		return
	}
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return
	}
	for i, entry := range archive.File {
		if i == maxEntries {
			return
		}
		visit(entry.Name)
		r, err := entry.Open()
		read(r, err)
	}
}

// printed returns what can be read in a file that is no text, a line for each row of characters;
// nothing of a text.
func printed(data []byte) string {
	if utf8.Valid(data) && bytes.IndexByte(data, 0) < 0 {
		return ""
	}
	data = picture.Bare(data)
	var b strings.Builder
	from := 0
	for i := 0; i <= len(data); i++ {
		if i < len(data) && data[i] >= ' ' && data[i] <= '~' {
			continue
		}
		if i-from >= shortestString {
			b.Write(data[from:i])
			b.WriteByte('\n')
		}
		from = i + 1
	}
	return b.String()
}
