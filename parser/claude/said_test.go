package claude

import (
	"strings"
	"testing"
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
