package theme

import (
	"steno/theme/diff"
	"steno/theme/view"
)

// cannedChanges has a file in every state.
func cannedChanges(t *Theme) *view.ChangesPage {
	turns := []view.Link{{Text: "Prompt 1", Href: "session.html#m-00000001",
		Note: "The lamp at the harbour stays dark"},
		{Text: "Agent: Find where lamps are lit", Href: "agent.html"}}
	hunk := diff.Hunk{Old: 12, New: 14, Lines: []string{" func (l *Lamp) Light() error {", "-\treturn nil",
		"+\treturn l.relight() // " + hostile, " }"}}
	made := diff.Hunk{Old: 1, New: 1, Lines: []string{"+package lamp", "+", `+const wick = "cotton"`, `\ No newline at end of file`}}
	return &view.ChangesPage{
		Page: cannedPage("changes", "Changes in Mend the lamp", "changes.html", ""), Session: cannedRow(0),
		Sum: view.ChangeSum{Files: 3, Added: 4, Removed: 8, ByCommand: 1}, Apart: "1 outside the project",
		Tree: []view.TreeRow{
			{Name: "internal/pier"}, {Depth: 1, Name: "lamp.go", Href: "#f-1", Added: 1, Removed: 1,
				State: "moved"}, {Depth: 1, Name: "wick.go", Href: "#f-2", Added: 3, State: "created"},
			{Name: "old.go", Href: "#f-3", Removed: 7, State: "deleted"}, {Name: "go.sum", Href: "#f-4", State: "changed by a command"},
		},
		Files: []view.FileDiff{
			{ID: "f-1", Path: "internal/pier/lamp.go", From: "lamp.go", State: "moved", Added: 1, Removed: 1,
				Key: "a1", Hunks: []view.Hunk{{ID: "f-1-1", Lines: "Lines 14–16", Turns: turns, More: 2,
					Code: t.Hunk(hunk, "lamp.go")}}, All: &view.Link{Text: "This file in all sessions",
					Href: "files-lamp.html#f-1"}},
			{ID: "f-2", Path: "internal/pier/wick.go", State: "created", Added: 3, Key: "a2",
				Hunks: []view.Hunk{{ID: "f-2-1", Turns: turns[:1], Code: t.Hunk(made, "wick.go")}}, Cut: 900,
				Rest: &view.Link{Text: "Jump to the last edit", Href: "session.html#m-00000007"}},
			{ID: "f-3", Path: "old.go", State: "deleted", Removed: 7, AtLeast: true, Key: "a3", Large: true,
				Notes: []view.DiffNote{{Text: "Deleted by a command. The transcript does not have all of its lines:",
					Links: turns, More: 1}}},
			{ID: "f-4", Path: "go.sum", State: "changed by a command", Key: "a4",
				Notes: []view.DiffNote{{Text: "Changed by a command. The transcript does not record how:",
					Links: turns[:1]}}},
		},
		Commits: []view.CommitDiff{
			{Commit: &view.CommitRow{SHA: "a1b2c3d", Subject: "lamp: Relight after a restart",
				Href: "session.html#m-00000005"}, Added: 4, Removed: 1,
				Files: []view.TreeRow{{Name: "internal/pier/lamp.go", Href: "#f-1", Added: 4, Removed: 1}}},
			{Removed: 7, Files: []view.TreeRow{{Name: "old.go", Href: "#f-3", Removed: 7}}},
		},
		All: &view.Link{Text: "All 4 files", Href: "changes.html"}, Pager: view.Pager{Page: 1, Pages: 1},
	}
}
