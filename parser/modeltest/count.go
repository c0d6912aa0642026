package modeltest

import (
	"os"
	"path/filepath"
	"steno/parser"
	"steno/parser/source"
	"testing"
	"time"
)

// Counts are figures of the main thread of a session, and the tokens of all of it.
type Counts struct {
	Prompts, Calls, Results, Failures    int
	Input, Output, CacheRead, CacheWrite int
	Start, End                           time.Time
}

// At widens the time of the main thread, so that something was said or done at a moment.
func (c *Counts) At(moment time.Time) {
	parser.Widen(&c.Start, &c.End, moment, moment)
}

// Count counts the figures of a session in its model.
func Count(s *parser.Session) Counts {
	u := s.Usage
	c := Counts{Input: u.Input, Output: u.Output, CacheRead: u.CacheRead, CacheWrite: u.CacheWrite,
		Start: s.Main.Start.UTC(), End: s.Main.End.UTC()}
	for _, br := range s.Main.Branches {
		for m := range br.Messages() {
			if m.Kind == parser.KindPrompt {
				c.Prompts++
			}
			for _, b := range m.Blocks {
				call, ok := b.(*parser.ToolCall)
				if !ok {
					continue
				}
				c.Calls++
				if call.Result != nil {
					c.Results++
				}
				if call.Failed() {
					c.Failures++
				}
			}
		}
	}
	return c
}

// Figures compares what a reader counts in the recorded runs of a folder with what count says of the main file
// of each session. It skips where there is no such folder.
func Figures(t *testing.T, f *source.Format, runs string, count func(t *testing.T, name string) Counts) {
	t.Helper()
	if _, err := os.Stat(runs); err != nil {
		t.Skipf("no recorded runs at %s: figures of %s are NOT compared with the records", runs, f.Name)
	}
	all := FoundIn(t, f, runs)
	if len(all) < 2 {
		t.Errorf("%d sessions", len(all))
	}
	for _, src := range all {
		s := Parsed(t, src)
		if got, want := Count(s), count(t, src.Main[0].Path); got != want {
			t.Errorf("%s:\n got %+v\nwant %+v", filepath.Base(src.Main[0].Path), got, want)
		}
		if len(s.Warnings) > 0 || s.Ledger.Unknown > 0 {
			t.Errorf("%s: warnings %v, %d records of unknown types", s.ID, s.Warnings, s.Ledger.Unknown)
		}
	}
}
