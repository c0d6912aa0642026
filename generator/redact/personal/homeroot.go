package personal

import (
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

// AgentHome handles the folder of an agent. s[start:] begins with the separator before it.
func AgentHome(f *Finder, start int) {
	s, from := f.S, start
	from = chars.RunBack(s, start-known.MaxForm, from, known.InPath)
	f.learnHome(s[from:start])
}

// learnHome notes a home directory that is not in one of the usual places.
func (f *Finder) learnHome(dir string) {
	if !strings.HasPrefix(dir, "/") && (len(dir) < 3 || !chars.IsLetter(dir[0]) || dir[1] != ':') {
		return
	}
	dir = strings.TrimRight(dir, `/\`)
	last := strings.LastIndexAny(dir, `/\`)
	if last <= 0 || len(dir) < known.Window || strings.Contains(dir[1:last], "//") {
		return
	}
	name := dir[last+1:]
	switch parent := strings.ToLower(dir[:last]); {
	case len(name) < 2, genericUsers[strings.ToLower(name)], parent == "/home", parent == "/users",
		strings.HasSuffix(parent, `:\users`), strings.HasSuffix(parent, ":/users"):
		return
	}
	f.Users = append(f.Users, name)
	f.Homes = append(f.Homes, dir)
}
