package generator

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"steno/generator/address"
	"steno/generator/meter"
	"steno/generator/publish"
	"steno/theme"
)

// Pages that list things are cut after so many rows, to stay below the size that
// every page keeps.
const (
	projectsPerPage = 250
	headProjects    = 120 // on the front page and among the figures; all have pages of their own then
	sessionsPerPage = 250
	agentsPerPage   = 400
	recentSessions  = 20
)

// writeLists writes the pages that list sessions, and those that stand alone.
func (b *build) writeLists(context.Context) error {
	defer b.job.Meter.Time(meter.StageLists)()
	b.sortSessions()
	b.condenseProjects()
	b.site.Counts = b.totals()
	for _, write := range []func() error{b.writeIndex, b.writeProjectList, b.writeProjects, b.writeHistory, b.writeFiles, b.writePulls, b.writeStats, b.writeSearchPage, b.writeNotFound, b.writeMachines} {
		if err := write(); err != nil {
			return err
		}
	}
	return nil
}

func (b *build) totals() theme.Totals {
	sum := theme.Totals{Projects: len(b.published.Projects)}
	for _, s := range b.sessions {
		addTotals(&sum, s.Totals)
	}
	return sum
}

func (b *build) writeIndex() error {
	page := &theme.IndexPage{
		Page:     theme.Page{Site: b.site, Kind: "index", Title: b.site.Title, Description: b.site.Description, Path: "index.html"},
		Totals:   b.site.Counts,
		Activity: b.activity(),
		History:  b.historyLink(),
	}
	if b.Config.Publish.Twins {
		page.Twin = twinFile
	}
	page.Projects, page.More = b.firstProjects("", lastActive)
	recent := slices.DeleteFunc(slices.Clone(b.newest), (*built).bare)
	page.Recent = rowsFrom("", recent[:min(recentSessions, len(recent))])
	return b.writePage("index.html", page)
}

// lastActive puts the project that was active last first.
func lastActive(a, c theme.ProjectRow) int { return c.Totals.End.Compare(a.Totals.End) }

// projectRows lists all projects, with addresses relative to dir.
func (b *build) projectRows(dir string, order func(a, c theme.ProjectRow) int) []theme.ProjectRow {
	var rows []theme.ProjectRow
	for _, p := range b.published.Projects {
		rows = append(rows, b.projectRow(p, dir))
	}
	slices.SortStableFunc(rows, order)
	return grouped(rows, func(r theme.ProjectRow) string { return r.Group })
}

// firstProjects lists the first projects and leads to all of them, when there are more.
func (b *build) firstProjects(dir string, order func(a, c theme.ProjectRow) int) (rows []theme.ProjectRow, more *theme.Link) {
	rows = b.projectRows(dir, order)
	if len(rows) <= headProjects {
		return rows, nil
	}
	return rows[:headProjects], &theme.Link{Text: fmt.Sprintf("All %d projects", len(rows)), Href: address.Relative(dir, "projects/index.html")}
}

// writeProjectList writes the pages that list all projects of an archive that has too many
// for its front page.
func (b *build) writeProjectList() error {
	const dir = "projects"
	rows := b.projectRows(dir, lastActive)
	if len(rows) <= headProjects {
		return nil
	}
	pages := address.Chunks(len(rows), projectsPerPage)
	for i, c := range pages {
		file := dir + "/" + address.Page(i+1)
		view := &theme.ProjectsPage{Page: b.workPage(file, "projects", fmt.Sprintf("All %d projects", len(rows))), Projects: rows[c.From:c.To], Pager: address.Pager(i+1, len(pages))}
		if err := b.writePage(file, view); err != nil {
			return err
		}
	}
	return nil
}

// activity counts sessions and prompts by the UTC day that a session began on.
func (b *build) activity() []theme.Day {
	days := map[time.Time]*theme.Day{}
	for _, s := range b.sessions {
		if s.Totals.Start.IsZero() {
			continue
		}
		date := s.Totals.Start.UTC().Truncate(24 * time.Hour)
		if days[date] == nil {
			days[date] = &theme.Day{Date: date}
		}
		days[date].Sessions++
		days[date].Prompts += s.Totals.Prompts
	}
	list := make([]theme.Day, 0, len(days))
	for _, d := range days {
		list = append(list, *d)
	}
	slices.SortFunc(list, func(a, c theme.Day) int { return a.Date.Compare(c.Date) })
	return list
}

func (b *build) projectRow(p *publish.Project, dir string) theme.ProjectRow {
	row := theme.ProjectRow{Name: p.Name, Group: p.Group, Dir: p.Dir, Href: address.Relative(dir, address.ProjectPage(p.Slug))}
	for _, s := range b.ofProject[p] {
		addTotals(&row.Totals, s.Totals)
	}
	return row
}

// sortSessions puts all sessions and those of each project newest first.
func (b *build) sortSessions() {
	b.newest, b.ofProject = slices.Clone(b.sessions), map[*publish.Project][]*built{}
	slices.SortStableFunc(b.newest, func(a, c *built) int {
		return cmp.Or(c.Totals.Start.Compare(a.Totals.Start), cmp.Compare(a.Row.ID, c.Row.ID))
	})
	for _, s := range b.newest {
		b.ofProject[s.project] = append(b.ofProject[s.project], s)
	}
}

func (b *build) writeProjects() error {
	for _, p := range b.published.Projects {
		if err := errors.Join(b.writeProject(p), b.writeProjectNotes(p)); err != nil {
			return err
		}
	}
	return nil
}

func (b *build) writeProject(p *publish.Project) error {
	dir := address.Project(p.Slug)
	if kept, err := b.keepLists(p, dir); kept || err != nil {
		return err
	}
	var sessions, bare []*built
	for _, s := range b.ofProject[p] {
		if s.bare() {
			bare = append(bare, s)
		} else {
			sessions = append(sessions, s)
		}
	}
	pages := address.Chunks(len(sessions), sessionsPerPage)
	rows := ""
	if len(pages) > 1 {
		var err error
		if rows, err = b.writeRows(dir, sessions); err != nil {
			return err
		}
	}
	for i, c := range pages {
		file := dir + "/" + address.Page(i+1)
		view := &theme.ProjectPage{
			Page: theme.Page{
				Site: b.site, Kind: "project", Title: p.Title(), Path: file, Root: address.Root(file),
				Crumbs: []theme.Link{{Text: b.site.Title, Href: address.Relative(dir, "index.html")}},
			},
			Project: b.projectRow(p, dir),
			Notes:   notesLink(dir, dir, b.memories[p]),
			Rows:    rows,
			Pager:   address.Pager(i+1, len(pages)),
		}
		view.Sessions = rowsFrom(dir, sessions[c.From:c.To])
		if i+1 == len(pages) {
			view.Bare = rowsFrom(dir, bare)
		}
		if err := b.writePage(file, view); err != nil {
			return err
		}
	}
	return nil
}

// rowsPrefix begins the name of a script with all rows of a list.
const rowsPrefix = "sessions."

// writeRows writes the script with all sessions of a list, which sorting and filtering
// take, and gives its address.
func (b *build) writeRows(dir string, sessions []*built) (string, error) {
	data, err := theme.RowsScript(rowsFrom(dir, sessions))
	if err != nil {
		return "", err
	}
	name := rowsPrefix + address.ContentName(data) + ".js"
	return name, b.out.Write(dir+"/"+name, data)
}

// rowsFrom is the rows of sessions with addresses relative to dir.
func rowsFrom(dir string, sessions []*built) []theme.SessionRow {
	var rows []theme.SessionRow
	for _, s := range sessions {
		row := s.Row
		row.Href = address.Relative(dir, row.Href)
		row.Project.Href = address.Relative(dir, row.Project.Href)
		row.Tags = tagsFrom(dir, row.Tags)
		rows = append(rows, row)
	}
	return rows
}

// tagsFrom is tags with addresses relative to dir.
func tagsFrom(dir string, tags []theme.Link) []theme.Link {
	tags = slices.Clone(tags)
	for i := range tags {
		if page, query, ok := strings.Cut(tags[i].Href, "?"); ok {
			tags[i].Href = address.Relative(dir, page) + "?" + query
		}
	}
	return tags
}

func (b *build) writeSearchPage() error {
	if b.index == nil {
		return nil
	}
	file := "search/index.html"
	return b.writePage(file, &theme.SearchPage{
		Page: theme.Page{
			Site: b.site, Kind: "search", Title: "Search", Path: file, Root: address.Root(file),
			Crumbs: []theme.Link{{Text: b.site.Title, Href: "../index.html"}},
		},
		Sessions: len(b.sessions),
	})
}

func (b *build) writeNotFound() error {
	return b.writePage("404.html", &theme.NotFoundPage{Page: theme.Page{
		Site: b.site, Kind: "404", Title: "Page not found", Path: "404.html", Root: b.basePath(),
	}})
}

// writeAgentList writes the pages that list all agents of a session that has too
// many for its head.
func (s *sessionSite) writeAgentList() error {
	dir := s.dir + "/agents"
	if s.allAgents(dir) == nil {
		return nil
	}
	rows := s.agentRows(dir, s.roots(), len(s.s.Agents))
	pages := address.Chunks(len(rows), agentsPerPage)
	for i, c := range pages {
		file := dir + "/" + address.Page(i+1)
		view := &theme.AgentsPage{
			Page: theme.Page{
				Site: s.site, Kind: "agents", Title: fmt.Sprintf("Agents of %s", s.s.Title.Text), Path: file, Root: address.Root(file),
				Crumbs: []theme.Link{
					{Text: s.site.Title, Href: address.Relative(dir, "index.html")},
					{Text: s.src.Project.Title(), Href: address.Relative(dir, address.ProjectPage(s.src.Project.Slug))},
					{Text: s.s.Title.Text, Href: address.Relative(dir, s.dir+"/index.html")},
				},
			},
			Session: s.row(dir),
			Agents:  rows[c.From:c.To],
			Pager:   address.Pager(i+1, len(pages)),
		}
		if err := s.writePage(file, view); err != nil {
			return err
		}
	}
	return nil
}
