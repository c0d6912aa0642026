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
	for _, c := range []struct {
		agents []*parser.Agent
		want   string
	}{
		{[]*parser.Agent{warm}, "Agents only: Warmup"},
		{[]*parser.Agent{warm, worked}, "Agents only: Find the leak."},
	} {
		if got := AgentsTitle(c.agents); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}
