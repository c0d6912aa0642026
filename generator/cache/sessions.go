package cache

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/gob"
	"errors"
	"io"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unsafe"

	"steno/generator/flat"
	"steno/parser/spill"
)

// What is kept of the sessions is not in memory. It is a list of records in a file: one that the last
// build wrote, and a temporary one of this build. Each is read when it is needed.
//
// The file of the last build has the records, each behind its length, then the head, then the length of
// that in eight bytes, then the sum of it all.

// records are the sessions of the last build. None is nil.
type records struct {
	file  *os.File
	codec *flat.Codec[Session]
	end   int64 // where the head begins
	at    map[string]where
}

// where is where a record is, without its length.
type where struct {
	at   int64
	size int
}

// headLength is how many bytes say how long the head is.
const headLength = 8

var errRecords = errors.New("not a complete list of sessions")

// openRecords opens the list of the last build, and reads its head.
func openRecords(name string) (r *records, head cacheHead, err error) {
	f, size, err := openSummed(name)
	if err != nil {
		return nil, head, err
	}
	r = &records{file: f, at: map[string]where{}}
	if head, err = r.open(size); err != nil {
		f.Close()
		return nil, head, err
	}
	return r, head, nil
}

func (r *records) open(size int64) (head cacheHead, err error) {
	var length [headLength]byte
	if _, err := r.file.ReadAt(length[:], size-headLength); err != nil {
		return head, errors.Join(errRecords, err)
	}
	n := binary.LittleEndian.Uint64(length[:])
	if n > uint64(size-headLength) {
		return head, errRecords
	}
	r.end = size - headLength - int64(n)
	if err := gob.NewDecoder(io.NewSectionReader(r.file, r.end, int64(n))).Decode(&head); err != nil {
		return head, err
	}
	if head.Version != version {
		return head, errors.New("made by another program")
	}
	if r.codec, err = flat.Of[Session]().Reading(head.Sessions); err != nil {
		return head, err
	}
	ids := r.codec.To("ID")
	count := 0
	for at, data := range r.each() {
		var m Session
		if err := ids.Read(unsafe.String(unsafe.SliceData(data), len(data)), &m); err != nil {
			return head, err
		}
		r.at[strings.Clone(m.ID)] = at
		count++
	}
	if count != head.Count {
		return head, errRecords
	}
	return head, nil
}

// each yields the bytes of all records, which are valid until the next one.
func (r *records) each() iter.Seq2[where, []byte] {
	return func(yield func(where, []byte) bool) {
		if r == nil {
			return
		}
		in := bufio.NewReaderSize(io.NewSectionReader(r.file, 0, r.end), 1<<16)
		var data []byte
		for at := int64(0); ; {
			n, err := binary.ReadUvarint(in)
			if err != nil || n > uint64(r.end) {
				return
			}
			at += int64(len(binary.AppendUvarint(nil, n)))
			data = slices.Grow(data[:0], int(n))[:n]
			if _, err := io.ReadFull(in, data); err != nil || !yield(where{at, int(n)}, data) {
				return
			}
			at += int64(n)
		}
	}
}

// ids returns the ids of all sessions, sorted.
func (r *records) ids() []string {
	if r == nil {
		return nil
	}
	return slices.Sorted(maps.Keys(r.at))
}

// count returns how many sessions there are.
func (r *records) count() int {
	if r == nil {
		return 0
	}
	return len(r.at)
}

// read returns a session, nil for one that is not there.
func (r *records) read(id string) *Session {
	if r == nil {
		return nil
	}
	at, known := r.at[id]
	if !known {
		return nil
	}
	m, err := readRecord(r.file, r.codec, at)
	if err != nil {
		return nil // and it is built again
	}
	return m
}

// spans yields the parts of all sessions.
func (r *records) spans() iter.Seq[Span] {
	return func(yield func(Span) bool) {
		for _, data := range r.each() {
			var m Session
			if r.codec.Read(unsafe.String(unsafe.SliceData(data), len(data)), &m) != nil {
				return
			}
			for _, at := range m.Parts.spans() {
				if !yield(at) {
					return
				}
			}
		}
	}
}

func (r *records) close() {
	if r != nil {
		r.file.Close()
	}
}

func readRecord(in io.ReaderAt, codec *flat.Codec[Session], at where) (*Session, error) {
	data := make([]byte, at.size)
	if _, err := in.ReadAt(data, at.at); err != nil {
		return nil, err
	}
	m := &Session{}
	if err := codec.Read(unsafe.String(unsafe.SliceData(data), len(data)), m); err != nil {
		return nil, err
	}
	return m, nil
}

// writeRecords writes a list of sessions. closeOld is called before the file gets its name.
func writeRecords(dir string, head cacheHead, sessions iter.Seq2[*Session, error], closeOld func()) error {
	return writeSummed(filepath.Join(dir, sessionsName), func(w io.Writer) error {
		defer closeOld() // Windows renames no file to the name of one that is open
		out, codec := bufio.NewWriterSize(w, 1<<18), flat.Of[Session]()
		head.Sessions = codec.Shape()
		var data []byte
		for m, err := range sessions {
			if err != nil {
				return err
			}
			head.Count++
			for _, at := range m.Parts.spans() {
				head.Used += at.Size
			}
			data = codec.Append(data[:0], m)
			out.Write(binary.AppendUvarint(out.AvailableBuffer(), uint64(len(data))))
			out.Write(data)
		}
		var b bytes.Buffer
		if err := gob.NewEncoder(&b).Encode(head); err != nil {
			return err
		}
		out.Write(b.Bytes())
		out.Write(binary.LittleEndian.AppendUint64(nil, uint64(b.Len())))
		return out.Flush() // has the error of each Write
	})
}

// made is what this build keeps of sessions until it saves them.
type made struct {
	codec *flat.Codec[Session]
	file  spill.File
}

// Ref refers to what a build keeps of a session, see [Cache.Keep].
type Ref struct {
	at  where
	has bool
}

// Keep keeps what is known of a session for [Cache.Save]. Nothing that is in m need stay in memory.
func (c *Cache) Keep(m *Session) Ref {
	if c == nil {
		return Ref{}
	}
	data := c.made.codec.Append(nil, m)
	return Ref{where{c.made.file.Put(data), len(data)}, true}
}

// keptIn reads what a build keeps of a session.
func keptIn(c *Cache, r Ref) (*Session, error) {
	if !r.has {
		return nil, errors.New("nothing is kept of a session")
	}
	return readRecord(&c.made.file, c.made.codec, r.at)
}
