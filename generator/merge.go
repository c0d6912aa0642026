package generator

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"time"

	"steno/generator/cache"
	"steno/generator/job"
	"steno/generator/lists"
	"steno/generator/output"
	"steno/generator/publish"
	"steno/generator/redaction"
	"steno/generator/render"
	"steno/generator/search"
	"steno/generator/secondlook"
	"steno/generator/shard"
	"steno/generator/summary"
)

// Merge makes a site from shards, in the order of dirs: the site that one build of everything would
// make, with the same configuration. Sources are not read.
func Merge(ctx context.Context, o Options, dirs []string) (*Summary, error) {
	start := time.Now()
	j := o.job()
	shards, err := readShards(o, dirs)
	if err := doing(ctx, "reading the shards", err); err != nil {
		return nil, err
	}
	built, shown, err := assemble(j, o, shards)
	if err := doing(ctx, "reading the shards", err); err != nil {
		return nil, err
	}
	defer built.store.Close()
	r, err := render.New(o.Config, o.Version, j.Meter)
	if err := doing(ctx, "loading the theme", err); err != nil {
		return nil, err
	}
	look, err := lookOf(o, shards[0])
	if err := doing(ctx, "preparing the second look", err); err != nil {
		return nil, err
	}
	r.Out, err = openOutput(o, output.Options{Sources: dirs}, look, shards[0].Found, r.Theme)
	if r.Out != nil {
		defer r.Out.Close()
	}
	if err := doing(ctx, "opening the destination", err); err != nil {
		return nil, err
	}
	o.Shard = shard.Part{}
	ix := openIndex(o, r, nil)
	defer ix.close()
	if err := doing(ctx, "taking over the shards", takeOver(ctx, r.Out, ix, shards)); err != nil {
		return nil, err
	}
	err = writeRest(j, r, ix, built, shown.report, lists.Input{
		Archive: shown.Archive, Sessions: built.summaries(), Sums: &built.figures, Notes: shown.Notes, History: shown.History,
		Keep: func(*publish.Project, string) (bool, error) { return false, nil },
		KeepPage: func(string, string, iter.Seq[summary.Listing], func(was, is *summary.Session) bool) (bool, error) {
			return false, nil
		},
	})
	if err := doing(ctx, "writing the pages over all sessions", err); err != nil {
		return nil, err
	}
	if err := doing(ctx, "looking at all pages", look.Err()); err != nil {
		return nil, err
	}
	if err := doing(ctx, "finishing the site", r.Out.Finish()); err != nil {
		return nil, err
	}
	if err := doing(ctx, "writing the report of what was redacted", shown.report.Write(o.Config.Redact)); err != nil {
		return nil, err
	}
	sum := summarize(j, len(shown.Archive.Projects), len(built.sessions), &built.sums, shown.report, look)
	sum.Unreviewed = shards[0].Unreviewed
	sum.addFiles(j, r.Out)
	sum.Costs, sum.Seconds = j.Meter.Costs(r.Out.Sizes()), time.Since(start).Seconds()
	return sum, o.strictly(sum)
}

// readShards reads all shards and checks that they make a whole.
func readShards(o Options, dirs []string) ([]*shard.Shard, error) {
	base, err := o.cache().Base()
	if err != nil {
		return nil, err
	}
	var shards []*shard.Shard
	parts := map[int]string{}
	for _, dir := range dirs {
		s, err := shard.Read(dir)
		if err != nil {
			return nil, err
		}
		if len(shards) > 0 && (s.Part.Parts != shards[0].Part.Parts || s.Whole != shards[0].Whole) {
			return nil, fmt.Errorf("%w: %q and %q were made from other sources, or with another number of parts",
				shard.ErrShards, dirs[0], dir)
		}
		if s.Base != base {
			return nil, fmt.Errorf("%w: %q was made by another version of Steno or with another configuration; merge with those",
				shard.ErrShards, dir)
		}
		if other, twice := parts[s.Part.Part]; twice {
			return nil, fmt.Errorf("%w: %q and %q are the same part, %d of %d", shard.ErrShards, other, dir, s.Part.Part, s.Part.Parts)
		}
		parts[s.Part.Part] = dir
		shards = append(shards, s)
	}
	for part := 1; part <= shards[0].Part.Parts; part++ {
		if parts[part] == "" {
			return nil, fmt.Errorf("%w: part %d of %d is missing", shard.ErrShards, part, shards[0].Part.Parts)
		}
	}
	return shards, nil
}

// assemble returns the archive that the shards were built from, and what was built of its sessions.
func assemble(j *job.Job, o Options, shards []*shard.Shard) (*builtSessions, *published, error) {
	head := shards[0]
	built := &builtSessions{store: summary.NewStore(head.Shape, 0)}
	shown := &published{}
	shown.Archive, shown.Beside = head.Archive()
	j.Warn(head.Warnings...)
	if head.Redacts {
		shown.report = redaction.NewReport(o.Config.Redact, false)
		shown.report.AddBeside(head.Beside)
	}
	built.sessions = shown.Sessions()
	for _, s := range built.sessions {
		at := slices.IndexFunc(shards, func(in *shard.Shard) bool { return in.Summaries[s.ID] != nil })
		if at < 0 {
			return nil, nil, fmt.Errorf("%w: session %s is in none of them", shard.ErrShards, s.ID)
		}
		of, err := built.store.Read(shards[at].Summaries[s.ID])
		if err != nil {
			return nil, nil, fmt.Errorf("%w: %q is damaged: %w", shard.ErrShards, shards[at].Dir, err)
		}
		built.built = append(built.built, cache.Built{Summary: built.store.Keep(of)})
		built.add(j, shown.report, of)
	}
	return built, shown, nil
}

// lookOf returns the second look by the values that were redacted in a shard: each read all sessions.
func lookOf(o Options, s *shard.Shard) (*secondlook.Look, error) {
	if !s.Redacts {
		return nil, nil
	}
	engine, err := redaction.NewEngine(o.Config.Redact)
	if err != nil {
		return nil, err
	}
	kept, err := s.Fingerprints()
	if err != nil {
		return nil, err
	}
	return secondlook.Of(kept, engine).Settle(o.Config, o.Version, engine)
}

// takeOver copies the pages of the shards and adds their texts to the search index.
func takeOver(ctx context.Context, out *output.Site, ix *index, shards []*shard.Shard) error {
	texts := func(data []byte) error {
		if ix == nil {
			return nil
		}
		var d search.Digested
		if err := d.UnmarshalBinary(data); err != nil {
			return err
		}
		return ix.Add(ctx, &d)
	}
	for _, s := range shards {
		if err := s.Each(out.Write, texts); err != nil {
			return err
		}
	}
	return nil
}

// writeShard writes what a merge needs of a shard.
func writeShard(o Options, out *output.Site, in *prepared, shown *published, built *builtSessions) error {
	base, err := o.cache().Base()
	if err != nil {
		return err
	}
	head := shard.NewHead(shown.Archive, shown.Beside, in.found.Said)
	head.Part, head.Base, head.Warnings, head.Found = o.Shard, base, in.warnings, in.found.Archive.Found
	if shown.report != nil {
		head.Redacts, head.Beside = true, shown.report.Beside
		head.Unreviewed = len(in.collected.Cleaner.Unreviewed())
	}
	return shard.Write(out, head, built.sessions, built.built, built.store, in.look)
}
