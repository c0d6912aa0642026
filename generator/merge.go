package generator

import (
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"strings"
	"time"

	"steno/generator/output"
	"steno/generator/publish"
	"steno/generator/search"
	"steno/generator/sitescan"
	"steno/parser"
)

// ErrShards is wrapped by errors about shards that do not make a whole.
var ErrShards = errors.New("these shards make no site")

// shard is one that was read.
type shard struct {
	dir string
	shardHead
	memos []*memo
}

// merging is the state of a merge: a build whose sessions come from shards.
type merging struct {
	*build
	dirs   []string
	shards []*shard
}

// Merge makes a site from shards, in the order of dirs: the site that one build of
// everything would make, with the same configuration. Sources are not read.
func Merge(ctx context.Context, o Options, dirs []string) (*Summary, error) {
	start := time.Now()
	m := &merging{build: newBuild(o), dirs: dirs}
	defer m.close()
	for _, s := range []step{
		{"reading the shards", m.read},
		{"loading the theme", m.loadTheme},
		{"preparing the second look", m.prepareLook},
		{"opening the destination", m.openApart},
		{"taking over the shards", m.takeOver},
		{"writing the pages that list sessions", func(context.Context) error { return m.writeLists() }},
		{"writing the search index", m.writeSearch},
		{"looking at all pages", m.refuseLeaks},
		{"finishing the site", m.finish},
		{"writing the report of what was redacted", m.writeReport},
	} {
		if err := s.run(ctx); err != nil {
			return nil, fmt.Errorf("%s: %w", s.doing, err)
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	sum := m.summary()
	sum.Costs = m.job.Meter.Costs(m.Out.Sizes())
	sum.Seconds = time.Since(start).Seconds()
	return sum, m.strictly(sum)
}

// read reads the heads of all shards and looks whether they fit together.
func (m *merging) read(context.Context) error {
	base, err := m.shardBase()
	if err != nil {
		return err
	}
	parts := map[int]string{}
	for _, dir := range m.dirs {
		s, err := readShard(dir)
		if err != nil {
			return err
		}
		if len(m.shards) > 0 && (s.Part.Parts != m.shards[0].Part.Parts || s.Whole != m.shards[0].Whole) {
			return fmt.Errorf("%w: %q and %q were made of other sources, or into another number of parts", ErrShards, m.dirs[0], dir)
		}
		if s.Base != base {
			return fmt.Errorf("%w: %q was made by another version of Steno or with another configuration; merge with those", ErrShards, dir)
		}
		if other, twice := parts[s.Part.Part]; twice {
			return fmt.Errorf("%w: %q and %q are the same part, %d of %d", ErrShards, other, dir, s.Part.Part, s.Part.Parts)
		}
		parts[s.Part.Part] = dir
		m.shards = append(m.shards, s)
	}
	for part := 1; part <= m.shards[0].Part.Parts; part++ {
		if parts[part] == "" {
			return fmt.Errorf("%w: part %d of %d is missing", ErrShards, part, m.shards[0].Part.Parts)
		}
	}
	m.assemble()
	return nil
}

func readShard(dir string) (*shard, error) {
	data, err := output.Read(dir, shardIndex)
	if err != nil {
		return nil, fmt.Errorf("%w: %q is no shard: %w", ErrShards, dir, err)
	}
	s := &shard{dir: dir}
	dec := gob.NewDecoder(bytes.NewReader(data))
	if err := dec.Decode(&s.shardHead); err != nil || s.Version != shardVersion {
		return nil, fmt.Errorf("%w: %q was made by another version of Steno", ErrShards, dir)
	}
	for range s.Memos {
		var m memo
		if err := dec.Decode(&m); err != nil {
			return nil, fmt.Errorf("%w: %q is damaged: %w", ErrShards, dir, err)
		}
		s.memos = append(s.memos, &m)
	}
	return s, nil
}

// assemble makes the archive that the shards were built from, as far as lists need it.
func (m *merging) assemble() {
	head := m.shards[0]
	memos := map[string]*memo{}
	for _, s := range m.shards {
		for _, memo := range s.memos {
			memos[memo.ID] = memo
		}
	}
	m.memories, m.typed = map[*publish.Project][]*parser.Note{}, head.History
	var projects []*publish.Project
	for _, h := range head.Projects {
		p := &publish.Project{Slug: h.Slug, Name: h.Name, Group: h.Group, Folder: h.Folder, Dir: h.Dir}
		for _, s := range h.Sessions {
			p.Sessions = append(p.Sessions, &publish.Session{ID: s.ID, RawID: s.ID, Start: s.Start, Project: p, Dir: s.Dir})
		}
		projects, m.memories[p] = append(projects, p), h.Notes
	}
	m.published, m.found = publish.Assemble(projects), head.Found
	for _, w := range head.Warnings {
		m.job.Warn(w)
	}
	if head.Redacts {
		m.redaction = reporting(m.Config.Redact)
		for _, f := range head.Beside {
			m.redaction.reportBeside(f)
		}
	}
	m.todo = m.published.Sessions()
	for _, s := range m.todo {
		memo := memos[s.ID]
		m.sessions, m.memos = append(m.sessions, memo.Built), append(m.memos, memo)
	}
	m.reportSessions()
}

// prepareLook takes the values that were removed from one of the shards: each read all sessions.
func (m *merging) prepareLook(context.Context) error {
	if m.redaction == nil {
		return nil
	}
	engine, err := NewEngine(m.Config.Redact)
	if err != nil {
		return err
	}
	data, err := output.Read(m.shards[0].dir, shardLook)
	if err != nil {
		return fmt.Errorf("%w: %q: %w", ErrShards, m.shards[0].dir, err)
	}
	kept, err := sitescan.ReadKept(data)
	if err != nil {
		return fmt.Errorf("%w: %q is damaged: %w", ErrShards, m.shards[0].dir, err)
	}
	m.second = &secondLook{taken: sitescan.NewTaken(kept)}
	nameValues(m.second.taken, engine)
	m.second.taken.CarryAll()
	return m.settleLook(engine)
}

// openApart opens the destination, which must lie apart from the shards.
func (m *merging) openApart(ctx context.Context) error {
	m.Config.Sources = m.dirs
	return m.open(ctx)
}

// takeOver copies the pages of the shards and gives their texts to the search index.
func (m *merging) takeOver(ctx context.Context) error {
	for _, s := range m.shards {
		err := output.ReadAll(s.dir, func(name string, data []byte) error {
			switch {
			case strings.HasPrefix(name, shardDocs):
				return m.addDocs(ctx, data)
			case strings.HasPrefix(name, shardDir+"/"):
				return nil
			}
			return m.Out.Write(name, data)
		})
		if err != nil {
			return fmt.Errorf("%q: %w", s.dir, err)
		}
	}
	return nil
}

func (m *merging) addDocs(ctx context.Context, data []byte) error {
	if m.index == nil {
		return nil
	}
	var d search.Digested
	if err := d.UnmarshalBinary(data); err != nil {
		return err
	}
	return m.index.AddDigested(ctx, &d)
}
