package generator

import (
	"cmp"
	"maps"
	"slices"

	"steno/generator/redact"
	"steno/parser/source"
)

// What is kept beside the transcripts of sessions goes through both passes too.

// valuesBeside collects values from the notes of projects and the history.
func (b *build) valuesBeside() []redact.Value {
	c := b.redaction.engine.Collect()
	b.second.collect(c)
	b.textsBeside(func(_ string, text *string) { c.Text(*text) })
	return c.Values()
}

// cleanBeside cleans the notes of projects and the history.
func (b *build) cleanBeside() {
	r := b.redaction
	b.textsBeside(func(page string, text *string) {
		var found []redact.Finding
		*text, found = r.cleaner.Text(*text)
		f := foundBeside{page, found}
		r.beside = append(r.beside, f)
		r.reportBeside(f)
	})
}

// reportBeside takes what was taken out of a page into the report.
func (r *redaction) reportBeside(f foundBeside) {
	r.report.Add(f.Page, f.Found)
	r.pages[f.Page] = true
}

// textsBeside calls f with each text, in a fixed order, and the page that shows it.
func (b *build) textsBeside(f func(page string, text *string)) {
	projects := slices.SortedFunc(maps.Keys(b.notes), func(x, y *source.Project) int { return cmp.Compare(x.Slug, y.Slug) })
	for _, p := range projects {
		for _, n := range b.notes[p] {
			for _, text := range []*string{&n.Name, &n.Path, &n.Text} {
				f(projectDir(p)+"/"+notesFile, text)
			}
		}
	}
	for i := range b.history {
		p := &b.history[i]
		f(historyPage, &p.Text)
		f(historyPage, &p.Project)
		for j := range p.Pasted {
			f(historyPage, &p.Pasted[j])
		}
	}
}
