package named

import (
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/judge"
)

// inBraces finds a value that braces enclose in a connection string of ODBC or of Microsoft's JDBC driver, as those with
// signs have to be: UID=sa;PWD={x;y};Server=db. The name is s[lo:], the brace s[at]. Two braces that close are one of
// the value. Templates have braces, too, and no other field beside them.
// Source: learn.microsoft.com, ODBC connection strings: values with special characters.
func inBraces(s string, lo, at int) (from, to int, ok bool) {
	if at >= len(s) || s[at] != '{' {
		return 0, 0, false
	}
	line := s[at+1 : min(chars.LineEnd(s, at), at+chars.MaxToken)]
	end := 0
	for end < len(line) && line[end] != '}' || strings.HasPrefix(line[end:], "}}") {
		if line[end] == '}' {
			end++
		}
		end++
	}
	if end >= len(line) {
		return 0, 0, false
	}
	before, after := s[max(0, lo-1):lo], line[end+1:]
	next, _, assigned := strings.Cut(after[:min(len(after), longestPair)], "=")
	field := assigned && strings.HasPrefix(next, ";") && chars.All(next[1:], func(c byte) bool { return chars.IsName(c) || c == ' ' })
	if before != ";" && !field {
		return 0, 0, false
	}
	return at + 1, at + 1 + end, true
}

// braced judges such a value.
func (f *Finder) braced(name string, lo, at int, c judge.Context) bool {
	from, to, ok := inBraces(f.S, lo, at)
	if ok && to-from >= 4 {
		f.judge(name, from, to, judge.Context{Class: c.Class, Quoted: true})
	}
	return ok
}
