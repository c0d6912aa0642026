package search

import (
	"bytes"
	"crypto/sha256"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Snippet records of consecutive docs of one session make a fragment, its own file. It has them column by
// column, as equal things compress best beside each other. Fragments are named by their
// session's content, so that a session that did not change keeps its files. The record of the session names
// them and says how many docs each has.

// fragmentSize is how many bytes of records end a fragment. Small ones cost a query less,
// large ones make fewer files.
const fragmentSize = 6 << 10

// nameSize is how many characters of a hash name a session's fragments.
const nameSize = 6

// fragment is a part of a session's packed snippets.
type fragment struct {
	docs int
	size int // bytes, deflated and escaped
}

// packed says where the packed snippets of a session are, and what they contain.
type packed struct {
	in        io.ReaderAt // a file that has them
	at, size  int64       // there
	fragments []fragment
	sum       [sha256.Size]byte
}

// packer packs the records of one session after the other.
type packer struct {
	deflater
	all packed

	columns [snippetFields][]byte // of the fragment being filled
	size    int                   // of its records
	docs    int
}

func newPacker() packer { return packer{deflater: deflater{level: snippetsLevel}} }

// add puts a record into the open fragment, and deflates that when it is large enough.
func (p *packer) add(record Snippet) {
	for i, field := range record {
		if p.docs > 0 {
			p.columns[i] = append(p.columns[i], fieldEnd)
		}
		p.columns[i] = append(p.columns[i], field...)
		p.size += len(field) + 1
	}
	if p.docs++; p.size >= fragmentSize {
		p.flush()
	}
}

func (p *packer) flush() {
	begun := len(p.out)
	p.deflate(bytes.Join(p.columns[:], []byte{columnEnd}))
	p.all.fragments = append(p.all.fragments, fragment{p.docs, len(p.out) - begun})
	for i := range p.columns {
		p.columns[i] = p.columns[i][:0]
	}
	p.size, p.docs = 0, 0
}

// Snippets returns the records of a fragment, given its text.
func Snippets(text string) ([]Snippet, error) {
	columns := strings.Split(text, string(columnEnd))
	if len(columns) != snippetFields {
		return nil, ErrDamaged
	}
	var records []Snippet
	for i, column := range columns {
		values := strings.Split(column, string(fieldEnd))
		if i == 0 {
			records = make([]Snippet, len(values))
		}
		if len(values) != len(records) {
			return nil, ErrDamaged
		}
		for n, v := range values {
			records[n][i] = v
		}
	}
	return records, nil
}

// end returns what was packed, one fragment behind the other, and begins again.
func (p *packer) end() (packed, []byte) {
	if p.docs > 0 {
		p.flush()
	}
	data, all := p.out, p.all
	if p.out = nil; len(data) < largeData { // the next session has use for the room
		p.out, data = data[:0], bytes.Clone(data)
	}
	all.size, all.sum = int64(len(data)), sha256.Sum256(data)
	p.all = packed{}
	return all, data
}

// largeData is from how many bytes on what there is of a session is not copied: a session has hundreds of times as
// much at most.
const largeData = 1 << 20

// appendTo appends what is known of the snippets, but for where they are.
func (p *packed) appendTo(b []byte) []byte {
	b = append(b, p.sum[:]...)
	b = binary.AppendUvarint(b, uint64(len(p.fragments)))
	for _, f := range p.fragments {
		b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(f.docs)), uint64(f.size))
	}
	return b
}

// readFrom reads what appendTo appended. The cursor says whether it fitted.
func (p *packed) readFrom(c *cursor) {
	copy(p.sum[:], c.take(sha256.Size))
	for n := c.number(); n > 0 && !c.bad; n-- {
		f := fragment{c.number(), c.number()}
		p.fragments = append(p.fragments, f)
		p.size += int64(f.size)
	}
}

// read returns a session's packed snippets.
func (p *packed) read() ([]byte, error) {
	data := make([]byte, p.size)
	_, err := p.in.ReadAt(data, p.at)
	if err == nil && sha256.Sum256(data) != p.sum {
		err = ErrEarlier
	}
	return data, err
}

// fileBytes is how many bytes the files of the fragments have.
func (p *packed) fileBytes() int64 {
	n := 0
	for i, f := range p.fragments {
		n += f.fileBytes(i)
	}
	return int64(n)
}

func (f fragment) fileBytes(i int) int {
	return len(wrap("f", nil)) + nameSize + len("-") + len(strconv.Itoa(i)) + len(quote(nil)) + f.size
}

// fragments writes the snippets of a session, which read returns.
func (w *writer) fragments(name string, p *packed, read func() ([]byte, error)) error {
	var data []byte
	at := 0
	for i, f := range p.fragments {
		size := f.fileBytes(i)
		w.stats.Snippets += int64(size)
		file := fmt.Sprintf("f/%s-%d.js", name, i)
		if !w.keep(file, size) {
			if data == nil {
				var err error
				if data, err = read(); err != nil {
					return err
				}
			}
			if err := w.file(file, wrap(fmt.Sprintf("f%s-%d", name, i), quote(data[at:at+f.size]))); err != nil {
				return err
			}
		}
		at += f.size
	}
	return nil
}

// keep takes a file over that the last index left, if it has this size and is there.
func (w *writer) keep(name string, size int) bool {
	if !w.keeps(name, size) {
		return false
	}
	w.kept(size)
	return true
}

func (w *writer) keeps(name string, size int) bool {
	return w.o.Keep != nil && w.o.Keep("search/"+name, int64(size))
}

// kept counts a file that was taken over.
func (w *writer) kept(size int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.stats.Files++
	w.stats.Bytes += int64(size)
}

// nameOf is a hash of a session's snippets that no other session's has.
func nameOf(of map[[nameSize]byte][sha256.Size]byte, sum [sha256.Size]byte) string {
	for again := sum; ; again = sha256.Sum256(again[:]) {
		name := strings.ToLower(base32.HexEncoding.EncodeToString(again[:])[:nameSize])
		key := [nameSize]byte([]byte(name))
		if was, ok := of[key]; !ok || was == sum {
			of[key] = sum
			return name
		}
	}
}

// perFragment are the docs of each fragment, coded.
func (p *packed) perFragment() string {
	var codes []byte
	for _, f := range p.fragments {
		codes = appendCode(codes, f.docs)
	}
	return string(codes)
}
