package facts

import "strings"

// folders are directories, cleaned. The zero value has none.
type folders struct {
	first   string // the one that was added first, "" when there are none
	known   map[string]bool
	lengths map[int]bool // of those that are known: what is above a path is looked up only where one may be
}

// add adds directories.
func (f *folders) add(dirs ...string) {
	if f.known == nil {
		f.known, f.lengths = map[string]bool{}, map[int]bool{}
	}
	for _, dir := range dirs {
		if f.first == "" {
			f.first = dir
		}
		dir = folded(dir)
		f.known[dir], f.lengths[len(dir)] = true, true
	}
}

// has reports whether a path is one of the directories.
func (f *folders) has(name string) bool { return f.known[folded(name)] }

// contain reports whether a path is one of the directories or below it.
func (f *folders) contain(name string) bool {
	name = folded(name)
	if f.known[name] || f.known["/"] && strings.HasPrefix(name, "/") {
		return true
	}
	for end := strings.LastIndexByte(name, '/'); end > 0; end = strings.LastIndexByte(name[:end], '/') {
		if f.lengths[end] && f.known[name[:end]] {
			return true
		}
	}
	return false
}

// folded returns a path as it is compared: on a drive, case does not matter.
func folded(name string) string {
	if len(name) > 1 && name[1] == ':' {
		return strings.ToLower(name)
	}
	return name
}
