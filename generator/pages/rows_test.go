package pages

import (
	"slices"
	"testing"

	"steno/parser"
)

func TestGitBranches(t *testing.T) {
	t.Parallel()
	if got := gitBranches(&parser.Session{Branches: []string{"HEAD", "main", "HEAD~lamp"}}); !slices.Equal(got, []string{"main", "HEAD~lamp"}) {
		t.Errorf("branches are %q", got)
	}
}

// TestDescribed: an agent that nothing names is called after what it was asked, not by its id.
func TestDescribed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		agent parser.Agent
		want  string
	}{
		{parser.Agent{ID: "a1", Description: "Find the leak", Prompt: "Find it."}, "Find the leak"},
		{parser.Agent{ID: "a1", Name: "ada", Prompt: "Find it."}, ""},
		{parser.Agent{ID: "a1", Type: "Explore", Prompt: "Find the leak."}, "Find the leak."},
		{parser.Agent{ID: "a1", Kind: parser.AgentInternal, Prompt: "Find the leak."}, ""},
	} {
		if got := described(&c.agent); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}
