package generator

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"runtime"
	"slices"
	"sync"

	"steno/generator/address"
	"steno/generator/config"
	"steno/generator/job"
	"steno/generator/meter"
	"steno/generator/output"
	"steno/generator/publish"
	"steno/generator/redact"
	"steno/generator/summary"
	"steno/parser"
	"steno/parser/source"
)

// Secrets are taken out in two passes, because a value must go wherever it stands
// and have the same number everywhere. The first parses every session and collects
// values; then the dictionary is frozen, in an order that does not depend on
// workers; the second parses again, and cleans each session before anything is made
// of it. Sessions that are small enough wait in memory for the second pass.

// keepBytes is how many bytes of transcripts may wait, parsed, for the second pass.
const keepBytes = 48 << 20

// redaction is the state of both passes.
type redaction struct {
	engine  *redact.Engine
	cleaner *redact.Redactor // after the first pass

	report *redact.Report
	looks  bool          // each session tells where its values are, for a person to look at
	beside []foundBeside // what was taken out of pages that belong to no session
	values map[*source.Session][]redact.Value
	known  []string // names of all values
	news   bool     // some of them were not known to the last build

	mu    sync.Mutex
	room  int64 // bytes that may still be kept
	kept  map[*source.Session]*parser.Session
	links map[redact.Place]string         // where the places of the report stand, nil when only its table is wanted
	first map[redact.Hash]*source.Session // where a value was found first
	pages map[string]bool                 // that stand in the report in a session's place
}

// newRedaction compiles the rules, nil when redaction is off. What cannot be read or
// understood is an error: to go on without it might publish what it was to hold back.
func newRedaction(c config.Redact) (*redaction, error) {
	if !c.Enabled {
		return nil, nil
	}
	engine, err := NewEngine(c)
	if err != nil {
		return nil, err
	}
	r := reporting(c)
	r.engine, r.room = engine, keepBytes
	r.kept, r.first = map[*source.Session]*parser.Session{}, map[redact.Hash]*source.Session{}
	return r, nil
}

// reporting is a redaction that only reports.
func reporting(c config.Redact) *redaction {
	r := &redaction{report: redact.NewReport(c.Report != ""), pages: map[string]bool{}}
	if c.Report != "" {
		r.links = map[redact.Place]string{}
	}
	return r
}

// NewEngine makes what finds the secrets that a configuration names, whether redaction is
// enabled in it or not.
func NewEngine(c config.Redact) (*redact.Engine, error) {
	o, err := c.Options()
	if err != nil {
		return nil, err
	}
	if o.EnvFiles, err = readEnvFiles(c.EnvFiles); err != nil {
		return nil, err
	}
	if o.Key, err = ReviewKey(c); err != nil {
		return nil, err
	}
	if err := checkKeyFile(c); err != nil {
		return nil, err
	}
	return redact.New(o)
}

func readEnvFiles(names []string) ([]redact.EnvFile, error) {
	var files []redact.EnvFile
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("reading the values to redact: %w", err)
		}
		files = append(files, redact.EnvFile{Name: name, Vars: redact.ParseEnv(text)})
	}
	return files, nil
}

func (b *build) prepareRedaction(context.Context) (err error) {
	if b.redaction, err = newRedaction(b.Config.Redact); err != nil {
		return err
	}
	return b.warnOfLists()
}

// collectSecrets is the first pass.
func (b *build) collectSecrets(ctx context.Context) error {
	r := b.redaction
	if r == nil {
		return nil
	}
	todo := b.archive.Sessions()
	b.job.Expect(2 * len(todo))
	r.values = make(map[*source.Session][]redact.Value, len(todo))
	err := job.Each(ctx, b.job, todo, func(ctx context.Context, _ int, src *source.Session) error {
		if m := b.parsedBefore(src); m != nil && (b.second.carry(m.Values) || b.gone[src] != nil) {
			r.mu.Lock()
			r.values[src] = m.Values
			r.mu.Unlock()
			b.job.Progress("looking for secrets")
			return nil
		}
		s, err := b.parse(ctx, src)
		if err != nil {
			return err
		}
		defer b.job.Meter.Time(meter.StageCollect)()
		c := r.engine.Collect()
		b.second.collect(c)
		for _, text := range []string{src.ID, src.Project.Name, src.Project.Group, src.Project.Dir, src.Project.Folder, src.Folder.Dir} {
			c.Text(text)
		}
		c.Session(s)
		r.mu.Lock()
		r.values[src] = c.Values()
		r.keep(src, s)
		r.mu.Unlock()
		if src.Size > keepBytes {
			runtime.GC() // or it would lie beside what the second pass parses
		}
		b.job.Progress("looking for secrets")
		return nil
	})
	if err != nil {
		return err
	}
	slices.SortStableFunc(todo, func(x, y *source.Session) int {
		return cmp.Or(x.Start.Compare(y.Start), cmp.Compare(x.ID, y.ID))
	})
	groups := make([][]redact.Value, len(todo), len(todo)+1)
	for i, src := range todo {
		groups[i] = r.values[src]
		r.noteFirst(src, r.values[src])
	}
	groups = append(groups, b.valuesBeside())
	b.noteValues(groups)
	r.cleaner = r.engine.Freeze(groups...)
	return b.settleLook(r.engine)
}

// keep lets a session wait for the second pass if there is room.
func (r *redaction) keep(src *source.Session, s *parser.Session) {
	if src.Size <= r.room {
		r.room -= src.Size
		r.kept[src] = s
	}
}

// take gives the session that was kept, nil if none.
func (r *redaction) take(src *source.Session) *parser.Session {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.kept[src]
	if s != nil {
		delete(r.kept, src)
		r.room += src.Size
	}
	return s
}

// cleaned is a session that is fit to be published, and what is not to be.
type cleaned struct {
	*parser.Session
	found    []redact.Finding  // what was taken out
	places   []redact.Sighting // and where, when the redaction looks
	warnings []Warning         // as the parser wrote them, for the terminal
	paths    []string          // of Files, as they are
}

// session parses a session, cleans it and takes out of it what is hidden. Whatever is
// published of a session is made of what this returns.
func (b *build) session(ctx context.Context, src *source.Session) (*cleaned, error) {
	r := b.redaction
	var s *parser.Session
	if r != nil {
		s = r.take(src)
	}
	if s == nil {
		var err error
		if s, err = b.parse(ctx, src); err != nil {
			return nil, err
		}
	}
	if sum := s.Ledger.Sum(); sum != s.Ledger.Lines {
		return nil, fmt.Errorf("the ledger accounts for %d of %d lines", sum, s.Ledger.Lines)
	}
	c := &cleaned{Session: s, warnings: slices.Clone(s.Warnings)}
	for i := range s.Files {
		c.paths = append(c.paths, s.Files[i].Path)
	}
	if r != nil {
		done := b.job.Meter.Time(meter.StageClean)
		if r.looks {
			c.places = r.cleaner.Sightings(s)
		}
		c.found = r.cleaner.Session(s)
		done()
	}
	b.placed[src].hide.Apply(s)
	if s.Title.Source == parser.TitleID && len(s.Agents) > 0 {
		s.Title.Text = "Agents only: " + publish.AgentTitle(s.Agents[0])
	}
	return c, nil
}

// parse parses a session as its files have it, and adds what people say about it.
func (b *build) parse(ctx context.Context, src *source.Session) (*parser.Session, error) {
	defer b.job.Meter.Time(meter.StageParse)()
	s, err := src.Format.Parse(ctx, src, source.Options{SystemPrompt: b.Config.Content.SystemPrompt})
	if err == nil {
		b.say(src, s)
	}
	return s, err
}

func (r *redaction) clean(s string) string {
	s, _ = r.cleaner.Text(s)
	return s
}

// reportSession takes what was taken out of a session into the report.
func (r *redaction) reportSession(s *summary.Session) {
	if r == nil {
		return
	}
	r.report.AddCounted(s.Found)
	if r.links != nil {
		maps.Copy(r.links, s.Links)
	}
}

// link is the address of a place from the site's root: of the message, or of its session.
func (r *redaction) link(p redact.Place) string {
	if r.pages[p.Session] {
		return p.Session
	}
	at := redact.Place{Session: p.Session, Agent: p.Agent, Anchor: p.Anchor}
	return cmp.Or(r.links[at], address.Session(p.Session)+"/index.html")
}

// writeReport writes what was redacted to the file that the configuration names.
func (b *build) writeReport(context.Context) error {
	name := b.Config.Redact.Report
	if b.redaction == nil || name == "" {
		return nil
	}
	key, err := ReviewKey(b.Config.Redact)
	if err != nil {
		return err
	}
	data, err := b.redaction.report.JSON(b.redaction.link, func(h redact.Hash) string { return redact.ID(key, h) })
	if err != nil {
		return err
	}
	return output.WritePrivate(name, data)
}

// redactions sums up what was taken out, gravest first; empty when redaction is off.
func (b *build) redactions() []redact.RuleCount {
	if b.redaction == nil {
		return []redact.RuleCount{}
	}
	return append([]redact.RuleCount{}, b.redaction.report.Rules()...)
}

// publishesRecords tells whether the records of a session are published as they were
// written. They hold what is hidden elsewhere.
func (b *build) publishesRecords(src *publish.Session) bool {
	return b.Config.Content.Records && !b.placed[src.Source].hide.Active()
}
