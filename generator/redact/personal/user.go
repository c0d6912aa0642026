package personal

import (
	"slices"
	"strings"

	"steno/generator/redact/chars"
)

const neutralUser = "user"

// Listing handles the owner and group of a line of ls -l.
func Listing(f *Finder, start int) {
	s := f.S
	if start > 0 && !chars.IsSpace(s[start-1]) && strings.IndexByte("n\"':+\x92", s[start-1]) < 0 { // the last of →
		return
	}
	i := chars.RunOf(s, start, start+10, "-.dlrwxsStT")
	if i-start != 10 {
		return
	}
	i = chars.RunOf(s, i, len(s), "+@.")
	if f.shortListing(i) {
		return
	}
	owner, ownerEnd := 0, 0
	for field := range 3 {
		from := i
		i = chars.RunOf(s, i, len(s), " ")
		at := i
		i = chars.Run(s, i, at+40, chars.IsName)
		if field == 0 && i > at && at > from && i < len(s) && s[i] == '/' { // tar -tv: joe/joe
			f.user(at, i)
			for at, i = i+1, i+1; i < len(s) && i < at+40 && chars.IsLabel(s[i]); i++ {
			}
			f.user(at, i)
			return
		}
		if at == from || i == at || field == 0 && !chars.All(s[at:i], chars.IsDigit) {
			return
		}
		switch field {
		case 1:
			owner, ownerEnd = at, i
		case 2:
			if group := s[at:i]; group == "staff" || group == "users" || group == s[owner:ownerEnd] {
				f.learn(owner, ownerEnd)
			} else {
				f.user(owner, ownerEnd)
			}
			f.user(at, i)
			return
		}
	}
}

// shortListing handles what eza prints behind the permissions: a size, the owner, a date.
func (f *Finder) shortListing(i int) bool {
	s := f.S
	i = chars.RunOf(s, i, len(s), " ")
	size := i
	i = chars.Run(s, i, len(s), func(c byte) bool { return chars.IsDigit(c) || strings.IndexByte(".kMGi-", c) >= 0 })
	if i == size || i >= len(s) || s[i] != ' ' {
		return false
	}
	i = chars.RunOf(s, i, len(s), " ")
	at := i
	i = chars.Run(s, i, at+40, chars.IsName)
	date := strings.TrimLeft(s[i:min(len(s), i+8)], " ")
	if i == at || date == "" || s[i] != ' ' || !chars.IsDigit(date[0]) || chars.All(s[at:i], chars.IsDigit) {
		return false
	}
	f.user(at, i)
	return true
}

// Remote handles the owner in git@host:owner/repo and host/owner/repo.git.
func Remote(f *Finder, start, end int) {
	s := f.S
	if s[start] == 'g' {
		i := chars.Run(s, end, end+64, chars.IsLabel)
		if i < len(s) && (s[i] == ':' || s[i] == '/') {
			stop := chars.Run(s, i+1, i+64, chars.IsLabel)
			f.user(i+1, stop)
		}
		return
	}
	if end < len(s) && chars.IsLabel(s[end]) {
		return
	}
	slash := chars.RunBack(s, start-100, start, chars.IsLabel)
	if slash < 2 || s[slash-1] != '/' {
		return
	}
	from := chars.RunBack(s, slash-64, slash-1, chars.IsLabel)
	if from > 0 && (s[from-1] == '/' || s[from-1] == ':') {
		f.user(from, slash-1)
	}
}

// Login handles the name before a host: me@host:~/src$, ssh me@host. s[start] is the @.
func Login(f *Finder, start int) {
	s := f.S
	if start+1 >= len(s) || !chars.IsWord(s[start+1]) {
		return
	}
	from := chars.RunBack(s, start-40, start, chars.IsLabel)
	if from < start {
		if prompt(s, from, start+1) {
			f.learn(from, start)
		} else if remoteLogin(s, from, start) {
			f.neutral(from, start)
		} else {
			f.user(from, start)
		}
	}
}

// UserVar handles USER=, LOGNAME= and USERNAME= of an environment.
func UserVar(f *Finder, start, end int) {
	s := f.S
	if !chars.All(s[start:end-1], chars.IsUpper) ||
		start > 0 && chars.IsName(s[start-1]) && !(start > 1 && s[start-2] == '\\') &&
			!strings.HasSuffix(s[:start], "SUDO_") {
		return
	}
	stop := chars.Run(s, end, end+40, chars.IsLabel)
	if strings.HasSuffix(s[:start], "SUDO_") {
		f.learn(end, stop)
		return
	}
	if near := s[max(0, start-environment):min(len(s), end+environment)]; s[start:end] == "LOGNAME=" ||
		strings.Contains(near, "LOGNAME=") || strings.Contains(near, "SHELL=/") ||
		strings.Contains(near, "USERDOMAIN=") {
		f.learn(end, stop)
		return
	}
	f.user(end, stop)
}

const environment = 2000 // bytes around a variable, in which others show that it is a login's

// user replaces a name that is known to be somebody's.
func (f *Finder) user(start, end int) {
	if name := f.S[start:end]; name != "" && !genericUsers[strings.ToLower(name)] && f.knows(name) {
		f.Replace(start, end, "user-name", neutralUser)
	}
}

func (f *Finder) knows(name string) bool {
	if f.known == nil && len(f.Asked) < MostAsked && !slices.Contains(f.Asked, name) {
		f.Asked = append(f.Asked, name)
	}
	return f.known.Knows(name)
}
