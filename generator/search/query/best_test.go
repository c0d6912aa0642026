package query

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"steno/generator/search"
	"steno/tier"
)

// TestBest compares the best hits, which the heads of long lists show, with all hits: they are the first of all, and the client finds the same.
func TestBest(t *testing.T) {
	t.Parallel()
	dir := writeIndex(t, search.Options{Scope: search.ScopeEverything}, frequent(tier.Count(100, 400)))
	ix := open(t, dir)
	for _, c := range []struct {
		sessions, partial int
		queries           []string
	}{
		{firstSessions, 6, []string{"the ", "rare file ", "the tests fix file add and ", "test", "and test file add fix the ", "file tests and the add fix ", "the fix -add ", `"the fix" `, "the kind:reply ", "test zzzz ", "the rare ", "rare "}},
		{50, 2, []string{"the fix add file test tests the fix add file test and ", "and tests test file add fix and tests test file add fix "}}, // the newest messages are read, too
	} {
		ix.checkBest(t, askFor(t, dir, c.queries, c.sessions), c.queries, c.sessions, c.partial)
	}
}

// checkBest compares what is found for so many sessions with what the client finds, and with all.
func (ix *Index) checkBest(t *testing.T, client []clientAnswer, queries []string, sessions, answered int) {
	t.Helper()
	partial := 0
	for i, q := range queries {
		best, err := ix.run(t.Context(), q, sessions)
		if err != nil {
			t.Fatal(err)
		}
		all, err := ix.run(t.Context(), q, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := ix.places(best.docs); !slices.Equal(got, client[i].Docs) || best.partial != client[i].Partial || !slices.Equal(best.scores, client[i].Scores) && len(got) > 0 {
			t.Errorf("%q: %d hits, partial %v; client %d, partial %v", q, len(got), best.partial, len(client[i].Docs), client[i].Partial)
		}
		if !best.partial {
			if len(best.docs) != len(all.docs) {
				t.Errorf("%q: %d of %d hits", q, len(best.docs), len(all.docs))
			}
			continue
		}
		partial++
		t.Log(q, len(best.docs), len(all.docs), client[i].Total, len(ix.groupsOf(t, best)))
		if n := client[i].Total; n < len(best.docs) || n > len(all.docs) {
			t.Errorf("%q: at least %d messages, there are %d", q, n, len(all.docs))
		}
		of := map[int]float64{}
		for n, doc := range all.docs {
			of[doc] = all.scores[n]
		}
		for n, doc := range best.docs {
			if of[doc] < best.scores[n] || of[doc] == 0 {
				t.Fatalf("%q: message %d is worth %f, want %f", q, doc, best.scores[n], of[doc])
			}
		}
		if sessions > firstSessions {
			continue
		}
		first, rest := ix.groupsOf(t, best), ix.groupsOf(t, all)
		for n, g := range first {
			whole := rest[n]
			if g.session != whole.session || g.score != whole.score || g.title && !whole.title {
				t.Fatalf("%q: result %d is session %d, want %d", q, n, g.session, whole.session)
			}
			if diff := cmp.Diff(whole.hits[:len(g.hits)], g.hits, cmp.AllowUnexported(scored{})); diff != "" {
				t.Errorf("%q: result %d (-all +best):\n%s", q, n, diff)
			}
		}
	}
	if partial != answered {
		t.Errorf("%d queries are answered without reading all, want %d", partial, answered)
	}
}

// frequent makes sessions of few words, most of them in more than a third of the messages, the last in few.
func frequent(sessions int) []search.Session {
	r := rand.New(rand.NewPCG(9, 9))
	words := strings.Fields("the fix add file test test tests rare")
	var all []search.Session
	for i := range sessions {
		id := fmt.Sprintf("%08x-0000-4000-8000-000000000000", i)
		s := search.Session{ID: id, URL: "sessions/" + id + "/index.html", Title: words[i%5]}
		for range 250 {
			text := words[r.IntN(7)]
			for range r.IntN(40) {
				text += " " + words[min(r.IntN(7), r.IntN(7))] + strings.Repeat(" and", r.IntN(2))
			}
			switch r.IntN(100) {
			case 0:
				text = "the file the file the file fix"
			case 1, 2:
				text = "the the the the the fix"
			case 3:
				text += " rare"
			}
			s.Docs = append(s.Docs, search.Doc{Kind: []string{"prompt", "reply", "result"}[r.IntN(3)], Page: "index.html", Text: text})
		}
		all = append(all, s)
	}
	return all
}

func (ix *Index) groupsOf(t *testing.T, r *result) []group {
	t.Helper()
	groups, err := ix.grouped(r.hits, false)
	if err != nil {
		t.Fatal(err)
	}
	return groups
}
