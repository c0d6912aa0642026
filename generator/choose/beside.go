package choose

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"steno/generator/job"
	"steno/generator/redaction"
	"steno/parser"
	"steno/parser/source"
)

// Beside reads what is kept beside the transcripts of sessions: what the agents remember of each
// project, in its folders, and the prompts that were typed. A file that cannot be read is a warning.
func (f *Found) Beside(ctx context.Context, j *job.Job) redaction.Beside {
	return redaction.Beside{Notes: readNotes(f, j), History: readHistory(f, ctx, j)}
}

func readNotes(f *Found, j *job.Job) map[*source.Project][]*parser.Note {
	notes := map[*source.Project][]*parser.Note{}
	if f.partly {
		return notes // they are about more than the sessions that are wanted
	}
	read := map[*source.Folder]bool{}
	for _, s := range f.Archive.Sessions() {
		if read[s.Folder] {
			continue
		}
		read[s.Folder] = true
		p := s.Project
		for _, m := range s.Folder.Memory {
			n, err := source.ReadNote(m, parser.NoteProject)
			if err != nil {
				j.Warn(parser.Warning{File: m.Path, Text: err.Error()})
			} else if strings.TrimSpace(n.Text) != "" {
				notes[p] = append(notes[p], n)
			}
		}
	}
	return notes
}

// readHistory reads the prompts that were typed, newest first. The same prompt in the
// histories of two copies of one folder counts once.
func readHistory(f *Found, ctx context.Context, j *job.Job) (all []parser.TypedPrompt) {
	type key struct {
		text, project string
		at            int64
	}
	seen := map[key]bool{}
	for _, h := range f.Archive.History {
		prompts, warnings, err := h.Format.History(ctx, h)
		if err != nil {
			warnings = []parser.Warning{{File: h.Path, Text: err.Error()}}
		}
		for _, w := range warnings {
			j.Warn(w)
		}
		for _, p := range prompts {
			if k := (key{p.Text, p.Project, p.Time.UnixNano()}); !seen[k] && isPublished(f, p) {
				seen[k] = true
				all = append(all, p)
			}
		}
	}
	slices.SortStableFunc(all, func(x, y parser.TypedPrompt) int {
		return cmp.Or(y.Time.Compare(x.Time), cmp.Compare(x.Project, y.Project), cmp.Compare(x.Text, y.Text))
	})
	return all
}

// isPublished reports whether a prompt that was typed may be shown. When sessions were chosen
// it must be of one that is published, or, where that was not recorded, of a project that
// is published whole.
func isPublished(f *Found, p parser.TypedPrompt) bool {
	if !f.chosen {
		return true
	}
	if p.Session != "" {
		return f.ids[p.Session]
	}
	return f.whole[p.Project]
}
