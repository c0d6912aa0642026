package search

import (
	"math"
	"slices"
	"testing"
)

// TestRenumbering has three sessions of eight docs each, of which the second is another one now, with as many docs or more.
func TestRenumbering(t *testing.T) {
	t.Parallel()
	list := appendList(nil, []posting{postingOf(2, 1), postingOf(9, 2), postingOf(17, 3)})
	for _, test := range []struct {
		docs, stable int
		ok           bool
	}{
		{docs: 7, stable: math.MaxInt, ok: true}, // the rooms are the same
		{docs: 9, stable: 8},                     // the third session has other numbers
	} {
		e := &Earlier{bases: []int{0, 8, 16, 24}, taken: []int{0, -1, 1}}
		first, second, third := &session{docs: 8}, &session{docs: test.docs, base: 8}, &session{docs: 8, base: 8 + room(test.docs)}
		r := e.renumbering([]*session{first, third}, []*session{first, second, third})
		if r.stable != test.stable {
			t.Errorf("with %d docs, marks are the same below doc %d, want %d", test.docs, r.stable, test.stable)
		}
		left, ok := r.gone(nil, list)
		if ok != test.ok || !slices.Equal(left, []posting{postingOf(9, 2)}) {
			t.Errorf("with %d docs, %v %v have gone", test.docs, left, ok)
		}
	}
}
