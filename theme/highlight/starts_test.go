package highlight

import "testing"

func TestStarts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		before, after int
		all           bool
		want          string
	}{
		{1, 1, false, "u1"},
		{70, 72, false, "u2 U0 t7"},
		{99, 101, false, "u1 U9 T9 h1 H0"},
		{3_000_000, 20, false, "u0 t2 T0 X3"},
		{0, 1, true, "u1 U0 t0 T0 h0 H0 k0 K0 m0 M0 l0 L0 x0 X0"},
		{1, 10_000_000, false, ""},
		{-1, 1, false, ""},
	} {
		if got := Starts(c.before, c.after, c.all); got != c.want {
			t.Errorf("from %d and %d on: %q, want %q", c.before, c.after, got, c.want)
		}
	}
}
