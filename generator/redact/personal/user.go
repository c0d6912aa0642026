package personal

import (
	"slices"
	"strings"

	"steno/generator/redact/chars"
)

const neutralUser = "user"

// Listing handles the owner and group of a line of ls -l.
func (f *Finder) Listing(start int) {
	s := f.S
	if start > 0 && !chars.IsSpace(s[start-1]) && strings.IndexByte("n\"':+\x92", s[start-1]) < 0 { // the last of →
		return
	}
	i := start
	for i < len(s) && i < start+10 && strings.IndexByte("-.dlrwxsStT", s[i]) >= 0 {
		i++
	}
	if i-start != 10 {
		return
	}
	for i < len(s) && strings.IndexByte("+@.", s[i]) >= 0 {
		i++
	}
	if f.shortListing(i) {
		return
	}
	owner, ownerEnd := 0, 0
	for field := range 3 {
		from := i
		for i < len(s) && s[i] == ' ' {
			i++
		}
		at := i
		for i < len(s) && i < at+40 && chars.IsLabel(s[i]) {
			i++
		}
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
	for i < len(s) && s[i] == ' ' {
		i++
	}
	size := i
	for i < len(s) && (chars.IsDigit(s[i]) || strings.IndexByte(".kMGi-", s[i]) >= 0) {
		i++
	}
	if i == size || i >= len(s) || s[i] != ' ' {
		return false
	}
	for i < len(s) && s[i] == ' ' {
		i++
	}
	at := i
	for i < len(s) && i < at+40 && chars.IsLabel(s[i]) {
		i++
	}
	date := strings.TrimLeft(s[i:min(len(s), i+8)], " ")
	if i == at || date == "" || s[i] != ' ' || !chars.IsDigit(date[0]) || chars.All(s[at:i], chars.IsDigit) {
		return false
	}
	f.user(at, i)
	return true
}

// Remote handles the owner in git@host:owner/repo and host/owner/repo.git.
func (f *Finder) Remote(start, end int) {
	s := f.S
	if s[start] == 'g' {
		i := end
		for i < len(s) && i < end+64 && chars.IsLabel(s[i]) {
			i++
		}
		if i < len(s) && (s[i] == ':' || s[i] == '/') {
			stop := i + 1
			for stop < len(s) && stop < i+64 && chars.IsLabel(s[stop]) {
				stop++
			}
			f.user(i+1, stop)
		}
		return
	}
	if end < len(s) && chars.IsLabel(s[end]) {
		return
	}
	slash := start
	for slash > 0 && slash > start-100 && chars.IsLabel(s[slash-1]) {
		slash--
	}
	if slash < 2 || s[slash-1] != '/' {
		return
	}
	from := slash - 1
	for from > 0 && from > slash-64 && chars.IsLabel(s[from-1]) {
		from--
	}
	if from > 0 && (s[from-1] == '/' || s[from-1] == ':') {
		f.user(from, slash-1)
	}
}

// Login handles the name before a host: me@host:~/src$, ssh me@host. s[start] is the @.
func (f *Finder) Login(start int) {
	s := f.S
	if start+1 >= len(s) || !chars.IsWord(s[start+1]) {
		return
	}
	from := start
	for from > 0 && from > start-40 && chars.IsLabel(s[from-1]) {
		from--
	}
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
func (f *Finder) UserVar(start, end int) {
	s := f.S
	if !chars.All(s[start:end-1], chars.IsUpper) ||
		start > 0 && chars.IsName(s[start-1]) && !(start > 1 && s[start-2] == '\\') &&
			!strings.HasSuffix(s[:start], "SUDO_") {
		return
	}
	stop := end
	for stop < len(s) && stop < end+40 && chars.IsLabel(s[stop]) {
		stop++
	}
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
