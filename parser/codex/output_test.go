package codex

import (
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

// TestExitCode reads exit codes as numbers and as texts. What is none is not 0.
func TestExitCode(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		in, code string
		recorded bool
	}{{"0", "0", true}, {"3", "3", true}, {`"-1"`, "-1", true}, {"", "", false}, {"null", "", false}, {`"killed"`, "", false}, {"{}", "", false}} {
		code, recorded := exitCodeOf(jsontext.Value(tc.in))
		if recorded != tc.recorded || recorded && code != tc.code {
			t.Errorf("exit code %s is read as %q, %v", tc.in, code, recorded)
		}
	}
}

// TestUnwrapped takes the command out of the shell that runs it.
func TestUnwrapped(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ line, want string }{
		{`/bin/bash -lc 'wc -l boats.txt'`, `wc -l boats.txt`},
		{`zsh -lc 'echo '\''blue'\'' boats'`, `echo 'blue' boats`},
		{`bash -lc "echo \"blue\" \$BOAT"`, `echo "blue" $BOAT`},
		{`bash -lc 'a' 'b'`, `bash -lc 'a' 'b'`},
		{`bash -lc sail`, `bash -lc sail`},
		{`sail`, `sail`},
		{``, ``},
	} {
		if got := unwrapped(tc.line); got != tc.want {
			t.Errorf("%s is read as %s, want %s", tc.line, got, tc.want)
		}
	}
}
