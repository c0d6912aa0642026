package theme

import (
	"html/template"

	"steno/theme/diff"
)

// ChangesPage is the net diff of a session: all files that it changed, or those of one commit.
type ChangesPage struct {
	Page
	Session SessionRow
	Sum     ChangeSum
	Apart   string       // the files that are listed although the sum leaves them out: "1 outside the project", "" for none
	Tree    []TreeRow    // all files on the first page, otherwise those of the page
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
	State          string // "created", "deleted", "moved", "changed"
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
	Path, From     string // From is where it was before, "" when it was not moved
	State          string // "created", "deleted", "moved", "changed"
	Added, Removed int
	AtLeast        bool   // Removed may be more
	Key            string // of the file and its diff as they are now, for marks of the reader
	Large          bool   // collapsed at first
	Notes          []DiffNote
	Hunks          []HunkView
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

// HunkView is a hunk with the turns that made it.
type HunkView struct {
	ID    string
	Lines string // "12–18", "" when the numbers are not known
	Turns []Link
	More  int // links that are left out
	Code  template.HTML
}

// Hunk renders a hunk of a file's diff.
func (t *Theme) Hunk(h diff.Hunk, file string) template.HTML { return diff.Coloured(h, file, t.code) }

// cannedChanges has a file in every state.
func cannedChanges(t *Theme) *ChangesPage {
	turns := []Link{{Text: "Prompt 1", Href: "session.html#m-00000001", Note: "The lamp at the harbour stays dark"}, {Text: "Agent: Find where lamps are lit", Href: "agent.html"}}
	hunk := diff.Hunk{Old: 12, New: 14, Lines: []string{" func (l *Lamp) Light() error {", "-\treturn nil", "+\treturn l.relight() // " + hostile, " }"}}
	made := diff.Hunk{Old: 1, New: 1, Lines: []string{"+package lamp", "+", `+const wick = "cotton"`, `\ No newline at end of file`}}
	return &ChangesPage{
		Page: cannedPage("changes", "Changes of Mend the lamp", "changes.html", ""), Session: cannedRow(0), Sum: ChangeSum{Files: 3, Added: 4, Removed: 8, ByCommand: 1}, Apart: "1 outside the project",
		Tree: []TreeRow{
			{Name: "internal/pier"}, {Depth: 1, Name: "lamp.go", Href: "#f-1", Added: 1, Removed: 1, State: "moved"}, {Depth: 1, Name: "wick.go", Href: "#f-2", Added: 3, State: "created"},
			{Name: "old.go", Href: "#f-3", Removed: 7, State: "deleted"}, {Name: "go.sum", Href: "#f-4", State: "changed by a command"},
		},
		Files: []FileDiff{
			{ID: "f-1", Path: "internal/pier/lamp.go", From: "lamp.go", State: "moved", Added: 1, Removed: 1, Key: "a1", Hunks: []HunkView{{ID: "f-1-1", Lines: "Lines 14–16", Turns: turns, More: 2, Code: t.Hunk(hunk, "lamp.go")}}, All: &Link{Text: "This file in all sessions", Href: "files-lamp.html#f-1"}},
			{ID: "f-2", Path: "internal/pier/wick.go", State: "created", Added: 3, Key: "a2", Hunks: []HunkView{{ID: "f-2-1", Turns: turns[:1], Code: t.Hunk(made, "wick.go")}}, Cut: 900, Rest: &Link{Text: "Jump to the last edit", Href: "session.html#m-00000007"}},
			{ID: "f-3", Path: "old.go", State: "deleted", Removed: 7, AtLeast: true, Key: "a3", Large: true, Notes: []DiffNote{{Text: "Deleted by a command. The transcript does not have all of its lines:", Links: turns, More: 1}}},
			{ID: "f-4", Path: "go.sum", State: "changed by a command", Key: "a4", Notes: []DiffNote{{Text: "Changed by a command. The transcript does not record how:", Links: turns[:1]}}},
		},
		Commits: []CommitDiff{
			{Commit: &CommitRow{SHA: "a1b2c3d", Subject: "lamp: Relight after a restart", Href: "session.html#m-00000005"}, Added: 4, Removed: 1, Files: []TreeRow{{Name: "internal/pier/lamp.go", Href: "#f-1", Added: 4, Removed: 1}}},
			{Removed: 7, Files: []TreeRow{{Name: "old.go", Href: "#f-3", Removed: 7}}},
		},
		All: &Link{Text: "All 4 files", Href: "changes.html"}, Pager: Pager{Page: 1, Pages: 1},
	}
}
