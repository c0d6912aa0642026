package publish

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// TestAround compares with looking through the whole list, also where it is not in order.
func TestAround(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 1))
	for round := range 40 {
		p := &Project{}
		for i := range rng.IntN(12) {
			p.Sessions = append(p.Sessions, &Session{RawID: fmt.Sprint(i % 5), Start: time.Unix(int64(i/(1+round%4)), 0)})
		}
		if round%5 == 0 {
			rng.Shuffle(len(p.Sessions), func(i, j int) { p.Sessions[i], p.Sessions[j] = p.Sessions[j], p.Sessions[i] })
		}
		for i, s := range p.Sessions {
			before, after := p.Around(s)
			if i > 0 && before != p.Sessions[i-1] || i == 0 && before != nil || i+1 < len(p.Sessions) && after != p.Sessions[i+1] || i+1 == len(p.Sessions) && after != nil {
				t.Fatalf("session %d of %d stands between %d and %d", i, len(p.Sessions), slices.Index(p.Sessions, before), slices.Index(p.Sessions, after))
			}
		}
	}
}
