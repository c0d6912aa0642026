package named

import (
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/judge"
	"steno/generator/redact/kind"
)

// Pairs of a user and a password may have nothing but a slash between them, as paths do: root/Tr0ub4dor&3.

// AccountWords begin such a pair by the name of an account that many machines have.
var AccountWords = []string{"root/", "admin/", "administrator/", "postgres/", "ubuntu/", "sa/", "system/", "guest/", "pi/"}

// Account handles the pair whose user is s[start:end-1]. A path would go on, or have the name of a file at its end.
func Account(f *Finder, start, end int) {
	s := f.S
	if start > 0 && strings.IndexByte(" \t\"'`\n(*|", s[start-1]) < 0 {
		return
	}
	from, to := word(f, end)
	if v := s[from:to]; from == end && len(v) <= longestLogin/2 &&
		!strings.ContainsAny(v, "/.") && (judge.Surely(v) && !judge.Yearly(v) || drawnWord(v)) {
		f.judge("password", from, to, judge.Context{Class: judge.Password, Prose: true, Stated: true})
	}
}

// drawnWord reports letters and digits in no order, and no hash.
func drawnWord(v string) bool {
	return len(v) >= shortestPiece && chars.HasDigit(v) && chars.All(v, chars.IsWord) && !chars.All(v, chars.IsHex) &&
		chars.Randomness(v) >= judge.ScoreRandom && !kind.Structural(v)
}

// LoginHeads are the heads of columns of Markdown that have both, in small letters.
var LoginHeads = []string{"| login |", "| logins |", "| credentials |", "| credential |", "| creds |", "| access |", "| zugang |",
	"| zugangsdaten |", "| user/password |", "| user / password |", "| user/pass |", "| user / pass |", "| username/password |",
	"| username / password |", "| login/password |", "| login / password |", "| user:password |", "| account |"}

// Logins handles the cells below such a head at s[start:end].
func Logins(f *Finder, start, end int) {
	s := f.S
	line := chars.LineStart(s, start)
	if start-line > longestCells {
		return
	}
	column := strings.Count(s[line:start], "|")
	at := chars.LineEnd(s, end-1)
	for range maxTableRows {
		from := at + 1
		if from >= len(s) {
			return
		}
		at = chars.LineEnd(s, from)
		cell, ok := from, true
		for range column + 1 {
			i := strings.IndexByte(s[cell:at], '|')
			if ok = i >= 0; !ok {
				return
			}
			cell += i + 1
		}
		stop := cell + max(0, strings.IndexByte(s[cell:at], '|'))
		f.cellPair(cell, stop)
	}
}

const longestCells = 256 // bytes before the column

// cellPair judges the password of the pair in a cell.
func (f *Finder) cellPair(at, stop int) {
	for _, between := range [...]string{" / ", "/", ":"} {
		i := strings.Index(f.S[at:stop], between)
		if i < 0 {
			continue
		}
		user := strings.Trim(f.S[at:at+i], " `*\"'")
		if user == "" || !chars.All(user, func(c byte) bool { return chars.IsLabel(c) || c == '@' }) {
			return
		}
		from, to := word(f, at+i+len(between))
		to = min(to, stop)
		v := f.S[from:max(from, to)]
		if judge.Surely(v) || drawnWord(v) || len(v) >= shortestLogin && chars.HasDigit(v) && kind.StrongMix(v) {
			f.judge("password", from, to, judge.Context{Class: judge.Password, Prose: true, Stated: true})
		}
		return
	}
}

// paths reports a list of paths that goes on at s[at:], behind one whose last element is a name.
func paths(s string, at int) bool {
	from := chars.RunOf(s, at, len(s), " \n\t\"'\\")
	return kind.FolderPath(s[from:chars.Run(s, from, from+chars.MaxToken, func(c byte) bool { return chars.IsLabel(c) || c == '/' })])
}
