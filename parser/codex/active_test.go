package codex

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestActive counts the time at work: a compaction in mid-turn is, what the user sets after the answer is not.
func TestActive(t *testing.T) {
	t.Parallel()
	const (
		prompt  = `"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"Count the boats."}]}`
		next    = `"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"Paint them."}]}`
		thought = `"response_item","payload":{"type":"reasoning","summary":[{"type":"summary_text","text":"Let me see."}]}`
		call    = `"response_item","payload":{"type":"function_call","name":"shell","arguments":"{\"command\":\"ls\"}","call_id":"c"}`
		result  = `"response_item","payload":{"type":"function_call_output","call_id":"c","output":"a\nb"}`
		answer  = `"response_item","payload":{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Two boats."}]}`
		more    = `"response_item","payload":{"type":"message","role":"assistant","content":[{"type":"output_text","text":"And a raft."}]}`
		compact = `"compacted","payload":{"message":"There are boats."}`
		mode    = `"response_item","payload":{"type":"message","role":"developer","content":[{"type":"input_text","text":"<collaboration_mode>Plan</collaboration_mode>"}]}`
		ended   = `"event_msg","payload":{"type":"task_complete","duration_ms":2000}`
		undone  = `"event_msg","payload":{"type":"thread_rolled_back","num_turns":1}`
		aborted = `"event_msg","payload":{"type":"turn_aborted","reason":"interrupted"}`
	)
	for _, c := range []struct {
		name    string
		records []string // each with its second
		want    []int    // seconds of each turn
	}{
		{"notes before the first prompt", []string{"0 " + mode, "60 " + mode, "61 " + prompt, "91 " + answer}, []int{0, 30}},
		{"what the user takes back after the turn ended", []string{"0 " + prompt, "2 " + ended, "200 " + undone}, []int{2}},
		{"an answer", []string{"0 " + prompt, "30 " + answer}, []int{30}},
		{"a compaction in mid-turn", []string{"0 " + prompt, "10 " + call, "11 " + result, "81 " + compact, "90 " + answer}, []int{81, 9}},
		{"one after the answer", []string{"0 " + prompt, "10 " + answer, "81 " + compact, "100 " + next, "105 " + more}, []int{10, 5}},
		{"one after which the work goes on", []string{"0 " + prompt, "10 " + answer, "81 " + compact, "90 " + more}, []int{10, 9}},
		{"one that took too long", []string{"0 " + prompt, "10 " + call, "11 " + result, "811 " + compact, "820 " + answer}, []int{11, 9}},
		{"the user sets something after the answer", []string{"0 " + prompt, "10 " + answer, "130 " + mode, "135 " + next, "140 " + more}, []int{10, 5}},
		{"something is set at work", []string{"0 " + prompt, "10 " + thought, "30 " + mode, "35 " + answer}, []int{35}},
		{"the user stops the agent", []string{"0 " + prompt, "10 " + thought, "30 " + aborted, "90 " + mode, "95 " + next, "98 " + more}, []int{30, 3}},
		{"the user sets something after a compaction", []string{"0 " + prompt, "10 " + answer, "20 " + compact, "80 " + mode, "90 " + next, "95 " + more}, []int{10, 0, 5}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			lines := []string{head}
			for _, r := range c.records {
				second, rest, _ := strings.Cut(r, " ")
				at, _ := time.ParseDuration(second + "s")
				when := time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC).Add(at).Format(time.RFC3339)
				lines = append(lines, `{"timestamp":"`+when+`","type":`+rest+`}`)
			}
			s := one(t, lines...)
			var got []int
			sum := 0
			for turn := range s.Main.Live().Turns() {
				got = append(got, int(turn.Active.Seconds()))
				sum += int(turn.Active.Seconds())
			}
			if fmt.Sprint(got) != fmt.Sprint(c.want) || s.Main.Active != time.Duration(sum)*time.Second {
				t.Errorf("turns at work for %v, all of them for %v, want %v", got, s.Main.Active, c.want)
			}
		})
	}
}
