package hidden

import (
	"strings"

	"steno/generator/redact/chars"
)

// Diffs of words (git diff --word-diff) write what was and what is side by side: password: [-old-]{+new+}. With
// --word-diff=porcelain, each piece is a line, and a tilde ends a line of the text. A view shows one of the sides.

// change is a line of such a diff, of which a view shows one side.
type change struct {
	sign      byte // of what is shown: '-' or '+'
	porcelain bool
	marks     [2]marks // of what was, and of what is
}

// marks are where the first opening mark of a side is on a line, and where the last closing one is.
type marks struct{ first, last int }

// signs are those of the marks of a diff: [-old-] and {+new+}.
var signs = [2]struct {
	sign        byte
	open, close string
}{{'-', "[-", "-]"}, {'+', "{+", "+}"}}

const longestChange = 1 << 14 // bytes of a line

// Changed notes the line of a diff of words that has a closing mark at s[at:].
func (l *Lines) Changed(at int) {
	if l.inner || at < l.changedSeen {
		return
	}
	s := l.text.S
	start := l.changedSeen + strings.LastIndexByte(s[l.changedSeen:at], '\n') + 1
	end := chars.LineEnd(s, at)
	l.changedSeen = end
	if end-start > longestChange {
		return
	}
	var c change
	some := false
	for i, m := range signs {
		first, last := strings.Index(s[start:end], m.open), strings.LastIndex(s[start:end], m.close)
		if first >= 0 && first < last {
			c.marks[i], some = marks{start + first, start + last}, true
		}
	}
	if some {
		l.sides(start, end, c)
	}
}

// Porcelain notes the lines of a diff of words, of which each is a piece of one line, above the tilde at s[at+1:].
func (l *Lines) Porcelain(at int) {
	if l.inner || at < l.changedSeen {
		return
	}
	s, start, some := l.text.S, at, false
	for from := at; from > l.changedSeen && at-from < longestChange; start = from {
		if from = chars.LineStart(s, max(0, start-1)); start == 0 || from >= start || strings.IndexByte(" -+", s[from]) < 0 {
			break
		}
		some = some || s[from] != ' '
	}
	l.changedSeen = at + 1
	if some && start < at {
		l.sides(start, at, change{porcelain: true})
	}
}

// sides notes both of them.
func (l *Lines) sides(start, end int, c change) {
	for _, m := range signs {
		side := c
		side.sign = m.sign
		l.stretches = append(l.stretches, stretch{start: start, end: end, change: &side})
	}
}

// unit returns how many bytes at s[i:] are no part of the side: marks, and what they are around. The line ends with s.
func (c *change) unit(s string, i int) int {
	if c.porcelain {
		if s[i] == '\n' {
			return 1
		}
		if i > 0 && s[i-1] != '\n' {
			return 0
		}
		if s[i] != ' ' && s[i] != c.sign {
			return chars.LineEnd(s, i) - i
		}
		return 1
	}
	for n, m := range signs {
		at := c.marks[n]
		if i < at.first || i > at.last {
			continue
		}
		shown := m.sign == c.sign
		switch rest := s[i : at.last+len(m.close)]; {
		case strings.HasPrefix(rest, m.open) && i < at.last && !shown:
			return strings.Index(rest, m.close) + len(m.close)
		case strings.HasPrefix(rest, m.open), shown && strings.HasPrefix(rest, m.close):
			return len(m.open)
		}
	}
	return 0
}
