package facts

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	"steno/parser"
)

// TestBackground: what a later call says of a command of the background is about that command.
func TestBackground(t *testing.T) {
	t.Parallel()
	s := storyOf("run go test ./...", "!poll", "run npm run lint", "!poll", "run go vet ./...", "!poll", "run go test ./a", "poll", "run go vet .",
		"!run make", "run make", "!poll")
	for i, task := range []string{"1", "1", "1", "1", "2", "2", "1", "1", "", "", "1", "1"} {
		c := s.Main.Live().Segments[0].Turns[0].Messages[i].Blocks[0].(*parser.ToolCall)
		c.Action.Task = task
		if c.Name == "poll" {
			c.Action.Kind = parser.ActionPoll
			if c.Result.IsError && task == "1" {
				c.Result.Structured = []byte(`{"exitCode":2}`)
			}
		}
	}
	f := Of(s)
	var got []string
	for _, g := range f.Groups {
		text := fmt.Sprintf("%s of %s, %d", g.Call.Name, cmp.Or(g.Of, g.Call).Action.Command, g.Count)
		if g.Resolved != nil {
			text += " by " + g.Resolved.Anchor
		}
		got = append(got, text)
	}
	if want := "poll of go test ./..., 1 by m-6|poll of npm run lint, 1|poll of go vet ./..., 1 by m-8|run of make, 1|poll of make, 1"; strings.Join(got, "|") != want {
		t.Errorf("problems %q, want %q", strings.Join(got, "|"), want)
	}
	got = nil
	for _, use := range f.Uses {
		if use.Topic == TopicCommand {
			got = append(got, fmt.Sprintf("%s %d %d %d", use.Name, use.Times, use.Errors.Failed, use.Mended))
		}
	}
	if want := "go test 2 1 1|npm run lint 1 1 0|go vet 2 0 0|make 2 2 0"; strings.Join(got, "|") != want {
		t.Errorf("commands %q, want %q", strings.Join(got, "|"), want)
	}
}
