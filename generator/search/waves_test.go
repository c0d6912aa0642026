package search

import (
	"testing"

	"steno/tier"
)

// The budgets of a query that is asked with an empty cache.
const (
	mostWaves             = 5
	mostMedian, mostOften = 80_000, 100_000 // bytes of 100,000 messages: of half of the queries, of 95 of 100
)

// TestWaves counts the waves of requests that queries need, each of which waits for the one before, and the bytes that they read.
func TestWaves(t *testing.T) {
	t.Parallel()
	sessions, files := largeIndex(t)
	checkTraffic(t, files, sampleQueries(sessions, ScopeEverything, tier.Count(50, 200)))
}

// TestWavesOfRealTexts asks for words of real transcripts.
func TestWavesOfRealTexts(t *testing.T) {
	t.Parallel()
	sessions, files := corpusIndex(t)
	checkTraffic(t, files, sampleQueries(sessions, ScopeEverything, tier.Count(50, 200)))
}

func checkTraffic(t *testing.T, files site, queries []string) {
	t.Helper()
	page := downloads(t, folderOf(t, files), queries, "detail")
	over := 0
	for _, n := range page.waves {
		if n > mostWaves {
			over++
		}
	}
	most := page.waves[len(page.waves)-1]
	t.Logf("%d queries: at most %d waves; median %.0f bytes, 95 of 100 %.0f", len(queries), most, page.share(50), page.share(95))
	if over > 0 {
		t.Errorf("%d of %d queries need more than %d waves of requests, at most %d", over, len(queries), mostWaves, most)
	}
	if page.share(50) > mostMedian || page.share(95) > mostOften {
		t.Errorf("half of the queries read %.0f bytes, 95 of 100 %.0f", page.share(50), page.share(95))
	}
}
