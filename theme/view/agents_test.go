package view

import "testing"

// The list of agents counts them as the figures above it do: internal agents beside the others.
func TestAgentsIn(t *testing.T) {
	t.Parallel()
	task, internal := AgentRow{Kind: "task"}, AgentRow{Kind: "internal"}
	for want, rows := range map[string][]AgentRow{
		"1 agent":              {task},
		"1 agent, 2 internal":  {internal, task, internal},
		"2 internal agents":    {internal, internal},
		"2 agents":             {task, task},
		"2 agents, 1 internal": {task, internal, task},
	} {
		if got := AgentsIn(rows); got != want {
			t.Errorf("%d rows: %q, want %q", len(rows), got, want)
		}
	}
}
