package claude

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"steno/parser"
	"steno/parser/source"
)

// maxNote bounds the bytes that are read of a note.
const maxNote = 4 << 20

// ReadNote reads a note. What is not valid UTF-8 is replaced; of a file that is too
// long, its start is kept. It fails when the file cannot be read.
func ReadNote(f *source.File, kind parser.NoteKind) (*parser.Note, error) {
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

// notes reads what is kept beside the session's transcripts.
func (p *parse) notes() {
	read := func(f *source.File, kind parser.NoteKind) {
		n, err := ReadNote(f, kind)
		if err != nil {
			p.warn(f.Path, 0, err.Error())
		} else if strings.TrimSpace(n.Text) != "" {
			p.out.Notes = append(p.out.Notes, n)
		}
	}
	if p.src.Memory != nil {
		read(p.src.Memory, parser.NoteMemory)
	}
	for _, name := range slices.Sorted(maps.Keys(p.src.Plans)) {
		read(p.src.Plans[name], parser.NotePlan)
	}
}
