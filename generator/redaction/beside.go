package redaction

import (
	"cmp"
	"maps"
	"slices"

	"steno/generator/address"
	"steno/generator/publish"
	"steno/generator/redact"
	"steno/parser"
	"steno/parser/source"
)

// Beside is what is kept beside the transcripts of sessions. It goes through both passes too.
type Beside struct {
	Notes   map[*source.Project][]*parser.Note
	History []parser.TypedPrompt // newest first
}

// values collects the values of what is kept beside.
func (b Beside) values(c *redact.Collector) []redact.Value {
	projects := slices.SortedFunc(maps.Keys(b.Notes), func(x, y *source.Project) int { return cmp.Compare(x.Slug, y.Slug) })
	for _, p := range projects {
		for _, n := range b.Notes[p] {
			for _, text := range []string{n.Name, n.Path, n.Text} {
				c.Text(text)
			}
		}
	}
	for _, p := range b.History {
		c.Text(p.Text)
		c.Text(p.Project)
		for _, text := range p.Pasted {
			c.Text(text)
		}
	}
	return c.Values()
}

// CleanBeside returns the notes and the history without their secrets, and what was redacted. r is
// nil when redaction is off.
func CleanBeside(r *Collected, a *publish.Archive, beside Beside) (clean publish.Beside, all []FoundBeside) {
	text := func(page, text string) string {
		if r == nil {
			return text
		}
		text, found := r.Cleaner.Text(text)
		all = append(all, FoundBeside{page, found})
		return text
	}
	clean.Notes = map[*publish.Project][]*parser.Note{}
	for _, p := range slices.SortedFunc(slices.Values(a.Projects), func(x, y *publish.Project) int { return cmp.Compare(x.Slug, y.Slug) }) {
		page := address.Project(p.Slug) + "/" + address.NotesFile
		for _, n := range beside.Notes[p.Source] {
			clean.Notes[p] = append(clean.Notes[p],
				&parser.Note{Kind: n.Kind, Name: text(page, n.Name), Path: text(page, n.Path),
					Text: text(page, n.Text)})
		}
	}
	for _, p := range beside.History {
		p.Text, p.Project, p.Pasted = text(address.HistoryPage, p.Text), text(address.HistoryPage, p.Project), slices.Clone(p.Pasted)
		for i := range p.Pasted {
			p.Pasted[i] = text(address.HistoryPage, p.Pasted[i])
		}
		clean.History = append(clean.History, p)
	}
	return clean, all
}
