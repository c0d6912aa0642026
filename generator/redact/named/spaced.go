package named

import (
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/judge"
	"steno/generator/redact/kind"
)

// A name may have nothing but blanks behind it, or words of a sentence.

// spaced takes a value that is after a space: command line flags, "setx
// NAME value", .netrc, and "the key is ...".
func (l *label) spaced(i int) (at int, c judge.Context, ok bool) {
	s, lo, hi := l.find.S, l.lo, l.hi
	if i == hi || i >= len(s) || strings.HasPrefix(s[hi:], "')") || strings.HasPrefix(s[hi:], "\")") {
		return 0, c, false // the argument of a call
	}
	if before := strings.TrimRight(s[max(0, lo-4):lo], `\"'`); l.quoted && s[hi] != ' ' && strings.HasSuffix(before, "=") &&
		chars.IsLetter(s[i]) {
		return 0, c, false // the value of an attribute, and the name of the next one
	}
	if at := typed(s, hi); at != hi {
		return at, c, true
	}
	if at, ok := contracted(s, hi, l.class); ok && l.class == judge.Password {
		return at, judge.Context{Prose: true, Stated: true}, true
	} else if ok && l.class > judge.None { // the key's x
		from, to := word(l.find, at)
		l.find.judge("password", from, to, judge.Context{Class: judge.Password, Prose: true, Stated: true})
		return 0, c, false
	}
	if s[hi] == ' ' && i > hi+1 && s[i-2] == ' ' && strings.IndexByte("\"'`", s[i-1]) >= 0 && l.class != judge.Password {
		return i - 1, judge.Context{Prose: true, Stated: true}, true // invalid API key "x"
	}
	if s[lo] == '-' || lo > 1 && s[lo-1] == '-' {
		return i, c, s[i] != '-' || strings.HasPrefix(s[lo:], "--pass")
	}
	if l.class == judge.Password {
		if at, ok := question(s, i); ok {
			return at, judge.Context{Env: true}, true
		}
	}
	if at, c, ok := l.directive(i); ok {
		return at, c, true
	}
	if at, ok := l.inColumns(i); ok {
		return at, judge.Context{Prose: true, Stated: true}, true
	}
	if at, ok := generated(s, i); ok {
		return at, judge.Context{Quoted: true}, true
	}
	if ofAnother(s, lo) {
		return 0, c, false
	}
	if at, ok := announced(s, i); ok {
		return at, judge.Context{Prose: true, Stated: true}, true
	}
	if at, ok := statement(s, lo, hi, i); ok {
		return at, judge.Context{Prose: true, Stated: true}, true
	}
	if quotedNext(s, lo, hi, i) || i == hi+2 && s[i-1] == '\'' && l.class == judge.Password && s[lo:hi] != "pass" { // SQL: PASSWORD 'x'
		return i - 1, c, true
	}
	if i >= hi+2 && i <= hi+4 && s[hi] == ' ' && strings.Trim(s[hi+1:i-1], `\`) == "" && s[i-1] == '"' &&
		kind.Camel(s[lo:hi]) && l.class == judge.Password {
		return hi + 1, c, true // Groovy: storePassword "x"
	}
	if word := s[lo:hi]; (word == "password" || word == "passwd") && netrc(s, lo) {
		return i, judge.Context{Env: true, Quoted: true}, true
	}
	if at, ok := l.ofLine(i); ok {
		return at, judge.Context{Prose: true, Stated: true}, true
	}
	return l.amid(i)
}

// directive takes the value of a command that sets the name: #define PASS "x", npm config set
// //host/:_authToken x, requirepass x.
func (l *label) directive(i int) (at int, c judge.Context, ok bool) {
	s, lo, hi := l.find.S, l.lo, l.hi
	if sets := setter(s[max(0, lo-24):lo]); sets && i > hi+1 && strings.IndexByte("\"'", s[i-1]) >= 0 && s[i-2] == ' ' {
		return i - 1, c, true
	} else if sets || lo > 0 && s[lo-1] == ':' && strings.EqualFold(s[lo:hi], "_authToken") {
		return i, c, true
	}
	if l.class >= judge.Key && s[hi] == ' ' && lo > 0 && s[lo-1] == ' ' && setsLine(s, lo) { // of FortiOS, of Junos
		return i, judge.Context{Field: strings.IndexByte(s[i:chars.LineEnd(s, i)], ' ') < 0}, true
	}
	if at := registryData(s, i); at > i || directives[s[lo:hi]] {
		at += len(s[at:]) - len(strings.TrimPrefix(s[at:], "--plaintext "))
		return at, judge.Context{Env: true, Quoted: at == i}, true
	}
	return 0, c, false
}

// setsLine reports a line that begins with "set" and has nothing but the names of settings up to s[lo:].
func setsLine(s string, lo int) bool {
	const longest = 120
	from := chars.RunBack(s, lo-longest, lo, func(c byte) bool { return chars.IsLabel(c) || c == ' ' || c == '/' })
	from = chars.RunOf(s, from, lo, " ")
	return strings.HasPrefix(s[from:lo], "set ") && from == chars.RunOf(s, chars.OwnText(s, chars.LineStart(s, lo)), lo, " \t")
}

// inColumns finds a value that only blanks divide from its name.
func (l *label) inColumns(i int) (at int, ok bool) {
	s, lo, hi := l.find.S, l.lo, l.hi
	if strings.HasPrefix(s[hi:], aligned) && l.class >= judge.Key {
		table(l.find, lo, aligned)
	}
	if constant := chars.IsConstant(s[lo:hi]) && strings.IndexByte(s[lo:hi], '_') > 0; constant && i > hi+1 &&
		strings.Trim(s[hi:i], " ") == "" {
		return max(i, valueColumn(s, lo, i)), true
	}
	if strings.HasPrefix(s[hi:], aligned) && strings.TrimSpace(s[chars.LineStart(s, lo):lo]) == "" {
		end := chars.LineEnd(s, i)
		return i, strings.IndexByte(strings.TrimRight(s[i:end], " \r"), ' ') < 0
	}
	return 0, false
}

// generated finds a password that MySQL's log says is generated for a user.
func generated(s string, i int) (at int, ok bool) {
	if !strings.HasPrefix(s[i:], "is generated for ") {
		return 0, false
	}
	j := strings.Index(s[i:min(len(s), i+120)], ": ")
	return i + j + 2, j > 0
}

// endOfPath reports whether the name at lo is the end of a path: /etc/passwd, and not user/password.
func endOfPath(s string, lo int) bool {
	if lo == 0 || s[lo-1] != '/' && s[lo-1] != '\\' {
		return false
	}
	path := s[max(0, lo-80) : lo-1]
	return strings.IndexByte(path[strings.LastIndexAny(path, " \t\n\"'`=(")+1:], s[lo-1]) >= 0
}

// setter reports the beginning of a command that sets the name behind it.
func setter(before string) bool {
	before = strings.TrimRight(before, " \t")
	return setters[before[strings.LastIndexAny(before, " \t\n;|&")+1:]]
}

// registryData passes over the options of reg add KEY /v DefaultPassword /t REG_SZ /d x.
func registryData(s string, i int) int {
	if rest := strings.TrimPrefix(s[i:], "/t REG_SZ "); strings.HasPrefix(rest, "/d ") {
		return len(s) - len(rest) + len("/d ")
	}
	return i
}

var setters = chars.Set("#define", "setx", "ENV", "ARG", "-x", "-gx", "-Ux", "-xg", "setenv", "login")

// directives are in configuration files before a password and a space.
var directives = chars.Set("bind_pw", "requirepass", "masterauth", "bindpw", "rootpw", "rootbindpw")

// netrc reports whether "login NAME" or "user NAME" is just before.
func netrc(s string, lo int) bool {
	start := chars.LineStart(s, lo)
	if chars.OwnText(s, start) < lo {
		start = lo
	}
	before := strings.Fields(s[max(0, start-160):start])
	n := len(before)
	return n >= 2 && !companions[before[n-1]] && before[n-1] != "or" &&
		(before[n-2] == "login" || before[n-2] == "user" || before[n-2] == "account")
}
