package codex

import (
	"flag"
	"strings"
	"testing"

	"steno/parser"
	"steno/parser/modeltest"
)

var update = flag.Bool("update", false, "write the wanted outlines anew")

// TestSessions compares what is made of fictional rollouts with what a reader of the records would say.
func TestSessions(t *testing.T) {
	t.Parallel()
	modeltest.Golden(t, Format(), *update)
}

// one parses a rollout of the given lines.
func one(t testing.TB, lines ...string) *parser.Session {
	t.Helper()
	const name = "sessions/2026/03/01/rollout-2026-03-01T10-00-00-0198aaaa-0000-7000-8000-000000000001.jsonl"
	all := modeltest.Found(t, Format(), map[string]string{name: strings.Join(lines, "\n")})
	if len(all) != 1 {
		t.Fatalf("%d sessions", len(all))
	}
	return modeltest.Parsed(t, all[0])
}

const head = `{"timestamp":"2026-03-01T10:00:00Z","type":"session_meta","payload":{"id":"0198aaaa-0000-7000-8000-000000000001","cwd":"/home/ada/quay","cli_version":"0.120.0"}}`

// TestKnows: rollouts of 2025 have bare items, whose content is a list. Messages of other programs have a text.
func TestKnows(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]bool{
		`{"type":"message","role":"user","content":[{"type":"input_text","text":"Count."}]}`:                     true,
		`{"type":"message","id":null,"role":"user","content":[{"type":"input_text","text":"Count."}]}`:           true,
		`{"type": "message", "role": "user", "content": "Count.", "ts": "2026-03-01T10:00:00"}`:                  false,
		`{"type":"message","role":"user","timestamp":"2026-03-01T10:00:00Z","text":"Count."}`:                    false,
		`{"timestamp":"2026-03-01T10:00:00Z","type":"session_meta","payload":{"id":"x","cwd":"/home/ada/quay"}}`: true,
	} {
		if got := knows([]byte(line + "\n{}")); got != want {
			t.Errorf("%s: %v, want %v", line, got, want)
		}
	}
}

// TestRollout: the id of a thread is in the names of all its files.
func TestRollout(t *testing.T) {
	t.Parallel()
	const id = "0198aaaa-0000-7000-8000-000000000001"
	for name, want := range map[string]string{
		"rollout-2026-03-01T10-00-00-" + id + ".jsonl":                                       id,
		"a/rollout-2026-09-30T11-40-00-" + id + "_0198eeee-1111-7000-8000-00000000000.jsonl": id,
		"rollout-2026-09-30T11-40-00-" + id + "_seg2.jsonl.zst":                              id,
		"rollout-by-hand.jsonl": "rollout-by-hand",
	} {
		if got := idOf(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// TestHostile reads records that are damaged, huge, of another type or endless.
func TestHostile(t *testing.T) {
	t.Parallel()
	huge := strings.Repeat("x ", 1<<20)
	s := one(t, head,
		`{"timestamp":"2026-03-01T10:00:01Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"`+huge+`"}]}}`,
		`not JSON at all`,
		`{"timestamp":7,"type":"response_item","payload":{"type":"message","role":[],"content":{"a":1}}}`,
		`{"timestamp":"x","type":"response_item","payload":{"type":"function_call","name":{},"arguments":[1],"call_id":5}}`,
		`{"type":"response_item","payload":{"type":"function_call_output","call_id":"never called","output":{"text":7}}}`,
		`{"type":"response_item","payload":null}`,
		`{"type":"response_item","payload":[]}`,
		`{"type":"event_msg","payload":{"type":"token_count","info":{"total_token_usage":{"input_tokens":-5,"output_tokens":"many"}}}}`,
		`{"type":"event_msg","payload":{"type":"thread_rolled_back","num_turns":1e9}}`,
		`{"type":"event_msg","payload":{"type":"patch_apply_end","changes":{"a":7,"":{"type":"update","unified_diff":"@@ -1 +1 @@\n\n"}}}}`,
		`{"type":"compacted","payload":{"message":7,"replacement_history":{"a":1}}}`,
		`{"type":"a type of tomorrow","payload":{"says":"something new"}}`,
		`{"timestamp":"2026-03-01T10:00:09Z","type":"response_item","payload":{"type":"mess`)
	modeltest.Damaged(t, s, ".jsonl", 3, 3, 14)
}

// TestInterruptedOnce: that a turn was stopped is shown once, though the model and the client's log are both told, in
// either order, and though nothing happened until the next one was stopped as well.
func TestInterruptedOnce(t *testing.T) {
	t.Parallel()
	const (
		user  = `{"timestamp":"2026-03-01T10:00:01Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"Paint."}]}}`
		told  = `{"timestamp":"2026-03-01T10:00:05Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"<turn_aborted>\nThe user stopped it.\n</turn_aborted>"}]}}`
		event = `{"timestamp":"2026-03-01T10:00:05Z","type":"event_msg","payload":{"type":"turn_aborted","turn_id":"t1","reason":"interrupted"}}`
		begun = `{"timestamp":"2026-03-01T10:00:06Z","type":"event_msg","payload":{"type":"task_started","turn_id":"t2"}}`
		reply = `{"timestamp":"2026-03-01T10:00:06Z","type":"response_item","payload":{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Red?"}]}}`
	)
	for _, tt := range []struct {
		lines   []string
		want    int
		without string // what the event does not say
	}{
		{[]string{told, event}, 1, ""},
		{[]string{event, told}, 1, ""},
		{[]string{told}, 1, ""},
		{[]string{event}, 1, "The user stopped it."},
		{[]string{told, event, begun, told, event}, 1, ""},
		{[]string{told, event, reply, told, event}, 2, ""},
	} {
		s := one(t, append([]string{head, user}, tt.lines...)...)
		n := 0
		for m := range s.Main.Live().Messages() {
			for _, b := range m.Blocks {
				e, ok := b.(*parser.Event)
				if !ok {
					continue
				}
				if n++; e.Type != "interrupted" || (e.Text == "The user stopped it.") != (tt.without == "") {
					t.Errorf("%d lines: event %s %q", len(tt.lines), e.Type, e.Text)
				}
			}
		}
		if n != tt.want {
			t.Errorf("%d lines: %d events, want %d", len(tt.lines), n, tt.want)
		}
	}
}

// TestNotTyped distinguishes what the user typed from messages of the role user that the client wrote.
func TestNotTyped(t *testing.T) {
	t.Parallel()
	item := func(text string) string {
		return `{"timestamp":"2026-03-01T10:00:01Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"` + text + `"}]}}`
	}
	const event = `{"timestamp":"2026-03-01T10:00:01Z","type":"event_msg","payload":{"type":"user_message","message":"Paint the boats.\n"}}`
	if n := one(t, head, item("Paint the boats."), event, item("Warning: boats were painted by exec_command.")).Main.Live().Prompts(); n != 1 {
		t.Errorf("%d prompts, want the one that an event says", n)
	}
	if n := one(t, head, item("Paint the boats."), item("Sail.")).Main.Live().Prompts(); n != 2 {
		t.Errorf("%d prompts of a rollout without events, want 2", n)
	}
}

// TestPrintedRepeats counts a run once of which there is a rollout and what it printed.
func TestPrintedRepeats(t *testing.T) {
	t.Parallel()
	all := modeltest.Found(t, Format(), map[string]string{
		"a.jsonl": `{"type":"thread.started","thread_id":"0198aaaa-0000-7000-8000-000000000001"}` + "\n" + `{"type":"item.completed","item":{"id":"item_0","type":"agent_message","text":"Blue."}}`,
		"rollout-2026-03-01T10-00-00-0198aaaa-0000-7000-8000-000000000001.jsonl": head + "\n" +
			`{"timestamp":"2026-03-01T10:00:02Z","type":"response_item","payload":{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Blue."}]}}`,
	})
	if len(all) != 1 {
		t.Fatalf("%d sessions, want 1", len(all))
	}
	if s := modeltest.Parsed(t, all[0]); s.Ledger.Duplicate != 2 || s.Ledger.Shown != 1 || s.Printed {
		t.Errorf("%s, want 2 duplicates and 1 shown", modeltest.Account(&s.Ledger))
	}
}

// TestAgentsBehind reads a file of exported records: those of the session, then those of its agents.
func TestAgentsBehind(t *testing.T) {
	t.Parallel()
	item := func(text string) string {
		return `{"timestamp":"2026-03-01T10:00:01Z","type":"response_item","payload":` + text + `}`
	}
	meta := func(id, parent string) string {
		return `{"timestamp":"2026-03-01T10:00:02Z","type":"session_meta","payload":{"id":"` + id + `","source":{"subagent":{"thread_spawn":{"parent_thread_id":"` + parent + `","agent_nickname":"Brush"}}}}}`
	}
	const own, agent, below = "0198aaaa-0000-7000-8000-000000000001", "0198aaaa-0000-7000-8000-000000000002", "0198aaaa-0000-7000-8000-000000000003"
	count := `{"timestamp":"2026-03-01T10:00:03Z","type":"event_msg","payload":{"type":"token_count","info":{"total_token_usage":{"input_tokens":7,"output_tokens":1}}}}`
	said := item(`{"type":"message","role":"user","content":[{"type":"input_text","text":"Paint the boats."}]}`)
	s := one(t, head, said, item(`{"type":"function_call","name":"spawn_agent","arguments":"{}","call_id":"call_1"}`),
		item(`{"type":"function_call_output","call_id":"call_1","output":"{\"agent_id\":\"`+agent+`\"}"}`), count,
		meta(agent, own), said, count, meta(below, agent), said, count)
	prompts := s.Main.Live().Prompts()
	if prompts != 1 || len(s.Agents) != 2 || s.Usage.Input != 21 || s.Agents[0].Usage.Input != 7 || s.Agents[0].Call == nil || s.Agents[1].Parent != s.Agents[0] || s.Agents[0].Name != "Brush" {
		t.Errorf("%d prompts, %d agents, %d tokens in; want 1, 2 and 21", prompts, len(s.Agents), s.Usage.Input)
	}
	if s := one(t, head, meta(agent, "0198aaaa-0000-7000-8000-000000000009"), said); len(s.Agents) != 0 {
		t.Error("the origin of a fork is no agent")
	}
}

// TestCopies counts once what an earlier copy of a rollout has, too, although something redacted the copy.
func TestCopies(t *testing.T) {
	t.Parallel()
	count := func(second, total string) string {
		return `{"timestamp":"2026-03-01T10:00:0` + second + `Z","type":"event_msg","payload":{"type":"token_count","info":{"total_token_usage":{"input_tokens":` + total + `,"output_tokens":1}}}}`
	}
	call := func(second, id, output string) string {
		at := `{"timestamp":"2026-03-01T10:00:0` + second + `Z","type":"response_item","payload":{"type":"`
		return at + `function_call","name":"exec_command","arguments":"{}","call_id":"` + id + `"}}` + "\n" + at + `function_call_output","call_id":"` + id + `","output":"` + output + `"}}`
	}
	const name = "rollout-2026-03-01T10-00-00-0198aaaa-0000-7000-8000-000000000001.jsonl"
	all := modeltest.Found(t, Format(), map[string]string{
		"1/" + name: strings.Join([]string{head, call("1", "a", "REDACTED boats"), call("1", "b", "two"), count("2", "10")}, "\n"),
		"2/" + name: strings.Join([]string{head, call("1", "a", "eleven boats"), call("1", "b", "two"), count("2", "10"), call("3", "c", "three"), count("4", "15")}, "\n"),
	})
	if len(all) != 1 {
		t.Fatalf("%d sessions, want 1", len(all))
	}
	s := modeltest.Parsed(t, all[0])
	calls := 0
	for m := range s.Main.Branches[0].Messages() {
		calls += len(m.Blocks)
	}
	if calls != 3 || s.Usage.Input != 15 || s.Ledger.Duplicate != 6 {
		t.Errorf("%d calls, %d tokens in, %s; want 3, 15 and 6 duplicates", calls, s.Usage.Input, modeltest.Account(&s.Ledger))
	}
}

// TestPatchBetweenOutputs keeps the text of a patch whose result was recorded twice, with other lines each time.
func TestPatchBetweenOutputs(t *testing.T) {
	t.Parallel()
	one(t, head, // modeltest compares the texts of the change with its hashes
		`{"type":"response_item","payload":{"type":"custom_tool_call","name":"apply_patch","call_id":"call_1","input":"*** Begin Patch\n*** Add File: a\n+asked\n*** End Patch"}}`,
		`{"type":"event_msg","payload":{"type":"patch_apply_end","call_id":"call_1","stdout":"Done.","success":true,"changes":{"a":{"type":"add","content":"made\n"}}}}`,
		`{"type":"response_item","payload":{"type":"custom_tool_call_output","call_id":"call_1","output":"One file."}}`)
}

// TestPatchBeforeCall takes what a patch changed from its end, also if that was recorded before the call.
func TestPatchBeforeCall(t *testing.T) {
	t.Parallel()
	one(t, head, // modeltest compares the texts of the change with its hashes
		`{"type":"event_msg","payload":{"type":"patch_apply_end","call_id":"call_1","stdout":"Done.","success":true,"changes":{"a":{"type":"update","unified_diff":"@@ -7,2 +7,2 @@\n boats\n-eleven\n+twelve\n"}}}}`,
		`{"type":"response_item","payload":{"type":"custom_tool_call","name":"apply_patch","call_id":"call_1","input":"*** Begin Patch\n*** Update File: a\n@@\n-eleven\n+twelve\n*** End Patch"}}`)
}

// FuzzParse reads anything as a rollout.
func FuzzParse(f *testing.F) {
	modeltest.Seed(f)
	f.Add([]byte(head + "\n{\"type\":\"response_item\",\"payload\":{}}"))
	f.Fuzz(func(t *testing.T, data []byte) { modeltest.Fuzzed(t, Format(), "rollout.jsonl", data) })
}

// TestFree marks the prompts of turns in which nothing is asked for and nothing is confined.
func TestFree(t *testing.T) {
	t.Parallel()
	for context, want := range map[string]string{
		`"approval_policy":"never","sandbox_policy":{"type":"danger-full-access"}`:      "bypassPermissions",
		`"approval_policy":"never","sandbox_policy":{"mode":"danger-full-access"}`:      "bypassPermissions",
		`"approval_policy":"never","sandbox_policy":{"type":"workspace-write"}`:         "",
		`"approval_policy":"on-request","sandbox_policy":{"type":"danger-full-access"}`: "",
	} {
		all := modeltest.Found(t, Format(), map[string]string{"sessions/2026/03/01/rollout-2026-03-01T10-00-00-0198aaaa-0000-7000-8000-000000000001.jsonl": `{"timestamp":"2026-03-01T10:00:00Z","type":"session_meta","payload":{"id":"0198aaaa-0000-7000-8000-000000000001","cwd":"/home/ann/boat"}}
{"timestamp":"2026-03-01T10:00:01Z","type":"turn_context","payload":{"cwd":"/home/ann/boat",` + context + `}}
{"timestamp":"2026-03-01T10:00:02Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"Go on"}]}}
`})
		for m := range modeltest.Parsed(t, all[0]).Main.Live().Messages() {
			if m.Kind == parser.KindPrompt && m.Rest().PermissionMode != want {
				t.Errorf("%s: mode %q, want %q", context, m.Rest().PermissionMode, want)
			}
		}
	}
}

// TestImports names a session of Claude Code that was imported into a thread, and takes its title from the list of imports unless the
// thread was given another one.
func TestImports(t *testing.T) {
	t.Parallel()
	const id, other = "0198aaaa-0000-7000-8000-000000000001", "0198aaaa-0000-7000-8000-000000000002"
	rollout := func(id string) string {
		return strings.ReplaceAll(head, own, id) + "\n" + `{"timestamp":"2026-10-02T09:08:19Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"Count the boats"}]}}`
	}
	for _, imports := range []string{
		`{"records":[{"source_path":"/home/ada/.claude/projects/-quay/211383a8-4217-4388-ae87-ef52cdf8cffe.jsonl","content_sha256":"x","imported_thread_id":"` + id + `","imported_at":1790932099,"title":"Boats at the pier"},{"imported_thread_id":7},7]}`,
		"{\n  \"records\": [\n    {\n      \"source_path\": \"C:\\\\Users\\\\ada\\\\211383a8-4217-4388-ae87-ef52cdf8cffe.jsonl.zst\",\n      \"imported_thread_id\": \"" + id + "\",\n \"title\": \"Boats at the pier\"}]}",
	} {
		all := modeltest.Found(t, Format(), map[string]string{
			"sessions/2026/10/02/rollout-2026-10-02T09-08-19-" + id + ".jsonl":    rollout(id),
			"sessions/2026/10/02/rollout-2026-10-02T09-08-20-" + other + ".jsonl": rollout(other),
			importsName: imports, indexName: `{"id":"` + other + `","thread_name":"Oars"}`,
		})
		var got []string
		for _, src := range all {
			s := modeltest.Parsed(t, src)
			from := ""
			if s.ForkedFrom != nil {
				from = s.ForkedFrom.SessionID
			}
			got = append(got, s.Title.Text+" "+from)
		}
		if got := strings.Join(got, "; "); got != "Boats at the pier 211383a8-4217-4388-ae87-ef52cdf8cffe; Oars " {
			t.Errorf("got %q", got)
		}
	}
}
