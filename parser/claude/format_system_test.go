package claude

import (
	"testing"

	"steno/parser/claude/format"
)

// TestSystemSubtypes has a record of each subtype of system records.
func TestSystemSubtypes(t *testing.T) {
	t.Parallel()
	system := func(rest string) string {
		return `{"type":"system","uuid":"55555555","parentUuid":"11111111","sessionId":"s",` + rest + `}`
	}
	runRows(t, format.System, []rowTest{
		{"compact_boundary", system(`"subtype":"compact_boundary","content":"Conversation compacted","compactMetadata":{"trigger":"manual","preTokens":7,"postTokens":3}`),
			"shown", []string{`segment 2 compaction manual 7->3 "Conversation compacted"`}},
		{"microcompact_boundary", system(`"subtype":"microcompact_boundary","content":"cleared","microcompactMetadata":{"trigger":"auto","preTokens":900,"tokensSaved":200}`),
			"shown", []string{`event system/microcompact_boundary quiet`, `trigger=auto tokens before=900 tokens saved=200`}},
		{"voice_call_talk", system(`"subtype":"voice_call_talk","content":"water the plants"`), "shown", []string{`prompt from=voice "water the plants"`}},
		{"voice_call_talk, of the model", system(`"subtype":"voice_call_talk","role":"assistant","content":"watered"`), "shown", []string{`event system/voice_call_talk "voice call talk" "watered"`}},
		{"turn_duration", system(`"subtype":"turn_duration","durationMs":61200`), "shown", []string{`duration=1m1.2s`}},
		{"turn_duration, old", system(`"subtype":"turn_duration","message":{"duration_ms":3456}`), "shown", []string{`duration=3.5s`}},
		{"api_error", system(`"subtype":"api_error","level":"error","error":{"status":500},"cause":{"code":"ECONNRESET"},"retryInMs":1000,"retryAttempt":2,"maxRetries":10`),
			"shown", []string{`event system/api_error failed`, `status=500 cause=ECONNRESET attempt=2 of 10 retry in=1s`}},
		{"api_refusal", system(`"subtype":"api_refusal","apiRefusalCategory":"policy","apiRefusalExplanation":"Refused.","direction":"inbound","source":"api","content":"refusal"`),
			"shown", []string{`event system/api_refusal failed "api refusal" "Refused."`, `category=policy direction=inbound source=api`}},
		{"model_refusal_no_fallback", system(`"subtype":"model_refusal_no_fallback","apiRefusalCategory":"cyber","content":"No other model."`),
			"shown", []string{`event system/model_refusal_no_fallback failed "model refusal no fallback" "No other model." category=cyber`}},
		{"error", system(`"subtype":"error","error":"out of memory"`), "shown", []string{`event system/error failed "error" "out of memory"`}},
		{"session_start", system(`"subtype":"session_start"`), "shown", []string{`event system/session_start quiet`}},
		{"stop_hook_summary, failed", system(`"subtype":"stop_hook_summary","hookCount":1,"hookInfos":[{"command":"make lint","durationMs":20}],"hookErrors":["it broke"],"preventedContinuation":true,"stopReason":"lint","hasOutput":true`),
			"shown", []string{`event system/stop_hook_summary failed "stop hook summary" "make lint 20ms\nit broke"`, `stop reason=lint prevented continuation=yes`}},
		{"stop_hook_summary", system(`"subtype":"stop_hook_summary","hookCount":1,"hookInfos":[{"command":"x"}],"hookErrors":[],"preventedContinuation":false`),
			"shown", []string{`event system/stop_hook_summary quiet`}},
		{"local_command", system(`"subtype":"local_command","content":"<command-name>/skills</command-name>\n<command-message>skills</command-message>\n<command-args>all</command-args>"`),
			"shown", []string{`command /skills "all"`}},
		{"local_command, without wrapper", system(`"subtype":"local_command","content":"bare"`), "shown", []string{`event system/local_command "local command" "bare"`}},
		{"away_summary", system(`"subtype":"away_summary","content":"You were away. (disable recaps in /config)"`), "shown", []string{`event system/away_summary "away summary" "You were away."`}},
		{"informational", system(`"subtype":"informational","content":"note","level":"info"`), "shown", []string{`event system/informational quiet "informational" "note" level=info`}},
		{"init", system(`"subtype":"init"`), "shown", []string{`event system/init quiet`}},
		{"init, of a run", system(`"subtype":"init","model":"x-1","permissionMode":"plan","cwd":"/w","version":"2.1","tools":["Bash","Read"],"mcp_servers":[{"name":"gh","status":"connected"}],"agents":[{"name":"Explore"}]`),
			"shown", []string{`event system/init quiet "run started" "" model=x-1 permission mode=plan directory=/w version=2.1 tools=Bash, Read MCP servers=gh connected agents=Explore`}},
		{"run_result", system(`"subtype":"run_result","outcome":"success","is_error":false,"num_turns":3,"duration_ms":18750,"duration_api_ms":900,"total_cost_usd":0.0347,"permission_denials":[{"tool_name":"Bash","tool_use_id":"t","tool_input":{}}],"result":"All done."`),
			"shown", []string{`event system/run_result "run ended" "All done." outcome=success turns=3 duration=18.8s API time=900ms cost reported by Claude Code=$0.03 permissions denied=Bash`}},
		{"run_result, failed", system(`"subtype":"run_result","outcome":"error_max_turns","is_error":true,"errors":["too many turns"],"repeats":true,"result":"said before"`),
			"shown", []string{`event system/run_result failed "run failed" "too many turns" outcome=error max turns`, "!said before"}},
		{"permission_denied", system(`"subtype":"permission_denied","tool_name":"Bash","toolUseID":"t","message":"rm is not allowed"`),
			"shown", []string{`event system/permission_denied failed "Bash was not permitted" "rm is not allowed"`}},
		{"task_started", system(`"subtype":"task_started","task_id":"t1","task_type":"local_agent","description":"look around"`), "shown", []string{`event system/task_started quiet "task started" "look around" kind=local_agent task=t1`}},
		{"task_notification", system(`"subtype":"task_notification","task_id":"t1","status":"completed","summary":"looked around"`), "shown", []string{`event system/task_notification quiet "task ended" "looked around" status=completed task=t1`}},
		{"hook_started", system(`"subtype":"hook_started","hook_name":"lint","hook_event":"Stop"`), "shown", []string{`event system/hook_started quiet "hook started" "" hook=lint event=Stop`}},
		{"hook_response", system(`"subtype":"hook_response","hook_name":"lint","hook_event":"Stop","stdout":"fine","stderr":"","exit_code":2,"outcome":"error"`),
			"shown", []string{`event system/hook_response quiet "hook response" "fine" hook=lint event=Stop outcome=error exit code=2`}},
		{"status", system(`"subtype":"status","status":"compacting","permissionMode":"plan"`), "shown", []string{`event system/status quiet "status" "" status=compacting permission mode=plan`}},
		{"bridge_status", system(`"subtype":"bridge_status","content":"on","url":"https://x.test"`), "shown", []string{`url=https://x.test`}},
		{"scheduled_task_fire", system(`"subtype":"scheduled_task_fire","content":"9 o'clock"`), "shown", []string{`event system/scheduled_task_fire quiet`}},
		{"hook_progress", system(`"subtype":"hook_progress","content":"running"`), "shown", []string{`event system/hook_progress quiet`}},
		{"model_refusal_fallback", system(`"subtype":"model_refusal_fallback","content":"changed model"`), "shown", []string{`event system/model_refusal_fallback "model refusal fallback" "changed model"`}},
		{"model_consent_fallback", system(`"subtype":"model_consent_fallback","content":"changed model"`), "shown", []string{`event system/model_consent_fallback "`}},
		{"agents_killed", system(`"subtype":"agents_killed","content":"2 agents"`), "shown", []string{`event system/agents_killed "agents killed"`}},
		{"none", system(`"content":"hook ran","level":"info"`), "shown", []string{`event system quiet "hook ran" "hook ran" level=info`}},
		{"none, warning", system(`"content":"\u001b[1mRunning\u001b[22m hook","level":"warning"`), "shown", []string{`event system "Running hook"`}},
		{"odd: unknown with words", system(`"subtype":"new","content":"words"`), "unknown", []string{`event system/new quiet "new" "words"`}},
		{"odd: unknown without words", system(`"subtype":"new","n":1`), "unknown", []string{`unknown system/new "{\"subtype\":\"new\",\"n\":1}"`}},
		{"odd: wrong types", system(`"subtype":5,"content":{"a":1},"durationMs":"x","level":[]`), "shown", []string{`event system quiet "{\"a\":1}" "{\"a\":1}"`}},
	})
}
