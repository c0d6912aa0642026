// Package stream reads what `claude -p --output-format stream-json` and the SDK print, and what
// claude-code-action keeps of it (claude-execution-output.json), as if it were a transcript.
//
// The messages are those of a transcript in another envelope, one to a line or as the elements
// of one array: session_id for sessionId, no parentUuid, and parent_tool_use_id on what a
// subagent says. [Reader] finds out by content which of the three a file is, hands out
// transcripts as they are and rewrites the rest, so that everything behind it knows one format.
//
// An element of an array counts as a line: warnings and origins name its number. Records without
// a uuid get one made from their session, the call they belong to and all that they say, and of how
// many equal ones came before, which stays the same when the file grows.
//
// `claude -p --output-format json` prints only the result. Its text is the reply, which becomes a record of its own on
// the line of the result.
package stream

import (
	"bytes"
	"io"
	"regexp"

	"steno/parser/jsonl"
)

// shape is how the records of a file are written.
type shape uint8

const (
	transcript shape = iota // as in transcripts, or not at all
	lines
	array
)

// The first bytes of a file show its shape: a few KB, or its first line when that is longer.
const (
	headSize    = 16 << 10
	maxHeadSize = 1 << 20
)

var (
	typed = regexp.MustCompile(`"type"\s*:\s*"(?:system|assistant|user|result|stream_event|rate_limit_event)"`)
	owned = regexp.MustCompile(`"session_id"\s*:\s*"|"subtype"\s*:\s*"init"|"message"\s*:\s*\{`)
	named = regexp.MustCompile(`"session_id"\s*:\s*"`)
	local = regexp.MustCompile(`"sessionId"\s*:\s*"`)
)

// Knows reports whether a file that begins with head contains the records of the SDK, in an array or
// one to a line, whatever it is called: a step of CI often writes the lines to output.json.
func Knows(head []byte) bool { return shapeOf(head) != transcript }

func shapeOf(head []byte) shape {
	head = bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\ufeff")), " \t\r\n")
	if rest, ok := bytes.CutPrefix(head, []byte("[")); ok {
		rest = bytes.TrimLeft(rest, " \t\r\n")
		if bytes.HasPrefix(rest, []byte("{")) && typed.Match(rest) && owned.Match(rest) && !local.Match(rest) {
			return array
		}
		return transcript
	}
	for line := range bytes.Lines(head) {
		switch {
		case !bytes.HasPrefix(line, []byte("{")): // what else a terminal showed
		case local.Match(line):
			return transcript
		case named.Match(line) && typed.Match(line):
			return lines
		}
	}
	return transcript
}

// Reader reads the records of a file, whatever its shape, as those of a transcript. Use it like
// the jsonl.Reader that it uses.
type Reader struct {
	*jsonl.Reader
	convert *converter // nil for transcripts
	buf     []byte     // of the line that Next read
	objects [][]byte   // as they are in the file
}

// NewReader makes r read src.
func NewReader(r *jsonl.Reader, src io.Reader) *Reader {
	r.Reset(src)
	head := peekHead(r)
	in := &Reader{Reader: r}
	switch shapeOf(head) {
	case array:
		in.convert = newConverter(head)
		r.Reset(&elements{src: io.MultiReader(bytes.NewReader(bytes.Clone(r.Buffered())), src)})
	case lines:
		in.convert = newConverter(head)
	}
	return in
}

// peekHead returns what shows the shape of a file.
func peekHead(r *jsonl.Reader) []byte {
	head := r.Peek(headSize)
	if len(head) < headSize || bytes.IndexByte(head, '\n') >= 0 || local.Match(head) || bytes.HasPrefix(head, []byte("[")) {
		return head
	}
	return r.Peek(maxHeadSize)
}

// Streamed reports whether the file is no transcript.
func (r *Reader) Streamed() bool { return r.convert != nil }

// Next reads the next line or element and reports whether there was one.
func (r *Reader) Next() bool {
	if !r.Reader.Next() {
		return false
	}
	if r.convert == nil {
		return true
	}
	r.buf = r.buf[:0]
	l := r.Line()
	r.objects = append(r.objects[:0], l.Objects...)
	l.Objects = l.Objects[:0]
	for _, object := range r.objects {
		for _, convert := range []func(dst, object []byte) []byte{r.convert.answer, r.convert.record} {
			from := len(r.buf)
			if r.buf = convert(r.buf, object); len(r.buf) > from {
				l.Objects = append(l.Objects, r.buf[from:len(r.buf):len(r.buf)])
			}
		}
	}
	return true
}
