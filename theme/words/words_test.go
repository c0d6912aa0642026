package words

import "testing"

func TestPlural(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		n    int
		noun string
		want string
	}{{1, "day", "1 day"}, {9, "day", "9 days"}, {2, "entry", "2 entries"}, {0, "branch", "0 branches"}, {1200, "reply", "1,200 replies"}} {
		if got := Plural(c.n, c.noun); got != c.want {
			t.Errorf("Plural(%d, %q) is %q, want %q", c.n, c.noun, got, c.want)
		}
	}
}

func TestPrompt(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{1: "Task", 2: "Message 2", 1200: "Message 1200"} {
		if got := Prompt(true, n); got != want {
			t.Errorf("an agent's prompt %d is called %q, want %q", n, got, want)
		}
	}
	if got := Prompt(false, 1200); got != "Prompt 1200" {
		t.Errorf("a session's prompt is called %q", got)
	}
}

func TestShort(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1k", 12_340: "12.3k", 999_600: "1M", 4_500_000: "4.5M", 1_900_000_000: "1.9B", 2_000_000_000_000: "2T"} {
		if got := Short(n); got != want {
			t.Errorf("Short(%d) is %q, want %q", n, got, want)
		}
	}
}

func TestAmounts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		unit  string
		v     float64
		words string
		tick  string
	}{
		{"tokens", 1_234_567, "1.2M", "1.2M"},
		{"", 12, "12", "12"},
		{"usd", 3.5, "$3.50", "$3.50"},
		{"usd", 20, "$20.00", "$20"},
		{"percent", 12.345, "12.3%", "12.3%"},
		{"percent", 24, "24.0%", "24%"},
		{"session", 1, "1 session", "1"},
		{"session", 2500, "2,500 sessions", "2.5k"},
		{"session", .5, "1 session", "0.5"},
	} {
		if got := Amount(c.unit, c.v); got != c.words {
			t.Errorf("%v of %q is written %q, want %q", c.v, c.unit, got, c.words)
		}
		if got := Tick(c.unit, c.v); got != c.tick {
			t.Errorf("%v of %q on an axis is %q, want %q", c.v, c.unit, got, c.tick)
		}
	}
}
