package choose

import (
	"testing"

	"steno/parser/source"
)

// Which families repeat too much follows from the bytes that they repeat and those of the archive.
func TestRepeatsMuch(t *testing.T) {
	const kb, mb = 1 << 10, 1 << 20
	for _, test := range []struct {
		repeated, all int64
		want          bool
	}{
		{0, 0, false},
		{0, 10 * mb, false},
		{200 * kb, 300 * kb, false}, // much of the archive, but little
		{256 * kb, 300 * kb, false},
		{256*kb + 1, 300 * kb, true},
		{500 * kb, 5000 * kb, false}, // a tenth
		{500*kb + 1, 5000 * kb, true},
		{2 * mb, 20 * mb, false},
		{2*mb - 1, 19 * mb, true},
		{2*mb + 1, 1000 * mb, true}, // however large the archive is
	} {
		if got := repeatsMuch(test.repeated, test.all); got != test.want {
			t.Errorf("%d bytes repeated of %d: %v, want %v", test.repeated, test.all, got, test.want)
		}
	}
}

// A family repeats what its members copied of each other; what one copied of a session that is not
// published counts for none.
func TestRepeatedBytes(t *testing.T) {
	session := func(id, origin string, sizes ...int64) *source.Session {
		s := &source.Session{ID: id, Origin: origin}
		for _, n := range sizes {
			s.Main = append(s.Main, &source.File{Size: 1000, Part: &source.Part{CopiedSize: n}})
		}
		return s
	}
	family := []*source.Session{session("a", "", 0), session("b", "a", 10, 5), session("c", "b", 20), session("d", "away", 40)}
	family[1].Agents = []*source.AgentFile{{File: &source.File{Part: &source.Part{CopiedSize: 1}}}}
	if got := repeatedBytes(family); got != 36 {
		t.Errorf("%d bytes are repeated, want 36", got)
	}
}
