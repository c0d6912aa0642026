package facts

import (
	"testing"

	"steno/parser"
)

// TestLinesBeyondAllBounds applies patches at lines that no file has, and many without a place.
func TestLinesBeyondAllBounds(t *testing.T) {
	t.Parallel()
	var calls []Call
	hunk := func(at int, i uint64) *parser.Change {
		return &parser.Change{Hunks: []parser.Hunk{{Old: at, Lines: []parser.Line{{Op: '-', Hash: 2 * i}, {Op: '+', Hash: 2*i + 1}}}}}
	}
	for i := range 3000 {
		if i < 400 {
			calls = append(calls, changeCall("a", hunk(1<<62-i, uint64(i))), changeCall("b", hunk(0, uint64(i))))
		}
		calls = append(calls, changeCall(string(rune('c'+i)), hunk(1_000_000, 1)))
	}
	files := changes(&parser.Session{Dirs: []string{"/repo"}, Main: &parser.Thread{}}, calls)
	if len(files) != 3002 || files[0].Added != 400 || files[0].Removed != 400 || files[2].Added != 1 {
		t.Errorf("%d files, the first +%d -%d", len(files), files[0].Added, files[0].Removed)
	}
}
