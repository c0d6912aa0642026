package parser

import (
	"path"
	"strings"
)

// DirLink is another name of a directory that a session worked in: a symbolic link leads there.
type DirLink struct {
	Name string `json:"name"` // as tools named it
	Dir  string `json:"dir"`  // one of Session.Dirs
}

// Real returns a path as the directories of the session have it, if it leads there through a symbolic link.
func (s *Session) Real(name string) string {
	for _, l := range s.Links {
		if rest, ok := below(name, l.Name); ok {
			return l.Dir + rest
		}
	}
	return name
}

// Link notes that a directory, as tools named it, is another one. What it says of the directories of the session is kept.
func (s *Session) Link(name, real string) {
	link, target := linkOf(name, real)
	for _, dir := range s.Dirs {
		if rest, ok := below(real, dir); ok {
			if strings.HasSuffix(slashed(name), slashed(rest)) {
				s.link(name[:len(name)-len(rest)], dir)
			}
		} else if rest, ok := below(dir, target); ok {
			s.link(link+rest, dir)
		}
	}
}

// linkOf returns the symbolic link by which a directory has another name, and where it leads: as far up as both end
// alike, since links are called as their targets as a rule, and neither is in the other.
func linkOf(name, real string) (link, target string) {
	link, target = name, real
	for {
		base := path.Base(slashed(name))
		if base != path.Base(slashed(real)) || len(name) <= len(base)+1 || len(real) <= len(base)+1 {
			return link, target
		}
		_, in := below(real, name)
		if _, around := below(name, real); !in && !around {
			link, target = name, real
		}
		name, real = name[:len(name)-len(base)-1], real[:len(real)-len(base)-1]
	}
}

// link adds a link, unless one says the same.
func (s *Session) link(name, dir string) {
	if name = strings.TrimRight(name, `/\`); name != "" && s.Real(name) != dir && slashed(name) != slashed(dir) {
		s.Links = append(s.Links, DirLink{name, dir})
	}
}

// below returns what follows a directory in a path, with the slash before it; ok is false for a path that is
// elsewhere. Both may have the slashes of either kind of system.
func below(name, dir string) (rest string, ok bool) {
	n, d := slashed(name), slashed(dir)
	if d == "" || len(n) < len(d) || !same(n[:len(d)], d) || len(n) > len(d) && n[len(d)] != '/' {
		return "", d == n
	}
	return name[len(d):], true
}

// same reports whether two paths with slashes are one: on a drive, case does not matter.
func same(a, b string) bool {
	return a == b || onDrive(a) && onDrive(b) && strings.EqualFold(a, b)
}

// onDrive reports whether a path with slashes names a drive of Windows.
func onDrive(name string) bool { return len(name) > 1 && name[1] == ':' }

// Within returns a path relative to a directory that it is below, with slashes. Both may be written with the slashes
// of either kind of system, with a drive in either case, or as shells on Windows write drives ("/d/quay").
func Within(dir, name string) (rest string, ok bool) {
	dir, name = slashed(dir), slashed(name)
	if onDrive(dir) && len(name) > 2 && name[0] == '/' && name[2] == '/' {
		name = name[1:2] + ":" + name[2:]
	}
	rest, ok = below(name, dir)
	rest = strings.TrimPrefix(rest, "/")
	return rest, ok && rest != "" && dir != "."
}

func slashed(name string) string {
	if strings.Contains(name, `\`) {
		name = strings.ReplaceAll(name, `\`, "/")
	}
	if name != "" && name != "/" && name[len(name)-1] == '/' {
		name = path.Clean(name)
	}
	return name
}
