package placed

import (
	"steno/generator/redact/chars"
	"steno/generator/redact/judge"
)

// SetterTriggers are the commands before NAME=value pairs of which every value is a secret.
var SetterTriggers = []string{"secrets set ", "secret set ", "--from-literal=", "--from-literal ",
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
