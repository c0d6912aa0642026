package theme

import "testing"

// TestBeyond lists an excerpt only where it says more than the title.
func TestBeyond(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		excerpt, title string
		want           bool
	}{
		{"start the lamp in the background", "Start the lamp in the background", false},
		{"Start the lamp.", "Start the lamp", false},
		{"ärgere dich nicht", "Ärgere dich nicht", false},
		{"start the lamp in the background, then look at it for an hour", "Start the lamp in the…", false},
		{"Start the lamp. Then look at it.", "Start the lamp", true},
		{"The lamp stays dark.", "Mend the lamp", true},
		{"Start", "Start the lamp in the…", true},
		{"", "Start the lamp", false},
	} {
		if got := beyond(c.excerpt, c.title); (got != "") != c.want || got != "" && got != c.excerpt {
			t.Errorf("beyond(%q, %q) is %q", c.excerpt, c.title, got)
		}
	}
}
