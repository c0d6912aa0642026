package theme

import (
	"fmt"
	"maps"
	"time"

	"steno/parser"
	"steno/theme/markup"
	"steno/theme/picture"
	"steno/theme/view"
)

// cannedThreadPage is a page with the given fragments as its body.
func cannedThreadPage(t *Theme, b *parser.Branch) *view.ThreadPage {
	p := &view.ThreadPage{
		Page: cannedPage("session", "Mend lamp 3 of the pier", "sessions/x/index.html", "../../"), Session: cannedHead(), First: true,
		Pager: view.Pager{Page: 1, Pages: 1},
		Prev:  &view.Link{Text: "Mend lamp 2", Href: "../w/index.html"}, Next: &view.Link{Text: "Mend lamp 4", Href: "../z/index.html"},
	}
	p.Session.NoteRest = &view.Link{Text: "The whole note", Href: "files/a.txt"}
	p.Session.Tags, p.Session.Note = cannedRow(2).Tags, t.Prose("Start at the *third* prompt; the rest is waiting for parts.")
	var body []byte
	for f := range t.Fragments(b, cannedRefs()) {
		body = append(body, f.HTML...)
		if f.Outline != nil {
			item := *f.Outline
			item.Page, item.Here = 1, true
			p.Outline = append(p.Outline, item)
		}
	}
	p.Body = markup.FromTemplate(body)
	return p
}

// cannedPages is one page of each kind, by file name.
func cannedPages(t *Theme) map[string]any {
	thread := cannedThread()
	session := cannedThreadPage(t, thread.Branches[0])
	second := cannedThreadPage(t, thread.Branches[0])
	second.First, second.Pager = false, view.Pager{Page: 2, Pages: 12, Prev: &view.Link{Href: "index.html"},
		Next: &view.Link{Href: "page-3.html"}}
	for i := range 12 {
		l := view.Link{Text: fmt.Sprint(i + 1), Href: fmt.Sprintf("page-%d.html", i+1)}
		if i == 1 {
			l.Href = ""
		}
		second.Pager.Links = append(second.Pager.Links, l)
	}
	second.ContinuesOn = true
	second.Continues = &view.OutlineItem{Kind: "turn", Text: "The lamp at the harbour stays dark", Href: "index.html#m-00000001", Page: 1}
	branch := cannedThreadPage(t, thread.Branches[1])
	branch.Kind = "branch"
	branch.Branch = &view.BranchHead{BranchRow: cannedHead().BranchRows[0],
		Thread: view.Link{Text: "Mend lamp 3", Href: "../../index.html"}, Others: cannedHead().BranchRows}
	beginning := cannedThreadPage(t, thread.Branches[1])
	beginning.Kind = "beginning"
	beginning.Beginning = &view.BeginningHead{Thread: view.Link{Text: "Mend lamp 3", Href: "../index.html"},
		From: cannedHead().Beginning.From}
	index := cannedIndex()
	pages := cannedWork()
	pages["changes.html"] = cannedChanges(t)
	maps.Copy(pages, map[string]any{
		"index.html": index,
		"empty.html": &view.IndexPage{Page: cannedPage("index", "Harbour works", "index.html", "")},
		"project.html": &view.ProjectPage{Page: cannedPage("project", "lamp", "projects/lamp/index.html", ""),
			Project: index.Projects[0], Sessions: cannedRows(20), Pager: second.Pager},
		"session.html": session,
		"page-2.html":  second,
		"agent.html":   cannedAgent(t, thread.Branches[0]),
		"projects.html": &view.ProjectsPage{Page: cannedPage("projects", "Projects", "projects/index.html",
			"../"), Projects: index.Projects, Pager: second.Pager},
		"sessions.html": cannedSessions(),
		"agents.html": &view.AgentsPage{Page: cannedPage("agents", "80 agents",
			"sessions/x/agents/index.html", "../../../"), Session: cannedRow(3),
			Agents: cannedHead().AgentTree},
		"branch.html":    branch,
		"beginning.html": beginning,
		"branches.html": &view.BranchesPage{Page: cannedPage("branches", "80 branches",
			"sessions/x/branches/index.html", "../../../"),
			Thread: view.Link{Text: "Mend lamp 3", Href: "../index.html"}, Branches: cannedHead().BranchRows,
			Pager: second.Pager},
		"notes.html": &view.NotesPage{Page: cannedPage("notes", "Plan", "sessions/x/notes.html", "../../"),
			Back: view.Link{Text: "Mend lamp 3", Href: "index.html"}, Notes: []view.Note{
				{Kind: "plan", Name: "calm-tide.md", Body: t.Prose("# Plan\n\n1. Look\n2. Mend `lamp.go`\n")},
				{Kind: "session memory", Name: "summary.md", Body: t.Prose("The lamp is mended."),
					Rest: &view.Link{Text: "The whole file", Href: "files/a.txt"}},
			}},
		"records.html": cannedRecords(),
		"history.html": cannedHistory(),
		"search.html": &view.SearchPage{Page: cannedPage("search", "Search", "search/index.html", "../"),
			Sessions: 21, Scope: "everything"},
		"404.html": &view.NotFoundPage{Page: cannedPage("404", "Not found", "404.html", "/a/")},
	})
	return pages
}

func cannedAgent(t *Theme, b *parser.Branch) *view.ThreadPage {
	agent := cannedThreadPage(t, b)
	agent.Kind = "agent"
	row := cannedHead().AgentTree[0]
	agent.Agent = &view.AgentHead{AgentRow: row, Parent: &view.Link{Text: "Mend lamp 3",
		Href: "../../index.html"}, Link: "result", Children: cannedHead().AgentTree[1:],
		Below: len(cannedHead().AgentTree) - 1, Start: cannedTime(1), End: cannedTime(9),
		Models: []string{"claude-haiku-4-5"}, Outcome: &view.Outcome{Preview: markup.Text("Two lamps are dark."),
			Href: "index.html#m-00000005", Ending: "interrupted by the user", More: true}}
	return agent
}

func cannedIndex() *view.IndexPage {
	var days []picture.Day
	for i := range 200 {
		if i%7 < 5 && i%11 != 0 {
			days = append(days, picture.Day{Date: cannedTime(0).Truncate(24*time.Hour).AddDate(0, 0, i-120),
				Sessions: 1 + i%3, Prompts: i * 7 % 31})
		}
	}
	index := &view.IndexPage{Page: cannedPage("index", "Harbour works", "index.html", ""),
		Totals: cannedTotals(), Activity: days, Recent: cannedRows(20),
		Projects: []view.ProjectRow{{Name: "lamp", Group: "", Dir: "/home/keeper/lamp",
			Href: "projects/lamp/index.html", Totals: cannedTotals()},
			{Name: "pier", Group: "Harbour", Dir: "", Href: "projects/pier/index.html",
				Totals: view.Totals{Sessions: 1}}}}
	index.Crumbs = nil
	return index
}

func cannedRecords() *view.RecordsPage {
	return &view.RecordsPage{Page: cannedPage("records", "Records of Mend lamp 3",
		"sessions/x/records.html", "../../"), Session: cannedRow(3),
		Ledger: []view.LedgerRow{{Class: "shown", Count: 120}, {Class: "structural", Count: 33},
			{Class: "lines", Count: 153}}, Warnings: []string{"x.jsonl:9: the line is cut off"},
		Files: []view.FileAccount{{Path: "x.jsonl",
			Ledger: []view.LedgerRow{{Class: "shown", Count: 120}, {Class: "structural", Count: 0},
				{Class: "lines", Count: 120}}}},
		Types: []view.RecordType{
			{Name: "progress/bash_progress", Becomes: "structural", Why: "the result says it", Count: 31,
				Left: 28, Shared: "{\n\t\"elapsed\": 2\n}",
				Records: []view.RawRecord{{Where: "line 7", Time: cannedTime(2),
					JSON: "{\n\t\"output\": \"<lamp>\"\n}", Size: 21},
					{ID: "r-0", Where: "line 9", Time: cannedTime(3), Same: "line 7", Size: 21},
					{Where: "line 12", JSON: "{\n\t\"output\": files/a.txt\n}",
						Texts: []view.Link{{Text: "output", Href: "files/a.txt"}}, Size: 9000}}},
			{Name: "", Becomes: "folded", Count: 2,
				Records: []view.RawRecord{{ID: "r-1", Where: "x.jsonl:8", JSON: "{", Size: 9000,
					Whole: "files/a.json"}, {ID: "r-2", Where: "x.jsonl:9", Size: 90_000_000}}},
		}}
}

func cannedHistory() *view.HistoryPage {
	return &view.HistoryPage{Page: cannedPage("history", "Typed prompts", "history/index.html",
		"../"), Prompts: 3, Entries: []view.TypedAt{
		{Text: "Mend lamp 3", Time: cannedTime(9), Dated: true,
			Project: view.Link{Text: "lamp", Href: "../projects/lamp/index.html"},
			Pasted:  []view.Pasted{{Text: "lamp log\nlamp off", Size: 17}}},
		{Text: "/cost", Time: cannedTime(1), Project: view.Link{Text: "/home/keeper/gone"}},
		{Text: "an old one", Dated: true},
	}}
}
