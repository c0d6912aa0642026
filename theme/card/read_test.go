package card

import "testing"

func TestLinesRead(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name                 string
		text                 string
		start, pieces, total int
		n, of                int
	}{
		{"a whole file", "a\nb\n", 1, 3, 3, 2, 2},
		{"a whole file that does not end with a newline", "a\nb", 1, 2, 2, 2, 2},
		{"a file that ends with blank lines", "a\n\n\n", 1, 4, 4, 3, 3},
		{"its end", "b\n", 2, 2, 3, 1, 2},
		{"a part", "a\nb", 1, 2, 9, 2, 9},
		{"a part that ends with a blank line", "a\nb\n", 4, 3, 9, 3, 9},
		{"nothing recorded but the text", "a\nb\n", 0, 0, 0, 2, 0},
		{"a text that was cut", "a\nb", 1, 900, 900, 2, 900},
		{"no text", "", 1, 1, 1, 0, 0},
	} {
		if n, of := linesRead(c.text, c.start, c.pieces, c.total); n != c.n || of != c.of {
			t.Errorf("%s: %d of %d lines, want %d of %d", c.name, n, of, c.n, c.of)
		}
	}
}
