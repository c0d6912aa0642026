package claude

import "testing"

// TestPlanFrom reads the session that made a plan from the prompts that start one.
func TestPlanFrom(t *testing.T) {
	t.Parallel()
	const head = "Implement the following plan:\n\n# Light the lamp\n\nread the full transcript at: "
	for _, c := range []struct{ plan, text, want string }{
		{"", head + "/home/ada/.claude/projects/-quay/abc-1.jsonl", "abc-1"},
		{"", head + `C:\Users\ada\.claude\projects\C--quay\abc-1.jsonl`, "abc-1"},
		{"# Light the lamp", "read the full transcript at: /home/ada/abc-1.jsonl", "abc-1"},
		{"", head + "/home/ada/.REDACTED.jsonl", ""},
		{"", "read the full transcript at: /home/ada/abc-1.jsonl", ""},
		{"", "Implement the following plan:\n\n# Light the lamp", ""},
	} {
		if got := planFrom(c.plan, c.text); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}
