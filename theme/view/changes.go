package view

import (
	"html/template"
)

// ChangesPage is the net diff of a session: all files that it changed, or those of one commit.
type ChangesPage struct {
	Page
	Session SessionRow
	Sum     ChangeSum
	Apart   string       // the files that are listed although the sum leaves them out: "1 outside the project", "" for none
	Tree    []TreeRow    // on the first page all files, on other pages those of that page
	All     *Link        // the first page, nil on it
	Files   []FileDiff   // those of this page
	Commits []CommitDiff // on the first page
	Pager   Pager
}

// CommitDiff is what changed up to a commit of the session, since the one before.
type CommitDiff struct {
	Commit         *CommitRow // nil for what changed behind the last one
	Added, Removed int
	Files          []TreeRow // with the whole path as their name
	More           int       // files that are left out
}

// Count is how many files changed.
func (d CommitDiff) Count() int { return len(d.Files) + d.More }

// ChangeSum is what all files of a page's series have in common.
type ChangeSum struct {
	Files, Added, Removed    int // net
	ChurnAdded, ChurnRemoved int // of all edits
	ByCommand                int // files that only commands changed
}

// TreeRow is a folder or a file in the tree of changed files.
type TreeRow struct {
	Depth          int
	Name           string // a part of the path; several folders when there is nothing else in them
	Href           string // of the diff, "" for a folder
	Added, Removed int
	// "created", "deleted", "created and deleted", "moved", "changed", "changed by a command", "no
	// net change"; "" for a folder
	State string
}

// Letter is the state as git abbreviates it, "" for a plain change.
func (r TreeRow) Letter() string {
	switch r.State {
	case "created":
		return "A"
	case "deleted":
		return "D"
	case "moved":
		return "R"
	}
	return ""
}

// FileDiff is the net change of one file.
type FileDiff struct {
	ID             string
	Path           string
	From           string // where it was before, "" when it was not moved
	State          string // "created", "deleted", "created and deleted", "moved", "changed", "changed by a command", "no net change"
	Added, Removed int
	AtLeast        bool   // Removed may be more
	Key            string // of the file and its diff as they are now, for marks of the reader
	Large          bool   // collapsed at first
	Notes          []DiffNote
	Hunks          []Hunk
	Cut            int   // lines that are not shown because there are too many
	Rest           *Link // the call with the first of them
	All            *Link // the changes of the file by all sessions; nil when only commands changed it
}

// DiffNote says what is not known of a change, with the calls that it is about.
type DiffNote struct {
	Text  string
	Links []Link
	More  int // links that are left out
}

// Hunk is a hunk with the turns that made it.
type Hunk struct {
	ID    string
	Lines string // "12–18", "" when the numbers are not known
	Turns []Link
	More  int // links that are left out
	Code  template.HTML
}
