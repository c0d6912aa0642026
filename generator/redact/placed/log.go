package placed

import (
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/judge"
)

// Logs of builds and of servers have passwords where a protocol puts them.

// VariableCommand takes the value of a variable that a build of Azure sets as a secret:
// ##vso[task.setvariable variable=x;issecret=true]y. s[at:] is behind what says so.
func VariableCommand(f *Finder, at int) {
	s := f.S
	end := chars.LineEnd(s, at)
	i := strings.IndexByte(s[at:end], ']')
	if i < 0 {
		return
	}
	at += i + 1
	for stop := at; ; stop++ {
		if stop == end || chars.IsSpace(s[stop]) || strings.IndexByte("\"'`", s[stop]) >= 0 {
			f.password(at, stop)
			return
		}
	}
}

// Evaluated takes what a debugging log of GitHub prints below a secret that it evaluates:
// ##[debug]=> 'x'. s[at:] is in the name of the secret.
func Evaluated(f *Finder, at int) {
	const lines = 6
	s := f.S
	for range lines {
		at = chars.LineEnd(s, at)
		if at >= len(s) {
			return
		}
		at++
		line := s[at:chars.LineEnd(s, at)]
		i := strings.Index(line, "##[debug]")
		if i < 0 {
			return
		}
		for _, mark := range [...]string{"=> '", "Result: '"} {
			if j := strings.Index(line[i:], mark); j > 0 {
				from := at + i + j + len(mark)
				f.password(from, from+max(0, strings.IndexByte(s[from:at+len(line)], '\'')))
			}
		}
	}
}

// EvaluatedName is Evaluated for a variable or an input whose name is that of a secret: env.API_TOKEN. s[at:] is the name.
func EvaluatedName(f *Finder, at int) {
	if name := f.S[at:chars.Run(f.S, at, at+chars.MaxToken, chars.IsName)]; judge.Classify(name) >= judge.Key {
		Evaluated(f, at)
	}
}

// Pass takes the password of a login of FTP or POP3: PASS x, behind USER joe. s[start] ends the
// line before, s[at:] is behind the word.
func Pass(f *Finder, start, at int) {
	const before = 240 // bytes
	s := f.S
	end := at + len(strings.TrimRight(s[at:chars.LineEnd(s, at)], " \r"))
	asked := strings.Contains(s[max(0, start-before):start], "USER ") || strings.HasPrefix(s[chars.LineStart(s, start):], "331 ") ||
		strings.HasPrefix(s[end:], "\nNICK ")
	if s[start+1:at] != "PASS " || strings.IndexByte(s[at:end], ' ') >= 0 || !asked {
		return
	}
	f.password(at, end)
}

// Unseal takes a key of Vault: Unseal Key 1: x. s[at:] is its number.
func Unseal(f *Finder, at int) {
	const least = 40
	s := f.S
	at = chars.Run(s, at, len(s), func(c byte) bool { return chars.IsDigit(c) || c == ':' || c == ' ' })
	end := chars.Run(s, at, at+chars.MaxToken, func(c byte) bool { return chars.IsBase64(c) || c == '=' })
	if v := s[at:end]; len(v) >= least && !chars.Regular(v) && judge.Secret(v, judge.Context{Class: judge.Secretive, Env: true}) {
		f.AddAs(at, end, judge.Secretive.Rule())
	}
}

// Auth takes the password of Redis's AUTH x and AUTH joe x at its prompt. s[at:] is behind the word.
func Auth(f *Finder, at int) {
	s := f.S
	if s[at-len("AUTH "):at] != "AUTH " {
		return
	}
	end := at + len(strings.TrimRight(s[at:min(chars.LineEnd(s, at), at+chars.MaxToken)], " \r"))
	from := at + strings.LastIndexByte(s[at:end], ' ') + 1
	if user := strings.TrimRight(s[at:from], " "); user == "" || chars.All(user, chars.IsLabel) && !mechanisms[user] {
		from, end = chars.TrimQuotes(s, from, end)
		f.password(from, end)
	}
}

// mechanisms are behind AUTH in the protocols of mail.
var mechanisms = chars.Set("PLAIN", "LOGIN", "CRAM-MD5", "XOAUTH2", "OAUTHBEARER", "NTLM", "SCRAM-SHA-256", "SCRAM-SHA-1")

// Masked takes the value that a job of GitHub says is to be masked in its log: ::add-mask::x.
// s[at:] is behind the sign.
func Masked(f *Finder, at int) {
	s := f.S
	stop := at
	for stop < len(s) && stop < at+chars.MaxToken && s[stop] != '\n' &&
		strings.IndexByte("\"'`\\", s[stop]) < 0 && !strings.HasPrefix(s[stop:], "::") {
		stop++
	}
	f.password(at, at+len(strings.TrimRight(s[at:stop], " \r")))
}
