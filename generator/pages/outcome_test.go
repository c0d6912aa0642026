package pages

import (
	"strings"
	"testing"

	"steno/parser"
	"steno/parser/facts"
	"steno/theme/view"
)

// Rows of lists say in a line what came of a session: how it ended, if not with a reply, and what the last reply says.
func TestResultOf(t *testing.T) {
	t.Parallel()
	reply := func(text string) *parser.Message {
		return &parser.Message{Kind: parser.KindReply, Blocks: []parser.Block{&parser.Text{Text: text}}}
	}
	push := facts.Push{Call: &facts.Call{}, Commits: 2}
	late := push
	late.After = 1
	for name, c := range map[string]struct {
		outcome  facts.Outcome
		metadata []parser.Field
		want     view.Result
	}{
		"nothing": {outcome: facts.Outcome{Ending: facts.EndedReply}},
		"a reply in Markdown": {
			outcome: facts.Outcome{Ending: facts.EndedReply, Last: reply("## Done\n\nThe **lamp** is lit:\n- wick\n- oil")},
			want:    view.Result{Reply: "Done: The lamp is lit: wick · oil"},
		},
		"items without a line that leads to them": {
			outcome: facts.Outcome{Last: reply("Done.\n\n- **wick**, new\n- oil\n\n## Next\n* glass\n\n1. one\n2. two")},
			want:    view.Result{Reply: "Done. · wick, new · oil Next: glass 1. one 2. two"},
		},
		"a table": {
			outcome: facts.Outcome{Last: reply("Two commits:\n\n| a1 | wick |\n|---|---|\n| b2 | oil |\n\nRest.")},
			want:    view.Result{Reply: "Two commits: … Rest."},
		},
		"interrupted": {
			outcome: facts.Outcome{Ending: facts.EndedInterrupted, Last: reply("Let me look.")},
			want:    view.Result{Bad: "interrupted by the user", Reply: "Let me look."},
		},
		"interrupted after another prompt": {
			outcome: facts.Outcome{Ending: facts.EndedInterrupted, Last: reply("Done."), Earlier: true},
			want:    view.Result{Bad: "interrupted by the user", Reply: "Done.", Earlier: true},
		},
		"tests failed": {
			outcome: facts.Outcome{Ending: facts.EndedReply, Tests: &facts.TestRun{Passed: 2, Failed: 1}, Edits: 1},
			want:    view.Result{Bad: "last test run failed"},
		},
		"failed in two ways": {
			outcome: facts.Outcome{Ending: facts.EndedError, Error: "overloaded", Tests: &facts.TestRun{Broken: true}},
			want:    view.Result{Bad: "ended with an API error: overloaded, last test run failed"},
		},
		"tests passed":             {outcome: facts.Outcome{Tests: &facts.TestRun{Passed: 2}}, want: view.Result{Tested: true}},
		"edited after the tests":   {outcome: facts.Outcome{Tests: &facts.TestRun{Passed: 2}, Edits: 3}},
		"pushed":                   {outcome: facts.Outcome{Push: push}, want: view.Result{Pushed: true}},
		"committed after the push": {outcome: facts.Outcome{Push: late}},
		"the client says success": {
			outcome:  facts.Outcome{Ending: facts.EndedCalls},
			metadata: []parser.Field{{Name: parser.MetadataOutcome, Value: "success"}},
		},
		"the client says why": {
			outcome:  facts.Outcome{Ending: facts.EndedCalls},
			metadata: []parser.Field{{Name: parser.MetadataOutcome, Value: "error max turns"}},
			want:     view.Result{Bad: "error max turns"},
		},
	} {
		if got := resultOf(&c.outcome, c.metadata); got != c.want {
			t.Errorf("%s: got %+v, want %+v", name, got, c.want)
		}
	}
	long := resultOf(&facts.Outcome{Last: reply(strings.Repeat("word ", 1000))}, nil)
	if len(long.Reply) > rowReply+len("…") {
		t.Errorf("the reply of a row has %d bytes", len(long.Reply))
	}
}
