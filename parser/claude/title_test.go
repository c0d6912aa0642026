package claude

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"steno/parser"
)

// Prompts as people write them, and the titles that a person would give.
var requestTitles = []struct{ prompt, title string }{
	{"Fix the login redirect", "Fix the login redirect"},
	{"fix the login redirect", "Fix the login redirect"},
	{"please fix the login redirect.", "Fix the login redirect"},
	{"Hey Claude, can you please add a retry to the uploader?", "Add a retry to the uploader"},
	{"hi! could you rename the flag? It is called --out now.", "Rename the flag. It is called --out now"},
	{"Hello Claude\n\nThe parser drops blank lines. Find out why.", "The parser drops blank lines. Find out why"},
	{"ok, now write the tests", "Write the tests"},
	{"I'd like you to look at the cache", "Look at the cache"},
	{"why is the build slow?", "Why is the build slow?"},
	{"Can you explain what internal/queue does?", "Explain what internal/queue does"},
	{"Implement the following plan:\n\n# Plan: Move the scheduler to its own package\n\n## Context\nIt grew.", "Move the scheduler to its own package"},
	{"Implement the following plan:\n\n# Add dark mode – Implementation Plan\n\nSteps", "Add dark mode"},
	{"Implement the following plan:\n\n# Plan\n\n## Context\n\n## Split billing from accounts\n", "Split billing from accounts"},
	{"Implement the following plan:\n\n# Implementation Plan: Rate limits\n", "Rate limits"},
	{"Implement the following plan:\n\nUse one transaction for the import.\n", "Use one transaction for the import"},
	{"brainstorm:\nhow could the index be smaller", "Brainstorm: how could the index be smaller"},
	{"Fix these:\n- the header overlaps\n- the footer is gone", "Fix these: the header overlaps"},
	{"# Review of the storage layer\n\n**Location A:** store.go", "Review of the storage layer"},
	{"**Task**: port the tests to pytest", "Task: port the tests to pytest"},
	{"- [ ] update the lock file", "Update the lock file"},
	{"1. read the docs\n2. fix the example", "Read the docs"},
	{"You are a highly experienced Go engineer. You write clean code.\n\nYour task is to remove the global logger from the worker.", "Remove the global logger from the worker"},
	{"You are an expert in databases.\n\n## Task\nMigrate the orders table to partitions.\n", "Migrate the orders table to partitions"},
	{"You are a reviewer. Review the diff of branch topic for security problems.", "Review the diff of branch topic for security problems"},
	{"You are a translator.\nGoal: translate the README to German", "Translate the README to German"},
	{"Act as a release manager.\n\nPrepare the changelog for 2.4.", "Prepare the changelog for 2.4"},
	{"<pasted_content id=\"3\">\nlots of log\nlines\n</pasted_content>\nWhat went wrong here?", "What went wrong here?"},
	{"[Image #1] the button is cut off on the right", "The button is cut off on the right"},
	{"[Pasted text #1 +48 lines] find the leak", "Find the leak"},
	{"<system-reminder>Be brief.</system-reminder>\nmake the retry configurable", "Make the retry configurable"},
	{"```\npanic: nil map\n```\nwhere does this come from", "Where does this come from"},
	{"$ make test\nFAIL store\n\nplease repair the store tests", "Repair the store tests"},
	{"2026-02-03T10:11:12Z ERROR timeout\n2026-02-03T10:11:13Z ERROR timeout\nthe client should retry on timeouts", "The client should retry on timeouts"},
	{"https://github.com/acme/rocket/pull/77 address the comments", "rocket#77 address the comments"},
	{"https://github.com/acme/rocket/issues/5", "rocket#5"},
	{"see https://example.org/docs/page and follow it", "See example.org/docs/page and follow it"},
	{"@docs/plan.md implement phase two", "@docs/plan.md implement phase two"},
	{"npm run build fails with EACCES", "Npm run build fails with EACCES"},
	{"`go vet` complains about copylocks in server.go", "Go vet complains about copylocks in server.go"},
	{"iPhone layout is broken", "iPhone layout is broken"},
	{"修复登录重定向", "修复登录重定向"},
	{"テストを直して", "テストを直して"},
	{"Почини вход", "Почини вход"},
	{"The export should keep the order of columns. Today it sorts them by name, which breaks the import of the other side.", "The export should keep the order of columns"},
	{"Use e.g. the second queue. That is all that has to be changed in this large and very old configuration of ours.", "Use e.g. the second queue"},
	{"We have three places that parse dates, one in api, one in jobs and one in the command line, and all three differ a little bit in what they take", "We have three places that parse dates, one in api, one in jobs and one in the command line, and all three differ a…"},
	{"so, the thing is that tests are flaky", "The thing is that tests are flaky"},
	{"can you", ""}, {"hi", ""}, {"q", ""}, {"9", ""}, {"brainstorm:", ""}, {"ok", ""}, {"continue", ""}, {"Hello Claude!", ""}, {"yes please", ""},
	{"thanks!", ""}, {"test", ""}, {"...", ""}, {"[Image #1]", ""}, {"<pasted_content id=\"1\">only a paste</pasted_content>", ""}, {"<pasted_content id=1>", ""}, {"", ""},
	{"You are a helpful assistant.", ""},
	{"let me try again", ""},
}

func TestRequestTitle(t *testing.T) {
	t.Parallel()
	for _, c := range requestTitles {
		got, says := requestTitle(c.prompt)
		if !says {
			got.Text = ""
		}
		if got.Text != c.title {
			t.Errorf("%q\n got %q\nwant %q", c.prompt, got.Text, c.title)
		}
	}
	if len(requestTitles) < 60 {
		t.Errorf("only %d shapes", len(requestTitles))
	}
}

// Where the prompts say little, something else names the work, in this order.
func TestTitleSources(t *testing.T) {
	t.Parallel()
	said := func(n int, text string) string {
		body, _ := json.Marshal(text)
		parent := "null"
		if n > 1 {
			parent = fmt.Sprintf(`"%08d-0000-4000-8000-000000000000"`, n-1)
		}
		return fmt.Sprintf(`{"type":"user","uuid":"%08d-0000-4000-8000-000000000000","parentUuid":%s,"sessionId":"s","timestamp":"2026-03-04T05:06:07Z","message":{"role":"user","content":%s}}`, n, parent, body)
	}
	reply := func(n int, blocks string) string {
		return fmt.Sprintf(`{"type":"assistant","uuid":"%08d-0000-4000-8000-000000000000","parentUuid":"%08d-0000-4000-8000-000000000000","sessionId":"s","timestamp":"2026-03-04T05:06:08Z","message":{"id":"msg_%d","role":"assistant","model":"m","content":[%s]}}`, n, n-1, n, blocks)
	}
	words := func(n int, text string) string { return reply(n, fmt.Sprintf(`{"type":"text","text":%q}`, text)) }
	result := func(n int, id, text string) string {
		return fmt.Sprintf(`{"type":"user","uuid":"%08d-0000-4000-8000-000000000000","parentUuid":"%08d-0000-4000-8000-000000000000","sessionId":"s","timestamp":"2026-03-04T05:06:09Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":%q,"content":%q}]}}`, n, n-1, id, text)
	}
	edit := func(n int, id, file string) string {
		return reply(n, fmt.Sprintf(`{"type":"tool_use","id":%q,"name":"Edit","input":{"file_path":%q,"old_string":"a","new_string":"b"}}`, id, file))
	}
	commit := reply(3, `{"type":"tool_use","id":"c","name":"Bash","input":{"command":"git commit -m 'Keep the order of columns'"}}`)
	command := func(n int, name, args string) string {
		return said(n, "<command-name>/"+name+"</command-name>\n<command-message>"+name+"</command-message>\n<command-args>"+args+"</command-args>")
	}
	for _, c := range []struct {
		name   string
		lines  []string
		title  string
		source parser.TitleSource
	}{
		{"the user's own, whatever it says", []string{said(1, "Fix the parser"), `{"type":"custom-title","customTitle":"hi","sessionId":"s"}`}, "hi", parser.TitleCustom},
		{"Claude Code's", []string{said(1, "Fix the parser"), `{"type":"ai-title","aiTitle":"Parser repair","sessionId":"s"}`}, "Parser repair", parser.TitleAI},
		{"Claude Code's says nothing", []string{said(1, "Fix the parser"), `{"type":"ai-title","aiTitle":"Implement the following plan","sessionId":"s"}`}, "Fix the parser", parser.TitlePrompt},
		{"a plan", []string{said(1, "Implement the following plan:\n# Faster start\n")}, "Faster start", parser.TitlePlan},
		{"the second prompt", []string{said(1, "hi"), words(2, "Hello! What can I do?"), said(3, "Fix the parser")}, "Fix the parser", parser.TitlePrompt},
		{"a command with arguments", []string{command(1, "gsd:execute-phase", "phase 14"), said(2, "Run phase 14 now.")}, "/gsd:execute-phase phase 14", parser.TitleCommand},
		{"a command alone, then a prompt", []string{command(1, "clear", ""), said(2, "Fix the parser")}, "Fix the parser", parser.TitlePrompt},
		{"a commit", []string{said(1, "go"), words(2, "On it."), commit, result(4, "c", "[main 1a2b3c4] Keep the order of columns\n 1 file changed")}, "Keep the order of columns", parser.TitleCommit},
		{"a reply", []string{said(1, "hi"), words(2, "The importer has three faults. I list them.")}, "The importer has three faults. I list them", parser.TitleReply},
		{"a file", []string{said(1, "go"), edit(2, "a", "/w/x.go"), result(3, "a", "ok"), edit(4, "b", "/w/y.go"), result(5, "b", "ok"), edit(6, "c", `C:\w\y.go`), result(7, "c", "ok"), edit(8, "d", "/w/y.go"), result(9, "d", "ok")}, "Changes to y.go", parser.TitleFile},
		{"a prompt that says little", []string{said(1, "hi")}, "hi", parser.TitlePrompt},
		{"a command alone", []string{command(1, "model", "")}, "/model", parser.TitleCommand},
		{"a day", []string{`{"type":"system","uuid":"1","sessionId":"s","timestamp":"2026-03-04T05:06:07Z","subtype":"informational","content":"x"}`}, "Session of 2026-03-04", parser.TitleDate},
		{"nothing", []string{`{"type":"mode","mode":"x"}`}, "s", parser.TitleID},
	} {
		t.Run(strings.ReplaceAll(c.name, " ", "-"), func(t *testing.T) {
			t.Parallel()
			if got, want := parseLines(t, c.lines).Title, (parser.Title{Text: c.title, Source: c.source}); got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}
