package cache

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"

	"steno/generator/lists"
	"steno/generator/output"
	"steno/generator/publish"
	"steno/generator/render"
	"steno/generator/summary"
	"steno/parser"
)

// The pages that list what a project contains are taken over from the last build when they
// would be the same: the same sessions belong to it, none of them was built again, and what
// else they show of the project is as it was. Templates of one's own may show figures of the
// whole site on them, so that with these they are made by every build.

// Projects is what the lists of projects, and the pages behind figures of the statistics, depend on.
type Projects struct {
	cache *Cache
	mu    *sync.Mutex               // of keys, as pages are written at the same time
	keys  map[string]string         // by the slugs of projects and the names of pages
	moved map[*publish.Project]bool // those with a session that was built again
	again map[string]string         // ids that the files of each session have that was built again, by published id
}

// Projects condenses what the lists of each project show besides what is said in its sessions, and
// notes which projects have a session that was built again.
func (c *Cache) Projects(sessions []*publish.Session, built []Built, notes map[*publish.Project][]*parser.Note) Projects {
	l := Projects{c, new(sync.Mutex), map[string]string{}, map[*publish.Project]bool{}, map[string]string{}}
	ids := map[*publish.Project][]string{}
	for i, s := range sessions {
		l.moved[s.Project] = l.moved[s.Project] || !built[i].Kept
		if !built[i].Kept {
			l.again[s.ID] = s.RawID
		}
		ids[s.Project] = append(ids[s.Project], fmt.Sprintf("%q %v", s.RawID, built[i].Gone))
	}
	for p, list := range ids {
		h := sha256.New()
		fmt.Fprintf(h, "%q %q %q %q %q %q\n", p.Slug, p.Name, p.Title(), p.Group, p.Folder, p.Dir)
		if link := render.NotesLink("", "", notes[p]); link != nil {
			fmt.Fprintf(h, "%q\n", link.Text)
		}
		slices.Sort(list)
		fmt.Fprintf(h, "%q\n", list)
		l.keys[p.Slug] = hex.EncodeToString(h.Sum(nil)[:16])
	}
	return l
}

// Keep returns a function that takes over the pages in a folder that list a project's sessions or
// files, if they are valid.
func (l Projects) Keep(r *render.Renderer) func(p *publish.Project, dir string) (bool, error) {
	return func(p *publish.Project, dir string) (bool, error) {
		c := l.cache
		if c == nil || c.stale || l.moved[p] || r.Conf.Theme.Dir != "" || c.projects[p.Slug] != l.key(p.Slug) {
			return false, nil
		}
		var files []output.File
		for _, f := range c.others.Below(dir) {
			name := f.Name[len(dir)+1:]
			if name == "index.html" || strings.HasPrefix(name, "page-") || strings.HasPrefix(name, lists.RowsPrefix) {
				files = append(files, f)
			}
		}
		if len(files) == 0 {
			return false, nil
		}
		return r.Out.Keep(files)
	}
}

// key returns what condenses the lists of a project.
func (l Projects) key(slug string) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.keys[slug]
}

// note notes what condenses a page.
func (l Projects) note(name, key string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.keys[name] = key
}

// summaryOf returns what the last build made of a session, nil for nothing.
func summaryOf(c *Cache, id string) *summary.Session {
	if c == nil {
		return nil
	}
	m := c.Was(id)
	if m == nil {
		return nil
	}
	was, err := c.SummaryWas(m)
	if err != nil {
		return nil
	}
	return was
}

// KeepPage returns a function that takes over a page about some sessions, if it is valid: of those
// that were built again the page shows the same, and key, which condenses what else it shows, is
// that of the last build.
func (l Projects) KeepPage(r *render.Renderer) func(name, key string, of iter.Seq[summary.Listing],
	same func(was, is *summary.Session) bool) (bool, error) {
	return func(name, key string, of iter.Seq[summary.Listing], same func(was, is *summary.Session) bool) (bool, error) {
		l.note(name, key)
		c := l.cache
		if c == nil || c.stale || r.Conf.Theme.Dir != "" || c.projects[name] != key {
			return false, nil
		}
		for s := range of {
			id, again := l.again[s.ID]
			if !again {
				continue
			}
			if was := summaryOf(c, id); was == nil || !same(was, s.Shown()) {
				return false, nil
			}
		}
		at, found := slices.BinarySearchFunc(c.others, name, func(f output.File, name string) int { return strings.Compare(f.Name, name) })
		if !found {
			return false, nil
		}
		return r.Out.Keep(c.others[at : at+1])
	}
}
