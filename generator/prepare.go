package generator

import (
	"context"
	"fmt"

	"steno/generator/cache"
	"steno/generator/choose"
	"steno/generator/config"
	"steno/generator/job"
	"steno/generator/output"
	"steno/generator/publish"
	"steno/generator/redact"
	"steno/generator/redaction"
	"steno/generator/render"
	"steno/generator/secondlook"
	"steno/generator/summary"
	"steno/parser/source"
)

// prepared is what is known before anything is written.
type prepared struct {
	found     *choose.Found
	peek      *output.Peek // at the destination, nil for none
	kept      bool         // the sources stay open for an [Ahead]
	beside    redaction.Beside
	engine    *redact.Engine       // nil when redaction is off
	collected *redaction.Collected // nil when redaction is off
	unshown   unshown
	look      *secondlook.Look // nil when redaction is off, or when it is not wanted
	titles    notedTitles      // those that were parsed so far
	warnings  []Warning        // those of no session
	summaries *summary.Store   // of the sessions that are built, nil before
}

// begin loads the theme, and looks at the destination, while it prepares the rest: a mistake in the
// theme ends that.
func begin(ctx context.Context, o Options, j *job.Job, last *cache.Cache, look *source.Look, s seams) (*render.Renderer, *prepared, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var r *render.Renderer
	var mistake error
	loaded := make(chan struct{})
	go func() {
		defer close(loaded)
		if r, mistake = render.New(o.Config, o.Version, j.Meter); mistake != nil {
			cancel()
		}
	}()
	peek := output.PeekAt(o.Config.Destination)
	in, err := prepare(ctx, o, j, last, look, !s.unlooked)
	if <-loaded; err != nil {
		peek.Close()
	} else {
		in.peek = peek
	}
	if mistake != nil {
		if err == nil {
			in.close()
		}
		return nil, nil, fmt.Errorf("loading the theme: %w", mistake)
	}
	return r, in, err
}

// prepare finds the sessions, reads what is kept beside them, and collects the values that are to be
// redacted. The caller closes what was found, unless there is an error.
func prepare(ctx context.Context, o Options, j *job.Job, last *cache.Cache, look *source.Look, secondLook bool) (in *prepared, err error) {
	found, err := find(ctx, o, j, last, look)
	if err := doing(ctx, "reading the sources", err); err != nil {
		return nil, err
	}
	made := &prepared{found: found}
	made.titles.room.From = o.Large
	defer func() {
		if err != nil {
			made.close()
		}
	}()
	beside := found.Beside(ctx, j)
	engine, err := newEngine(j, o)
	if err := doing(ctx, "preparing the redaction", err); err != nil {
		return nil, err
	}
	var values *secondlook.Values
	if secondLook {
		values = secondlook.Prepare(keptFolder(o), engine)
	}
	in, made.beside, made.engine = made, beside, engine
	var also func(*source.Session, *redact.Collector)
	if o.Unshown {
		also = in.unshown.collect
	}
	in.collected, err = redaction.Collect(ctx, j, engine, redaction.Input{
		Sessions: found.Archive.Sessions(), Aside: found.Aside, Beside: beside, Parse: in.titles.parser(found),
		Watch: values.Watch, Also: also,
		Remembered: func(s *source.Session) ([]redact.Value, bool) {
			if kept, ok := last.Aside(s.ID, found.Key(s)); ok && values.Carry(kept) {
				return kept, true
			}
			m, gone := parsedBefore(found, last, s)
			if m != nil && (values.Carry(m.Values) || gone) {
				return m.Values, true
			}
			return nil, false
		},
	})
	if err == nil && in.collected != nil {
		var warnings []Warning
		warnings, err = redaction.WarningsOfLists(o.Config.Redact, in.collected)
		j.Warn(warnings...)
	}
	if err == nil {
		in.look, err = values.Settle(o.Config, o.Version, engine)
	}
	if err := doing(ctx, "looking for secrets", err); err != nil {
		return nil, err
	}
	in.warnings = j.Warnings()
	return in, nil
}

// close closes the sources and releases the texts of sessions: nothing of these may be used from then on.
func (in *prepared) close() {
	if in.peek != nil {
		in.peek.Close()
	}
	in.titles.room.Close()
	in.collected.Close()
	if in.summaries != nil {
		in.summaries.Close()
	}
	if !in.kept {
		in.found.Close()
	}
}

// find finds the sessions of the sources. last and look are nil when there is no cache.
func find(ctx context.Context, o Options, j *job.Job, last *cache.Cache, look *source.Look) (*choose.Found, error) {
	return choose.Find(ctx, j, choose.Request{
		Config: o.Config, Formats: o.formats(), Strict: o.Strict, Part: o.Shard.Parts > 0, Fresh: o.Force,
		Only: o.Only, Turns: o.Turns, Cache: last, Look: look,
	})
}

// newEngine returns what finds secrets, nil when redaction is off. What cannot be read or understood
// is an error: to go on without it might publish what it was to hold back.
func newEngine(j *job.Job, o Options) (*redact.Engine, error) {
	if text := o.Config.Unredacted(); text != "" {
		j.Warn(Warning{Text: text})
		return nil, nil
	}
	engine, err := redaction.NewEngine(o.Config.Redact)
	if err != nil {
		return nil, err
	}
	return engine, nil
}

// keptFolder is the cache of the last build, "" when it is not read.
func keptFolder(o Options) string {
	if o.Cache == "" || o.Force {
		return ""
	}
	return o.cache().Dir()
}

// review fails while there are values that nobody has reviewed, if a review is required.
func review(o Options, collected *redaction.Collected) error {
	if !o.Config.Publish.RequireReview {
		return nil
	}
	return collected.Review()
}

// reviewed prepares what is written without pages: the archive, which the caller closes.
func reviewed(ctx context.Context, o Options, j *job.Job) (*prepared, error) {
	in, err := prepare(ctx, o, j, nil, nil, true)
	if err != nil {
		return nil, err
	}
	if err := doing(ctx, "asking for a review", review(o, in.collected)); err != nil {
		in.close()
		return nil, err
	}
	return in, nil
}

// published is the archive as it is published.
type published struct {
	*publish.Archive
	publish.Beside
	report *redaction.Report // of what was redacted; nil when redaction is off
}

// publishArchive names what is published, and cleans what is kept beside the sessions.
func publishArchive(in *prepared, c config.Redact, without map[*source.Session]bool) *published {
	p := &published{Archive: publish.New(in.found.Archive, in.collected.Clean, without)}
	if in.collected != nil {
		p.report = redaction.NewReport(c, false)
	}
	var found []redaction.FoundBeside
	p.Beside, found = redaction.CleanBeside(in.collected, p.Archive, in.beside)
	p.report.AddBeside(found)
	return p
}

// doing says what was done when an error came up, and stops a build that was cancelled.
func doing(ctx context.Context, what string, err error) error {
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return ctx.Err()
}
