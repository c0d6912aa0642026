package selection

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"steno/parser/source"
)

// A pattern names sessions: "project:" and a glob of the project's name or working
// directory; "session:" and the beginning of an id; "tag:" and a glob of a tag, in whichever
// case; or one of the first two without a word before.
// In a glob, * matches any characters but /, ** matches any, ~/ a home directory. In a pattern
// that excludes, a final /** matches the directory itself, too.
//
// A session is in the directories that it records. As several directories share the name that an
// agent gave to their folder, that name publishes nothing, unless the session records no directory
// at all. A pattern that excludes sessions by that name excludes all of them.

// Reach says which of the directories that a session records a pattern is compared with.
type Reach uint8

// Patterns that exclude sessions are compared with every directory, those that publish them with the one in
// which they began.
const (
	First Reach = iota
	Any
)

// Known is what people say about a session that patterns ask for.
type Known struct {
	Tags    []string
	Project string // the name they give to its project, "" for none
}

// Names are what the project of a session goes by.
func Names(s *source.Session, reach Reach) []string {
	var names []string
	add := func(all ...string) {
		for _, name := range all {
			if name != "" && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	p, f := s.Project, s.Folder
	dirs := s.Dirs
	if reach == First {
		dirs = dirs[:min(1, len(dirs))]
	}
	if reach == Any || len(dirs) == 0 || source.Below(dirs[0], f.Dir) || source.Below(dirs[0], p.Dir) {
		add(p.Name, p.Title(), p.Slug, p.Dir, f.Dir)
		for _, folder := range []string{p.Folder, f.Name} {
			if len(dirs) == 0 || !s.Format.IsFolder(folder) {
				add(folder)
			}
		}
	}
	for _, dir := range dirs {
		slashed := strings.TrimRight(strings.ReplaceAll(dir, `\`, "/"), "/")
		add(dir, slashed[strings.LastIndexByte(slashed, '/')+1:])
		if reach == Any {
			add(s.Format.FolderOf(dir))
		}
	}
	return names
}

// HasProject reports whether the project of a session, where it began, goes by one of some names.
// Redacted transcripts have "~" for a home directory, wherever that is: what follows it is compared
// with the end of a path.
func HasProject(s *source.Session, names ...string) bool {
	known := Names(s, First)
	return slices.ContainsFunc(names, func(name string) bool { return isNamed(known, name) })
}

// ListedIn reports whether lists show a session in a project that goes by one of some names, wherever it began.
func ListedIn(s *source.Session, names ...string) bool {
	p := s.Project
	return slices.ContainsFunc(names, func(name string) bool { return isNamed([]string{p.Name, p.Title(), p.Slug, p.Dir}, name) })
}

func isNamed(names []string, name string) bool {
	name = norm.NFC.String(name)
	slashed := strings.ReplaceAll(name, `\`, "/")
	return slices.ContainsFunc(names, func(known string) bool {
		known = norm.NFC.String(known)
		plain := strings.ReplaceAll(known, `\`, "/")
		if rest, ok := strings.CutPrefix(plain, "~/"); ok && len(slashed) > len(rest) {
			at := len(slashed) - len(rest) - 1
			plain, known = slashed[:at]+"/"+rest, name[:at]+known[1:]
		}
		if windowsPath.MatchString(known) {
			return strings.EqualFold(plain, slashed)
		}
		return known == name
	})
}

// Literal returns the pattern that fits a project's name or directory and nothing else.
func Literal(name string) string {
	if windowsPath.MatchString(name) {
		name = strings.ReplaceAll(name, `\`, "/")
	}
	return "project:" + special.ReplaceAllString(name, `\$0`)
}

var (
	windowsPath = regexp.MustCompile(`^[A-Za-z]:[/\\]`)
	special     = regexp.MustCompile(`[*?\[\\]`)
)

// Matches reports whether a pattern names a session.
func Matches(pattern string, s *source.Session, known Known, reach Reach) bool {
	if rest, ok := strings.CutPrefix(pattern, "tag:"); ok {
		return slices.ContainsFunc(known.Tags, func(t string) bool { return glob(strings.ToLower(rest), strings.ToLower(t)) })
	}
	if rest, ok := strings.CutPrefix(pattern, "session:"); ok {
		return rest != "" && strings.HasPrefix(s.ID, rest)
	}
	rest, only := strings.CutPrefix(pattern, "project:")
	for _, name := range append(Names(s, reach), known.Project) {
		if name != "" && (globPath(rest, name) || reach == Any && strings.HasSuffix(rest, "/**") &&
			globPath(strings.TrimSuffix(rest, "/**"), name)) {
			return true
		}
	}
	return !only && len(rest) >= 8 && strings.HasPrefix(s.ID, rest)
}

// homes are where systems keep the directories of users.
var homes = []string{"/home/*", "/Users/*", "/root", "[A-Za-z]:/Users/*"}

// globPath is glob for paths of any system, which patterns write with slashes, and with "~"
// for the home directory of anyone who worked there.
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

// glob is path.Match with ** for any characters. What macOS records as a letter and its accent is
// one character, and letter case does not matter in a path of Windows.
func glob(pattern, name string) bool {
	pattern, name = norm.NFC.String(pattern), norm.NFC.String(name)
	if windowsPath.MatchString(name) {
		pattern, name = strings.ToLower(pattern), strings.ToLower(name)
	}
	return match(pattern, name)
}

func match(pattern, name string) bool {
	if before, after, ok := strings.Cut(pattern, "**"); ok {
		for i := range len(name) + 1 {
			if m, _ := path.Match(before, name[:i]); m {
				for j := i; j <= len(name); j++ {
					if match(after, name[j:]) {
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

// kinds are the words that may begin a pattern.
var kinds = []string{"project", "session", "tag"}

var kindLike = regexp.MustCompile(`^([A-Za-z][A-Za-z_-]+) ?:`)

// Check returns what is wrong with a pattern, and a hint.
func Check(pattern string) (hint string, err error) {
	if strings.TrimSpace(pattern) == "" {
		return "", fmt.Errorf("%q is not a pattern", pattern)
	}
	rest := pattern
	if m := kindLike.FindStringSubmatch(pattern); m != nil {
		if !slices.Contains(kinds, m[1]) || !strings.HasPrefix(pattern, m[1]+":") {
			for _, k := range kinds {
				if near(m[1], k) {
					hint = fmt.Sprintf("did you mean %q?", k+":")
				}
			}
			return hint, fmt.Errorf("%q: unknown kind %q; a pattern begins with %s", pattern, m[1]+":", "project:, session: or tag:")
		}
		rest = pattern[len(m[0]):]
		if strings.TrimSpace(rest) == "" {
			return "", fmt.Errorf("%q names nothing", pattern)
		}
		if m[1] == "session" && strings.ContainsAny(rest, `*?[\`) {
			return "write the beginning of the id", fmt.Errorf("%q: an id has no wildcards", pattern)
		}
	}
	if _, err := path.Match(rest, ""); err != nil {
		return `a "[" needs its "]"; "\[" matches the character itself`, fmt.Errorf("%q is not a pattern", pattern)
	}
	return "", nil
}
