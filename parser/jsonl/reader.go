// Package jsonl reads files of newline-separated JSON objects as they really
// are: lines of any length, two objects on one line, byte order marks, NUL
// blocks after a crash, lines that two writers cut into each other, a last line
// that breaks off. A bad line never stops the reading. What it returns as an
// object is syntactically valid JSON, nested at most [maxDepth] levels, with raw
// control characters inside strings escaped; invalid UTF-8, lone surrogates and
// repeated names are left as they are, for the decoder to accept.
//
// The work is linear in the input, and memory follows the longest line, of at most [MaxLine]
// bytes: longer ones are passed over.
package jsonl

import (
	"bytes"
	"fmt"
	"io"
)

// MaxLine is how many bytes a line may have. No client writes longer ones; a file that was
// damaged or made to do harm may have one that does not fit into memory.
const MaxLine = 256 << 20

// Kind classifies a line.
type Kind uint8

// Kinds of lines.
const (
	Blank     Kind = iota // nothing but spaces, NUL bytes or a byte order mark
	Records               // one or several objects, and nothing else
	NotObject             // valid JSON of another kind
	Truncated             // the last line of the file, unterminated, breaks off inside an object
	Malformed             // anything else; Objects has what could be recovered
)

// Line is one line of the input. It is valid until the next call of Next.
type Line struct {
	Number  int      // 1-based
	Size    int      // bytes, the line end left out
	Kind    Kind     // Objects may be present whatever the Kind
	Objects [][]byte // the records of the line, usually one
	Reason  string   // what is wrong, in a few words; "" for Blank and Records
	Lost    int      // bytes that belong to no object and are not padding
}

// Reader reads lines. Use it like a bufio.Scanner.
type Reader struct {
	src        io.Reader
	buf        []byte
	start, end int // what has been read and not yet handed out
	err        error
	line       Line
	escaped    []byte // contains the objects of the line that had to be rewritten
	maxLine    int
}

// firstBuffer is larger than nearly all lines, and small enough for many readers of short files.
const firstBuffer = 64 << 10

// NewReader returns a Reader of src.
func NewReader(src io.Reader) *Reader { return &Reader{src: src, maxLine: MaxLine} }

// Reset makes r read src from its start, keeping its buffers.
func (r *Reader) Reset(src io.Reader) {
	*r = Reader{src: src, buf: r.buf, line: Line{Objects: r.line.Objects[:0]}, escaped: r.escaped[:0], maxLine: r.maxLine}
}

// Peek returns the next n bytes without passing them, or all that are left if they are fewer. They
// are valid until the next call of a method.
func (r *Reader) Peek(n int) []byte {
	for r.end-r.start < n && r.err == nil {
		r.fill()
	}
	return r.buf[r.start:min(r.end, r.start+n)]
}

// Buffered returns what was read ahead of the lines that were returned. It is valid until the next
// call of a method.
func (r *Reader) Buffered() []byte { return r.buf[r.start:r.end] }

// Next reads the next line and reports whether there was one.
func (r *Reader) Next() bool {
	raw, whole, ok := r.next()
	if !ok {
		return false
	}
	r.line = Line{Number: r.line.Number + 1, Size: len(raw), Objects: r.line.Objects[:0]}
	r.escaped = r.escaped[:0]
	if len(raw) > r.maxLine {
		size := len(raw)
		if !whole {
			size += r.passOver()
		}
		r.line.Size, r.line.Lost, r.line.Kind = size, size, Malformed
		r.line.Reason = fmt.Sprintf("longer than %d MB", r.maxLine>>20)
		return true
	}
	r.classify(raw, whole)
	return true
}

// Line returns the line that Next read. It and its slices are overwritten by the
// next call of Next.
func (r *Reader) Line() *Line { return &r.line }

// Err returns the error that ended the reading, nil at the end of the input. The
// lines before it, a partial one included, have been handed out.
func (r *Reader) Err() error {
	if r.err == io.EOF {
		return nil
	}
	return r.err
}

// next cuts the next line out of the buffer; whole reports whether a newline ended it. Of a
// line that is too long it returns the beginning.
func (r *Reader) next() (raw []byte, whole, ok bool) {
	searched := 0 // bytes known to contain no newline, so that long lines stay linear
	for {
		if i := bytes.IndexByte(r.buf[r.start+searched:r.end], '\n'); i >= 0 {
			raw = r.buf[r.start : r.start+searched+i]
			r.start += searched + i + 1
			return raw, true, true
		}
		searched = r.end - r.start
		if r.err != nil || searched > r.maxLine {
			raw = r.buf[r.start:r.end]
			r.start = r.end
			return raw, false, len(raw) > 0
		}
		r.fill()
	}
}

// passOver reads to the end of the line, keeps nothing of it and returns its length.
func (r *Reader) passOver() (size int) {
	if len(r.buf) > firstBuffer {
		r.buf = make([]byte, firstBuffer) // the large one would stay for all other files
	}
	for r.err == nil {
		r.start, r.end = 0, 0
		r.fill()
		if i := bytes.IndexByte(r.buf[:r.end], '\n'); i >= 0 {
			r.start = i + 1
			return size + i
		}
		size += r.end
	}
	r.start, r.end = 0, 0
	return size
}

// maxEmptyReads is how often a source may return nothing before it is given up.
const maxEmptyReads = 100

// fill reads more, moving or growing the buffer when it is full.
func (r *Reader) fill() {
	if r.end == len(r.buf) {
		r.makeRoom()
	}
	for range maxEmptyReads {
		n, err := r.src.Read(r.buf[r.end:])
		r.end += n
		r.err = err
		if n > 0 || err != nil {
			return
		}
	}
	r.err = io.ErrNoProgress
}

func (r *Reader) makeRoom() {
	pending := r.buf[r.start:r.end]
	if len(pending) > len(r.buf)/2 || len(r.buf) == 0 {
		r.buf = make([]byte, min(max(firstBuffer, 2*len(r.buf)), r.maxLine+firstBuffer))
	}
	r.end = copy(r.buf, pending)
	r.start = 0
}
