package publish

import (
	"testing"

	"steno/parser"
)

func TestAgentsTitle(t *testing.T) {
	t.Parallel()
	agent := func(kind parser.AgentKind, blocks ...parser.Block) *parser.Agent {
		turn := &parser.Turn{}
		for _, b := range blocks {
			turn.Messages = append(turn.Messages, &parser.Message{Blocks: []parser.Block{b}})
		}
		return &parser.Agent{Kind: kind, Thread: &parser.Thread{Branches: []*parser.Branch{{Segments: []*parser.Segment{{Turns: []*parser.Turn{turn}}}}}}}
	}
	warm := agent(parser.AgentInternal, &parser.Event{Type: "warmup"}, &parser.Text{Text: "I'm ready to help."})
	worked := agent("", &parser.Text{Text: "Find the leak."})
	asked := func(prompt string) *parser.Agent {
		a := agent("")
		a.Prompt = prompt
		return a
	}
	for _, c := range []struct {
		agents []*parser.Agent
		want   string
	}{
		{[]*parser.Agent{warm}, "Agents only: Warmup"},
		{[]*parser.Agent{warm, worked}, "Agents only: Find the leak"},
		{[]*parser.Agent{asked("You are a careful reviewer of code.\n\nYour task is to find the leak in the worker.")}, "Agents only: Find the leak in the worker"},
		{[]*parser.Agent{asked("Describe how the harbour is laid out. I have to understand: 1. The quays 2. The cranes and who moves them at night")}, "Agents only: Describe how the harbour is laid out"},
		{[]*parser.Agent{asked("continue")}, "Agents only: continue"},
	} {
		if got := AgentsTitle(c.agents); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}
