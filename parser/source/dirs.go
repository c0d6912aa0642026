package source

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"steno/parser/jsonl"
	"steno/parser/raw"
)

// This file finds out which working directories a session records. They decide which patterns
// fit it, so that all of them are kept, however many, and by sessionId: a file may hold the
// records of several sessions.

// dirOf says that records of a sessionId were written in a directory.
type dirOf struct {
	id  int32 // index into facts.ids; -1: no sessionId
	dir int32 // index into facts.cwds
}

// dirSet gathers directories while a file is scanned.
type dirSet struct {
	last   []byte // as written, of the record before
	lastID int
	at     map[string]int32 // index into facts.cwds
	seen   map[dirOf]bool
}

// dir notes the working directory of a record.
func (s *scanner) dir(id int, quoted []byte) {
	d := &s.dirSet
	if len(quoted) == 0 || id == d.lastID && bytes.Equal(quoted, d.last) {
		return
	}
	d.last, d.lastID = append(d.last[:0], quoted...), id
	if d.at == nil {
		d.at, d.seen = map[string]int32{}, map[dirOf]bool{}
	}
	text := raw.String(quoted)
	i, known := d.at[text]
	if !known {
		i = int32(len(s.cwds))
		d.at[text] = i
		s.cwds = append(s.cwds, text)
	}
	if use := (dirOf{int32(id), i}); !d.seen[use] {
		d.seen[use] = true
		s.dirs = append(s.dirs, use)
	}
}

// dirs lists the directories that the share's records were written in, in order of first use.
func (s *share) dirs() (dirs []string) {
	for _, d := range s.facts.dirs {
		if s.holds(&node{id: d.id}) {
			dirs = append(dirs, s.facts.cwds[d.dir])
		}
	}
	return dirs
}

// scanDirs reads nothing of an agent's transcript but the directories that it records.
func scanDirs(r *jsonl.Reader, f *File) *facts {
	s := scanner{facts: facts{transcript: true}}
	src, err := f.Open()
	if err != nil {
		return &facts{transcript: true, err: err}
	}
	defer src.Close()
	r.Reset(src)
	for r.Next() {
		for _, object := range r.Line().Objects {
			for name, val := range raw.Members(object) {
				if string(name) == "cwd" && len(val) > 2 && val[0] == '"' {
					s.dir(-1, val)
				}
			}
		}
	}
	found := s.facts
	found.err = r.Err()
	return &found
}

// learnDirs collects the directories of a session: those of its transcripts, then of its
// agents.
func (d *draft) learnDirs() {
	for _, t := range d.runs {
		d.Dirs = append(d.Dirs, t.facts.cwds...)
	}
	d.Dirs = distinctDirs(append(slices.Clone(d.cwds), d.Dirs...))
}

func distinctDirs(all []string) (dirs []string) {
	seen := map[string]bool{}
	for _, dir := range all {
		if !seen[dir] {
			seen[dir] = true
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// splitByDir sorts sessions whose folder is named after a directory by the directories that
// they record. Most have the one that the folder is named after, or one below it. The names of
// different directories may be the same, though: then each is a group of its own, of which
// the one whose sessions are oldest comes first, with the sessions that cannot be told apart.
func splitByDir(folder string, drafts []*draft) [][]*draft {
	var dirs []string
	groups := map[string][]*draft{}
	var rest []*draft
	for _, d := range drafts {
		i := slices.IndexFunc(d.cwds, func(dir string) bool { return isEncodingOf(folder, dir) })
		if !isEncoded(folder) || i < 0 {
			rest = append(rest, d)
			continue
		}
		key := strings.ToLower(d.cwds[i][:min(1, len(d.cwds[i]))]) + d.cwds[i][min(1, len(d.cwds[i])):] // drives
		if groups[key] == nil {
			dirs = append(dirs, key)
		}
		groups[key] = append(groups[key], d)
	}
	if len(dirs) < 2 {
		return [][]*draft{drafts}
	}
	slices.SortStableFunc(dirs, func(a, b string) int { return oldest(groups[a]).Start.Compare(oldest(groups[b]).Start) })
	for _, d := range rest {
		home := dirs[0]
		for _, dir := range dirs {
			if len(d.cwds) > 0 && Below(d.cwds[0], dir) {
				home = dir
			}
		}
		groups[home] = append(groups[home], d)
	}
	var all [][]*draft
	for _, dir := range dirs {
		all = append(all, groups[dir])
	}
	return all
}

func oldest(drafts []*draft) *draft {
	return slices.MinFunc(drafts, func(a, b *draft) int { return a.Start.Compare(b.Start) })
}

// Below reports whether a directory of any system lies in another one, or is that one.
func Below(dir, above string) bool {
	dir, above = path.Clean(strings.ReplaceAll(dir, `\`, "/")), path.Clean(strings.ReplaceAll(above, `\`, "/"))
	return above != "" && (dir == above || strings.HasPrefix(dir, strings.TrimSuffix(above, "/")+"/"))
}

// IsEncoded reports whether a folder's name is made from a working directory.
func IsEncoded(folder string) bool { return isEncoded(folder) }

// Encoded is the name that Claude Code gives to the folder of a working directory.
func Encoded(dir string) string {
	name := encodingOf(dir)
	return name[:min(len(name), maxEncoded)]
}
