package output

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A set has the files that were left and made, and yields those that were made in the order of their whole names.
func TestFileSet(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		var s fileSet
		defer func() { s.records.close() }()
		want, left := map[string]entry{}, map[string]bool{}
		for range 40 + 200*r.IntN(2) {
			var elems []string
			for range 1 + r.IntN(3) {
				elem := ""
				for range 1 + r.IntN(3) {
					elem += string("ab-0"[r.IntN(4)])
				}
				elems = append(elems, elem)
			}
			e := entry{Name: strings.Join(elems, "/"), Size: r.Int64N(9), SHA256: [32]byte{byte(r.Int())}}
			if r.IntN(4) == 0 {
				s.leave(e.Name)
				left[e.Name] = true
			}
			if r.IntN(4) > 0 {
				s.make(e)
				want[e.Name] = e
			}
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
		if !slices.Equal(got, names) {
			t.Fatalf("the order is\n%q, want\n%q", got, names)
		}
		for _, name := range append(names, "none", "a/none", "") {
			f, e := s.find(name), want[name]
			if is := f != nil; is != (e.Name != "" || left[name]) || is && ((f.made > 0) != (e.Name != "") || f.left != left[name] || s.records.get(f.made) != entry{Size: e.Size, SHA256: e.SHA256}) {
				t.Fatalf("%q: %+v, want %+v, %t", name, f, e, left[name])
			}
		}
		all := 0
		for e := range s.made() {
			all++
			if e != want[e.Name] {
				t.Fatalf("%+v, want %+v", e, want[e.Name])
			}
		}
		if all != len(names) {
			t.Errorf("%d files, want %d", all, len(names))
		}
		for e := range s.old() {
			if !left[e.Name] || want[e.Name].Name != "" {
				t.Errorf("%q is not only old", e.Name)
			}
			delete(left, e.Name)
		}
		for name := range left {
			if want[name].Name == "" {
				t.Errorf("%q is not among the old ones", name)
			}
		}
	}
}

// Of so many folders some have the same hash, and many the same name; each is found, and none behind many others.
func TestManyFolders(t *testing.T) {
	t.Parallel()
	var s fileSet
	name := func(i int) string { return "sessions/" + strconv.Itoa(i) + "/changes/index.html" }
	const many = 300_000
	for i := range many {
		s.leave(name(i))
		alike := 0
		for at := uint32(len(s.folders)); at > 0; at = s.folders[at-1].alike {
			alike++
		}
		if alike > 20 {
			t.Fatalf("of %d folders %d have one hash", len(s.folders), alike)
		}
	}
	for i := range many {
		s.leave(name(i))
		if s.find(name(i)) == nil {
			t.Fatalf("%q is not found", name(i))
		}
	}
	if len(s.folders) != 2*many+2 || len(s.files) != many || s.find(name(many)) != nil {
		t.Errorf("%d folders with %d files, want %d, each in two folders, and 2 above", len(s.folders), len(s.files), many)
	}
}
