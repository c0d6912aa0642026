package claude

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"steno/parser"
)

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
	meta := func(n int) string { // the instructions of a skill
		return strings.Replace(said(n, "Trim the wick of each lamp."), `"sessionId"`, `"isMeta":true,"sessionId"`, 1)
	}
	for _, c := range []struct {
		name   string
		lines  []string
		title  string
		source parser.TitleSource
	}{
		{"the user's own, whatever it says", []string{said(1, "Fix the parser"), `{"type":"custom-title","customTitle":"hi","sessionId":"s"}`}, "hi", parser.TitleCustom},
		{"a copy's, cut off within a notice", []string{said(1, "Fix the parser"), `{"type":"custom-title","customTitle":"<local-command-caveat>Caveat: The messages below (Fork)","sessionId":"s"}`}, "Fix the parser", parser.TitlePrompt},
		{"a copy's, behind a notice", []string{said(1, "Fix the parser"), `{"type":"custom-title","customTitle":"<ide_opened_file>x.go</ide_opened_file>\nMend it (Fork)","sessionId":"s"}`}, "Mend it (Fork)", parser.TitleCustom},
		{"the user's own, with a tag", []string{said(1, "Fix the parser"), `{"type":"custom-title","customTitle":"<main> element","sessionId":"s"}`}, "<main> element", parser.TitleCustom},
		{"summaries of two ends", []string{said(1, "go on"), said(2, "Fix the parser"), `{"type":"summary","leafUuid":"00000002-0000-4000-8000-000000000000","summary":"Parser repair"}`, `{"type":"summary","leafUuid":"00000001-0000-4000-8000-000000000000","summary":"An unclear request"}`}, "Parser repair", parser.TitleSummary},
		{"summaries that failed", []string{said(1, "Fix the parser"), `{"type":"summary","leafUuid":"00000001-0000-4000-8000-000000000000","summary":"Invalid API key · Please run /login"}`, `{"type":"summary","leafUuid":"00000001-0000-4000-8000-000000000000","summary":"API Error: 401 {\"type\":\"error\"}"}`, `{"type":"summary","leafUuid":"00000001-0000-4000-8000-000000000000","summary":"Request timed out."}`}, "Fix the parser", parser.TitlePrompt},
		{"a summary before one that failed", []string{said(1, "Fix the parser"), said(2, "go on"), `{"type":"summary","leafUuid":"00000001-0000-4000-8000-000000000000","summary":"Parser repair"}`, `{"type":"summary","leafUuid":"00000002-0000-4000-8000-000000000000","summary":"Credit balance is too low"}`}, "Parser repair", parser.TitleSummary},
		{"summaries that are notices of a limit", []string{said(1, "Fix the parser"), `{"type":"summary","leafUuid":"00000001-0000-4000-8000-000000000000","summary":"You've hit your limit · resets 4pm (Asia/Taipei)"}`, `{"type":"summary","leafUuid":"00000001-0000-4000-8000-000000000000","summary":"Weekly limit reached ∙ resets Nov 3, 9am"}`}, "Fix the parser", parser.TitlePrompt},
		{"a request with an error that cannot be shortened", []string{said(1, "error msg\n/srv/"+strings.Repeat("quay/", 20)+"lamp.c:89: warning: oil"), words(2, "On it.")}, "Error msg", parser.TitlePrompt},
		{"an offer in another language", []string{said(1, "test"), words(2, "안녕하세요! 무엇을 도와드릴까요?")}, "test", parser.TitlePrompt},
		{"a word, then a request", []string{said(1, "agents"), words(2, "Here they are."), said(3, "Paint the hull of the Tern red")}, "Paint the hull of the Tern red", parser.TitlePrompt},
		{"a word alone", []string{said(1, "agents"), words(2, "Here they are."), said(3, "ok")}, "Agents", parser.TitlePrompt},
		{"a mark at the start of a file", []string{said(1, "\ufefftest")}, "test", parser.TitlePrompt},
		{"a greeting in another language", []string{said(1, "하이"), words(2, "안녕!"), said(3, "Paint the hull of the Tern red")}, "Paint the hull of the Tern red", parser.TitlePrompt},
		{"a random name", []string{`{"type":"system","uuid":"1","sessionId":"s","slug":"calm-red-fox","timestamp":"2026-03-04T05:06:07Z","subtype":"informational","content":"x"}`}, "Session of 4 March 2026, 05:06", parser.TitleDate},
		{"a summary about a limit", []string{said(1, "go on"), `{"type":"summary","leafUuid":"00000001-0000-4000-8000-000000000000","summary":"Rate limit reached in the importer"}`}, "Rate limit reached in the importer", parser.TitleSummary},
		{"a prompt that is a log", []string{said(1, "2026-04-25 04:02:27,018 1 INFO quay: loading\n2026-04-25 04:02:27,019 1 INFO quay: done"), words(2, "The log shows that the quay is loaded twice.")}, "The log shows that the quay is loaded twice", parser.TitleReply},
		{"a prompt that is a log, without a reply", []string{said(1, "2026-04-25 04:02:27,018 1 INFO quay: loading\n2026-04-25 04:02:27,019 1 INFO quay: done")}, "2026-04-25 04:02:27,018 1 INFO quay: loading", parser.TitlePrompt},
		{"a summary about an error", []string{said(1, "go on"), `{"type":"summary","leafUuid":"00000001-0000-4000-8000-000000000000","summary":"Request timed out in the importer"}`}, "Request timed out in the importer", parser.TitleSummary},
		{"Claude Code's", []string{said(1, "Fix the parser"), `{"type":"ai-title","aiTitle":"Parser repair","sessionId":"s"}`}, "Parser repair", parser.TitleAI},
		{"Claude Code's says nothing", []string{said(1, "Fix the parser"), `{"type":"ai-title","aiTitle":"Implement the following plan","sessionId":"s"}`}, "Fix the parser", parser.TitlePrompt},
		{"a plan", []string{said(1, "Implement the following plan:\n# Faster start\n")}, "Faster start", parser.TitlePlan},
		{"the second prompt", []string{said(1, "hi"), words(2, "Hello! What can I do?"), said(3, "Fix the parser")}, "Fix the parser", parser.TitlePrompt},
		{"a greeting that is answered with an offer", []string{said(1, "hi"), words(2, "Hello! How can I help you?")}, "hi", parser.TitlePrompt},
		{"a sign that is answered with an offer", []string{said(1, "."), words(2, "How can I help you?")}, "Session of 4 March 2026, 05:06", parser.TitleDate},
		{"a mark of a paste that is cut off", []string{said(1, "[Pasted text #1 +62 lines"), said(2, "Fix the parser")}, "Fix the parser", parser.TitlePrompt},
		{"a command with arguments", []string{command(1, "gsd:execute-phase", "phase 14"), said(2, "Run phase 14 now.")}, "/gsd:execute-phase phase 14", parser.TitleCommand},
		{"a command alone, then a prompt", []string{command(1, "clear", ""), said(2, "Fix the parser")}, "Fix the parser", parser.TitlePrompt},
		{"a commit", []string{said(1, "go"), words(2, "On it."), commit, result(4, "c", "[main 1a2b3c4] Keep the order of columns\n 1 file changed")}, "Keep the order of columns", parser.TitleCommit},
		{"a reply", []string{said(1, "hi"), words(2, "The importer has three faults. I list them.")}, "The importer has three faults", parser.TitleReply},
		{"a file", []string{said(1, "go"), edit(2, "a", "/w/x.go"), result(3, "a", "ok"), edit(4, "b", "/w/y.go"), result(5, "b", "ok"), edit(6, "c", `C:\w\y.go`), result(7, "c", "ok"), edit(8, "d", "/w/y.go"), result(9, "d", "ok")}, "Changes to y.go", parser.TitleFile},
		{"a request that fits every session, and a commit", []string{said(1, "fix the tests"), words(2, "On it."), commit, result(4, "c", "[main 1a2b3c4] Keep the order of columns\n 1 file changed")}, "Fix the tests (Keep the order of columns)", parser.TitlePrompt},
		{"a request that fits every session, and a file", []string{said(1, "fix the tests"), edit(2, "a", "/w/x_test.go"), result(3, "a", "ok")}, "Fix the tests (x_test.go)", parser.TitlePrompt},
		{"a request about a branch", []string{strings.Replace(said(1, "review this branch"), `"sessionId"`, `"gitBranch":"quay-lamps","sessionId"`, 1), edit(2, "a", "/w/x.go"), result(3, "a", "ok")}, "Review this branch (quay-lamps)", parser.TitlePrompt},
		{"a command that fits every session", []string{command(1, "review", "158"), edit(2, "a", "/w/x.go"), result(3, "a", "ok")}, "/review 158 (x.go)", parser.TitleCommand},
		{"a skill alone", []string{command(1, "trim", ""), meta(2), words(3, "I'll look at the lamps."), words(4, "Two wicks were trimmed. All is well.")}, "/trim (Two wicks were trimmed)", parser.TitleCommand},
		{"a skill alone, and an answer", []string{command(1, "trim", ""), meta(2), words(3, "Shall I trim both?"), said(4, "yes, trim both wicks and polish the brass"), edit(5, "a", "/w/x.go"), result(6, "a", "ok")}, "/trim (x.go)", parser.TitleCommand},
		{"a skill alone, and a choice", []string{command(1, "trim", ""), meta(2), words(3, "Shall I?"), said(4, "fix 1 and 3")}, "/trim (Shall I?)", parser.TitleCommand},
		{"a skill alone, and a long request", []string{command(1, "trim", ""), meta(2), words(3, "I know the lamps now."), said(4, "Great! This was only for you to know the lamps. Now I want the parser to keep the order of all columns, whatever they are called.")}, "This was only for you to know the lamps. Now I want the parser to keep the order of all columns, whatever they are…", parser.TitlePrompt},
		{"a skill alone, and a request", []string{command(1, "trim", ""), meta(2), words(3, "I know the lamps now."), said(4, "Fix the parser")}, "Fix the parser", parser.TitlePrompt},
		{"a prompt that says little", []string{said(1, "hi")}, "hi", parser.TitlePrompt},
		{"a command alone", []string{command(1, "model", "")}, "/model", parser.TitleCommand},
		{"a recap", []string{said(1, "go"), words(2, "The importer has three faults."), `{"type":"system","uuid":"3","parentUuid":"00000002-0000-4000-8000-000000000000","sessionId":"s","slug":"calm-fox","timestamp":"2026-03-04T05:06:07Z","subtype":"away_summary","content":"We're adding a retry to the importer. Next: test it. (disable recaps in /config)"}`}, "We're adding a retry to the importer", parser.TitleSummary},
		{"a task of a teammate", []string{said(1, `<teammate-message teammate_id="lead">{"type":"task_assignment","taskId":"4","subject":"Paint the hull","description":"Use red."}</teammate-message>`), words(2, "Now I see which paint there is.")}, "Paint the hull", parser.TitlePrompt},
		{"a role in a team", []string{said(1, "<teammate-message teammate_id=\"lead\">\nYou are mate on the crew of the Tern. You work on deck.\n\nTASK 2: Paint the hull (P1)\n</teammate-message>"), words(2, "Now I see which paint there is.")}, "Paint the hull (P1)", parser.TitlePrompt},
		{"a teammate, and the user", []string{said(1, `<teammate-message teammate_id="lead">Paint the hull.</teammate-message>`), words(2, "Done."), said(3, "Fix the parser")}, "Fix the parser", parser.TitlePrompt},
		{"a prompt that no reply followed", []string{`{"type":"queue-operation","operation":"enqueue","timestamp":"2026-03-04T05:06:07Z","sessionId":"s","content":"Fix the parser"}`}, "Fix the parser", parser.TitlePrompt},
		{"a day", []string{`{"type":"system","uuid":"1","sessionId":"s","timestamp":"2026-03-04T05:06:07Z","subtype":"informational","content":"x"}`}, "Session of 4 March 2026, 05:06", parser.TitleDate},
		{"nothing", []string{`{"type":"mode","mode":"x"}`}, "Session without messages (s)", parser.TitleID},
	} {
		t.Run(strings.ReplaceAll(c.name, " ", "-"), func(t *testing.T) {
			t.Parallel()
			if got, want := parseLines(t, c.lines).Title, (parser.Title{Text: c.title, Source: c.source}); got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}
