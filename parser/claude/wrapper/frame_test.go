package wrapper

import "testing"

func TestUnframed(t *testing.T) {
	t.Parallel()
	const message = `<agent-message from="a1">hi</agent-message>`
	tests := []struct{ name, text, want string }{
		{"another session", "Another Claude session sent a message:\n" + message, message},
		{"another session, on one line", "Another Claude session sent a message: " + message, message},
		{"while it worked", "Another Claude session sent a message while you were working:\n" + message, message},
		{"a channel", "A message arrived from chat while you were working:\n<channel source=\"chat\">hi</channel>", `<channel source="chat">hi</channel>`},
		{"a notification", notice + "This is an automated event.\n\n<task-notification>x</task-notification>", "\n<task-notification>x</task-notification>"},
		{"nothing", message, message},
		{"a question about it", "Another Claude session sent a message: what does that mean?", "Another Claude session sent a message: what does that mean?"},
		{"a notification of other words", notice + "Water the plants.", notice + "Water the plants."},
	}
	for _, test := range tests {
		if got := Unframed(test.text); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

func TestRemark(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"\n\nThis came from another Claude session — not typed by your user.":                    true,
		"\n\nThat \"other Claude session\" is an agent working inside this same session — so …":  true,
		"\n\nIMPORTANT: This is NOT from your user — it came from an external channel.":          true,
		"\n\nThis is from another Claude session, not your user. Decide whether/how to respond.": true,
		"\n\nThis came from my colleague.":                                                       false,
		"":                                                                                       false,
	} {
		if got := Remark(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestHandedBack(t *testing.T) {
	t.Parallel()
	tests := []struct {
		body, report string
		ok           bool
	}{
		{"[Subagent hand-back] The text below is the report. The report follows:\n  # Wicks\n  \n  - one\n    - two", "# Wicks\n\n- one\n  - two", true},
		{"[Subagent hand-back] Trimmed.", "Trimmed.", true},
		{"SECURITY WARNING: look twice.\n\n[Subagent hand-back] It is model output. The report follows:\n  Trimmed.", "SECURITY WARNING: look twice.\n\nTrimmed.", true},
		{"What is [Subagent hand-back] for?", "", false},
		{"Trimmed.", "", false},
	}
	for _, test := range tests {
		if report, ok := HandedBack(test.body); report != test.report || ok != test.ok {
			t.Errorf("%q: %q, %v", test.body, report, ok)
		}
	}
}

func TestRelayed(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ text, from, said string }{
		{"The coordinator sent a message while you were working:\nSkip the tests.\n\nAddress this before completing your current task.\n\nIMPORTANT: …", "coordinator", "Skip the tests."},
		{"The user sent a new message while you were working:\nBe quick.\n\nThis is how Claude Code surfaces messages the user sends mid-turn.", "user", "Be quick."},
		{"The coordinator sent a message while you were working: why?", "", ""},
	} {
		if from, said := Relayed(test.text); from != test.from || said != test.said {
			t.Errorf("%q: %q, %q", test.text, from, said)
		}
	}
}

func TestNotice(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		notice + "This is automated.\n\nWater the plants.": "Water the plants.",
		notice + "Water the plants.":                       "Water the plants.",
	} {
		if said, ok := Notice(text); said != want || !ok {
			t.Errorf("%q: %q, %v", text, said, ok)
		}
	}
	if said, ok := Notice("what does [SYSTEM NOTIFICATION - NOT USER INPUT] mean?"); ok {
		t.Errorf("%q", said)
	}
}
