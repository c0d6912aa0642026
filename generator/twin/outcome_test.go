package twin

import (
	"strings"
	"testing"

	"steno/parser"
	"steno/parser/facts"
)

func TestFlags(t *testing.T) {
	t.Parallel()
	list := []facts.Flag{{Kind: facts.FlagForcePush, Text: "git push `x` --force\nb"}}
	for range 7 {
		list = append(list, facts.Flag{Kind: facts.FlagRemove, Text: "rm -rf x"})
	}
	list = append(list, facts.Flag{Kind: facts.FlagUnattended, Text: "2 h 5 min"}, facts.Flag{Kind: facts.FlagPermissions, Text: "in both prompts"},
		facts.Flag{Kind: facts.FlagPermissions, Text: "claude --yolo", Call: &parser.ToolCall{}})
	got := strings.Join(Flags(list), "\n")
	want := "**force push**: ``git push `x` --force b``\n**forced removal** ×7: `rm -rf x`, `rm -rf x`, `rm -rf x`, `rm -rf x`, `rm -rf x` and 2 more\n**long unattended work**: 2 h 5 min\n**permissions bypassed** ×2: in both prompts, `claude --yolo`"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestOutcome(t *testing.T) {
	t.Parallel()
	f := &facts.Facts{Outcome: facts.Outcome{
		Ending: facts.EndedError, Tests: &facts.TestRun{Tool: "go test", Passed: 3}, Edits: 1, Push: facts.Push{Commits: 2},
	}}
	want := "ended with an API error · go test passed: 3 passed (1 file edited since) · 2 commits, no push in this session"
	if got := Outcome(f); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
