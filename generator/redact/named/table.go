package named

import (
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/judge"
)

// Tables name their columns in the first line: CSV, Markdown, the output of databases. What
// is in a column with a telling name is judged as if the name was before it.

const maxTableRows = 500

// What may divide cells: bars, those of boxes, two blanks or more.
const (
	bar     = "|"
	boxBar  = "│"
	aligned = "  "
)

// table reads the table whose header contains s[at:], when that line is one: names alone,
// divided by the separator.
func table(f *Finder, at int, separator string) {
	if at < f.tableEnd {
		return
	}
	s := f.S
	start := chars.LineStart(s, at)
	end := chars.LineEnd(s, at)
	f.tableEnd = end
	marked := chars.LineMark(s, start)
	start += marked
	ruled := end < len(s) && strings.Trim(s[end+1:chars.LineEnd(s, end+1)], "- \t\r") == "" && strings.HasPrefix(s[end+1:], "--")
	if separator == aligned && !ruled && end < len(s) { // as many names as there are cells below
		below := s[end+1 : chars.LineEnd(s, end+1)]
		names := cells(s[start:end], aligned)
		ruled = len(names) > 1 && len(names) == len(cells(below, aligned)) && !strings.ContainsAny(s[start:end], ".-")
	}
	columns := headerColumns(s[start:end], separator, ruled)
	if columns == nil || separator == bar && inside(s[:start-marked], strings.Count(s[start:end], "|")) {
		return
	}
	for range maxTableRows {
		start = end + 1
		if start >= len(s) {
			return
		}
		end = chars.LineEnd(s, start)
		if marked > 0 {
			start = min(end, start+chars.LineMark(s, start))
		}
		if strings.Trim(s[start:end], "-+|: \t\r─━═┼╪╬├┤╞╡╠╣┝┥│┃") == "" && end > start {
			continue // the line below the header
		}
		if !row(f, start, end, separator, columns) {
			return
		}
		f.tableEnd = end
	}
}

// lastColumn reads the table whose header ends in the name s[lo:hi], with nothing behind it.
func lastColumn(f *Finder, lo, hi int) {
	s := f.S
	if f.Classify(s[lo:hi]) < judge.Key {
		return
	}
	before := s[chars.LineStart(s, lo):lo]
	for _, separator := range [...]string{bar, "\t", ",", ";", aligned} {
		if strings.Contains(before, separator) {
			table(f, lo, separator)
			return
		}
	}
}

// inside reports whether the line before is one of the same table, so that the next one is no header:
// a file of a table of coverage (SetPassword.vue | 0 | 10), a cell that says PASS.
func inside(before string, bars int) bool {
	if before == "" {
		return false
	}
	line := before[chars.LineStart(before, len(before)-1) : len(before)-1]
	return strings.Count(line, "|") == bars
}

// column is a column with a telling name.
type column struct {
	name  string
	class judge.Class
}

// headerColumns returns the columns of a header, nil when the line is none or no name shows
// anything. Under the names may be a ruled line.
func headerColumns(line, separator string, ruled bool) []column {
	var columns []column
	some := false
	for _, cell := range cells(line, separator) {
		name := strings.Trim(cell, " \"'`\t\r")
		spaced := separator == "," && !strings.Contains(line, ", ") // Access key ID,Secret access key
		if name == "" || len(name) > 40 || !chars.All(name,
			func(c byte) bool { return chars.IsName(c) || c == ' ' && spaced }) ||
			strings.Trim(name, "0123456789.") == "" || separator == aligned && !ruled && !chars.IsUpper(name[0]) {
			return nil
		}
		c := column{name, judge.Classify(name)}
		some = some || c.class >= judge.Key
		columns = append(columns, c)
	}
	if !some || len(columns) < 2 {
		return nil
	}
	return columns
}

// cells cuts the line of a header.
func cells(line, separator string) []string {
	switch line = strings.Trim(line, "| \t\r"); separator {
	case boxBar:
		line = strings.Trim(line, "│ ")
	case aligned:
		var out []string
		for cell := range strings.SplitSeq(line, aligned) {
			if cell = strings.TrimSpace(cell); cell != "" {
				out = append(out, cell)
			}
		}
		return out
	}
	return strings.Split(line, separator)
}

// row judges the cells of one line and reports whether it has as many as the header.
func row(f *Finder, start, end int, separator string, columns []column) bool {
	s := f.S
	at := start
	for at < end && (separator == bar && (s[at] == '|' || s[at] == ' ') || separator == aligned && s[at] == ' ') {
		at++
	}
	if separator == boxBar {
		at = end - len(strings.TrimLeft(s[at:end], "│ "))
	}
	for i := range columns {
		from := at
		quote := byte(0)
		for at < end && (!strings.HasPrefix(s[at:end], separator) || quote != 0) {
			switch {
			case quote != 0 && s[at] == quote:
				quote = 0
			case quote == 0 && at == from && (s[at] == '"' || s[at] == '\''):
				quote = s[at]
			}
			at++
		}
		if c := columns[i]; c.class >= judge.Key {
			value, stop := chars.TrimQuotes(s, from, len(strings.TrimRight(s[:at], " |`\r")))
			if stop > value {
				f.judge(c.name, value, stop, judge.Context{Class: c.class, Quoted: separator != aligned,
					Prose: separator == aligned, Stated: separator == aligned, List: separator == aligned})
			}
		}
		if at >= end {
			return i == len(columns)-1
		}
		at += len(separator)
		if separator == aligned {
			at = chars.RunOf(s, at, end, " ")
		}
	}
	return strings.Trim(s[min(at, end):end], " |│\r") == ""
}

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
