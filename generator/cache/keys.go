package cache

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"

	"steno/generator/about"
	"steno/generator/publish"
	"steno/generator/redaction"
	"steno/parser/source"
)

// A session is not built again when all that its pages are made from is as it was:
//
//   - this program, the configuration and the theme (Cache.base);
//   - its files, by path, size and time, and what of them belongs to it, and those of the sessions
//     of its family (Session.Source);
//   - its neighbours and its project, which its pages name (Session.Place, Session.Around);
//   - which of the sessions that it refers to are in the archive (Session.Asked);
//   - what represents the values that were removed from it (Session.Key), while the archive
//     contains no value that it did not contain before, as that might stand here too;
//   - and the files that were written for it, by size and time (output.Site.Keep).

// SessionKey condenses what a session is parsed from, and what is said about it.
func SessionKey(s *source.Session, said about.Entry) string {
	h := sha256.New()
	file := func(what string, f *source.File) {
		if f != nil {
			fmt.Fprintf(h, "%s %s %q %v %v %v\n", what, f.Stamp(), f.Only, f.Copied, f.Withheld, f.Repeated)
			if f.Only == nil {
				fmt.Fprintln(h, "all")
			}
		}
	}
	fmt.Fprintf(h, "%q\n", []string{said.Title, said.Note, strings.Join(said.Tags, "\n")})
	for _, t := range said.Turns {
		fmt.Fprintf(h, "%q %d\n", []string{t.Anchor, t.Mark, t.Note, t.File}, t.Line) // its place is in warnings
	}
	fmt.Fprintf(h, "%q %q %d %q %q %v\n", s.ID, s.IndexTitle, len(s.Snapshots), s.Origin, s.Summaries, s.Start.UnixNano())
	for _, f := range s.Main {
		file("main", f)
	}
	for _, a := range s.Agents {
		fmt.Fprintf(h, "%q %q\n", a.ID, a.Run)
		file("agent", a.File)
		file("meta", a.Meta)
	}
	for _, files := range []map[string]*source.File{s.Results, s.Scripts, s.Copies, s.Plans} {
		for _, name := range slices.Sorted(maps.Keys(files)) {
			file(name, files[name])
		}
	}
	for _, w := range s.Workflows {
		file(w.Run, w.Journal)
		file(w.Run, w.Summary)
	}
	file("memory", s.Memory)
	file("title", s.Titled)
	p := s.Project
	fmt.Fprintf(h, "%q %q %q %q %q %q %q\n", p.Slug, p.Name, p.Group, p.Folder, p.Dir, s.Folder.Name, s.Folder.Dir)
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// placeKey returns a hash of a session's project and neighbors, by their published names.
func placeKey(s *publish.Session) string {
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

// Now is what the pages of a session depend on besides its files.
type Now struct {
	Collected *redaction.Collected // nil when redaction is off
	News      bool                 // there are values that were not known to the last build
	Archive   *publish.Archive
	Around    func(*publish.Session) [2]string // titles of its neighbors
}

// Clean reports whether the same is redacted from a session as in the last build.
func (s *Session) Clean(now Now) bool {
	r := now.Collected
	return r == nil || !now.News && s.Key == r.Cleaner.Key(s.Used)
}

// Holds reports whether all that a session's pages are made from besides its files is as it was.
func (s *Session) Holds(now Now, as *publish.Session) bool {
	if s.Place != placeKey(as) || !s.Clean(now) || s.Around != now.Around(as) {
		return false
	}
	for id, dir := range s.Asked {
		if now.Archive.Dir(id) != dir {
			return false
		}
	}
	return true
}
