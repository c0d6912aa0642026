package generator

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"steno/generator/cache"
	"steno/generator/choose"
	"steno/generator/config"
	"steno/generator/job"
	"steno/generator/lists"
	"steno/generator/pages"
	"steno/generator/publish"
	"steno/generator/redaction"
	"steno/generator/render"
	"steno/generator/search"
	"steno/generator/selection"
	"steno/generator/summary"
	"steno/parser"
	"steno/parser/source"
	"steno/theme/view"
)

// builtSessions are the sessions of a build, in the archive's order.
type builtSessions struct {
	sessions []*publish.Session
	built    []cache.Built // of sessions
	store    *summary.Store
	added    int // how many of them are in these
	sums     sums
	figures  summary.Sums
}

// sums is what is added up of all sessions.
type sums struct {
	agents int
	read   int64
	ledger parser.Ledger
	first  view.SessionRow
}

// summaries returns the summaries of all sessions.
func (b *builtSessions) summaries() []*summary.Stored {
	all := make([]*summary.Stored, len(b.built))
	for i := range b.built {
		all[i] = b.built[i].Summary
	}
	return all
}

// addUp adds up all sessions that are not yet, in their order.
func (b *builtSessions) addUp(j *job.Job, report *redaction.Report) {
	for b.added < len(b.built) {
		b.add(j, report, b.built[b.added].Summary.Whole())
	}
}

// add adds the next session up.
func (b *builtSessions) add(j *job.Job, report *redaction.Report, of *summary.Session) {
	b.sums.add(j, report, of)
	b.figures.Add(b.sessions[b.added].Project, of)
	b.added++
}

// add adds a session up, and takes what was redacted in it into the report.
func (s *sums) add(j *job.Job, report *redaction.Report, of *summary.Session) {
	if s.first.ID == "" {
		s.first = of.Row
	}
	s.agents += of.Row.Agents
	s.read += of.Read
	s.ledger.Add(&of.Ledger)
	report.Add(of)
	j.Warn(of.Warnings...)
}

// kept returns how many sessions were taken over from the last build.
func (b *builtSessions) kept() (n int) {
	for i := range b.built {
		if b.built[i].Kept {
			n++
		}
	}
	return n
}

// sessionBuilder builds sessions.
type sessionBuilder struct {
	in    *prepared
	maker *pages.Maker
	names *titles
	index *index
	last  *cache.Cache
	store *summary.Store
	now   cache.Now
	conf  config.Config
	made  map[*source.Session]*madeSession // of those with a family
}

// madeSession is a session that is made once, when its turn comes or a copy of it needs it.
type madeSession struct {
	session *publish.Session
	once    sync.Once
	built   cache.Built
	err     error
}

// newSessionBuilder returns a builder without an index and without a cache. before returns what is
// kept of a session, see [parsedBefore].
func newSessionBuilder(ctx context.Context, o Options, r *render.Renderer, in *prepared, shown *publish.Archive,
	before func(*source.Session) (*cache.Session, bool)) *sessionBuilder {
	names := &titles{ctx: ctx, in: in, before: before}
	b := &sessionBuilder{
		in: in, conf: o.Config, maker: &pages.Maker{Renderer: r, Archive: shown, Comments: o.Comments,
			Title: names.of, Around: names.around},
		names: names,
		now:   cache.Now{Collected: in.collected, Archive: shown, Around: names.around},
	}
	names.now = &b.now
	if in.collected != nil {
		b.maker.Cleaner = in.collected.Cleaner
	}
	return b
}

// buildSessions builds every session of the shard, several at a time. Results keep the archive's
// order, whichever worker is faster.
func buildSessions(ctx context.Context, o Options, j *job.Job, r *render.Renderer, in *prepared,
	shown *published, ix *index, last *cache.Cache) (*builtSessions, error) {
	b := newSessionBuilder(ctx, o, r, in, shown.Archive,
		func(s *source.Session) (*cache.Session, bool) { return parsedBefore(in.found, last, s) })
	in.summaries = last.Summaries()
	b.index, b.last, b.store = ix, last, in.summaries
	if in.collected != nil {
		b.now.News = last.News(in.collected.Known())
	}
	out := &builtSessions{store: b.store, sessions: slices.DeleteFunc(shown.Sessions(),
		func(s *publish.Session) bool { return !o.Shard.Holds(in.found.FamilyID(s.Source)) })}
	out.built = make([]cache.Built, len(out.sessions))
	b.made = map[*source.Session]*madeSession{}
	for _, s := range out.sessions {
		if in.found.HasFamily(s.Source) {
			b.made[s.Source] = &madeSession{session: s}
		}
	}
	if err := b.confirm(ctx, j, out.sessions); err != nil {
		return nil, err
	}
	j.Expect(len(out.sessions))
	err := job.Each(ctx, j, out.sessions, func(ctx context.Context, i int, s *publish.Session) error {
		_, noted := in.titles.plain.get(s.Source)
		made, err := b.make(ctx, s)
		if err != nil {
			return err
		}
		out.built[i] = made
		// No other session needs this one's files: its title is known, and it is in no family.
		if (noted || made.Kept) && !o.leavesAhead() && !in.found.HasFamily(s.Source) {
			s.Source.Release()
		}
		j.Progress(made.Summary.Title)
		return nil
	})
	if err != nil {
		return nil, err
	}
	in.titles.Clear() // those of all sessions are in their summaries
	in.titles.plain.clear()
	b.names.near.clear()
	return out, nil
}

// make makes a session, once.
func (b *sessionBuilder) make(ctx context.Context, s *publish.Session) (cache.Built, error) {
	m := b.made[s.Source]
	if m == nil { // no other session asks for it
		return b.makeNow(ctx, s)
	}
	m.once.Do(func() { m.built, m.err = b.makeNow(ctx, s) })
	return m.built, m.err
}

// makeNow takes a session over from the last build, or builds it.
func (b *sessionBuilder) makeNow(ctx context.Context, s *publish.Session) (cache.Built, error) {
	outputs, err := b.outputs(ctx, s)
	if err != nil {
		return cache.Built{}, err
	}
	made, err := b.recall(ctx, s, outputs)
	if err != nil || made.Summary != nil {
		return made, err
	}
	return b.build(ctx, s, outputs)
}

// build reads and cleans a session, has its pages made and hands its texts to the search index.
func (b *sessionBuilder) build(ctx context.Context, s *publish.Session, outputs []pages.Outputs) (built cache.Built, err error) {
	hide := b.in.found.Hide(s.Source)
	clean, err := b.read(ctx, s)
	if err != nil {
		return built, err
	}
	held := clean.Held
	defer held.Close()
	clean.Session.Title.Text = b.names.apart(s, clean.Session.Title.Text, firstRequest(clean.Session))
	made, err := b.maker.Make(pages.Input{
		Source: s, Session: clean.Session, Found: clean.Found, Settled: &clean.Outcome.Settled,
		Warnings: clean.Warnings, Records: publishesRecords(b.conf, hide), Outputs: outputs,
	})
	if err != nil {
		return built, err
	}
	m := &cache.Session{Title: b.names.beside(s), Around: cache.AroundKey(b.names.around(s)),
		Found: made.Summary.Found.Values(), Asked: made.Asked, Outputs: hashOutputs(outputs)}
	if sum := clean.Outcome.Sum(); !made.Cleaned {
		m.Cleaned = string(sum[:])
	}
	if b.in.found.Repeats.Links(s.Source) {
		m.Placed = made.Placed()
	}
	row := made.Summary // while texts are indexed, neither clean nor made is needed: both hold the whole session
	if m.Parts.Digest, err = b.index.addTexts(ctx, made.Texts); err != nil {
		return built, fmt.Errorf("indexing: %w", err)
	}
	held.Own(m)
	held.Own(row)
	return cache.Built{Ref: b.last.Keep(m), Summary: b.store.Keep(row), Placed: m.Placed}, nil
}

// publishesRecords reports whether the records of a session are published as they were written. They
// hold what is hidden elsewhere.
func publishesRecords(c config.Config, hide selection.Hide) bool {
	return c.Content.Records && !hide.Active()
}

// recall returns what is kept of a session whose pages need not be made again. Its files and its part
// of the search index are then taken over.
func (b *sessionBuilder) recall(ctx context.Context, s *publish.Session, outputs []pages.Outputs) (kept cache.Built, err error) {
	m, gone := parsedBefore(b.in.found, b.last, s.Source)
	if m == nil || !gone && (!m.Holds(b.now, s) || m.Outputs != hashOutputs(outputs)) {
		return kept, nil
	}
	b.index.recall(m, func(d *search.Digested, data []byte, ok bool) {
		if ok || gone {
			kept, err = b.takeOver(ctx, m, gone, d, data)
		}
	})
	return kept, err
}

// takeOver takes over what is kept of a session. If that cannot be, it returns nothing. digested and data
// are what the search index needs, nil for nothing.
func (b *sessionBuilder) takeOver(ctx context.Context, m *cache.Session, gone bool, digested *search.Digested,
	data []byte) (kept cache.Built, err error) {
	stored, serr := b.last.Summary(m, b.store)
	files, ferr := b.last.Files(m)
	if errors.Join(serr, ferr) != nil {
		return kept, nil
	}
	taken, err := b.maker.Out.Keep(files)
	if !taken && gone && err == nil {
		err = errors.New("its pages changed during the build")
	}
	if !taken || err != nil {
		return kept, err
	}
	if digested != nil {
		if m.Parts.Digest, err = b.index.add(ctx, digested, data, m.Parts.Digest); err != nil {
			return kept, fmt.Errorf("indexing: %w", err)
		}
	}
	return cache.Built{Ref: b.last.Keep(m), Summary: stored, Placed: m.Placed, Kept: true, Gone: gone}, nil
}

// writeRest writes what is made from all sessions together. They are added up for the lists only.
func writeRest(j *job.Job, r *render.Renderer, ix *index, built *builtSessions, report *redaction.Report, in lists.Input) error {
	var group errgroup.Group
	group.Go(func() error {
		built.addUp(j, report)
		return lists.Write(r, in)
	})
	group.Go(func() error { return ix.write(j) })
	if err := errors.Join(group.Wait(), built.store.Err()); err != nil {
		return err
	}
	return ix.close() // it is large
}

// parsedBefore returns what is kept of a session that would be parsed from the same as in the last
// build, nil otherwise, and whether its files are gone.
func parsedBefore(found *choose.Found, last *cache.Cache, s *source.Session) (m *cache.Session, gone bool) {
	if m := found.Removed[s]; m != nil {
		return m, true
	}
	return last.Session(s.ID, found.Key(s)), false
}
