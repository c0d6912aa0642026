package sitescan

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"io"
	"path"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/klauspost/compress/zstd"
)

// A file may contain others: copies that were compressed for a host, archives, documents of office
// programs. Those are unpacked and looked at like files of the site, by what their bytes begin
// with, whatever they are called. What cannot be unpacked is listed as unopened, so that nobody
// takes it for looked at. Pictures, PDFs and sounds are no such files: what they show is not looked
// at at all, only their bytes.

const (
	mostNested = 4         // files within each other
	mostInside = 256 << 20 // bytes that are unpacked from one file
)

var errUnopened = errors.New("not looked into")

// container is a form of files that contain others. open calls each with these.
type container struct {
	magic string // that such files have
	at    int    // where
	open  func(data []byte, each func(name string, r io.Reader) error) error
}

// containers returns the known forms. Those without a function cannot be unpacked.
func containers() []container {
	return []container{
		{"\x1f\x8b", 0, openGzip}, {"PK\x03\x04", 0, openZip}, {"\x28\xb5\x2f\xfd", 0, openZstd}, {"BZh", 0, openBzip2},
		{"ustar", 257, openTar}, {"\xfd7zXZ\x00", 0, nil}, {"7z\xbc\xaf\x27\x1c", 0, nil},
		{"Rar!\x1a\x07", 0, nil}, {"\x04\x22\x4d\x18", 0, nil},
	}
}

// unknownForms are the ends of names of compressed files that nothing in their bytes shows.
var unknownForms = []string{".br", ".lzma"}

// nested goes through a file that so many others contain.
func nested(f *finder, name string, data []byte, depth int) {
	if text := wide(data); text != nil && depth < mostNested {
		nested(f, name, text, depth+1)
	}
	asItIs(f, name, data)
	contained(f, name, data, depth)
}

// contained goes through the files that a file contains.
func contained(f *finder, name string, data []byte, depth int) {
	all := containers()
	i := slices.IndexFunc(all, func(c container) bool {
		return len(data) > c.at && bytes.HasPrefix(data[c.at:], []byte(c.magic))
	})
	switch {
	case i < 0:
		f.unopened = f.unopened || slices.Contains(unknownForms, path.Ext(name))
		return
	case all[i].open == nil || depth == mostNested:
		f.unopened = true
		return
	}
	err := all[i].open(data, func(part string, r io.Reader) error {
		var b bytes.Buffer
		n, err := io.Copy(&b, io.LimitReader(r, f.room+1))
		if f.room -= n; f.room < 0 {
			f.room = 0
			err = errUnopened
		}
		before := len(f.hits)
		f.shown([]byte(part))
		nested(f, nameInside(part, name), b.Bytes(), depth+1)
		for i := range f.hits[before:] {
			f.hits[before+i].offset = 0 // it has none in the file
		}
		return err
	})
	f.unopened = f.unopened || err != nil
}

// nameInside is the name by which a part of a file is read: its own, or that of the file without
// the end that says how it is packed.
func nameInside(part, whole string) string {
	if part != "" {
		return part
	}
	return strings.TrimSuffix(whole, path.Ext(whole))
}

func openGzip(data []byte, each func(string, io.Reader) error) error {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return err
	}
	return errors.Join(each("", z), each(z.Name, strings.NewReader(z.Comment)))
}

func openZstd(data []byte, each func(string, io.Reader) error) error {
	z, err := zstd.NewReader(bytes.NewReader(data), zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(mostInside))
	if err != nil {
		return err
	}
	defer z.Close()
	return each("", z)
}

func openBzip2(data []byte, each func(string, io.Reader) error) error {
	return each("", bzip2.NewReader(bytes.NewReader(data)))
}

func openTar(data []byte, each func(string, io.Reader) error) error {
	for t := tar.NewReader(bytes.NewReader(data)); ; {
		h, err := t.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if err := each(h.Name+" "+h.Linkname, t); err != nil {
			return err
		}
	}
}

func openZip(data []byte, each func(string, io.Reader) error) error {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return err
	}
	err = each("", strings.NewReader(z.Comment))
	for _, file := range z.File {
		if file.Flags&1 != 0 { // encrypted
			err = errUnopened
			continue
		}
		r, ferr := file.Open()
		if ferr == nil {
			ferr = errors.Join(each(file.Name, r), r.Close())
		}
		err = errors.Join(err, ferr)
	}
	return err
}

// wide returns a text of two bytes for each character in UTF-8, nil for any other. A mark at its
// start says that it is one, or that most of its first characters are of ASCII.
func wide(data []byte) []byte {
	var order binary.ByteOrder = binary.LittleEndian
	switch {
	case bytes.HasPrefix(data, []byte("\xff\xfe")):
	case bytes.HasPrefix(data, []byte("\xfe\xff")):
		order = binary.BigEndian
	default:
		var zeros [2]int
		start := data[:min(len(data), 1<<10)&^1]
		for i, c := range start {
			if c == 0 && start[i^1] != 0 {
				zeros[i%2]++
			}
		}
		switch half := len(start) / 2; {
		case half < window || max(zeros[0], zeros[1])*4 < half*3:
			return nil
		case zeros[0] > zeros[1]:
			order = binary.BigEndian
		}
	}
	units := make([]uint16, len(data)/2)
	for i := range units {
		units[i] = order.Uint16(data[2*i:])
	}
	return []byte(string(utf16.Decode(units)))
}
