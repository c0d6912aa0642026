package summary

import (
	"steno/generator/publish"
	"steno/parser"
	"steno/theme/view"
)

// Sums are the figures of an archive and of each of its projects. They are added up once, when
// summaries are read as a whole.
type Sums struct {
	All      view.Totals
	Usage    parser.Usage
	projects map[*publish.Project]*view.Totals
}

// Add adds those of a session.
func (s *Sums) Add(p *publish.Project, of *Session) {
	if s.projects == nil {
		s.projects = map[*publish.Project]*view.Totals{}
	}
	if s.projects[p] == nil {
		s.projects[p] = &view.Totals{}
	}
	addTotals(&s.All, of.Totals)
	addTotals(s.projects[p], of.Totals)
	s.Usage.Add(&of.Work.Usage)
}

// Project returns those of a project.
func (s *Sums) Project(p *publish.Project) view.Totals {
	if sum := s.projects[p]; sum != nil {
		return *sum
	}
	return view.Totals{}
}

// addTotals adds the figures of one session to those of a list.
func addTotals(sum *view.Totals, t view.Totals) {
	sum.Sessions += t.Sessions
	sum.Agents += t.Agents
	sum.Prompts += t.Prompts
	sum.Replies += t.Replies
	sum.ToolCalls += t.ToolCalls
	sum.Errors += t.Errors
	sum.Tokens.Input += t.Tokens.Input
	sum.Tokens.Output += t.Tokens.Output
	sum.Tokens.CacheRead += t.Tokens.CacheRead
	sum.Tokens.CacheWrite += t.Tokens.CacheWrite
	sum.Cost.Add(t.Cost)
	parser.Widen(&sum.Start, &sum.End, t.Start, t.End)
}
