package pages

import (
	"fmt"
	"strings"
	"time"

	"steno/generator/address"
	"steno/generator/publish"
	"steno/generator/render"
	"steno/parser"
	"steno/parser/prose"
	"steno/theme/view"
	"steno/theme/words"
)

// row is the session as lists show it, with addresses relative to dir.
func (s *sessionSite) row(dir string) view.SessionRow {
	p := s.s
	f := s.figures
	row := view.SessionRow{
		Client: programOf(s.src), ID: p.ID, Title: p.Title.Text, Href: address.Relative(dir, s.dir+"/index.html"),
		Project: view.Link{Text: s.src.Project.Title(), Href: address.Relative(dir, address.ProjectPage(s.src.Project.Slug))},
		Models:  p.Models, Start: f.totals.Start, End: f.totals.End, Active: p.Main.Active, ActiveAtMost: p.Main.ActiveAtMost,
		Prompts: f.totals.Prompts, Unprompted: f.Unprompted, Driven: p.Driven, ToolCalls: f.totals.ToolCalls, Errors: f.totals.Errors,
		Agents: f.totals.Agents, Unrecorded: max(0, f.Unrecorded-len(s.src.Mates)),
		Branches: len(p.Main.Branches) - 1, Compactions: f.Compactions,
		Rejected: f.Errors.Rejected, Denied: f.Errors.Denied, Cancelled: f.Errors.Cancelled,
		Files: f.sum.Files, Added: f.sum.Added, Removed: f.sum.Removed, ChurnAdded: f.sum.ChurnAdded,
		ChurnRemoved: f.sum.ChurnRemoved, ByCommand: f.sum.ByCommand,
		CommitCount: len(p.Commits), Tokens: f.totals.Tokens, Cost: f.totals.Cost, Excerpt: f.excerpt, Result: f.result,
	}
	if row.Shared = f.shared; row.Shared > 0 {
		if from := forkedFrom(s, dir); from != nil {
			row.SharedWith = prose.Excerpt(from.Text, 60)
		}
	}
	if branches := gitBranches(p); len(branches) > 0 {
		row.Branch = branches[0]
	}
	for _, tag := range p.Tags {
		row.Tags = append(row.Tags, view.Link{Text: tag, Href: s.TagHref(dir, tag)})
	}
	asked := askedOf(s)
	for _, pr := range p.PullRequests {
		link := render.PullRequestLink(pr)
		link.Note = strings.Trim(asked[pr.URL].Title+" · "+asked[pr.URL].State, " ·")
		row.PullRequests = append(row.PullRequests, link)
	}
	return row
}

// agentRows lists agents depth first, with addresses relative to dir, at most so many.
func (s *sessionSite) agentRows(dir string, agents []*parser.Agent, most int) []view.AgentRow {
	var rows []view.AgentRow
	var walk func(agents []*parser.Agent, depth int)
	walk = func(agents []*parser.Agent, depth int) {
		for _, a := range agents {
			if len(rows) == most {
				return
			}
			rows = append(rows, s.agentRow(dir, a, depth))
			walk(a.Children, depth+1)
		}
	}
	walk(agents, 0)
	return rows
}

// allAgents links to the pages that list all agents of the session, nil when its head does.
func (s *sessionSite) allAgents(dir string) *view.Link {
	if n := len(s.s.Agents); n > headRows {
		return &view.Link{Text: fmt.Sprintf("All %d agents", n), Href: address.Relative(dir, s.dir+"/agents/index.html")}
	}
	return nil
}

// countBelow counts the agents below each agent.
func countBelow(agents []*parser.Agent) map[*parser.Agent]int {
	below := make(map[*parser.Agent]int, len(agents))
	var count func(a *parser.Agent) int
	count = func(a *parser.Agent) int {
		if n, known := below[a]; known {
			return n
		}
		below[a] = 0
		n := 0
		for _, child := range a.Children {
			n += 1 + count(child)
		}
		below[a] = n
		return n
	}
	for _, a := range agents {
		count(a)
	}
	return below
}

func (s *sessionSite) agentRow(dir string, a *parser.Agent, depth int) view.AgentRow {
	row := view.AgentRow{
		ID: a.ID, Type: a.Type, Name: a.Name, Description: described(a), Kind: string(a.Kind),
		Depth: depth, Tools: s.figures.of(a).Calls, Errors: s.figures.of(a).Errors.Failed,
		Tokens: render.Tokens(a.Usage), Cost: s.Cost(a.Usage), Active: a.Thread.Active, ActiveAtMost: a.Thread.ActiveAtMost,
		Failed: prose.Excerpt(a.Error, 120),
	}
	if t, ok := s.agents[a]; ok {
		row.Href = address.Relative(dir, t.dir+"/index.html")
	}
	if a.Call != nil {
		row.CallHref = s.link(dir, spawnerOf(s, a), a.Call.Anchor)
	} else if a.Asked != "" {
		row.CallHref, row.Asked = s.link(dir, s.threads[0], a.Asked), true
	}
	return row
}

// described is the description of an agent: without any, or a name, the start of what it was asked.
func described(a *parser.Agent) string {
	if a.Description != "" || a.Name != "" || a.Kind == parser.AgentInternal {
		return a.Description
	}
	return publish.AgentTitle(a)
}

// spawnerOf is the thread that contains the call that spawned an agent.
func spawnerOf(s *sessionSite, a *parser.Agent) *threadSite {
	if a.Parent != nil {
		if t, ok := s.agents[a.Parent]; ok {
			return t
		}
	}
	return s.threads[0]
}

// rootsOf are the agents that the main thread spawned, or that nothing links.
func rootsOf(s *sessionSite) []*parser.Agent {
	var roots []*parser.Agent
	for _, a := range s.s.Agents {
		if a.Parent == nil {
			roots = append(roots, a)
		}
	}
	return roots
}

func ledgerRows(l *parser.Ledger) []view.LedgerRow {
	var rows []view.LedgerRow
	for _, r := range []view.LedgerRow{
		{Class: "shown", Count: l.Shown},
		{Class: "merged", Count: l.Merged},
		{Class: "structural", Count: l.Structural},
		{Class: "metadata", Count: l.Metadata},
		{Class: "duplicate", Count: l.Duplicate},
		{Class: "unknown", Count: l.Unknown},
		{Class: "withheld", Count: l.Withheld},
		{Class: "malformed", Count: l.Malformed},
		{Class: "lines", Count: l.Lines},
	} {
		if r.Count > 0 {
			rows = append(rows, r)
		}
	}
	return rows
}

func fields(from []parser.Field) []view.Field {
	var to []view.Field
	for _, f := range from {
		value := f.Value
		if d, err := time.ParseDuration(value); err == nil && f.Name == parser.MetadataTook {
			value = words.Duration(d)
		}
		to = append(to, view.Field{Name: f.Name, Value: value})
	}
	return to
}

// gitBranches returns the branches of a session. A checkout of a commit, which records call HEAD, is none.
func gitBranches(p *parser.Session) []string {
	var list []string
	for _, name := range p.Branches {
		if name != "HEAD" {
			list = append(list, name)
		}
	}
	return list
}

// publishedRows are the web pages that the session published.
func publishedRows(s *sessionSite) (rows []view.Link) {
	for i := range s.s.Pages {
		rows = append(rows, render.PublishedLink(&s.s.Pages[i]))
	}
	return rows
}
