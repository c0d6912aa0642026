package pages

import (
	"fmt"

	"steno/generator/address"
	"steno/generator/config"
	"steno/generator/render"
	"steno/generator/twin"
	"steno/theme/view"
)

// writeTwins writes the Markdown of a session, its agents and, when it is asked for, its
// comment.
func writeTwins(s *sessionSite) error {
	if s.Comments {
		if err := s.Out.Write(s.dir+"/"+CommentFile, twin.Comment(s.s, commentFigures(s))); err != nil {
			return err
		}
	}
	if !s.Conf.Publish.Twins {
		return nil
	}
	for _, t := range s.threads {
		o := twin.Options{Facts: s.figures.Facts, Project: s.src.Project.Title(), Client: programOf(s.src),
			Dir: s.workDir(), Agent: twinOf(s, t.dir)}
		if err := writeTwin(s, t, o); err != nil {
			return err
		}
	}
	return nil
}

func writeTwin(s *sessionSite, t *threadSite, o twin.Options) (err error) {
	var text []byte
	if t.agent != nil {
		text, err = twin.Agent(t.agent, o)
	} else {
		text, err = twin.Session(s.s, o)
	}
	if err != nil {
		return err
	}
	return s.Out.Write(t.dir+"/"+render.TwinFile, text)
}

func writePreview(s *sessionSite) error {
	if !s.MakesPreviews(config.CardsSessions) {
		return nil
	}
	data, err := s.Theme.SessionCard(s.Site, s.row(""))
	if err != nil {
		return err
	}
	return s.Out.Write(s.dir+"/"+render.PreviewFile, data)
}

// writeNotes writes the page of the session's notes.
func writeNotes(s *sessionSite) error {
	if len(s.s.Notes)+len(s.s.Checkpoints) == 0 {
		return nil
	}
	file := s.dir + "/" + address.NotesFile
	back := view.Link{Text: s.s.Title.Text, Href: "index.html"}
	views, err := s.NoteViews(s.dir, s.s.Notes)
	if err != nil {
		return err
	}
	copies, err := s.CheckpointViews(s.dir, s.s.Checkpoints)
	if err != nil {
		return err
	}
	return s.WritePage(file, &view.NotesPage{
		Page: view.Page{
			Site: s.Site, Kind: "notes", Title: render.NotesTitle(s.s.Notes, s.s.Checkpoints...), Path: file, Root: address.Root(file),
			Crumbs: []view.Link{
				{Text: s.Site.Title, Href: address.Relative(s.dir, "index.html")},
				{Text: s.src.Project.Title(), Href: address.Relative(s.dir, address.ProjectPage(s.src.Project.Slug))},
				back,
			},
		},
		Back:  back,
		Notes: append(views, copies...),
	})
}

// agentsPerPage is how many agents a page of the list shows.
const agentsPerPage = 400

// writeAgentList writes the pages that list all agents of a session that has too
// many for its head.
func writeAgentList(s *sessionSite) error {
	dir := s.dir + "/agents"
	if s.allAgents(dir) == nil {
		return nil
	}
	rows := s.agentRows(dir, rootsOf(s), len(s.s.Agents))
	pages := address.Chunks(len(rows), agentsPerPage)
	for i, c := range pages {
		file := dir + "/" + address.Page(i+1)
		page := &view.AgentsPage{
			Page: view.Page{
				Site: s.Site, Kind: "agents", Title: fmt.Sprintf("Agents of %s", s.s.Title.Text), Path: file, Root: address.Root(file),
				Crumbs: []view.Link{
					{Text: s.Site.Title, Href: address.Relative(dir, "index.html")},
					{Text: s.src.Project.Title(), Href: address.Relative(dir, address.ProjectPage(s.src.Project.Slug))},
					{Text: s.s.Title.Text, Href: address.Relative(dir, s.dir+"/index.html")},
				},
			},
			Session: s.row(dir),
			Agents:  rows[c.From:c.To],
			Pager:   view.PagerOf(i+1, len(pages), address.Page),
		}
		if err := s.WritePage(file, page); err != nil {
			return err
		}
	}
	return nil
}
