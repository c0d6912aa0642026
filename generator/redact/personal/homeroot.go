package personal

import (
	"regexp"
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/known"
)

// A home directory may lie anywhere: /srv/people/joe contains a name, too. It is known where an
// environment says HOME=, and where an agent's own folder is in it. The whole path then becomes
// "~" wherever it is in the build, and the name in it is known as a user's.

// HomeVar handles HOME= and USERPROFILE= of an environment.
func HomeVar(f *Finder, start, end int) {
	s := f.S
	if !chars.All(s[start:end-1], chars.IsUpper) || start > 0 && chars.IsName(s[start-1]) && !(start > 1 && s[start-2] == '\\') {
		return
	}
	end = chars.RunOf(s, end, len(s), `"'`)
	stop := chars.Run(s, end, end+known.MaxForm, known.InPath)
	f.learnHome(s[end:stop])
}

// AgentHome handles the folder of an agent. s[start:] begins with the separator before it, s[end:] with what is in the folder.
// On Windows, homes are in few places, so a directory at the top of a drive is a project, and so is one with the folder of the sessions
// that ran in that very directory.
func AgentHome(f *Finder, start, end int) {
	s := f.S
	from := chars.RunBack(s, start-known.MaxForm, start, known.InPath)
	dir := s[from:start]
	drive := onDrive.FindString(dir)
	if drive != "" && !strings.ContainsAny(strings.Trim(dir[len(drive):], `/\`), `/\`) ||
		len(dir) > 1 && dir[1] == ':' && sameFolder(dir, s[end:min(len(s), end+known.MaxForm)]) {
		return
	}
	f.learnHome(dir)
}

// onDrive is how the paths of a drive begin: those of Windows, of Git's shell, of WSL and of Cygwin.
var onDrive = regexp.MustCompile(`^(?:[A-Za-z]:|/(?:mnt/|cygdrive/)?[A-Za-z]\b)`)

// sameFolder reports whether what is behind the folder of an agent begins with the folder for the sessions of a directory, which
// is called as its path, with a dash for each character that is no letter or digit.
func sameFolder(dir, behind string) bool {
	if len(behind) <= len(dir) || behind[0] != '/' && behind[0] != '\\' || len(behind) > len(dir)+1 && chars.IsName(behind[len(dir)+1]) {
		return false
	}
	for i := range len(dir) {
		c := dir[i]
		if !chars.IsWord(c) {
			c = '-'
		}
		if behind[i+1]|0x20 != c|0x20 {
			return false
		}
	}
	return true
}

// learnHome notes a home directory that is not in one of the usual places.
func (f *Finder) learnHome(dir string) {
	if !strings.HasPrefix(dir, "/") && (len(dir) < 3 || !chars.IsLetter(dir[0]) || dir[1] != ':') {
		return
	}
	dir = strings.TrimRight(dir, `/\`)
	last := strings.LastIndexAny(dir, `/\`)
	if last <= 0 || len(dir) < known.Shortest || strings.Contains(dir[1:last], "//") {
		return
	}
	name, parent := dir[last+1:], dir[len(onDrive.FindString(dir[:last])):last]
	parts := strings.FieldsFunc(strings.ToLower(parent), func(r rune) bool { return r == '/' || r == '\\' })
	if len(name) < 2 || genericUsers[strings.ToLower(name)] || usual(parts) {
		return
	}
	f.Users = append(f.Users, name)
	f.Homes = append(f.Homes, dir)
}

// usual reports whether a path leads to where homes usually are, or into a home there: what is
// in it is a project, whatever is in that. /home may have a folder for each domain, which has the homes.
func usual(parts []string) bool {
	return len(parts) > 0 && (parts[0] == "users" || parts[0] == "home" && len(parts) != 2)
}
