package codex

import (
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser"
	"steno/parser/rebuild"
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

// TestDeclined separates what the user declined and what a policy denied from what failed.
func TestDeclined(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]parser.Outcome{
		"rejected by user":              parser.Rejected,
		"exec command rejected by user": parser.Rejected,
		"exec_command failed for `/bin/bash -lc 'rm -rf boats'`: CreateProcess { message: \"Rejected(\\\"rejected by user\\\")\" }":                                                   parser.Rejected,
		"exec_command failed: CreateProcess { message: \"Rejected(\\\"rejected by user\\\")\" }":                                                                                      parser.Rejected,
		"exec_command failed for `bash -lc 'a\nb'`: CreateProcess { message: \"Rejected(\\\"`bash -lc 'a\nb'` rejected: blocked by policy\\\")\" }":                                   parser.Denied,
		"approval policy is Never; reject command — you cannot ask for escalated permissions if the approval policy is Never":                                                         parser.Denied,
		"exec_command failed for `/bin/bash -lc sail`: CreateProcess { message: \"Rejected(\\\"Failed to create unified exec process: No such file or directory\\\")\" }":             parser.Failed,
		"exec_command failed for `/bin/bash -lc 'echo Rejected'`: Sandbox(Denied)":                                                                                                    parser.Failed,
		"This action was rejected due to unacceptable risk.\nReason: It sinks the boat.":                                                                                              parser.Denied,
		"exec_command failed for `bash -lc sink`: CreateProcess { message: \"Rejected(\\\"This action was rejected due to unacceptable risk.\\\\nReason: It sinks the boat.\\\")\" }": parser.Denied,
		"aborted by user after 3.1s":          parser.Interrupted,
		"The boats were rejected by user Ann": parser.Done,
	} {
		out := &parser.ToolResult{}
		outputText(&rebuild.Record{}, out, text)
		if got := (&parser.ToolCall{Result: out}).Outcome(); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
