package redact

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/binary"
	"testing"
	"unicode/utf16"

	"steno/parser"
)

// TestPackedFiles has values that are only in files which are published as they are: a zip, gzip, UTF-16, a PDF, a picture that does not end. They are known, so that
// the second look finds them.
func TestPackedFiles(t *testing.T) {
	t.Parallel()
	const text = "API_TOKEN=k8Zq2xW7t5Yw1PmBd3Vn"
	var zipped, gzipped, wide bytes.Buffer
	z := zip.NewWriter(&zipped)
	w, _ := z.Create("a.txt")
	w.Write([]byte(text))
	z.Close()
	g := gzip.NewWriter(&gzipped)
	g.Write([]byte(text))
	g.Close()
	binary.Write(&wide, binary.LittleEndian, append([]uint16{0xfeff}, utf16.Encode([]rune(text))...))
	for name, data := range map[string][]byte{"zip": zipped.Bytes(), "gzip": gzipped.Bytes(), "UTF-16": wide.Bytes(), "torn gzip": gzipped.Bytes()[:gzipped.Len()-4],
		"PDF": []byte("%PDF-1.7\n\xff\x00(" + text + ") Tj"), "JPEG": []byte("\xff\xd8\xff\xda\x00\x02\x00" + text), "database": []byte("SQLite format 3\x00\x10" + text)} {
		e := mustNew(t, Options{})
		c := e.Collect()
		m := &parser.Message{Blocks: []parser.Block{&parser.Document{Data: base64.StdEncoding.EncodeToString(data)}}}
		c.Session(&parser.Session{Main: &parser.Thread{Branches: []*parser.Branch{{Segments: []*parser.Segment{{Turns: []*parser.Turn{{Messages: []*parser.Message{m}}}}}}}}})
		if c.Len() != 1 {
			t.Errorf("%s: %d values are known", name, c.Len())
		}
	}
}

// What a picture says beside its pixels is not published, so it is no value of the site.
func TestPicturesSayNothing(t *testing.T) {
	t.Parallel()
	c := mustNew(t, Options{}).Collect()
	png := "\x89PNG\r\n\x1a\n\x00\x00\x00\x1etEXtAPI_TOKEN=k8Zq2xW7t5Yw1PmBd3Vn1234"
	m := &parser.Message{Blocks: []parser.Block{&parser.Image{Data: base64.StdEncoding.EncodeToString([]byte(png))}}}
	c.Session(&parser.Session{Main: &parser.Thread{Branches: []*parser.Branch{{Segments: []*parser.Segment{{Turns: []*parser.Turn{{Messages: []*parser.Message{m}}}}}}}}})
	if c.Len() != 0 {
		t.Errorf("%d values are known", c.Len())
	}
}
