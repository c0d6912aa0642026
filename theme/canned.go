package theme

import (
	"fmt"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser"
	"steno/theme/markup"
	"steno/theme/picture"
	"steno/theme/view"
)

// Canned views and threads: every kind of piece in every state that the templates
// distinguish. The tests and the preview of a theme share them, so that whatever
// gets a state here is tested and can be looked at.

func cannedTime(minute int) time.Time {
	return time.Date(2026, 3, 4, 9, 0, 0, 0, time.UTC).Add(time.Duration(minute) * time.Minute)
}

// author makes messages and calls with fresh anchors and times.
type author struct{ n int }

func (a *author) origin() parser.Origin {
	a.n++
	return parser.Origin{UUID: fmt.Sprintf("%08x", a.n), Anchor: fmt.Sprintf("m-%08x", a.n), Time: cannedTime(a.n), Line: a.n}
}

func (a *author) text(s string) *parser.Text { return &parser.Text{Origin: a.origin(), Text: s} }

func (a *author) prompt(blocks ...parser.Block) *parser.Message {
	return &parser.Message{Origin: *blocks[0].From(), Kind: parser.KindPrompt, Blocks: blocks}
}

func (a *author) reply(blocks ...parser.Block) *parser.Message {
	return &parser.Message{Origin: *blocks[0].From(), Kind: parser.KindReply, Model: "claude-opus-4-5-20251101", Blocks: blocks}
}

func (a *author) event(blocks ...parser.Block) *parser.Message {
	return &parser.Message{Origin: *blocks[0].From(), Kind: parser.KindEvent, Blocks: blocks}
}

func (a *author) call(name, input, result string) *parser.ToolCall {
	c := &parser.ToolCall{Origin: a.origin(), ID: fmt.Sprintf("toolu_%d", a.n), Name: name, Input: jsontext.Value(input),
		Action: parser.Action{Kind: cannedKinds[name]}}
	o := a.origin()
	c.Result = &parser.ToolResult{Origin: o, Content: []parser.Block{&parser.Text{Origin: o, Text: result}},
		Duration: 1200 * time.Millisecond}
	return c
}

func (a *author) failing(name, input, result string) *parser.ToolCall {
	c := a.call(name, input, result)
	c.Result.IsError = true
	return c
}

const hostile = `<script>alert(1)</script><img src=x onerror=alert(2)> "'` + "\x1b[31m\x00"

// cannedThread is a thread with a rewound branch, a compaction, an agent, and
// every kind of block.
func cannedThread() *parser.Thread {
	a := &author{}
	agent := &parser.Agent{ID: "ab12cd34", Type: "Explore", Description: "Find where lamps are lit", Kind: parser.AgentTask}
	rewound := &parser.Branch{ID: "00000099"}
	first := &parser.Turn{Prompt: a.prompt(a.text("The lamp at the harbour stays dark after a **restart**.\nFind out why, and fix it. See `lamp.go`."))}
	first.Messages = []*parser.Message{
		a.reply(&parser.Thinking{Origin: a.origin(), Text: "The **restart path** is the place to look at first."},
			a.text("I will look at how the lamp starts.\n\n1. Read the code\n2. Write a test\n\n```go\nfunc (l *Lamp) Light() error { return nil }\n```")),
		a.reply(a.call("Read", `{"file_path":"/home/keeper/lamp/lamp.go"}`, "     1→package lamp\n     2→\n     3→type Lamp struct{}")),
		a.reply(a.call("Grep", `{"pattern":"func.*Light","path":"/home/keeper/lamp"}`, "lamp.go:12:func (l *Lamp) Light() error {")),
		a.reply(a.call("Bash", `{"command":"go build ./...","description":"Build"}`, "ok")),
		a.reply(a.failing("Bash", `{"command":"go test ./...","description":"Run the tests"}`,
			"--- FAIL: TestRestart (0.00s)\nFAIL\texit status 1")),
		a.reply(a.call("Edit",
			`{"file_path":"/home/keeper/lamp/lamp.go","old_string":"return nil","new_string":"return l.relight()"}`,
			"The file has been updated.")),
		a.reply(a.text("The lamp forgot its state. It is lit again now, and `TestRestart` passes.")),
	}
	second := &parser.Turn{Prompt: a.prompt(a.text("Now the other lamps, please.")),
		Versions: []*parser.Branch{rewound}, Mark: "start here",
		Note: "The *other* lamps are where it went wrong."}
	second.Prompt.SetRest(parser.More{PermissionMode: "plan", Notes: []string{"orphan: parent not in the file"}})
	task := a.call("Task",
		`{"description":"Find where lamps are lit","prompt":"Look for calls of Light.","subagent_type":"Explore"}`,
		"Found 3 places.\nagentId: ab12cd34")
	task.Agent = agent
	unfinished := a.call("Bash", `{"command":"sleep 100"}`, "")
	unfinished.Result = nil
	second.Messages = []*parser.Message{
		a.reply(task),
		a.reply(a.call("AskUserQuestion",
			`{"questions":[{"question":"Which lamps?","header":"Lamps","options":[{"label":"All","description":"every one"},{"label":"Pier","description":"only those"}]}]}`,
			`User has answered your questions: "Which lamps?"="All"`)),
		a.reply(a.call("mcp__lamps__list", `{"harbour":"north"}`, `["a","b"]`), unfinished),
		a.event(&parser.Event{Origin: a.origin(), Type: "system", Subtype: "turn_duration", Title: "Turn took 3 min", Quiet: true}),
		a.event(&parser.Attachment{Origin: a.origin(), Type: "hook_blocking_error", Title: "lint",
			Text: "lamp.go:3: \x1b[31mline too long\x1b[0m", Failed: true}),
		a.event(&parser.Command{Origin: a.origin(), Name: "/compact", Args: "keep the plan", Stdout: "Compacted"}),
		{Origin: a.origin(), Kind: parser.KindReply, APIError: "rate_limit",
			Blocks: []parser.Block{a.text("Too many requests. Try again later.")}},
	}
	compaction := &parser.Compaction{Origin: a.origin(), Trigger: "auto", PreTokens: 155_000,
		PostTokens: 21_000, Text: "Conversation compacted",
		Summary: a.prompt(a.text("## Summary\n\nThe lamps were mended."))}
	third := &parser.Turn{Prompt: a.prompt(a.text(hostile), a.text(long(120)),
		&parser.Image{Origin: a.origin(), MediaType: "image/png", Ref: "shot.png"})}
	third.Messages = []*parser.Message{
		a.reply(&parser.Unknown{Origin: a.origin(), Type: "hologram", Raw: jsontext.Value(`{"depth":3,"html":"<b>"}`)}),
		a.reply(&parser.Thinking{Origin: a.origin(), Signed: true},
			a.text("# A heading\n\n<b>raw</b> and a [link](https://example.org/), a table:\n\n| a | b |\n|---|---|\n| 1 | 2 |")),
	}
	first.Active, second.Active, third.Active = 13*time.Minute, 12*time.Minute, 4*time.Minute
	live := &parser.Branch{ID: "live", Segments: []*parser.Segment{
		{Turns: []*parser.Turn{first, second}}, {Compaction: compaction, Turns: []*parser.Turn{third}},
	}}
	rewound.Parent = live
	rewound.Fork = &parser.ForkPoint{After: first.Messages[5].Anchor, Instead: second.Prompt.Anchor}
	other := &parser.Turn{Prompt: a.prompt(a.text("Leave the other lamps alone."))}
	other.Messages, other.Active = []*parser.Message{a.reply(a.text("As you like."))}, time.Minute
	rewound.Segments = []*parser.Segment{{Turns: []*parser.Turn{other}}}
	return &parser.Thread{Branches: []*parser.Branch{live, rewound}}
}

func long(lines int) string {
	s := ""
	for i := range lines {
		s += fmt.Sprintf("Line %d of a long report about the lamps of the harbour and of the pier.\n", i+1)
	}
	return s
}

func cannedRefs() Refs {
	return Refs{
		Root: "../../", Dir: "/home/keeper/lamp",
		Agent:   func(a *parser.Agent) string { return "agents/" + a.ID + "/index.html" },
		Branch:  func(b *parser.Branch) string { return "branches/" + b.ID + "/index.html" },
		Anchor:  func(a string) string { return "index.html#" + a },
		Session: func(id string) string { return "" },
		Spill:   func(ext string, data []byte) string { return fmt.Sprintf("files/%d.%s", len(data), ext) },
	}
}

func cannedSite() *view.Site {
	return &view.Site{Title: "Harbour works", Description: "How the lamps were mended.", Language: "en",
		Generator: "Steno test", Search: true, BaseURL: "https://example.org/a/"}
}

func cannedPage(kind, title, path, root string) view.Page {
	return view.Page{
		Site: cannedSite(), Kind: kind, Title: title, Description: "About " + title, Path: path, Root: root,
		Crumbs: []view.Link{{Text: "Harbour works", Href: root + "index.html"}, {Text: "lamp", Href: root + "projects/lamp/index.html"}},
	}
}

func cannedRow(n int) view.SessionRow {
	return view.SessionRow{
		ID: fmt.Sprintf("0000-%d", n), Title: fmt.Sprintf("Mend lamp %d of the pier", n), Href: "sessions/x/index.html",
		Project: view.Link{Text: "lamp", Href: "projects/lamp/index.html"}, Branch: "main", Models: []string{"claude-opus-4-5-20251101"},
		Start: cannedTime(n * 1500), End: cannedTime(n*1500 + 300), Active: 83 * time.Minute, Prompts: n, ToolCalls: 20 * n, Errors: n % 3,
		Agents: n % 2, Branches: n % 2, Compactions: n % 2, Files: n % 4,
		Tokens: view.Tokens{Input: 1200 * n, Output: 3400 * n, CacheRead: 560_000 * n, CacheWrite: 7800},
		Added:  30 * n, Removed: 7 * n, CommitCount: n % 3,
		Cost:         view.Cost{Micros: 1_240_000 * int64(n), Priced: true, Without: []string{"claude-haiku-4-5"}},
		Tags:         []view.Link{{Text: "harbour", Href: "search/index.html"}, {Text: "a tag without a search"}}[:n%3],
		PullRequests: []view.Link{{Text: "keeper/lamp#7", Href: "https://example.org/pull/7"}},
		Excerpt:      "The lamp stays dark after a restart. Find out why.",
		Result: view.Result{Bad: "interrupted by the user"[:23*(n%2)], Reply: "The lamp is lit again: the fuse was blown.",
			Tested: n%2 == 0, Pushed: n%3 == 0},
	}
}

func cannedRows(n int) []view.SessionRow {
	var rows []view.SessionRow
	for i := range n {
		rows = append(rows, cannedRow(n-i))
	}
	return rows
}

func cannedTotals() view.Totals {
	return view.Totals{
		Projects: 2, Sessions: 21, Agents: 9, Prompts: 130, Replies: 1200, ToolCalls: 4312, Errors: 17,
		Tokens: view.Tokens{Input: 51_000, Output: 220_000, CacheRead: 41_000_000, CacheWrite: 900_000},
		Start:  cannedTime(0), End: cannedTime(90_000),
	}
}

// cannedKinds are what the tools of canned calls do, where pages show that.
var cannedKinds = map[string]parser.ActionKind{
	"Task": parser.ActionDelegate, "Workflow": parser.ActionDelegate, "AskUserQuestion": parser.ActionAsk,
	"ExitPlanMode": parser.ActionPlan,
}

func cannedHead() view.SessionHead {
	return view.SessionHead{
		SessionRow: cannedRow(3), Dirs: []string{"/home/keeper/lamp"}, GitBranches: []string{"main", "pier"},
		Versions: []string{"2.1.50"}, Client: "Lighthouse",
		TitleSource: "ai-title", Slug: "calm-lamp-harbour", Timeline: cannedTimeline(), Failures: cannedFailures(),
		ModelUsage: []view.ModelRow{{Model: "claude-opus-4-5-20251101", Requests: 40,
			Tokens: view.Tokens{Input: 1200, Output: 3400, CacheRead: 560_000, CacheWrite: 7800},
			Cost:   view.Cost{Micros: 1_240_000, Priced: true, Without: nil}},
			{Model: "claude-haiku-4-5", Requests: 3,
				Tokens: view.Tokens{Input: 100, Output: 20, CacheRead: 3, CacheWrite: 4}, Cost: view.Cost{}}},
		Days: []view.DayRow{{Date: time.Date(2026, 1, 4, 0, 0, 0, 0, time.UTC),
			Model: "claude-opus-4-5-20251101", Tokens: 500_000},
			{Date: time.Date(2026, 1, 5, 0, 0, 0, 0, time.UTC), Model: "claude-opus-4-5-20251101",
				Tokens: 72_400}},
		Uses: []view.UseGroup{{Title: "Tools",
			Rows: []view.FigureRow{{Link: view.Link{Text: "Read"},
				Figures: []view.Figure{{Label: "Calls", Value: 7, Unit: "number"}}}}}},
		AgentTree:  cannedAgents(),
		MoreAgents: &view.Link{Text: "All 80 agents", Href: "agents/index.html"},
		BranchMap: &picture.BranchMap{Columns: 6, Lines: []picture.BranchLine{{Turns: 6, Parent: -1},
			{From: 3, Turns: 1}, {From: 3, Turns: 2, Parent: 1}}},
		BranchRows: []view.BranchRow{{ID: "00000099", Prompt: "Leave the other lamps alone.",
			Href: "branches/00000099/index.html", ForkHref: "index.html#m-00000011", Turns: 1,
			Start: cannedTime(44)}},
		Commits: []view.CommitRow{
			{SHA: "a1b2c3d", Branch: "main", Subject: "lamp: Relight after a restart",
				Href: "index.html#m-00000005", Amended: true, NoVerify: true, Files: 2, Added: 152, Removed: 3},
			{Subject: "lamp: Count them", Href: "index.html#m-00000005", Background: true},
		},
		FilesChanged: []view.FileRow{
			{Path: "lamp.go", Added: 12, Removed: 3, ChurnAdded: 20, ChurnRemoved: 11, Edits: 2, Href: "index.html#m-00000005"},
			{Path: "internal/pier/a/very/long/path/that/does/not/fit/lamp_restart_test.go", Added: 140,
				ChurnAdded: 140, Edits: 1, Mark: "created", Href: "index.html#m-00000005"},
		},
		FilesApart: []view.FileRow{{Path: "go.sum", Mark: "changed by a command", Href: "index.html#m-00000005"}},
		Tests: []view.TestRow{
			{Tool: "go test", Figures: "3 packages passed, 1 failed", Verdict: "failed", Failures: []string{"TestRestart"}, Href: "index.html#m-00000005"},
			{Tool: "go test", Figures: "4 packages passed", OK: true, Verdict: "passed", Href: "index.html#m-00000005"},
		},
		Outcome: &view.Outcome{
			Preview: markup.Text("The lamp forgot its state. It is lit again now."),
			Href:    "index.html#m-00000005", Ending: "interrupted by the user", Run: "success",
			Tests: &view.TestRow{Tool: "go test", Figures: "4 packages passed", OK: true, Verdict: "passed",
				Href: "index.html#m-00000005"}, Edited: 2, Push: "pushed", Pushed: "index.html#m-00000005",
		},
		Flags:     cannedFlags(),
		TokensLow: true, Reported: "$1.31", ReportedBy: []view.ModelRow{{Model: "claude-opus-4-5",
			Tokens: view.Tokens{Output: 81_200}, Cost: view.Cost{Micros: 1_300_000, Priced: true, Without: nil}},
			{Model: "claude-haiku-4-5", Cost: view.Cost{Micros: 10_000, Priced: true, Without: nil}}},
		ForkedFrom: &view.Link{Text: "Mend the lamps", Href: "../y/index.html"}, ContinuedIn: &view.Link{Text: "another session"},
		Beginning: &view.Beginning{Href: "beginning/index.html",
			From:    &view.Link{Text: "Mend the lamps", Href: "../y/index.html", Note: "of 2 March 2026, 08:00"},
			Prompts: 2, Replies: 9, Calls: 1,
			Rows: []view.Link{{Text: "The lamp at the harbour stays dark", Href: "beginning/index.html#m-00000001"}}},
		Lead: &view.Link{Text: "Light the harbour", Href: "../t/index.html", Note: "of 1 March 2026, 07:00"}, Mate: "oil",
		Mates:     []view.Link{{Text: "Trim the wick", Href: "../v/index.html", Note: "of 1 March 2026, 08:10"}},
		Continues: []view.Link{{Text: "Mend lamp 1", Href: "../u/index.html", Note: "of 1 March 2026, 08:00"}},
		Copies:    []view.Link{{Text: "Mend lamp 5", Href: "../v/index.html"}},
		Metadata:  []view.Field{{Name: "permission-mode", Value: "plan"}},
		Ledger:    []view.LedgerRow{{Class: "shown", Count: 120}, {Class: "merged", Count: 33}},
		Warnings:  []string{"line 12 is not valid JSON; it was left out"},
		Resume:    "cd /home/keeper/lamp && claude --resume 0000-3",
	}
}

func cannedAgents() []view.AgentRow {
	return []view.AgentRow{
		{ID: "ab12cd34", Type: "Explore", Description: "Find where lamps are lit", Kind: "task",
			Href: "agents/ab12cd34/index.html", CallHref: "index.html#m-00000011", Tools: 7,
			Tokens: view.Tokens{Input: 1, Output: 2, CacheRead: 30_000, CacheWrite: 4},
			Active: 95 * time.Second},
		{ID: "ef", Type: "general-purpose", Description: "Count the lamps", Kind: "task",
			Href: "agents/ef/index.html", Depth: 1, Tools: 1, Active: 3 * time.Minute, ActiveAtMost: true},
	}
}

func cannedFlags() []view.FlagGroup {
	return []view.FlagGroup{
		{Kind: "force-push", Words: "force push", Total: 1, Shown: 1,
			Rows: []view.FlagRow{{Text: "git push --force", Href: "index.html#m-00000005"}}},
		{Kind: "rm-rf", Words: "rm -rf", Total: 30, Shown: 3,
			Rows: []view.FlagRow{{Text: "rm -rf build", Href: "index.html#m-00000005"},
				{Text: "rm -rf dist", Href: "agents/ab12cd34/index.html#m-1",
					Agent: "Find where lamps are lit"}, {Text: "rm -rf old"}}},
	}
}
