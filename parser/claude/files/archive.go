package files

import (
	"encoding/json"
	"path"
	"slices"
	"strings"

	"steno/parser/lazy"
	"steno/parser/source"
)

// ownFolders is the folder of project folders, below Claude Code's own.
const ownFolders = "projects"

// archive names the files of a source as in Claude Code's own folder, see [source.Layout].
func archive(base string, names []string) (inside func(string) string, homes []string) {
	s := shapeOf(base, names)
	for dir := range s.claude {
		homes = append(homes, dir)
	}
	slices.Sort(homes)
	return s.name, homes
}

// shape is what the folders of a source are. "." is the source itself.
type shape struct {
	base     string          // what the source is called
	claude   map[string]bool // folders in the layout of Claude Code's
	projects map[string]bool // folders of projects, with the stems of their transcripts below
	stems    map[string]bool
}

func shapeOf(base string, names []string) *shape {
	s := &shape{base: base, claude: map[string]bool{}, projects: map[string]bool{}, stems: map[string]bool{}}
	for _, name := range names {
		dir, base := path.Dir(name), path.Base(name)
		switch {
		case source.Plain(base) == historyName:
			s.claude[claudeAt(dir)] = true
		case path.Ext(source.Plain(base)) == ".jsonl" && path.Base(dir) != "subagents" && !strings.Contains(name, "/workflows/"):
			s.projects[dir] = true
			s.stems[path.Join(dir, strings.TrimSuffix(source.Plain(base), ".jsonl"))] = true
		}
		for at := dir; at != "."; at = path.Dir(at) {
			if isFolder(path.Base(at)) {
				s.projects[at] = true
			}
		}
	}
	for dir := range s.projects {
		if up := path.Dir(dir); dir != "." && path.Base(up) == ownFolders {
			s.claude[claudeAt(path.Dir(up))] = true
		}
	}
	return s
}

// claudeAt is the folder that the versions of an earlier time in a folder belong to.
func claudeAt(dir string) string {
	if at := strings.Index("/"+dir+"/", "/earlier/"); at >= 0 &&
		storedEarlier.MatchString(strings.TrimPrefix(("/" + dir + "/")[at:], "/")) {
		return path.Clean("./" + strings.Trim(("/" + dir)[:at], "/"))
	}
	return dir
}

// name is what a file is called in Claude Code's folder, "" for one that does not belong there.
func (s *shape) name(name string) string {
	elems := strings.Split(name, "/")
	for i := range elems {
		dir := path.Join(append([]string{"."}, elems[:i]...)...)
		rest := strings.Join(elems[i:], "/")
		switch {
		case s.claude[dir]:
			if wanted(rest) {
				return rest
			}
			return ""
		case s.projects[dir]:
			if !s.ofProject(dir, elems[i:]) {
				return ""
			}
			folder := path.Base(dir)
			if dir == "." {
				folder = s.base
			}
			return ownFolders + "/" + folder + "/" + rest
		}
	}
	return ""
}

// ofProject reports whether a file of a project's folder belongs to its sessions, or to what the agent
// remembers of it.
func (s *shape) ofProject(dir string, elems []string) bool {
	base := elems[0]
	if len(elems) > 1 {
		return s.stems[path.Join(dir, base)] || uuidLike.MatchString(base) || base == "memory"
	}
	return path.Ext(source.Plain(base)) == ".jsonl" || base == source.IgnoreName || base == indexName
}

// storedEarlier matches where an archive of steno collect has earlier versions.
var storedEarlier = lazy.MustCompile(`^earlier/[0-9a-f]{16}/`)

// wanted reports the files that belong into an archive, below Claude Code's folder or that of a
// machine in another archive.
func wanted(name string) bool {
	name = name[len(storedEarlier.FindString(name)):]
	top, _, _ := strings.Cut(name, "/")
	switch {
	case source.Plain(name) == historyName:
		return true
	case top == ownFolders:
		base := path.Base(name)
		return !strings.HasPrefix(base, ".") || base == source.IgnoreName
	}
	return top == "plans" && path.Ext(name) == ".md" || (top == pastedFolder || top == copiesFolder) && Owns("/"+name)
}

var cwd = lazy.MustCompile(`"cwd": ?("(?:[^"\\]|\\.)+")`)

// firstDir returns the working directory that is first in the head of a transcript.
func firstDir(head []byte) (dir string) {
	if m := cwd.FindSubmatch(head); m != nil && json.Unmarshal(m[1], &dir) != nil {
		return ""
	}
	return dir
}

var sessionID = lazy.MustCompile(`"session_id": ?"([A-Za-z0-9][A-Za-z0-9_-]{3,99})"`)

// runSession returns the session of what a run in CI or with the SDK printed.
func runSession(head []byte) string {
	if m := sessionID.FindSubmatch(head); m != nil {
		return string(m[1])
	}
	return ""
}
