package generator

import (
	"context"
	"sync"
	"testing"

	"steno/generator/config"
	"steno/parser"
	"steno/parser/formats"
	"steno/parser/source"
)

// TestTitlesCostNoSecondParse: a session that others name is parsed for its title before its turn, and waits for it.
func TestTitlesCostNoSecondParse(t *testing.T) {
	t.Parallel()
	c := config.Default()
	c.Sources, c.Destination = []string{"../testdata/example"}, t.TempDir()
	c.Redact.Enabled, c.Jobs = false, 1
	var mu sync.Mutex
	parsed := map[string]int{}
	var all source.Formats
	for _, f := range formats.All() {
		counted, parse := *f, f.Parse
		counted.Parse = func(ctx context.Context, s *source.Session, o source.Options) (*parser.Session, error) {
			mu.Lock()
			parsed[s.ID]++
			mu.Unlock()
			return parse(ctx, s, o)
		}
		all = append(all, &counted)
	}
	if _, err := Build(t.Context(), Options{Config: c, Formats: all}); err != nil {
		t.Fatal(err)
	}
	for id, n := range parsed {
		if n != 1 {
			t.Errorf("session %s was parsed %d times", id, n)
		}
	}
}
