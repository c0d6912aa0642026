package choose

import (
	"fmt"

	"steno/generator/cache"
	"steno/parser"
	"steno/parser/source"
)

// origin is where a session was found, before anything is cleaned or placed otherwise.
type origin struct {
	project cache.Project
	folder  cache.Folder
}

// noteOrigins notes of each session what is needed when its files are no more.
func noteOrigins(ch *chooser) {
	type place struct {
		project *source.Project
		folder  *source.Folder
	}
	ch.known = knownOf{}
	origins, nowhere := map[place]*origin{}, &placing{}
	for _, s := range ch.Archive.Sessions() {
		at := place{s.Project, s.Folder}
		if origins[at] == nil {
			p, f := s.Project, s.Folder
			origins[at] = &origin{cache.Project{Slug: p.Slug, Name: p.Name, Folder: p.Folder, Dir: p.Dir},
				cache.Folder{Name: f.Name, Dir: f.Dir}}
		}
		ch.known[s] = &known{origin: origins[at], placed: nowhere}
	}
}

// RemovedOf returns what is kept of a session for the time when its files are no more.
func (f *Found) RemovedOf(s *source.Session) cache.Removed {
	o := f.known.of(s).origin
	if o == nil {
		o = &origin{}
	}
	return cache.Removed{Format: s.Format.Key, Project: o.project, Folder: o.folder, Start: s.Start, End: s.End, Size: s.Size}
}

// addRemoved puts sessions that are gone back into the archive.
func (ch *chooser) addRemoved() {
	ch.Removed = map[*source.Session]*cache.Session{}
	if !ch.Config.KeepRemoved || ch.Part || ch.Only != nil {
		return
	}
	if ch.Cache == nil {
		ch.job.Hint("keepRemoved needs a cache: without one nothing is known of sessions that are gone")
		return
	}
	there := map[string]bool{}
	for _, s := range ch.Archive.Sessions() {
		there[s.ID] = true
	}
	left := 0
	for _, id := range ch.Cache.IDs() {
		if there[id] {
			continue
		}
		m := ch.Cache.Was(id)
		if m == nil {
			continue
		}
		was := ch.Cache.Removed(m)
		switch p := was.Project; {
		case p.Folder == "":
		case !ch.Cache.Guarded(ch.Config):
			left++
		default:
			s := &source.Session{ID: id, Format: ch.Formats.ByKey(was.Format),
				Folder: &source.Folder{Name: was.Folder.Name, Dir: was.Folder.Dir}, Start: was.Start,
				End: was.End, Size: was.Size}
			ch.Archive.Insert(s, source.Project{Slug: p.Slug, Name: p.Name, Folder: p.Folder, Dir: p.Dir})
			ch.Removed[s] = m
		}
	}
	if left > 0 {
		ch.job.Warn(parser.Warning{Text: fmt.Sprintf("%d sessions whose transcripts are gone are left out: the selection or the redaction changed since their pages were written",
			left)})
	}
}
