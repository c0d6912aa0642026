package rebuild

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser/jsonl"
	"steno/parser/lazy"
	"steno/parser/raw"
	"steno/parser/source"
)

// IsDocument reports whether a file is one JSON object: by its name, or by its first line. Tools
// that keep transcripts give documents the name of lines ("full.jsonl", as checkpoints of Gemini
// CLI's sessions are called).
func IsDocument(f *source.File) bool {
	if strings.HasSuffix(source.Plain(f.Path), ".json") {
		return true
	}
	line, _, more := bytes.Cut(bytes.TrimLeft(f.Head(), "\ufeff \t\r\n"), []byte("\n"))
	return more && string(bytes.TrimSpace(line)) == "{" || inLine.Match(line)
}

// inLine matches the beginning of a document that is written on one line, as exported records are:
// it has the list of messages, which the first line of a transcript in lines never has. A text
// within a record has \" for quotes.
var inLine = lazy.MustCompile(`^\{.*[,{}]\s*"(?:messages|history|timeline|chatMessages)"\s*:\s*\[`)

// Document reads a file that is one JSON object: the records are the object without its list of
// messages, and each of these. lists are the names that the list may have. behind returns the
// thread of another document in the file, as exported records have them of agents, by its head; nil
// for one that is none of the session's.
func (b *Builder) Document(ctx context.Context, f *source.File, t *Thread, lists []string,
	behind func(head raw.Object) *Thread, visit func(*Record)) {
	rest, above, main := b.ReadAll(f), 0, t
	for n := 0; t != nil; n++ {
		var data []byte
		data, rest = alone(rest)
		values, line, err := Split(data, lists)
		if err == nil && n > 0 {
			if t = nil; behind != nil && main.agent == nil {
				t = behind(raw.ParseObject(values[0].JSON))
			}
		}
		switch {
		case err != nil:
			l := b.ledger(f, t)
			l.Lines, l.Malformed = 1, 1
			b.Warn(l.Path, above+line, "unreadable document ("+err.Error()+"); nothing of it could be kept")
		case t == nil:
			l := &b.Out.Files[len(b.Out.Files)-1]
			l.Lines, l.Malformed = l.Lines+1, l.Malformed+1
			b.Warn(l.Path, 1+above, "more documents follow and were not read: each belongs in its own file")
		default:
			for i := range values {
				values[i].Line += above
			}
			b.Values(ctx, f, t, values, visit)
		}
		above += bytes.Count(data, []byte("\n"))
		if len(rest) == 0 {
			return
		}
	}
}

// alone divides a file into its first document and what follows it. A damaged document is left as it is.
func alone(data []byte) (first, rest []byte) {
	in := jsontext.NewDecoder(bytes.NewBuffer(bytes.TrimPrefix(data, []byte("\ufeff"))), // which it reads without a copy
		jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))
	if _, err := in.ReadValue(); err != nil {
		return data, nil
	}
	n := len(data) - len(bytes.TrimPrefix(data, []byte("\ufeff"))) + int(in.InputOffset())
	rest = bytes.TrimLeft(data[n:], " \t\r\n")
	return data[:len(data)-len(rest)], rest
}

// Split divides a document into records, see [Builder.Document]. line is where it is damaged.
func Split(data []byte, lists []string) (values []Value, line int, err error) {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if v := jsontext.Value(data); !v.IsValid(jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true)) {
		err := json.Unmarshal(data, new(any))
		var at *json.SyntaxError
		switch {
		case errors.As(err, &at):
			return nil, lineAt(data, int(at.Offset)), err
		case err == nil:
			err = errors.New("not JSON")
		}
		return nil, 1, err
	}
	doc := raw.ParseObject(data)
	if doc == nil {
		return nil, 1, errors.New("not an object")
	}
	head := make(raw.Object, 0, len(doc))
	var list []byte
	for _, m := range doc {
		if slices.Contains(lists, m.Name) && m.Value.Kind() == '[' {
			list = m.Value
			continue
		}
		head = append(head, m)
	}
	values = []Value{{head.JSON(), 1}}
	at := max(0, bytes.Index(data, list))
	n := lineAt(data, at)
	for e := range raw.Elements(list) {
		i := bytes.Index(data[at:], e)
		n += bytes.Count(data[at:at+i], []byte("\n"))
		at += i
		values = append(values, Value{e, n})
	}
	return values, 0, nil
}

// DocumentValues returns the records of a document. A file that is none, or that cannot be read,
// has none: reading it as a session says why.
func DocumentValues(f *source.File, lists []string) []Value {
	if !IsDocument(f) {
		return nil
	}
	src, err := f.Open()
	if err != nil {
		return nil
	}
	defer src.Close()
	data, err := whole(src, f.Size)
	if err != nil || len(data) > jsonl.MaxLine {
		return nil
	}
	values, _, _ := Split(data, lists)
	return values
}

var tooLong = fmt.Sprintf("longer than %d MB", jsonl.MaxLine>>20)

// whole reads a file of about so many bytes, at most one more than a document may have.
func whole(src io.Reader, size int64) ([]byte, error) {
	var b bytes.Buffer
	b.Grow(int(min(size, jsonl.MaxLine)) + bytes.MinRead)
	_, err := b.ReadFrom(io.LimitReader(src, jsonl.MaxLine+1))
	return b.Bytes(), err
}

func lineAt(data []byte, offset int) int {
	return 1 + bytes.Count(data[:min(max(offset, 0), len(data))], []byte("\n"))
}

// ScanDocument scans a document as [Scan] does lines.
func ScanDocument(f *source.File, s *Syntax, prefix, agent string, lists []string, visit func(*Scanned, raw.Object)) *source.Facts {
	found := &Scanned{}
	src, err := f.Open()
	if err != nil {
		return &source.Facts{Err: err}
	}
	defer src.Close()
	data, err := whole(src, f.Size)
	if err != nil {
		return &source.Facts{Err: err}
	}
	if len(data) > jsonl.MaxLine {
		found.Bad = source.Warning{Path: f.Path, Text: tooLong}
		return &found.Facts
	}
	first, _ := alone(data)
	values, line, err := Split(first, lists)
	if err != nil {
		found.Bad = source.Warning{Path: f.Path, Line: line, Text: err.Error()}
		return &found.Facts
	}
	for _, v := range values {
		found.Raw, found.Line = v.JSON, v.Line
		found.record(raw.ParseObject(v.JSON), s, visit)
	}
	found.Raw = nil // the document is not kept with the facts
	return found.Finish(f, prefix, agent)
}
