package facts

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"steno/parser"
)

// TestNear joins moments and spans in any order, with those that are near put together on the way or not.
func TestNear(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	at := func() time.Time { return time.Unix(int64(r.IntN(20))*int64(parser.IdleGap/time.Second)/2, 0).UTC() }
	for range 5000 {
		var all, some []Span
		for range 1 + r.IntN(8) {
			s := Span{at(), at()} // the clock may have been set back
			if r.IntN(3) > 0 {
				s.To = s.From
			}
			all = append(all, s)
			if n := len(some); s.To.Equal(s.From) && n > 0 && near(some[n-1], s.From) {
				some[n-1].To = later(some[n-1].To, s.From)
			} else {
				some = append(some, s)
			}
		}
		before := slices.Clone(all)
		if want, got := joined(all, parser.IdleGap), joined(some, parser.IdleGap); !slices.Equal(got, want) {
			t.Fatalf("%v: %v, want %v", before, got, want)
		}
	}
}
