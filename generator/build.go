package generator

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"steno/generator/cache"
	"steno/generator/job"
	"steno/generator/redaction"
	"steno/generator/search"
	"steno/generator/secondlook"
)

// Build makes a site. Everything that can be built is built: trouble with one
// file is a warning. An error means that the site is not complete.
func Build(ctx context.Context, o Options) (*Summary, error) {
	sum, _, err := build(ctx, o, seams{})
	return sum, err
}

// seams are where tests change a build.
type seams struct {
	unlooked bool                       // without the second look
	change   func(*redaction.Collected) // called before the values are used
}

// build does the phases, unless nothing changed since the last build. It returns the second look,
// which also searches files that are made from the site.
func build(ctx context.Context, o Options, s seams) (*Summary, *secondlook.Look, error) {
	start := time.Now()
	j := o.job()
	if err := apartFromSite(o); err != nil {
		return nil, nil, err
	}
	inputs, look := o.cache().Inputs(ctx)
	defer look.Close()
	if sum := unchanged(j, o.cache().Unchanged(inputs)); sum != nil && !o.leavesAhead() {
		sum.Costs, sum.Seconds = j.Meter.Costs(nil), time.Since(start).Seconds()
		return sum, nil, o.strictly(sum)
	}
	last := o.cache().Open()
	defer last.Close()
	done, err := phases(ctx, o, j, last, look, s)
	if errors.Is(err, search.ErrEarlier) && cache.ForgetPostings(last.Folder()) {
		last.Close()
		return build(ctx, o, s) // and all texts are indexed again
	}
	if err != nil {
		return nil, nil, err
	}
	if done.files != "" { // they are in the cache
		done.look.Mark(last.Folder())
		if inputs != "" {
			site := cache.Site{Stamp: done.files, Files: done.summary.Files, Folders: done.folders}
			o.cache().Record(inputs, done.summary, j.Warnings(), site)
		}
	}
	if o.Ahead != nil {
		o.Ahead(done.ahead)
	}
	done.summary.Costs, done.summary.Seconds = done.costs, time.Since(start).Seconds()
	return done.summary, done.look, o.strictly(done.summary)
}

// unchanged returns the summary of the last build when this one would do the same, nil otherwise.
func unchanged(j *job.Job, last *cache.Record) *Summary {
	if last == nil {
		return nil
	}
	var sum Summary
	if json.Unmarshal(last.Summary, &sum) != nil {
		return nil
	}
	j.Warn(last.Warnings...)
	sum.Kept, sum.Written, sum.Removed, sum.Unchanged = sum.Sessions, 0, 0, true
	return &sum
}
