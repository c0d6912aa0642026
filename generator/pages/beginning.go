package pages

import (
	"fmt"

	"steno/generator/address"
	"steno/generator/publish"
	"steno/parser"
	"steno/parser/prose"
	"steno/theme/view"
)

// A session that began as a copy of another one shows what both share, so that its pages contain
// its whole conversation. The shared beginning has separate pages below beginningDir, and its
// prompts are listed, folded, where the session goes on. No figure counts it and the search finds
// it in the other session only.

// beginningDir is the folder of the beginning's pages, below those of its thread.
const beginningDir = "beginning"

// all are the branches of a thread and its beginning, in reading order.
func (t *threadSite) all() []*branchSite {
	if t.shared == nil {
		return t.branches
	}
	return append([]*branchSite{t.shared}, t.branches...)
}

// beginningOf returns what a session's first page shows of its beginning, nil if it has none.
func beginningOf(s *sessionSite, dir string) *view.Beginning {
	t := s.threads[0]
	if t.shared == nil {
		return nil
	}
	b := &view.Beginning{Href: address.Relative(dir, t.shared.dir+"/index.html"), From: forkedFrom(s, dir), Prompts: s.figures.shared}
	for m := range t.shared.branch.Messages() {
		switch m.Kind {
		case parser.KindPrompt:
			if len(b.Rows) < headRows {
				b.Rows = append(b.Rows, view.Link{Text: prose.Excerpt(publish.PromptLine(m), 160), Href: s.link(dir, t, m.Anchor)})
			}
		case parser.KindReply:
			b.Replies++
		}
	}
	for range t.shared.branch.Calls() {
		b.Calls++
	}
	return b
}

// beginningHead is the head of a page of the beginning.
func beginningHead(s *sessionSite, t *threadSite) *view.BeginningHead {
	dir := t.shared.dir
	head := &view.BeginningHead{Outputs: len(t.shared.outputs) > 0,
		Thread: view.Link{Text: s.s.Title.Text, Href: address.Relative(dir, t.dir+"/index.html")}}
	if t.agent != nil {
		head.Thread.Text = publish.AgentTitle(t.agent)
	} else {
		head.From = forkedFrom(s, dir)
	}
	return head
}

// forkedFrom links to the session that this one began as a copy of, nil for none.
func forkedFrom(s *sessionSite, dir string) *view.Link {
	if s.s.ForkedFrom == nil {
		return nil
	}
	link := sessionLink(s, dir, s.s.ForkedFrom.SessionID)
	if link != nil && s.src.Origin != nil {
		*link = toSession(s, dir, s.src.Origin)
	}
	return link
}

// continuedIn links to the session that this one goes on in, nil for none.
func continuedIn(s *sessionSite, dir string) *view.Link {
	link := sessionLink(s, dir, s.s.ContinuedIn)
	if link != nil && s.src.Next != nil {
		*link = toSession(s, dir, s.src.Next)
	}
	return link
}

// toSessions links to other sessions, the first of very many.
func toSessions(s *sessionSite, dir string, others []*publish.Session) []view.Link {
	var links []view.Link
	for _, other := range others[:min(len(others), headRows)] {
		links = append(links, toSession(s, dir, other))
	}
	return links
}

// toSession links to another session by its title, and its date.
func toSession(s *sessionSite, dir string, other *publish.Session) view.Link {
	link := view.Link{Text: other.ID, Href: address.Relative(dir, address.Session(other.ID)+"/index.html")}
	if s.Title != nil {
		if title := s.Title(other); title != "" {
			link.Text = title
		}
	}
	if !other.Start.IsZero() {
		link.Note = fmt.Sprintf("of %s", other.Start.UTC().Format("2 Jan 2006, 15:04"))
	}
	return link
}
