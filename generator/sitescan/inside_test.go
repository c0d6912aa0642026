package sitescan

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/binary"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf16"

	"github.com/klauspost/compress/zstd"
)

// inside is a value that files within files contain.
const inside = "BZVALUE-t4Rk9wQx8zLm2"

func gzipped(data string) string {
	return through(data, func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) })
}

func through(data string, packer func(io.Writer) io.WriteCloser) string {
	var b bytes.Buffer
	z := packer(&b)
	io.WriteString(z, data)
	z.Close()
	return b.String()
}

func zstandard(w io.Writer) io.WriteCloser {
	z, err := zstd.NewWriter(w)
	if err != nil {
		panic(err)
	}
	return z
}

func zipped(name, data string) string {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, _ := z.Create(name)
	io.WriteString(w, data)
	z.Close()
	return b.String()
}

func tarred(name, data string) string {
	var b bytes.Buffer
	t := tar.NewWriter(&b)
	t.WriteHeader(&tar.Header{Name: name, Size: int64(len(data)), Mode: 0o644})
	io.WriteString(t, data)
	t.Close()
	return b.String()
}

func twoBytes(text string, order binary.AppendByteOrder) string {
	var b []byte
	for _, u := range utf16.Encode([]rune(text)) {
		b = order.AppendUint16(b, u)
	}
	return string(b)
}

// TestFilesInFiles plants a value in everything that can be unpacked.
func TestFilesInFiles(t *testing.T) {
	t.Parallel()
	data, err := base64.StdEncoding.DecodeString("QlpoOTFBWSZTWa/P7GsAAAtfgAAQUAIUcDIEMxACCgTwIAAxQAABkyDGAAAeoyJexctjvCERgzwC5ItsHSM/C7kinChIV+f2NYA=") // bzip2
	if err != nil {
		t.Fatal(err)
	}
	findInside(t, "a.bz2", string(data))
	split := "<p>BZVALUE-t4<b>Rk9</b>wQx8zLm2</p>"
	text := "the key is " + inside + " of course\n"
	for name, data := range map[string]string{
		"a.txt.gz": gzipped(text), "a.html.gz": gzipped(split), "b.gz": gzipped(text) + gzipped("x"), "c.gz": gzipped("x") + gzipped(text),
		"a.zst": through(text, zstandard), "a.docx": zipped("word/document.xml", split), "a.zip": zipped(inside+".txt", "x"),
		"a.tar": tarred("a.txt", text), "a.tgz": gzipped(tarred("x", "y") + tarred(inside, "")[:1536]), "b.tgz": gzipped(tarred("a.gz", gzipped(text))),
		"le.txt": "\xff\xfe" + twoBytes(text, binary.LittleEndian), "be.txt": "\xfe\xff" + twoBytes(text, binary.BigEndian),
		"le": twoBytes(text, binary.LittleEndian), "be": twoBytes(text, binary.BigEndian), "le.html": "\xff\xfe" + twoBytes(split, binary.LittleEndian),
		"le.gz": gzipped("\xff\xfe" + twoBytes(text, binary.LittleEndian)), "named as another.png": gzipped(text),
	} {
		findInside(t, name, data)
	}
}

func findInside(t *testing.T, name, data string) {
	t.Helper()
	if leaks := lookFor(inside).File(name, []byte(data)); len(leaks) == 0 {
		t.Errorf("%s: not found", name)
	}
}

// TestUnopened lists what cannot be looked into, and nothing else.
func TestUnopened(t *testing.T) {
	t.Parallel()
	deep := "x"
	for range mostNested + 1 {
		deep = gzipped(deep)
	}
	locked := []byte(zipped("a", "b"))
	locked[6] |= 1
	at := bytes.Index(locked, []byte("PK\x01\x02"))
	locked[at+8] |= 1
	unopened := map[string]string{
		"a.xz": "\xfd7zXZ\x00abc", "a.7z": "7z\xbc\xaf\x27\x1c", "index.html.br": "\x0b\x02\x80", "cut.gz": gzipped(strings.Repeat("abc", 999))[:20],
		"deep.gz": deep, "locked.zip": string(locked), "cut.zip": zipped("a", "b")[:40],
	}
	site := fstest.MapFS{"a.gz": {Data: []byte(gzipped("x"))}, "a.png": {Data: []byte("\x89PNG\r\n\x1a\n")}, "a.html": {Data: []byte("<p>x")}, "empty": {}}
	for name, data := range unopened {
		site[name] = &fstest.MapFile{Data: []byte(data)}
	}
	found, err := lookFor(inside).Scan(t.Context(), site, nil)
	if err != nil || len(found.Leaks) > 0 {
		t.Fatal(found, err)
	}
	for name := range site {
		if _, want := unopened[name]; want != slices.Contains(found.Unopened, name) {
			t.Errorf("%s: unopened is %t", name, !want)
		}
	}
}

// TestBombs unpacks no more than there is room for.
func TestBombs(t *testing.T) {
	t.Parallel()
	f := lookFor(inside).finder()
	f.start()
	f.room = 1 << 20
	f.file("bomb.gz", []byte(gzipped(strings.Repeat("\x00", 8<<20))))
	if !f.unopened || f.room != 0 {
		t.Errorf("unopened: %t, room left: %d", f.unopened, f.room)
	}
}

// TestKnownInBinaryFiles looks for known forms in the texts of a binary file.
func TestKnownInBinaryFiles(t *testing.T) {
	t.Parallel()
	data := "\x7fELF\x00\x00\x01\x02 some text \x00\x00KEY=" + inside + "\x00\xff"
	found, err := lookFor().Scan(t.Context(), fstest.MapFS{"program": {Data: []byte(data)}}, knows(inside))
	if err != nil || len(found.Leaks) != 1 || found.Leaks[0].Offset != strings.Index(data, inside) {
		t.Errorf("%+v, %v", found.Leaks, err)
	}
}

// knows finds a token.
func knows(token string) Known {
	return func(text string) (hits []Hit) {
		if at := strings.Index(text, token); at >= 0 {
			hits = append(hits, Hit{ID: idOf(token), Rule: "token", Offset: at})
		}
		return hits
	}
}

// TestNumbersAreNoTexts looks into files of the search index: a token of a known form is one where words and texts are, not
// where numbers are, which are written as letters. A value that the build removed is found in both.
func TestNumbersAreNoTexts(t *testing.T) {
	t.Parallel()
	look := lookFor(inside)
	for _, c := range []struct {
		key, text string
		want      int
	}{
		{"t1", "!word #tok_ab\n!! #tok", 1}, {"t1", "!word #er\n!! tok_ab", 0}, {"t1", "!word #er\n!! " + inside, 1},
		{"p1-0", "tok_ab", 0}, {"p1-h0", inside, 1},
		{"f1-0", "words\ntok_ab", 1}, {"v0", "!word tok_ab", 1},
	} {
		file := strings.Replace(packed(t, c.text), `cs("f0"`, `cs("`+c.key+`"`, 1)
		found, err := look.Scan(t.Context(), fstest.MapFS{"search/x.js": {Data: []byte(file)}}, knows("tok_"))
		if err != nil || len(found.Leaks) != c.want {
			t.Errorf("%s: %q: leaks %v, want %d (%v)", c.key, c.text, found.Leaks, c.want, err)
		}
	}
}

// TestSumsAreNoTexts looks into the list of a site's files: its check sums are random letters.
func TestSumsAreNoTexts(t *testing.T) {
	t.Parallel()
	sum := "QTb8rgXI/8Ig4LNr35gs0+d59h30PAh7PEqXYdtok+A"
	for text, want := range map[string]int{
		`{"files":[["a.html",18667,"` + sum + `"],["b.js",3,"` + sum + `"]]}`: 0,
		`{"files":[["tok+a.html",18667,"` + sum + `"]]}`:                      1,
		`{"files":[["a.html",18667,"` + sum[1:] + `"]]}`:                      1,
		`{"files":["` + sum + `"]}`:                                           1,
	} {
		found, err := lookFor(inside).Scan(t.Context(), fstest.MapFS{"steno-manifest.json": {Data: []byte(text)}}, knows("tok+"))
		if err != nil || len(found.Leaks) != want {
			t.Errorf("%s: leaks %v, want %d (%v)", text, found.Leaks, want, err)
		}
	}
}
