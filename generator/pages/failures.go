package pages

import (
	"cmp"
	"strings"

	"steno/generator/address"
	"steno/generator/publish"
	"steno/parser"
	"steno/parser/prose"
	"steno/parser/raw"
	"steno/theme"
	"steno/theme/ansi"
)

// failureRows is how many failures a head names; the others are counted.
const failureRows = 20

// failures collects what went wrong. Addresses are from the site's root.
type failures struct {
	rows  []theme.FailureRow
	total int
}

func (f *failures) add(rows []theme.FailureRow) {
	f.total += len(rows)
	if room := failureRows - len(f.rows); room > 0 {
		f.rows = append(f.rows, rows[:min(room, len(rows))]...)
	}
}

// from is the list as a page in dir shows it. On an agent's own page its name says
// nothing new.
func (f *failures) from(dir string, named bool) theme.Failures {
	list := theme.Failures{Total: f.total}
	for _, row := range f.rows {
		if row.Href != "" {
			row.Href = address.Relative(dir, row.Href)
		}
		if !named {
			row.Agent = ""
		}
		list.Rows = append(list.Rows, row)
	}
	return list
}

// failuresOf lists what went wrong in a message, as [parser.Message.Errors] counts it.
func (s *sessionSite) failuresOf(t *threadSite, m *parser.Message) []theme.FailureRow {
	if m.Errors() == 0 {
		return nil
	}
	agent := ""
	if t.agent != nil {
		agent = prose.Excerpt(publish.AgentTitle(t.agent), 80)
	}
	var rows []theme.FailureRow
	if m.APIError != "" {
		rows = append(rows, theme.FailureRow{
			Tool: "API", Object: strings.TrimPrefix(strings.ReplaceAll(prose.Excerpt(m.APIError, 60), "_", " "), "unknown"), Text: prose.Excerpt(publish.MessageText(m), 160), Href: t.placed[m.Anchor], Agent: agent,
		})
	}
	for c := range calls(m) {
		if c.Failed() {
			rows = append(rows, theme.FailureRow{
				Tool: cmp.Or(prose.Excerpt(c.Name, 60), "A call"), Object: s.object(c), Text: complaint(c.Result.Text()),
				Href: cmp.Or(t.placed[c.Anchor], t.placed[m.Anchor]), Agent: agent,
			})
		}
	}
	return rows
}

// object is what a call was about in a few words, "" when its input does not tell.
func (s *sessionSite) object(c *parser.ToolCall) string {
	if name := fileOf(c); name != "" {
		return prose.Excerpt(shorten(name, s.workDir()), 100)
	}
	in := raw.ParseObject(c.Input)
	for _, name := range []string{"command", "pattern", "url", "query", "description", "path"} {
		if about := in.String(name); about != "" {
			return prose.Excerpt(about, 100)
		}
	}
	return ""
}

// complaint is the start of what a failed call had to say, without colours and the
// tags around it.
func complaint(text string) string {
	text = ansi.Strip(prose.Start(text, 2000))
	text = strings.TrimSpace(strings.NewReplacer("<tool_use_error>", "", "</tool_use_error>", "").Replace(text))
	return prose.Excerpt(text, 160)
}
