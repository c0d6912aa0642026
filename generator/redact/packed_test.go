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

// TestPackedFiles has values that are only in files which are published as they are: a zip, gzip, UTF-16. They are known, so that
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
	for name, data := range map[string][]byte{"zip": zipped.Bytes(), "gzip": gzipped.Bytes(), "UTF-16": wide.Bytes(), "torn gzip": gzipped.Bytes()[:gzipped.Len()-4]} {
		e := mustNew(t, Options{})
		c := e.Collect()
		m := &parser.Message{Blocks: []parser.Block{&parser.Document{Data: base64.StdEncoding.EncodeToString(data)}}}
		c.Session(&parser.Session{Main: &parser.Thread{Branches: []*parser.Branch{{Segments: []*parser.Segment{{Turns: []*parser.Turn{{Messages: []*parser.Message{m}}}}}}}}})
		if c.Len() != 1 {
			t.Errorf("%s: %d values are known", name, c.Len())
		}
	}
}
