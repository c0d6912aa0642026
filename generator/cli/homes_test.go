package cli

import (
	"strings"
	"testing"
)

// TestChosenHomes reads answers to the question which other agents are read.
func TestChosenHomes(t *testing.T) {
	t.Parallel()
	found := []string{"Codex (home:codex)", "Pi (home:pi)"}
	for answer, want := range map[string]string{
		"": "", "n": "", "no": "", "y": "home:codex home:pi", "YES": "home:codex home:pi", "all": "home:codex home:pi",
		"codex": "home:codex", "pi, home:codex": "home:codex home:pi", "gemini": "",
	} {
		if got := strings.Join(chosenHomes(found, answer), " "); got != want {
			t.Errorf("%q: %q, want %q", answer, got, want)
		}
	}
	for _, test := range []struct {
		alone        bool
		answer, want string
	}{{false, "", ""}, {false, "pi", "home:claude home:pi"}, {true, "", "home:codex home:pi"}, {true, "pi", "home:pi"}, {true, "n", ""}} {
		if got := strings.Join(answeredHomes(found, test.alone, test.answer), " "); got != test.want {
			t.Errorf("%+v: %q", test, got)
		}
	}
}
