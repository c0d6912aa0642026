package generator

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"

	"steno/generator/job"
	"steno/generator/redaction"
	"steno/parser/source"
)

// Traits are the names that queries choose sessions by, each once, sorted.
type Traits struct{ Projects, Tags, Branches []string }

// mostForBranches is how many sessions are parsed for the names of their branches.
const mostForBranches = 200

// TraitsOf returns the names by which [Find] chooses among the sessions of the sources. Branches
// are in the records, so they are read only where they are wanted, and of the newest sessions. They
// are shown, by shells and in hints, so names of which redaction would change something are left
// out: changed, they would fit no session.
func TraitsOf(ctx context.Context, o Options, branches bool) (Traits, error) {
	j := o.job()
	in, err := find(ctx, o, j, nil, nil)
	if err != nil {
		return Traits{}, fmt.Errorf("reading the sources: %w", err)
	}
	defer in.Close()
	engine, err := newEngine(j, o)
	if err != nil {
		return Traits{}, fmt.Errorf("preparing the redaction: %w", err)
	}
	all := slices.SortedStableFunc(slices.Values(in.Archive.Sessions()), func(x, y *source.Session) int {
		return cmp.Or(y.End.Compare(x.End), cmp.Compare(x.ID, y.ID))
	})
	var t Traits
	for _, s := range all {
		t.Projects = append(t.Projects, s.Project.Title())
		t.Tags = append(t.Tags, in.Known(s).Tags...)
	}
	if branches {
		var mu sync.Mutex
		err = job.Each(ctx, j, all[:min(len(all), mostForBranches)], func(ctx context.Context, _ int, s *source.Session) error {
			p, err := in.Parse(ctx, s)
			if err != nil {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			t.Branches = append(t.Branches, p.Branches...)
			return nil
		})
	}
	for _, names := range []*[]string{&t.Projects, &t.Tags, &t.Branches} {
		slices.Sort(*names)
		*names = slices.Compact(*names)
		shown := redaction.NewListing(engine).Of(*names...)
		*names = slices.DeleteFunc(*names, func(name string) bool { return name == "" || shown.Text(name) != name })
	}
	return t, err
}
