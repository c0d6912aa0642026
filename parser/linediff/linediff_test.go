package linediff

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestDiff(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		a, b           string
		added, removed int
	}{
		{"", "", 0, 0}, {"a", "a", 0, 0}, {"", "ab", 2, 0}, {"ab", "", 0, 2},
		{"abc", "axc", 1, 1}, {"abcabba", "cbabac", 2, 3}, {"abcd", "acbd", 1, 1}, {"aaa", "aa", 0, 1}, {"abc", "xyz", 3, 3},
	} {
		text := func(s string) []uint64 { return Lines(strings.Join(strings.Split(s, ""), "\n")) }
		added, removed := Count(Diff(text(test.a), text(test.b)))
		if added != test.added || removed != test.removed {
			t.Errorf("%q to %q is +%d -%d, want +%d -%d", test.a, test.b, added, removed, test.added, test.removed)
		}
	}
}

// TestDiffApplies makes b of a by the edits, and compares their number with that of the longest
// common subsequence.
func TestDiffApplies(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 3000 {
		longest, kinds := 14, 4
		if n%10 == 0 { // many lines of one are not in the other
			longest, kinds = 2*few, few
		}
		text := func() []uint64 {
			s := make([]uint64, r.IntN(longest))
			for i := range s {
				s[i] = uint64(r.IntN(kinds))
			}
			return s
		}
		a, b := text(), text()
		edits := Diff(a, b)
		var made []uint64
		at := 0
		for _, e := range edits {
			made = append(append(made, a[at:e.From]...), b[e.NewFrom:e.NewTo]...)
			at = e.To
		}
		if made = append(made, a[at:]...); !slices.Equal(made, b) {
			t.Fatalf("%v to %v: %v makes %v", a, b, edits, made)
		}
		if added, removed := Count(edits); added+removed != len(a)+len(b)-2*common(a, b) {
			t.Fatalf("%v to %v takes %d steps, want %d", a, b, added+removed, len(a)+len(b)-2*common(a, b))
		}
	}
}

// common is the length of the longest common subsequence.
func common(a, b []uint64) int {
	row := make([]int, len(b)+1)
	for _, x := range a {
		diagonal := 0
		for j, y := range b {
			above := row[j+1]
			if x == y {
				row[j+1] = diagonal + 1
			} else {
				row[j+1] = max(row[j+1], row[j])
			}
			diagonal = above
		}
	}
	return row[len(b)]
}

// TestDiffIsBounded compares long texts without a line in common.
func TestDiffIsBounded(t *testing.T) {
	t.Parallel()
	a, b := make([]uint64, 200_000), make([]uint64, 200_000)
	for i := range a {
		a[i], b[i] = uint64(i), uint64(i+1_000_000)
	}
	if added, removed := Count(Diff(a, b)); added != len(b) || removed != len(a) {
		t.Errorf("+%d -%d, want all lines", added, removed)
	}
}

// TestDiffOfNewFile compares texts of which most lines are in one alone: those in both stay.
func TestDiffOfNewFile(t *testing.T) {
	t.Parallel()
	a, b := make([]uint64, 20_000), make([]uint64, 20_000)
	for i := range a {
		if a[i], b[i] = uint64(i), uint64(i+1_000_000); i%100 == 7 {
			b[i] = a[i]
		}
	}
	edits := Diff(a, b)
	if added, removed := Count(edits); len(edits) != 201 || added != 19_800 || removed != 19_800 {
		t.Errorf("%d edits, +%d -%d", len(edits), added, removed)
	}
}
