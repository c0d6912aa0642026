package lists

import (
	"testing"

	"steno/generator/publish"
	"steno/generator/summary"
)

// TestSameFile: a file is one row, however sessions wrote its path.
func TestSameFile(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		dir  string
		want int
	}{{`D:\quay`, 2}, {"/srv/quay", 3}} {
		p := &publish.Project{Dir: c.dir}
		l := &lists{ofProject: map[*publish.Project][]summary.Listing{}}
		for _, files := range [][]summary.File{{{Path: "Lamps/oil.go", Edits: 1}, {Path: "E:/notes.md", Edits: 1}}, {{Path: "lamps/oil.go", Edits: 2}, {Path: "e:/Notes.md", Edits: 1}}} {
			s := &summary.Session{Work: summary.Work{Files: files}}
			l.ofProject[p] = append(l.ofProject[p], summary.Listing{Stored: summary.InMemory(s), Project: p})
		}
		if got := len(l.filesOf(p)); got != c.want {
			t.Errorf("%s: %d files, want %d", c.dir, got, c.want)
		}
		if got := l.filesRow(p).Files; got != c.want {
			t.Errorf("%s: %d files counted, want %d", c.dir, got, c.want)
		}
	}
}
