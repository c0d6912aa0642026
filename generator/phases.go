package generator

import (
	"context"
	"iter"

	"steno/generator/cache"
	"steno/generator/job"
	"steno/generator/lists"
	"steno/generator/meter"
	"steno/generator/render"
	"steno/generator/secondlook"
	"steno/parser/source"
)

// outcome is what the phases of a build return.
type outcome struct {
	summary *Summary
	look    *secondlook.Look // nil when redaction is off
	files   string           // stamp of what the build left, "" when it could not be kept in the cache
	folders iter.Seq2[string, int64]
	costs   *meter.Costs // nil unless they are wanted
	ahead   *Ahead       // nil unless it is wanted and possible
}

// phases are the parts of a build that has something to do, in their order. Each is a function: what
// it needs are its parameters, what it makes is what it returns.
func phases(ctx context.Context, o Options, j *job.Job, last *cache.Cache, look *source.Look, s seams) (*outcome, error) {
	// The archive, as it is found and chosen; the values that are to be redacted. Meanwhile the theme, what all
	// pages share, and which files the last build left.
	r, in, err := begin(ctx, o, j, last, look, s)
	if err != nil {
		return nil, err
	}
	defer in.close()
	if s.change != nil {
		s.change(in.collected)
	}
	if err := doing(ctx, "asking for a review", review(o, in.collected)); err != nil {
		return nil, err
	}
	// The destination, with the files of the theme.
	r.Out, err = openSite(o, in, last, r.Theme)
	if r.Out != nil {
		defer r.Out.Close()
	}
	if err := doing(ctx, "opening the destination", err); err != nil {
		return nil, err
	}
	// Sessions whose transcripts are gone: those that cannot be kept are left out.
	without, err := leaveOut(j, r.Out, last, in)
	if err := doing(ctx, "looking at sessions that are gone", err); err != nil {
		return nil, err
	}
	// The archive under the names that are published.
	shown := publishArchive(in, o.Config.Redact, without)
	// The pages of each session, and its part of the search index. A session that did not change is
	// taken over from the last build.
	ix := openIndex(o, r, last)
	defer ix.close()
	built, err := buildSessions(ctx, o, j, r, in, shown, ix, last)
	if err := doing(ctx, "building the sessions", err); err != nil {
		return nil, err
	}
	// A value that was missed, before words of it get into the index, where no value can be told.
	if err := doing(ctx, "looking at the sessions' pages", in.look.Err()); err != nil {
		built.addUp(j, shown.report) // for their warnings
		return nil, err
	}
	// What is made from all sessions together: lists and index, or what a merge makes them from.
	projects := last.Projects(built.sessions, built.built, shown.Notes)
	err = writeWhole(o, j, r, ix, in, shown, built, projects)
	if err := doing(ctx, "writing the pages over all sessions", err); err != nil {
		return nil, err
	}
	if err := doing(ctx, "looking at all pages", in.look.Err()); err != nil {
		return nil, err
	}
	// The end of the site, and what the next build may save itself.
	left := cache.Left{
		Config: o.Config, Sessions: built.sessions, Built: built.built, Summaries: built.store,
		Key: in.found.Key, Removed: in.found.RemovedOf,
		Aside: in.found.Aside, Collected: in.collected, Look: in.look, Projects: projects,
	}
	before := noteBefore(o, &left)
	files, err := finish(r.Out, last, left)
	if err := doing(ctx, "finishing the site", err); err != nil {
		return nil, err
	}
	if err := doing(ctx, "writing the report of what was redacted", shown.report.Write(o.Config.Redact)); err != nil {
		return nil, err
	}
	sum := summaryOf(j, r, in, shown, built)
	return &outcome{sum, in.look, files, r.Out.Folders(), j.Meter.Costs(r.Out.Sizes()), newAhead(o, r, in, built, before, files)}, nil
}

// summaryOf sums up what was built.
func summaryOf(j *job.Job, r *render.Renderer, in *prepared, shown *published, built *builtSessions) *Summary {
	sum := summarize(j, len(shown.Archive.Projects), len(built.sessions), &built.sums, shown.report, in.look)
	sum.LeftOut, sum.Kept = in.found.LeftOut, built.kept()
	if in.collected != nil {
		sum.Unreviewed = len(in.collected.Cleaner.Unreviewed())
	}
	sum.addFiles(j, r.Out)
	return sum
}

// writeWhole writes what is made from all sessions together; for a shard, what a merge makes it from.
func writeWhole(o Options, j *job.Job, r *render.Renderer, ix *index, in *prepared, shown *published,
	built *builtSessions, projects cache.Projects) error {
	if o.Pages != nil {
		o.Pages()
	}
	if o.Shard.Parts > 0 {
		built.addUp(j, shown.report)
		return writeShard(o, r.Out, in, shown, built)
	}
	return writeRest(j, r, ix, built, shown.report, lists.Input{
		Archive: shown.Archive, Sessions: built.summaries(), Sums: &built.figures, Notes: shown.Notes, History: shown.History,
		Keep: projects.Keep(r), KeepPage: projects.KeepPage(r),
	})
}
