package pages

import (
	"slices"
	"testing"
	"time"

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

// TestCommittedOn returns the branch of the last commit before a time.
func TestCommittedOn(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 2, 10, 0, 0, 0, time.UTC)
	commits := []parser.Commit{{Branch: "main", Time: at}, {Branch: "lamp", Time: at.Add(time.Minute)}, {Time: at.Add(2 * time.Minute)}, {Branch: "wick", Time: at.Add(time.Hour)}}
	for after, want := range map[time.Duration]string{-time.Minute: "", 0: "main", 3 * time.Minute: "lamp", time.Hour: "wick"} {
		if got := committedOn(commits, at.Add(after)); got != want {
			t.Errorf("after %v the branch is %q, want %q", after, got, want)
		}
	}
}

func TestShortID(t *testing.T) {
	t.Parallel()
	for id, want := range map[string]string{
		"a95fea4a-b88a-4e49-ac07-4cc323d8700c": "a95fea4a", "codex-lamp": "codex-lamp", "session-lamp": "session-lamp",
	} {
		if got := shortID(id); got != want {
			t.Errorf("%s becomes %q, want %q", id, got, want)
		}
	}
}
