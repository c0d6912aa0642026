// Package lists writes the pages over all sessions: the front page, projects, changed files, pull
// requests, statistics, the history, and those that are about no session. Its input is the summaries
// of all sessions; its output is files.
package lists

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"maps"
	"net/url"
	"path"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"steno/generator/address"
	"steno/generator/feeds"
	"steno/generator/meter"
	"steno/generator/publish"
	"steno/generator/render"
	"steno/generator/stats"
	"steno/generator/summary"
	"steno/parser"
	"steno/theme/view"
)

// Pages that list things are cut after so many rows, to stay below the size that
// every page keeps.
const (
	ProjectsPerPage = 250 // also of projects whose files changed
	headProjects    = 120 // on the front page and among the figures; all have their own pages then
	sessionsPerPage = 250
	recentSessions  = 20
)

// Input is what the lists are made of.
type Input struct {
	Archive  *publish.Archive
	Sessions []*summary.Stored // of the archive's sessions, in order
	Sums     *summary.Sums     // of these
	Notes    map[*publish.Project][]*parser.Note
	History  []parser.TypedPrompt // newest first
	// takes a project's lists in dir over from the last build, if they would be the same
	Keep func(p *publish.Project, dir string) (bool, error)

	KeepPage func(name, key string, of iter.Seq[summary.Listing], same func(was, is *summary.Session) bool) (bool, error) // see stats.Input
}

// lists is the input in the orders that lists need.
type lists struct {
	*render.Renderer
	Input
	newest    []summary.Listing
	talks     []summary.Listing                      // newest first, those with a conversation of their own
	ofProject map[*publish.Project][]summary.Listing // newest first
	alike     bool                                   // one program wrote all talks, which rows then need not name
}

// Write writes the pages that list sessions, and those that are about no session.
func Write(r *render.Renderer, in Input) error {
	defer r.Meter.Time(meter.StageLists)()
	own, site := *r, *r.Site
	own.Site = &site
	l := &lists{Renderer: &own, Input: in, newest: summary.NewestFirst(in.Archive.Sessions(), in.Sessions),
		ofProject: map[*publish.Project][]summary.Listing{}}
	for _, s := range l.newest {
		l.ofProject[s.Project] = append(l.ofProject[s.Project], s)
	}
	l.talks = slices.DeleteFunc(slices.Clone(l.newest), summary.Listing.Aside)
	l.alike = oneClient(l.talks)
	site.Counts = in.Sums.All
	site.Counts.Projects = len(in.Archive.Projects)
	var group errgroup.Group // the statistics are half of the work, and the last of a build without a search
	group.Go(l.writeStats)
	group.Go(func() error {
		for _, write := range []func() error{
			l.writeIndex, l.writeSessions, l.writeProjectList, l.writeProjects, l.writeHistory,
			l.writeFiles, l.writePulls, l.writeSearchPage, l.writeNotFound,
		} {
			if err := write(); err != nil {
				return err
			}
		}
		return nil
	})
	if err := group.Wait(); err != nil {
		return err
	}
	return feeds.Write(l.Renderer, feeds.Input{Projects: in.Archive.Projects, Newest: l.newest, OfProject: l.ofProject})
}

func (l *lists) writeIndex() error {
	page := &view.IndexPage{
		Page:     view.Page{Site: l.Site, Kind: "index", Title: l.Site.Title, Description: l.Site.Description, Path: "index.html"},
		Totals:   l.Site.Counts,
		Activity: activity(l.newest, l.talks),
		History:  l.historyLink(),
	}
	page.Totals.Linked = true
	if l.Conf.Publish.Twins {
		page.Twin = render.TwinFile
	}
	page.Projects, page.More = l.firstProjects("", lastActive)
	page.Recent = rowsFrom("", l.talks[:min(recentSessions, len(l.talks))])
	if len(l.talks) > recentSessions {
		page.All = &view.Link{Text: fmt.Sprintf("All %d sessions", len(l.newest)), Href: sessionsDir + "/index.html"}
	}
	return l.WritePage("index.html", page)
}

// lastActive puts the project that was active last first.
func lastActive(a, c view.ProjectRow) int { return c.Totals.End.Compare(a.Totals.End) }

// projectRows lists all projects, with addresses relative to dir.
func (l *lists) projectRows(dir string, order func(a, c view.ProjectRow) int) []view.ProjectRow {
	var rows []view.ProjectRow
	for _, p := range l.Archive.Projects {
		rows = append(rows, l.projectRow(p, dir))
	}
	slices.SortStableFunc(rows, order)
	return grouped(rows, func(r view.ProjectRow) string { return r.Group })
}

// firstProjects lists the first projects and leads to all of them, when there are more.
func (l *lists) firstProjects(dir string, order func(a, c view.ProjectRow) int) (rows []view.ProjectRow, more *view.Link) {
	rows = l.projectRows(dir, order)
	if len(rows) <= headProjects {
		return rows, nil
	}
	return rows[:headProjects], &view.Link{Text: fmt.Sprintf("All %d projects", len(rows)),
		Href: address.Relative(dir, "projects/index.html")}
}

// writeProjectList writes the pages that list all projects of an archive that has too many
// for its front page.
func (l *lists) writeProjectList() error {
	const dir = "projects"
	rows := l.projectRows(dir, lastActive)
	if len(rows) <= headProjects {
		return nil
	}
	pages := address.Chunks(len(rows), ProjectsPerPage)
	for i, c := range pages {
		file := dir + "/" + address.Page(i+1)
		page := &view.ProjectsPage{Page: l.workPage(file, "projects",
			fmt.Sprintf("All %d projects", len(rows))), Projects: rows[c.From:c.To],
			Pager: view.PagerOf(i+1, len(pages), address.Page)}
		if err := l.WritePage(file, page); err != nil {
			return err
		}
	}
	return nil
}

func (l *lists) projectRow(p *publish.Project, dir string) view.ProjectRow {
	return view.ProjectRow{Name: p.Name, Group: p.Group, Dir: p.Dir,
		Href: address.Relative(dir, address.ProjectPage(p.Slug)), Totals: l.Sums.Project(p)}
}

func (l *lists) writeProjects() error {
	for _, p := range l.Archive.Projects {
		if err := errors.Join(l.writeProject(p), l.writeProjectNotes(p), leadOn(l, p, address.ProjectPage)); err != nil {
			return err
		}
	}
	return nil
}

// leadOn writes pages at the former addresses of one of a project's pages, which lead to the one of today.
func leadOn(l *lists, p *publish.Project, page func(slug string) string) error {
	for _, slug := range p.Former {
		if slices.ContainsFunc(l.Archive.Projects, func(o *publish.Project) bool { return o.Slug == slug }) {
			continue
		}
		file := page(slug)
		dir := path.Dir(file)
		err := l.WritePage(file, &view.ProjectPage{
			Page: view.Page{
				Site: l.Site, Kind: "project", Title: p.Title(), Path: file, Root: address.Root(file),
				Crumbs: []view.Link{{Text: l.Site.Title, Href: address.Relative(dir, "index.html")}},
			},
			Project: view.ProjectRow{Name: p.Name, Group: p.Group, Dir: p.Dir},
			Moved:   &view.Link{Text: p.Title(), Href: address.Relative(dir, page(p.Slug))},
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (l *lists) writeProject(p *publish.Project) error {
	dir := address.Project(p.Slug)
	if kept, err := l.Keep(p, dir); kept || err != nil {
		return err
	}
	var sessions, bare, repeats []summary.Listing
	for _, s := range l.ofProject[p] {
		switch {
		case s.Bare():
			bare = append(bare, s)
		case s.Repeats:
			repeats = append(repeats, s)
		default:
			sessions = append(sessions, s)
		}
	}
	pages := address.Chunks(len(sessions), sessionsPerPage)
	rows := ""
	if len(pages) > 1 {
		var err error
		if rows, _, err = l.writeRows(dir, sessions, false); err != nil {
			return err
		}
	}
	for i, c := range pages {
		file := dir + "/" + address.Page(i+1)
		page := &view.ProjectPage{
			Page: view.Page{
				Site: l.Site, Kind: "project", Title: p.Title(), Path: file, Root: address.Root(file),
				Crumbs: []view.Link{{Text: l.Site.Title, Href: address.Relative(dir, "index.html")}},
			},
			Project: l.projectRow(p, dir),
			Files:   filesLink(l.filesRow(p), dir, p),
			Notes:   render.NotesLink(dir, dir, l.Notes[p]),
			Rows:    rows,
			Pager:   view.PagerOf(i+1, len(pages), address.Page),
		}
		page.Sessions = rowsFrom(dir, sessions[c.From:c.To])
		if i+1 == len(pages) {
			page.Bare, page.Repeats = rowsFrom(dir, bare), rowsFrom(dir, repeats)
		}
		if err := l.WritePage(file, page); err != nil {
			return err
		}
	}
	return nil
}

// rowsFrom is the rows of sessions with addresses relative to dir.
func rowsFrom(dir string, sessions []summary.Listing) []view.SessionRow {
	if len(sessions) == 0 {
		return nil
	}
	rows := make([]view.SessionRow, 0, len(sessions))
	for _, s := range sessions {
		rows = append(rows, rowFrom(dir, s))
	}
	return rows
}

func rowFrom(dir string, s summary.Listing) view.SessionRow {
	row := s.Row()
	row.Href = address.Relative(dir, row.Href)
	row.Project.Href = address.Relative(dir, row.Project.Href)
	row.Tags = tagsFrom(dir, row.Tags)
	return row
}

// tagsFrom is tags with addresses relative to dir.
func tagsFrom(dir string, tags []view.Link) []view.Link {
	tags = slices.Clone(tags)
	for i := range tags {
		if page, query, ok := strings.Cut(tags[i].Href, "?"); ok {
			tags[i].Href = address.Relative(dir, page) + "?" + query
		}
	}
	return tags
}

// writeStats writes the statistics.
func (l *lists) writeStats() error {
	in := stats.Input{Newest: l.newest, Usage: l.Sums.Usage, Page: l.workPage, Keep: l.KeepPage}
	in.Projects, in.More = l.firstProjects(stats.Dir, func(x, y view.ProjectRow) int {
		return cmp.Compare(y.Totals.Tokens.Total(), x.Totals.Tokens.Total())
	})
	return stats.Write(l.Renderer, in)
}

func (l *lists) writeSearchPage() error {
	if !l.Site.Search {
		return nil
	}
	file := "search/index.html"
	return l.WritePage(file, &view.SearchPage{
		Page: view.Page{
			Site: l.Site, Kind: "search", Title: "Search", Path: file, Root: address.Root(file),
			Crumbs: []view.Link{{Text: l.Site.Title, Href: "../index.html"}},
		},
		Sessions: len(l.Sessions), Scope: l.Conf.Search.Scope,
	})
}

func (l *lists) writeNotFound() error {
	return l.WritePage("404.html", &view.NotFoundPage{Page: view.Page{
		Site: l.Site, Kind: "404", Title: "Page not found", Path: "404.html", Root: basePath(l),
	}})
}

// grouped puts projects of one group together, at the position of the first.
func grouped[T any](rows []T, group func(T) string) []T {
	at := map[string]int{}
	for i, r := range rows {
		if g := group(r); g != "" && at[g] == 0 {
			at[g] = i + 1
		}
	}
	if len(at) == 0 {
		return rows
	}
	order := map[int][]T{}
	for i, r := range rows {
		place := cmp.Or(at[group(r)], i+1)
		order[place] = append(order[place], r)
	}
	var out []T
	for _, place := range slices.Sorted(maps.Keys(order)) {
		out = append(out, order[place]...)
	}
	return out
}

// basePath is the path that the site's root has at its host: "/" when no base URL
// is configured. Only 404.html needs it: hosts serve that page at any depth.
func basePath(l *lists) string {
	u, err := url.Parse(l.Conf.BaseURL)
	if err != nil || u.Path == "" {
		return "/"
	}
	return u.Path
}
