package pages

import (
	"fmt"
	"slices"
	"strings"

	"steno/generator/address"
	"steno/generator/render"
	"steno/generator/twin"
	"steno/parser"
	"steno/theme/words"
)

// commentFigures gathers what a comment says of a session.
func commentFigures(s *sessionSite) twin.Figures {
	row := s.row("")
	f := twin.Figures{
		Title: row.Title, Prompts: row.Prompts, Unprompted: row.Unprompted,
		Calls: row.ToolCalls, Errors: s.figures.Errors, Agents: row.Agents, Unrecorded: row.Unrecorded,
		Active: words.Duration(row.Active), AtMost: row.ActiveAtMost, Cost: row.Cost.String(),
	}
	if n := row.Tokens.Total(); n > 0 {
		f.Tokens = fmt.Sprintf("%s tokens, %s output", words.Short(n), words.Short(row.Tokens.Output))
	}
	if s.Conf.BaseURL != "" {
		f.Link = s.Conf.BaseURL + row.Href
	}
	for _, file := range slices.Concat(s.figures.files, s.figures.apart) {
		f.Files = append(f.Files, twin.File{Path: file.Path, Added: file.Added, Removed: file.Removed, Mark: file.Mark})
	}
	for i := range s.figures.Tests {
		f.Tests = append(f.Tests, s.figures.Tests[i].String())
	}
	if s.Conf.Publish.Disclosure {
		f.Disclosure = twin.Disclose(s.s, s.figures.Facts, s.src.Agent(s.s.Versions))
	}
	f.Last, f.Earlier = s.figures.Outcome.Last, s.figures.Outcome.Earlier
	f.Outcome, f.Flags = twin.Outcome(s.figures.Facts), twin.Flags(s.figures.Flags)
	for _, row := range s.figures.errors.rows {
		if row.Kind != string(parser.Failed) {
			continue
		}
		text := strings.TrimSpace(row.Tool + " " + row.Object + ": " + row.Text)
		f.Failures = append(f.Failures, twin.Failure{Text: text, Times: row.Count, Resolved: row.Resolved != nil})
	}
	return f
}

// twinOf returns the address of an agent's twin, from dir.
func twinOf(s *sessionSite, dir string) func(*parser.Agent) string {
	return func(a *parser.Agent) string {
		if t := s.agents[a]; t != nil {
			return address.Relative(dir, t.dir+"/"+render.TwinFile)
		}
		return ""
	}
}

// CommentFile is where the comment of a session is while it is built.
const CommentFile = "comment.md"
