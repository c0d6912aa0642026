package card

import (
	"testing"
	"time"

	"steno/parser"
)

func TestTook(t *testing.T) {
	t.Parallel()
	asked := time.Date(2026, 3, 4, 5, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name         string
		kind         parser.ActionKind
		until, timed time.Duration // from the call to its result, and what the result says; 0: nothing
		want         string
	}{
		{"a command", parser.ActionRun, 5 * time.Second, 0, "5 s"},
		{"a command that may have waited", parser.ActionRun, 69 * time.Minute, 0, "≤ 1 h 9 min"},
		{"a command that nobody had to allow", parser.ActionRun, 69 * time.Minute, 0, "1 h 9 min"},
		{"a command that says how long it ran", parser.ActionRun, 69 * time.Minute, 2 * time.Minute, "2 min 0 s"},
		{"an agent", parser.ActionDelegate, 5 * time.Minute, 0, "5 min 0 s"},
		{"a question", parser.ActionAsk, 69 * time.Minute, 0, "1 h 9 min"},
		{"an edit that waited", parser.ActionEdit, 69 * time.Minute, 0, ""},
		{"no times", parser.ActionRun, 0, 0, ""},
	} {
		call := &parser.ToolCall{Origin: parser.Origin{Time: asked}, Action: parser.Action{Kind: c.kind}, Result: &parser.ToolResult{Origin: parser.Origin{Time: asked.Add(c.until)}, Duration: c.until}}
		if c.timed > 0 {
			call.Result.Duration = c.timed
		}
		if got := took(call, c.name != "a command that nobody had to allow"); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
