package pages

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"steno/generator/address"
	"steno/generator/config"
	"steno/generator/publish"
	"steno/generator/render"
	"steno/generator/stats"
	"steno/parser"
	"steno/parser/facts"
	"steno/parser/prose"
	"steno/parser/source"
	"steno/theme/markup"
	"steno/theme/view"
	"steno/theme/words"
)

// headRows is how many rows each list in a session's head shows. Longer lists of
// agents get their own pages; of changed files the most edited are shown.
const headRows = 60

// headNote is how many bytes of its publisher's note a session's head shows.
const headNote = 16 << 10

// threadView is the view of page number of a branch.
func threadView(s *sessionSite, t *threadSite, bs *branchSite, number int, body [][]byte) *view.ThreadPage {
	file := bs.dir + "/" + address.Page(number)
	page := &view.ThreadPage{
		Page:    view.Page{Site: s.Site, Kind: "session", Title: s.s.Title.Text, Path: file, Root: address.Root(file)},
		First:   number == 1,
		Outline: bs.outline(number),
		Pager:   view.PagerIn(number, bs.links()),
		Body:    markup.FromTemplate(body...),
	}
	if s.Conf.Publish.Twins && bs == t.branches[0] {
		page.Twin = render.TwinFile
	}
	if s.MakesPreviews(config.CardsSessions) {
		page.Card = s.dir + "/" + render.PreviewFile
	}
	page.Anchors, page.Levels = anchorsScript(s, bs.dir), levelLinks(bs, "")
	if number > 1 {
		page.Continues = bs.continues(number)
	}
	page.ContinuesOn = number < len(bs.pages) && bs.continues(number+1) != nil
	page.Session = headOf(s, bs.dir, page.First && t.agent == nil && bs == t.branches[0])
	page.Description = prose.Excerpt(page.Session.Excerpt, 155) // what search engines show of it
	page.Crumbs = crumbsOf(s, t, bs)
	if t.agent != nil {
		page.Kind = "agent"
		page.Title = publish.AgentTitle(t.agent)
		page.Agent = agentHead(s, bs.dir, t, page.First && bs == t.branches[0])
	}
	if bs == t.shared {
		page.Kind, page.Title = "beginning", "Beginning of "+page.Title
		page.Beginning = beginningHead(s, t)
	} else if bs != t.branches[0] {
		page.Kind = "branch"
		page.Branch = branchHead(s, bs, t)
		page.Title = "Branch: " + page.Branch.Prompt
	}
	if page.Kind == "session" {
		page.Prev, page.Next = neighbours(s, bs.dir)
	}
	return page
}

// repeating links to the internal agents that repeat the conversation; of several, with when what each repeats began.
func repeating(s *sessionSite, dir string) (links []view.Link) {
	agents := publish.Repeating(s.s.Agents)
	for _, a := range agents {
		t, ok := s.agents[a]
		if !ok {
			continue
		}
		l := view.Link{Text: publish.AgentTitle(a), Href: address.Relative(dir, t.dir+"/index.html")}
		if len(agents) > 1 && !a.Thread.Start.IsZero() {
			l.Note = words.Day(a.Thread.Start) + ", " + words.Clock(a.Thread.Start)
		}
		links = append(links, l)
	}
	return links
}

// neighbours are the sessions before and after this one in its project.
func neighbours(s *sessionSite, dir string) (prev, next *view.Link) {
	var titles [2]string
	if s.Around != nil {
		titles = s.Around(s.src)
	}
	link := func(other *publish.Session, title string) *view.Link {
		if other == nil {
			return nil
		}
		l := &view.Link{Text: prose.Excerpt(title, neighbourTitle), Href: address.Relative(dir, address.Session(other.ID)+"/index.html")}
		if t := other.Start; !t.IsZero() {
			l.Note = t.UTC().Format("2 Jan 2006, 15:04")
		}
		if l.Text == "" {
			l.Text, l.Note = cmp.Or(l.Note, "Session "+shortID(other.ID)), ""
		}
		return l
	}
	before, after := s.src.Project.Around(s.src)
	return link(before, titles[0]), link(after, titles[1])
}

// shortID returns the first part of a UUID, which says enough in a list, and other ids as they are.
func shortID(id string) string {
	if first, rest, ok := strings.Cut(id, "-"); ok && len(first) == 8 && len(rest) == 27 {
		return first
	}
	return id
}

// neighbourTitle is how many bytes of the title of another session the foot of a page shows.
const neighbourTitle = 80

// mostCrumbs is how many of the agents above its own a page names.
const mostCrumbs = 8

// crumbsOf lead from the index to the parent of a thread's page, through the levels of agents.
func crumbsOf(s *sessionSite, t *threadSite, bs *branchSite) []view.Link {
	crumb := func(text, target string) view.Link {
		return view.Link{Text: text, Href: address.Relative(bs.dir, target)}
	}
	links := []view.Link{
		crumb(s.Site.Title, "index.html"),
		crumb(s.src.Project.Title(), address.ProjectPage(s.src.Project.Slug)),
	}
	if t.agent == nil && bs == t.branches[0] {
		return links
	}
	links = append(links, crumb(s.s.Title.Text, s.dir+"/index.html"))
	var above []view.Link
	if t.agent != nil {
		for a := t.agent.Parent; a != nil && len(above) <= mostCrumbs; a = a.Parent {
			text := publish.AgentTitle(a)
			if len(above) == mostCrumbs {
				text = "…" // represents all that are above
			}
			above = append(above, crumb(text, s.agents[a].dir+"/index.html"))
		}
		slices.Reverse(above)
		if bs != t.branches[0] {
			above = append(above, crumb(publish.AgentTitle(t.agent), t.dir+"/index.html"))
		}
	}
	return append(links, above...)
}

// headOf is the session's head; full only where it is shown whole.
func headOf(s *sessionSite, dir string, full bool) view.SessionHead {
	p := s.s
	head := view.SessionHead{SessionRow: s.row(dir), TitleSource: string(p.Title.Source), Slug: p.Slug}
	if !full {
		return head
	}
	head.Dirs, head.GitBranches, head.Versions = p.Dirs, gitBranches(p), p.Versions
	head.Client = s.src.Source.Format.Name
	head.ModelUsage, head.Days = s.ModelRows(p.Usage), dayRows(daysOf(s), head.Tokens.Total())
	head.Failures = s.figures.errors.from(dir, true)
	head.Outcome, head.Flags = outcomeOf(s, dir), flagGroups(s, dir)
	head.Timeline = timelineOf(s, dir, s.threads[0])
	head.AgentTree, head.MoreAgents = s.agentRows(dir, besideWorkflows(s), headRows), s.allAgents(dir)
	head.Workflows = workflowRows(s, dir)
	head.BranchRows = branchRows(s, dir, s.threads[0])
	head.MoreBranches, head.BranchMap = s.threads[0].allBranches(dir), branchMap(s.threads[0])
	head.Commits, head.Tests, head.Published = commitRows(s, dir), testRows(s, dir), publishedRows(s)
	head.Uses = stats.Groups(usesOf(s))
	head.FilesChanged, head.FilesApart, head.FilesOutside = s.figures.files, s.figures.apart, s.figures.outside
	head.TokensLow = s.figures.Understated(p.Usage)
	if s.figures.diffs != nil {
		head.Changes = address.Relative(dir, s.dir+"/"+changesDir+"/index.html")
	}
	head.ForkedFrom, head.Copies, head.Withheld = forkedFrom(s, dir), toSessions(s, dir, s.src.Copies), p.Withheld
	head.Beginning = beginningOf(s, dir)
	if lead := s.src.Lead; lead != nil {
		link := toSession(s, dir, lead)
		head.Lead, head.Mate = &link, s.src.Mate
	}
	head.Mates = toSessions(s, dir, s.src.Mates)
	for i := range head.Mates {
		head.Mates[i].Note = strings.Trim(s.src.Mates[i].Mate+", "+head.Mates[i].Note, ", ")
	}
	head.ContinuedIn, head.Continues = continuedIn(s, dir), toSessions(s, dir, s.src.Before)
	if p.Reported != nil {
		head.Reported = p.Reported.String()
		for _, m := range p.Reported.Models {
			head.ReportedBy = append(head.ReportedBy, view.ModelRow{Model: m.Model, Tokens: view.Tokens{Output: m.Output},
				Cost: view.Cost{Micros: int64(m.Micros), Priced: true}})
		}
	}
	head.Metadata = fields(p.Metadata)
	head.Ledger = ledgerRows(&p.Ledger)
	if s.records != nil {
		head.Records = address.Relative(dir, s.dir+"/"+recordsFile(1))
	}
	for _, w := range p.Warnings {
		head.Warnings = append(head.Warnings, warningText(w))
	}
	head.AgentsOnly = p.AgentsOnly()
	if head.AgentsOnly {
		head.Repeated = repeating(s, dir)
	}
	if !p.Printed && !head.AgentsOnly {
		head.Resume = resume(s.src.Source.Format, p.ID)
	}
	head.Notes = render.NotesLink(dir, s.dir, p.Notes, p.Checkpoints...)
	if p.Note != "" {
		head.Note = s.Theme.Prose(prose.Start(p.Note, headNote))
		if len(p.Note) > headNote {
			head.NoteRest = &view.Link{Text: "The whole note", Href: s.spill(dir, "txt", []byte(p.Note))}
		}
	}
	return head
}

// resume returns the command that continues a session. People paste it into a shell, so
// there is none for an id that is more than a plain word there.
func resume(format *source.Format, id string) string {
	for _, r := range id {
		if r != '-' && r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') {
			return ""
		}
	}
	if id == "" || id[0] == '-' || format.Resume == nil {
		return ""
	}
	return format.Resume(id)
}

// sessionLink links to another session, nil for "". One that is not in the
// archive is named without an address.
func sessionLink(s *sessionSite, dir, id string) *view.Link {
	if id == "" {
		return nil
	}
	link := &view.Link{Text: id}
	if target := s.lookUp(id); target != "" {
		link.Href = address.Relative(dir, target+"/index.html")
	} else {
		link.Note = "not in this archive"
		if short := shortID(id); short != id {
			link.Text = "session " + short
		}
	}
	return link
}

// agentHead is the head of an agent's page; full on its first one.
func agentHead(s *sessionSite, dir string, t *threadSite, full bool) *view.AgentHead {
	a := t.agent
	above := view.Link{Text: s.s.Title.Text, Href: address.Relative(dir, s.dir+"/index.html")}
	if a.Parent != nil {
		above = view.Link{Text: publish.AgentTitle(a.Parent), Href: address.Relative(dir, s.agents[a.Parent].dir+"/index.html")}
	}
	own := s.errorsOf(a)
	head := &view.AgentHead{
		AgentRow: s.agentRow(dir, a, 0), Prompt: a.Prompt, Parent: &above, Link: string(a.Link),
		Children: s.agentRows(dir, a.Children, headRows), Below: s.below[a], Start: a.Thread.Start,
		End: a.Thread.End, Models: a.Thread.Models,
		ModelUsage: s.ModelRows(a.Usage), TokensLow: s.figures.of(a).Understated(a.Usage), Failures: own.from(dir, false),
	}
	if head.Below > len(head.Children) {
		head.MoreChildren = s.allAgents(dir)
	}
	if full {
		head.Timeline = timelineOf(s, dir, t)
		if o := facts.OutcomeOf(a); head.Tools > 0 {
			if out := endOf(s, dir, t, &o); *out != (view.Outcome{}) {
				head.Outcome = out
			}
		}
	}
	return head
}

func warningText(w parser.Warning) string {
	switch {
	case w.File == "":
		return w.Text
	case w.Line == 0:
		return path.Base(w.File) + ": " + w.Text
	}
	return fmt.Sprintf("%s:%d: %s", path.Base(w.File), w.Line, w.Text)
}
