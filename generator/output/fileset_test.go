package output

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// A set has the files that were added, and yields them in the order of their whole names.
func TestFileSet(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		var s fileSet
		want := map[string]entry{}
		for range 40 + 100*r.IntN(2) {
			var elems []string
			for range 1 + r.IntN(3) {
				elem := ""
				for range 1 + r.IntN(3) {
					elem += string("ab-0"[r.IntN(4)])
				}
				elems = append(elems, elem)
			}
			e := entry{Name: strings.Join(elems, "/"), Size: r.Int64N(9), SHA256: [32]byte{byte(r.Int())}}
			s.add(e)
			want[e.Name] = e
		}
		var names []string
		for name := range want {
			names = append(names, name)
		}
		slices.Sort(names)
		var got []string
		for e := range s.byName() {
			got = append(got, e.Name)
			if e != want[e.Name] {
				t.Fatalf("%+v, want %+v", e, want[e.Name])
			}
		}
		if !slices.Equal(got, names) || s.count != len(names) {
			t.Fatalf("the order is\n%q, want\n%q", got, names)
		}
		for _, name := range append(names, "none", "a/none", "") {
			if e, ok := s.get(name); ok != (want[name] != entry{}) || e != want[name] {
				t.Fatalf("%q: %+v, %t", name, e, ok)
			}
		}
		all := 0
		for e := range s.all() {
			all++
			if e != want[e.Name] {
				t.Fatalf("%+v, want %+v", e, want[e.Name])
			}
		}
		if all != len(names) {
			t.Errorf("%d files, want %d", all, len(names))
		}
	}
}
