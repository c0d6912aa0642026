package claude

import (
	"encoding/json"
	"strings"
	"testing"

	"steno/parser"
	"steno/parser/claude/format"
	"steno/parser/facts"
)

// said is a user record; more are members such as `"isMeta":true`.
func said(content string, more ...string) string {
	r := `{"type":"user","uuid":"55555555","parentUuid":"11111111","sessionId":"s","message":{"role":"user","content":` + content + `}`
	for _, m := range more {
		r += "," + m
	}
	return r + "}"
}

func quotedJSON(text string) string {
	b, _ := json.Marshal(text)
	return string(b)
}

// called is a reply that calls a tool, whose id is t, at a time if that matters.
func called(tool, input string, at ...string) string {
	return `{"type":"assistant","uuid":"44444444","parentUuid":"11111111","sessionId":"s","timestamp":"` + strings.Join(at, "") + `","message":{"id":"m","role":"assistant","content":[{"type":"tool_use","id":"t","name":"` + tool + `","input":` + input + `}]}}`
}

// TestSpeech has a record of each kind of user record.
func TestSpeech(t *testing.T) {
	t.Parallel()
	text := func(s string, more ...string) string { return said(quotedJSON(s), more...) }
	result := said(`[{"type":"tool_result","tool_use_id":"t","content":"out"}]`)
	runRows(t, format.Speech, []rowTest{
		{"tool result", called("Read", "{}") + "\n" + result, "shown merged", []string{`call "Read" "{}"`, `text "out"`}},
		{"tool result, with words", called("Read", "{}") + "\n" + said(`[{"type":"tool_result","tool_use_id":"t","content":"out"},{"type":"text","text":"go on"}]`), "shown shown", []string{`text "out"`, `prompt from=approval "go on"`}},
		{"subtask", `{"type":"system","subtype":"local_command","uuid":"55555555","parentUuid":"11111111","sessionId":"s","content":"<command-name>/subtask</command-name><command-args>trim the wick</command-args>"}`, "shown", []string{"prompt from=subtask", `command /subtask "trim the wick"`}},
		{"accepted suggestion", text("trim the wick", `"promptSource":"suggestion_accepted"`, `"origin":{"kind":"human"}`), "shown", []string{`prompt from=suggested "trim the wick"`}},
		{"tool result, with a reminder", called("Read", "{}") + "\n" + said(`[{"type":"tool_result","tool_use_id":"t","content":"out"},{"type":"text","text":"<system-reminder>note</system-reminder>"}]`), "shown shown", []string{`event system-reminder quiet`, "!from=approval"}},
		{"tool result, declined, with words beside it", called("AskUserQuestion", `{"questions":[]}`) + "\n" + strings.Replace(said(`[{"type":"tool_result","tool_use_id":"t","is_error":true,"content":"The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:\nThe user wants to clarify these questions."}]`), `{`, `{"userFeedback":" Use candles. ",`, 1), "shown merged", []string{`from=rejection "Use candles."`}},
		{"tool result, declined, questions left open", called("AskUserQuestion", `{"questions":[]}`) + "\n" + strings.Replace(said(`[{"type":"tool_result","tool_use_id":"t","is_error":true,"content":"The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:\nThe user wants to clarify these questions.\n    Start by asking them what they would like to clarify.\n\n    Questions asked:\n- \"Which oars?\"\n  (No answer provided)"}]`), `{`, `{"userFeedback":"The user wants to clarify these questions.\n    Start by asking them what they would like to clarify.\n\n    Questions asked:\n- \"Which oars?\"\n  (No answer provided)",`, 1), "shown merged", []string{`call "AskUserQuestion"`, "!from="}},
		{"tool result, declined, questions left open, one answered", called("AskUserQuestion", `{"questions":[]}`) + "\n" + strings.Replace(said(`[{"type":"tool_result","tool_use_id":"t","is_error":true,"content":"The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:\nThe user wants to clarify these questions.\n\n    Questions asked:\n- \"Which oars?\"\n  (No answer provided)\n- \"Which sail?\"\n  Answer: The red one,\nif it is dry\n- \"Which mast?\"\n  Answer: The tall one"}]`), `{`, `{"userFeedback":"The user wants to clarify these questions.\n\n    Questions asked:\n- \"Which oars?\"\n  (No answer provided)\n- \"Which sail?\"\n  Answer: The red one,\nif it is dry\n- \"Which mast?\"\n  Answer: The tall one",`, 1), "shown merged", []string{`from=answer "The red one,\nif it is dry\nThe tall one"`}},
		{"tool result, declined, interview ended", called("AskUserQuestion", `{"questions":[]}`) + "\n" + strings.Replace(said(`[{"type":"tool_result","tool_use_id":"t","is_error":true,"content":"The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:\nThe user has indicated they have provided enough answers for the plan interview.\nStop asking.\n\nQuestions asked and answers provided:\n- \"Which oars?\"\n  Answer: Long ones"}]`), `{`, `{"userFeedback":"The user has indicated they have provided enough answers for the plan interview.\nStop asking.\n\nQuestions asked and answers provided:\n- \"Which oars?\"\n  Answer: Long ones",`, 1), "shown merged", []string{`from=answer "Long ones"`, "!enough"}},
		{"tool result, answered with a note", called("AskUserQuestion", `{"questions":[]}`) + "\n" + strings.Replace(said(`[{"type":"tool_result","tool_use_id":"t","content":"The user answered."}]`), `{`, `{"toolUseResult":{"answers":{"Which oars?":"(notes only)"},"annotations":{"Which oars?":{"notes":"The dry ones"}}},`, 1), "shown merged", []string{`from=answer "The dry ones"`}},
		{"tool result, allowed, with words beside it", called("ExitPlanMode", `{"plan":"p"}`) + "\n" + strings.Replace(said(`[{"type":"tool_result","tool_use_id":"t","content":"User has approved your plan."}]`), `{`, `{"userFeedback":"And test it.",`, 1), "shown merged", []string{`from=answer "And test it."`}},
		{"tool result, declined", called("Read", "{}") + "\n" + said(`[{"type":"tool_result","tool_use_id":"t","is_error":true,"content":"The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:\nask first\n\nNote: The user's next message may contain a correction or preference. Pay close attention."}]`), "shown merged", []string{`from=rejection "ask first"`}},
		{"tool result without call", result, "shown", []string{`call "" orphan t`, `text "out"`}},
		{"compaction summary", text("all that was", `"isCompactSummary":true`), "shown", []string{`segment 2 compaction`, `summary "all that was"`}},
		{"compaction summary, by its words", text("This session is being continued from a previous conversation that ran out."), "shown", []string{`segment 2 compaction`}},
		{"task notification", text("<task-notification><task-id>b1</task-id><status>completed</status><summary>done</summary></task-notification>", `"origin":{"kind":"task-notification"}`), "shown", []string{`event task-notification "done" "" status=completed`, "!prompt \"<"}},
		{"teammate message", text(`<teammate-message teammate_id="ann" color="red" summary="hello">hi</teammate-message><teammate-message teammate_id="bob">ho</teammate-message>`), "shown", []string{`"teammate message from ann: hello" "hi" from=ann color=red`, `"teammate message from bob" "ho"`}},
		{"teammate protocol", text(`<teammate-message teammate_id="ann">{"type":"idle_notification","reason":"done"}</teammate-message>`), "shown", []string{`quiet "idle notification from ann" "done"`}},
		{"teammate protocol, failed", text(`<teammate-message teammate_id="ann">{"type":"idle_notification","from":"ann","idleReason":"failed","failureReason":"API Error: 529"}</teammate-message>`), "shown", []string{`event teammate-message/idle_notification failed "idle notification from ann: failed" "API Error: 529" from=ann`}},
		{"teammate protocol, a plan", text(`<teammate-message teammate_id="ann">{"type":"plan_approval_request","from":"ann","requestId":"p1","planFilePath":"/p.md","planContent":"# Wicks"}</teammate-message>`), "shown", []string{`quiet "plan approval request from ann" "# Wicks" from=ann plan file path=/p.md`}},
		{"teammate protocol, permission", text(`<teammate-message teammate_id="bob">{"type":"permission_request","request_id":"p1","tool_name":"Bash","description":"Run tests","input":{"command":"pytest -q"}}</teammate-message>`), "shown", []string{`quiet "permission request from bob: Bash" "Run tests" from=bob command=pytest -q`}},
		{"framed message", text("Another Claude session sent a message:\n<teammate-message teammate_id=\"ann\" summary=\"hello\">\nhi\n</teammate-message>\n\nThat \"other Claude session\" is an agent working inside this same session — so this was not typed by your user."), "shown", []string{`event teammate-message "teammate message from ann: hello" "hi" from=ann`, "!prompt \"Another", "!typed by"}},
		{"framed message, injected", text("Another Claude session sent a message while you were working:\n<cross-session-message from=\"uds:/s\" from-name=\"other\">\nrebase\n</cross-session-message>\n\nThis came from another Claude session — not typed by your user.", `"isMeta":true`, `"origin":{"kind":"peer"}`), "shown", []string{`event cross-session-message "cross session message from other" "rebase"`, "!event meta", "!typed by"}},
		{"framed message, pasted", text("Another Claude session sent a message:\n<teammate-message teammate_id=\"ann\">hi</teammate-message>", `"origin":{"kind":"human"}`), "shown", []string{`prompt "Another Claude`}},
		{"framed message, asked about", text("Another Claude session sent a message: what does that mean?"), "shown", []string{`prompt "Another Claude session sent a message: what`}},
		{"hand-back", text("Another Claude session sent a message:\n<agent-message from=\"a1\">\n[Subagent hand-back] The text below is the final report. The report follows:\n  # Wicks\n  \n  - one\n</agent-message>\n\nThat \"other Claude session\" is an agent working inside this same session.", `"isMeta":true`, `"origin":{"kind":"peer","from":"a1","handback":true}`), "shown", []string{`event handback "handed back" "# Wicks\n\n- one" from=a1`, "!event meta"}},
		{"notification without a wrapper", text("[SYSTEM NOTIFICATION - NOT USER INPUT]\nThis is an automated event.\n\nThe lamps are lit."), "shown", []string{`event task-notification "task notification" "The lamps are lit."`, "!prompt \"["}},
		{"notification without a wrapper, with one", text("[SYSTEM NOTIFICATION - NOT USER INPUT]\nThis is an automated event.\n\n<task-notification><task-id>b1</task-id><summary>done</summary></task-notification>"), "shown", []string{`event task-notification "done"`, "!prompt \"["}},
		{"notice of another session", text("[Cross-session idle notice] \"other\" is idle now.", `"isMeta":true`), "shown", []string{`event cross-session-notice "cross-session notice" "\"other\" is idle now."`}},
		{"comment on an artifact", text("[Artifact comment sent to Claude]\nArtifact: https://claude.ai/a/1\nComment thread: 12\n\nLarger, please.", `"isMeta":true`), "shown", []string{`event artifact-comment "comment on an artifact" "Larger, please." artifact=https://claude.ai/a/1 comment thread=12`}},
		{"automatic continuation, of the desktop client", text("The app was quit while you were working. Please continue from where you left off.", `"promptSource":"sdk"`, `"origin":{"kind":"human"}`), "shown", []string{`event auto-continuation "continued automatically"`, "!prompt \"The app"}},
		{"automatic continuation, said by the user", text("The app was quit while you were working. Please continue."), "shown", []string{`prompt "The app was quit`}},
		{"agents stopped", text("2 background agents were stopped by the user: \"Look\", \"Paint\"."), "shown", []string{`event client "client" "2 background agents were stopped by the user: \"Look\", \"Paint\"."`, "!prompt \"2"}},
		{"agents stopped, one", text("Background agent \"Look\" was stopped by the user."), "shown", []string{`event client "client"`, "!prompt \"Back"}},
		{"automatic continuation", text("Your claude.ai usage limit has reset. Continue the task.", `"isMeta":true`, `"origin":{"kind":"auto-continuation"}`), "shown", []string{`event auto-continuation "continued automatically" "Your claude.ai usage limit has reset. Continue the task."`}},
		{"message of the coordinator", text("The coordinator sent a message while you were working:\nSkip it.\n\nAddress this before completing your current task.", `"isMeta":true`, `"origin":{"kind":"coordinator"}`), "shown", []string{`event coordinator "message from the coordinator" "Skip it."`}},
		{"peer message", text("from next door", `"origin":{"kind":"peer"}`), "shown", []string{`event peer "peer" "from next door"`}},
		{"peer message, handed back", text("The wick is trimmed.", `"origin":{"kind":"human","handback":{"agentId":"a1"}}`), "shown", []string{`event handback "handed back" "The wick is trimmed."`, `!prompt "The wick`}},
		{"peer message, injected", text("Check the boat.", `"isMeta":true`, `"turnOrigin":"peer"`), "shown", []string{`event peer "peer" "Check the boat."`}},
		{"framed message, without a wrapper", text("Another Claude session sent a message while you were working:\nCheck the boat.\n\nThis came from another Claude session — not typed by your user.", `"isMeta":true`, `"origin":{"kind":"peer"}`), "shown", []string{`event peer "peer" "Check the boat."`, "!Another"}},
		{"prompt, to an agent at work", text("The user sent a new message while you were working:\nBe quick.\n\nThis is how Claude Code surfaces messages the user sends mid-turn.", `"isMeta":true`, `"origin":{"kind":"human"}`), "shown", []string{`prompt from=queue "Be quick."`, "!surfaces"}},
		{"note of the client", text("Background agent \"Look\" was stopped by the user.", `"promptSource":"system"`), "shown", []string{`event client "client" "Background agent \"Look\" was stopped by the user."`, `!prompt "Background`}},
		{"note of the client, of a turn", text("Look again.", `"turnOrigin":"system"`), "shown", []string{`event client "client" "Look again."`, `!prompt "Look`}},
		{"note of the client, that a report is missing", text("[handback-send-enforce] Your report has not been delivered."), "shown", []string{`event client quiet "asked to hand back" "Your report has not been delivered."`, `!prompt "[`}},
		{"scheduled prompt, by its turn", text("water the plants", `"isMeta":true`, `"turnOrigin":"scheduled"`), "shown", []string{`prompt from=schedule "water the plants"`}},
		{"prompt, of the SDK", text("water the plants", `"turnOrigin":"sdk"`, `"promptSource":"sdk"`, `"turnPosition":{"promptIndex":1,"turnIndex":1}`), "shown", []string{`prompt "water the plants"`}},
		{"peer message, nothing handed back", text("trim it", `"origin":{"kind":"human","handback":null}`), "shown", []string{`prompt "trim it"`}},
		{"slash command", text("<command-name>/cost</command-name>\n<command-message>cost</command-message>\n<command-args>all < 3</command-args>"), "shown", []string{`command /cost "all < 3"`}},
		{"slash command, with output", text("<command-name>cost</command-name>") + "\n" + `{"type":"user","uuid":"66666666","parentUuid":"55555555","message":{"role":"user","content":"<local-command-stdout>3 $</local-command-stdout>"}}`, "shown merged", []string{`command /cost "" stdout="3 $"`}},
		{"slash command, of a skill", text("<command-message>brew</command-message>\n<command-name>/brew</command-name>\n<skill-format>true</skill-format>"), "shown", []string{`command /brew ""`, "!skill-format", "!true"}},
		{"slash command, with others", text("<command-message>plan</command-message>\n<command-name>/plan</command-name>\n<command-args>the hull</command-args>", `"stackedOriginalInput":"/plan /draw the hull"`), "shown", []string{`command /plan "/draw the hull"`}},
		{"stacked command", text("<command-message>draw</command-message>\n<command-name>/draw</command-name>\n<command-args>the hull</command-args>", `"stackedExpansion":true`, `"turnOrigin":"human"`) + "\n" +
			strings.NewReplacer("55555555", "66666666", "11111111", "55555555").Replace(text("Base directory for this skill: /s/draw\n\nDraw.", `"isMeta":true`)), "shown shown", []string{`command /draw "the hull"`}},
		{"scheduled prompt", text("water the plants", `"origin":{"kind":"task-notification","subkind":"scheduled-trigger"}`), "shown", []string{`prompt from=schedule "water the plants"`}},
		{"scheduled prompt, injected", text("water the plants", `"isMeta":true`, `"origin":{"kind":"task-notification","subkind":"scheduled-trigger"}`), "shown", []string{`prompt from=schedule "water the plants"`}},
		{"scheduled prompt, as a notification", text("<task-notification><summary>water the plants</summary></task-notification>", `"origin":{"kind":"task-notification","subkind":"scheduled-trigger"}`), "shown", []string{`prompt from=schedule "water the plants"`}},
		{"scheduled prompt, below what fired it", `{"type":"system","subtype":"scheduled_task_fire","uuid":"55555550","parentUuid":"11111111","sessionId":"s","content":"Running"}` + "\n" + strings.Replace(text("water the plants", `"isMeta":true`), "11111111", "55555550", 1), "shown shown", []string{`prompt from=schedule "water the plants"`}},
		{"prompt, with a reminder", text("do it\n<system-reminder>note</system-reminder>"), "shown", []string{`event system-reminder quiet "system reminder" "note"`, `text "do it`}},
		{"prompt, pasted", text(`read <pasted_content id="2">a log</pasted_content id="2">`), "shown", []string{`text pasted "a log"`, `text "read `}},
		{"teammate protocol, a task", text(`<teammate-message teammate_id="ann">{"type":"task_assignment","taskId":"4","subject":"Paint the hull","description":"Use the red paint."}</teammate-message>`), "shown", []string{`quiet "task assignment from ann: Paint the hull" "Paint the hull\n\nUse the red paint."`}},
		{"teammate message, of the user", text(`<teammate-message teammate_id="user">be quick</teammate-message>`), "shown", []string{`prompt from=teammate "be quick"`}},
		{"bash input", text("<bash-input>ls</bash-input>") + "\n" + `{"type":"user","uuid":"66666666","parentUuid":"55555555","message":{"role":"user","content":"<bash-stdout>a</bash-stdout><bash-stderr>b</bash-stderr>"}}`, "shown merged", []string{`command ! "ls" stdout="a" stderr="b"`}},
		{"wakeup", called("ScheduleWakeup", `{"delaySeconds":600,"reason":"it builds","prompt":"Look again"}`) + "\n" + text("Look again", `"isMeta":true`), "shown shown", []string{`event wakeup "the agent was woken, as it had planned" "Look again"`, `!prompt "Look again"`}},
		{"wakeup, without words", called("ScheduleWakeup", `{"delaySeconds":600,"prompt":"<<autonomous-loop-dynamic>>"}`) + "\n" + text("<<autonomous-loop-dynamic>>", `"isMeta":true`), "shown shown", []string{`event wakeup "the agent was woken, as it had planned" ""`, `!prompt "<<`}},
		{"wakeup, as a command", called("ScheduleWakeup", `{"delaySeconds":600,"prompt":"/loop look again"}`, "2026-03-01T10:00:00.000Z") + "\n" + text("<command-message>loop</command-message>\n<command-name>/loop</command-name>\n<command-args>look again</command-args>", `"timestamp":"2026-03-01T10:10:00.000Z"`), "shown shown", []string{`event wakeup "the agent was woken, as it had planned" "/loop look again"`, `!command /loop`}},
		{"wakeup, as a command, injected", called("ScheduleWakeup", `{"delaySeconds":600,"prompt":"/loop look again"}`) + "\n" + text("<command-name>/loop</command-name><command-args>look again</command-args>", `"isMeta":true`), "shown shown", []string{`event wakeup`, `!command /loop`}},
		{"wakeup, as a command, before it was due", called("ScheduleWakeup", `{"delaySeconds":600,"prompt":"/loop look again"}`, "2026-03-01T10:00:00.000Z") + "\n" + text("<command-name>/loop</command-name><command-args>look again</command-args>", `"timestamp":"2026-03-01T10:01:00.000Z"`), "shown shown", []string{`command /loop "look again"`, "!event wakeup"}},
		{"wakeup, as a command, typed", called("ScheduleWakeup", `{"delaySeconds":600,"prompt":"/loop look again"}`, "2026-03-01T10:00:00.000Z") + "\n" + text("<command-name>/loop</command-name><command-args>look again</command-args>", `"timestamp":"2026-03-01T10:10:00.000Z"`, `"promptSource":"typed"`), "shown shown", []string{`command /loop "look again"`, "!event wakeup"}},
		{"schedule of the agent", called("CronCreate", `{"cron":"*/5 * * * *","prompt":"Look again","recurring":true}`) + "\n" + text("Look again", `"isMeta":true`), "shown shown", []string{`event wakeup "sent on the schedule that the agent had made" "Look again"`, `!prompt "Look again"`}},
		{"schedule of the agent, not injected", called("CronCreate", `{"cron":"*/5 * * * *","prompt":"Look again"}`) + "\n" + text("Look again", `"origin":{"kind":"task-notification","subkind":"scheduled-trigger"}`), "shown shown", []string{`event wakeup`, `!prompt "Look again"`}},
		{"schedule of the agent, said by the user", called("CronCreate", `{"cron":"*/5 * * * *","prompt":"Look again"}`) + "\n" + text("Look again"), "shown shown", []string{`prompt "Look again"`}},
		{"wakeup, said by the user", called("ScheduleWakeup", `{"delaySeconds":600,"prompt":"Look again"}`) + "\n" + text("Look again"), "shown shown", []string{`prompt "Look again"`}},
		{"caveat", text("Caveat: The messages below were generated by the user while running local commands. DO NOT respond.", `"isMeta":true`), "structural", []string{"!Caveat"}},
		{"memory input", text("<user-memory-input>use tabs</user-memory-input>"), "shown", []string{`"memory: use tabs" "use tabs"`}},
		{"skill body", called("Skill", `{"skill":"x"}`) + "\n" + said(`[{"type":"text","text":"Base directory for this skill: /s/x\n\nDo it."}]`, `"isMeta":true`, `"sourceToolUseID":"t"`), "shown merged", []string{"extra", `event skill quiet "skill x"`}},
		{"pages of a file", called("Read", `{"file_path":"x.pdf"}`) + "\n" + result + "\n" + strings.NewReplacer("55555555", "66666666", "11111111", "55555555").Replace(said(`[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"aGk="}},{"type":"text","text":"[Image: original 9x9, displayed at 3x3.]"}]`, `"isMeta":true`)) + "\n" +
			strings.NewReplacer("55555555", "77777777", "11111111", "66666666").Replace(said(`[{"type":"document","source":{"type":"base64","media_type":"application/pdf","data":"aGk="}}]`, `"isMeta":true`)), "shown merged merged merged", []string{"extra", "document", "!event image"}},
		{"injected text", text("for the model", `"isMeta":true`), "shown", []string{`event meta quiet "injected text" "for the model"`}},
		{"hook feedback", text("Stop hook feedback:\nlint"), "shown", []string{`event hook-feedback "stop hook feedback" "lint"`}},
		{"prompt stopped by a hook", text("do it", `"permissionMode":"default"`) + "\n" + strings.NewReplacer("55555555", "66666666", "11111111", "55555555").Replace(text("Operation stopped by hook: Another session is active\n\nEnd it first.")), "shown shown", []string{`prompt mode=default "do it"`, `event hook-stopped failed "Operation stopped by hook: Another session is active" "End it first."`, "!prompt \"Operation"}},
		{"prompt stopped by a hook, pasted", text("Operation stopped by hook: why?", `"permissionMode":"default"`), "shown", []string{`"Operation stopped by hook: why?"`, "!hook-stopped"}},
		{"command that does not exist", text("Unknown skill: hull:paint"), "shown", []string{`event command-unknown failed "Unknown skill: hull:paint"`, "!prompt \"Unknown"}},
		{"command that does not exist, asked about", text("Unknown skill: hull:paint", `"permissionMode":"default"`), "shown", []string{`prompt mode=default "Unknown skill: hull:paint"`}},
		{"task notification, as it was before", text("<agent-notification>\n<agent-id>a1</agent-id>\n<output-file>/tmp/a1.output</output-file>\n<status>completed</status>\n<summary>Agent \"Look\" completed.</summary>\nRead the output file.\n</agent-notification>"), "shown", []string{`event task-notification "Agent \"Look\" completed." ""`, "status=completed", "note=Read the output file.", "!prompt \"<"}},
		{"task notification, of a shell", text("<bash-notification><shell-id>b1</shell-id><status>failed</status><summary>Background command failed</summary></bash-notification>"), "shown", []string{`event task-notification failed "Background command failed"`, "!prompt \"<"}},
		{"interruption", said(`[{"type":"text","text":"[Request interrupted by user for tool use]"}]`), "shown", []string{`event interrupted "Request interrupted by user for tool use"`}},
		{"interruption, by the end of the client", text("[Request interrupted by user]", `"interruptedByShutdown":true`), "shown", []string{`event client-ended "the client ended while the agent worked"`, "!interrupted"}},
		{"tool result, of a client that ended", called("Bash", `{"command":"make"}`) + "\n" + said(`[{"type":"tool_result","tool_use_id":"t","is_error":true,"content":"The user doesn't want to proceed with this tool use. The tool use was rejected."}]`, `"toolDenialKind":"user-rejected"`, `"interruptedByShutdown":true`), "shown merged", []string{"interrupted", "!rejected ", "!from=rejection"}},
		{"image source", text("[Image: source: /x/a.png]", `"isMeta":true`), "shown", []string{`event image-source quiet "Image: source: /x/a.png"`}},
		{"tool loaded", text("Tool loaded.", `"isMeta":true`), "shown", []string{`event tool-loaded quiet`}},
		{"warmup", text("Warmup"), "shown", []string{`event warmup quiet`}},
		{"suggestion mode", text("[SUGGESTION MODE: Suggest what the user might naturally type next into Claude Code.]\n\nFIRST: Look.", `"isSidechain":true`, `"agentId":"aprompt_suggestion-1"`), "shown", []string{`event suggestion-mode quiet`, "!prompt \"["}},
		{"suggestion mode, asked about", text("[SUGGESTION MODE: Suggest what the user might naturally type next into Claude Code.] why?"), "shown", []string{`prompt "[SUGGESTION`}},
		{"empty", said(`[]`), "structural", nil},
		{"empty, null", said(`null`), "structural", nil},
		{"plan prompt", text("Implement the following plan:\n\n# P\n\nread the full transcript at: /home/u/.claude/projects/x/abc-1.jsonl", `"planContent":"# P"`), "shown", []string{`prompt plan from=abc-1`}},
		{"prompt", text("do it", `"permissionMode":"plan"`, `"thinkingMetadata":{"level":"high","disabled":false,"triggers":[]}`, `"todos":[{"content":"a","status":"pending","activeForm":"b"}]`), "shown", []string{`prompt mode=plan thinking=high`, `text "do it"`, `attachment todos quiet "todos 0 of 1 done" "☐ a"`}},
		{"prompt, budget", text("do it", `"thinkingMetadata":{"maxThinkingTokens":31999}`), "shown", []string{`thinking=31999 tokens`}},
		{"prompt, blocks", said(`[{"type":"text","text":"see"},{"type":"image","source":{"type":"base64","media_type":"image/png","data":"AAAA"}},{"type":"document","source":{"type":"base64","media_type":"application/pdf","data":"AAAA"}}]`, `"imagePasteIds":[1]`), "shown", []string{`text "see"`, `image image/png 4`, `document application/pdf 4`}},
		{"prompt, with a tag typed", text("<session-id>7</session-id> is mine"), "shown", []string{`prompt "<session-id>7</session-id> is mine"`}},
	})
}

// TestWrappers has each wrapper as it stands in a user record.
func TestWrappers(t *testing.T) {
	t.Parallel()
	var tests []rowTest
	for _, r := range format.Rows() {
		if r.Kind != format.Wrapper {
			continue
		}
		class, want := "shown", []string{"the body"}
		if r.Treatment == format.Structural {
			class, want = "structural", []string{"!the body"}
		}
		tests = append(tests, rowTest{r.Name, said(quotedJSON("<" + r.Name + ">the body</" + r.Name + ">")), class, want})
	}
	tests = append(tests, rowTest{"odd: unknown", said(quotedJSON("<new-tag>the body</new-tag>")), "shown", []string{`prompt "<new-tag>the body</new-tag>"`}})
	runRows(t, format.Wrapper, tests)
}

// TestQueue has a record of each operation on the queue.
func TestQueue(t *testing.T) {
	t.Parallel()
	op := func(name, rest string) string {
		return `{"type":"queue-operation","operation":"` + name + `","timestamp":"2026-01-02T03:04:05.000Z","sessionId":"s"` + rest + `}`
	}
	enqueue := op("enqueue", `,"content":"later"`)
	handed := `{"type":"attachment","uuid":"55555555","parentUuid":"11111111","sessionId":"s","attachment":{"type":"queued_command","prompt":"later","commandMode":"prompt"}}`
	runRows(t, format.Queue, []rowTest{
		{"enqueue", enqueue, "shown", []string{`"queued message" "later"`}},
		{"enqueue, sent", enqueue + "\n" + op("dequeue", "") + "\n" + said(`"later"`), "merged structural shown", []string{`prompt "later"`, `!queued message`}},
		{"enqueue, a message of another session", op("enqueue", `,"content":"<cross-session-message from-name=\"other\">\nrebase\n</cross-session-message>"`) + "\n" + op("dequeue", "") + "\n" + said(quotedJSON("Another Claude session sent a message:\n<cross-session-message from-name=\"other\">\nrebase\n</cross-session-message>\n\nThis came from another Claude session — not typed by your user."), `"isMeta":true`), "merged structural shown", []string{`event cross-session-message "cross session message from other" "rebase"`}},
		{"enqueue, a wakeup", called("CronCreate", `{"cron":"* * * * *","prompt":"later"}`) + "\n" + enqueue + "\n" + op("dequeue", "") + "\n" + said(`"later"`, `"isMeta":true`), "shown merged structural shown", []string{`event wakeup`, "!queued message"}},
		{"dequeue", op("dequeue", ""), "structural", nil},
		{"remove", enqueue + "\n" + op("remove", ""), "merged shown", []string{`prompt from=queue "later"`, `!queued message`}},
		{"remove, with text", enqueue + "\n" + op("remove", `,"content":"later"`), "merged shown", []string{`prompt from=queue "later"`, `!queued message`}},
		{"remove, alone", op("remove", `,"content":"later"`), "shown", []string{`prompt from=queue "later"`}},
		{"remove, beside its attachment", enqueue + "\n" + handed + "\n" + op("remove", `,"content":"later"`), "merged shown merged", []string{`prompt from=queue "later"`, `!queued message`}},
		{"remove, a task", op("enqueue", `,"content":"<task-notification><summary>done</summary></task-notification>"`) + "\n" + op("remove", ""), "shown structural", []string{`event task-notification "done"`, "!prompt \"<"}},
		{"remove, a task behind a prompt", enqueue + "\n" + op("enqueue", `,"content":"{\"task_id\":\"b1\",\"task_type\":\"local_bash\"}"`) + "\n" + op("remove", ""), "shown shown structural", []string{`"queued message" "later"`, "kind=local_bash", "!prompt from=queue"}},
		{"remove, a command of the client", op("enqueue", `,"content":"/mcp"`) + "\n" + op("remove", ""), "shown structural", []string{`"queued message" "/mcp"`, "!prompt \"/"}},
		{"enqueue, a command", op("enqueue", `,"content":"/compact keep the plan"`) + "\n" + op("dequeue", "") + "\n" + said(`"<command-name>/compact</command-name>\n<command-message>compact</command-message>\n<command-args>keep the plan</command-args>"`), "merged structural shown", []string{`command /compact "keep the plan"`, "!queued message"}},
		{"remove, a command that ran", op("enqueue", `,"content":"/mcp"`) + "\n" + op("remove", "") + "\n" + said(`"<command-name>/mcp</command-name>\n<command-message>mcp</command-message>\n<command-args></command-args>"`), "merged structural shown", []string{`command /mcp`, "!queued message"}},
		{"popAll, several", enqueue + "\n" + op("enqueue", `,"content":"soon"`) + "\n" + op("popAll", `,"content":"later\nsoon"`), "shown shown merged", []string{`taken back" "later"`, `taken back" "soon"`}},
		{"popAll", enqueue + "\n" + op("popAll", `,"content":"later"`), "shown merged", []string{`"queued message, taken back" "later"`}},
		{"popAll, alone", op("popAll", ""), "structural", nil},
		{"odd: unknown, no text", op("shuffle", ""), "unknown", []string{"unknown queue-operation"}},
		{"odd: unknown", op("shuffle", `,"content":"later"`), "unknown", []string{"shuffle"}},
	})
}

// A run without a user queues its first prompt. If it ended before anything else was said, that is the prompt.
func TestQueuedPromptOfRunThatEndedAtOnce(t *testing.T) {
	t.Parallel()
	op := func(name, content string) string {
		return `{"type":"queue-operation","operation":"` + name + `","timestamp":"2026-01-02T03:04:05.000Z","sessionId":"s"` + content + `}`
	}
	queued := op("enqueue", `,"content":"Paint the hull"`)
	for _, lines := range [][]string{{queued}, {queued, op("dequeue", "")}} {
		s := parseLines(t, lines)
		for m := range s.Main.Live().Messages() {
			if m.Kind != parser.KindPrompt || m.Rest().Sender != "" {
				t.Errorf("%d lines: got kind %v from %q, want a prompt of the user", len(lines), m.Kind, m.Rest().Sender)
			}
		}
		if got := facts.Of(s).Prompts; got != 1 {
			t.Errorf("%d lines: %d prompts, want 1", len(lines), got)
		}
	}
	task := op("enqueue", `,"content":"<task-notification><summary>done</summary></task-notification>"`)
	if got := facts.Of(parseLines(t, []string{task})).Prompts; got != 0 {
		t.Errorf("a task's notice: %d prompts, want none", got)
	}
}

// TestProgress has a progress record of each type.
func TestProgress(t *testing.T) {
	t.Parallel()
	progress := func(data string) string {
		return `{"type":"progress","uuid":"55555555","parentUuid":"11111111","sessionId":"s","toolUseID":"p","parentToolUseID":"t","data":` + data + `}`
	}
	runRows(t, format.Progress, []rowTest{
		{"bash_progress", progress(`{"type":"bash_progress","output":"a","fullOutput":"a","elapsedTimeSeconds":2,"totalLines":1,"timeoutMs":9}`), "structural", []string{`turn`}},
		{"powershell_progress", progress(`{"type":"powershell_progress","output":"a","fullOutput":"a","elapsedTimeSeconds":2,"totalLines":1}`), "structural", nil},
		{"hook_progress", progress(`{"type":"hook_progress","hookEvent":"Stop","hookName":"Stop","command":"x"}`), "structural", nil},
		{"mcp_progress", progress(`{"type":"mcp_progress","status":"started","serverName":"a","toolName":"b"}`), "structural", nil},
		{"agent_progress", progress(`{"type":"agent_progress","agentId":"a1","prompt":"look","message":{"type":"user","uuid":"77777777","message":{"role":"user","content":"look"}}}`), "shown", []string{`agent a1 progress "look"`, `prompt "look"`}},
		{"skill_progress", progress(`{"type":"skill_progress","agentId":"a1","prompt":"look","message":{"type":"user"}}`), "structural", nil},
		{"waiting_for_task", progress(`{"type":"waiting_for_task","taskDescription":"d","taskType":"local_agent"}`), "structural", nil},
		{"query_update", progress(`{"type":"query_update","query":"q"}`), "structural", nil},
		{"search_results_received", progress(`{"type":"search_results_received","resultCount":3,"query":"q"}`), "structural", nil},
		{"odd: unknown", progress(`{"type":"never_seen","x":1}`), "structural", nil},
	})
}
