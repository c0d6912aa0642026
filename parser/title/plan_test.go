package title

import (
	"testing"

	"steno/parser"
)

// TestPlanPrompts compares what rows and excerpts say of prompts that start a plan, and of others.
func TestPlanPrompts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ prompt, line, brief string }{
		{"Implement the following plan:\n\n# Plan: Light the lamp\n\n## Context\n\nIt is dark.\n", "Plan: Light the lamp", "\n\n\n\nIt is dark."},
		{" Implement the following plan:\n# Light the lamp", "Plan: Light the lamp", " Implement the following plan:\n# Light the lamp"},
		{"Implement the following plan:", "Implement the following plan:", "Implement the following plan:"},
		{"Light the lamp\n# Context\nIt is dark", "Light the lamp\n# Context\nIt is dark", "Light the lamp\n# Context\nIt is dark"},
		{"## User Input\n```text\nAdd a lamp\n```\nYou **MUST** consider the user input.\n", "Add a lamp", "Add a lamp"},
		{"## User Input\n```text\n```\n## Outline\nDo it\n", "## User Input\n```text\n```\n## Outline\nDo it\n", "## User Input\n```text\n```\n## Outline\nDo it\n"},
		{"", "", ""},
		{"https://github.com/ada/quay/issues/7#top light the lamp", "quay#7 light the lamp", "https://github.com/ada/quay/issues/7#top light the lamp"},
		{"'/var/folders/4/T/Shot 2.png' too dark", "Shot 2.png too dark", "'/var/folders/4/T/Shot 2.png' too dark"},
		{"why is https://example.org/pier/lamp/a.png dark?", "why is https://example.org/pier/lamp/a.png dark?", "why is https://example.org/pier/lamp/a.png dark?"},
		{"see /pier/lamp/a.png and /pier/lamp/b.go", "see a.png and /pier/lamp/b.go", "see /pier/lamp/a.png and /pier/lamp/b.go"},
		{"\x1b[200~Light the \x1b[1mlamp\x1b[201~", "Light the lamp", "\x1b[200~Light the \x1b[1mlamp\x1b[201~"},
	} {
		if got := Line(c.prompt); got != c.line {
			t.Errorf("the line of %q is %q, want %q", c.prompt, got, c.line)
		}
		if got := Brief(c.prompt); got != c.brief {
			t.Errorf("the brief of %q is %q, want %q", c.prompt, got, c.brief)
		}
	}
}

func TestSaid(t *testing.T) {
	t.Parallel()
	if got := Said("Disk\nSize, Age", parser.SenderAnswer); got != "Disk · Size, Age" {
		t.Errorf("answers: %q", got)
	}
	if got := Said("Disk\nSize, Age", ""); got != Line("Disk\nSize, Age") {
		t.Errorf("a prompt: %q", got)
	}
}
