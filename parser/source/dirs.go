package source

import (
	"path"
	"slices"
	"strings"
)

// This file finds out which working directories a session records. They decide which patterns
// fit it, so that all of them are kept, however many, and by sessionId: a file may contain the
// records of several sessions.

// dirs lists the directories that the share's records were written in, in order of first use.
func (s *share) dirs() (dirs []string) {
	for _, d := range s.facts.Dirs {
		if s.holds(&Node{ID: d.ID}) {
			dirs = append(dirs, s.facts.Cwds[d.Dir])
		}
	}
	return dirs
}

// learnDirs collects the directories of a session: those of its transcripts, then of its
// agents.
func (d *draft) learnDirs() {
	for _, t := range d.runs {
		d.Dirs = append(d.Dirs, t.facts.Cwds...)
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
// different directories may be the same, though: then each is its own group, of which
// the one whose sessions are oldest comes first, with the sessions that cannot be distinguished.
func splitByDir(folder string, drafts []*draft) [][]*draft {
	var dirs []string
	groups := map[string][]*draft{}
	var rest []*draft
	for _, d := range drafts {
		i := slices.IndexFunc(d.cwds, func(dir string) bool { return d.Format.isFolderOf(folder, dir) })
		if !d.Format.IsFolder(folder) || i < 0 {
			rest = append(rest, d)
			continue
		}
		key := sameDrive(d.cwds[i])
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

// sameDrive returns a directory with the letter of its drive, whose case varies, in lower case.
func sameDrive(dir string) string {
	if len(dir) > 1 && dir[1] == ':' {
		return strings.ToLower(dir[:1]) + dir[1:]
	}
	return dir
}

func oldest(drafts []*draft) *draft {
	return slices.MinFunc(drafts, func(a, b *draft) int { return a.Start.Compare(b.Start) })
}

// Below reports whether a directory of any system is in another one, or is that one.
func Below(dir, above string) bool {
	dir, above = path.Clean(strings.ReplaceAll(dir, `\`, "/")), path.Clean(strings.ReplaceAll(above, `\`, "/"))
	return above != "" && (dir == above || strings.HasPrefix(dir, strings.TrimSuffix(above, "/")+"/"))
}
