package lists

import (
	"cmp"
	"slices"

	"steno/generator/address"
	"steno/generator/render"
	"steno/generator/summary"
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
	pulls, commits := pullRows(l.newest, dir), commitRows(l.newest, dir)
	ofCommits, ofPulls := address.Chunks(len(commits), commitsPerPage), address.Chunks(len(pulls), PullsPerPage)
	published := publishedRows(l.newest, dir)
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

// pullRows lists the pull requests of all sessions, each once, newest first.
func pullRows(newest []summary.Listing, dir string) []view.PullRow {
	var rows []view.PullRow
	at := map[string]int{}
	for _, s := range newest {
		for _, pr := range s.Work.Pulls {
			link := render.PullRequestLink(pr)
			key := cmp.Or(link.Href, link.Text)
			i, known := at[key]
			if !known {
				i = len(rows)
				at[key] = i
				rows = append(rows, view.PullRow{Link: link, Time: pr.Time})
			}
			if at := s.Work.Asked[link.Href]; link.Href != "" {
				rows[i].Title, rows[i].State = cmp.Or(rows[i].Title, at.Title), cmp.Or(rows[i].State, at.State)
			}
			if !pr.Time.IsZero() && (rows[i].Time.IsZero() || pr.Time.Before(rows[i].Time)) {
				rows[i].Time = pr.Time
			}
			rows[i].Branch = cmp.Or(s.Row.Branch, rows[i].Branch) // the earliest session is the last
			if len(rows[i].Sessions) == sessionsPerPull {
				rows[i].More++
				continue
			}
			rows[i].Sessions = append(rows[i].Sessions, sessionLink(&s, dir, pr.Anchor))
		}
	}
	slices.SortStableFunc(rows, func(x, y view.PullRow) int { return y.Time.Compare(x.Time) })
	return rows
}

// sessionLink links from a folder to a message of a session; to its first page without an anchor.
func sessionLink(s *summary.Listing, dir, anchor string) view.Link {
	return view.Link{Text: cmp.Or(s.Row.Title, s.Row.ID), Href: address.Relative(dir, cmp.Or(anchor, s.Row.Href)), Note: s.Project.Title()}
}

// commitKey says which commits of several sessions are one: git prints hashes in several lengths.
type commitKey struct{ sha, subject string }

// shortHash is how many digits git prints of a hash, at least.
const shortHash = 7

// publishedRows lists the web pages that sessions published, each with the session that published
// it last, newest first.
func publishedRows(newest []summary.Listing, dir string) []view.PublishedRow {
	var rows []view.PublishedRow
	seen := map[string]bool{}
	for _, s := range newest {
		for i := range s.Work.Pages {
			p := &s.Work.Pages[i]
			if seen[p.URL] {
				continue
			}
			seen[p.URL] = true
			rows = append(rows, view.PublishedRow{Link: render.PublishedLink(p), Time: p.Time, Session: sessionLink(&s, dir, p.Anchor)})
		}
	}
	slices.SortStableFunc(rows, func(x, y view.PublishedRow) int { return y.Time.Compare(x.Time) })
	return rows
}

// commitRows lists the commits of all sessions, newest first. A commit that several sessions made, such as those of two
// agents of which one started the other, is one row.
func commitRows(newest []summary.Listing, dir string) []view.CommitAll {
	var rows []view.CommitAll
	at := map[commitKey]int{}
	for _, s := range newest {
		for _, c := range s.Work.Made {
			key := commitKey{c.SHA[:min(len(c.SHA), shortHash)], c.Subject}
			if i, known := at[key]; known && c.SHA != "" {
				rows[i].Also = append(rows[i].Also, sessionLink(&s, dir, c.Anchor))
				continue
			}
			at[key] = len(rows)
			row := view.CommitAll{
				CommitRow: view.CommitRow{SHA: c.SHA, Branch: c.Branch, Subject: c.Subject, Amended: c.Amended, Dropped: c.Dropped, Background: c.Background, NoVerify: c.NoVerify},
				Time:      c.Time,
				Session:   sessionLink(&s, dir, ""),
			}
			if c.Anchor != "" {
				row.Href = address.Relative(dir, c.Anchor)
			}
			rows = append(rows, row)
		}
	}
	slices.SortStableFunc(rows, func(x, y view.CommitAll) int { return y.Time.Compare(x.Time) })
	return rows
}
