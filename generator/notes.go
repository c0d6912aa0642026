package generator

import (
	"strings"

	"steno/generator/address"
	"steno/generator/publish"
	"steno/parser"
	"steno/parser/source"
	"steno/theme"
)

// noteBytes is how much of a note its page shows; the whole is kept beside it.
const noteBytes = 128 << 10

// notesFile is the page of a session's or a project's notes, in its directory.
const notesFile = "notes.html"

// noteViews renders notes for a page in dir.
func (b *build) noteViews(dir string, notes []*parser.Note) ([]theme.NoteView, error) {
	var views []theme.NoteView
	for _, n := range notes {
		view := theme.NoteView{Kind: string(n.Kind), Name: n.Name, Body: b.theme.Prose(start(n.Text, noteBytes))}
		if len(n.Text) > noteBytes {
			href, err := b.keepText(dir, n.Text)
			if err != nil {
				return nil, err
			}
			view.Rest = &theme.Link{Text: "The whole file", Href: href}
		}
		views = append(views, view)
	}
	return views, nil
}

// keepText stores a text that is too long for its page below dir, under a name made from
// its content, and gives its address from there.
func (b *build) keepText(dir, text string) (href string, err error) {
	href = "files/" + address.ContentName([]byte(text)) + ".txt"
	return href, b.out.Write(dir+"/"+href, []byte(text))
}

// notesTitle names what notes there are: "Session memory and a plan".
func notesTitle(notes []*parser.Note) string {
	count := map[parser.NoteKind]int{}
	for _, n := range notes {
		count[n.Kind]++
	}
	var parts []string
	for _, p := range []struct {
		kind      parser.NoteKind
		one, many string
	}{{parser.NoteProject, "project memory", "project memory"}, {parser.NoteMemory, "session memory", "session memory"}, {parser.NotePlan, "plan", "plans"}} {
		switch n := count[p.kind]; {
		case n == 1:
			parts = append(parts, p.one)
		case n > 1:
			parts = append(parts, p.many)
		}
	}
	title := strings.Join(parts, " and ")
	return strings.ToUpper(title[:1]) + title[1:]
}

// notesLink leads from a page in dir to the notes in at, nil when there are none.
func notesLink(dir, at string, notes []*parser.Note) *theme.Link {
	if len(notes) == 0 {
		return nil
	}
	return &theme.Link{Text: notesTitle(notes), Href: address.Relative(dir, at+"/"+notesFile)}
}

// writeNotes writes the page of the session's notes.
func (s *sessionSite) writeNotes() error {
	if len(s.s.Notes) == 0 {
		return nil
	}
	file := s.dir + "/" + notesFile
	back := theme.Link{Text: s.s.Title.Text, Href: "index.html"}
	views, err := s.noteViews(s.dir, s.s.Notes)
	if err != nil {
		return err
	}
	return s.writePage(file, &theme.NotesPage{
		Page: theme.Page{
			Site: s.site, Kind: "notes", Title: notesTitle(s.s.Notes), Path: file, Root: address.Root(file),
			Crumbs: []theme.Link{
				{Text: s.site.Title, Href: address.Relative(s.dir, "index.html")},
				{Text: s.src.Project.Title(), Href: address.Relative(s.dir, address.ProjectPage(s.src.Project.Slug))},
				back,
			},
		},
		Back:  back,
		Notes: views,
	})
}

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

// writeProjectNotes writes the page of a project's notes.
func (b *build) writeProjectNotes(p *publish.Project) error {
	notes := b.memories[p]
	if len(notes) == 0 {
		return nil
	}
	dir := address.Project(p.Slug)
	file := dir + "/" + notesFile
	views, err := b.noteViews(dir, notes)
	if err != nil {
		return err
	}
	return b.writePage(file, &theme.NotesPage{
		Page: theme.Page{
			Site: b.site, Kind: "notes", Title: notesTitle(notes), Path: file, Root: address.Root(file),
			Crumbs: []theme.Link{{Text: b.site.Title, Href: address.Relative(dir, "index.html")}, {Text: p.Name, Href: "index.html"}},
		},
		Back:  theme.Link{Text: p.Name, Href: "index.html"},
		Notes: views,
	})
}
