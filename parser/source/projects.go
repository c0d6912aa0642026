package source

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"path"
	"slices"
	"strings"
)

// place is a folder of a source.
type place struct {
	listing int // index of the source, two of which may have the same path inside
	folder  string
}

// found is a folder with the sessions in it, which are still to be finished.
type found struct {
	*Folder
	key    string // equal for folders of one name on several machines
	drafts []*draft

	part   bool   // of a folder with sessions of several directories
	former string // slug of the project that earlier versions made from that folder, if this part succeeds it
}

// projects groups the sessions by the folders they were found in, and folders of worktrees
// with those of their repositories.
func (g *grouping) projects(l *layout) []*Project {
	folders := g.folders(l)
	trees := g.worktrees(folders)
	byKey := map[string]*Project{}
	for _, f := range folders {
		key, dir := trees.home(f)
		p := byKey[key]
		if p == nil {
			p = &Project{}
			byKey[key] = p
		}
		if f.key == key {
			p.Folder, p.Dir = f.Name, f.Dir
		}
		p.Folder, p.Dir = cmp.Or(p.Folder, key), cmp.Or(p.Dir, dir)
		if f.key != key && trees.wasApart(f) {
			p.Former = append(p.Former, slug(cmp.Or(lastElement(f.Dir), f.Name), f.key, map[string]bool{}))
		}
		if f.former != "" {
			p.Former = append(p.Former, f.former)
		}
		for _, d := range f.drafts {
			d.learnDirs()
			d.Pieces = l.pieces[d.place]
			d.Ignore, d.About = l.ignores.covering(d.places), l.abouts.covering(d.places)
			d.finish(p, f.Folder)
		}
	}
	for _, dir := range slices.Sorted(maps.Keys(trees.clones)) {
		p := byKey[trees.homes[trees.clones[dir]]]
		if former := slug(lastElement(dir), trees.homes[dir], map[string]bool{}); !slices.Contains(p.Former, former) {
			p.Former = append(p.Former, former)
		}
	}
	return named(byKey)
}

// folders returns the folders by their keys. Those of one name are one when the name is made
// from a working directory (several machines' copies); other names say little, and are
// distinguished by the directory.
func (g *grouping) folders(l *layout) []*found {
	byPlace := map[place][]*draft{}
	var places []place
	for _, d := range g.sorted() {
		at := d.place
		if d.Format.Layout.ByDir && len(d.cwds) > 0 {
			at.folder = d.cwds[0]
		}
		if byPlace[at] == nil {
			places = append(places, at)
		}
		byPlace[at] = append(byPlace[at], d)
	}
	slices.SortFunc(places, func(a, b place) int {
		return cmp.Or(strings.Compare(a.folder, b.folder), cmp.Compare(a.listing, b.listing))
	})
	byKey := map[string]*found{}
	for _, at := range places {
		base := path.Base(at.folder)
		dir := commonDir(base, byPlace[at])
		key := base
		if !byPlace[at][0].Format.IsFolder(base) {
			key += "\x00" + cmp.Or(dir, at.folder)
		}
		f := byKey[key]
		if f == nil {
			f = &found{Folder: &Folder{Name: base}, key: key}
			byKey[key] = f
		}
		f.Dir = cmp.Or(f.Dir, dir)
		f.Memory = append(f.Memory, l.memories[at]...)
		f.drafts = append(f.drafts, byPlace[at]...)
	}
	var all []*found
	for _, key := range slices.Sorted(maps.Keys(byKey)) {
		all = append(all, byKey[key].split()...)
	}
	return all
}

// split returns a folder for each of several directories that it is named after, or, if it is named
// after none, in which its sessions began. What the agent remembers may be of any of them.
func (f *found) split() []*found {
	if f.Dir == "" && !f.drafts[0].Format.IsFolder(f.Name) {
		return f.scatter()
	}
	groups := splitByDir(f.Name, f.drafts)
	if len(groups) == 1 {
		return []*found{f}
	}
	all := make([]*found, len(groups))
	for i, drafts := range groups {
		part := &found{Folder: &Folder{Name: f.Name, Dir: commonDir(f.Name, drafts), Memory: f.Memory}, key: f.key, drafts: drafts}
		if i > 0 {
			part.key += "\x00" + part.Dir
		}
		all[i] = part
	}
	return all
}

// scatter returns a folder for each directory in which sessions of the folder began, and one for those
// that record none. If there are none of these, the project with most of the sessions succeeds that of
// the folder.
func (f *found) scatter() []*found {
	byDir := map[string]*found{}
	var rest []*draft
	for _, d := range f.drafts {
		if len(d.cwds) == 0 {
			rest = append(rest, d)
			continue
		}
		dir := sameDrive(d.cwds[0])
		if byDir[dir] == nil {
			byDir[dir] = &found{Folder: &Folder{Name: f.Name, Dir: d.cwds[0], Memory: f.Memory}, key: dir, part: true}
		}
		byDir[dir].drafts = append(byDir[dir].drafts, d)
	}
	var all []*found
	for _, dir := range slices.Sorted(maps.Keys(byDir)) {
		all = append(all, byDir[dir])
	}
	if len(rest) > 0 {
		f.drafts = rest
		return append(all, f)
	}
	heir := slices.MaxFunc(all, func(a, b *found) int { return len(a.drafts) - len(b.drafts) })
	heir.former = slug(f.Name, f.key, map[string]bool{})
	return all
}

// finish completes the session of a draft and adds it to its project.
func (d *draft) finish(p *Project, f *Folder) {
	d.Project, d.Folder = p, f
	for _, s := range d.files {
		d.Main = append(d.Main, s.file)
		if s.rest { // another session's file is counted there
			d.Size += s.file.Size
		}
	}
	for _, a := range d.Agents {
		d.Size += a.File.Size
	}
	p.Sessions = append(p.Sessions, d.Session)
}

// commonDir returns the working directory of a project folder: the one whose
// encoding is the folder's name, else the one most sessions began in. A folder
// that is not named after a directory may contain anybody's transcripts: there it
// takes more than half of them.
func commonDir(folder string, drafts []*draft) string {
	votes := map[string]int{}
	for _, d := range drafts {
		for i, dir := range d.cwds {
			if d.Format.isFolderOf(folder, dir) {
				return dir
			}
			if i == 0 {
				votes[dir]++
			}
		}
	}
	best := ""
	for _, dir := range slices.Sorted(maps.Keys(votes)) {
		if votes[dir] > votes[best] {
			best = dir
		}
	}
	if !drafts[0].Format.IsFolder(folder) && 2*votes[best] <= len(drafts) {
		return ""
	}
	for _, d := range drafts {
		best = cmp.Or(best, d.indexDir)
	}
	return best
}

// named assigns the projects their names and slugs and sorts all.
func named(byKey map[string]*Project) []*Project {
	all := make([]*Project, 0, len(byKey))
	taken := map[string]bool{}
	for _, key := range slices.Sorted(maps.Keys(byKey)) {
		p := byKey[key]
		all = append(all, p)
		p.Name = cmp.Or(lastElement(p.Dir), p.Folder)
		p.Slug = slug(p.Name, key, taken)
	}
	order(all)
	return all
}

// order sorts projects, and the sessions of each.
func order(all []*Project) {
	for _, p := range all {
		slices.SortFunc(p.Sessions, func(a, b *Session) int {
			return cmp.Or(a.Start.Compare(b.Start), strings.Compare(a.ID, b.ID))
		})
	}
	slices.SortFunc(all, func(a, b *Project) int { return strings.Compare(a.Slug, b.Slug) })
}

// lastElement returns the last element of a directory of any system.
func lastElement(dir string) string {
	dir = strings.TrimRight(dir, `/\`)
	return dir[strings.LastIndexAny(dir, `/\`)+1:]
}

// slug makes a name for URLs: lower-case ASCII, then six hex digits of a hash of
// key, more of them if that should be taken.
func slug(name, key string, taken map[string]bool) string {
	const maxName = 40
	var b strings.Builder
	for _, r := range strings.ToLower(name) {
		switch {
		case b.Len() == maxName:
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	base := strings.Trim(b.String(), "-")
	if base == "" {
		base = "project"
	}
	sum := sha256.Sum256([]byte(key))
	digits := hex.EncodeToString(sum[:])
	for n := 6; ; n++ {
		if s := base + "-" + digits[:n]; !taken[s] {
			taken[s] = true
			return s
		}
	}
}
