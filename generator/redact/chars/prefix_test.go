package chars

import "testing"

func TestOwnText(t *testing.T) {
	t.Parallel()
	for _, line := range []string{"   12→|x", "   12\t|x", "12:|x", "src/app.yaml:12:|x", "src/app.yaml-12-|x", "+  |x", "> |x", "│ |x", "2026-02-03T10:00:01.123Z INFO [main] |x", "x.env:13:|kk-7n5", "|password: 12", "|a-b", "|", "|12", "|2026-02-03 x", "|0123abcd"} {
		at := 0
		for line[at] != '|' {
			at++
		}
		text := line[:at] + line[at+1:]
		if got := OwnText("\n"+text, 1) - 1; got != at {
			t.Errorf("%q begins at %d, want %d", text, got, at)
		}
	}
}

func TestLineMark(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{"+ id | key": 1, "- 3 | x": 1, "--- a": 0, "   3→| 4 |": 7, "a/b.txt:3: 3 | x": 10, "  3\t4\tx": 4, "3\tx": 0, " 3 | x": 0, "> id | x": 2, "id | x": 0, "": 0} {
		if got := LineMark(text, 0); got != want {
			t.Errorf("%q has a mark of %d bytes, want %d", text, got, want)
		}
	}
}
