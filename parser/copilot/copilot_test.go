package copilot

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"steno/parser"
	"steno/parser/facts"
	"steno/parser/modeltest"
	"steno/parser/rebuild"
)

var update = flag.Bool("update", false, "write the wanted outlines anew")

// TestSessions compares what is made of fictional sessions with what a reader of the records would say.
func TestSessions(t *testing.T) {
	t.Parallel()
	modeltest.Golden(t, Format(), *update)
}

// TestHostile reads records that are damaged or of another type.
func TestHostile(t *testing.T) {
	t.Parallel()
	const name = "session-state/x/events.jsonl"
	all := modeltest.Found(t, Format(), map[string]string{name: strings.Join([]string{
		`{"type":"session.start","data":{"sessionId":7,"context":[]},"id":"a","timestamp":7}`,
		`not JSON at all`,
		`{"type":"user.message","data":{"content":"","source":"agent","transformedContent":"x"},"id":"a"}`,
		`{"type":"user.message","data":{"source":"agent"},"id":"a"}`,
		`{"type":"assistant.message","data":{"toolRequests":[7,{"toolCallId":{},"arguments":"{"}]},"id":{}}`,
		`{"type":"tool.execution_complete","data":{"toolCallId":"never called","result":[],"error":"x","toolTelemetry":7}}`,
		`{"type":"subagent.started","data":7}`,
		`{"type":"session.snapshot_rewind","data":{"upToEventId":"a"}}`,
		`{"type":"session.shutdown","data":{"modelMetrics":{"m":{"usage":{"inputTokens":-5,"outputTokens":-9}}}}}`,
		`{"type":"of tomorrow"}`,
		`{"type":"user.mess`,
	}, "\n")})
	s := modeltest.Parsed(t, all[0])
	modeltest.Damaged(t, s, name, 1, 2, 11)
}

// TestEmptyReply counts the time in which the model made a reply that says nothing.
func TestEmptyReply(t *testing.T) {
	t.Parallel()
	all := modeltest.Found(t, Format(), map[string]string{"session-state/0198aaaa-0000-4000-8000-000000000001/events.jsonl": `{"type":"session.start","data":{"sessionId":"0198aaaa-0000-4000-8000-000000000001"},"id":"e1","timestamp":"2026-03-01T10:00:00Z"}
{"type":"user.message","data":{"content":"Count the boats."},"id":"e2","timestamp":"2026-03-01T10:00:01Z"}
{"type":"assistant.message","data":{"messageId":"m","content":"","toolRequests":[]},"id":"e3","timestamp":"2026-03-01T10:00:05Z"}`})
	if s := modeltest.Parsed(t, all[0]); s.End.Sub(s.Start) != 4*time.Second || s.Main.Active != 4*time.Second {
		t.Errorf("%v from the first message to the last, %v at work; want 4 s", s.End.Sub(s.Start), s.Main.Active)
	}
}

// TestReplyWithoutWords shows where the model replied, though only the tokens were recorded.
func TestReplyWithoutWords(t *testing.T) {
	t.Parallel()
	all := modeltest.Found(t, Format(), map[string]string{"session-state/0198aaaa-0000-4000-8000-000000000001/events.jsonl": `{"type":"session.start","data":{"sessionId":"0198aaaa-0000-4000-8000-000000000001"},"id":"e1","timestamp":"2026-03-01T10:00:00Z"}
{"type":"user.message","data":{"content":"Count the boats."},"id":"e2","timestamp":"2026-03-01T10:00:01Z"}
{"type":"assistant.message","data":{"messageId":"m","content":"","toolRequests":[],"outputTokens":45},"id":"e3","timestamp":"2026-03-01T10:00:05Z"}`})
	s := modeltest.Parsed(t, all[0])
	if ending := facts.Of(s).Outcome.Ending; ending != facts.EndedEmpty {
		t.Errorf("the session ends with %q", ending)
	}
}

// TestAsked counts no time in which a question waited for its answer.
func TestAsked(t *testing.T) {
	t.Parallel()
	all := modeltest.Found(t, Format(), map[string]string{"session-state/0198aaaa-0000-4000-8000-000000000001/events.jsonl": `{"type":"session.start","data":{"sessionId":"0198aaaa-0000-4000-8000-000000000001"},"id":"e1","timestamp":"2026-03-01T10:00:00Z"}
{"type":"user.message","data":{"content":"Count the boats."},"id":"e2","timestamp":"2026-03-01T10:00:01Z"}
{"type":"assistant.message","data":{"messageId":"m","content":"","toolRequests":[{"toolCallId":"c1","name":"ask_user","arguments":{"question":"Which?"}}]},"id":"e3","timestamp":"2026-03-01T10:00:05Z"}
{"type":"tool.execution_start","data":{"toolCallId":"c1","toolName":"ask_user","arguments":{"question":"Which?"}},"id":"e4","timestamp":"2026-03-01T10:00:05Z"}
{"type":"tool.execution_complete","data":{"toolCallId":"c1","success":true,"result":{"content":"User selected: The blue ones"}},"id":"e5","timestamp":"2026-03-01T10:04:05Z"}
{"type":"assistant.message","data":{"messageId":"n","content":"Three.","toolRequests":[]},"id":"e6","timestamp":"2026-03-01T10:04:08Z"}`})
	s := modeltest.Parsed(t, all[0])
	var turns []time.Duration
	for turn := range s.Main.Live().Turns() {
		turns = append(turns, turn.Active)
	}
	if s.Main.Active != 7*time.Second || len(turns) != 2 || turns[0] != 4*time.Second || turns[1] != 3*time.Second {
		t.Errorf("%v at work, in turns %v; want 7 s, of which 4 s before the answer", s.Main.Active, turns)
	}
}

// numbered returns a function that writes one event after the other.
func numbered() func(kind, data string) string {
	n := 0
	return func(kind, data string) string {
		n++
		return fmt.Sprintf(`{"type":%q,"data":%s,"id":"e%d","timestamp":"2026-03-01T10:00:01Z"}`, kind, data, n)
	}
}

// TestPermissions shows when permissions were granted, and marks the prompts that follow, also those of modes.
func TestPermissions(t *testing.T) {
	t.Parallel()
	line := numbered()
	all := modeltest.Found(t, Format(), map[string]string{"session-state/0198aaaa-0000-4000-8000-000000000001/events.jsonl": strings.Join([]string{
		line("session.start", `{"sessionId":"0198aaaa-0000-4000-8000-000000000001"}`),
		line("user.message", `{"content":"one"}`),
		line("session.permissions_changed", `{"previousAllowAllPermissions":false,"allowAllPermissions":true}`),
		line("user.message", `{"content":"two"}`),
		line("session.permissions_changed", `{"previousAllowAllPermissions":true,"allowAllPermissions":true}`),
		line("session.permissions_changed", `{"previousAllowAllPermissions":true,"allowAllPermissions":false}`),
		line("user.message", `{"content":"three"}`),
		line("session.permissions_changed", `{"allowAllPermissionMode":"auto","allowAllPermissions":false}`),
		line("session.permissions_changed", `{"mode":"assisted","previousMode":"assisted"}`),
		line("user.message", `{"content":"four","agentMode":"interactive"}`),
		line("session.mode_changed", `{"previousMode":"interactive","newMode":"plan"}`),
		line("user.message", `{"content":"five"}`),
		line("user.message", `{"content":"six","agentMode":"autopilot"}`),
		line("session.permissions_changed", `{"mode":"allow-all","previousMode":"assisted"}`),
		line("user.message", `{"content":"seven"}`),
		line("session.permissions_changed", `{"mode":"manual","previousMode":"allow-all"}`),
		line("session.mode_changed", `{"previousMode":"plan","newMode":"interactive"}`),
		line("user.message", `{"content":"eight"}`),
	}, "\n")})
	var got []string
	for m := range modeltest.Parsed(t, all[0]).Main.Live().Messages() {
		switch b := m.Blocks[0].(type) {
		case *parser.Text:
			got = append(got, b.Text+" "+m.Rest().PermissionMode)
		case *parser.Event:
			got = append(got, b.Title)
		}
	}
	want := "one ; All permissions were granted; two bypassPermissions; Permissions are asked for again; three " +
		"; A model allows what it finds harmless; four auto; five plan; six autopilot; " +
		"All permissions were granted; seven bypassPermissions; Permissions are asked for again; eight "
	if got := strings.Join(got, "; "); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestPrompts separates what people typed from prompts that the client writes: that the agent continues,
// which tools are available, and that nobody can answer.
func TestPrompts(t *testing.T) {
	t.Parallel()
	line := numbered()
	all := modeltest.Found(t, Format(), map[string]string{"session-state/0198aaaa-0000-4000-8000-000000000001/events.jsonl": strings.Join([]string{
		line("session.start", `{"sessionId":"0198aaaa-0000-4000-8000-000000000001"}`),
		line("user.message", `{"content":"Count the boats."}`),
		line("user.message", `{"content":"","transformedContent":"You have not yet marked the task as complete."}`),
		line("user.message", `{"content":"","attachments":[{"type":"file","displayName":"boats.txt","path":"boats.txt"}]}`),
		line("tool.execution_start", `{"toolCallId":"c1","toolName":"ask_user","arguments":{"question":"Which?"}}`),
		line("tool.execution_complete", `{"toolCallId":"c1","success":true,"result":{"content":"User responded: The user is not available to respond and will review your work later."}}`),
		line("tool.execution_start", `{"toolCallId":"c2","toolName":"ask_user","arguments":{"question":"Which?"}}`),
		line("tool.execution_complete", `{"toolCallId":"c2","success":true,"result":{"content":"User selected: The blue ones"}}`),
	}, "\n")})
	var said []string
	for m := range modeltest.Parsed(t, all[0]).Main.Branches[0].Messages() {
		if m.Kind == parser.KindPrompt {
			text := "an attachment"
			if b, ok := m.Blocks[0].(*parser.Text); ok {
				text = b.Text
			}
			said = append(said, text)
		}
	}
	if got := strings.Join(said, "; "); got != "Count the boats.; an attachment; The blue ones" {
		t.Errorf("prompts: %s", got)
	}
}

// TestCopies counts once what an earlier copy of a session has, too, although something redacted the copy.
func TestCopies(t *testing.T) {
	t.Parallel()
	const start = `{"type":"session.start","data":{"sessionId":"0198aaaa-0000-4000-8000-000000000001"},"id":"e1","timestamp":"2026-03-01T10:00:00Z"}`
	prompt := func(id, said string) string {
		return `{"type":"user.message","data":{"content":"` + said + `"},"id":"` + id + `","timestamp":"2026-03-01T10:00:01Z"}`
	}
	all := modeltest.Found(t, Format(), map[string]string{
		"1/full.jsonl": start + "\n" + prompt("e2", "Count REDACTED boats."),
		"2/full.jsonl": start + "\n" + prompt("e2", "Count blue boats.") + "\n" + prompt("e3", "Sail."),
	})
	if len(all) != 1 {
		t.Fatalf("%d sessions, want 1", len(all))
	}
	if s := modeltest.Parsed(t, all[0]); s.Ledger.Shown != 2 || s.Ledger.Duplicate != 2 {
		t.Errorf("%s, want 2 shown and 2 duplicates", modeltest.Account(&s.Ledger))
	}
}

// FuzzParse reads anything as a session.
func FuzzParse(f *testing.F) {
	modeltest.Seed(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		modeltest.Fuzzed(t, Format(), "session.jsonl", data)
		modeltest.Fuzzed(t, Format(), "history-session-state/session_1.json", data)
	})
}

// TestFigures compares what the reader counts in recorded runs with what their records say.
func TestFigures(t *testing.T) {
	t.Parallel()
	modeltest.Figures(t, Format(), "../../../shared/corpus/agents/copilot", count)
}

// count counts the figures of a file without the reader.
func count(t *testing.T, name string) (c modeltest.Counts) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	asked, searched := map[string]bool{}, map[string]bool{}
	exit := regexp.MustCompile(`exit code ([1-9]\d*)>\s*$`)
	for line := range strings.Lines(string(data)) {
		var r struct {
			Type      string
			Timestamp time.Time
			Data      struct {
				ToolCallID   string
				ToolRequests []struct {
					ToolCallID, Name string
					Arguments        json.RawMessage
				}
				Success      *bool
				Result       struct{ Content string }
				ModelMetrics map[string]struct {
					Usage struct{ InputTokens, OutputTokens, CacheReadTokens, CacheWriteTokens int }
				}
			}
		}
		if err := json.Unmarshal([]byte(line), &r); err != nil && r.Type != "session.shutdown" {
			t.Fatal(err)
		}
		d := r.Data
		if strings.HasPrefix(r.Type, "user.") || r.Type == "session.info" || strings.HasPrefix(r.Type, "assistant.message") || strings.HasPrefix(r.Type, "tool.") {
			c.At(r.Timestamp)
		}
		switch r.Type {
		case "user.message":
			c.Prompts++
		case "assistant.message":
			c.Calls += len(d.ToolRequests)
			for _, call := range d.ToolRequests {
				asked[call.ToolCallID] = call.Name == "ask_user"
				searched[call.ToolCallID] = strings.Contains(string(call.Arguments), "| grep ") || strings.Contains(string(call.Arguments), "&& grep ")
			}
		case "tool.execution_complete":
			c.Results++
			code := exit.FindStringSubmatch(d.Result.Content)
			if !*d.Success || code != nil && !(code[1] == "1" && searched[d.ToolCallID]) {
				c.Failures++ // a search that found nothing is none
			} else if asked[d.ToolCallID] {
				c.Prompts++ // what the user answered is said by the user
			}
		case "session.shutdown":
			for _, m := range d.ModelMetrics {
				u := m.Usage
				c.Input += u.InputTokens - u.CacheReadTokens - u.CacheWriteTokens
				c.Output += u.OutputTokens
				c.CacheRead += u.CacheReadTokens
				c.CacheWrite += u.CacheWriteTokens
			}
		}
	}
	return c
}

// TestModelsOfEmptyReplies names the model of a session whose replies have no words, as its last record does.
func TestModelsOfEmptyReplies(t *testing.T) {
	t.Parallel()
	all := modeltest.Found(t, Format(), map[string]string{"session-state/aaaaaaaa-1111-4222-8333-bbbbbbbbbbbb/events.jsonl": `{"type":"session.start","data":{"sessionId":"aaaaaaaa-1111-4222-8333-bbbbbbbbbbbb","version":1,"startTime":"2026-03-01T10:00:00Z"},"id":"1","timestamp":"2026-03-01T10:00:00Z"}
{"type":"user.message","data":{"content":"Count"},"id":"2","timestamp":"2026-03-01T10:00:01Z","parentId":"1"}
{"type":"assistant.message","data":{"messageId":"m","model":"m-1","content":"","toolRequests":[]},"id":"3","timestamp":"2026-03-01T10:00:02Z","parentId":"2"}
{"type":"session.shutdown","data":{"modelMetrics":{"m-1":{"requests":{"count":1},"usage":{"inputTokens":10,"outputTokens":5}}}},"id":"4","timestamp":"2026-03-01T10:00:03Z","parentId":"3"}`})
	if s := modeltest.Parsed(t, all[0]); len(s.Models) != 1 || s.Models[0] != "m-1" || s.Usage.Output != 5 {
		t.Errorf("models %q, %+v", s.Models, s.Usage)
	}
}

// TestTitles takes titles from the file beside the events: of the user, of a model, and of earlier versions.
func TestTitles(t *testing.T) {
	t.Parallel()
	const folder = ".copilot/session-state/0198cccc-0000-4000-8000-00000000000b/"
	const events = `{"type":"session.start","data":{"sessionId":"0198cccc-0000-4000-8000-00000000000b"},"id":"e1","timestamp":"2026-09-28T10:00:00.000Z"}
{"type":"user.message","data":{"content":"Count the boats."},"id":"e2","timestamp":"2026-09-28T10:00:01.000Z"}`
	for text, want := range map[string]parser.Title{
		"id: x\nname: Eleven boats\nuser_named: true\n":              {Text: "Eleven boats", Source: parser.TitleCustom},
		"id: x\r\nname: \"Boats: eleven\"\r\n":                       {Text: "Boats: eleven", Source: parser.TitleAI},
		"name: 'Ada''s boats'\nuser_named: false\n":                  {Text: "Ada's boats", Source: parser.TitleAI},
		"summary: |-\n  All boats\n  Red\nsummary_count: 1\n":        {Text: "All boats", Source: parser.TitleAI},
		"name: >-\n  All boats that are\n  at the quay\nbranch: b\n": {Text: "All boats that are at the quay", Source: parser.TitleAI},
		"summary_count: 0\nname:\n":                                  {Text: "Count the boats", Source: parser.TitlePrompt},
	} {
		all := modeltest.Found(t, Format(), map[string]string{folder + "events.jsonl": events, folder + "workspace.yaml": text})
		if s := modeltest.Parsed(t, all[0]); len(all) != 1 || s.Title != want {
			t.Errorf("%q: %d sessions, title %+v, want %+v", text, len(all), s.Title, want)
		}
	}
}

// TestDetails leaves out details of a result that the call or the result says already.
func TestDetails(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ input, text, detailed, want string }{
		{`{"path":"a"}`, "1. boats", "\ndiff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1,1 +1,1 @@\n boats\n", ""},
		{`{"path":"a"}`, "1. boats", "\ndiff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1,1 +1,1 @@\n-boats\n+rafts\n", "detailed"},
		{`{"query":"SELECT 1","description":"x"}`, "1 row", "SQL (store): SELECT 1\n\n1 row", ""},
		{`{"query":"SELECT 1"}`, "1 row", "SQL: SELECT 2\n\n1 row", "detailed"},
		{`{"prompt":"Count.\nAll: of them."}`, "Started.", "Prompt to an agent (count):\nCount.\nAll: of them.", ""},
		{`{"intent":"Counting"}`, "Intent logged", "Counting", ""},
		{`{"agent_id":"a"}`, "It is idle.", "<agent a idle>", "detailed"},
		{`{}`, "boats", "boats\n", ""},
	} {
		line := numbered()
		all := modeltest.Found(t, Format(), map[string]string{"session-state/0198aaaa-0000-4000-8000-000000000001/events.jsonl": strings.Join([]string{
			line("session.start", `{"sessionId":"0198aaaa-0000-4000-8000-000000000001"}`),
			line("tool.execution_start", `{"toolCallId":"c1","toolName":"some_tool","arguments":`+test.input+`}`),
			line("tool.execution_complete", `{"toolCallId":"c1","success":true,"result":{"content":`+quoted(test.text)+`,"detailedContent":`+quoted(test.detailed)+`}}`),
		}, "\n")})
		got := ""
		for m := range modeltest.Parsed(t, all[0]).Main.Branches[0].Messages() {
			if c, ok := m.Blocks[0].(*parser.ToolCall); ok && strings.Contains(string(c.Result.Structured), "detailed") {
				got = "detailed"
			}
		}
		if got != test.want {
			t.Errorf("%q beside %q: got %q, want %q", test.detailed, test.text, got, test.want)
		}
	}
}

func quoted(text string) string { return string(rebuild.Quote(text)) }

// TestAside shows what clients since July 2026 write beside the conversation: why a hook failed, what the client tells the model, and
// what an agent is told by the one that spawned it.
func TestAside(t *testing.T) {
	t.Parallel()
	line := numbered()
	told := strings.Replace(line("user.message", `{"content":"Count the oars.","source":"agent-0198aaaa-0000-4000-8000-000000000001"}`), `"type"`, `"agentId":"a1","type"`, 1)
	all := modeltest.Found(t, Format(), map[string]string{"session-state/0198aaaa-0000-4000-8000-000000000001/events.jsonl": strings.Join([]string{
		line("session.start", `{"sessionId":"0198aaaa-0000-4000-8000-000000000001"}`),
		line("user.message", `{"content":"Count the boats."}`),
		line("hook.end", `{"hookInvocationId":"h1","hookType":"preToolUse","success":false,"output":{"c1":"Denied"},"error":{"message":"Hook command failed with code 1","source":"repo settings"}}`),
		line("user.message", `{"content":"<system_reminder>Search for tools.</system_reminder>","source":"system"}`),
		strings.Replace(line("subagent.started", `{"toolCallId":"c1","agentName":"task"}`), `"type"`, `"agentId":"a1","type"`, 1), told,
	}, "\n")})
	s := modeltest.Parsed(t, all[0])
	var got []string
	for _, thread := range []*parser.Thread{s.Main, s.Agents[0].Thread} {
		for m := range thread.Branches[0].Messages() {
			switch b := m.Blocks[0].(type) {
			case *parser.Text:
				got = append(got, string(m.Kind)+": "+b.Text)
			case *parser.Event:
				got = append(got, fmt.Sprint(b.Title, ": ", b.Text, " ", b.Fields, b.Failed, string(b.Raw)))
			}
		}
	}
	want := `prompt: Count the boats.; Hook preToolUse failed: Hook command failed with code 1 [{source repo settings}] true{"output":{"c1":"Denied"}}; ` +
		`Context of the client: <system_reminder>Search for tools.</system_reminder> [] false; prompt: Count the oars.`
	if got := strings.Join(got, "; "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
