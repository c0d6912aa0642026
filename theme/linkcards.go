package theme

import (
	"cmp"
	"strings"

	"steno/theme/colour"
	"steno/theme/linkcard"
	"steno/theme/view"
	"steno/theme/words"
)

// cardPainter readies the painter of link cards, in the colours of a look on a light screen.
func cardPainter(l *look, p Params) (*linkcard.Painter, error) {
	get := func(token string, otherwise colour.RGB) colour.RGB { return l.light.get(token, otherwise) }
	c := linkcard.Colours{
		Ground: get("bg", colour.White), Line: get("border", colour.RGB{R: 0xdd, G: 0xdd, B: 0xdd}),
		Text: get("fg", colour.Black), Muted: get("fg-muted", colour.Black), Accent: get("accent", colour.Black),
	}
	if accent, ok := colour.Parse(p.Accent); ok {
		c.Accent = accent
	}
	return linkcard.New(c)
}

// SessionCard draws the picture that previews of links to a session show, a PNG.
func (t *Theme) SessionCard(s *view.Site, r view.SessionRow) ([]byte, error) {
	p, err := t.cards()
	if err != nil {
		return nil, err
	}
	c := linkcard.Card{Site: s.Title, Name: r.Project.Text, Title: cmp.Or(unmarked(r.Title), r.ID), When: words.Day(r.Start)}
	count(&c, r.Prompts, "prompt")
	count(&c, r.Files, "file")
	var lines []string
	if r.Added > 0 {
		lines = append(lines, "+"+words.Number(r.Added))
	}
	if r.Removed > 0 {
		lines = append(lines, "−"+words.Number(r.Removed))
	}
	if len(lines) > 0 {
		c.Figures = append(c.Figures, linkcard.Figure{Value: strings.Join(lines, " "), Word: "lines"})
	}
	count(&c, r.CommitCount, "commit")
	count(&c, len(r.PullRequests), "pull request")
	count(&c, r.ToolCalls, "tool call")
	count(&c, r.Errors, "error")
	count(&c, r.Agents, "agent")
	count(&c, r.Tokens.Total(), "token")
	return p.PNG(c)
}

// SiteCard draws the picture that previews of links to all other pages show, a PNG.
func (t *Theme) SiteCard(s *view.Site) ([]byte, error) {
	p, err := t.cards()
	if err != nil {
		return nil, err
	}
	c := linkcard.Card{Name: s.Title, Title: cmp.Or(s.Description, s.Title)}
	if c.Title == s.Title {
		c.Name = ""
	}
	if !s.Counts.Start.IsZero() {
		c.When = words.Day(s.Counts.Start)
		if last := words.Day(s.Counts.End); last != c.When {
			c.When += " – " + last
		}
	}
	count(&c, s.Counts.Sessions, "session")
	count(&c, s.Counts.Projects, "project")
	count(&c, s.Counts.Prompts, "prompt")
	count(&c, s.Counts.ToolCalls, "tool call")
	count(&c, s.Counts.Agents, "agent")
	count(&c, s.Counts.Tokens.Total(), "token")
	return p.PNG(c)
}

// count adds a number of things to a card, if there are any.
func count(c *linkcard.Card, n int, thing string) {
	if n > 0 {
		c.Figures = append(c.Figures, linkcard.Figure{Value: words.Short(n), Word: noun(n, thing)})
	}
}
