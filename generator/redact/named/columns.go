package named

import (
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/judge"
)

// Tables of HTML and of JSON name their columns apart from the cells: <th>password</th> and, in the
// rows below, <td>x</td>; {"columns": ["id", "password"], "rows": [[1, "x"]]}.

const longestTable = 1 << 14 // bytes that are read for one column

// headCell judges the cells below the head cell of HTML that s[lo:hi] is in.
func headCell(f *Finder, lo, hi int) {
	s, class := f.S, judge.Classify(f.S[lo:hi])
	row := strings.LastIndex(s[max(0, lo-chars.MaxValue):lo], "<tr")
	if class < judge.Key || row < 0 {
		return
	}
	column := strings.Count(s[max(0, lo-chars.MaxValue)+row:lo], "<th")
	rest := s[:min(len(s), hi+longestTable)]
	for at := hi; ; {
		next := strings.Index(rest[at:], "<tr")
		if next < 0 || strings.Contains(rest[at:at+next], "</table") {
			return
		}
		at += next + len("<tr")
		cell := at
		for range column {
			i := strings.Index(rest[cell:], "<td")
			if i < 0 {
				return
			}
			cell += i + len("<td")
		}
		open := strings.IndexByte(rest[cell:], '>')
		if open < 0 {
			return
		}
		value := cell + open + 1
		end := value + max(0, strings.IndexByte(rest[value:], '<'))
		f.judge(s[lo:hi], value, end, judge.Context{Class: class, Quoted: true})
	}
}

// listedColumn judges the values of the column that the string at s[lo:hi] names in a list of columns.
func listedColumn(f *Finder, lo, hi int) {
	s, class := f.S, f.Classify(f.S[lo:hi])
	if class < judge.Key {
		return
	}
	from := max(0, lo-chars.MaxValue)
	open := from + strings.LastIndexByte(s[from:lo], '[')
	if open < from || !chars.EndsFold(strings.TrimRight(s[max(0, open-20):open], "\": \\"),
		"columns") && !chars.EndsFold(strings.TrimRight(s[max(0, open-20):open], "\": \\"), "fields") {
		return
	}
	column := strings.Count(s[open:lo], ",")
	rest := s[:min(len(s), hi+longestTable)]
	at := strings.Index(rest[hi:], "[[")
	if at < 0 || at > chars.MaxValue {
		return
	}
	for at += hi + 1; at < len(rest) && rest[at] == '['; {
		place, quote, cell := at+1, byte(0), 0
		start := place
		for ; place < len(rest) && (rest[place] != ']' || quote != 0); place++ {
			switch c := rest[place]; {
			case c == '"' && rest[place-1] != '\\' || c == '"' && quote == 0:
				if quote ^= '"'; quote == 0 && cell == column {
					f.judge(s[lo:hi], start, place, judge.Context{Class: class, Quoted: true, Field: true})
				} else if quote != 0 {
					start = place + 1
				}
			case c == ',' && quote == 0:
				cell++
			}
		}
		for at = place + 1; at < len(rest) && (chars.IsSpace(rest[at]) || rest[at] == ','); {
			at++
		}
	}
}

// Copied judges the rows below COPY t (id, token) FROM stdin, as dumps of PostgreSQL have them.
// s[at:] is the rest of that line.
func Copied(f *Finder, at int) {
	s := f.S
	head := s[chars.LineStart(s, at):at]
	open, closing := strings.IndexByte(head, '('), strings.LastIndexByte(head, ')')
	if open < 0 || closing < open || !strings.Contains(head[:open], "COPY ") {
		return
	}
	var columns []column
	for name := range strings.SplitSeq(head[open+1:closing], ",") {
		name = strings.Trim(name, " \"")
		columns = append(columns, column{name, judge.Classify(name)})
	}
	for line := chars.LineEnd(s, at) + 1; line < min(len(s), at+longestTable); line = chars.LineEnd(s, line) + 1 {
		cell, end := line, chars.LineEnd(s, line)
		if strings.Count(s[line:end], "\t") != len(columns)-1 {
			return
		}
		for _, c := range columns {
			stop := cell + len(s[cell:end])
			if i := strings.IndexByte(s[cell:end], '\t'); i >= 0 {
				stop = cell + i
			}
			if c.class >= judge.Key && stop > cell {
				f.judge(c.name, cell, stop, judge.Context{Class: c.class, Quoted: true, Env: c.class == judge.Password})
			}
			cell = min(end, stop+1)
		}
	}
}
