package generator

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"steno/generator/choose"
	"steno/generator/job"
	"steno/generator/redaction"
	"steno/generator/selection"
	"steno/parser/source"
)

// Find returns the sessions that a query means, newest first. Titles are read when they are wanted,
// which takes as long as parsing the sessions that are found. Titles and projects are redacted, as
// they are shown.
func Find(ctx context.Context, o Options, q choose.Query, titles bool) ([]choose.Choice, error) {
	j := o.job()
	in, err := find(ctx, o, j, nil, nil)
	if err != nil {
		return nil, fmt.Errorf("reading the sources: %w", err)
	}
	defer in.Close()
	engine, err := newEngine(j, o)
	if err != nil {
		return nil, fmt.Errorf("preparing the redaction: %w", err)
	}
	listing := redaction.NewListing(engine)
	clean := listing.Archive(in.Archive.Sessions())
	found, err := choose.Named(in.Archive.Sessions(), q.Names)
	if err != nil {
		return nil, redactChoices(err, clean)
	}
	found = slices.DeleteFunc(found, func(s *source.Session) bool {
		return !q.Fits(s) || q.Tag != "" && !selection.Matches("tag:"+q.Tag, s, in.Known(s), selection.First)
	})
	slices.SortStableFunc(found, func(x, y *source.Session) int {
		return cmp.Or(y.End.Compare(x.End), cmp.Compare(x.ID, y.ID))
	})
	if q.Latest && !q.Narrows() && len(found) > 1 {
		found = found[:1]
	}
	choices := make([]choose.Choice, len(found))
	keep := make([]bool, len(found))
	err = job.Each(ctx, j, found, func(ctx context.Context, i int, s *source.Session) error {
		choices[i], keep[i] = choose.Choice{ID: s.ID, Project: clean(s.Project.Title()), Start: s.Start,
			End: s.End, Unshown: clean(s.ID) != s.ID}, true
		if !titles && !q.Narrows() {
			return nil
		}
		p, err := in.Parse(ctx, s)
		if err != nil {
			return err
		}
		keep[i] = q.FitsParsed(p)
		if titles {
			choices[i].Title = listing.Session(s, p).Text(p.Title.Text)
		}
		return nil
	})
	var kept []choose.Choice
	for i, c := range choices {
		if keep[i] && (!q.Latest || len(kept) == 0) {
			kept = append(kept, c)
		}
	}
	return kept, err
}

// redactChoices redacts what an error shows of sessions.
func redactChoices(err error, clean func(string) string) error {
	var ambiguous *choose.AmbiguousError
	if errors.As(err, &ambiguous) {
		for i := range ambiguous.Choices {
			c := &ambiguous.Choices[i]
			c.ID, c.Project = clean(c.ID), clean(c.Project)
		}
	}
	return err
}
