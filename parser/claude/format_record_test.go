package claude

import (
	"strings"
	"testing"

	"steno/parser/claude/format"
)

// TestRecordTypes has a record of each type that is neither of the above.
func TestRecordTypes(t *testing.T) {
	t.Parallel()
	tests := []rowTest{
		{"assistant", `{"type":"assistant","uuid":"55555555","parentUuid":"11111111","requestId":"r","message":{"id":"m","type":"message","role":"assistant","model":"x-1","content":[{"type":"text","text":"yes"}],"stop_reason":"end_turn","usage":{"input_tokens":1,"output_tokens":2}}}`, "shown", []string{`reply id=m model=x-1 stop=end_turn "yes"`, `usage 1 requests, 1 in, 2 out`}},
		{"assistant, error", `{"type":"assistant","uuid":"55555555","parentUuid":"11111111","isApiErrorMessage":true,"error":"rate_limit","message":{"id":"m","role":"assistant","model":"<synthetic>","content":[{"type":"text","text":"Limit reached"}]}}`, "shown", []string{`error=rate_limit`, `"Limit reached"`}},
		{"assistant, error without a mark", `{"type":"assistant","uuid":"55555555","parentUuid":"11111111","message":{"id":"m","role":"assistant","model":"<synthetic>","content":[{"type":"text","text":"API Error: Connection lost mid-response."}]}}`, "shown", []string{`error=unknown`, `"API Error: Connection lost`}},
		{"assistant, error of which a model speaks", `{"type":"assistant","uuid":"55555555","parentUuid":"11111111","message":{"id":"m","role":"assistant","model":"x-1","content":[{"type":"text","text":"API Error: Connection lost mid-response."}]}}`, "shown", []string{"!error=", `"API Error: Connection lost`}},
		{"assistant, not asked", `{"type":"assistant","uuid":"55555555","parentUuid":"11111111","isApiErrorMessage":false,"message":{"id":"m","role":"assistant","model":"<synthetic>","content":[{"type":"text","text":"No response requested."}],"stop_reason":"stop_sequence","usage":{"input_tokens":0,"output_tokens":0}}}`, "shown", []string{`event client quiet "no response requested"`, "!reply"}},
		{"assistant, the same of a model", `{"type":"assistant","uuid":"55555555","parentUuid":"11111111","message":{"id":"m","role":"assistant","model":"x-1","content":[{"type":"text","text":"No response requested."}]}}`, "shown", []string{`reply id=m model=x-1 "No response requested."`}},
		{"assistant, what a command printed", `{"type":"assistant","uuid":"55555555","parentUuid":"11111111","message":{"id":"m","role":"assistant","model":"<synthetic>","content":[{"type":"text","text":"Total cost: $0.10"}]}}`, "shown", []string{`reply id=m`, `"Total cost: $0.10"`}},
		{"system", `{"type":"system","uuid":"55555555","parentUuid":"11111111","subtype":"informational","content":"note"}`, "shown", []string{`event system/informational`}},
		{"attachment", `{"type":"attachment","uuid":"55555555","parentUuid":"11111111","attachment":{"type":"date","content":"today"},"rendered":"today"}`, "shown", []string{`attachment date quiet`}},
		{"ended-by-model", `{"type":"ended-by-model","sessionId":"s","reason":"nothing is left to do"}`, "shown", []string{`event ended-by-model "the agent ended the session" "nothing is left to do"`}},
		{"tool_use_summary", `{"type":"tool_use_summary","uuid":"55555555","summary":"read two files","preceding_tool_use_ids":["t"]}`, "shown", []string{`event tool_use_summary quiet "tool use summary" "read two files"`}},
		{"active_goal", `{"type":"active_goal","uuid":"55555555","value":{"condition":"tests pass"}}`, "shown", []string{`event active_goal quiet "active goal"`}},
		{"auth_status", `{"type":"auth_status","uuid":"55555555","isAuthenticating":true,"output":["open the page"]}`, "shown", []string{`event auth_status quiet "auth status" "open the page"`}},
		{"conversation_reset", `{"type":"conversation_reset","uuid":"55555555","trigger":"clear"}`, "shown", []string{`event conversation_reset quiet "conversation reset" "" trigger=clear`}},
		{"prompt_suggestion", `{"type":"prompt_suggestion","uuid":"55555555","suggestion":"run the tests"}`, "shown", []string{`suggestion=run the tests`}},
		{"derived-from", `{"type":"derived-from","sessionId":"s","parentSessionId":"before"}`, "metadata", []string{`forked from before`}},
		{"session-name", `{"type":"session-name","sessionId":"s","name":"parser"}`, "metadata", []string{`session-name = "parser"`}},
		{"frame-link, a page", `{"type":"frame-link","sessionId":"s","path":"/x/a.html","frameUrl":"https://pages.test/1","title":"A page"}`, "metadata", []string{`page https://pages.test/1 "A page" /x/a.html`}},
		{"message", `{"type":"message","uuid":"55555555","parentUuid":"11111111","message":{"role":"user","content":"bare"}}`, "shown", []string{`prompt "bare"`}},
		{"message, itself", `{"type":"message","uuid":"55555555","parentUuid":"11111111","role":"assistant","content":[{"type":"text","text":"bare"}]}`, "shown", []string{`reply "bare"`}},
		{"create", `{"type":"create","uuid":"55555555","parentUuid":"11111111","filePath":"/x/a","content":"text of a","structuredPatch":[]}`, "shown", []string{`event create "created /x/a" "text of a"`}},
		{"thinking", `{"type":"thinking","uuid":"55555555","parentUuid":"11111111","thinking":"hm","signature":"s"}`, "shown", []string{`thinking "hm" signed`}},
		{"tool_use", `{"type":"tool_use","uuid":"55555555","parentUuid":"11111111","id":"t","name":"Read","input":{"file_path":"/x"}}`, "shown", []string{`call "Read" no result`}},
		{"tool_result", `{"type":"tool_result","uuid":"55555555","parentUuid":"11111111","tool_use_id":"t","content":"out"}`, "shown", []string{`call "" orphan t`, `text "out"`}},
		{"text", `{"type":"text","uuid":"55555555","parentUuid":"11111111","text":"bare"}`, "shown", []string{`event "bare"`}},
		{"custom-title", `{"type":"custom-title","customTitle":"mine","sessionId":"s"}`, "metadata", []string{`title "mine" (custom-title)`}},
		{"ai-title", `{"type":"ai-title","aiTitle":"made","sessionId":"s"}`, "metadata", []string{`title "made" (ai-title)`}},
		{"agent-name", `{"type":"agent-name","agentName":"n","sessionId":"s"}`, "metadata", []string{`agent-name = "n"`}},
		{"agent-setting", `{"type":"agent-setting","agentSetting":"reviewer","sessionId":"s"}`, "metadata", []string{`agent-setting = "reviewer"`}},
		{"tag", `{"type":"tag","tag":"t","sessionId":"s"}`, "metadata", []string{`tag = "t"`}},
		{"mode", `{"type":"mode","mode":"normal","sessionId":"s"}`, "metadata", []string{`mode = "normal"`}},
		{"permission-mode", `{"type":"permission-mode","permissionMode":"plan","sessionId":"s"}`, "metadata", []string{`permission-mode = "plan"`}},
		{"last-prompt", `{"type":"last-prompt","lastPrompt":"after","leafUuid":"99999999","sessionId":"s"}`, "metadata", []string{"!last-prompt"}},
		{"worktree-state", `{"type":"worktree-state","worktreeSession":{"originalCwd":"/x","worktreePath":"/x/w","worktreeName":"w","worktreeBranch":"b","sessionId":"s"},"sessionId":"s"}`, "metadata", []string{`worktree-state = "b /x/w"`}},
		{"worktree-state, left", `{"type":"worktree-state","worktreeSession":null,"sessionId":"s"}`, "metadata", []string{"!worktree-state"}},
		{"continued-in", `{"type":"continued-in","continuedInSessionId":"next","sessionId":"s"}`, "metadata", []string{`continued in next`}},
		{"progress", `{"type":"progress","uuid":"55555555","parentUuid":"11111111","sessionId":"s","data":{"type":"mcp_progress"}}`, "structural", nil},
		{"queue-operation, dequeue", `{"type":"queue-operation","operation":"dequeue","sessionId":"s"}`, "structural", nil},
		{"queue-operation", `{"type":"queue-operation","operation":"enqueue","content":"later","sessionId":"s"}`, "shown", []string{`"queued message" "later"`}},
		{"pr-link", `{"type":"pr-link","prNumber":5,"prUrl":"https://g.test/o/r/pull/5","prRepository":"o/r","sessionId":"s"}`, "shown", []string{`pull request o/r#5`, `event pr-link "pull request o/r #5"`}},
		{"pr-link, again", strings.TrimSuffix(strings.Repeat(`{"type":"pr-link","prNumber":5,"prUrl":"https://g.test/o/r/pull/5","prRepository":"o/r","sessionId":"s"}`+"\n", 2), "\n"), "shown shown", []string{`event pr-link "pull request o/r #5"`, `event pr-link quiet "pull request o/r #5"`}},
		{"summary, of another session", `{"type":"summary","summary":"elsewhere","leafUuid":"00000000"}`, "metadata", []string{`title "Before" (prompt)`}},
		{"summary", `{"type":"summary","summary":"about this","leafUuid":"99999999"}`, "metadata", []string{`title "about this" (summary)`}},
		{"file-history-snapshot", `{"type":"file-history-snapshot","messageId":"x","snapshot":{}}`, "structural", nil},
		{"file-history-delta", `{"type":"file-history-delta","messageId":"x","trackingPath":"/x"}`, "structural", nil},
		{"relocated", `{"type":"relocated","relocatedCwd":"/new","sessionId":"s"}`, "metadata", []string{`relocated = "/new"`}},
		{"agent-color", `{"type":"agent-color","agentColor":"red","sessionId":"s"}`, "metadata", []string{`agent-color = "red"`}},
		{"fork-context-ref", `{"type":"fork-context-ref","agentId":"a","parentSessionId":"p","parentLastUuid":"u","contextLength":3}`, "metadata", []string{`fork-context-ref = "p"`}},
		{"bridge-session", `{"type":"bridge-session","accountUuid":"private","organizationUuid":"private"}`, "withheld", []string{"!private", "!bridge"}},
		{"bridge-session, with uuid", `{"type":"bridge-session","uuid":"55555555","accountUuid":"private"}`, "withheld", []string{"!private"}},
		{"hybrid-organization", `{"type":"hybrid-organization","sessionId":"s","organizationUuid":"private","name":"private"}`, "withheld", []string{"!private"}},
		{"prompt_snapshot", `{"type":"prompt_snapshot","uuid":"55555555","system":"private"}`, "withheld", []string{"!private"}},
		{"api-request", `{"type":"api-request","sessionId":"s","system":"private","message":{"role":"user","content":"private"}}`, "withheld", []string{"!private"}},
		{"api-request-shape", `{"type":"api-request-shape","sessionId":"s","system":"private","message":{"role":"user","content":"private"}}`, "withheld", []string{"!private"}},
		{"api-request-blob", `{"type":"api-request-blob","sessionId":"s","system":"private","message":{"role":"user","content":"private"}}`, "withheld", []string{"!private"}},
		{"artifact-autoreact-ledger, of an account", `{"type":"artifact-autoreact-ledger","sessionId":"s","accountUuid":"private"}`, "withheld", []string{"!private"}},
		{"artifact-autoreact-ledger, with more", `{"type":"artifact-autoreact-ledger","sessionId":"s","accountUuid":"private","seen":["x"]}`, "metadata", []string{"!private"}},
		{"odd: nothing but an account", `{"type":"later","uuid":"55555555","who":{"owner_account_uuid":"private"}}`, "withheld", []string{"!private"}},
		{"saved_hook_context", `{"type":"saved_hook_context","uuid":"55555555","parentUuid":"11111111","content":["ctx"]}`, "shown", []string{`event saved_hook_context quiet "saved hook context" "ctx"`}},
		{"turn_end", `{"type":"turn_end","uuid":"55555555"}`, "shown", []string{`event turn_end quiet`}},
		{"rate_limit_event", `{"type":"rate_limit_event","uuid":"55555555"}`, "shown", []string{`event rate_limit_event quiet`}},
		{"hook_event", `{"type":"hook_event","uuid":"55555555"}`, "shown", []string{`event hook_event quiet`}},
		{"odd: unknown", `{"type":"brand-new","uuid":"55555555","parentUuid":"11111111","x":1}`, "unknown", []string{`unknown brand-new "{\"x\":1}"`}},
		{"odd: no type", `{"x":1}`, "unknown", []string{`unknown  "{\"x\":1}"`}},
		{"odd: type of another type", `{"type":7,"x":1}`, "unknown", []string{`unknown  "{\"x\":1}"`}},
		{"user, empty", `{"type":"user","uuid":"55555555","parentUuid":"11111111","message":{"role":"user","content":[]}}`, "structural", nil},
		{"odd: message of another type", `{"type":"user","uuid":"55555555","parentUuid":"11111111","message":"said"}`, "shown", []string{`prompt "said"`}},
	}
	for _, kind := range []string{"content-replacement", "cost-state", "frame-link", "artifact-x", "atis-latch", "isolation-latch", "memory-mode", "dev-mods",
		"history-suppression", "attribution-snapshot", "tools-used", "data-flow-records", "data-flow-incomplete", "observer-ref", "launched", "failed", "marble-origami-x", "started", "result"} {
		tests = append(tests, rowTest{kind, `{"type":"` + kind + `","sessionId":"s","value":"hidden"}`, "metadata", []string{"!hidden"}})
	}
	for _, kind := range []string{"stream_event", "tool_progress", "keep_alive", "thinking_tokens", "task_progress", "background_tasks_changed"} {
		tests = append(tests, rowTest{kind, `{"type":"` + kind + `","sessionId":"s","value":"hidden"}`, "structural", []string{"!hidden"}})
	}
	runRows(t, format.Record, tests)
}
