package search

import (
	"bytes"
	"crypto/sha256"
	"io"
	"runtime"
	"strconv"
	"strings"
	"sync"

	"github.com/klauspost/compress/flate"
	"golang.org/x/sync/errgroup"
)

// Terms, postings, words and snippets are texts that are deflated. Their bytes are the characters
// of the string in the wrapper, since hosts store and count the bytes of files as they are, and
// base64 would need a third more. Browsers load these scripts in the encoding x-user-defined, which
// keeps every byte, and sitescan inflates them.

// escapes are the bytes that a string of a script cannot have, and what is behind the backslash for each.
var escapes = [256]byte{'"': '"', '\\': '\\', '\n': 'n', '\r': 'r'}

// appendEscaped appends data as the string in the wrapper has it.
func appendEscaped(b, data []byte) []byte {
	for _, c := range data {
		if e := escapes[c]; e != 0 {
			b, c = append(b, '\\'), e
		}
		b = append(b, c)
	}
	return b
}

// unescape undoes appendEscaped.
func unescape(escaped []byte) []byte {
	data := make([]byte, 0, len(escaped))
	for i := 0; i < len(escaped); i++ {
		c := escaped[i]
		if c == '\\' && i+1 < len(escaped) {
			i++
			switch c = escaped[i]; c {
			case 'n':
				c = '\n'
			case 'r':
				c = '\r'
			}
		}
		data = append(data, c)
	}
	return data
}

// Levels of compression. Terms and postings are 2% smaller at level 7 than at 6; the last level
// takes half as long again for another 0.4%. Snippets, of which there is more, would be 1% smaller
// at 7.
const (
	termsLevel    = 7
	snippetsLevel = 6
)

// deflater packs one text after the other.
type deflater struct {
	level int
	z     *flate.Writer
	r     io.ReadCloser // also a flate.Resetter
	raw   bytes.Buffer
	out   []byte
}

// deflate appends the packed parts to d.out, escaped. Each is coded by itself: terms consist of
// other characters than codes.
func (d *deflater) deflate(parts ...[]byte) {
	d.raw.Reset()
	if d.z == nil {
		z, err := flate.NewWriter(&d.raw, d.level)
		if err != nil {
			panic("search: " + err.Error()) // there is such a level
		}
		d.z = z
	} else {
		d.z.Reset(&d.raw)
	}
	for i, part := range parts {
		if i > 0 {
			d.z.Flush()
		}
		d.z.Write(part) // a buffer takes everything
	}
	d.z.Close()
	d.out = appendEscaped(d.out, d.raw.Bytes())
}

// unpack returns what was deflated.
func (d *deflater) unpack(data []byte) (string, error) {
	data = unescape(data)
	if d.r == nil {
		d.r = flate.NewReader(bytes.NewReader(data))
	} else if err := d.r.(flate.Resetter).Reset(bytes.NewReader(data), nil); err != nil {
		return "", err
	}
	text, err := io.ReadAll(d.r)
	return string(text), err
}

// packing packs texts and writes them, several at a time. It remembers what each file was packed
// from, so that the next index need not pack it again.
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
		sum := sha256.Sum256(text)
		if p.keepSame(packedName(kind, name), sum) {
			return nil
		}
		return p.pack(kind, name, sum, parts...)
	})
}

// keepSame takes a file over that the last index packed from what has this sum.
func (p *packing) keepSame(full string, sum [sha256.Size]byte) bool {
	old, ok := p.w.o.Earlier.packed(full)
	if ok = ok && old.sum == sum && p.w.keep(full, old.size); ok {
		p.note(full, old)
	}
	return ok
}

// pack packs parts of a text, which have this sum, and writes the file.
func (p *packing) pack(kind, name string, sum [sha256.Size]byte, parts ...[]byte) error {
	d, ok := p.spare.Get().(*deflater)
	if !ok {
		d = &deflater{level: termsLevel}
	}
	defer p.spare.Put(d)
	d.out = d.out[:0]
	d.deflate(parts...)
	data, full := wrap(kind+name, quote(d.out)), packedName(kind, name)
	p.note(full, packedFile{sum, len(data)})
	return p.w.file(full, data)
}

// keep takes files over that the last index packed, all of them or none.
func (p *packing) keep(names []string) bool {
	files := make([]packedFile, len(names))
	for i, name := range names {
		f, ok := p.w.o.Earlier.packed(name)
		if !ok || !p.w.keeps(name, f.size) {
			return false
		}
		files[i] = f
	}
	for i, name := range names {
		p.w.kept(files[i].size)
		p.note(name, files[i])
	}
	return true
}

// packedName is the name of a packed file below search/.
func packedName(kind, name string) string { return kind + "/" + name + ".js" }

func (p *packing) note(name string, f packedFile) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.files[name] = f
}

// Packed returns the key of a packed file and the bytes of its string; ok is false for files of JSON.
func Packed(file []byte) (key string, data []byte, ok bool) {
	head, escaped, cut := bytes.Cut(file, []byte(`","`))
	name, begun := bytes.CutPrefix(head, []byte(`cs("`))
	escaped, ended := bytes.CutSuffix(escaped, []byte("\")\n"))
	if !cut || !begun || !ended || bytes.IndexByte(name, '"') >= 0 {
		return "", nil, false
	}
	return string(name), unescape(escaped), true
}

// Unpack returns the lines of a packed file, and ErrDamaged unless it is whole, of this key and under 64 MiB.
func Unpack(key string, file []byte) ([]string, error) {
	name, data, ok := Packed(file)
	if !ok || name != key {
		return nil, ErrDamaged
	}
	r := flate.NewReader(bytes.NewReader(data))
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
