// Package publish contains the archive under the names that a site shows. Its input is the archive
// as it was found and a function that cleans names; its output is a copy with clean names. The
// archive that was found does not change.
package publish

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"steno/generator/address"
	"steno/parser"
	"steno/parser/source"
)

// Archive is what a site shows, in the order of the archive that was found.
type Archive struct {
	Projects []*Project
	ids      map[string]struct{} // of sessions, as they are published
}

// Project is a project under its published names.
type Project struct {
	Slug     string
	Name     string
	Group    string
	Folder   string
	Dir      string
	Former   []string        // slugs of projects that earlier versions made from some of its sessions
	Sessions []*Session      // by first timestamp, then id
	Source   *source.Project // as it was found; nil in a merge
}

// Around returns the sessions before and after one of the project's own, nil where there is none. Those of which only agents
// were found are passed over, except from one of their kind: they continue no conversation.
func (p *Project) Around(s *Session) (before, after *Session) {
	at, _ := slices.BinarySearchFunc(p.Sessions, s, func(x, y *Session) int {
		return cmp.Or(x.Start.Compare(y.Start), cmp.Compare(x.RawID, y.RawID))
	})
	if at == len(p.Sessions) || p.Sessions[at] != s {
		at = slices.Index(p.Sessions, s) // two of one id
	}
	beside := func(step int) *Session {
		for i := at + step; i >= 0 && i < len(p.Sessions); i += step {
			if other := p.Sessions[i]; s.agentsOnly || !other.agentsOnly {
				return other
			}
		}
		return nil
	}
	return beside(-1), beside(1)
}

// Title returns the project's name behind that of its group.
func (p *Project) Title() string {
	if p.Group == "" {
		return p.Name
	}
	return p.Group + " / " + p.Name
}

// Session is a session under its published names.
type Session struct {
	ID      string
	RawID   string // as its files have it
	Project *Project
	Dir     string // working directory of the folder that it was found in
	Start   time.Time
	Size    int64
	Source  *source.Session // as it was found; nil in a merge
	Origin  *Session        // the session that this one began as a copy of; nil for none, or one that is not published
	Copies  []*Session      // those that began as copies of this one
	Next    *Session        // the session that this one goes on in; nil for none, or one that is not published
	Before  []*Session      // those that go on in this one
	Lead    *Session        // the session that leads the team which this one is a mate in; nil for none, or one that is not published
	Mate    string          // its name in the team
	Mates   []*Session      // those that are mates in the team which this one leads

	agentsOnly bool // no conversation was found of it; its files may be released before that is asked for
}

// Agent returns the name of the agent with its newest version: "Claude Code 2.1.2".
func (s *Session) Agent(versions []string) string {
	if s.Source == nil || s.Source.Format == nil {
		return ""
	}
	name := s.Source.Format.Name
	if n := len(versions); n > 0 {
		name += " " + versions[n-1]
	}
	return name
}

// New copies an archive with clean names. Sessions in without are left out, and projects that have
// no other.
func New(a *source.Archive, clean func(string) string, without map[*source.Session]bool) *Archive {
	out := &Archive{}
	taken := map[string]bool{}
	dirs := map[*source.Folder]string{}
	for _, p := range a.Projects {
		project := cleanProject(p, clean)
		for _, s := range p.Sessions {
			id := clean(s.ID)
			for n := 2; id != s.ID && taken[id]; n++ {
				id = clean(s.ID) + "-" + strconv.Itoa(n)
			}
			taken[id] = true
			if _, known := dirs[s.Folder]; !known {
				dirs[s.Folder] = clean(s.Folder.Dir)
			}
			if without[s] {
				continue
			}
			project.Sessions = append(project.Sessions, &Session{
				ID: id, RawID: s.ID, Project: project, Dir: dirs[s.Folder], Start: s.Start, Size: s.Size, Source: s,
				Mate: clean(s.Mate), agentsOnly: len(s.Main) == 0 && len(s.Agents) > 0,
			})
		}
		if len(project.Sessions) > 0 {
			out.Projects = append(out.Projects, project)
		}
	}
	distinguish(out.Projects)
	out = Assemble(out.Projects)
	out.link()
	return out
}

// Named returns the sessions that the pages of a session name by title.
func (s *Session) Named() []*Session {
	named := slices.Concat(s.Copies, s.Before, s.Mates)
	for _, other := range []*Session{s.Origin, s.Next, s.Lead} {
		if other != nil {
			named = append(named, other)
		}
	}
	return named
}

// link links sessions to those that they began as copies of, go on in, or have for the lead of their team, and back.
func (a *Archive) link() {
	byID := map[string]*Session{}
	for _, s := range a.Sessions() {
		byID[s.RawID] = s
	}
	for _, s := range a.Sessions() {
		if origin := byID[s.Source.Origin]; origin != nil && origin != s {
			s.Origin = origin
			origin.Copies = append(origin.Copies, s)
		}
		if next := byID[s.Source.Next]; next != nil && next != s {
			s.Next = next
			next.Before = append(next.Before, s)
		}
		if lead := byID[s.Source.Lead]; lead != nil && lead != s {
			s.Lead = lead
			lead.Mates = append(lead.Mates, s)
		}
	}
}

// Assemble returns an archive of these projects.
func Assemble(projects []*Project) *Archive {
	a := &Archive{Projects: projects, ids: map[string]struct{}{}}
	for _, s := range a.Sessions() {
		a.ids[s.ID] = struct{}{}
	}
	return a
}

// cleanProject cleans a project's names and the address made from them. The name of a home
// directory is that of its owner, so it is taken from the clean path.
func cleanProject(p *source.Project, clean func(string) string) *Project {
	name, dir := clean(p.Name), clean(p.Dir)
	if dir != p.Dir && lastElement(p.Dir) == p.Name {
		name = clean(lastElement(dir))
	}
	out := &Project{Slug: p.Slug, Name: name, Group: clean(p.Group), Folder: clean(p.Folder), Dir: dir, Source: p}
	for _, slug := range p.Former {
		if at := strings.LastIndexByte(slug, '-'); clean(slug[:at]) == slug[:at] && name == p.Name {
			out.Former = append(out.Former, slug)
		}
	}
	if name == "~" {
		out.Name = "Home folder"
	}
	if name != p.Name {
		out.Slug = address.Element(name) + p.Slug[strings.LastIndexByte(p.Slug, '-'):]
	}
	return out
}

func lastElement(dir string) string {
	dir = strings.TrimRight(dir, `/\`)
	return dir[strings.LastIndexAny(dir, `/\`)+1:]
}

// Sessions returns the sessions of all projects, in order.
func (a *Archive) Sessions() []*Session {
	count := 0
	for _, p := range a.Projects {
		count += len(p.Sessions)
	}
	all := make([]*Session, 0, count)
	for _, p := range a.Projects {
		all = append(all, p.Sessions...)
	}
	return all
}

// Dir returns the directory of a session's pages, "" for a session that is not in the archive.
func (a *Archive) Dir(id string) string {
	if _, known := a.ids[id]; !known {
		return ""
	}
	return address.Session(id)
}

// Beside is what a site shows besides sessions.
type Beside struct {
	Notes   map[*Project][]*parser.Note
	History []parser.TypedPrompt // newest first
}
