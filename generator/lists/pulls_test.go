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
