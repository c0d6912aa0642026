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
			turn.Messages = append(turn.Messages, &parser.Message{Kind: parser.KindReply, Blocks: []parser.Block{b}})
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
	compaction := agent(parser.AgentInternal)
	compaction.Name = "Compaction"
	for _, text := range []string{"continue", "Mend the third lamp.", "Summarize the conversation so far."} {
		turn := &parser.Turn{Prompt: &parser.Message{Kind: parser.KindPrompt, Blocks: []parser.Block{&parser.Text{Text: text}}}}
		compaction.Thread.Branches[0].Segments[0].Turns = append(compaction.Thread.Branches[0].Segments[0].Turns, turn)
	}
	for _, c := range []struct {
		agents []*parser.Agent
		want   string
	}{
		{[]*parser.Agent{warm}, "Agents only: Warmup"},
		{[]*parser.Agent{agent("", &parser.Text{Text: "Hello! I'm Claude Code, Anthropic's official CLI file search specialist."})}, "Agents only: Warmup"},
		{[]*parser.Agent{warm, worked}, "Agents only: Find the leak"},
		{[]*parser.Agent{asked("You are a careful reviewer of code.\n\nYour task is to find the leak in the worker.")}, "Agents only: Find the leak in the worker"},
		{[]*parser.Agent{asked("Describe how the harbour is laid out. I have to understand: 1. The quays 2. The cranes and who moves them at night")}, "Agents only: Describe how the harbour is laid out"},
		{[]*parser.Agent{asked("continue")}, "Agents only: continue"},
		{[]*parser.Agent{warm, compaction}, "Agents only: Mend the third lamp"},
	} {
		if got := AgentsTitle(c.agents); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// TestNamedByAgents: a session is called after its agents only if nothing of its main thread is left.
func TestNamedByAgents(t *testing.T) {
	t.Parallel()
	said := []*parser.Segment{{Turns: []*parser.Turn{{Messages: []*parser.Message{{}}}}}}
	for _, c := range []struct {
		source   parser.TitleSource
		segments []*parser.Segment
		agents   int
		want     bool
	}{
		{parser.TitleDate, nil, 1, true}, {parser.TitleID, nil, 1, true}, {parser.TitleSlug, nil, 1, true}, {parser.TitleCustom, nil, 1, false},
		{parser.TitleDate, said, 1, false}, {parser.TitleDate, nil, 0, false},
	} {
		s := &parser.Session{Title: parser.Title{Source: c.source}, Agents: make([]*parser.Agent, c.agents)}
		s.Main = &parser.Thread{Branches: []*parser.Branch{{Segments: c.segments}}}
		if got := NamedByAgents(s); got != c.want {
			t.Errorf("%s, %d segments, %d agents: %v", c.source, len(c.segments), c.agents, got)
		}
	}
}

func TestCommandText(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ args, want string }{
		{"", "/plan "},
		{"phase 2", "/plan phase 2"},
		{"#12 and #13", "/plan #12 and #13"},
		{"# Phase 2\n## Purpose\nLamps.", "/plan Phase 2\n## Purpose\nLamps."},
	} {
		m := &parser.Message{Kind: parser.KindPrompt, Blocks: []parser.Block{&parser.Command{Name: "/plan", Args: c.args}}}
		if got := MessageText(m); got != c.want {
			t.Errorf("%q is %q, want %q", c.args, got, c.want)
		}
	}
}
