package formats

import (
	"fmt"
	"strings"
	"testing"

	"steno/parser/facts"
	"steno/parser/modeltest"
	"steno/tier"
)

// repeated is a file that repeats one thing, in a way that tempts a reader to go through all that came before each time.
type repeated struct {
	name, format, file string
	head               string
	line               func(i int) string
}

const (
	rollout = "rollout-2026-03-01T10-00-00-0198aaaa-0000-7000-8000-000000000001.jsonl"
	thread  = `{"timestamp":"2026-03-01T10:00:00Z","type":"session_meta","payload":{"id":"0198aaaa-0000-7000-8000-000000000001","cwd":"/home/ada/quay"}}`
	aCall   = "\n" + `{"type":"response_item","payload":{"type":"function_call","name":"exec_command","arguments":"{\"cmd\":\"ls\"}","call_id":"c"}}`
	events  = "session-state/x/events.jsonl"
	started = `{"type":"session.start","data":{"sessionId":"x"},"id":"s","timestamp":"2026-03-01T10:00:00Z"}`
	entries = "2026-03-01T10-00-00-000Z_0198aaaa-0000-7000-8000-000000000001.jsonl"
	session = `{"type":"session","version":3,"id":"0198dddd-0000-7000-8000-00000000000c","timestamp":"2026-09-01T10:00:00.000Z","cwd":"/home/ada/quay"}`
	printed = `{"type":"init","timestamp":"2026-03-01T10:00:00Z","session_id":"0198aaaa-0000-7000-8000-000000000001","model":"m"}`
)

// numbered returns lines that contain their number.
func numbered(line string) func(i int) string {
	return func(i int) string { return strings.ReplaceAll(line, "#", fmt.Sprint(i)) }
}

// byTurns returns one kind of lines and another one by turns.
func byTurns(a, b string) func(i int) string {
	return func(i int) string { return numbered([]string{a, b}[i%2])(i) }
}

var repeats = []repeated{
	{"results without calls", "codex", rollout, thread, numbered(`{"type":"response_item","payload":{"type":"function_call_output","call_id":"c#","output":"x"}}`)},
	{"results of one call", "codex", rollout, thread + aCall, numbered(`{"type":"response_item","payload":{"type":"function_call_output","call_id":"c","output":"line #"}}`)},
	{"results before one call", "codex", rollout, thread, numbered(`{"type":"response_item","payload":{"type":"function_call_output","call_id":"c","output":"line #"}}`)},
	{"commands of a script", "codex", rollout, thread, numbered(`{"type":"event_msg","payload":{"type":"exec_command_end","call_id":"exec-#","command":["ls"],"exit_code":0}}`)},
	{"searches", "codex", rollout, thread, numbered(`{"type":"event_msg","payload":{"type":"web_search_end","call_id":"w#","action":{"type":"search","query":"q#"}}}`)},
	{"interruptions", "codex", rollout, thread, numbered(`{"type":"event_msg","payload":{"type":"turn_aborted","duration_ms":#}}`)},
	{"interrupted replies", "codex", rollout, thread, byTurns(`{"type":"response_item","payload":{"type":"message","role":"assistant","content":"word #"}}`,
		`{"type":"event_msg","payload":{"type":"turn_aborted"}}`)},
	{"tokens behind notices", "codex", rollout, thread, byTurns(`{"type":"event_msg","payload":{"type":"warning","message":"w#"}}`,
		`{"type":"event_msg","payload":{"type":"token_count","info":{"total_token_usage":{"input_tokens":#}}}}`)},
	{"directories", "codex", rollout, thread, numbered(`{"type":"turn_context","payload":{"cwd":"/#","model":"m"}}`)},
	{"agents below each other", "codex", rollout, thread, func(i int) string {
		return fmt.Sprintf(`{"type":"session_meta","payload":{"id":"a%d","parent_thread_id":"a%d"}}`, i, i-1)
	}},
	{"calls that move folders", "codex", rollout, thread, byTurns(`{"type":"response_item","payload":{"type":"custom_tool_call","name":"apply_patch","input":"*** Begin Patch\n*** Add File: d/a#.go\n+x\n*** End Patch","call_id":"c#"}}`+"\n"+
		`{"type":"response_item","payload":{"type":"custom_tool_call_output","call_id":"c#","output":"done"}}`,
		`{"type":"response_item","payload":{"type":"function_call","name":"exec_command","arguments":"{\"cmd\":\"mv d d\"}","call_id":"c#"}}`+"\n"+
			`{"type":"response_item","payload":{"type":"function_call_output","call_id":"c#","output":"done"}}`)},
	{"worktrees with a file each", "codex", rollout, thread, numbered(`{"type":"response_item","payload":{"type":"function_call","name":"exec_command","arguments":"{\"cmd\":\"git worktree add ../w# && touch ../w#/a.go\"}","call_id":"c#"}}` + "\n" +
		`{"type":"response_item","payload":{"type":"function_call_output","call_id":"c#","output":"done"}}`)},
	{"results of one call of Copilot's", "copilot", events, started, numbered(`{"type":"tool.execution_complete","id":"b#","data":{"toolCallId":"c","success":true,"result":{"content":"x#"}}}`)},
	{"answers to one question", "copilot", events, started + "\n" + `{"type":"assistant.message","id":"a","data":{"toolRequests":[{"toolCallId":"c","name":"ask_user"}]}}`,
		numbered(`{"type":"tool.execution_complete","id":"b#","data":{"toolCallId":"c","success":true,"result":{"content":"x#"}}}`)},
	{"types of one family", "copilot", events, started, numbered(`{"type":"session.canvas.x#","id":"b#","data":{}}`)},
	{"agents of Copilot's below each other", "copilot", events, started, func(i int) string {
		return fmt.Sprintf(`{"type":"subagent.started","id":"b%d","agentId":"g%d","data":{"parentId":"g%d"}}`, i, i, i-1)
	}},
	{"branches at one place", "pi", entries, session, numbered(`{"type":"message","id":"b#","parentId":"b0","message":{"role":"user","content":"p#"}}`)},
	{"heads", "pi", entries, session, numbered(`{"type":"session","id":"x","cwd":"/#"}`)},
	{"pieces of one text", "gemini", "run.jsonl", printed, numbered(`{"type":"message","role":"assistant","content":"words and more words","delta":true}`)},
}

// Very many records take no time that grows faster than they do: where it grows with their square, the long tier takes
// minutes for any of these files.
func TestManyRecords(t *testing.T) {
	n := tier.Count(10_000, 100_000)
	for _, r := range repeats {
		var text strings.Builder
		text.WriteString(r.head)
		for i := range n {
			text.WriteString("\n" + r.line(i))
		}
		for _, f := range All() {
			if f.Key != r.format {
				continue
			}
			all := modeltest.Found(t, f, map[string]string{r.file: text.String()})
			if len(all) != 1 {
				t.Fatalf("%s: %d sessions", r.name, len(all))
			}
			s := modeltest.Parsed(t, all[0])
			facts.Of(s)
		}
	}
}
