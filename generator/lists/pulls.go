package lists

import (
	"cmp"
	"slices"

	"steno/generator/address"
	"steno/generator/render"
	"steno/generator/summary"
	"steno/parser"
	"steno/theme/view"
)

// What a page of pull requests and commits contains.
const (
	commitsPerPage  = 400
	PullsPerPage    = 100
	sessionsPerPull = 25
)

// writePulls writes the pages of pull requests and commits. Both lists continue on the next page.
func (l *lists) writePulls() error {
	const dir = "pulls"
	pulls, commits, published := madeRows(l.newest, dir)
	ofCommits, ofPulls := address.Chunks(len(commits), commitsPerPage), address.Chunks(len(pulls), PullsPerPage)
	ofPages := address.Chunks(len(published), PullsPerPage)
	pages := max(len(ofCommits), len(ofPulls), len(ofPages))
	for i := range pages {
		file := dir + "/" + address.Page(i+1)
		page := &view.PullsPage{
			Page: l.workPage(file, "pulls", "Pull requests and commits"), Pager: view.PagerOf(i+1, pages, address.Page),
			TotalPulls: len(pulls), TotalCommits: len(commits), TotalPages: len(published),
		}
		if i < len(ofCommits) {
			page.Commits = commits[ofCommits[i].From:ofCommits[i].To]
			noteAgain(page.Commits)
		}
		if i < len(ofPages) {
			page.Pages = published[ofPages[i].From:ofPages[i].To]
		}
		if i < len(ofPulls) {
			page.Pulls = pulls[ofPulls[i].From:ofPulls[i].To]
		}
		if err := l.WritePage(file, page); err != nil {
			return err
		}
	}
	return nil
}

// noteAgain marks the commits of a page that say again which session made them.
func noteAgain(rows []view.CommitAll) {
	for i := 1; i < len(rows); i++ {
		rows[i].Again = rows[i].Session == rows[i-1].Session && len(rows[i].Also) == 0
	}
}

// madeRows lists the pull requests, the commits and the web pages of all sessions, newest first.
func madeRows(newest []summary.Listing, dir string) ([]view.PullRow, []view.CommitAll, []view.PublishedRow) {
	pulls, commits, published := pullRows{dir: dir, at: map[string]int{}},
		commitRows{dir: dir, at: map[commitKey]int{}}, publishedRows{dir: dir, seen: map[string]bool{}}
	for i := range newest {
		s := newest[i].Shown()
		pulls.add(&newest[i], s)
		commits.add(&newest[i], s.Work.Made)
		published.add(&newest[i], s.Work.Pages)
	}
	slices.SortStableFunc(pulls.rows, func(x, y view.PullRow) int { return y.Time.Compare(x.Time) })
	slices.SortStableFunc(commits.rows, func(x, y view.CommitAll) int { return y.Time.Compare(x.Time) })
	slices.SortStableFunc(published.rows, func(x, y view.PublishedRow) int { return y.Time.Compare(x.Time) })
	return pulls.rows, commits.rows, published.rows
}

// pullRows are the pull requests of sessions, each once.
type pullRows struct {
	dir   string
	rows  []view.PullRow
	heads []string // branches that pull requests are known to be from
	at    map[string]int
}

func (l *pullRows) add(listing *summary.Listing, s *summary.Session) {
	for _, pr := range s.Work.Pulls {
		link := render.PullRequestLink(pr)
		key := cmp.Or(link.Href, link.Text)
		i, known := l.at[key]
		if !known {
			i = len(l.rows)
			l.at[key] = i
			l.rows = append(l.rows, view.PullRow{Link: link, Time: pr.Time})
			l.heads = append(l.heads, "")
		}
		row := &l.rows[i]
		if asked := s.Work.Asked[link.Href]; link.Href != "" {
			row.Title, row.State = cmp.Or(row.Title, asked.Title), cmp.Or(row.State, asked.State)
			l.heads[i] = cmp.Or(asked.Branch, l.heads[i])
		}
		if !pr.Time.IsZero() && (row.Time.IsZero() || pr.Time.Before(row.Time)) {
			row.Time = pr.Time
		}
		row.Branch = cmp.Or(l.heads[i], s.Row.Branch, row.Branch) // the earliest session is the last
		if len(row.Sessions) == sessionsPerPull {
			row.More++
			continue
		}
		row.Sessions = append(row.Sessions, sessionLink(listing, l.dir, pr.Anchor))
	}
}

// sessionLink links from a folder to a message of a session; to its first page without an anchor.
func sessionLink(s *summary.Listing, dir, anchor string) view.Link {
	return view.Link{Text: cmp.Or(s.Title, s.ID), Href: address.Relative(dir, cmp.Or(anchor, s.Href)), Note: s.Project.Title()}
}

// commitKey says which commits of several sessions are one: git prints hashes in several lengths.
type commitKey struct{ sha, subject string }

// shortHash is how many digits git prints of a hash, at least.
const shortHash = 7

// publishedRows are the web pages that sessions published, each with the session that published
// it last.
type publishedRows struct {
	dir  string
	rows []view.PublishedRow
	seen map[string]bool
}

func (l *publishedRows) add(s *summary.Listing, pages []parser.Page) {
	for i := range pages {
		p := &pages[i]
		if l.seen[p.URL] {
			continue
		}
		l.seen[p.URL] = true
		l.rows = append(l.rows, view.PublishedRow{Link: render.PublishedLink(p), Time: p.Time, Session: sessionLink(s, l.dir, p.Anchor)})
	}
}

// commitRows are the commits of sessions. A commit that several sessions made, such as those of two
// agents of which one started the other, is one row.
type commitRows struct {
	dir  string
	rows []view.CommitAll
	at   map[commitKey]int
}

func (l *commitRows) add(s *summary.Listing, made []parser.Commit) {
	for _, c := range made {
		key := commitKey{c.SHA[:min(len(c.SHA), shortHash)], c.Subject}
		if i, known := l.at[key]; known && c.SHA != "" {
			l.rows[i].Also = append(l.rows[i].Also, sessionLink(s, l.dir, c.Anchor))
			continue
		}
		l.at[key] = len(l.rows)
		row := view.CommitAll{
			CommitRow: view.CommitRow{SHA: c.SHA, Branch: c.Branch, Subject: c.Subject, Amended: c.Amended,
				Dropped: c.Dropped, Background: c.Background, NoVerify: c.NoVerify,
				Files: c.Files, Added: c.Added, Removed: c.Removed},
			Time:    c.Time,
			Session: sessionLink(s, l.dir, ""),
		}
		if c.Anchor != "" {
			row.Href = address.Relative(l.dir, c.Anchor)
		}
		l.rows = append(l.rows, row)
	}
}
