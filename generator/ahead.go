package generator

import (
	"context"
	"path/filepath"
	"slices"

	"steno/generator/address"
	"steno/generator/cache"
	"steno/generator/choose"
	"steno/generator/job"
	"steno/generator/output"
	"steno/generator/publish"
	"steno/generator/redact"
	"steno/generator/redaction"
	"steno/generator/render"
	"steno/generator/secondlook"
	"steno/generator/sitescan"
	"steno/generator/summary"
	"steno/parser/source"
)

// Ahead is what a build leaves behind so that pages of a session that grows can be shown before the
// next build is done: the archive as it was found, and the values of all sessions. The functions of
// a build make them, from the whole session, cleaned of the values in its new lines, too. If
// anything else changed than the ends of known transcripts, that is left to the next build. It is
// for one goroutine at a time.
type Ahead struct {
	options   Options
	renderer  *render.Renderer
	found     *choose.Found
	engine    *redact.Engine
	beside    redaction.Beside
	collected *redaction.Collected
	kept      *sitescan.Kept                     // fingerprints of the values
	before    map[*source.Session]*cache.Session // their titles in the last build, and what these depend on
	known     []string                           // names of the values of the last build
	files     map[string]transcript              // by absolute path
	histories map[string]bool                    // files of prompts that were typed, by absolute path
	grown     map[*source.Session]bool           // since the last build
}

// transcript is a file of a session.
type transcript struct {
	session *source.Session
	file    *source.File
}

// leavesAhead reports whether a build with these options leaves an Ahead, if its archive allows it.
func (o Options) leavesAhead() bool {
	c := o.Config
	return o.Ahead != nil && c.Redact.Enabled && !c.Publish.RequireReview && !c.Select.Chooses() && o.Shard.Parts == 0
}

// noteBefore has what is kept of the sessions noted for [newAhead], if that is wanted.
func noteBefore(o Options, left *cache.Left) map[*source.Session]*cache.Session {
	if !o.leavesAhead() {
		return nil
	}
	before := map[*source.Session]*cache.Session{}
	left.Note = func(s *publish.Session, m *cache.Session) {
		before[s.Source] = &cache.Session{ID: m.ID, Title: m.Title, Key: m.Key, Used: m.Used}
	}
	return before
}

// newAhead returns what makes pages ahead of the next build, nil where it is not wanted, or not
// certain what that will publish. Then the sources stay open.
func newAhead(o Options, r *render.Renderer, in *prepared, built *builtSessions,
	before map[*source.Session]*cache.Session, files string) *Ahead {
	if !o.leavesAhead() || files == "" || in.collected == nil || in.look == nil || !choose.IsWhole(in.found) {
		return nil
	}
	kept, err := in.look.Kept()
	if err != nil {
		return nil
	}
	a := &Ahead{
		options: o, renderer: r, found: in.found, engine: in.engine, beside: in.beside, collected: in.collected,
		kept: kept, known: in.collected.Known(),
		before: before, files: map[string]transcript{},
		histories: map[string]bool{}, grown: map[*source.Session]bool{},
	}
	for _, s := range built.sessions {
		if !choose.IsAlone(a.found, s.Source) {
			continue
		}
		for _, f := range s.Source.Transcripts() {
			if path, err := filepath.Abs(f.Path); err == nil {
				a.files[path] = transcript{s.Source, f}
			}
		}
	}
	for _, h := range a.found.Archive.History {
		if path, err := filepath.Abs(h.Path); err == nil {
			a.histories[path] = true
		}
	}
	in.kept = true
	return a
}

// Close closes the sources.
func (a *Ahead) Close() {
	if a != nil {
		a.found.Close()
	}
}

// Make takes in what was added to files, named by absolute paths, and writes the pages of sessions
// that grew into a new folder, of those whose directory in the site is wanted. It returns these
// directories. It returns false if that is not all that the next build will find: then there is no
// more to be made ahead of it.
func (a *Ahead) Make(ctx context.Context, names []string, wanted func(dir string) bool, folder string) (dirs []string, certain bool) {
	todo := map[*source.Session]bool{}
	for _, name := range names {
		if a.histories[name] {
			a.beside = a.found.Beside(ctx, a.job())
			continue
		}
		t, known := a.files[name]
		if !known {
			return nil, false
		}
		grown, certain := t.session.Grow(t.file)
		if !certain {
			return nil, false
		}
		if grown {
			todo[t.session], a.grown[t.session] = true, true
		}
	}
	in, err := a.collect(ctx, todo)
	if err != nil {
		return nil, false
	}
	defer in.close()
	if !slices.Equal(a.collected.Known(), in.collected.Known()) {
		todo = a.grown // a value may also be in those that are shown
	}
	a.collected = in.collected
	if a.kept, err = in.look.Kept(); err != nil {
		return nil, false
	}
	dirs, err = a.write(ctx, in, todo, wanted, folder)
	return dirs, err == nil
}

func (a *Ahead) job() *job.Job { return job.New(a.options.Config.Jobs, nil, nil, nil) }

// collect is [prepare] for the archive as it was found, in which some sessions grew.
func (a *Ahead) collect(ctx context.Context, grown map[*source.Session]bool) (*prepared, error) {
	in := &prepared{found: a.found, kept: true, beside: a.beside, engine: a.engine}
	in.titles.room.From = a.options.Large
	values := secondlook.Of(a.kept, a.engine)
	var err error
	in.collected, err = redaction.Collect(ctx, a.job(), a.engine, redaction.Input{
		Sessions: a.found.Archive.Sessions(), Beside: a.beside, Parse: in.titles.parser(a.found), Watch: values.Watch,
		Remembered: func(s *source.Session) ([]redact.Value, bool) { return a.collected.Values(s), !grown[s] },
	})
	if err == nil {
		in.look, err = values.Settle(a.options.Config, a.options.Version, a.engine)
	}
	if err != nil {
		in.close()
	}
	return in, err
}

// write writes the pages of sessions.
func (a *Ahead) write(ctx context.Context, in *prepared, todo map[*source.Session]bool,
	wanted func(dir string) bool, folder string) (dirs []string, err error) {
	archive := publish.New(a.found.Archive, in.collected.Clean, nil)
	r := *a.renderer
	b := newSessionBuilder(ctx, a.options, &r, in, archive, func(s *source.Session) (*cache.Session, bool) {
		if a.grown[s] {
			return nil, false
		}
		return a.before[s], false
	})
	b.store = summary.NewStore(nil, 0)
	defer b.store.Close()
	b.now.News = !slices.Equal(a.known, in.collected.Known())
	for _, s := range archive.Sessions() {
		dir := address.Session(s.ID)
		if !todo[s.Source] || !wanted(dir) {
			continue
		}
		if len(dirs) == 0 {
			r.Out, err = output.Open(folder, output.Options{Sources: a.options.Config.Sources,
				Version: a.options.Version, MayPublish: in.look.MayPublish})
			if err != nil {
				return nil, err
			}
			defer r.Out.Close()
		}
		if _, err := b.build(ctx, s, nil); err != nil {
			return nil, err
		}
		dirs = append(dirs, dir)
	}
	return dirs, in.look.Err()
}
