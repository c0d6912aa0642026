package stream

import (
	"bytes"
	"errors"
	"io"
)

// errOpen is how reading ends when the array is not closed.
var errOpen = errors.New("the array is not closed: the file was cut off, or is still being written")

// elements reads an array and hands out one element to a line: white space between tokens goes,
// so that an element has the same bytes however the array was written, and line ends inside
// strings become escapes. It knows brackets and strings only; whether an element is
// JSON finds out who reads the line. What follows the array is handed out as it is.
type elements struct {
	src io.Reader
	in  [32 << 10]byte
	out bytes.Buffer
	err error

	braces, brackets int // that are open: inside objects, only braces count, so that a stray bracket costs one element

	last   byte // of the tokens so far
	spaced bool // white space came behind it

	opened, closed, quoted, escaped bool
	begun                           bool // the element, or what follows the array, has a byte
}

// Read implements io.Reader.
func (e *elements) Read(p []byte) (int, error) {
	for e.out.Len() == 0 {
		if e.err != nil {
			return 0, e.err
		}
		e.out.Reset()
		n, err := e.src.Read(e.in[:])
		for _, c := range e.in[:n] {
			e.take(c)
		}
		if e.err = err; err == io.EOF && !e.closed && !e.begun {
			e.err = errOpen
		}
	}
	return e.out.Read(p)
}

func (e *elements) take(c byte) {
	switch {
	case e.closed:
		if e.begun = e.begun || c > ' '; e.begun {
			e.out.WriteByte(c)
		}
	case !e.opened:
		e.opened = c == '['
	case e.quoted:
		e.text(c)
	case c == ' ' || c == '\t' || c == '\n' || c == '\r':
		e.spaced = true
	case e.braces+e.brackets == 0 && c == ',':
		e.out.WriteByte('\n')
		e.begun = false
	case e.braces+e.brackets == 0 && c == ']':
		if e.begun {
			e.out.WriteByte('\n')
		}
		e.closed, e.begun = true, false
	default:
		e.token(c)
	}
}

func (e *elements) token(c byte) {
	if e.begun && e.spaced && plain(c) && plain(e.last) {
		e.out.WriteByte(' ') // two tokens that nothing else parts: damage, which stays
	}
	e.begun, e.spaced, e.last = true, false, c
	e.out.WriteByte(c)
	switch c {
	case '"':
		e.quoted = true
	case '{':
		e.braces++
	case '}':
		e.braces = max(e.braces-1, 0)
	case '[':
		if e.braces == 0 {
			e.brackets++
		}
	case ']':
		if e.braces == 0 {
			e.brackets--
		}
	}
}

// plain reports whether a byte may be of a number or a word.
func plain(c byte) bool { return !bytes.ContainsRune([]byte(`{}[]:,"`), rune(c)) }

// text takes a byte of a string.
func (e *elements) text(c byte) {
	switch {
	case c == '\n' || c == '\r':
		if !e.escaped {
			e.out.WriteByte('\\')
		}
		c = map[byte]byte{'\n': 'n', '\r': 'r'}[c]
		e.escaped = false
	case e.escaped:
		e.escaped = false
	default:
		e.escaped = c == '\\'
		e.quoted = c != '"'
	}
	e.out.WriteByte(c)
}
