package redact

import "strings"

// answer handles a line at a prompt that ends in a telling name, and the value alone on the
// next. at is in the first line.
func (sc *scanner) answer(at int) {
	s := sc.s
	if at < sc.promptEnd {
		return
	}
	start := at - 1
	if s[start] != '\n' || strings.HasPrefix(s[at:], "> ") || strings.HasPrefix(s[at:], "In [") {
		start = lineEnd(s, at)
		sc.promptEnd = start
	}
	if start >= len(s) || s[start] != '\n' {
		return
	}
	line := strings.TrimRight(s[lineStart(s, start):start], " \t\r")
	if bare := strings.TrimSpace(line); strings.Trim(bare, ">$%#") == bare && !strings.Contains(line, "> ") && !strings.Contains(line, "$ ") && !strings.Contains(line, "[") && !strings.HasPrefix(line, "(") {
		return // there is no question
	}
	hi := len(strings.TrimRight(line, "\"'`])};"))
	lo := hi
	for lo > 0 && isName(line[lo-1]) {
		lo--
	}
	if hi == lo {
		return
	}
	name := line[lo:hi]
	c := context{class: classify(name), quoted: true}
	if c.class == classNone {
		return
	}
	at = start + 1
	if strings.HasPrefix(s[at:], "=> ") {
		at += 3
	} else if i := strings.Index(s[at:min(len(s), at+12)], "]: "); strings.HasPrefix(s[at:], "Out[") && i > 0 {
		at += i + 3
	}
	stop := len(s)
	if i := strings.IndexByte(s[at:], '\n'); i >= 0 {
		stop = at + i
	}
	if at, stop = trimQuotes(s, at, stop); stop > at && stop-at < maxValue {
		sc.judge(name, at, stop, c)
	}
}

// piped handles echo PASSWORD | program that reads it: what is at start says
// that it does.
func (sc *scanner) piped(start int) {
	s := sc.s
	from := max(0, start-200)
	from += strings.LastIndexByte(s[from:start], '\n') + 1
	echo := strings.LastIndex(s[from:start], "echo ")
	if printf := strings.LastIndex(s[from:start], "printf "); printf > echo {
		echo = printf + len("printf ") - len("echo ")
	}
	if echo < 0 || strings.IndexByte(s[from+echo:start], '|') < 0 {
		return
	}
	at := from + echo + len("echo ")
	for strings.HasPrefix(s[at:start], "-") {
		at += max(1, strings.IndexByte(s[at:start], ' ')+1)
	}
	stop := at + strings.IndexByte(s[at:start], '|')
	at, stop = trimQuotes(s, at, stop)
	sc.password(at, stop)
}

func trimQuotes(s string, at, stop int) (int, int) {
	for stop > at && strings.IndexByte(" \"'", s[stop-1]) >= 0 {
		stop--
	}
	for at < stop && strings.IndexByte(" \"'", s[at]) >= 0 {
		at++
	}
	return at, stop
}
