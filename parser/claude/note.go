package claude

import (
	"maps"
	"slices"
	"strings"

	"steno/parser"
	"steno/parser/source"
)

// notes reads what is kept beside the session's transcripts.
func (p *parse) notes() {
	read := func(f *source.File, kind parser.NoteKind) {
		n, err := source.ReadNote(f, kind)
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
