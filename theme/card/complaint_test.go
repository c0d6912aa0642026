package card

import (
	"strings"
	"testing"

	"steno/parser"
)

// TestComplaint compares what rows say of failed calls with what a reader would quote.
func TestComplaint(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"<tool_use_error>File has not been read yet.</tool_use_error>":                          "File has not been read yet.",
		"Exit code 1\nok  quay/lamp 3.0s\n--- FAIL: TestLamp (0.00s)\n    lamp_test.go:7: dark": "Exit code 1 … --- FAIL: TestLamp (0.00s) lamp_test.go:7: dark",
		"Exit code 2\nbuilding\nlamp.go:7:3: undefined: light":                                  "Exit code 2 … lamp.go:7:3: undefined: light",
		"Exit code 1\nchecked 3 files\nthe lamp was not found\nError: dark":                     "Exit code 1 … Error: dark",
		"Exit code 1\nchecked 3 files\nthe lamp was not found":                                  "Exit code 1 … the lamp was not found",
		"Exit code 1\nfatal: not a git repository":                                              "Exit code 1 fatal: not a git repository",
		"Exit code 1\n12 passed, 0 errors\nlamps: 3":                                            "Exit code 1 12 passed, 0 errors lamps: 3",
		"Exit code 1\n\x1b[32mok\x1b[0m\n\x1b[31mValueError: dark\x1b[0m":                       "Exit code 1 … ValueError: dark",
		"Exit code 1\nkept in quay\nyarn-error.log*\n":                                          "Exit code 1 kept in quay yarn-error.log*",
		"Exit code 127":       "Exit code 127",
		"it was\nError: dark": "it was Error: dark",
		"===== test session starts =====\nlamps: 3\nE   AssertionError: dark": "… E AssertionError: dark",
		"> quay@1.0.0 build /quay\n> tsc\n\nlamp.ts(7,3): error TS2345: dark": "… lamp.ts(7,3): error TS2345: dark",
		"===== lamps =====\nall are lit":                                      "===== lamps ===== all are lit",
		"Exit code 1\n\x1b[31mFAIL\x1b[0m\tx":                                 "Exit code 1 FAIL x",
		strings.Repeat("é", 5000):                                             strings.Repeat("é", 80) + "…",
		"":                                                                    "",
		`{"error":"Harbour error 403: {\"message\":\"It is closed.\"}"}`:      "Harbour error 403: It is closed.",
		"expected {a: 1}":                                                     "expected {a: 1}",
	} {
		if got := Complaint(&parser.ToolCall{Result: &parser.ToolResult{Content: []parser.Block{&parser.Text{Text: text}}}}); got != want {
			t.Errorf("%q:\n got %q\nwant %q", text, got, want)
		}
	}
}

// Of agents that record exit codes apart, the output begins with what went well, too.
func TestComplaintOfOutput(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"lamp.go:97: func light()\nlamp.go:99: light()\nrg: quay: No such file or directory": "… rg: quay: No such file or directory",
		"lamp.go:97: lamp | undefined\nrg: quay: No such file or directory":                  "… rg: quay: No such file or directory",
		"lamp.go:97: func light()\nlamp.go:99: light()":                                      "lamp.go:97: func light() lamp.go:99: light()",
		"ok  quay/lamp 3.0s\n--- FAIL: TestLamp (0.00s)":                                     "… --- FAIL: TestLamp (0.00s)",
		"building\nit is not found here\nlamp.go:7:3: undefined: light":                      "… lamp.go:7:3: undefined: light",
		"warning: quay: No such file or directory\nfatal: dark":                              "… fatal: dark",
		"lamps: 3": "lamps: 3",
	} {
		run := &parser.ToolCall{Action: parser.Action{Kind: parser.ActionRun}, Result: &parser.ToolResult{Content: []parser.Block{&parser.Text{Text: text}}}}
		if got := Complaint(run); got != want {
			t.Errorf("%q:\n got %q\nwant %q", text, got, want)
		}
		if got := why(&call{ToolCall: run, text: text, view: View{State: Failed}}); got != strings.TrimPrefix(want, "… ") {
			t.Errorf("%q: the row says %q", text, got)
		}
	}
}

// The row of a failed call says why, without the exit code, which it has, and without output that does not say it.
func TestWhy(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"<tool_use_error>File has not been read yet.</tool_use_error>":                                                   "File has not been read yet.",
		"Exit code 1\nfatal: not a git repository":                                                                       "fatal: not a git repository",
		"Exit code 2\nbuilding\nlamp.go:7:3: undefined: light":                                                           "lamp.go:7:3: undefined: light",
		"Exit code 1\n12 passed, 0 errors\nlamps: 3":                                                                     "",
		"Exit code 1\nThe following paths are ignored by one of your .gitignore files:\nquay\nhint: Use -f.":             "The following paths are ignored by one of your .gitignore files: quay hint: Use -f.",
		"Exit code 1\nOn branch main\nnothing to commit, working tree clean":                                             "nothing to commit, working tree clean",
		"Exit code 1\nOn branch main\nUntracked files:\n\tquay\n\nnothing added to commit but untracked files present":   "nothing added to commit but untracked files present",
		"Exit code 1\nTo quay.example:lamps\n ! [rejected]  main -> main (fetch first)\nerror: failed to push some refs": "! [rejected] main -> main (fetch first) error: failed to push some refs",
		"Exit code 127": "",
		"===== test session starts =====\nE   AssertionError: dark": "E AssertionError: dark",
	} {
		c := &call{ToolCall: &parser.ToolCall{}, text: text, view: View{State: Failed}}
		if got := why(c); got != want {
			t.Errorf("%q:\n got %q\nwant %q", text, got, want)
		}
		if c.view.State = Done; why(c) != "" {
			t.Errorf("%q: a call that did not fail says why", text)
		}
	}
}

// TestComplaintOfDeclinedCalls is what the user said, without the words of the client around it.
func TestComplaintOfDeclinedCalls(t *testing.T) {
	t.Parallel()
	const proceed = "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). "
	const note = "\n\nNote: The user's next message may contain a correction or preference. Pay close attention."
	for text, want := range map[string]string{
		proceed + "STOP what you are doing and wait for the user to tell you how to proceed.":                                            "",
		proceed + "STOP what you are doing and wait for the user to tell you how to proceed." + note:                                     "",
		proceed + "The user provided the following reason for the rejection:  not at low tide":                                           "not at low tide",
		proceed + "To tell you how to proceed, the user said:\nUse the other boat." + note:                                               "Use the other boat.",
		"The user doesn't want to take this action right now. STOP what you are doing and wait for the user to tell you how to proceed.": "",
		"The user doesn't want to proceed with this tool use. The tool use was rejected.":                                                "",
		"No, not today.": "No, not today.",
	} {
		if got := Complaint(&parser.ToolCall{Result: &parser.ToolResult{IsError: true, Rejected: true, Content: []parser.Block{&parser.Text{Text: text}}}}); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
