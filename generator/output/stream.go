package output

import (
	"crypto/sha256"
	"fmt"
	"hash"
	"io"
	"path"
	"slices"

	"steno/parser/spill"
)

// Stream is the content of a file that may be too large for memory, as lists of all sessions are.
// It is collected in a temporary file.
type Stream struct {
	file  spill.File
	hash  hash.Hash
	parts []int // sizes of those in the file
	last  []byte
	size  int64
}

// partOfStream is about how many bytes of a stream are in memory, and asked for at once.
const partOfStream = 1 << 20

// NewStream returns an empty stream. The caller closes it.
func NewStream() *Stream { return &Stream{hash: sha256.New()} }

// Put adds bytes. [Options.MayPublish] is asked for what is put in several calls as if it were several files.
func (s *Stream) Put(data []byte) {
	if n := len(s.last) + len(data); n > cap(s.last) && n > partOfStream/4 { // it is long: what grows step by step is copied each time
		s.last = slices.Grow(s.last, max(len(data), partOfStream*9/8-len(s.last)))
	}
	if s.last = append(s.last, data...); len(s.last) < partOfStream {
		return
	}
	s.hash.Write(s.last)
	s.file.Put(s.last)
	s.parts, s.size, s.last = append(s.parts, len(s.last)), s.size+int64(len(s.last)), s.last[:0]
}

// Sum returns the SHA-256 of what was put so far.
func (s *Stream) Sum() (sum [32]byte) {
	all, err := s.hash.(hash.Cloner).Clone()
	if err != nil {
		panic("output: copying a hash: " + err.Error()) // SHA-256 can be copied
	}
	all.Write(s.last)
	all.Sum(sum[:0])
	return sum
}

// each passes on what was put, in parts, and where each begins. None may be kept.
func (s *Stream) each(use func(at int64, part []byte) error) error {
	at, b := int64(0), []byte(nil)
	for _, size := range s.parts {
		b = slices.Grow(b[:0], size)[:size]
		if _, err := s.file.ReadAt(b, at); err != nil {
			return fmt.Errorf("reading what is to be written: %w", err)
		}
		if err := use(at, b); err != nil {
			return err
		}
		at += int64(size)
	}
	return use(at, s.last)
}

// Close releases the stream.
func (s *Stream) Close() { s.file.Close() }

// WriteStream is [Site.Write] for a stream.
func (s *Site) WriteStream(name string, data *Stream) error {
	if len(data.parts) == 0 {
		return s.Write(name, data.last)
	}
	return s.write(name, content{
		entry: entry{Name: name, Size: data.size + int64(len(data.last)), SHA256: data.Sum()}, each: data.each,
		put: func(bool) error {
			if err := s.disk.folders.create(path.Dir(name)); err != nil {
				return err
			}
			return s.disk.stream(name, func(w io.Writer) error {
				return data.each(func(_ int64, part []byte) error {
					_, err := w.Write(part)
					return err
				})
			})
		},
	})
}
