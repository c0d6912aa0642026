package claude

import (
	"strings"
	"testing"

	"steno/parser"
)

// What a watcher of checks reports begins a turn, and is nobody's prompt.
func TestChecksBeginTurns(t *testing.T) {
	t.Parallel()
	s := parseLines(t, strings.Split(strings.TrimSuffix(tell(`
		a prompt Mend the lamp
		b<a reply m1 Mended.
		c<b prompt <ci-monitor-event>CI check lint failed on pier/lamp PR #7</ci-monitor-event>
		d<c reply m2 The check is mended.
	`), "\n"), "\n"))
	turns, prompts := 0, 0
	for turn := range s.Main.Live().Turns() {
		turns++
		if turn.Prompt != nil {
			prompts++
		}
	}
	if turns != 2 || prompts != 1 {
		t.Errorf("%d turns, %d prompts, want 2 and 1", turns, prompts)
	}
}

// Several slash commands of one input are one prompt: what the user typed.
func TestStackedCommandsAreOnePrompt(t *testing.T) {
	t.Parallel()
	s := parseLines(t, strings.Split(strings.TrimSuffix(tell(`
		a prompt <command-name>/plan</command-name><command-args>the hull</command-args> | "stackedOriginalInput":"/plan /draw the hull"
		b<a prompt Base directory for this skill: /s/plan | "isMeta":true
		c<b prompt <command-name>/draw</command-name><command-args>the hull</command-args> | "stackedExpansion":true
		d<c prompt Base directory for this skill: /s/draw | "isMeta":true
		e<d reply m1 Drawn.
	`), "\n"), "\n"))
	var typed []string
	for turn := range s.Main.Live().Turns() {
		if turn.Prompt == nil {
			t.Error("a turn without a prompt")
			continue
		}
		c := turn.Prompt.Blocks[0].(*parser.Command)
		typed = append(typed, c.Name+" "+c.Args)
	}
	if len(typed) != 1 || typed[0] != "/plan /draw the hull" {
		t.Errorf("%q", typed)
	}
}

// A message from another session has more attributes while it waits than where it is delivered, and is one message.
func TestLettersThatWaited(t *testing.T) {
	t.Parallel()
	s := parseLines(t, strings.Split(strings.TrimSuffix(tell(`
		a prompt Mend the lamp
		b<a reply m1 Mended.
		{"type":"queue-operation","operation":"enqueue","timestamp":"2026-03-01T10:00:05.000Z","sessionId":"s1","content":"<cross-session-message from=\"7\" hop-chain=\"a1,b2\" from-name=\"pier\">\nIt is dark.\n</cross-session-message>"}
		{"type":"queue-operation","operation":"dequeue","timestamp":"2026-03-01T10:00:06.000Z","sessionId":"s1"}
		c<b prompt x | "origin":{"kind":"peer","from":"7"},"message":{"role":"user","content":"Another Claude session sent a message:\n<cross-session-message from=\"7\" from-name=\"pier\">\nIt is dark.\n</cross-session-message>"}
		d<c reply m2 I look.
	`), "\n"), "\n"))
	letters := 0
	for m := range s.Main.Live().Messages() {
		for _, b := range m.Blocks {
			if ev, ok := b.(*parser.Event); ok && strings.Contains(ev.Text, "It is dark.") {
				letters++
			}
		}
	}
	if letters != 1 {
		t.Errorf("the message is shown %d times", letters)
	}
}

// A program wrote the prompts of a session that an SDK ran, but not those of an editor or a terminal.
func TestDriven(t *testing.T) {
	t.Parallel()
	for entry, want := range map[string]bool{"sdk-py": true, "sdk-ts": true, "sdk-cli": true, "cli": false, "claude-vscode": false, "claude-desktop": false, "": false} {
		s := parseLines(t, strings.Split(strings.TrimSuffix(tell(`
			a prompt Mend the lamp | "entrypoint":"`+entry+`"
			b<a reply m1 Mended.
		`), "\n"), "\n"))
		if s.Driven != want {
			t.Errorf("%q: driven is %v", entry, s.Driven)
		}
	}
}

// What another model took over from is marked, where the client retracted it: of replies only.
func TestRetractedReplies(t *testing.T) {
	t.Parallel()
	s := parseLines(t, strings.Split(strings.TrimSuffix(tell(`
		a prompt Draft the notes
		b<a reply m1 I cannot.
		c<b notice Another model takes over | "subtype":"model_refusal_fallback","retractedMessageUuids":["b","a"]
		d<c reply m2 Here they are.
	`), "\n"), "\n"))
	var noted []string
	for m := range s.Main.Live().Messages() {
		if len(m.Rest().Notes) > 0 {
			noted = append(noted, m.ID)
		}
	}
	if len(noted) != 1 || noted[0] != "m1" {
		t.Errorf("%q", noted)
	}
}
