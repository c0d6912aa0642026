package pi

import "testing"

// TestUnified reads diffs whose numbers of lines agree, and refuses others.
func TestUnified(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ diff, want string }{
		{" 3 a\n-4 b\n+4 c\n+5 d\n 5 e\n", "@@ -3,3 +3,4 @@\n a\n-b\n+c\n+d\n e\n"},
		{"     ...\n 3 a\n+4 b\n     ...\n 9 x\n-10 y\n", "@@ -3,1 +3,2 @@\n a\n+b\n@@ -9,2 +10,1 @@\n x\n-y\n"},
		{" 3|a\n+4|b\n+5|c\n 4|d\n 5|...\n 9|x\n-10|y | z\n", "@@ -3,2 +3,4 @@\n a\n+b\n+c\n d\n@@ -9,2 +11,1 @@\n x\n-y | z\n"},
		{"+1 new\n", "@@ -1,0 +1,1 @@\n+new\n"},
		{" 1 a\n+281 b\n", ""}, {" 1 a\n-7 b\n", ""}, {" 1 a\n 7 b\n+8 c\n", ""}, {"no diff\n", ""}, {" 3 a\n", ""}, {"", ""}, {"+0 a\n", ""}, {"+99999999999999999999 a\n", ""},
	} {
		if got := unified(c.diff); got != c.want {
			t.Errorf("%q: %q, want %q", c.diff, got, c.want)
		}
	}
}
