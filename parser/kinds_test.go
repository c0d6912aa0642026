package parser

import (
	"bytes"
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"steno/parser/source"
)

// outlineOf parses the lines of one file and gives the outline from the first
// turn to the ledger, anchors left out.
func outlineOf(t *testing.T, lines ...string) (*Session, string) {
	t.Helper()
	s, err := Parse(context.Background(), &source.Session{ID: "s", Main: []*source.File{memory("main.jsonl", strings.Join(lines, "\n"))}})
	if err != nil {
		t.Fatal(err)
	}
	check(t, s)
	var b bytes.Buffer
	if err := Outline(&b, s); err != nil {
		t.Fatal(err)
	}
	return s, anchorText.ReplaceAllString(b.String(), "")
}

var anchorText = regexp.MustCompile(` m-[0-9a-z-]+`)

// around puts a record between a prompt and a reply.
func around(record string) []string {
	return []string{
		`{"type":"user","uuid":"11111111","parentUuid":null,"sessionId":"s","message":{"role":"user","content":"before"}}`,
		record,
		`{"type":"user","uuid":"99999999","parentUuid":"11111111","sessionId":"s","message":{"role":"user","content":"after"}}`,
	}
}

// kindTest is one record, and what the outline must say of it. A want that begins
// with "!" must not be in the outline.
type kindTest struct {
	name, record string
	class        string // of the ledger
	want         []string
}

func runKinds(t *testing.T, tests []kindTest) {
	t.Helper()
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s, got := outlineOf(t, around(test.record)...)
			for _, w := range test.want {
				if bad, not := strings.CutPrefix(w, "!"); not && strings.Contains(got, bad) {
					t.Errorf("outline holds %q:\n%s", bad, got)
				} else if !not && !strings.Contains(got, w) {
					t.Errorf("outline does not hold %q:\n%s", w, got)
				}
			}
			base := Ledger{Lines: 3, Shown: 2}
			classes := map[string]*int{"shown": &base.Shown, "merged": &base.Merged, "structural": &base.Structural,
				"metadata": &base.Metadata, "duplicate": &base.Duplicate, "unknown": &base.Unknown}
			*classes[test.class]++
			if got, want := s.Ledger.text(), base.text(); got != want {
				t.Errorf("ledger: %s, want %s", got, want)
			}
		})
	}
}

// TestSystemSubtypes has a record of each subtype of system records.
func TestSystemSubtypes(t *testing.T) {
	t.Parallel()
	system := func(rest string) string {
		return `{"type":"system","uuid":"55555555","parentUuid":"11111111","sessionId":"s",` + rest + `}`
	}
	runKinds(t, []kindTest{
		{"compact_boundary", system(`"subtype":"compact_boundary","content":"Conversation compacted","compactMetadata":{"trigger":"manual","preTokens":7,"postTokens":3}`),
			"shown", []string{`segment 2 compaction manual 7->3 "Conversation compacted"`}},
		{"microcompact_boundary", system(`"subtype":"microcompact_boundary","content":"cleared","microcompactMetadata":{"trigger":"auto","preTokens":900,"tokensSaved":200}`),
			"shown", []string{`event system/microcompact_boundary quiet`, `trigger=auto tokens before=900 tokens saved=200`}},
		{"turn_duration", system(`"subtype":"turn_duration","durationMs":61200`), "shown", []string{`duration=1m1.2s`}},
		{"turn_duration, old", system(`"subtype":"turn_duration","message":{"duration_ms":3456}`), "shown", []string{`duration=3.5s`}},
		{"api_error", system(`"subtype":"api_error","level":"error","error":{"status":500},"cause":{"code":"ECONNRESET"},"retryInMs":1000,"retryAttempt":2,"maxRetries":10`),
			"shown", []string{`event system/api_error failed`, `status=500 cause=ECONNRESET attempt=2 of=10 retry in=1s`}},
		{"stop_hook_summary", system(`"subtype":"stop_hook_summary","hookCount":1,"hookInfos":[{"command":"make lint","durationMs":20}],"hookErrors":["it broke"],"preventedContinuation":true,"stopReason":"lint","hasOutput":true`),
			"shown", []string{`event system/stop_hook_summary failed "stop hook summary" "make lint 20ms\nit broke"`, `stop reason=lint prevented continuation=yes`}},
		{"stop_hook_summary, quiet", system(`"subtype":"stop_hook_summary","hookCount":1,"hookInfos":[{"command":"x"}],"hookErrors":[],"preventedContinuation":false`),
			"shown", []string{`event system/stop_hook_summary quiet`}},
		{"local_command", system(`"subtype":"local_command","content":"<command-name>/skills</command-name>\n<command-message>skills</command-message>\n<command-args>all</command-args>"`),
			"shown", []string{`command /skills "all"`}},
		{"local_command without wrapper", system(`"subtype":"local_command","content":"bare"`), "shown", []string{`event system/local_command "local command" "bare"`}},
		{"away_summary", system(`"subtype":"away_summary","content":"You were away. (disable recaps in /config)"`), "shown", []string{`event system/away_summary "away summary" "You were away."`}},
		{"informational", system(`"subtype":"informational","content":"note","level":"info"`), "shown", []string{`event system/informational quiet "informational" "note" level=info`}},
		{"init", system(`"subtype":"init"`), "shown", []string{`event system/init quiet`}},
		{"bridge_status", system(`"subtype":"bridge_status","content":"on","url":"https://x.test"`), "shown", []string{`url=https://x.test`}},
		{"scheduled_task_fire", system(`"subtype":"scheduled_task_fire","content":"9 o'clock"`), "shown", []string{`event system/scheduled_task_fire quiet`}},
		{"hook_progress", system(`"subtype":"hook_progress","content":"running"`), "shown", []string{`event system/hook_progress quiet`}},
		{"model_refusal_fallback", system(`"subtype":"model_refusal_fallback","content":"changed model"`), "shown", []string{`event system/model_refusal_fallback "model refusal fallback" "changed model"`}},
		{"model_consent_fallback", system(`"subtype":"model_consent_fallback","content":"changed model"`), "shown", []string{`event system/model_consent_fallback "`}},
		{"agents_killed", system(`"subtype":"agents_killed","content":"2 agents"`), "shown", []string{`event system/agents_killed "agents killed"`}},
		{"none", system(`"content":"\u001b[1mRunning\u001b[22m hook","level":"warning"`), "shown", []string{`event system "Running hook"`}},
		{"unknown with words", system(`"subtype":"new","content":"words"`), "unknown", []string{`event system/new quiet "new" "words"`}},
		{"unknown without words", system(`"subtype":"new","n":1`), "unknown", []string{`unknown system/new "{\"subtype\":\"new\",\"n\":1}"`}},
		{"wrong types", system(`"subtype":5,"content":{"a":1},"durationMs":"x","level":[]`), "shown", []string{`event system quiet "{\"a\":1}" "{\"a\":1}"`}},
	})
}

// TestAttachmentTypes has a record of each type of attachment records.
func TestAttachmentTypes(t *testing.T) {
	t.Parallel()
	attachment := func(rest string) string {
		return `{"type":"attachment","uuid":"55555555","parentUuid":"11111111","sessionId":"s","attachment":` + rest + `}`
	}
	tests := []kindTest{
		{"hook_success", attachment(`{"type":"hook_success","hookName":"Stop","hookEvent":"Stop","toolUseID":"x","stdout":"fine\n","stderr":"","exitCode":0,"command":"check"}`),
			"shown", []string{`attachment hook_success quiet "hook Stop: check" "fine"`}},
		{"hook_additional_context", attachment(`{"type":"hook_additional_context","hookName":"UserPromptSubmit","content":["a","b"]}`), "shown", []string{`quiet "hook UserPromptSubmit" "a\nb"`}},
		{"hook_blocking_error", attachment(`{"type":"hook_blocking_error","hookName":"PostToolUse:Edit","blockingError":{"blockingError":"lint failed","command":"lint"}}`), "shown", []string{`hook_blocking_error failed "hook PostToolUse:Edit: lint" "lint failed"`}},
		{"hook_non_blocking_error", attachment(`{"type":"hook_non_blocking_error","hookName":"Stop","stderr":"oops","stdout":"","exitCode":1}`), "shown", []string{`hook_non_blocking_error failed "hook Stop" "oops"`}},
		{"hook_cancelled", attachment(`{"type":"hook_cancelled","hookName":"Stop"}`), "shown", []string{`hook_cancelled failed "hook Stop cancelled" ""`}},
		{"hook_system_message", attachment(`{"type":"hook_system_message","hookName":"Stop","content":"listen"}`), "shown", []string{`attachment hook_system_message "hook Stop" "listen"`}},
		{"queued_command", attachment(`{"type":"queued_command","prompt":"and this","commandMode":"prompt"}`), "shown", []string{`prompt from=queue "and this"`}},
		{"queued_command, notification", attachment(`{"type":"queued_command","prompt":"<task-notification><task-id>t1</task-id><status>failed</status><summary>it failed</summary></task-notification>","commandMode":"task-notification"}`),
			"shown", []string{`event task-notification failed "it failed" "" status=failed`, "!prompt from"}},
		{"file", attachment(`{"type":"file","filename":"/x/a.go","content":{"type":"text","file":{"filePath":"/x/a.go","content":"package a","numLines":1}}}`), "shown", []string{`attachment file quiet "file /x/a.go" "package a"`}},
		{"file, image", attachment(`{"type":"file","filename":"/x/a.png","content":{"type":"image","file":{"base64":"AAAA","type":"image/png"}}}`), "shown", []string{`attachment file quiet "file /x/a.png" ""`, `image image/png 4`}},
		{"file, pdf", attachment(`{"type":"file","filename":"/x/a.pdf","content":{"type":"pdf","file":{"base64":"AAAA"}}}`), "shown", []string{`document application/pdf 4 "/x/a.pdf"`}},
		{"edited_text_file", attachment(`{"type":"edited_text_file","filename":"/x/a.go","snippet":"1 package a"}`), "shown", []string{`"edited text file /x/a.go" "1 package a"`}},
		{"compact_file_reference", attachment(`{"type":"compact_file_reference","filename":"/x/a.go","displayPath":"a.go"}`), "shown", []string{`"compact file reference a.go"`}},
		{"nested_memory", attachment(`{"type":"nested_memory","path":"/x/CLAUDE.md","content":{"path":"/x/CLAUDE.md","type":"Project","content":"Use tabs."}}`), "shown", []string{`"nested memory /x/CLAUDE.md" "Use tabs."`}},
		{"instructions", attachment(`{"type":"instructions","path":"/x/CLAUDE.md","content":"Use tabs."}`), "shown", []string{`"instructions /x/CLAUDE.md" "Use tabs."`}},
		{"deferred_tools_delta", attachment(`{"type":"deferred_tools_delta","addedNames":["A","B"],"addedLines":["A","B"],"removedNames":[]}`), "shown", []string{`"deferred tools delta" "A\nB"`}},
		{"plan_mode", attachment(`{"type":"plan_mode","reminderType":"full","planFilePath":"/p/x.md"}`), "shown", []string{`"plan mode /p/x.md"`}},
		{"unknown", attachment(`{"type":"never_seen","a":1}`), "unknown", []string{`unknown attachment/never_seen`}},
		{"unknown hook", attachment(`{"type":"hook_new","hookName":"Stop","content":"x"}`), "unknown", []string{`attachment hook_new quiet "hook Stop" "x"`}},
		{"without attachment", `{"type":"attachment","uuid":"55555555","parentUuid":"11111111","sessionId":"s"}`, "unknown", []string{`unknown attachment`}},
	}
	for _, kind := range []string{"task_reminder", "total_tokens_reminder", "goal_status", "budget_usd", "plan_mode_exit", "plan_mode_reentry",
		"auto_mode", "command_permissions", "date", "date_change", "model", "environment", "session_context", "prompt_snapshot",
		"deferred_tools_record", "mcp_instructions_delta", "agent_listing_delta", "skill_listing", "invoked_skills", "read_truncation_notice",
		"remote_session_change", "credential_org", "batching_reminder_sent", "silent_turn_reminder", "bash_output_audience_note"} {
		tests = append(tests, kindTest{kind, attachment(fmt.Sprintf(`{"type":%q,"content":"what it says"}`, kind)), "shown",
			[]string{fmt.Sprintf(`attachment %s quiet %q "what it says"`, kind, sentence(kind))}})
	}
	runKinds(t, tests)
}

// TestRecordTypes has a record of each type that is neither of the above.
func TestRecordTypes(t *testing.T) {
	t.Parallel()
	tests := []kindTest{
		{"progress", `{"type":"progress","uuid":"55555555","parentUuid":"11111111","sessionId":"s","data":{"type":"mcp_progress"}}`, "structural", nil},
		{"queue, dequeue", `{"type":"queue-operation","operation":"dequeue","sessionId":"s"}`, "structural", nil},
		{"queue, enqueue", `{"type":"queue-operation","operation":"enqueue","content":"later","sessionId":"s"}`, "shown", []string{`"queued message" "later"`}},
		{"pr-link", `{"type":"pr-link","prNumber":5,"prUrl":"https://g.test/o/r/pull/5","prRepository":"o/r","sessionId":"s"}`, "shown", []string{`pull request o/r#5`, `event pr-link "pull request o/r #5"`}},
		{"summary of another session", `{"type":"summary","summary":"elsewhere","leafUuid":"00000000"}`, "metadata", []string{`title "before" (prompt)`}},
		{"summary", `{"type":"summary","summary":"about this","leafUuid":"99999999"}`, "metadata", []string{`title "about this" (summary)`}},
		{"file-history-snapshot", `{"type":"file-history-snapshot","messageId":"x","snapshot":{}}`, "structural", nil},
		{"file-history-delta", `{"type":"file-history-delta","messageId":"x","trackingPath":"/x"}`, "structural", nil},
		{"relocated", `{"type":"relocated","relocatedCwd":"/new","sessionId":"s"}`, "metadata", []string{`relocated = "/new"`}},
		{"agent-color", `{"type":"agent-color","agentColor":"red","sessionId":"s"}`, "metadata", []string{`agent-color = "red"`}},
		{"fork-context-ref", `{"type":"fork-context-ref","agentId":"a","parentSessionId":"p","parentLastUuid":"u","contextLength":3}`, "metadata", []string{`fork-context-ref = "p"`}},
		{"bridge-session", `{"type":"bridge-session","accountUuid":"private","organizationUuid":"private"}`, "metadata", []string{"!private", "!bridge"}},
		{"bridge-session with uuid", `{"type":"bridge-session","uuid":"55555555","accountUuid":"private"}`, "metadata", []string{"!private"}},
		{"saved_hook_context", `{"type":"saved_hook_context","uuid":"55555555","parentUuid":"11111111","content":["ctx"]}`, "shown", []string{`event saved_hook_context quiet "saved hook context" "ctx"`}},
		{"turn_end", `{"type":"turn_end","uuid":"55555555"}`, "shown", []string{`event turn_end quiet`}},
		{"rate_limit_event", `{"type":"rate_limit_event","uuid":"55555555"}`, "shown", []string{`event rate_limit_event quiet`}},
		{"hook_event", `{"type":"hook_event","uuid":"55555555"}`, "shown", []string{`event hook_event quiet`}},
		{"unknown", `{"type":"brand-new","uuid":"55555555","parentUuid":"11111111","x":1}`, "unknown", []string{`unknown brand-new "{\"x\":1}"`}},
		{"no type", `{"x":1}`, "unknown", []string{`unknown  "{\"x\":1}"`}},
		{"type of another type", `{"type":7,"x":1}`, "unknown", []string{`unknown  "{\"x\":1}"`}},
		{"empty user", `{"type":"user","uuid":"55555555","parentUuid":"11111111","message":{"role":"user","content":[]}}`, "structural", nil},
		{"user, message of another type", `{"type":"user","uuid":"55555555","parentUuid":"11111111","message":"said"}`, "shown", []string{`prompt "said"`}},
	}
	for _, kind := range []string{"content-replacement", "cost-state", "frame-link", "artifact-x", "atis-latch", "isolation-latch", "dev-mods",
		"history-suppression", "attribution-snapshot", "marble-origami-x", "started", "result"} {
		tests = append(tests, kindTest{kind, `{"type":"` + kind + `","sessionId":"s","value":"hidden"}`, "metadata", []string{"!hidden"}})
	}
	runKinds(t, tests)
}

func TestNotificationKeepsWhatItDoesNotKnow(t *testing.T) {
	t.Parallel()
	got := otherChildren("<task-id>a</task-id>\n<event>09:02 order</event><summary>s</summary><x>1 < 2</x><open>no end <y")
	want := []Field{{Name: "event", Value: "09:02 order"}, {Name: "x", Value: "1 < 2"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
