package pages

import (
	"cmp"

	"steno/generator/address"
	"steno/generator/publish"
	"steno/parser"
	"steno/parser/facts"
	"steno/parser/prose"
	"steno/parser/shell"
	"steno/theme"
	"steno/theme/card"
	"steno/theme/view"
)

// failureRows is how many failures a head names; the others are counted.
const failureRows = 20

// failures are errors of a session or an agent. Addresses are from the site's root.
type failures struct {
	rows   []view.FailureRow
	groups int
	kinds  facts.Errors
	below  int // of the failed ones, those in agents
}

// failures lists errors.
func (s *sessionSite) failures(groups []facts.Group, kinds facts.Errors) failures {
	f := failures{kinds: kinds, groups: len(groups)}
	for i := range groups[:min(len(groups), failureRows)] {
		f.rows = append(f.rows, s.failureRow(&groups[i]))
	}
	for _, g := range groups {
		if g.Agent != nil && g.Kind == parser.Failed {
			f.below += g.Count
		}
	}
	return f
}

// errorsOf lists the errors of one agent.
func (s *sessionSite) errorsOf(a *parser.Agent) failures {
	var own []facts.Group
	for _, g := range s.figures.Groups {
		if g.Agent == a {
			own = append(own, g)
		}
	}
	return s.failures(own, s.figures.of(a).Errors)
}

// from is the list as a page in dir shows it. On an agent's own page its name says
// nothing new.
func (f *failures) from(dir string, named bool) view.Failures {
	k := f.kinds
	list := view.Failures{Groups: f.groups, Total: k.Total(), Failed: k.Failed, Rejected: k.Rejected,
		Denied: k.Denied, Cancelled: k.Cancelled}
	for _, row := range f.rows {
		if row.Href != "" {
			row.Href = address.Relative(dir, row.Href)
		}
		if row.Resolved != nil {
			row.Resolved = &view.Link{Text: row.Resolved.Text, Href: address.Relative(dir, row.Resolved.Href)}
		}
		if named {
			list.InAgents = f.below
		} else {
			row.Agent = ""
		}
		list.Rows = append(list.Rows, row)
	}
	return list
}

// failureRow is one error, or several of one kind.
func (s *sessionSite) failureRow(p *facts.Group) view.FailureRow {
	t := s.threadOf(p.Agent)
	row := view.FailureRow{Kind: string(p.Kind), Href: t.at(p.Message.Anchor), Count: p.Count}
	if c := p.Resolved; c != nil {
		if href := s.threadOf(p.By).at(c.Anchor); href != "" {
			row.Resolved = &view.Link{Text: cmp.Or(called(s.Theme, c), "a call"), Href: href}
		}
	}
	if p.Agent != nil {
		row.Agent = prose.Excerpt(publish.AgentTitle(p.Agent), 80)
	}
	if c := p.Call; c != nil {
		row.Tool, row.Object, row.Text = cmp.Or(called(s.Theme, c), "A call"), s.object(cmp.Or(p.Of, c)), card.Complaint(c)
		row.Href = cmp.Or(t.at(c.Anchor), row.Href)
		return row
	}
	row.Tool, row.Text = "API", prose.Excerpt(prose.Failure(publish.MessageText(p.Message)), 160)
	row.Object = facts.ErrorKind(p.Message)
	return row
}

// called is what a row names a call. Who only counts has no theme, and shows no rows.
func called(look *theme.Theme, c *parser.ToolCall) string {
	if look == nil {
		return ""
	}
	return look.Called(c)
}

// object is what a call was about in a few words, "" when its input does not say.
func (s *sessionSite) object(c *parser.ToolCall) string {
	if c.Action.File != "" {
		return prose.Excerpt(shorten(c.Action.File, s.workDir()), 100)
	}
	if c.Action.Command != "" {
		return prose.Excerpt(shell.Headline(c.Action.Command), 100)
	}
	return prose.Excerpt(c.Action.About, 100)
}
