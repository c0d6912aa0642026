package lists

import (
	"testing"

	"steno/generator/publish"
	"steno/generator/summary"
	"steno/parser"
	"steno/theme/view"
)

// A commit that two sessions made is one row with links to both, whatever the length of its hash.
func TestCommitRows(t *testing.T) {
	t.Parallel()
	session := func(id string, commits ...parser.Commit) summary.Listing {
		return summary.Listing{Stored: summary.InMemory(&summary.Session{Row: view.SessionRow{ID: id, Title: id, Href: "sessions/" + id + "/index.html"}, Work: summary.Work{Made: commits}}), Title: id, Project: &publish.Project{}}
	}
	l := &lists{newest: []summary.Listing{
		session("codex-a", parser.Commit{SHA: "1234567", Subject: "Light the lamp"}, parser.Commit{Subject: "Dim it"}, parser.Commit{Subject: "Dim it"}),
		session("b", parser.Commit{SHA: "123456789", Subject: "Light the lamp"}, parser.Commit{SHA: "1234567", Subject: "Another"}),
	}}
	_, rows, _ := madeRows(l.newest, "pulls")
	if len(rows) != 4 || len(rows[0].Also) != 1 || rows[0].Also[0].Text != "b" || rows[0].Session.Text != "codex-a" || len(rows[1].Also)+len(rows[3].Also) != 0 {
		t.Errorf("%+v", rows)
	}
	noteAgain(rows)
	for i, want := range []bool{false, true, true, false} {
		if rows[i].Again != want {
			t.Errorf("row %d repeats the session above: %t, want %t", i, rows[i].Again, want)
		}
	}
}

// TestPullBranches takes the branch of a pull request from the session that opened it, otherwise that of the earliest session.
func TestPullBranches(t *testing.T) {
	t.Parallel()
	session := func(id, branch string, asked map[string]summary.Asked, urls ...string) summary.Listing {
		var work summary.Work
		for _, url := range urls {
			work.Pulls = append(work.Pulls, parser.PullRequest{URL: url, Number: 1})
		}
		work.Asked = asked
		return summary.Listing{Stored: summary.InMemory(&summary.Session{Row: view.SessionRow{ID: id, Title: id, Branch: branch, Href: "sessions/" + id + "/index.html"}, Work: work}), Title: id, Project: &publish.Project{}}
	}
	rows, _, _ := madeRows([]summary.Listing{
		session("c", "main", map[string]summary.Asked{"u": {Branch: "lamp"}}, "u", "v"),
		session("b", "wick", nil, "u", "v"),
	}, "pulls")
	if len(rows) != 2 || rows[0].Branch != "lamp" || rows[1].Branch != "wick" {
		t.Errorf("%+v", rows)
	}
}
