package placed

import (
	"slices"
	"strings"

	"steno/generator/redact/chars"
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
