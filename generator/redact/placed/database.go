package placed

import (
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/judge"
)

// Databases print passwords as they got them, and keep their hashes.

// Monitored takes the password of AUTH as Redis's MONITOR and its log print commands: "AUTH" "joe" "x". s[at:]
// is behind the quote of the word that follows.
func Monitored(f *Finder, at int) {
	s := f.S
	for limit := min(len(s), at+chars.MaxToken); ; at++ {
		end := chars.Until(s, at, limit, "\"\\")
		if next, ok := strings.CutPrefix(s[end:], `" "`); ok { // at was the user
			at = len(s) - len(next) - 1
			continue
		}
		if end < limit && s[end] == '"' {
			f.password(at, end)
		}
		return
	}
}

// NativeHash takes the hash of a password as MySQL and PostgreSQL keep it: '*' and 40 hexadecimal digits, 'md5' and
// 32. s[at:] is behind what it begins with.
func NativeHash(f *Finder, at int) {
	s := f.S
	digits, start := 40, at-len("*")
	if s[start] != '*' {
		digits, start = 32, at-len("md5")
	}
	end := chars.Run(s, at, at+digits+1, chars.IsHex)
	if end-at == digits && (digits == 32 || s[at:end] == strings.ToUpper(s[at:end])) &&
		(end == len(s) || !chars.IsWord(s[end])) && !chars.Regular(s[at:end]) {
		f.AddAs(start, end, "password-hash")
	}
}

// Hashed takes the hash of a password in LDAP behind the name of its method: {SSHA}x. s[at:] is
// behind the brace.
func Hashed(f *Finder, at int) {
	const least = 20
	s := f.S
	stop := chars.Run(s, at, at+chars.MaxToken, func(c byte) bool { return chars.IsBase64(c) || strings.IndexByte("=$./", c) >= 0 })
	if stop-at >= least && !chars.Regular(s[at:stop]) {
		f.AddAs(at, stop, judge.Password.Rule())
	}
}

// Unhashed takes the password behind the scheme that says that it is one: {PLAIN}x. s[at:] is behind the brace.
func Unhashed(f *Finder, at int) {
	s := f.S
	stop := chars.Until(s, at, at+chars.MaxToken, "\"'`\\<>:;,)")
	f.password(at, stop)
}

// Listed takes the password of a line that is a user and a password in quotes, as lists of poolers of connections have
// them: "joe" "x". s[start:at] is what is between the two.
func Listed(f *Finder, start, at int) {
	s := f.S
	line := chars.OwnText(s, chars.LineStart(s, start))
	user, opened := strings.CutPrefix(s[min(line, start):start], `"`)
	value, rest, closed := strings.Cut(s[at:chars.LineEnd(s, at)], `"`)
	if opened && closed && user != "" && !chars.Some(user, chars.IsUpper) && chars.All(user, chars.IsLabel) && strings.Trim(rest, "\r ") == "" &&
		judge.Secret(value, judge.Context{Class: judge.Password, Prose: true, Stated: true}) {
		f.password(at, at+len(value))
	}
}
