package lists

import (
	"steno/generator/address"
	"steno/generator/publish"
	"steno/generator/render"
	"steno/theme/view"
)

// writeProjectNotes writes the page of a project's notes.
func (l *lists) writeProjectNotes(p *publish.Project) error {
	notes := l.Notes[p]
	if len(notes) == 0 {
		return nil
	}
	dir := address.Project(p.Slug)
	file := dir + "/" + address.NotesFile
	views, err := l.NoteViews(dir, notes)
	if err != nil {
		return err
	}
	return l.WritePage(file, &view.NotesPage{
		Page: view.Page{
			Site: l.Site, Kind: "notes", Title: render.NotesTitle(notes), Path: file, Root: address.Root(file),
			Crumbs: []view.Link{{Text: l.Site.Title, Href: address.Relative(dir, "index.html")}, {Text: p.Name, Href: "index.html"}},
		},
		Back:  view.Link{Text: p.Name, Href: "index.html"},
		Notes: views,
	})
}
