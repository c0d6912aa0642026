package generator

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"steno/generator/about"
	"steno/generator/publish"
	"steno/generator/redact"
	"steno/generator/search"
	"steno/parser/source"
)

// A session is not built again when all that its pages are made from is as it was:
//
//   - this program, the configuration and the theme (memory.base);
//   - its files, by path, size and time, and what of them belongs to it, and those of the sessions
//     of its family (memo.Source);
//   - its neighbours and its project, which its pages name (memo.Place);
//   - which of the sessions that it refers to are in the archive (memo.Asked);
//   - what stands for the values that were taken out of it (memo.Key), while the archive
//     holds no value that it did not hold before, as that might stand here too;
//   - and the files that were written for it, by size and time (output.Site.Keep).

// makeMemory prepares what is remembered between builds; find reads it.
func (b *build) makeMemory() {
	if b.Cache == "" {
		return
	}
	base := sha256.New()
	for _, part := range []func(context.Context, io.Writer) error{b.hashProgram, b.hashShown, b.hashFiles} {
		if err := part(context.Background(), base); err != nil {
			return
		}
	}
	b.memory = newMemory(b.cacheName(), hex.EncodeToString(base.Sum(nil)))
}

// noteSources condenses what each session is parsed from, before anything of it is cleaned.
func (b *build) noteSources() {
	b.parsedFrom = map[*source.Session]string{}
	if b.memory == nil {
		return
	}
	for _, s := range b.archive.Sessions() {
		if m := b.gone[s]; m != nil {
			b.parsedFrom[s] = m.Source
		} else {
			b.parsedFrom[s] = parsedFrom(s, b.about[s])
		}
	}
	b.noteFamilies()
}

// parsedFrom condenses what a session is parsed from, and what is said about it.
func parsedFrom(s *source.Session, said about.Entry) string {
	h := sha256.New()
	file := func(what string, f *source.File) {
		if f != nil {
			fmt.Fprintf(h, "%s %s %q %v %v\n", what, f.Stamp(), f.Only, f.Copied, f.Withheld)
			if f.Only == nil {
				fmt.Fprintln(h, "all")
			}
		}
	}
	fmt.Fprintf(h, "%q\n", []string{said.Title, said.Note, strings.Join(said.Tags, "\n")})
	fmt.Fprintf(h, "%q %q %d %q %q %v\n", s.ID, s.IndexTitle, s.Snapshots, s.Origin, s.Summaries, s.Start.UnixNano())
	for _, f := range s.Main {
		file("main", f)
	}
	for _, a := range s.Agents {
		fmt.Fprintf(h, "%q %q\n", a.ID, a.Run)
		file("agent", a.File)
		file("meta", a.Meta)
	}
	for _, name := range slices.Sorted(maps.Keys(s.Results)) {
		file(name, s.Results[name])
	}
	for _, w := range s.Workflows {
		file(w.Run, w.Journal)
		file(w.Run, w.Summary)
	}
	file("memory", s.Memory)
	for _, name := range slices.Sorted(maps.Keys(s.Plans)) {
		file(name, s.Plans[name])
	}
	p := s.Project
	fmt.Fprintf(h, "%q %q %q %q %q %q %q\n", p.Slug, p.Name, p.Group, p.Folder, p.Dir, s.Folder.Name, s.Folder.Dir)
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// place condenses where a session stands in the archive, by the names that are published.
func place(s *publish.Session) string {
	h := sha256.New()
	p := s.Project
	fmt.Fprintf(h, "%q %q %q %q %q %q %q\n", s.ID, p.Slug, p.Name, p.Group, p.Folder, p.Dir, s.Dir)
	before, after := p.Around(s)
	for _, other := range []*publish.Session{before, after} {
		if other != nil {
			fmt.Fprintf(h, "%q %d\n", other.ID, other.Start.UnixNano())
		} else {
			fmt.Fprintln(h, "none")
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// parsedBefore gives what is remembered of a session that would be parsed from the same
// as in the last build, nil otherwise.
func (b *build) parsedBefore(s *source.Session) *memo {
	if b.memory == nil {
		return nil
	}
	if m := b.gone[s]; m != nil {
		return m
	}
	if m := b.memory.sessions[s.ID]; m != nil && !b.memory.stale && m.Source == b.parsedFrom[s] {
		return m
	}
	return nil
}

// recall gives what is remembered of a session whose pages need not be made again, nil
// otherwise. Its files and its part of the search index are then taken over.
func (b *build) recall(ctx context.Context, s *publish.Session) (*memo, error) {
	m := b.parsedBefore(s.Source)
	isGone := b.gone[s.Source] != nil
	if m == nil || !isGone && !b.standsAsItDid(s, m) {
		return nil, nil
	}
	digested, data, ok := b.recallDigest(m)
	if !ok && !isGone {
		return nil, nil
	}
	kept, err := b.Out.Keep(m.Files)
	if !kept && isGone && err == nil {
		err = errors.New("its pages changed during the build")
	}
	if !kept || err != nil {
		return nil, err
	}
	if digested != nil && ok {
		if m.Digest, err = b.addDigest(ctx, digested, data); err != nil {
			return nil, fmt.Errorf("indexing: %w", err)
		}
	}
	m.kept = true
	return m, nil
}

// standsAsItDid tells whether all that a session's pages are made from besides its files is
// as it was.
func (b *build) standsAsItDid(s *publish.Session, m *memo) bool {
	if m.Place != place(s) {
		return false
	}
	if r := b.redaction; r != nil && (r.news || m.Key != r.cleaner.Key(m.Used)) {
		return false
	}
	for id, dir := range m.Asked {
		if b.published.Dir(id) != dir {
			return false
		}
	}
	return true
}

// noteValues compares the values of this build with those of the last one.
func (b *build) noteValues(groups [][]redact.Value) {
	known := map[string]bool{}
	for _, group := range groups {
		for _, v := range group {
			known[valueName(v)] = true
		}
	}
	b.redaction.known = slices.Sorted(maps.Keys(known))
	b.redaction.news = b.memory != nil && slices.ContainsFunc(b.redaction.known, func(v string) bool { return !b.memory.known[v] })
}

// recallDigest reads what the search index needs of a session, nil when there is no index.
// Its postings are with it or among those of the last build.
func (b *build) recallDigest(m *memo) (d *search.Digested, data []byte, ok bool) {
	if b.index == nil {
		return nil, nil, true
	}
	data, err := b.memory.digests.get(m.Digest)
	if err != nil {
		return nil, nil, false
	}
	d = &search.Digested{}
	if d.UnmarshalBinary(data) != nil {
		return nil, nil, false
	}
	return d, data, d.HasPostings() || b.Shard.Parts == 0 && b.memory.digests.earlier.Has(d)
}
