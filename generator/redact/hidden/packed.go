package hidden

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"strings"
	"unicode/utf8"
)

// Bounds of what is read of compressed files: bytes in all, and files in an archive.
const (
	maxUnpacked = 16 << 20
	maxEntries  = 1000
)

// Packed calls visit with the texts in a compressed file or an archive in base64: their bytes are published as they are, so values in them
// must be known to the search for them in what is written.
func Packed(s string, visit func(text string)) {
	body := s
	if strings.HasPrefix(s, "data:") {
		body = s[strings.IndexByte(s, ',')+1:]
	}
	gzipped, zipped := strings.HasPrefix(body, "H4sI"), strings.HasPrefix(body, "UEsDB")
	if !gzipped && !zipped {
		return
	}
	_, data := DecodeFile(s)
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
