package tier

import "testing"

func TestTiers(t *testing.T) {
	for _, c := range []struct {
		value string
		long  bool
		count int
	}{{"", false, 12}, {"short", false, 12}, {"long", true, 200}} {
		t.Setenv(Env, c.value)
		if Long() != c.long {
			t.Errorf("%s=%s: Long() = %v", Env, c.value, Long())
		}
		if n := Count(12, 200); n != c.count {
			t.Errorf("%s=%s: Count(12, 200) = %d, want %d", Env, c.value, n, c.count)
		}
		ran := false
		t.Run(c.value, func(t *testing.T) {
			// A skip ends the test that asked, so it is asked for in one of its own.
			NeedsLong(t, "this is what a skip looks like")
			ran = true
		})
		if ran != c.long {
			t.Errorf("%s=%s: a long test ran: %v", Env, c.value, ran)
		}
	}
}
