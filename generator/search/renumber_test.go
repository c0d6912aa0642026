package search

import (
	"math"
	"testing"
)

// TestRenumbering has three sessions of eight docs each, of which the second is another one now, with as many docs or more.
func TestRenumbering(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		docs, stable int
	}{
		{docs: 7, stable: math.MaxInt}, // the rooms are the same
		{docs: 9, stable: 8},           // the third session has other numbers
	} {
		e := &Earlier{bases: []int{0, 8, 16, 24}, taken: []int{0, -1, 1}}
		first, second, third := &session{docs: 8}, &session{docs: test.docs, base: 8}, &session{docs: 8, base: 8 + room(test.docs)}
		r := e.renumbering([]*session{first, third}, []*session{first, second, third})
		if r.stable != test.stable {
			t.Errorf("with %d docs, marks are the same below doc %d, want %d", test.docs, r.stable, test.stable)
		}
	}
}

// TestRenumberingBySessionsAlike: a session that comes before others with as many docs gives them other numbers, though the marks are the same.
func TestRenumberingBySessionsAlike(t *testing.T) {
	t.Parallel()
	e := &Earlier{bases: []int{0, 8, 16}, taken: []int{0, 1}}
	first, second, third := &session{docs: 8}, &session{docs: 8, base: 16}, &session{docs: 8, base: 8}
	if r := e.renumbering([]*session{first, second}, []*session{first, third, second}); r.stable != 8 {
		t.Errorf("numbers are the same below doc %d, want 8", r.stable)
	}
}
