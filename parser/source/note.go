package source

import (
	"fmt"
	"io"
	"strings"

	"steno/parser"
)

// maxNote bounds the bytes that are read of a note.
const maxNote = 4 << 20

// ReadNote reads a note. What is not valid UTF-8 is replaced; of a file that is too
// long, its start is kept. It fails when the file cannot be read.
func ReadNote(f *File, kind parser.NoteKind) (*parser.Note, error) {
	r, err := f.Open()
	if err != nil {
		return nil, fmt.Errorf("opening the %s %q: %w", kind, f.Path, err)
	}
	defer r.Close()
	data, err := io.ReadAll(io.LimitReader(r, maxNote))
	if err != nil {
		return nil, fmt.Errorf("reading the %s %q: %w", kind, f.Path, err)
	}
	name := f.Path[strings.LastIndexAny(f.Path, `/\`)+1:]
	return &parser.Note{Kind: kind, Name: name, Path: f.Path, Text: strings.ToValidUTF8(string(data), "\uFFFD")}, nil
}
