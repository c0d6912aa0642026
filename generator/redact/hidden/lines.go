package hidden

import (
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/find"
)

// Lines are the parts of a text that need a view.
type Lines struct {
	text  *find.Text
	inner bool // the text is a view itself

	quotedPrintable bool      // of the text, and of the view that is made of it
	stretches       []stretch // in the text's order
	marked          int       // end of the last line among them
	broken          int       // end of the last value among them that goes on after a line end
	quotedSeen      int       // end of what was looked through for quoted-printable
	escapedSeen     int       // end of the last line that was looked through for line ends
	changedSeen     int       // end of the last lines that were looked through for a diff of words
}

// Reset begins with another text. Of a view no view is made.
func (l *Lines) Reset(text *find.Text, inner bool) {
	l.text, l.inner = text, inner
	l.quotedPrintable, l.stretches = false, l.stretches[:0]
	l.marked, l.broken, l.quotedSeen, l.escapedSeen, l.changedSeen = 0, 0, 0, 0, 0
}

// Some reports whether there are any, and whether they are the whole text.
func (l *Lines) Some() (some, whole bool) {
	if len(l.stretches) == 0 {
		return false, false
	}
	first := l.stretches[0]
	return true, first.start == 0 && first.end == len(l.text.S)
}

// View returns them, decoded.
func (l *Lines) View() *View { return newView(l.text.S, l.stretches, l.quotedPrintable) }

// Mark notes that the line around s[at:] needs a view.
func (l *Lines) Mark(at int) {
	if l.inner || at < l.marked {
		return
	}
	s := l.text.S
	start := l.marked + strings.LastIndexByte(s[l.marked:at], '\n') + 1
	end := len(s)
	if i := strings.IndexByte(s[at:], '\n'); i >= 0 {
		end = at + i + 1
	}
	escaped := strings.Count(s[start:end], `\n`) >= fewestLineEnds
	if last := len(l.stretches) - 1; last >= 0 && !l.stretches[last].join && l.stretches[last].end == start &&
		l.stretches[last].escaped == escaped {
		l.stretches[last].end = end // tables and keys are on several lines
	} else {
		l.stretches = append(l.stretches, stretch{start: start, end: end, escaped: escaped})
	}
	l.marked = end
}

// fewestLineEnds make a line one that contains lines: strings in programs have a few.
const fewestLineEnds = 2

// Telling marks the line around the telling name at s[at:] when there are line ends in it.
func (l *Lines) Telling(at int) {
	if l.inner || at < l.marked || at < l.escapedSeen {
		return
	}
	start := l.escapedSeen + strings.LastIndexByte(l.text.S[l.escapedSeen:at], '\n') + 1
	l.escapedSeen = chars.LineEnd(l.text.S, at)
	if strings.Count(l.text.S[start:l.escapedSeen], `\n`) >= fewestLineEnds {
		l.Mark(at)
	}
}

// Escape marks the line when s[at:] begins with an escape that a view decodes.
func (l *Lines) Escape(at int) {
	if l.inner || at < l.marked {
		return
	}
	if n, _ := decodeUnit(l.text.S[at:], l.quotedPrintable); n > 0 {
		l.Mark(at)
	}
}

// QuotedPrintable marks the lines of a text in quoted-printable: "=3D" is an equals sign
// in it, and an equals sign at the end of a line is nothing.
func (l *Lines) QuotedPrintable(at int) {
	if l.inner || l.quotedPrintable || at > 0 && l.text.S[at-1] == '=' || at < l.quotedSeen {
		return
	}
	l.quotedSeen = at + 4096
	if near := l.text.S[at:min(len(l.text.S), at+4096)]; strings.Count(near, "=3D") < 2 && !strings.Contains(near, "=\n") {
		return
	}
	l.quotedPrintable = true
	l.stretches, l.marked = append(l.stretches[:0], stretch{end: len(l.text.S)}), len(l.text.S)
}

// Broken marks a value that goes on after the line end at s[at:]: each of the lines
// that follow is one run of characters, which wanted accepts.
func (l *Lines) Broken(start, at int, wanted func(run string) bool) {
	if l.inner || start < l.broken {
		return
	}
	s, end := l.text.S, at
	for next, ok := chars.NextLine(s, end); ok && end < at+chars.MaxToken; next, ok = chars.NextLine(s, end) {
		run := chars.TokenRun(s, next)
		if run == next || run < len(s) && strings.IndexByte("\r\n\"'`,;\\", s[run]) < 0 || !wanted(s[next:run]) {
			break
		}
		end = run
	}
	if end > at {
		l.stretches, l.broken = append(l.stretches, stretch{start: max(l.broken, chars.LineStart(s, start)), end: end, join: true}), end
	}
}

// Parts marks a value that goes on in the next string of a sum, or in the next line of a cell, as
// Broken does for lines.
func (l *Lines) Parts(start, at int, wanted func(run string) bool) {
	if l.inner || start < l.broken {
		return
	}
	s, end := l.text.S, at
	for next, ok := nextPart(s, end); ok && end < at+chars.MaxToken; next, ok = nextPart(s, end) {
		run := chars.TokenRun(s, next)
		if run == next || run < len(s) && strings.IndexByte("\r\n\"'` |,;\\", s[run]) < 0 &&
			!strings.HasPrefix(s[run:], "│") || !wanted(s[next:run]) {
			break
		}
		end = run
	}
	if end > at {
		if end < len(s) && (s[end] == '"' || s[end] == '\'') {
			end++
		}
		l.stretches, l.broken = append(l.stretches, stretch{start: max(l.broken, chars.LineStart(s, start)), end: end, join: true}), end
	}
}

const longestJoint = 80 // bytes

// nextPart returns where a value goes on whose part ends at s[at:]: behind a quote, a sign that
// joins strings or a line end, and a quote of the same kind; or below, in a cell of a table whose
// other cells are empty.
func nextPart(s string, at int) (next int, ok bool) {
	if at >= len(s) {
		return 0, false
	}
	limit := min(len(s), at+longestJoint)
	if quote := s[at]; quote == '"' || quote == '\'' {
		signs := 0
		for next = at + 1; next < limit; next++ {
			switch c := s[next]; {
			case c == quote:
				return next + 1, signs > 0
			case c == '+' || c == '.' || c == '\\' || c == '\n':
				signs++
			case c != ' ' && c != '\t' && c != '\r' && c != '&':
				return 0, false
			}
		}
		return 0, false
	}
	bars, below := 0, false
	for next = at; next < limit; {
		switch c := s[next]; {
		case c == '\n' && bars == 1 && !below:
			below, bars = true, 0
		case c == '|':
			bars++
		case strings.HasPrefix(s[next:limit], "│"):
			bars++
			next += len("│") - 1
		case c != ' ' && c != '\r':
			return next, below && bars >= 2
		}
		next++
	}
	return 0, false
}
