package named

import (
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/judge"
)

// Answer handles a line at a prompt that ends in a telling name, and the value alone on the
// next. at is in the first line.
func Answer(f *Finder, at int) {
	s := f.S
	if at < f.promptEnd {
		return
	}
	start := at - 1
	if s[start] != '\n' || strings.HasPrefix(s[at:], "> ") || strings.HasPrefix(s[at:], "In [") {
		start = chars.LineEnd(s, at)
		f.promptEnd = start
	}
	if start >= len(s) || s[start] != '\n' {
		return
	}
	line := strings.TrimRight(s[chars.LineStart(s, start):start], " \t\r")
	if bare := strings.TrimSpace(line); strings.Trim(bare, ">$%#") == bare && !strings.Contains(line, "> ") &&
		!strings.Contains(line, "$ ") && !strings.Contains(line, "[") && !strings.HasPrefix(line, "(") {
		return // there is no question
	}
	hi := len(strings.TrimRight(line, "\"'`])};"))
	lo := chars.RunBack(line, 0, hi, chars.IsName)
	if hi == lo {
		return
	}
	name := line[lo:hi]
	c := judge.Context{Class: judge.Classify(name), Quoted: true}
	if c.Class == judge.None {
		return
	}
	at = start + 1
	if own := chars.OwnText(s, at); strings.HasSuffix(s[:own], "→") || own == chars.LineEnd(s, at) { // code, or nothing
		return
	}
	if strings.HasPrefix(s[at:], "=> ") {
		at += 3
	} else if i := strings.Index(s[at:min(len(s), at+12)], "]: "); strings.HasPrefix(s[at:], "Out[") && i > 0 {
		at += i + 3
	}
	stop := chars.LineEnd(s, at)
	if at, stop = chars.TrimQuotes(s, at, stop); stop > at && stop-at < chars.MaxValue {
		f.judge(name, at, stop, c)
	}
}

// Printed handles what a command at a prompt printed, when it is one word: $ pass show db. s[at:]
// is in the command.
func Printed(f *Finder, at int) {
	s := f.S
	if at < f.promptEnd {
		return
	}
	end := chars.LineEnd(s, at)
	f.promptEnd = end
	line := s[chars.LineStart(s, at):end]
	i := strings.LastIndex(line, "$ ")
	if j := strings.LastIndex(line, "% "); j > i {
		i = j
	}
	if i < 0 || end >= len(s) {
		return
	}
	name := judge.Printed(strings.TrimRight(line[i+len("$ "):], " \r"))
	value := end + 1
	stop := chars.LineEnd(s, value)
	value, stop = chars.TrimQuotes(s, value, stop)
	if name == "" || stop-value < shortestPiece || stop-value > chars.MaxToken || strings.ContainsAny(s[value:stop], " \t") {
		return
	}
	f.judge(name, value, stop, judge.Context{Class: judge.Classify(name), Quoted: true})
}

// PasswordFor handles "Password for admin: Tr0ub4dor&3". at is behind the words.
func PasswordFor(f *Finder, at int) {
	s := f.S
	const longestAccount = 60
	stop := at
	for stop < len(s) && stop < at+longestAccount && s[stop] != '\n' && !strings.HasPrefix(s[stop:], ": ") {
		stop++
	}
	if stop == at || !strings.HasPrefix(s[stop:], ": ") || strings.Count(s[at:stop], " ") > 2 {
		return
	}
	start := chars.RunOf(s, stop+2, len(s), "`*")
	stop = chars.Until(s, start, start+chars.MaxValue, "`")
	if start, stop = chars.TrimQuotes(s, start, stop); start < stop && stop-start < chars.MaxValue {
		f.judge("password", start, stop, judge.Context{Class: judge.Password, Prose: true, Stated: true})
	}
}
