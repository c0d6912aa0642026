package pages

import "testing"

// TestReplyLine: a table in a reply is a dot on one line, and what follows it is there.
func TestReplyLine(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ reply, want string }{
		{"Two lamps:\n\n| | |\n|---|---|\n| a | lit |\n\n**One** needs oil.", "Two lamps: … One needs oil."},
		{"All lit:\n\n| a |\n|---|\n", "All lit: …"},
		{"| a |\n|---|\n| 1 |\nDone", "… Done"},
		{"══════════\n  ║ All lit ║\n══════════\nThe `★ Insight ─────`: one needs oil", "All lit The ★ Insight : one needs oil"},
		{"══════════", ""},
		{"a || b is true", "a || b is true"},
	} {
		if got := replyLine(c.reply); got != c.want {
			t.Errorf("%q: got %q, want %q", c.reply, got, c.want)
		}
	}
}
