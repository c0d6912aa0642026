package named

import (
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/judge"
	"steno/generator/redact/kind"
)

// A test that fails prints a value apart from the expression that it is of.

const assertedLines = 4 // between them

// Asserted judges the value that a test printed, by the name in the assertion some lines above or
// below: E  AssertionError: assert 'x' == ”, of assert config.password == ”. s[at:] is behind the quote.
func Asserted(f *Finder, at int) {
	s := f.S
	name := ""
	for line, n := chars.LineStart(s, at), 0; line > 0 && n < assertedLines && name == ""; n++ {
		line = chars.LineStart(s, line-1)
		name = assertion(s, line)
	}
	for line, n := chars.LineEnd(s, at)+1, 0; line < len(s) && n < assertedLines && name == ""; n++ {
		name = assertion(s, line)
		line = chars.LineEnd(s, line) + 1
	}
	if end := at + strings.IndexByte(s[at:chars.LineEnd(s, at)], s[at-1]); end > at && name != "" {
		f.judge(name, at, end, judge.Context{Class: judge.Classify(name), Quoted: true})
	}
}

// assertion returns the name of a secret that the line at s[line:] makes an assertion of, "" for none.
func assertion(s string, line int) string {
	text := s[min(chars.OwnText(s, line), len(s)):chars.LineEnd(s, line)]
	expression, ok := strings.CutPrefix(text, "assert ")
	if !ok {
		if _, expression, ok = strings.Cut(text, "expect("); !ok {
			return ""
		}
	}
	end := chars.Run(expression, 0, len(expression), func(c byte) bool { return chars.IsName(c) || strings.IndexByte("[]'\"", c) >= 0 })
	name := strings.TrimRight(expression[:end], "[]'\"")
	if name = name[strings.LastIndexAny(name, ".['\"")+1:]; judge.Classify(name) < judge.Key {
		return ""
	}
	return name
}

// Where judges the value that a test printed, by the expression behind it on its line: E  +  where 'x' =
// Settings().api_secret, expected 'x' to equal process.env.API_SECRET. s[at:] is behind the quote.
func Where(f *Finder, at int) {
	s := f.S
	line := chars.LineEnd(s, at)
	end := at + strings.IndexByte(s[at:line], s[at-1])
	if end <= at {
		return
	}
	expression := strings.TrimRight(s[end:line], " \r")
	if !strings.HasPrefix(expression, "' = ") && !strings.HasPrefix(expression, "' to equal ") {
		return
	}
	if name := expression[strings.LastIndexAny(expression, " .")+1:]; judge.Classify(name) >= judge.Key {
		f.judge(name, at, end, judge.Context{Class: judge.Classify(name), Quoted: true})
	}
}

// LoggedWords are before a value in lines of logs whose message says what it is.
var LoggedWords = []string{" value=", " val=", " old=", " new=", "\"value\":\"", "\"value\": \"", `\"value\":\"`}

// Logged judges the value at s[at:] of a line of a log whose message names a secret: msg="using credentials" value=x. The
// value has to be drawn by chance, as messages speak of the length, the age and the owner of secrets, too.
func Logged(f *Finder, at int) {
	const reach = 240 // bytes of the line before the value
	s := f.S
	from := chars.RunOf(s, at, at+2, "\"'")
	end := chars.TokenRun(s, from)
	v := s[from:end]
	if len(v) < judge.WeakSecret || !chars.HasDigit(v) {
		return
	}
	line := s[max(chars.LineStart(s, at), at-reach):at]
	if object := strings.LastIndexByte(line, '{'); object >= 0 {
		line = line[object:]
	}
	said := message(line)
	if said == "" {
		return
	}
	if name := judge.NameIn(said); name != "" && (chars.Randomness(v) >= chars.SurelyRandom || kind.UUID(v)) {
		f.judge(name, from, end, judge.Context{Class: max(judge.Token, judge.Classify(name)), Field: true})
	}
}

// message returns what a line of a log says, "" when it is none.
func message(line string) string {
	for _, field := range [...]string{"msg=\"", "message=\"", "event=\"", "msg\":\"", "msg\": \"", "message\":\"", "message\": \"", "event\":\"", "event\": \"",
		`msg\":\"`, `message\":\"`, " INFO ", " DEBUG ", " WARN ", " TRACE ", "INFO ", "DEBUG "} {
		_, rest, ok := strings.Cut(line, field)
		if !ok {
			continue
		}
		if end := strings.IndexAny(rest, "\"\\="); end >= 0 {
			rest = rest[:end]
		}
		return rest
	}
	return ""
}
