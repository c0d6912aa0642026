package card

import (
	"fmt"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser"
)

// TestTestRuns: a command that ran tests says what came of them; one that only mentions tests does not.
func TestTestRuns(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ command, output, want string }{
		{"go test -v ./...", "--- PASS: TestA (0.00s)\n--- PASS: TestB (0.00s)\nPASS\nok  \tx\t0.1s", "check Test [2 passed] Command"},
		{"go test -v ./...", "--- PASS: TestA (0.00s)\n--- FAIL: TestB (0.00s)\nFAIL\nFAIL\tx\t0.1s", "error Test [1 passed 1 failed!] Command Failed tests"},
		{"go test ./...", "ok  \tx\t0.1s\nok  \ty\t0.1s", "check Test [2 packages passed] Command"},
		{"go test ./...", "ok  \tx\t0.1s\nFAIL\ty\t0.1s\nFAIL", "error Test [1 package passed 1 package failed!] Command"},
		{"git commit -m lamp", "[main 6c8aa66] lamp\n 1 file changed\n\n 12 pass\n 0 fail", "terminal Run [12 passed] Command"},
		{"echo go test", "go test", "terminal Run [] Command"},
		{"go test ./... > log", "", "terminal Run [no output] Command"},
	} {
		r, _ := testRenderer(t)
		call := &parser.ToolCall{Name: "Bash", Input: jsontext.Value(fmt.Sprintf(`{"command":%q}`, test.command)),
			Action: parser.Action{Kind: parser.ActionRun, Command: test.command},
			Result: &parser.ToolResult{Content: []parser.Block{&parser.Text{Text: test.output}}}}
		v := r.Call(call)
		var chips []string
		for _, c := range v.Chips {
			text := c.Text
			if c.Kind == "error" {
				text += "!"
			}
			chips = append(chips, text)
		}
		got := v.Icon + " " + v.Verb + " [" + strings.Join(chips, " ") + "]"
		for _, s := range v.Sections {
			if s.Title != "Result" {
				got += " " + s.Title
			}
		}
		if got != test.want {
			t.Errorf("%q: %q, want %q", test.command, got, test.want)
		}
	}
}
