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
	if hi == lo && !judge.Draws(line) {
		return
	}
	name := line[lo:hi]
	if judge.Draws(line) {
		name = "secret_token"
	}
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
	at = prefixed(s, at)
	stop := chars.LineEnd(s, at)
	if at, stop = chars.TrimQuotes(s, at, stop); stop > at && stop-at < chars.MaxValue {
		f.judge(name, at, stop, c)
	}
}

// Printed handles what a command at a prompt printed, when it is one word: $ pass show db. s[at:] is the command.
func Printed(f *Finder, at int) {
	s := f.S
	end := chars.LineEnd(s, at)
	if at < f.printedEnd || end >= len(s) {
		return
	}
	f.printedEnd = end
	from := end + 1
	if key := strings.TrimRight(s[from:chars.LineEnd(s, from)], "\r"); len(key) > 1 && strings.HasSuffix(s[at:end], " "+key) { // etcdctl get x
		from = min(len(s), from+len(key)+1)
	}
	for range 2 { // warnings
		if line := s[from:chars.LineEnd(s, from)]; strings.HasPrefix(line, " ›") || strings.HasPrefix(chars.Lower(line), "warning") {
			from = min(len(s), from+len(line)+1)
		}
	}
	value, stop := chars.TrimQuotes(s, from, chars.LineEnd(s, from))
	words := strings.ContainsAny(s[value:stop], " \t")
	if stop-value < shortestLogin || stop-value > chars.MaxToken || words && !phraseOf(s[value:stop], fewestQuoted) {
		return
	}
	if last := max(strings.LastIndex(s[at:end], "$ "), strings.LastIndex(s[at:end], "% ")); last >= 0 {
		at += last + len("$ ")
	}
	command := strings.TrimRight(s[at:end], " \r")
	if command == "!!" { // what was printed or written above
		command = commandAbove(s, at)
	}
	if name := judge.Printed(command); name != "" && (!words || judge.DrawsPhrase(command)) {
		f.judge(name, value, stop, judge.Context{Class: judge.Classify(name), Quoted: true})
	}
}

// commandAbove returns the last command above the line at s[at:] that says what it prints.
func commandAbove(s string, at int) string {
	const lines = 4
	at = chars.LineStart(s, at)
	for range lines {
		if at == 0 {
			break
		}
		start := chars.LineStart(s, at-1)
		command := strings.TrimLeft(strings.TrimSpace(s[min(chars.OwnText(s, start), at-1):at-1]), "$%#> ")
		if i := strings.LastIndex(command, " ; echo"); i > 0 {
			command = command[:i]
		}
		if judge.Printed(command) != "" {
			return command
		}
		at = start
	}
	return ""
}

// Shown takes the only line of a file whose name is that of a secret: ==> secrets/api.key <==. s[at:] is behind the arrow.
func Shown(f *Finder, at int) {
	s := f.S
	end := chars.LineEnd(s, at)
	name, ok := strings.CutSuffix(strings.TrimRight(s[at:end], "\r"), " <==")
	if !ok || end >= len(s) {
		return
	}
	if named := judge.Printed("cat " + name); named != "" {
		stop := len(s[:end+1]) + len(strings.TrimRight(s[end+1:chars.LineEnd(s, end+1)], " \r"))
		if stop-end > shortestLogin && strings.IndexByte(s[end+1:stop], ' ') < 0 {
			f.judge(named, end+1, stop, judge.Context{Class: judge.Classify(named), Quoted: true})
		}
	}
}
