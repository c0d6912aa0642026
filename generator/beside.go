package generator

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"steno/parser"
	"steno/parser/source"
)

// readNotes reads what the agents remember of each project, in its folders. A file that cannot be
// read is a warning.
func (b *build) readNotes() {
	b.notes = map[*source.Project][]*parser.Note{}
	if b.Only != nil {
		return // it is about more than the sessions that are wanted
	}
	read := map[*source.Folder]bool{}
	for _, s := range b.archive.Sessions() {
		if read[s.Folder] {
			continue
		}
		read[s.Folder] = true
		p := s.Project
		for _, f := range s.Folder.Memory {
			n, err := source.ReadNote(f, parser.NoteProject)
			if err != nil {
				b.job.Warn(Warning{File: f.Path, Text: err.Error()})
			} else if strings.TrimSpace(n.Text) != "" {
				b.notes[p] = append(b.notes[p], n)
			}
		}
	}
}

// readHistory reads the prompts that were typed, newest first. The same prompt in the
// histories of two copies of one folder counts once.
func (b *build) readHistory(ctx context.Context) {
	type key struct {
		text, project string
		at            int64
	}
	seen := map[key]bool{}
	for _, f := range b.archive.History {
		prompts, warnings, err := f.Format.History(ctx, f.File)
		if err != nil {
			warnings = []Warning{{File: f.Path, Text: err.Error()}}
		}
		for _, w := range warnings {
			b.job.Warn(w)
		}
		for _, p := range prompts {
			if k := (key{p.Text, p.Project, p.Time.UnixNano()}); !seen[k] && b.publishes(p) {
				seen[k] = true
				b.history = append(b.history, p)
			}
		}
	}
	slices.SortStableFunc(b.history, func(x, y parser.TypedPrompt) int {
		return cmp.Or(y.Time.Compare(x.Time), cmp.Compare(x.Project, y.Project), cmp.Compare(x.Text, y.Text))
	})
}

// publishes tells whether a prompt that was typed may be shown. When sessions were chosen
// it must be of one that is published, or, where that was not recorded, of a project that
// is published whole.
func (b *build) publishes(p parser.TypedPrompt) bool {
	if !b.chosen {
		return true
	}
	if p.Session != "" {
		return b.ids[p.Session]
	}
	return b.whole[p.Project]
}
