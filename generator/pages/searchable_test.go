package pages

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"steno/generator/search"
)

// TestDocsByTime: documents are in order of time, those without one behind the document before them, and those of one time as
// they came.
func TestDocsByTime(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 40 {
		docs, at := make([]search.Doc, n), make(map[string]time.Time, n)
		var last time.Time
		for i := range docs {
			docs[i] = search.Doc{Anchor: strconv.Itoa(i), Kind: search.KindReply, Text: strings.Repeat("words ", i*1000)}
			if r.IntN(4) > 0 {
				docs[i].Time = time.Unix(int64(r.IntN(10)), int64(r.IntN(2))).UTC()
				last = docs[i].Time
			}
			at[docs[i].Anchor] = last
		}
		want := slices.Clone(docs)
		slices.SortStableFunc(want, func(a, b search.Doc) int { return at[a.Anchor].Compare(at[b.Anchor]) })
		byTime := newDocsByTime()
		defer byTime.close()
		for i := range docs {
			byTime.add(&docs[i])
		}
		if got := slices.Collect(byTime.all); byTime.err != nil || !slices.EqualFunc(got, want, func(a, b search.Doc) bool { return reflect.DeepEqual(a, b) }) {
			t.Fatalf("%d documents are in another order: %v", n, byTime.err)
		}
	}
}

// TestDocsInMemory: few documents wait in memory, however short they are.
func TestDocsInMemory(t *testing.T) {
	t.Parallel()
	byTime := newDocsByTime()
	defer byTime.close()
	for range heldDocs {
		byTime.add(&search.Doc{Text: "a"})
	}
	if most := heldDocs / heldDoc; len(byTime.held) == 0 || len(byTime.held) > most {
		t.Errorf("%d documents wait in memory, want at most %d", len(byTime.held), most)
	}
}
