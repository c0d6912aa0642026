// Package patch reads texts that say how files change: patches as agents write them for
// a tool ("*** Begin Patch"), and unified diffs.
package patch

import (
	"regexp"
	"strconv"
	"strings"

	"steno/parser"
	"steno/parser/linediff"
)

// Op is what a patch does to a file.
type Op byte

// Operations.
const (
	Update Op = iota
	Add
	Delete
	Write // sets the whole text of a file that may have existed
)

// File is the part of a patch that changes one file.
type File struct {
	Op    Op
	Name  string
	To    string // the name that it gets, "" when it keeps its own
	Hunks []Hunk
}

// Hunk is a stretch of changed lines, each with its sign: ' ', '+' or '-'. A line that begins with a
// backslash says that the file ends before it, without a newline.
type Hunk struct {
	Old, New int    // numbers of the first line, 0 when unknown
	Header   string // where in the file it is, for people
	Lines    []string
}

const (
	begin     = "*** Begin Patch"
	end       = "*** End Patch"
	addFile   = "*** Add File: "
	deletes   = "*** Delete File: "
	updates   = "*** Update File: "
	moves     = "*** Move to: "
	endOfFile = "*** End of File"
)

// Parse reads a patch. rest is what of the text is not part of it: lines before and behind it, or
// all when it is none.
func Parse(text string) (files []File, rest string) {
	var outside strings.Builder
	inside := false
	for line := range strings.Lines(text) {
		bare := strings.TrimRight(line, "\r\n")
		mark := strings.TrimSpace(bare)
		switch {
		case mark == begin:
			inside = true
		case mark == end:
			inside = false
		case !inside:
			outside.WriteString(line)
		case strings.HasPrefix(mark, addFile):
			files = append(files, File{Op: Add, Name: mark[len(addFile):], Hunks: []Hunk{{Old: 1}}})
		case strings.HasPrefix(mark, deletes):
			files = append(files, File{Op: Delete, Name: mark[len(deletes):]})
		case strings.HasPrefix(mark, updates):
			files = append(files, File{Name: mark[len(updates):]})
		case len(files) == 0:
			outside.WriteString(line)
		default:
			files[len(files)-1].line(bare, mark)
		}
	}
	return files, outside.String()
}

// line adds a line of a patch to its file.
func (f *File) line(line, mark string) {
	switch {
	case strings.HasPrefix(mark, moves):
		f.To = mark[len(moves):]
	case mark == endOfFile:
	case f.Op == Update && strings.HasPrefix(line, "@@"):
		f.Hunks = append(f.Hunks, Hunk{Header: strings.TrimSpace(strings.TrimPrefix(line, "@@"))})
	default:
		if len(f.Hunks) == 0 {
			f.Hunks = append(f.Hunks, Hunk{})
		}
		h := &f.Hunks[len(f.Hunks)-1]
		if line == "" || strings.IndexByte(" +-", line[0]) < 0 {
			line = " " + line
		}
		h.Lines = append(h.Lines, line)
	}
}

var hunkHead = regexp.MustCompile(`^@@+ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@+ ?(.*)$`)

// Diff reads the hunks of a unified diff of one file. What follows the lines that a hunk announces is
// not part of it.
func Diff(text string) (hunks []Hunk) {
	before, after := 0, 0 // lines of the hunk that are still to come
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if m := hunkHead.FindStringSubmatch(line); m != nil {
			h := Hunk{Header: m[5]}
			h.Old, before = span(m[1], m[2])
			h.New, after = span(m[3], m[4])
			hunks = append(hunks, h)
			continue
		}
		if len(hunks) == 0 {
			continue // names of the files
		}
		h := &hunks[len(hunks)-1]
		if strings.HasPrefix(line, `\`) {
			h.Lines = append(h.Lines, line)
			continue
		}
		if before <= 0 && after <= 0 {
			continue
		}
		if line == "" || strings.IndexByte(" +-", line[0]) < 0 {
			line = " " + line
		}
		if line[0] != '+' {
			before--
		}
		if line[0] != '-' {
			after--
		}
		h.Lines = append(h.Lines, line)
	}
	return hunks
}

// span returns the first line and the number of lines that a hunk's head announces: one, unless it
// says otherwise.
func span(first, lines string) (from, n int) {
	from, _ = strconv.Atoi(first)
	n = 1
	if lines != "" {
		n, _ = strconv.Atoi(lines)
	}
	return from, n
}

// change returns how hunks change a file.
func change(op Op, hunks []Hunk) *parser.Change {
	c := &parser.Change{Created: op == Add, Whole: op == Add || op == Write, Deleted: op == Delete}
	for i, texts := range Texts(hunks) {
		out := parser.Hunk{Old: hunks[i].Old}
		for _, l := range texts {
			out.Lines = append(out.Lines, parser.Line{Op: parser.LineOp(l[0]), Hash: linediff.HashOf(l[1:])})
		}
		c.Hunks = append(c.Hunks, out)
	}
	if c.Whole && len(c.Hunks) == 0 {
		c.Hunks = []parser.Hunk{{Old: 1}}
	}
	return c
}

// Texts returns the lines of the change that Change returns, hunk by hunk, as
// [parser.Texts] has them.
func Texts(hunks []Hunk) [][]string {
	all := make([][]string, len(hunks))
	for i, h := range hunks {
		for _, l := range h.Lines {
			if !strings.HasPrefix(l, `\`) {
				all[i] = append(all[i], l+"\n")
			} else if n := len(all[i]); n > 0 {
				all[i][n-1] = strings.TrimSuffix(all[i][n-1], "\n")
			}
		}
	}
	return all
}

// AllTexts returns the lines of the changes of files, see [Texts].
func AllTexts(files []File) [][][]string {
	all := make([][][]string, len(files))
	for i, f := range files {
		all[i] = Texts(f.Hunks)
	}
	return all
}

// Action returns what a call did that applied a patch: the change of its first file, and those of
// the others.
func Action(files []File) parser.Action {
	all := parser.Action{Kind: parser.ActionEdit}
	for i, f := range files {
		c := change(f.Op, f.Hunks)
		e := parser.Edited{File: f.Name, To: f.To, Change: c}
		e.Added, e.Removed = c.Count()
		if i == 0 {
			all = parser.Action{Kind: parser.ActionEdit, File: e.File, To: e.To, Added: e.Added, Removed: e.Removed, Change: c}
		} else {
			all.Also = append(all.Also, e)
		}
	}
	return all
}
