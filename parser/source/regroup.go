package source

import (
	"slices"
)

// Regroup moves sessions into projects that their owner names: name returns the name for each,
// "" for those that stay where they are. A name that one project has already means that
// project; any other makes a new one, whose slug comes from the name alone. Names that
// several projects have are returned, sorted: their sessions are grouped into a new project, too.
func (a *Archive) Regroup(name func(*Session) string) (ambiguous []string) {
	stay := map[string][]*Project{}
	taken := map[string]bool{}
	for _, p := range a.Projects {
		taken[p.Slug] = true
		if !slices.ContainsFunc(p.Sessions, func(s *Session) bool { return name(s) == "" }) {
			continue
		}
		for _, n := range slices.Compact([]string{p.Name, p.Slug, p.Folder, p.Dir}) {
			stay[n] = append(stay[n], p)
		}
	}
	made := map[string]*Project{}
	for _, s := range a.Sessions() {
		n := name(s)
		if n == "" {
			continue
		}
		if made[n] == nil {
			if len(stay[n]) == 1 {
				made[n] = stay[n][0]
			} else {
				made[n] = &Project{Name: n, Folder: s.Folder.Name, Dir: s.Project.Dir}
				if len(stay[n]) > 1 {
					ambiguous = append(ambiguous, n)
				}
				a.Projects = append(a.Projects, made[n])
			}
		}
		s.move(made[n])
	}
	slices.Sort(ambiguous)
	a.rename(taken)
	return ambiguous
}

// move puts a session into another project. One that was made for sessions of several
// directories has none.
func (s *Session) move(p *Project) {
	if s.Project == p {
		return
	}
	if p.Slug == "" && s.Project.Dir != p.Dir {
		p.Dir = ""
	}
	s.Project.Sessions = slices.DeleteFunc(s.Project.Sessions, func(o *Session) bool { return o == s })
	p.Sessions = append(p.Sessions, s)
	s.Project = p
}

// rename sets the slugs of projects that regroup made, and removes projects without sessions.
func (a *Archive) rename(taken map[string]bool) {
	a.Projects = slices.DeleteFunc(a.Projects, func(p *Project) bool { return len(p.Sessions) == 0 })
	for _, p := range a.Projects {
		if p.Slug == "" {
			p.Slug = slug(p.Name, "named\x00"+p.Name, taken)
		}
	}
	order(a.Projects)
}

// Insert puts a session without files into the project of p's slug, which is made when the
// archive has none: a session that was there once, and of which something is known still. Its
// folder becomes that of the archive which has its name.
func (a *Archive) Insert(s *Session, p Project) {
	i := slices.IndexFunc(a.Projects, func(q *Project) bool { return q.Slug == p.Slug })
	if i < 0 {
		i = len(a.Projects)
		a.Projects = append(a.Projects, &p)
	}
	s.Project = a.Projects[i]
	for _, other := range a.Sessions() {
		if other.Folder.Name == s.Folder.Name && other.Folder.Dir == s.Folder.Dir {
			s.Folder = other.Folder
		}
	}
	s.Project.Sessions = append(s.Project.Sessions, s)
	order(a.Projects)
}
