package codex

import (
	"fmt"
	"strings"
	"testing"

	"steno/parser"
	"steno/parser/modeltest"
)

// The tokens of requests as clients since 0.153 write them.
const own = "0198aaaa-0000-7000-8000-000000000001"

func used153(second int, thread, response string, input, cached, written, output int) string {
	return fmt.Sprintf(`{"timestamp":"2026-10-01T10:00:%02dZ","ordinal":%d,"type":"token_usage_record","payload":{"session_id":%q,"thread_id":%q,"turn_id":"t1","root_turn_id":"t1","response_id":%q,"usage":{"input_tokens":%d,"cached_input_tokens":%d,"cache_write_input_tokens":%d,"output_tokens":%d,"reasoning_output_tokens":0,"total_tokens":%d},"turn_token_usage":{},"thread_token_usage":{}}}`,
		second, second, own, thread, response, input, cached, written, output, input+output)
}

func counted153(second, total, last int) string {
	return fmt.Sprintf(`{"timestamp":"2026-10-01T10:00:%02dZ","ordinal":%d,"type":"event_msg","payload":{"type":"token_count","info":{"total_token_usage":{"input_tokens":%d,"output_tokens":1},"last_token_usage":{"input_tokens":%d,"output_tokens":1}}}}`,
		second, second, total, last)
}

func said153(second int, role, text string) string {
	return fmt.Sprintf(`{"timestamp":"2026-10-01T10:00:%02dZ","ordinal":%d,"type":"response_item","payload":{"type":"message","role":%q,"content":[{"type":"input_text","text":%q}]}}`,
		second, second, role, text)
}

// TestRequests counts the tokens of each request once, although counts repeat them, and those of a compaction,
// which no count contains, but for no reply.
func TestRequests(t *testing.T) {
	t.Parallel()
	s := one(t, head, `{"timestamp":"2026-10-01T10:00:00Z","type":"turn_context","payload":{"model":"gpt-6"}}`,
		said153(1, "user", "Count the boats."), said153(2, "assistant", "Twelve."),
		used153(3, own, "resp_1", 100, 40, 10, 5), counted153(3, 100, 100),
		said153(4, "assistant", "And a raft."), used153(5, own, "resp_2", 200, 90, 0, 6), counted153(5, 300, 200),
		used153(6, own, "resp_3", 50, 0, 0, 7),
		`{"timestamp":"2026-10-01T10:00:06Z","ordinal":6,"type":"compacted","payload":{"message":"Boats were counted.","compaction_response_id":"resp_3","latest_token_usage_record":`+
			`{"thread_id":"`+own+`","response_id":"resp_3","usage":{"input_tokens":50},"thread_token_usage":{"input_tokens":350}},"retained_context":{"incomplete":false},"guardian_history":[]}}`,
		counted153(7, 250, 50), used153(8, own, "resp_3", 50, 0, 0, 7),
		used153(8, "0198aaaa-0000-7000-8000-00000000000f", "resp_9", 9999, 0, 0, 9))
	want := parser.Usage{Requests: 3, Input: 50 + 110 + 50, CacheRead: 130, CacheWrite: 10, Output: 18}
	got := s.Usage
	if got.ByModel = nil; fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("counted %+v, want %+v", got, want)
	}
	var replies []int
	for _, br := range s.Main.Branches {
		for m := range br.Messages() {
			if m.Kind == parser.KindReply {
				replies = append(replies, m.Usage.Output)
			}
		}
	}
	if fmt.Sprint(replies) != "[5 6]" {
		t.Errorf("replies have %v tokens, want [5 6]", replies)
	}
	if s.Ledger.Unknown > 0 || s.Ledger.Duplicate != 5 {
		t.Errorf("%s; want 5 duplicates and nothing unknown", modeltest.Account(&s.Ledger))
	}
}

// TestCountOfAnother leaves out a count that repeats what another thread spent before this one began with its compaction.
func TestCountOfAnother(t *testing.T) {
	t.Parallel()
	s := one(t, head, `{"timestamp":"2026-10-01T10:00:00Z","ordinal":1,"type":"compacted","payload":{"message":"Boats were counted.","latest_token_usage_record":`+
		`{"thread_id":"0198aaaa-0000-7000-8000-00000000000f","usage":{"input_tokens":50},"thread_token_usage":{"input_tokens":350,"output_tokens":1}}}}`,
		counted153(1, 350, 50), said153(2, "user", "Go on."), said153(3, "assistant", "Yes."), used153(4, own, "resp_1", 10, 0, 0, 2), counted153(4, 10, 10))
	if s.Usage.Input != 10 || s.Usage.Output != 2 {
		t.Errorf("counted %d and %d tokens, want 10 and 2", s.Usage.Input, s.Usage.Output)
	}
}

// TestNewerRecords knows what clients since 0.153 write beside the conversation, and shows no ids of the user's account.
func TestNewerRecords(t *testing.T) {
	t.Parallel()
	s := one(t, strings.Replace(head, `"cwd"`, `"creator_user_id":"user-boats","creator_account_id":"account-boats","runtime_workspace_roots":["/home/ada/quay"],"subagent_history_start_ordinal":"3","cwd"`, 1),
		said153(1, "user", "Count the boats."),
		`{"timestamp":"2026-10-01T10:00:02Z","type":"response_item","payload":{"type":"configuration_update","reasoning":{"effort":"low"}}}`,
		`{"timestamp":"2026-10-01T10:00:02Z","type":"retained_context","payload":{"type":"verified_answer","questions":[{"question":"Which?","answer":"All."}]}}`,
		said153(3, "assistant", "Twelve."))
	if s.Ledger.Unknown > 0 {
		t.Errorf("%s; want nothing unknown", modeltest.Account(&s.Ledger))
	}
	for _, u := range s.Unshown {
		for _, sample := range u.Sample {
			if strings.Contains(string(sample.Raw), "-boats") {
				t.Errorf("%s shows the user's account: %s", u.Type, sample.Raw)
			}
		}
	}
}

// TestInheritedBelow leaves out of an agent what it has copies of, also where no head of the session is among them. What is the agent's own
// below the ordinal stays, as in migrated rollouts.
func TestInheritedBelow(t *testing.T) {
	t.Parallel()
	const agent = "0198aaaa-0000-7000-8000-000000000002"
	child := `{"timestamp":"2026-10-01T10:00:05Z","ordinal":0,"type":"session_meta","payload":{"id":"` + agent + `","session_id":"` + own + `","parent_thread_id":"` + own +
		`","cwd":"/home/ada/quay","thread_source":"subagent","history_mode":"paginated","subagent_history_start_ordinal":`
	for boundary, want := range map[string]string{`"3"`: "prompt Count the oars.", `3`: "prompt Count the oars.", `9`: "prompt Count the oars."} {
		all := modeltest.Found(t, Format(), map[string]string{
			"sessions/2026/10/01/rollout-2026-10-01T10-00-00-" + own + ".jsonl": strings.Join([]string{head,
				said153(1, "user", "Count the boats."), said153(2, "assistant", "Twelve.")}, "\n"),
			"sessions/2026/10/01/rollout-2026-10-01T10-00-05-" + agent + ".jsonl": strings.Join([]string{child + boundary + `}}`,
				said153(1, "user", "Count the boats."), said153(2, "assistant", "Twelve."), said153(3, "user", "Count the oars.")}, "\n"),
		})
		s := modeltest.Parsed(t, all[0])
		var got []string
		for m := range s.Agents[0].Thread.Branches[0].Messages() {
			got = append(got, string(m.Kind)+" "+m.Blocks[0].(*parser.Text).Text)
		}
		if got := strings.Join(got, "; "); got != want {
			t.Errorf("below %s: %q, want %q", boundary, got, want)
		}
	}
}
