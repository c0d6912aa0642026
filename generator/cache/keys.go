package cache

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"

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
//   - what represents the values that were removed from it (Session.Key). If the archive contains a
//     value that it did not contain before, that may be in this session, too: then the session is
//     parsed and redacted, and kept if its texts are as they were (Session.Cleaned);
//   - and the files that were written for it, by size and time (output.Site.Keep).

// keying condenses texts and numbers, one after the other.
type keying []byte

func (k *keying) add(texts ...string) {
	for _, t := range texts {
		*k = append(binary.AppendUvarint(*k, uint64(len(t))), t...)
	}
}

func (k *keying) number(n int64) { *k = binary.AppendVarint(*k, n) }

// list begins a list of so many.
func (k *keying) list(n int) { k.number(int64(n)) }

func (k *keying) key() string {
	sum := sha256.Sum256(*k)
	return string(sum[:16])
}

// file adds what is parsed of a file; nil is for none.
func (k *keying) file(what string, f *source.File) {
	if f == nil {
		k.list(0)
		return
	}
	k.list(1)
	k.add(what)
	var room [512]byte
	stamp := f.AppendStamp(room[:0])
	*k = append(binary.AppendUvarint(*k, uint64(len(stamp))), stamp...)
	part := ""
	if p := f.Part; p != nil {
		part = fmt.Sprintf("%q %v %v %v %t", p.Only, p.Copied, p.Withheld, p.Repeated, p.Only == nil)
	}
	k.add(part)
}

// SessionKey condenses what a session is parsed from, and what is said about it.
func SessionKey(s *source.Session, said about.Entry) string {
	k := make(keying, 0, 1<<10)
	k.add(said.Title, said.Note)
	k.list(len(said.Tags))
	k.add(said.Tags...)
	k.list(len(said.Turns))
	for _, t := range said.Turns {
		k.add(t.Anchor, t.Mark, t.Note, t.File) // its place is in warnings
		k.number(int64(t.Line))
	}
	k.add(s.ID, s.IndexTitle, s.Origin)
	k.list(len(s.Summaries))
	for _, sum := range s.Summaries {
		k.add(fmt.Sprintf("%q", sum))
	}
	k.number(int64(len(s.Snapshots)))
	k.number(s.Start.UnixNano())
	k.list(len(s.Main))
	for _, f := range s.Main {
		k.file("main", f)
	}
	k.list(len(s.Agents))
	for _, a := range s.Agents {
		k.add(a.ID, a.Run)
		k.file("agent", a.File)
		k.file("meta", a.Meta)
	}
	for _, files := range []map[string]*source.File{s.Results, s.Scripts, s.Copies, s.Plans} {
		k.list(len(files))
		for _, name := range slices.Sorted(maps.Keys(files)) {
			k.file(name, files[name])
		}
	}
	k.list(len(s.Workflows))
	for _, w := range s.Workflows {
		k.file(w.Run, w.Journal)
		k.file(w.Run, w.Summary)
	}
	k.file("memory", s.Memory)
	k.file("title", s.Titled)
	p := s.Project
	k.add(p.Slug, p.Name, p.Group, p.Folder, p.Dir, s.Folder.Name, s.Folder.Dir)
	return k.key()
}

// placeKey returns a hash of a session's project and neighbors, by their published names.
func placeKey(s *publish.Session) string {
	k := make(keying, 0, 1<<9)
	p := s.Project
	k.add(s.ID, p.Slug, p.Name, p.Group, p.Folder, p.Dir, s.Dir)
	before, after := p.Around(s)
	for _, other := range []*publish.Session{before, after} {
		if other != nil {
			k.add(other.ID)
			k.number(other.Start.UnixNano())
		} else {
			k.add("none")
		}
	}
	return k.key()
}

// AroundKey condenses the titles of a session's neighbors, "" for none.
func AroundKey(titles [2]string) string {
	if titles == [2]string{} {
		return ""
	}
	var k keying
	k.add(titles[:]...)
	return k.key()
}

// Now is what the pages of a session depend on besides its files.
type Now struct {
	Collected *redaction.Collected // nil when redaction is off
	Archive   *publish.Archive
	News      bool                             // any session may contain values that the last build did not remove there
	Same      map[string]bool                  // if so: ids of those that were redacted, and in which nothing is new; for reading
	Around    func(*publish.Session) [2]string // titles of its neighbors
}

// Clean reports whether the same is redacted from a session as in the last build.
func (s *Session) Clean(now Now) bool {
	r := now.Collected
	return r == nil || (!now.News || now.Same[s.ID]) && s.Key == r.Cleaner.Key(s.Used)
}

// MayBeClean reports whether a session has to be redacted to know whether its pages can be kept.
func (s *Session) MayBeClean(now Now, as *publish.Session) bool {
	return now.News && s.Cleaned != "" && s.Place == placeKey(as) && s.Key == now.Collected.Cleaner.Key(s.Used)
}

// Holds reports whether all that a session's pages are made from besides its files is as it was.
func (s *Session) Holds(now Now, as *publish.Session) bool {
	if s.Place != placeKey(as) || !s.Clean(now) || s.Around != AroundKey(now.Around(as)) {
		return false
	}
	for id, dir := range s.Asked {
		if now.Archive.Dir(id) != dir {
			return false
		}
	}
	return true
}
