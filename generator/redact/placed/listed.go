package placed

import (
	"slices"
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/judge"
)

// Commands are in lists, too, each word a string: ["redis-cli", "-a", "x"].

// ListedPrograms returns the names of programs with a password behind a short flag, as such a list begins with them in quotes.
func ListedPrograms() []string {
	var quoted []string
	for program, c := range options {
		if c.whole(program) {
			quoted = append(quoted, `"`+program+`"`, `'`+program+`'`)
		} else {
			quoted = append(quoted, `"`+program, `'`+program)
		}
	}
	slices.Sort(quoted)
	return quoted
}

// ListedCommand judges the string behind the flag of a password. The name of the program in quotes begins at s[start:].
func ListedCommand(f *Finder, start int) {
	s := f.S
	end := chars.Run(s, start+1, start+2+longestProgram, chars.IsLabel) + 1
	program, limit, last := s[start+1:end-1], min(len(s), end+maxArguments), ""
	flag, pair := Option(program)
	if flag == "" || end > len(s) || s[end-1] != s[start] {
		return
	}
	for at := end; ; {
		at = chars.Run(s, at, limit, func(c byte) bool { return chars.IsSpace(c) || c == ',' })
		if at >= limit || s[at] != s[start] {
			return
		}
		stop, ok := sqlString(s[:limit], at)
		if !ok {
			return
		}
		word, from := s[at+1:stop], at+1
		if last == flag {
			if Database(program, word) {
				return
			}
			from += strings.Index(word, pair) + len(pair)
			f.password(from, stop)
			return
		}
		if rest, ok := strings.CutPrefix(word, flag); ok && rest != "" && pair == "" {
			f.password(stop-len(rest), stop)
			return
		}
		last, at = word, stop+1
	}
}

// Bundle takes the password of a host that Bundler knows: BUNDLE_GEMS__X__DEV: "joe:x". s[at:] is
// behind the prefix.
func Bundle(f *Finder, at int) {
	s := f.S
	for end := at + chars.MaxToken; at < len(s) && at < end && chars.IsName(s[at]); {
		at++
	}
	sign := at
	at = chars.RunOf(s, at, sign+4, `:= "'`)
	stop := chars.Until(s, at, at+chars.MaxToken, `"'`)
	if i := strings.IndexByte(s[at:stop], ':'); at > sign && i > 0 && !strings.HasPrefix(s[at+i:stop], "://") {
		f.password(at+i+1, stop)
	}
}

// Redirected takes what a command prints into a file whose name says that it is a secret: echo 'x'
// > db_password.txt. s[start:end] is the command and the quote behind it.
func Redirected(f *Finder, start, end int) {
	s := f.S
	at := end - 1
	line := chars.LineEnd(s, at)
	if strings.HasPrefix(s[start:], "printf ") {
		at += formatEnd(s[at:line])
	}
	if at >= line || s[at] != '"' && s[at] != '\'' {
		return
	}
	stop := strings.IndexByte(s[at+1:line], s[at])
	if stop <= 0 {
		return
	}
	stop += at + 1
	path, ok := strings.CutPrefix(strings.TrimLeft(s[stop+1:line], " "), ">")
	if !ok {
		return
	}
	path, _, _ = strings.Cut(strings.TrimLeft(path, "> \"'"), " ")
	path = strings.TrimRight(path, "\"';)`")
	name, _, _ := strings.Cut(path[strings.LastIndexByte(path, '/')+1:], ".")
	if strings.ContainsAny(s[at+1:stop], " \t") || strings.IndexByte(path, '$') >= 0 || name == "passwd" ||
		judge.Classify(name) < judge.Token {
		return
	}
	f.password(at+1, stop)
}
