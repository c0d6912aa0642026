package chars

import "testing"

func TestRuns(t *testing.T) {
	t.Parallel()
	const s = `a1-"' b2`
	for _, test := range []struct {
		name string
		got  int
		want int
	}{
		{"a kind", Run(s, 0, len(s), IsLabel), 3},
		{"a kind, no further than the end", Run(s, 0, 2, IsLabel), 2},
		{"a kind, an end behind the text", Run(s, 6, 99, IsWord), 8},
		{"a kind, a start behind the end", Run(s, 5, 3, IsSpace), 5},
		{"a set", RunOf(s, 2, len(s), `-"`), 4},
		{"none of a set", RunOf(s, 2, len(s), "1"), 2},
		{"until white space", Until(s, 0, len(s), ""), 5},
		{"until a byte of a set", Until(s, 0, len(s), `'"`), 3},
		{"until an end behind the text", Until(s, 6, 99, `'"`), 8},
		{"back over a kind", RunBack(s, -9, 3, IsLabel), 0},
		{"back over a kind, no further than the start", RunBack(s, 1, 3, IsLabel), 1},
		{"back over a set", RunOfBack(s, 0, 5, `'"`), 3},
		{"back until white space", UntilBack(s, -9, 8, ""), 6},
		{"back until a byte of a set", UntilBack(s, -9, 3, "a"), 1},
	} {
		if test.got != test.want {
			t.Errorf("%s: %d, want %d", test.name, test.got, test.want)
		}
	}
}
