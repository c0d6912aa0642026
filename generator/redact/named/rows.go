package named

import (
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/judge"
)

// Tables may name their values at the beginning of each row: a table with a column for each
// environment, and one with a column of names and one of values.

const mostCells = 8

// labelledRow judges the cells of a row that the name is the first cell of, behind the next one. s[i]
// divides the name from it.
func labelledRow(f *Finder, l *label, i int) {
	s, lo, hi := l.find.S, l.lo, l.hi
	start, end := chars.LineStart(s, lo), chars.LineEnd(s, i)
	if strings.IndexByte(strings.TrimLeft(s[start:lo], "| "), '|') >= 0 {
		return
	}
	for range mostCells {
		bar := strings.IndexByte(s[i+1:end], '|')
		if bar < 0 {
			return
		}
		i += 1 + bar
		next := strings.IndexByte(s[i+1:end], '|')
		if next < 0 {
			return
		}
		from := chars.RunOf(s, i+1, i+1+next, " *`\"'")
		to := chars.RunOfBack(s, from, i+1+next, " *`\"'")
		if strings.IndexByte(s[from:to], ' ') < 0 {
			l.find.judge(s[lo:hi], from, to, judge.Context{Class: l.class, Prose: true, Stated: true})
		}
	}
}

// valueColumn returns where the last word of the line of s[lo:] begins, when the head of the table
// calls it a value: NAME, SLOT, VALUE. Blanks end at s[i:] behind the name. It is 0 otherwise.
func valueColumn(s string, lo, i int) int {
	end := chars.LineEnd(s, i)
	last := strings.LastIndex(strings.TrimRight(s[i:end], " \r"), aligned)
	if last < 0 {
		return 0
	}
	start := chars.LineStart(s, lo)
	for range maxSection {
		if start == 0 {
			return 0
		}
		above := s[chars.LineStart(s, start-1) : start-1]
		if start -= len(above) + 1; above == "" {
			return 0
		}
		line := strings.TrimRight(above, " \r")
		if chars.EndsFold(line, aligned+"value") {
			name, _, _ := strings.Cut(strings.TrimLeft(line, " "), " ")
			if judge.NameField(name) {
				return i + last + len(aligned)
			}
		}
	}
	return 0
}
