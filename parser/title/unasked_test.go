package title

import (
	"testing"

	"steno/parser"
)

// Sessions in which nobody says anything, as runs in CI, by the texts of their replies; "" is a call.
func TestUnasked(t *testing.T) {
	t.Parallel()
	const plan = "Now I have all the information I need. Let me write down the steps and start painting the boats of the quay."
	for _, c := range []struct {
		replies []string
		title   string
	}{
		{[]string{plan, "", "Now I understand the hull. It is made of oak.", "", "## Done\n\nI've painted all eleven boats."}, "I've painted all eleven boats"},
		{[]string{plan, "", "It is made of oak.", ""}, "Write down the steps and start painting the boats of the quay"},
		{[]string{"I'll read all files of the quay to see what is there.", "", `{"verdict":"the boats float"}`, ""}, ""},
		{[]string{"Now I understand the quay."}, ""},
		{[]string{"I see that the boats are gone."}, "I see that the boats are gone"},
		{[]string{""}, ""},
		{nil, ""},
	} {
		turn := &parser.Turn{}
		for _, text := range c.replies {
			var b parser.Block = &parser.Text{Text: text}
			if text == "" {
				b = &parser.ToolCall{}
			}
			turn.Messages = append(turn.Messages, &parser.Message{Kind: parser.KindReply, Blocks: []parser.Block{b}})
		}
		branch := &parser.Branch{Segments: []*parser.Segment{{Turns: []*parser.Turn{turn}}}}
		s := &parser.Session{Main: &parser.Thread{Branches: []*parser.Branch{branch}}}
		if got := unasked(s); got != c.title {
			t.Errorf("%q: got %q, want %q", c.replies, got, c.title)
		}
		turn.Prompt = &parser.Message{Kind: parser.KindPrompt, Blocks: []parser.Block{&parser.Text{Text: "Paint."}}}
		if got := unasked(s); got != "" {
			t.Errorf("with a prompt: got %q", got)
		}
	}
	for _, text := range []string{"Чем я могу помочь?", "Привет! Чем могу помочь?"} {
		if !Offers(text) {
			t.Errorf("no offer: %q", text)
		}
	}
}
