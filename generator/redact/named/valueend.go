package named

import (
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/judge"
	"steno/generator/redact/kind"
)

// Where a value ends: with its quotes, or where something else begins.

// quotedEnd returns where the quoted value ends. A value that was opened with an
// escaped quote ends at one.
func (f *Finder) quotedEnd(at int, quote byte, depth int) int {
	s := f.S
	end := min(len(s), at+chars.MaxValue)
	for i := at; i < end; i++ {
		switch {
		case s[i] == '\n' && quote != '`':
			if i >= at+kind.ShortestCut && kind.CutFollows(s, i) {
				return i
			}
			return at // the quote closed something: "PWD="+dir
		case s[i] == quote && depth == 0:
			return i
		case s[i] == '\\' && i+1 < end:
			j := chars.RunOf(s, i, end, `\`)
			if j < end && s[j] == quote && j-i <= max(depth, 0) && depth > 0 {
				return i
			}
			if depth == 0 {
				i++
			} else {
				i = j - 1
			}
		}
	}
	return end
}

// bareEnd returns where a value without quotes ends.
func (f *Finder) bareEnd(at int, c judge.Context) int {
	s := f.S
	if at >= f.runStart && at < f.runEnd && !c.Env {
		return f.runEnd
	}
	limit := min(len(s), at+chars.MaxValue)
	i, depth := at, 0
	for i < limit && !chars.IsSpace(s[i]) {
		if c.Class == judge.Password && (s[i] == '(' || s[i] == ')' && depth > 0) { // a password, or a call
			if depth++; s[i] == ')' {
				depth -= 2
			}
		} else if ends(s, i, c) && !(i > at && within(s, i) && (c.Env || c.Class == judge.Password && !genitive(s, i))) {
			break
		}
		i++
	}
	if i > at && i < limit && (s[i-1] == '-' && s[i] == ']' || s[i-1] == '+' && s[i] == '}') {
		i-- // the mark of a diff of words
	}
	if !c.Env { // in which other signs end a value
		f.runStart, f.runEnd = at, i
	}
	i = chars.RunOfBack(s, at, i, ".,;:!?")
	return i
}

// within reports a quote between letters, as in a password that has one.
func within(s string, i int) bool {
	return (s[i] == '"' || s[i] == '\'') && chars.IsWord(s[i-1]) && i+1 < len(s) && chars.IsWord(s[i+1])
}

// genitive reports what is no apostrophe of a password: joe's, or a quote that ends one.
func genitive(s string, i int) bool {
	const fewest = 3 // bytes behind it
	end := chars.Run(s, i+1, i+1+chars.MaxToken, isIdentifier)
	return s[i] != '\'' || end-i <= fewest || end < len(s) && strings.IndexByte("'\"(", s[end]) >= 0
}

// ends reports whether the byte ends a bare value. In an environment file only
// a space, a quote or an escaped line end does.
func ends(s string, i int, c judge.Context) bool {
	switch s[i] {
	case '"', '\'', '`', '<', '>', 0x1b, 0:
		return true
	case '\\':
		return i+1 < len(s) && strings.IndexByte("nrt\"'\\", s[i+1]) >= 0
	case '%':
		n, sign := percent(s, i)
		return n > 0 && sign == ' ' && !c.Env
	case '&':
		return pairFollows(s, i+1, c.Pairs)
	case ';', '|':
		return !c.Env
	case ',', ')', '}', ']', '(', '[', '{':
		return !c.Env
	}
	return false
}

// pairFollows reports "name;" at s[i:]: the ampersand before it is an entity of HTML. In the
// query of a URL "name=" counts too.
func pairFollows(s string, i int, query bool) bool {
	j := chars.Run(s, i, i+40, chars.IsName)
	return j > i && j < len(s) && (s[j] == ';' || query && (s[j] == '=' || s[j] == '['))
}

// typeset finds the argument of a command of LaTeX at s[i:] that sets what a user types: \texttt{x}, \verb|x|.
func typeset(s string, i int) (at int, ok bool) {
	for _, command := range [...]string{`\texttt{`, `\verb|`, `\verb+`, `\textbf{`, `\code{`, `\lstinline{`, `\lstinline|`} {
		if strings.HasPrefix(s[i:], command) {
			return i + len(command), true
		}
	}
	return 0, false
}

// emphasized passes over what emphasizes the value at s[at:], and the blanks behind it:
// **Password:** x, <li>Password: <code>x.
func emphasized(s string, at int) (value int, bold bool) {
	if strings.HasPrefix(s[at:], "<code>") || strings.HasPrefix(s[at:], "<strong>") || strings.HasPrefix(s[at:], "<b>") {
		return at + strings.IndexByte(s[at:], '>') + 1, false
	}
	if value, ok := typeset(s, at); ok {
		return value, false
	}
	if !strings.HasPrefix(s[at:], "**") {
		return at, false
	}
	at = chars.RunOf(s, at+len("**"), len(s), " ")
	return at, true
}
