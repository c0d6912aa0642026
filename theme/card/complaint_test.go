package card

import (
	"strings"
	"testing"
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
	} {
		if got := Complaint(text); got != want {
			t.Errorf("%q:\n got %q\nwant %q", text, got, want)
		}
	}
}

// The row of a failed call says why, without the exit code, which it has, and without output that does not say it.
func TestWhy(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"<tool_use_error>File has not been read yet.</tool_use_error>": "File has not been read yet.",
		"Exit code 1\nfatal: not a git repository":                     "fatal: not a git repository",
		"Exit code 2\nbuilding\nlamp.go:7:3: undefined: light":         "lamp.go:7:3: undefined: light",
		"Exit code 1\n12 passed, 0 errors\nlamps: 3":                   "",
		"Exit code 127": "",
		"===== test session starts =====\nE   AssertionError: dark": "E AssertionError: dark",
	} {
		c := &call{text: text, view: View{State: Failed}}
		if got := why(c); got != want {
			t.Errorf("%q:\n got %q\nwant %q", text, got, want)
		}
		if c.view.State = Done; why(c) != "" {
			t.Errorf("%q: a call that did not fail says why", text)
		}
	}
}
