package source

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"steno/parser/jsonl"
)

// This file finds sessions that share records: forks, continuations, copies. Where one of them
// is excluded, what it shares with the others must be withheld from them. Which sessions belong
// to one family is worked out from the scans, for all of them; which lines they share is read
// again, of the families that need it. So memory follows the largest such family.

// findLeads finds the session that leads the team of agents which each mate is in, where that wrote a transcript of
// its own: of those with the name of the team, the last one that began before the mate.
func (p *Project) findLeads() {
	leads := map[string][]*Session{}
	for _, s := range p.Sessions {
		if s.Team != "" && s.Mate == "" {
			leads[s.Team] = append(leads[s.Team], s)
		}
	}
	for _, s := range p.Sessions {
		var lead *Session
		for _, other := range leads[s.Team] {
			if s.Mate != "" && !other.Start.After(s.Start) && (lead == nil || other.Start.After(lead.Start)) {
				lead = other
			}
		}
		if lead != nil {
			s.Lead = lead.ID
		}
	}
}

// findFamilies numbers the families of sessions that share records.
func (g *grouping) findFamilies() {
	drafts := g.sorted()
	of := make([]int, len(drafts)) // union-find: each points to an earlier one
	index := map[string]int{}
	for i, d := range drafts {
		of[i] = i
		index[d.ID] = i
	}
	root := func(i int) int {
		for of[i] != i {
			of[i] = of[of[i]]
			i = of[i]
		}
		return i
	}
	join := func(a, b int) {
		if a, b = root(a), root(b); a != b {
			of[max(a, b)] = min(a, b)
		}
	}
	g.eachShared(drafts, join)
	for i, d := range drafts {
		for _, origin := range []string{d.Origin, d.forked} {
			if j, ok := index[g.session(origin)]; ok && origin != "" {
				join(i, j)
			}
		}
	}
	size := make([]int, len(drafts))
	for i := range drafts {
		size[root(i)]++
	}
	for i, d := range drafts {
		if size[root(i)] > 1 {
			d.Family = root(i) + 1
		}
	}
}

// eachShared calls join for sessions that have records of one uuid.
func (g *grouping) eachShared(drafts []*draft, join func(a, b int)) {
	type use struct {
		key uint64
		by  int32
	}
	var uses []use
	for i, d := range drafts {
		for _, s := range d.files {
			s.each(func(n *Node) { uses = append(uses, use{n.Key, int32(i)}, use{n.Origin, int32(i)}) })
		}
	}
	slices.SortFunc(uses, func(a, b use) int { return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.by, b.by)) })
	for i := 1; i < len(uses); i++ {
		if a, b := uses[i-1], uses[i]; a.key == b.key && a.key != 0 && a.by != b.by {
			join(int(a.by), int(b.by))
		}
	}
}

// Shared says that a session has records in common with one that is excluded.
type Shared struct {
	Session, With *Session
	Records       int // lines that are withheld
}

// Withhold marks in the files of the sessions that are kept the lines that repeat records of
// excluded ones, and reports which. Files are replaced, not changed: others may list them.
func Withhold(ctx context.Context, kept, excluded []*Session) ([]Shared, error) {
	families, members := byFamily(excluded), byFamily(kept)
	var all []Shared
	r := jsonl.NewReader(nil)
	for _, family := range slices.Sorted(maps.Keys(families)) {
		if len(members[family]) == 0 {
			continue
		}
		owners, err := ownersOf(ctx, r, families[family])
		if err != nil {
			return nil, err
		}
		for _, s := range members[family] {
			shared, err := s.withhold(ctx, r, owners, families[family])
			if err != nil {
				return nil, err
			}
			all = append(all, shared...)
		}
	}
	return all, nil
}

// byFamily returns the sessions of each family.
func byFamily(sessions []*Session) map[int][]*Session {
	families := map[int][]*Session{}
	for _, s := range sessions {
		if s.Family != 0 {
			families[s.Family] = append(families[s.Family], s)
		}
	}
	return families
}

// ownersOf returns the keys of all records of sessions, each with the index of the first session that has it.
func ownersOf(ctx context.Context, r *jsonl.Reader, sessions []*Session) (map[uint64]int, error) {
	owners := map[uint64]int{}
	for i, s := range sessions {
		for _, f := range s.transcripts() {
			if err := s.eachRecord(ctx, r, *f, func(_ int, keys []uint64) {
				for _, key := range keys {
					if _, known := owners[key]; !known {
						owners[key] = i
					}
				}
			}); err != nil {
				return nil, err
			}
		}
	}
	return owners, nil
}

// withhold marks the lines of a session that repeat records that have owners.
func (s *Session) withhold(ctx context.Context, r *jsonl.Reader, owners map[uint64]int, excluded []*Session) ([]Shared, error) {
	count := make([]int, len(excluded))
	for _, f := range s.transcripts() {
		var lines []int32
		err := s.eachRecord(ctx, r, *f, func(line int, keys []uint64) {
			for _, key := range keys {
				if by, ok := owners[key]; ok {
					if n := len(lines); n == 0 || lines[n-1] != int32(line) {
						lines = append(lines, int32(line))
						count[by]++
					}
					return
				}
			}
		})
		if err != nil {
			return nil, err
		}
		if len(lines) > 0 {
			*f = (*f).with(func(p *Part) { p.Withheld = spans(lines) })
		}
	}
	s.Summaries = slices.DeleteFunc(s.Summaries, func(sum Summary) bool {
		_, ok := owners[textKey(sum.Leaf)]
		return ok
	})
	var shared []Shared
	for i, n := range count {
		if n > 0 {
			shared = append(shared, Shared{s, excluded[i], n})
		}
	}
	return shared, nil
}

// transcripts lists where the session keeps its transcripts, those of agents included.
func (s *Session) transcripts() (files []**File) {
	s.Main = slices.Clone(s.Main)
	for i := range s.Main {
		files = append(files, &s.Main[i])
	}
	for _, a := range s.Agents {
		files = append(files, &a.File)
	}
	return files
}

// eachRecord visits the session's records of a file with the keys by which another record is
// known to be the same, see [Format].Same. A file that cannot be read shares nothing that could be
// published.
func (s *Session) eachRecord(ctx context.Context, r *jsonl.Reader, f *File, visit func(line int, keys []uint64)) error {
	if s.Format.Same == nil {
		return nil
	}
	src, err := f.Open()
	if err != nil {
		return nil
	}
	defer src.Close()
	r.Reset(src)
	var keys []uint64
	for r.Next() {
		if err := ctx.Err(); err != nil {
			return err
		}
		for _, object := range r.Line().Objects {
			var session string
			if keys, session = s.Format.Same(object, keys[:0]); len(keys) > 0 && f.Holds(session) {
				visit(r.Line().Number, keys)
			}
		}
	}
	return nil
}
