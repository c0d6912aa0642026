package generator

import (
	"slices"
	"testing"

	"steno/generator/config"
	"steno/generator/job"
	"steno/generator/search"
)

// A build tells when results show less than was asked for, and when that was not enough.
func TestNoteBudget(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		budget, snippet int
		bytes           int64
		want            []string
	}{
		{0, 0, 5e9, nil},
		{3, 500, 3_000_000, nil},
		{3, 120, 2_900_000, []string{"search results show 120 bytes of each message instead of 500, so that the index keeps to search.budget (3 MB)"}},
		{3, 0, 4_250_000, []string{
			"search results show 0 bytes of each message instead of 500, so that the index keeps to search.budget (3 MB)",
			"the search index takes 4.2 MB, more than search.budget (3 MB); search.scope makes it smaller",
		}},
	} {
		conf := config.Default()
		conf.Search.Budget = c.budget
		b := job.New(1, nil, nil, nil)
		noteBudget(b, conf, search.Stats{Snippet: c.snippet, Bytes: c.bytes})
		if !slices.Equal(b.Hints(), c.want) {
			t.Errorf("budget %d: %q, want %q", c.budget, b.Hints(), c.want)
		}
	}
}
