package theme

import (
	"steno/theme/chart"
	"steno/theme/view"
)

// cannedWork is one page of each kind over all sessions, by file name.
func cannedWork() map[string]any {
	tokens := chart.Bars{Title: "Tokens by day", Names: "Day", Unit: "tokens",
		Series: []string{"claude-opus-4-5-20251101", "claude-haiku-4-5"}}
	for i := range 40 {
		tokens.Columns = append(tokens.Columns,
			chart.Column{Label: cannedTime(i * 24 * 60).Format("2 Jan 2006"),
				Values: []float64{float64(i * i % 17 * 90_000), float64(i % 5 * 40_000)}})
	}
	weeks := chart.Bars{Title: "Sessions by week", Names: "Week", Unit: "session", Series: []string{"Sessions"}, Columns: []chart.Column{
		{Label: "week of 2 Mar 2026", Values: []float64{3}},
		{Label: "week of 9 Mar 2026", Values: []float64{11}},
		{Label: "week of 16 Mar 2026", Values: []float64{0}},
		{Label: "week of 23 Mar 2026", Values: []float64{7}},
	}}
	session := view.Link{Text: "Mend lamp 3", Href: "../../sessions/x/index.html", Note: "lamp"}
	return map[string]any{
		"stats.html": &view.StatsPage{
			Page: cannedPage("stats", "Statistics", "stats/index.html", "../"), Totals: cannedTotals(), Tokens: tokens,
			Tables: []view.Table{{ID: "tools", Title: "Tools", Names: "Tool", About: "Calls of tools.",
				Rows: []view.FigureRow{cannedUse("Bash", 812, 31),
					cannedUse("mcp__lamps__light_the_one_at_the_end_of_the_pier", 3, 0)}, Total: cannedTotal()}},
			Trends: []chart.Bars{weeks}, Declined: cannedDeclined(),
			AllDeclined: &view.Link{Text: "All 20 declined calls", Href: "declined/index.html"},
			Projects: []view.ProjectRow{{Name: "lamp", Group: "Harbour", Dir: "/home/keeper/lamp",
				Href: "../projects/lamp/index.html", Totals: cannedTotals()}},
		},
		"use.html": &view.UsePage{
			Page: cannedPage("stats", "Bash", "stats/tool/bash/index.html", "../../../"), Topic: "Tool",
			Names: "session", Total: 2, Sum: cannedUse("", 812, 31).Figures,
			Next: []view.FigureRow{{Link: view.Link{Text: "edit"}, Figures: []view.Figure{{Label: "Times", Value: 4, Unit: "number"}}}},
			Rows: []view.UseRow{{FigureRow: cannedUse("Mend lamp 3", 800, 30),
				Project: view.Link{Text: "lamp", Href: "../../../projects/lamp/index.html"},
				Start:   cannedTime(5), Places: []view.Link{{Text: "failure 1",
					Href: "../../../sessions/x/index.html#m-00000001"}}, More: 29,
				MoreHref: "../../../sessions/x/index.html#uses"}},
			Declined: cannedDeclined(),
		},
		"files.html": &view.FilesPage{
			Page: cannedPage("files", "Files changed", "files/index.html", "../"),
			Projects: []view.ProjectFilesRow{{Link: view.Link{Text: "lamp", Href: "lamp/index.html", Note: "lamp.go, pier/lamp_test.go …"}, Files: 12,
				Edits: 31, Added: 420, Removed: 77}},
		},
		"files-lamp.html": cannedFiles(session),
		"pulls.html": &view.PullsPage{
			Page: cannedPage("pulls", "Pull requests and commits", "pulls/index.html", "../"),
			Pulls: []view.PullRow{{Link: view.Link{Text: "harbour/lamp#7",
				Href: "https://forge.example/harbour/lamp/pull/7"}, Time: cannedTime(5),
				Sessions: []view.Link{session}}},
			Commits: []view.CommitAll{{CommitRow: view.CommitRow{SHA: "a1b2c3d", Branch: "main",
				Subject: "lamp: Relight after a restart", Href: "../sessions/x/index.html#m-00000005",
				Amended: true}, Time: cannedTime(5), Session: session}},
			Pages: []view.PublishedRow{{Link: view.Link{Text: "Plan of the lamp",
				Href: "https://pages.example/lamp"}, Time: cannedTime(6), Session: session}},
			TotalPulls: 1, TotalCommits: 1, TotalPages: 1,
		},
	}
}

// cannedFiles is the page of the files of a project.
func cannedFiles(session view.Link) *view.FilesPage {
	return &view.FilesPage{
		Page:    cannedPage("files", "Files changed in lamp", "files/lamp/index.html", "../../"),
		Project: &view.Link{Text: "lamp", Href: "../../projects/lamp/index.html"},
		Tree: []view.TreeRow{{Name: "internal/pier/", Href: "#d-1", Added: 120, Removed: 31},
			{Name: "./", Href: "#d-2", Added: 1}}, MoreFolders: 3,
		Files: []view.ChangedFile{
			{Folder: "internal/pier", Mark: "d-1", ID: "f-1", Path: "internal/pier/lamp.go",
				Name: "lamp.go", Edits: 9, Added: 120, Removed: 31, Last: cannedTime(99),
				Sessions: []view.FileSession{
					{Link: session, Start: cannedTime(0), Edits: 8, Added: 118, Removed: 31, More: 3, Turns: []view.Link{
						{Text: "The lamp at the harbour stays dark",
							Href: "../../sessions/x/index.html#m-00000001"},
						{Text: "Count the lamps", Href: "../../sessions/x/agents/ef/index.html",
							Note: "agent"},
					}},
				}, More: 2},
			{Folder: ".", Mark: "d-2", ID: "f-2", Path: "README.md", Name: "README.md", Edits: 1, Added: 1,
				Sessions: []view.FileSession{{Link: session, Edits: 1, Added: 1}}},
		},
		Elsewhere: []view.FileElsewhere{{ID: "f-3", Path: "wick.go", Page: "page-2.html"}},
	}
}

// cannedUse is a row of a table of figures.
func cannedUse(name string, calls, failed float64) view.FigureRow {
	return view.FigureRow{Link: view.Link{Text: name, Href: "tool/bash/index.html"}, Figures: []view.Figure{
		{Label: "Calls", Value: calls, Unit: "number", Href: "tool/bash/index.html"},
		{Label: "Failed", Value: failed, Unit: "number", Bad: true},
		{Label: "Rate", Value: 100 * failed / calls, Unit: "percent"},
		{Label: "Median", Value: 3.2, Unit: "seconds", AtMost: true}, {Label: "Followed by", Unit: "text", Text: "edit 4"},
	}}
}

func cannedTotal() *view.FigureRow {
	row := cannedUse("Total", 815, 31)
	return &row
}

func cannedDeclined() []view.DeclinedRow {
	return []view.DeclinedRow{{Link: view.Link{Text: "rm -r lamps",
		Href: "../sessions/x/index.html#m-00000001"}, Tool: "Bash", Words: "Keep the lamps.",
		Session: view.Link{Text: "Mend lamp 3", Href: "../sessions/x/index.html"}, Time: cannedTime(5)}}
}

// cannedSessions is the list of all sessions.
func cannedSessions() *view.SessionsPage {
	rows := cannedRows(20)
	rows[0].Mark, rows[9].Mark = "d-2026-03-02", "d-2026-02-17"
	return &view.SessionsPage{
		Page: cannedPage("sessions", "Sessions", "sessions/index.html", "../"), Total: 420, Bare: 3, Repeats: 2,
		Sessions: rows, Filters: view.SessionFilters(rows),
		Months: []view.Link{{Text: "March 2026", Href: "#d-2026-03-02", Note: "12"},
			{Text: "February 2026", Href: "#d-2026-02-17", Note: "8"}},
		Pager: view.Pager{Page: 1, Pages: 2, Next: &view.Link{Text: "Next", Href: "page-2.html"}},
	}
}
