// Package choose finds the sessions of the sources and chooses those that are published. Its input is
// the configuration, control files and what people say about sessions; its output is [Found]: the
// archive, which does not change from then on, and what is known of each session in it.
package choose

import (
	"context"
	"errors"
	"sync"

	"steno/generator/about"
	"steno/generator/cache"
	"steno/generator/config"
	"steno/generator/job"
	"steno/generator/meter"
	"steno/generator/selection"
	"steno/parser"
	"steno/parser/jsonl"
	"steno/parser/source"
)

// Request says what to find.
type Request struct {
	Config  config.Config
	Formats source.Formats
	Strict  bool
	Part    bool                       // of a build in shards
	Fresh   bool                       // the cache is not read
	Only    func(*source.Session) bool // the sessions that are wanted, as their files name them; nil for all
	Turns   selection.Turns            // of the sessions; the zero value is all
	Cache   *cache.Cache               // nil for none
	Look    *source.Look               // at the sources, nil for none
}

// Found is what was found and chosen.
type Found struct {
	Archive *source.Archive
	Removed map[*source.Session]*cache.Session // sessions whose files are gone
	LeftOut int                                // sessions that the selection left out
	Aside   []*source.Session                  // sessions that are not published, whose secrets must be known all the same; see [aside]
	Repeats Repeats                            // families that repeat too much

	about    map[*source.Session]about.Entry // what people say about it
	known    knownOf
	families map[*source.Session][]*source.Session
	ids      map[string]bool
	selected
	partly  bool // some sessions only are wanted
	options source.Options
	meter   *meter.Meter
}

// selected is what the selection did.
type selected struct {
	chosen bool            // it was asked for, whether it took any out or not
	whole  map[string]bool // working directories of projects that it took none out of
}

// chooser finds and chooses.
type chooser struct {
	Request
	*Found
	job        *job.Job
	ignores    ignores
	unknownIDs []unmatched // ids of steno-sessions.yaml that no session has
}

// Find finds the sessions of the sources and leaves those in the archive that are to be published.
func Find(ctx context.Context, j *job.Job, q Request) (*Found, error) {
	defer j.Meter.Time(meter.StageFind)()
	ch := &chooser{Request: q, job: j, Found: &Found{
		partly: q.Only != nil, meter: j.Meter,
		options: source.Options{SystemPrompt: q.Config.Content.SystemPrompt,
			FileHistory: q.Config.Content.FileHistory, Readers: new(jsonl.Readers)},
		ids: map[string]bool{},
	}}
	if err := ch.find(ctx); err != nil {
		if ch.Archive != nil {
			ch.Archive.Close()
		}
		return nil, err
	}
	return ch.Found, nil
}

func (ch *chooser) find(ctx context.Context) (err error) {
	if ch.Archive, err = findArchive(ch, ctx); err != nil {
		return err
	}
	ch.addRemoved()
	noteOrigins(ch)
	if err := errors.Join(ch.readAbout(), ch.placeSessions()); err != nil {
		return err
	}
	if err := ch.choose(ctx); err != nil {
		return err
	}
	ch.regroup()
	for _, w := range ch.Archive.Warnings {
		ch.job.Warn(parser.Warning{File: w.Path, Line: w.Line, Text: w.Text})
	}
	for _, s := range ch.Archive.Sessions() {
		ch.ids[s.ID] = true
		noteKey(ch, s)
	}
	for _, s := range ch.Aside {
		noteKey(ch, s)
	}
	ch.families = families(ch.Archive)
	ch.Repeats = repeatsOf(ch.Archive.Sessions(), ch.families)
	if ch.Cache != nil {
		noteFamilies(ch)
	}
	return nil
}

// noteKey notes the key of a session.
func noteKey(ch *chooser, s *source.Session) {
	if m := ch.Removed[s]; m != nil {
		ch.known[s].key = m.Source
	} else if ch.Cache != nil {
		ch.known[s].key = cache.SessionKey(s, ch.about[s])
	}
}

// Close closes the sources.
func (f *Found) Close() {
	if f != nil {
		f.Archive.Close()
	}
}

// Key returns the key of what a session is parsed from, for the cache.
func (f *Found) Key(s *source.Session) string { return f.known.of(s).key }

// Hide returns what is left out of a session.
func (f *Found) Hide(s *source.Session) selection.Hide { return f.known.of(s).placed.hide }

func findArchive(ch *chooser, ctx context.Context) (*source.Archive, error) {
	if ch.Cache == nil {
		return source.FindWith(ctx, ch.Formats, ch.Config.Sources, source.Request{Excludes: excludes(ch)})
	}
	scans := source.NewScans()
	if !ch.Fresh {
		var reading sync.WaitGroup
		reading.Go(ch.Cache.Load) // while the sources are looked at
		defer reading.Wait()
		scans = ch.Cache.Scans()
	}
	archive, err := source.FindWith(ctx, ch.Formats, ch.Config.Sources, source.Request{Scans: scans, Look: ch.Look, Excludes: excludes(ch)})
	if err != nil {
		scans.Close()
		return nil, err
	}
	ch.Cache.KeepScans(scans)
	return archive, nil
}

// excludes reports whether the configuration may hold sessions, or parts of them, back.
func excludes(ch *chooser) bool {
	c := ch.Config
	return len(c.Select.Exclude)+len(c.Projects) > 0 || c.Sessions != ""
}
