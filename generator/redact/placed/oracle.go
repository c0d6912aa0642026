package placed

import (
	"strings"

	"steno/generator/redact/chars"
)

// Oracle's programs take user/password@host:1521/service, and user/password alone behind the name
// of a parameter.

const longestHost = 128 // bytes

// Host takes the password before the host of a server of Oracle, whose port or slashes are at s[at:].
func Host(f *Finder, at int) {
	s := f.S
	from := chars.RunBack(s, at-longestHost, at, func(c byte) bool { return chars.IsLabel(c) || c == '/' })
	if from > 0 && s[from-1] == '@' {
		beforeHost(f, from-1)
	}
}

// beforeHost takes the password of user/password, which ends at the @ that is s[end].
func beforeHost(f *Finder, end int) {
	s := f.S
	from := chars.UntilBack(s, end-2*longestUser, end, "\"'`=(<>")
	user, password, ok := strings.Cut(s[from:end], "/")
	if ok && user != "" && chars.All(user, isOracleUser) && strings.IndexByte(password, '/') < 0 {
		f.password(from+len(user)+1, end)
	}
}

// isOracleUser reports the characters of the names of users, and of those whose rights they use: app[joe].
func isOracleUser(c byte) bool { return chars.IsLabel(c) || strings.IndexByte("$#[]", c) >= 0 }

// User takes the password of userid=user/password. s[at:] is behind the sign.
func User(f *Finder, at int) {
	s := f.S
	at = chars.RunOf(s, at, len(s), `"'\`)
	stop := chars.Until(s, at, at+2*longestUser, "\"'`\\<>&;,)")
	if i := strings.LastIndexByte(s[at:stop], '@'); i > 0 {
		stop = at + i
	}
	user, _, ok := strings.Cut(s[at:stop], "/")
	if ok && user != "" && chars.All(user, isOracleUser) {
		f.password(at+len(user)+1, stop)
	}
}
