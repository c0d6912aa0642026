package pages

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
	"time"

	"steno/generator/search"
)

// TestSortByTime: documents are in order of time, those without one behind the document before them, and those of one time as
// they came.
func TestSortByTime(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 40 {
		docs, at := make([]search.Doc, n), make(map[string]time.Time, n)
		var last time.Time
		for i := range docs {
			docs[i].Anchor = strconv.Itoa(i)
			if r.IntN(4) > 0 {
				docs[i].Time = time.Unix(int64(r.IntN(10)), 0)
				last = docs[i].Time
			}
			at[docs[i].Anchor] = last
		}
		want := slices.Clone(docs)
		slices.SortStableFunc(want, func(a, b search.Doc) int { return at[a.Anchor].Compare(at[b.Anchor]) })
		sortByTime(docs)
		if !slices.EqualFunc(docs, want, func(a, b search.Doc) bool { return a.Anchor == b.Anchor }) {
			t.Fatalf("%d documents are in another order", n)
		}
	}
}
