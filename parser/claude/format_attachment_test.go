package claude

import (
	"fmt"
	"testing"

	"steno/parser/claude/format"
)

// TestAttachmentTypes has a record of each type of attachment records.
func TestAttachmentTypes(t *testing.T) {
	t.Parallel()
	attachment := func(rest string) string {
		return `{"type":"attachment","uuid":"55555555","parentUuid":"11111111","sessionId":"s","attachment":` + rest + `}`
	}
	tests := []rowTest{
		{"hook_success", attachment(`{"type":"hook_success","hookName":"Stop","hookEvent":"Stop","toolUseID":"x","stdout":"fine\n","stderr":"","exitCode":0,"command":"check"}`),
			"shown", []string{`attachment hook_success quiet "hook Stop: check" "fine"`}},
		{"hook_additional_context", attachment(`{"type":"hook_additional_context","hookName":"UserPromptSubmit","content":["a","b"]}`), "shown", []string{`quiet "hook UserPromptSubmit" "a\nb"`}},
		{"hook_blocking_error", attachment(`{"type":"hook_blocking_error","hookName":"PostToolUse:Edit","blockingError":{"blockingError":"lint failed","command":"lint"}}`), "shown", []string{`hook_blocking_error failed "hook PostToolUse:Edit: lint" "lint failed"`}},
		{"hook_non_blocking_error", attachment(`{"type":"hook_non_blocking_error","hookName":"Stop","stderr":"oops","stdout":"","exitCode":1}`), "shown", []string{`hook_non_blocking_error failed "hook Stop" "oops"`}},
		{"hook_cancelled", attachment(`{"type":"hook_cancelled","hookName":"Stop"}`), "shown", []string{`hook_cancelled failed "hook Stop cancelled" ""`}},
		{"hook_system_message", attachment(`{"type":"hook_system_message","hookName":"Stop","content":"listen"}`), "shown", []string{`attachment hook_system_message "hook Stop" "listen"`}},
		{"queued_command", attachment(`{"type":"queued_command","prompt":"and this","commandMode":"prompt"}`), "shown", []string{`prompt from=queue "and this"`}},
		{"queued_command, of another session", attachment(`{"type":"queued_command","prompt":"rebase first","commandMode":"prompt","isMeta":true,"origin":{"kind":"peer","from":"other"}}`), "shown", []string{`event peer "peer" "rebase first"`, "!prompt from=queue"}},
		{"queued_command, on a schedule", attachment(`{"type":"queued_command","prompt":"water the plants","commandMode":"prompt","isMeta":true,"origin":{"kind":"task-notification","subkind":"scheduled-trigger"}}`), "shown", []string{`prompt from=schedule "water the plants"`}},
		{"queued_command, injected", attachment(`{"type":"queued_command","prompt":"for the model","commandMode":"prompt","isMeta":true}`), "shown", []string{`event meta quiet "injected text" "for the model"`}},
		{"queued_command, notification", attachment(`{"type":"queued_command","prompt":"<task-notification><task-id>t1</task-id><status>failed</status><summary>it failed</summary></task-notification>","commandMode":"task-notification"}`),
			"shown", []string{`event task-notification failed "it failed" "" status=failed`, "!prompt from"}},
		{"queued_command, of the user", attachment(`{"type":"queued_command","prompt":"and this","commandMode":"prompt","origin":{"kind":"human"},"humanTurn":true,"source_uuid":"u"}`), "shown", []string{`prompt from=queue "and this"`}},
		{"hook_error_during_execution", attachment(`{"type":"hook_error_during_execution","hookName":"Stop","content":"no such file"}`), "shown", []string{`hook_error_during_execution failed "hook Stop" "no such file"`}},
		{"hook_stopped_continuation", attachment(`{"type":"hook_stopped_continuation","hookName":"Stop","message":"enough"}`), "shown", []string{`attachment hook_stopped_continuation "hook Stop" "enough"`}},
		{"hook_permission_decision", attachment(`{"type":"hook_permission_decision","hookName":"PreToolUse:Bash","decision":"allow"}`), "shown", []string{`attachment hook_permission_decision quiet "hook PreToolUse:Bash" ""`}},
		{"already_read_file", attachment(`{"type":"already_read_file","filename":"/x/a.go","content":{"type":"text","file":{"filePath":"/x/a.go","content":"package a"}}}`), "shown", []string{`"already read file /x/a.go" "package a"`}},
		{"pdf_reference", attachment(`{"type":"pdf_reference","filename":"/x/a.pdf","pageCount":40,"fileSize":9000000}`), "shown", []string{`"pdf reference /x/a.pdf"`}},
		{"directory", attachment(`{"type":"directory","path":"/x","content":"a.go\nb.go","displayPath":"x"}`), "shown", []string{`"directory x" "a.go\nb.go"`}},
		{"file", attachment(`{"type":"file","filename":"/x/a.go","content":{"type":"text","file":{"filePath":"/x/a.go","content":"package a","numLines":1}}}`), "shown", []string{`attachment file quiet "file /x/a.go" "package a"`}},
		{"file, image", attachment(`{"type":"file","filename":"/x/a.png","content":{"type":"image","file":{"base64":"AAAA","type":"image/png"}}}`), "shown", []string{`attachment file quiet "file /x/a.png" ""`, `image image/png 4`}},
		{"file, pdf", attachment(`{"type":"file","filename":"/x/a.pdf","content":{"type":"pdf","file":{"base64":"AAAA"}}}`), "shown", []string{`document application/pdf 4 "/x/a.pdf"`}},
		{"edited_text_file", attachment(`{"type":"edited_text_file","filename":"/x/a.go","snippet":"1 package a"}`), "shown", []string{`"edited text file /x/a.go" "1 package a"`}},
		{"compact_file_reference", attachment(`{"type":"compact_file_reference","filename":"/x/a.go","displayPath":"a.go"}`), "shown", []string{`"compact file reference a.go"`}},
		{"nested_memory", attachment(`{"type":"nested_memory","path":"/x/CLAUDE.md","content":{"path":"/x/CLAUDE.md","type":"Project","content":"Use tabs."}}`), "shown", []string{`"nested memory /x/CLAUDE.md" "Use tabs."`}},
		{"instructions", attachment(`{"type":"instructions","path":"/x/CLAUDE.md","content":"Use tabs."}`), "shown", []string{`"instructions /x/CLAUDE.md" "Use tabs."`}},
		{"deferred_tools_delta", attachment(`{"type":"deferred_tools_delta","addedNames":["A","B"],"addedLines":["A","B"],"removedNames":[]}`), "shown", []string{`"deferred tools delta" "A\nB"`}},
		{"plan_mode", attachment(`{"type":"plan_mode","reminderType":"full","planFilePath":"/p/x.md"}`), "shown", []string{`"plan mode /p/x.md"`}},
		{"diagnostics", attachment(`{"type":"diagnostics","files":[{"uri":"file:///x/a_test.go","diagnostics":[{"message":"undefined: fmt","severity":"Error","range":{"start":{"line":9,"character":4},"end":{"line":9,"character":7}},"source":"compiler","code":"UndeclaredName"}]}],"isNew":true}`),
			"shown", []string{`attachment diagnostics quiet "diagnostics /x/a_test.go" "a_test.go:10:5: error: undefined: fmt (compiler UndeclaredName)"`}},
		{"task_status", attachment(`{"type":"task_status","taskId":"b1","description":"run the tests","status":"completed","deltaSummary":null}`), "shown", []string{`attachment task_status quiet "task run the tests" "completed"`}},
		{"dynamic_skill", attachment(`{"type":"dynamic_skill","skillDir":"/x/skills","skillNames":["a"]}`), "shown", []string{`"dynamic skill /x/skills"`}},
		{"odd: unknown", attachment(`{"type":"never_seen","a":1}`), "unknown", []string{`unknown attachment/never_seen`}},
		{"odd: unknown hook", attachment(`{"type":"hook_new","hookName":"Stop","content":"x"}`), "unknown", []string{`attachment hook_new quiet "hook Stop" "x"`}},
		{"odd: without attachment", `{"type":"attachment","uuid":"55555555","parentUuid":"11111111","sessionId":"s"}`, "unknown", []string{`unknown attachment`}},
	}
	tests = append(tests,
		rowTest{"prompt_snapshot", attachment(`{"type":"prompt_snapshot","system":["private"],"content":"private"}`), "withheld", []string{"!private"}},
		rowTest{"credential_org, of an account", attachment(`{"type":"credential_org","organizationUuid":"private"}`), "withheld", []string{"!private", "!credential"}},
		rowTest{"session_context, of an account", attachment(`{"type":"session_context","context":{"userEmail":"private"}}`), "withheld", []string{"!private"}},
		rowTest{"session_context, with more", attachment(`{"type":"session_context","context":{"userEmail":"private","currentDate":"today"}}`), "shown",
			[]string{"attachment session_context quiet", "!private"}})
	tests = append(tests,
		rowTest{"hook_success, in JSON", attachment(`{"type":"hook_success","hookName":"Stop","stdout":"{\"systemMessage\":\"well done\",\"continue\":true,\"hookSpecificOutput\":{\"additionalContext\":\"go on\"}}","exitCode":0,"durationMs":72,"command":"x\ny"}`), "shown",
			[]string{`attachment hook_success quiet "hook Stop: x" "well done\ngo on\ncontinue: true" exit code=0 duration=72ms command=x`}},
		rowTest{"async_hook_response", attachment(`{"type":"async_hook_response","hookName":"Stop","stdout":"fine","exitCode":1}`), "shown", []string{`"hook Stop" "fine" exit code=1`}},
		rowTest{"task_reminder, of tasks", attachment(`{"type":"task_reminder","itemCount":2,"content":[{"id":"1","subject":"Read","status":"completed"},{"id":"2","subject":"Write","description":"all of it","status":"in_progress","owner":"me"}]}`), "shown",
			[]string{`"task reminder 1 of 2 done" "☑ #1 Read\n◐ #2 Write: all of it (me)"`}},
		rowTest{"instructions, of files", attachment(`{"type":"instructions","files":[{"path":"/x/CLAUDE.md","content":"Use tabs."},{"path":"/y/CLAUDE.md","content":"Be brief."}]}`), "shown",
			[]string{`"instructions /x/CLAUDE.md, /y/CLAUDE.md" "/x/CLAUDE.md\nUse tabs.\n\n/y/CLAUDE.md\nBe brief."`}},
		rowTest{"selected_lines_in_ide", attachment(`{"type":"selected_lines_in_ide","filename":"/x/a.go","lineStart":3,"lineEnd":5,"content":"func a()"}`), "shown", []string{`"selected lines in ide /x/a.go:3-5" "func a()"`}},
		rowTest{"command_permissions, of tools", attachment(`{"type":"command_permissions","allowedTools":["Bash(go:*)","Read"]}`), "shown", []string{`"command permissions" "Bash(go:*)\nRead"`}},
		rowTest{"agent_listing_delta, of agents", attachment(`{"type":"agent_listing_delta","addedTypes":["a","b"]}`), "shown", []string{`"agent listing delta" "a\nb"`}},
		rowTest{"deferred_tools_delta, of servers", attachment(`{"type":"deferred_tools_delta","addedNames":["Read"],"failedMcpServers":[{"name":"pg","error":"Connection closed","errorCode":"CONNECTION_CLOSED"},{"name":"web"}],"needsAuthMcpServers":["mail"],"pendingMcpServers":[]}`), "shown",
			[]string{`"deferred tools delta" "Read" MCP server failed=pg: Connection closed MCP server failed=web MCP server needs authentication=mail`}},
		rowTest{"deferred_tools_delta, removed", attachment(`{"type":"deferred_tools_delta","addedNames":[],"removedNames":["Read","Glob"],"pendingMcpServers":["pg"]}`), "shown",
			[]string{`"deferred tools delta removed" "Read\nGlob" MCP server pending=pg`}},
		rowTest{"deferred_tools_delta, both", attachment(`{"type":"deferred_tools_delta","addedNames":["Edit"],"removedNames":["Read","Glob"]}`), "shown", []string{`"deferred tools delta" "Edit" removed=Read, Glob`}},
		rowTest{"deferred_tools_record, of definitions", attachment(`{"type":"deferred_tools_record","entries":[{"name":"CronCreate","description":"Schedule","schema":{"type":"object"}},{"name":"mcp__x__y"}],"nameOnlyAnnouncements":["11111111"]}`), "shown", []string{`"deferred tools record" "CronCreate\nmcp__x__y"`, "!Schedule"}},
		rowTest{"output_style_instructions, of a style", attachment(`{"type":"output_style_instructions","style":{"name":"Terse","prompt":"Be brief."}}`), "shown", []string{`"output style instructions Terse" "Be brief."`}},
		rowTest{"total_tokens_reminder", attachment(`{"type":"total_tokens_reminder","text":"<total_tokens>Infinite tokens left</total_tokens>"}`), "structural", []string{"!tokens left"}},
		rowTest{"goal_status, in figures", attachment(`{"type":"goal_status","goal":"tests pass","met":true,"tries":2}`), "shown", []string{`"goal status tests pass" "" met=true tries=2`}})
	for _, kind := range []string{"hook_deferred_tool", "hook_plugin_listing"} {
		tests = append(tests, rowTest{kind, attachment(fmt.Sprintf(`{"type":%q,"hookName":"Stop","content":"x"}`, kind)), "shown", []string{`quiet "hook Stop" "x"`}})
	}
	for _, kind := range []string{"workflow_keyword_request", "workflow_size_guideline_change", "team_context", "peer_mention", "attention_budget", "audio_transcript",
		"context_efficiency", "critical_system_reminder", "mcp_dropped_tools_delta", "memory_update", "output_token_usage", "proactivity", "selected_lines_in_diff",
		"teammate_shutdown_batch", "tool_search_usage_reminder", "batching_reminder", "poll_events", "structured_output", "thinking_stripped", "thinking_drop", "opened_file_in_ide", "relevant_memories", "companion_intro", "context_sections",
		"mcp_resource", "teammate_mailbox", "output_style", "token_usage", "max_turns_reached", "agent_mention", "plan_file_reference", "edited_image_file", "task_reminder", "todo_reminder", "goal_status", "budget_usd", "plan_mode_exit", "plan_mode_reentry",
		"auto_mode", "auto_mode_exit", "ultrathink_effort", "ultra_effort_enter", "ultra_effort_exit", "command_permissions", "date", "date_change", "model", "environment", "session_context",
		"deferred_tools_record", "mcp_instructions_delta", "agent_listing_delta", "skill_listing", "invoked_skills", "read_truncation_notice",
		"remote_session_change", "credential_org", "batching_reminder_sent", "silent_turn_reminder", "bash_output_audience_note",
		"fork_briefing", "output_style_instructions", "advisor_tool", "fold_nudge",
		"account_memory_recall", "cowork_memory_context", "withheld_memory", "advisor_stripped", "artifact_opening_prefetch", "async_hook_response_batch", "at_mention_reference", "coordinator_context", "dir_sync_notice", "elapsed_time_reminder", "inlined_image_paths", "language", "prefix_delta", "prompt_render_point", "repl_mcp_needs_auth", "sandbox_instructions", "secondary_reminder", "secondary_reminder_sent", "session_cron_carry", "session_settings", "skill_mention", "thread_state", "tool_host_result_lines", "tool_hosts_correction", "tool_hosts_notice", "unknown_command_fallback"} {
		tests = append(tests, rowTest{kind, attachment(fmt.Sprintf(`{"type":%q,"content":"what it says"}`, kind)), "shown",
			[]string{fmt.Sprintf(`attachment %s quiet %q "what it says"`, kind, sentence(kind))}})
	}
	runRows(t, format.Attachment, tests)
}
