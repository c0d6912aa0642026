package placed

import (
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/judge"
)

// Logs of builds and of servers have passwords where a protocol puts them.

// Lines looks for such places, and for those of files and lists, in the text of a finder.
type Lines struct{ find *Finder }

// LinesOf returns what looks for them.
func LinesOf(f *Finder) Lines { return Lines{f} }

// VariableCommand takes the value of a variable that a build of Azure sets as a secret: ##vso[task.setvariable variable=x;issecret=true]y.
// s[at:] is behind what says so.
func (l Lines) VariableCommand(at int) {
	f := l.find
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

// Evaluated takes what a debugging log of GitHub prints below a secret that it evaluates: ##[debug]=> 'x'. s[at:] is in the name of the secret.
func (l Lines) Evaluated(at int) {
	f := l.find
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

// Pass takes the password of a login of FTP or POP3: PASS x, behind USER joe. s[start] ends the line before, s[at:] is behind the word.
func (l Lines) Pass(start, at int) {
	f := l.find
	const before = 240 // bytes
	s := f.S
	end := at + len(strings.TrimRight(s[at:chars.LineEnd(s, at)], " \r"))
	if s[start+1:at] != "PASS " || strings.IndexByte(s[at:end], ' ') >= 0 || !strings.Contains(s[max(0, start-before):start], "USER ") {
		return
	}
	f.password(at, end)
}

// Unseal takes a key of Vault: Unseal Key 1: x. s[at:] is its number.
func (l Lines) Unseal(at int) {
	f := l.find
	const least = 40
	s := f.S
	for at < len(s) && (chars.IsDigit(s[at]) || s[at] == ':' || s[at] == ' ') {
		at++
	}
	end := at
	for end < len(s) && (chars.IsBase64(s[end]) || s[end] == '=') {
		end++
	}
	if v := s[at:end]; len(v) >= least && !chars.Regular(v) && judge.Secret(v, judge.Context{Class: judge.Secretive, Env: true}) {
		f.AddAs(at, end, judge.Secretive.Rule())
	}
}
