package theme

import (
	"bytes"
	"slices"
	"testing"
	"time"

	"steno/parser"
)

// TestReplied: what the user says with the result of a call says what it is about, as levels show prompts without calls.
func TestReplied(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ sender, tool, input, want string }{
		{parser.SenderAnswer, "AskUserQuestion", `{"questions":[{"question":"Which <lamp>?"},{"question":"Why?"}]}`, "Questions: Which &lt;lamp&gt;? · Why?"},
		{parser.SenderAnswer, "AskUserQuestion", `{"questions":[{"question":"Which lamp?"}]}`, "Question: Which lamp?"},
		{parser.SenderRejection, "Bash", `{"command":"npm install"}`, "Declined: Run npm install"},
		{parser.SenderApproval, "Bash", `{"command":"npm install"}`, "Allowed: Run npm install"},
		{"", "Bash", `{"command":"npm install"}`, ""},
	} {
		a := &author{}
		call, other := a.call(c.tool, c.input, "The third one."), a.call("Read", `{"file_path":"a"}`, "x")
		if c.tool == "AskUserQuestion" {
			call.Action.Kind = parser.ActionAsk
		}
		call.Result.Line, other.Result.Line = 7, 6
		said := a.prompt(a.text("The third one."))
		said.Line, said.More = 7, &parser.More{Sender: c.sender}
		b := branchOf(a.prompt(a.text("go")), a.reply(call, other))
		b.Segments[0].Turns = append(b.Segments[0].Turns, branchOf(said).Segments[0].Turns...)
		var last, run []byte
		for _, f := range render(t, loaded(t), b, Refs{}) {
			if f.Kind == FragmentPrompt {
				last = f.HTML
			} else if run == nil && f.Kind == FragmentRun {
				run = f.HTML
			}
		}
		if want := []byte(`<p class="note about">` + c.want + `</p>`); c.want != "" && !bytes.Contains(last, want) || c.want == "" && bytes.Contains(last, []byte("about")) {
			t.Errorf("%s: want %q in %s", c.sender, c.want, last)
		}
		if c.sender == parser.SenderAnswer && (run == nil || bytes.Contains(run, []byte(" open><summary>"))) {
			t.Errorf("the question is open above its answer: %s", run)
		}
	}
}

// TestPromptsSayTheirDay: levels show prompts without what is between them, so each after the first day says its day.
func TestPromptsSayTheirDay(t *testing.T) {
	t.Parallel()
	a := &author{}
	said := []*parser.Message{a.prompt(a.text("one")), a.reply(a.text("Done.")), a.prompt(a.text("two")), a.prompt(a.text("three")), a.reply(a.text("Done.")), a.prompt(a.text("four"))}
	for i, day := range []int{9, 10, 10, 10, 11, 11} {
		said[i].Time = time.Date(2026, 8, day, 3, i, 0, 0, time.UTC)
	}
	b := branchOf(said[0], said[1])
	for _, turn := range [][]*parser.Message{said[2:3], said[3:5], said[5:]} {
		b.Segments[0].Turns = append(b.Segments[0].Turns, branchOf(turn[0], turn[1:]...).Segments[0].Turns...)
	}
	var days []bool
	for _, f := range render(t, loaded(t), b, Refs{}) {
		if f.Kind == FragmentPrompt {
			days = append(days, bytes.Contains(f.HTML, []byte("Aug 2026, 03:0")))
		}
	}
	if want := []bool{true, true, true, true}; !slices.Equal(days, want) {
		t.Errorf("prompts say their day: %v", days)
	}
}
