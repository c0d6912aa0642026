package generator

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"steno/generator/address"
	"steno/generator/lists"
	"steno/generator/publish"
	"steno/generator/redact"
	"steno/generator/render"
	"steno/parser"
	"steno/parser/source"
)

// What is kept beside the transcripts of sessions goes through both passes too.

// valuesBeside collects values from the notes of projects and the history.
func (b *build) valuesBeside() []redact.Value {
	c := b.redaction.engine.Collect()
	b.second.collect(c)
	projects := slices.SortedFunc(maps.Keys(b.notes), func(x, y *source.Project) int { return cmp.Compare(x.Slug, y.Slug) })
	for _, p := range projects {
		for _, n := range b.notes[p] {
			for _, text := range []string{n.Name, n.Path, n.Text} {
				c.Text(text)
			}
		}
	}
	for _, p := range b.history {
		c.Text(p.Text)
		c.Text(p.Project)
		for _, text := range p.Pasted {
			c.Text(text)
		}
	}
	return c.Values()
}

// publish copies the archive, the notes of projects and the history with clean names and texts.
func (b *build) publish(context.Context) error {
	clean := func(text string) string { return text }
	if b.redaction != nil {
		clean = b.redaction.clean
	}
	b.published = publish.New(b.archive, clean, b.dropped)
	b.memories = map[*publish.Project][]*parser.Note{}
	for _, p := range slices.SortedFunc(slices.Values(b.published.Projects), func(x, y *publish.Project) int { return cmp.Compare(x.Slug, y.Slug) }) {
		page := address.Project(p.Slug) + "/" + render.NotesFile
		for _, n := range b.notes[p.Source] {
			b.memories[p] = append(b.memories[p], &parser.Note{Kind: n.Kind, Name: b.cleanBeside(page, n.Name), Path: b.cleanBeside(page, n.Path), Text: b.cleanBeside(page, n.Text)})
		}
	}
	for _, p := range b.history {
		p.Text, p.Project, p.Pasted = b.cleanBeside(lists.HistoryPage, p.Text), b.cleanBeside(lists.HistoryPage, p.Project), slices.Clone(p.Pasted)
		for i := range p.Pasted {
			p.Pasted[i] = b.cleanBeside(lists.HistoryPage, p.Pasted[i])
		}
		b.typed = append(b.typed, p)
	}
	return nil
}

// cleanBeside cleans a text that a page shows which belongs to no session.
func (b *build) cleanBeside(page, text string) string {
	r := b.redaction
	if r == nil {
		return text
	}
	text, found := r.cleaner.Text(text)
	f := foundBeside{page, found}
	r.beside = append(r.beside, f)
	r.reportBeside(f)
	return text
}

// reportBeside takes what was taken out of a page into the report.
func (r *redaction) reportBeside(f foundBeside) {
	r.report.Add(f.Page, f.Found)
	r.pages[f.Page] = true
}
