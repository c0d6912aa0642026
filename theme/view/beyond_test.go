package view

import "testing"

// TestBeyond lists of an excerpt only what says more than the title.
func TestBeyond(t *testing.T) {
	t.Parallel()
	const whole = "its whole"
	for _, c := range []struct{ excerpt, title, want string }{
		{"start the lamp in the background", "Start the lamp in the background", ""},
		{"Start the lamp.", "Start the lamp", ""},
		{"ärgere dich nicht", "Ärgere dich nicht", ""},
		{"start the lamp in the background", "Start the lamp in the…", ""},
		{"start the lamp in the background, then look at it for an hour", "Start the lamp in the…", ""},
		{"Start the lamp in the background. Then look at it for an hour.", "Start the lamp in the…", "…\u00a0Then look at it for an hour."},
		{"Start the lamp in the background. Then look at it for an…", "Start the lamp in the…", ""},
		{"this should be hidden :", "This should be hidden", ""},
		{"Start the lamp. Then look at it.", "Start the lamp", whole},
		{"The lamp stays dark.", "Mend the lamp", whole},
		{"Start", "Start the lamp in the…", whole},
		{"", "Start the lamp", ""},
		{"Start the lamp", "", whole},
		{"https://example.org/keeper/lamp/issues/7 Find out why the lamp stays dark", "keeper/lamp#7 Find out why the lamp stays dark", ""},
		{"https://example.org/keeper/lamp/issues/7 Find out why the lamp stays dark and mend it", "keeper/lamp#7 Find out why the lamp stays dark", whole},
		{"https://example.org/7 Find out why the lamp stays dark after a night of rain and more", "lamp#7 Find out why the lamp stays dark…", ""},
		{"Find out why the lamp stays dark after a night of rain", "Lamp repair: Find out why the lamp stays dark…", ""},
		{"https://example.org/keeper/lamp/issues Find out which…", "Lamp repair", whole},
		{"OK, find out why the lamp stays dark after a night of rain! And mend it, whatever it takes", "Find out why the lamp stays dark…", "…\u00a0And mend it, whatever it takes"},
		{"[[ ## user_query ## ]] Find out why the lamp stays dark", "Find out why the lamp stays dark (5 July 2026, 04:00)", ""},
		{"Find out why the lamp stays dark. Especially after a night of rain.", "Find out why the lamp stays dark", "…\u00a0Especially after a night of rain."},
		{"The lamp: dark. Find out why.", "Why is the lamp dark", whole},
	} {
		want := c.want
		if want == whole {
			want = c.excerpt
		}
		if got := Beyond(c.excerpt, c.title); got != want {
			t.Errorf("Beyond(%q, %q) is %q, want %q", c.excerpt, c.title, got, want)
		}
	}
}
