package placed

import (
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/judge"
)

// SetterTriggers are the commands before NAME=value pairs of which every value is a secret.
func SetterTriggers() []string { return setterTriggers }

var setterTriggers = []string{"secrets set ", "secret set ", "--from-literal=", "--from-literal ",
	"secrets import ", "secrets:set ", "secrets put ", "config:set ", "vault kv put ", "nomad var put ",
	"vault write ", "variable:set ", "env:set ", "variables set ", "variables --set ", "env set ",
	"variable set "}

// SetterPairs handles fly secrets set NAME=value and its like.
func SetterPairs(f *Finder, at int) {
	s := f.S
	first := true
	for end := commandEnd(s, at, min(len(s), at+maxCommand)); at < end && s[at] != '\n'; {
		from := at
		at = chars.Run(s, at, end, chars.IsName)
		if at < end && s[at] == '=' && at > from {
			value, stop, quoted := setterValue(s, at+1, end)
			c := judge.Context{Class: max(judge.Classify(s[from:at]), judge.Secretive), Env: true, Quoted: quoted}
			if at = stop; at > value && judge.Secret(s[value:at], c) {
				f.AddAs(value, at, c.Class.Rule())
			}
		}
		if first && at < end && s[at] == ' ' && at > from && at+1 < end && chars.IsConstant(s[from:at]) { // NAME value
			name, value := s[from:at], at+1
			at = chars.Until(s, value, end, "")
			from, to := chars.TrimQuotes(s, value, at)
			if c := (judge.Context{Class: max(judge.Classify(name), judge.Secretive), Env: true}); to > from &&
				judge.Secret(s[from:to], c) {
				f.AddAs(from, to, judge.Secretive.Rule())
			}
		}
		first = first && at > from && s[from] == '-'
		for at < end && s[at] != ' ' && s[at] != '\n' || at < end && s[at] == '\n' && s[at-1] == '\\' {
			at++
		}
		for at < end && (s[at] == ' ' || s[at] == '\n' && s[at-1] == '\\') {
			at++
		}
	}
}

// setterValue returns where the value at s[at:end] begins and ends, without its quotes.
func setterValue(s string, at, end int) (value, stop int, quoted bool) {
	if at < end && (s[at] == '"' || s[at] == '\'') {
		quote := s[at]
		return at + 1, chars.Run(s, at+1, end, func(c byte) bool { return c != quote && c != '\n' }), true
	}
	return at, chars.Until(s, at, end, "\"'`;|)"), false
}

// Here handles program NAME <<< "value" for the programs that store secrets.
func Here(f *Finder, start, end int) {
	s := f.S
	from := max(0, start-200)
	from += strings.LastIndexByte(s[from:start], '\n') + 1
	line := s[from:start]
	if !strings.Contains(line, "secret") && !strings.Contains(line, "env add") &&
		!strings.Contains(line, "login") && !strings.Contains(line, "passw") &&
		!strings.Contains(line, "kinit") && !strings.Contains(line, "sudo -S") &&
		!strings.Contains(line, "cryptsetup") {
		return
	}
	stop := end
	if i := strings.IndexByte(s[end:min(len(s), end+maxCommand)], '\n'); i >= 0 {
		stop += i
	} else {
		stop = min(len(s), end+maxCommand)
	}
	end = chars.RunOf(s, end, stop, " ")
	if end < stop && (s[end] == '"' || s[end] == '\'') {
		if i := strings.IndexByte(s[end+1:stop], s[end]); i > 0 {
			stop = end + 1 + i
		}
	}
	at, stop := chars.TrimQuotes(s, end, stop)
	f.password(at, stop)
}

// formatEnd returns the length of what printf prints the words after it by: '%s\n'.
func formatEnd(s string) int {
	if strings.HasPrefix(s, "%s ") {
		return len("%s ")
	}
	if s == "" || s[0] != '\'' && s[0] != '"' {
		return 0
	}
	end := strings.IndexByte(s[1:], s[0])
	if end < 0 || strings.IndexByte(s[:end+1], '%') < 0 {
		return 0
	}
	end = chars.RunOf(s, end+2, len(s), " ")
	return end
}

// Secured handles the string that PowerShell makes a password of: "x" | ConvertTo-SecureString. s[start:] is the bar.
func Secured(f *Finder, start int) {
	s := f.S
	end := chars.RunOfBack(s, 0, start, " ") - 1
	if end < 0 || s[end] != '"' && s[end] != '\'' {
		return
	}
	if at := max(0, end-chars.MaxToken) + strings.LastIndexByte(s[max(0, end-chars.MaxToken):end], s[end]) + 1; at > 0 {
		f.password(at, end)
	}
}

// PipedInto handles echo PASSWORD | program, for programs that are always asked for one. s[start:]
// is the name of the program.
func PipedInto(f *Finder, start int) {
	before := strings.TrimSuffix(f.S[max(0, start-200):start], "sudo ")
	if strings.HasSuffix(strings.TrimSuffix(before, " "), "|") {
		Piped(f, start)
	}
}

// Piped handles echo PASSWORD | program that reads it: what is at start says
// that it does.
func Piped(f *Finder, start int) {
	at, stop := f.printed(start)
	f.password(at, stop)
}

// Encoded handles echo PASSWORD | base64 and other programs that read anything. s[start:] is the bar.
func Encoded(f *Finder, start int) {
	if at, stop := f.printed(start + 1); judge.Surely(f.S[at:stop]) {
		f.password(at, stop)
	}
}

// printed returns where the word is that is printed for the program behind a bar before s[start:].
func (f *Finder) printed(start int) (at, stop int) {
	s := f.S
	from := max(0, start-200)
	from += strings.LastIndexByte(s[from:start], '\n') + 1
	at = -1
	printer := ""
	for _, p := range [...]string{"echo ", "printf ", "yes "} {
		if i := strings.LastIndex(s[from:start], p); i >= 0 && from+i+len(p) > at && (i == 0 || s[from+i-1] != '-') {
			at, printer = from+i+len(p), p
		}
	}
	if at < 0 || strings.IndexByte(s[at:start], '|') < 0 {
		return 0, 0
	}
	if printer == "printf " {
		at += formatEnd(s[at:start])
	}
	for strings.HasPrefix(s[at:start], "-") {
		at += max(1, strings.IndexByte(s[at:start], ' ')+1)
	}
	stop = at + max(0, strings.IndexByte(s[at:start], '|'))
	if at < stop && (s[at] == '\'' || s[at] == '"') { // the first of two words
		if end := strings.IndexByte(s[at+1:stop], s[at]); end >= 0 {
			stop = at + 1 + end + 1
		}
	}
	return chars.TrimQuotes(s, at, stop)
}
