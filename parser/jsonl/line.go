package jsonl

import (
	"bytes"
	"fmt"
	"math"
	"unicode/utf8"

	"steno/parser/raw"
)

// classify finds the objects of a line and describes what else is on it.
//
// An object that nests too deep is kept without its depths. Behind other damage,
// records are searched for. Damage is bounded in three ways: the search looks only
// for objects that have a "type" and a "sessionId" (a nested object
// of a broken record must not pass for a record), each failed try costs at most
// what is left of its budget, and the budget is a multiple of the line.
func (r *Reader) classify(raw []byte, whole bool) {
	l := &r.line
	budget := 4 * len(raw)
	at := skipPadding(raw, 0)
	for at < len(raw) {
		end, bad := value(raw, at)
		if bad.what == fine && raw[at] == '{' {
			r.keep(raw[at:end], bad.controls)
			at = skipPadding(raw, end)
			continue
		}
		l.damage(raw, at, end, bad, whole)
		if bad.what == tooDeep && raw[at] == '{' {
			if end := r.prune(raw, at); end > at {
				at = skipPadding(raw, end)
				continue
			}
		}
		next := recoverable(raw, at+1, &budget)
		l.Lost += len(trimPadding(raw[at:next]))
		at = next
	}
	if l.Kind == Blank && len(l.Objects) > 0 {
		l.Kind = Records
	}
}

// keep adds an object to the line, with raw control characters and lone backslashes escaped.
func (r *Reader) keep(object []byte, controls int) {
	if controls > 0 {
		from := len(r.escaped)
		r.escaped = escapeControls(r.escaped, object)
		object = r.escaped[from:len(r.escaped):len(r.escaped)]
	}
	r.line.Objects = append(r.line.Objects, object)
}

// prune keeps the object at raw[at:] without what is nested deeper than MaxDepth
// and returns the index behind it; at if it is broken besides. What is tried here
// and is broken cannot be tried again: nothing that could be recovered from its
// inside is followed by another object at once.
func (r *Reader) prune(raw []byte, at int) int {
	end, bad := nested(raw, at, &nest{limit: math.MaxInt})
	if bad.what != fine {
		return at
	}
	object, lost := shallow(raw[at:end])
	r.keep(object, bad.controls)
	r.line.Lost += lost
	return end
}

// shallow copies a valid object. null represents each value that is deeper than
// maxDepth; lost is how many bytes they had.
func shallow(object []byte) (copied []byte, lost int) {
	depth, inString, escaped := 0, false, false
	for _, c := range object {
		deep := depth > maxDepth
		switch {
		case escaped:
			escaped = false
		case inString && c == '\\':
			escaped = true
		case c == '"':
			inString = !inString
		case inString:
		case c == '{' || c == '[':
			if depth++; depth == maxDepth+1 {
				deep, copied = true, append(copied, "null"...)
			}
		case c == '}' || c == ']':
			depth--
		}
		if deep {
			lost++
		} else {
			copied = append(copied, c)
		}
	}
	return copied, lost
}

// damage notes what is wrong with the value at raw[at:]; the first thing found
// on a line is what is reported.
func (l *Line) damage(raw []byte, at, end int, bad fault, whole bool) {
	if l.Kind != Blank {
		return
	}
	l.Kind = Malformed
	switch {
	case bad.what == fine && skipPadding(raw, end) == len(raw):
		l.Reason = "a JSON " + kindOf(raw[at]) + ", not an object"
		if len(l.Objects) == 0 {
			l.Kind = NotObject
		}
	case bad.what == unclosed && !whole:
		l.Kind, l.Reason = Truncated, "the file ends inside a record"
	case bad.what == unclosed:
		l.Reason = "the record breaks off"
	case bad.what == tooDeep:
		l.Reason = fmt.Sprintf("nested deeper than %d levels", maxDepth)
	case bytes.HasPrefix(raw, []byte("\xff\xfe")) || bytes.HasPrefix(raw, []byte("\xfe\xff")):
		l.Reason = "UTF-16 text, only UTF-8 can be read"
	default:
		where := max(bad.at, end)
		c, _ := utf8.DecodeRune(raw[where:])
		l.Reason = fmt.Sprintf("not JSON at byte %d: unexpected %q", where+1, c)
	}
}

// recoverable returns where, from at on, the next whole record begins;
// len(raw) if there is none.
func recoverable(raw []byte, at int, budget *int) int {
	if !bytes.Contains(raw[at:], []byte(`"sessionId"`)) {
		return len(raw)
	}
	for *budget > 0 {
		i := bytes.Index(raw[at:], []byte(`{"`))
		if i < 0 {
			break
		}
		at += i
		end, bad := value(raw, at)
		if bad.what == fine && isRecord(raw[at:end]) {
			return at
		}
		if bad.what != fine {
			end = bad.at
		}
		*budget -= end - at + 1
		at++
	}
	return len(raw)
}

func isRecord(object []byte) bool {
	var typed, owned bool
	for name, val := range raw.Members(object) {
		switch string(name) {
		case "type":
			typed = val[0] == '"'
		case "sessionId":
			owned = val[0] == '"'
		}
	}
	return typed && owned
}

func kindOf(first byte) string {
	switch first {
	case '[':
		return "array"
	case '"':
		return "string"
	case 't', 'f':
		return "boolean"
	case 'n':
		return "null"
	}
	return "number"
}

const byteOrderMark = "\ufeff"

// skipPadding returns the index of the first byte from i on that is not white
// space, NUL or part of a byte order mark.
func skipPadding(b []byte, i int) int {
	for i < len(b) {
		switch {
		case b[i] <= ' ':
			i++
		case b[i] == byteOrderMark[0] && bytes.HasPrefix(b[i:], []byte(byteOrderMark)):
			i += len(byteOrderMark)
		default:
			return i
		}
	}
	return i
}

func trimPadding(b []byte) []byte {
	return bytes.TrimRight(b, "\x00 \t\r")
}

// escapeControls appends a valid object to dst, the control characters inside
// its strings written as escapes.
func escapeControls(dst, object []byte) []byte {
	const hex = "0123456789abcdef"
	inString := false
	for i := 0; i < len(object); i++ {
		c := object[i]
		switch {
		case c == '"':
			inString = !inString
		case inString && c == '\\':
			dst = append(dst, c)
			if _, p := escape(object[i:]); p == fine {
				i++
				c = object[i]
			}
		case inString && c < ' ':
			dst = append(dst, `\u00`...)
			dst = append(dst, hex[c>>4])
			c = hex[c&15]
		}
		dst = append(dst, c)
	}
	return dst
}

// Damage says what of the line could not be read, and what was kept.
func (l *Line) Damage() string {
	switch n := len(l.Objects); n {
	case 0:
		return fmt.Sprintf("unreadable line of %d bytes (%s); nothing of it could be kept", l.Size, l.Reason)
	case 1:
		return fmt.Sprintf("%d of the line's %d bytes are unreadable (%s); one record of it was kept", l.Lost, l.Size, l.Reason)
	default:
		return fmt.Sprintf("%d of the line's %d bytes are unreadable (%s); %d records of it were kept", l.Lost, l.Size, l.Reason, n)
	}
}
