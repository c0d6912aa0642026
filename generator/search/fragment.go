package search

import (
	"bytes"
	"crypto/sha256"
	"encoding/base32"
	"encoding/base64"
	"fmt"
	"io"
	"strings"

	"github.com/klauspost/compress/flate"
)

// Snippet records of consecutive docs of one session make a fragment, a file of its own. They
// are deflated and in base64: a host that compresses on the wire still stores and counts
// plain bytes, and snippets are the largest part of the index. Fragments are named by their
// session's content, so that a session that did not change keeps its files.

// fragmentSize is how many bytes of records end a fragment. Small ones cost a query less,
// large ones make fewer files.
const fragmentSize = 12 << 10

// nameSize is how many characters of a hash name a session's fragments.
const nameSize = 6

// fragment is a part of a session's packed snippets.
type fragment struct {
	docs int
	size int // bytes, deflated
}

// packer packs the records of one session after the other. The zero value is ready.
type packer struct {
	z   *flate.Writer
	out bytes.Buffer
}

// pack deflates records into fragments, one behind the other. A record lies in one of them.
func (p *packer) pack(records []byte) (fragments []fragment, data []byte) {
	p.out.Reset()
	for len(records) > 0 {
		end, docs := 0, 0
		for end < len(records) && end < fragmentSize {
			end += bytes.IndexByte(records[end:], recordEnd) + 1
			docs++
		}
		begun := p.out.Len()
		p.deflate(records[:end])
		fragments = append(fragments, fragment{docs, p.out.Len() - begun})
		records = records[end:]
	}
	return fragments, bytes.Clone(p.out.Bytes())
}

func (p *packer) deflate(data []byte) {
	if p.z == nil {
		z, err := flate.NewWriter(&p.out, flate.DefaultCompression)
		if err != nil {
			panic("search: " + err.Error()) // there is such a level
		}
		p.z = z
	} else {
		p.z.Reset(&p.out)
	}
	p.z.Write(data) // a buffer takes everything
	p.z.Close()
}

// unpack gives the records of one fragment.
func unpack(data []byte) (string, error) {
	r := flate.NewReader(bytes.NewReader(data))
	defer r.Close()
	records, err := io.ReadAll(r)
	return string(records), err
}

// fragments writes the snippets of all sessions.
func (w *writer) fragments(snippets io.ReaderAt) error {
	w.perFrag, w.fragNames = nil, nil
	of := map[string][sha256.Size]byte{}
	for _, s := range w.sessions {
		fragments, data, err := w.snippetsOf(s, snippets)
		if err != nil {
			return err
		}
		s.name = nameOf(of, data)
		w.fragNames = append(w.fragNames, s.name...)
		for i, f := range fragments {
			json := quote(base64.StdEncoding.AppendEncode(nil, data[:f.size]))
			w.stats.Snippets += int64(len(json))
			w.perFrag = appendCode(w.perFrag, f.docs)
			if err := w.file(s.fragment(i), wrap(fmt.Sprintf("f%s-%d", s.name, i), json)); err != nil {
				return err
			}
			data = data[f.size:]
		}
	}
	return nil
}

// snippetsOf reads the fragments of a session, shortened if need be.
func (w *writer) snippetsOf(s *record, snippets io.ReaderAt) ([]fragment, []byte, error) {
	data := make([]byte, s.size)
	if _, err := snippets.ReadAt(data, s.at); err != nil {
		return nil, nil, err
	}
	if w.stats.Snippet >= w.o.Snippet {
		return s.fragments, data, nil
	}
	var short []byte
	for _, f := range s.fragments {
		records, err := unpack(data[:f.size])
		if err != nil {
			return nil, nil, err
		}
		short = w.shorten(short, records)
		data = data[f.size:]
	}
	fragments, data := w.packer.pack(short)
	return fragments, data, nil
}

// nameOf is a hash of a session's snippets that no other session's has.
func nameOf(of map[string][sha256.Size]byte, data []byte) string {
	sum := sha256.Sum256(data)
	for again := sum; ; again = sha256.Sum256(again[:]) {
		name := strings.ToLower(base32.HexEncoding.EncodeToString(again[:])[:nameSize])
		if was, ok := of[name]; !ok || was == sum {
			of[name] = sum
			return name
		}
	}
}

// fragment is the name of a session's file of snippets, below search/.
func (r *record) fragment(i int) string { return fmt.Sprintf("f/%s-%d.js", r.name, i) }
