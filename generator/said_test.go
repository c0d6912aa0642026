package generator_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"steno/generator"
)

// TestLastReplyAndFewTokens has a session whose last words answer the late end of a command, and an agent of which only the
// first output tokens were recorded, from their records to a comment and a page.
func TestLastReplyAndFewTokens(t *testing.T) {
	t.Parallel()
	const id = "33333333-0000-4000-8000-000000000003"
	count := 0
	// say is a record of a thread, a minute after the one before it; first begins one.
	say := func(role, text string, first bool, more map[string]any) []byte {
		uuid := func() string { return fmt.Sprintf("%08d-0000-4000-8000-000000000000", count) }
		r := map[string]any{"type": role, "sessionId": id, "cwd": "/w/x", "version": "2.1.0"}
		if !first {
			r["parentUuid"] = uuid()
		}
		count++
		r["uuid"], r["timestamp"] = uuid(), fmt.Sprintf("2026-03-05T10:%02d:00.000Z", count)
		message := map[string]any{"role": role, "content": []any{map[string]any{"type": "text", "text": text}}}
		if role == "assistant" {
			message["id"], message["model"], message["stop_reason"] = fmt.Sprintf("msg_%d", count), "claude-opus-4-6", "end_turn"
			message["usage"] = map[string]any{"input_tokens": 10, "output_tokens": 2}
		}
		r["message"] = message
		maps.Copy(r, more)
		return record(r)
	}
	source := t.TempDir()
	write(t, filepath.Join(source, "-w-x", id+".jsonl"), slices.Concat(
		say("user", "Mend the lamp", true, nil),
		say("assistant", "The lamp is mended: its wick was wet, and I dried it.", false, nil),
		say("user", "<task-notification>\n<task-id>b0be39e</task-id>\n<status>completed</status>\n<summary>Background command \"make oil\" completed</summary>\n</task-notification>", false, nil),
		say("assistant", "Noted.", false, nil),
	))
	agent := map[string]any{"isSidechain": true, "agentId": "a0a0a0a"}
	write(t, filepath.Join(source, "-w-x", id, "subagents", "agent-a0a0a0a.jsonl"), slices.Concat(
		say("user", "Look at the wick", true, agent),
		say("assistant", strings.Repeat("The wick is wet. ", 100), false, agent),
	))

	o := lookOptions(t, source)
	if _, err := generator.Build(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	comment, err := generator.Comment(t.Context(), o, []string{id})
	if text := string(comment); err != nil || !strings.Contains(text, "its wick was wet") || strings.Contains(text, "Noted") {
		t.Errorf("the comment has another last reply, or %v:\n%s", err, text)
	}
	page, err := os.ReadFile(filepath.Join(o.Config.Destination, "sessions", id, "agents", "a0a0a0a", "index.html"))
	if err != nil || !strings.Contains(string(page), "recorded output tokens are too few") {
		t.Errorf("the page of the agent does not say that its tokens are too few: %v", err)
	}
}
