package generator

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"steno/generator/about"
	"steno/generator/config"
	"steno/generator/job"
	"steno/generator/lists"
	"steno/generator/meter"
	"steno/generator/output"
	"steno/generator/pages"
	"steno/generator/publish"
	"steno/generator/render"
	"steno/generator/search"
	"steno/generator/summary"
	"steno/parser"
	"steno/parser/formats"
	"steno/parser/source"
)

// Options say what to build.
type Options struct {
	Config     config.Config
	Formats    source.Formats                     // that sources may have; nil for those of package formats
	Force      bool                               // build into a non-empty directory that Steno did not make
	AllowEmpty bool                               // build although sources hold no session where they held some
	Strict     bool                               // warnings make the build fail, after everything has been written
	Only       func(*source.Session) bool         // the sessions to build, as their files name them; nil for all
	Comments   bool                               // write a comment in Markdown beside each session's pages
	Shard      Shard                              // the part of the sessions to build
	Measure    bool                               // Summary.Costs is wanted
	Cache      string                             // folder for what is remembered between builds; "" for none
	Version    string                             // Steno's own, for the pages' generator tag and the manifest
	Progress   func(done, total int, what string) // called from several goroutines, one at a time; may be nil
	Warn       func(Warning)                      // called for each warning, in a stable order; may be nil
}

// Warning is something in the input that a person should know of.
type Warning = parser.Warning

// ErrStrict is returned by a strict build that wrote its site but had warnings.
var ErrStrict = errors.New("there were warnings, and the build is strict")

// step is one part of a build.
type step struct {
	doing string // for error messages: "reading the sources"
	run   func(context.Context) error
}

// newBuild returns a build that has done nothing yet.
func newBuild(o Options) *build {
	var m *meter.Meter
	if o.Measure {
		m = meter.New()
	}
	return &build{Options: o, job: job.New(o.Config.Jobs, m, o.Progress, o.Warn)}
}

// build is the state of one build, passed from step to step.
type build struct {
	Options
	*render.Renderer
	job         *job.Job
	look        *source.Look                        // at the sources, until it is used
	archive     *source.Archive                     // as it was found and chosen
	published   *publish.Archive                    // the same under the names that are published
	memories    map[*publish.Project][]*parser.Note // notes, clean
	typed       []parser.TypedPrompt                // history, clean
	dropped     map[*source.Session]bool            // gone sessions whose pages cannot be kept
	redaction   *redaction                          // nil when it is off
	second      *secondLook
	index       *search.Builder
	sessions    []*summary.Session          // one for each of todo
	moved       map[*publish.Project]bool   // those with a session that was built again
	projectKeys map[*publish.Project]string // see condenseProjects
	found       []int                       // sessions of each source
	ids         map[string]bool             // of sessions, as their files have them

	todo   []*publish.Session // those to build, in the archive's order
	memory *memory            // of the last build, nil when nothing is remembered
	memos  []*memo            // what is to be remembered, one for each of todo
	left   output.Files       // what this build leaves, when it is remembered

	gone           map[*source.Session]*memo // sessions whose files are gone
	origins        map[*source.Session]origin
	parsedFrom     map[*source.Session]string
	sourceWarnings []Warning // those of no session
	ignores        map[*source.File]ignoreFile
	unknownIDs     []unmatched                     // ids of steno-sessions.yaml that no session has
	about          map[*source.Session]about.Entry // what people say about it
	placed         map[*source.Session]placing     // what the rules for projects make of it
	chosen         bool                            // a selection was asked for, whether it took any out or not
	whole          map[string]bool                 // working directories of projects that it took none out of
	leftOut        int                             // sessions that the selection took out

	notes   map[*source.Project][]*parser.Note
	history []parser.TypedPrompt // newest first
}

// Build makes a site. Everything that can be built is built: trouble with one
// file is a warning. An error means that the site is not complete.
func Build(ctx context.Context, o Options) (*Summary, error) {
	b := newBuild(o)
	defer b.close()
	return b.all(ctx, b.steps())
}

// steps are the parts of a build that has something to do.
func (b *build) steps() []step {
	return []step{
		{"reading the sources", b.find},
		{"reading what is kept beside the transcripts", b.readBeside},
		{"loading the theme", b.loadTheme},
		{"preparing the redaction", b.prepareRedaction},
		{"preparing the second look", b.prepareLook},
		{"looking for secrets", b.collectSecrets},
		{"asking for a review", b.review},
		{"opening the destination", b.open},
		{"looking at sessions that are gone", b.dropGone},
		{"naming what is published", b.publish},
		{"building the sessions", b.buildSessions},
		{"looking at the sessions' pages", b.refuseLeaks}, // before words of theirs get into the index, where no value can be told
		{"writing the pages over all sessions", b.writeRest},
		{"looking at all pages", b.refuseLeaks},
		{"finishing the site", b.finish},
		{"writing the report of what was redacted", b.writeReport},
	}
}

// all does the steps, unless nothing changed since the last build.
func (b *build) all(ctx context.Context, steps []step) (*Summary, error) {
	start := time.Now()
	if err := b.apartFromSite(); err != nil {
		return nil, err
	}
	inputs := b.inputs(ctx)
	if sum := b.unchanged(inputs); sum != nil {
		sum.Costs = b.job.Meter.Costs(nil)
		sum.Seconds = time.Since(start).Seconds()
		return sum, b.strictly(sum)
	}
	b.makeMemory()
	if err := b.run(ctx, steps...); err != nil {
		return nil, err
	}
	b.markLooked()
	sum := b.summary()
	if inputs != "" && b.left != nil {
		b.record(inputs, sum, b.left)
	}
	sum.Costs = b.job.Meter.Costs(b.Out.Sizes())
	sum.Seconds = time.Since(start).Seconds()
	return sum, b.strictly(sum)
}

// run does one step after the other, until one fails.
func (b *build) run(ctx context.Context, steps ...step) error {
	for _, s := range steps {
		if err := s.run(ctx); err != nil {
			return fmt.Errorf("%s: %w", s.doing, err)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

// strictly is how a build with warnings ends when it is strict.
func (b *build) strictly(sum *Summary) error {
	if b.Strict && sum.Warnings > 0 {
		return ErrStrict
	}
	return nil
}

func (b *build) find(ctx context.Context) error {
	defer b.job.Meter.Time(meter.StageFind)()
	archive, err := b.findArchive(ctx)
	if err != nil {
		return err
	}
	b.archive, b.found = archive, archive.Found
	b.addGone()
	b.noteGone()
	if err := errors.Join(b.readAbout(), b.placeSessions()); err != nil {
		return err
	}
	if err := b.choose(ctx); err != nil {
		return err
	}
	b.regroup()
	for _, w := range archive.Warnings {
		b.job.Warn(Warning{File: w.Path, Line: w.Line, Text: w.Text})
	}
	b.noteSources()
	b.ids = map[string]bool{}
	for _, s := range archive.Sessions() {
		b.ids[s.ID] = true
	}
	return nil
}

// formats returns the formats that sources may have.
func (b *build) formats() source.Formats {
	if b.Formats == nil {
		return formats.All()
	}
	return b.Formats
}

func (b *build) findArchive(ctx context.Context) (*source.Archive, error) {
	if b.memory == nil {
		return source.FindWith(ctx, b.formats(), b.Config.Sources, source.Request{Excludes: b.excludes()})
	}
	scans := source.NewScans()
	if !b.Force {
		var reading sync.WaitGroup
		reading.Go(b.memory.open) // while the sources are looked at
		defer reading.Wait()
		scans = b.memory.openScans()
	}
	archive, err := source.FindWith(ctx, b.formats(), b.Config.Sources, source.Request{Scans: scans, Look: b.look, Excludes: b.excludes()})
	if err == nil {
		b.memory.keepScans(scans)
	}
	return archive, err
}

// excludes reports whether the configuration may hold sessions, or parts of them, back.
func (b *build) excludes() bool {
	c := b.Config
	return len(c.Select.Exclude)+len(c.Projects) > 0 || c.Sessions != ""
}

// readBeside reads what the sources hold beside the transcripts of sessions.
func (b *build) readBeside(ctx context.Context) error {
	b.readNotes()
	b.readHistory(ctx)
	return nil
}

func (b *build) loadTheme(context.Context) (err error) {
	b.Renderer, err = render.New(b.Config, b.Version, b.job.Meter)
	return err
}

func (b *build) open(context.Context) error {
	var err error
	options := output.Options{Force: b.Force, Sources: b.Config.Sources, Version: b.Version}
	if b.memory != nil {
		options.Left = b.memory.others
	}
	if b.second != nil {
		options.MayPublish, options.Checked = b.second.mayPublish, b.second.covered
	}
	if err := b.beginLook(); err != nil {
		return err
	}
	b.Out, err = output.Open(b.Config.Destination, options)
	if err != nil {
		return err
	}
	if err := b.opened(); err != nil {
		return err
	}
	if b.Site.Search {
		b.openIndex()
	}
	for _, a := range b.Theme.Assets() {
		if err := b.Out.Write(a.Name, a.Data); err != nil {
			return err
		}
	}
	return b.Out.Write(".nojekyll", nil)
}

// buildSessions builds every session, several at a time. Results keep the
// archive's order, whichever worker is faster.
func (b *build) buildSessions(ctx context.Context) error {
	b.sourceWarnings = b.job.Warnings()
	for _, s := range b.published.Sessions() {
		if b.Shard.holds(s.RawID) {
			b.todo = append(b.todo, s)
		}
	}
	maker := &pages.Maker{Renderer: b.Renderer, Archive: b.published, Comments: b.Comments, Title: b.titler(ctx)}
	if b.redaction != nil {
		maker.Cleaner = b.redaction.cleaner
	}
	b.sessions, b.memos = make([]*summary.Session, len(b.todo)), make([]*memo, len(b.todo))
	b.job.Expect(len(b.todo))
	err := job.Each(ctx, b.job, b.todo, func(ctx context.Context, i int, src *publish.Session) error {
		m, err := b.recall(ctx, src)
		if err == nil && m == nil {
			m, err = b.buildSession(ctx, maker, src)
		}
		if err != nil {
			return err
		}
		b.sessions[i], b.memos[i] = m.Built, m
		b.job.Progress(m.Built.Row.Title)
		return nil
	})
	if err != nil {
		return err
	}
	b.reportSessions()
	return nil
}

// reportSessions tells of the sessions' warnings and of what was taken out of them.
func (b *build) reportSessions() {
	for _, s := range b.sessions {
		b.redaction.reportSession(s)
		for _, w := range s.Warnings {
			b.job.Warn(w)
		}
	}
}

// writeRest writes what is made of all sessions together; for a part of them, what a
// merge makes it of.
func (b *build) writeRest(ctx context.Context) error {
	if b.Shard.Parts > 0 {
		return b.writeShard(ctx)
	}
	group, ctx := errgroup.WithContext(ctx)
	group.Go(b.writeLists)
	group.Go(func() error { return b.writeSearch(ctx) })
	if err := group.Wait(); err != nil || b.index == nil {
		return err
	}
	return b.index.Close() // it is large
}

// writeLists writes the pages that list sessions.
func (b *build) writeLists() error {
	b.condenseProjects()
	return lists.Write(b.Renderer, lists.Input{Archive: b.published, Sessions: b.sessions, Notes: b.memories, History: b.typed, Keep: b.keepLists})
}

// finish ends the site, and keeps what the next build may save itself. That it cannot is no
// reason to complain: the next build then does all of its work.
func (b *build) finish(context.Context) error {
	var remembering sync.WaitGroup
	defer remembering.Wait()
	if b.memory != nil {
		remembering.Go(func() {
			if files, err := b.memorize(); err == nil {
				b.left = files
			}
		})
	}
	return b.Out.Finish()
}

// close releases what the steps opened. After an error the destination keeps its
// old manifest, so the next build repairs what this one left.
func (b *build) close() {
	if b.index != nil {
		b.index.Close()
	}
	if b.Renderer != nil && b.Out != nil {
		b.Out.Close()
	}
	if b.archive != nil {
		b.archive.Close()
	}
	b.look.Close()
	if b.memory != nil {
		b.memory.saving.Wait()
		b.memory.digests.close()
	}
}
