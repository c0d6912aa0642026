package search

import (
	"fmt"
	"strings"
	"testing"

	"steno/tier"
)

// Snippets give way to the budget, as little as need be, and nothing else does.
func TestBudget(t *testing.T) {
	t.Parallel()
	sessions := archive(8, tier.Count(20, 40), 80)
	whole, free := build(t, Options{Scope: ScopeEverything, Snippet: 300}, sessions, 2)
	if free.Snippet != 300 || free.Snippets == 0 {
		t.Fatalf("without a budget: %+v", free)
	}
	queries := sampleQueries(sessions, ScopeEverything, 40)
	want := ask(t, whole, queries, false)
	last := free.Snippets
	for i, part := range []int64{90, 70, 50} {
		if !tier.OneIn(2, i+1) {
			continue
		}
		budget := free.Bytes - free.Snippets + free.Snippets*part/100 + int64(len(sessions))*perSession
		files, stats := build(t, Options{Scope: ScopeEverything, Snippet: 300, Budget: budget}, sessions, 2)
		if stats.Bytes > budget || stats.Snippets > last || stats.Snippet >= 300 {
			t.Errorf("a budget of %d (%d %% of the snippets): %+v", budget, part, stats)
		}
		if part > 20 && stats.Snippets*100 < free.Snippets*part*6/10 {
			t.Errorf("a budget for %d %% of the snippets keeps %d of %d bytes", part, stats.Snippets, free.Snippets)
		}
		last = stats.Snippets
		if !strings.Contains(string(files["search/index.json"]), fmt.Sprintf(`"snippet": %d`, stats.Snippet)) && !strings.Contains(string(files["search/index.json"]), fmt.Sprintf(`"snippet":%d`, stats.Snippet)) {
			t.Errorf("index.json does not tell of %d bytes", stats.Snippet)
		}
		for i, a := range ask(t, files, queries, true) {
			if fmt.Sprint(a.Docs) != fmt.Sprint(want[i].Docs) {
				t.Errorf("query %q finds %v, want %v", queries[i], a.Docs, want[i].Docs)
			}
		}
		again, _ := build(t, Options{Scope: ScopeEverything, Snippet: 300, Budget: budget}, sessions, 1)
		for name, data := range files {
			if string(again[name]) != string(data) {
				t.Errorf("%s differs between two builds", name)
			}
		}
	}
	if _, stats := build(t, Options{Scope: ScopeEverything, Snippet: 300, Budget: 1}, sessions, 2); stats.Snippet != 0 {
		t.Errorf("a budget for nothing leaves snippets: %+v", stats)
	}
}

func TestShorten(t *testing.T) {
	t.Parallel()
	record := func(kind, flags, text string) Snippet {
		return Snippet{kind, flags, "Bash", "", "", "index.html", "m-1", text}
	}
	w := &writer{o: Options{Snippet: 500}}
	w.stats.Snippet = 12
	for _, c := range [][2]Snippet{
		{record(KindResult, "!", "alpha beta gamma delta"), record(KindResult, "!…", "alpha beta")},
		{record(KindResult, "…", "alpha beta gamma delta"), record(KindResult, "…", "alpha beta")},
		{record(KindPrompt, "", "alpha beta gamma delta"), record(KindPrompt, "", "alpha beta gamma delta")},
		{record(KindResult, "", ""), record(KindResult, "", "")},
	} {
		if got := w.shorten(c[0]); got != c[1] {
			t.Errorf("%q becomes %q, want %q", c[0], got, c[1])
		}
	}
}
