package selection

import (
	"path"
	"slices"
	"strings"

	"steno/parser/source"
)

// A pattern names sessions: "project:" and a glob of the project's name, folder or working
// directory; "session:" and the beginning of an id; "tag:" and a glob of a tag, in whichever
// case; or one of the first two without a word before.
// In a glob, * stands for any characters but /, ** for any, ~/ for a home directory.

// Known is what people say about a session that patterns ask for.
type Known struct {
	Tags    []string
	Project string // the name they give to its project, "" for none
}

// Names are what the project of a session goes by.
func Names(s *source.Session) []string {
	p, f := s.Project, s.Folder
	names := make([]string, 0, 7)
	for _, name := range []string{p.Name, p.Title(), p.Folder, p.Slug, p.Dir, f.Name, f.Dir} {
		if name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// Matches tells whether a pattern names a session.
func Matches(pattern string, s *source.Session, known Known) bool {
	if rest, ok := strings.CutPrefix(pattern, "tag:"); ok {
		return slices.ContainsFunc(known.Tags, func(t string) bool { return glob(strings.ToLower(rest), strings.ToLower(t)) })
	}
	if rest, ok := strings.CutPrefix(pattern, "session:"); ok {
		return rest != "" && strings.HasPrefix(s.ID, rest)
	}
	rest, only := strings.CutPrefix(pattern, "project:")
	for _, name := range append(Names(s), known.Project) {
		if name != "" && globPath(rest, name) {
			return true
		}
	}
	return !only && len(rest) >= 8 && strings.HasPrefix(s.ID, rest)
}

// homes are where systems keep the directories of users.
var homes = []string{"/home/*", "/Users/*", "/root", "[A-Za-z]:/Users/*"}

// globPath is glob for paths of any system, which patterns write with slashes, and with "~"
// for the home directory of whoever worked there.
func globPath(pattern, name string) bool {
	if glob(pattern, name) {
		return true
	}
	slashed := strings.ReplaceAll(name, `\`, "/")
	if below, ok := strings.CutPrefix(pattern, "~/"); ok {
		return slices.ContainsFunc(homes, func(home string) bool { return glob(home+"/"+below, slashed) })
	}
	return slashed != name && glob(pattern, slashed)
}

// glob is path.Match with ** for any characters.
func glob(pattern, name string) bool {
	if before, after, ok := strings.Cut(pattern, "**"); ok {
		for i := range len(name) + 1 {
			if m, _ := path.Match(before, name[:i]); m {
				for j := i; j <= len(name); j++ {
					if glob(after, name[j:]) {
						return true
					}
				}
			}
		}
		return false
	}
	m, err := path.Match(pattern, name)
	return err == nil && m
}

// Valid tells whether a pattern can be read.
func Valid(pattern string) bool {
	_, err := path.Match(strings.TrimPrefix(strings.TrimPrefix(pattern, "project:"), "tag:"), "")
	return err == nil && strings.TrimSpace(pattern) != ""
}

// Ignored tells whether the lines of a .stenoignore leave a session out. Each line is a
// glob of the session's id or its transcript's file; "!" before it takes sessions back in,
// and the last line that fits decides. Lines that begin with # are words for people.
func Ignored(text string, s *source.Session) bool {
	names := []string{s.ID}
	for _, f := range s.Main {
		names = append(names, path.Base(strings.ReplaceAll(f.Path, `\`, "/")))
	}
	ignored := false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		pattern, back := strings.CutPrefix(line, "!")
		for _, name := range names {
			if glob(strings.TrimPrefix(pattern, "/"), name) || len(pattern) >= 8 && strings.HasPrefix(name, pattern) {
				ignored = !back
			}
		}
	}
	return ignored
}
