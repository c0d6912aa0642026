package search

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"runtime"
	"strconv"
	"strings"
	"sync"

	"github.com/klauspost/compress/flate"
	"golang.org/x/sync/errgroup"
)

// Terms, postings, words and snippets are texts that are deflated and in base64: a host that compresses on the wire
// still stores and counts plain bytes, and what it sends is as small either way. All of them are unpacked by the same few
// lines of the client, and sitescan looks into them as into all deflated base64.

// Levels of compression. Long lists of postings are a quarter smaller at the last level; snippets, of which there is more, hardly.
const (
	termsLevel    = 9
	snippetsLevel = 6
)

// deflater packs one text after the other.
type deflater struct {
	level int
	z     *flate.Writer
	r     io.ReadCloser // also a flate.Resetter
	out   bytes.Buffer
}

// deflate appends the packed parts to d.out. Each is coded by itself: terms are made of other characters than codes.
func (d *deflater) deflate(parts ...[]byte) {
	if d.z == nil {
		z, err := flate.NewWriter(&d.out, d.level)
		if err != nil {
			panic("search: " + err.Error()) // there is such a level
		}
		d.z = z
	} else {
		d.z.Reset(&d.out)
	}
	for i, part := range parts {
		if i > 0 {
			d.z.Flush()
		}
		d.z.Write(part) // a buffer takes everything
	}
	d.z.Close()
}

// unpack returns what was deflated.
func (d *deflater) unpack(data []byte) (string, error) {
	if d.r == nil {
		d.r = flate.NewReader(bytes.NewReader(data))
	} else if err := d.r.(flate.Resetter).Reset(bytes.NewReader(data), nil); err != nil {
		return "", err
	}
	text, err := io.ReadAll(d.r)
	return string(text), err
}

// packing packs texts and writes them, several at a time. It remembers what each file was packed from, so that the
// next index need not pack it again.
type packing struct {
	w     *writer
	group errgroup.Group
	spare sync.Pool // of *deflater

	mu    sync.Mutex
	files map[string]packedFile
}

// packedFile is a file of packed text: the sum of the text, and the bytes of the file.
type packedFile struct {
	sum  [sha256.Size]byte
	size int
}

func newPacking(w *writer) *packing {
	p := &packing{w: w, files: map[string]packedFile{}}
	p.group.SetLimit(runtime.GOMAXPROCS(0))
	return p
}

// add writes a packed file of lines. One that the last index packed from the same lines is kept.
func (p *packing) add(kind, name string, lines ...[]byte) {
	text := bytes.Join(lines, []byte{'\n'})
	parts := [][]byte{text}
	if first := len(lines[0]); len(lines) > 2 {
		parts = [][]byte{text[:first], text[first:]}
	}
	p.group.Go(func() error {
		file := packedFile{sum: sha256.Sum256(text)}
		full := kind + "/" + name + ".js"
		if old, ok := p.w.o.Earlier.packed(full); ok && old.sum == file.sum && p.w.keep(full, old.size) {
			p.note(full, old)
			return nil
		}
		d, ok := p.spare.Get().(*deflater)
		if !ok {
			d = &deflater{level: termsLevel}
		}
		defer p.spare.Put(d)
		d.out.Reset()
		d.deflate(parts...)
		data := wrap(kind+name, quote(base64.StdEncoding.AppendEncode(nil, d.out.Bytes())))
		file.size = len(data)
		p.note(full, file)
		return p.w.file(full, data)
	})
}

func (p *packing) note(name string, f packedFile) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.files[name] = f
}

// Unpack returns the lines of a packed file, given the text in its wrapper.
func Unpack(packed []byte) ([]string, error) {
	r := flate.NewReader(bytes.NewReader(packed))
	text, err := io.ReadAll(io.LimitReader(r, mostUnpacked))
	if err != nil {
		return nil, ErrDamaged
	}
	return strings.Split(string(text), "\n"), nil
}

// mostUnpacked is the size of a text that no index has.
const mostUnpacked = 64 << 20

// markLine is the mark of what ends with a doc, as a line.
func (w *writer) markLine(last int) []byte {
	return strconv.AppendUint(nil, uint64(w.markOf(last)), 10)
}
