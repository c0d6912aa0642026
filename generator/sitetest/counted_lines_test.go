package sitetest

import (
	"encoding/json"
	"slices"
	"strings"
)

// ownedLine is a line of a file; own when the session wrote it.
type ownedLine struct {
	text string
	own  bool
}

// countedHunk is a part of a recorded patch; Old is the line at which it begins, from 1.
type countedHunk struct {
	Old   int `json:"oldStart"`
	Lines []string
}

func (h countedHunk) old() (n int) {
	for _, line := range h.Lines {
		if line == "" || line[0] == ' ' || line[0] == '-' {
			n++
		}
	}
	return n
}

func textLines(text string) []string {
	if text == "" {
		return []string{}
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

// rewrite counts how a new text of the session changes a file.
func (f *fileStates) rewrite(text string) {
	was := f.lines
	f.lines = nil
	now := textLines(text)
	for _, s := range aligned(was, now) {
		if s.same {
			f.lines = append(f.lines, was[s.a:s.a2]...)
			continue
		}
		f.net += (s.b2 - s.b) - (s.a2 - s.a)
		for _, line := range now[s.b:s.b2] {
			f.lines = append(f.lines, ownedLine{line, true})
		}
	}
}

// edited applies a patch. Where the text before it is not recorded, it is what is known of the file.
func (f *fileStates) edited(text []string, hunks []countedHunk) {
	if text == nil {
		f.partly = true
		for _, l := range f.lines {
			text = append(text, l.text)
		}
		for _, h := range hunks { // nothing is known of lines that no call showed
			for len(text) < h.Old-1+h.old() {
				text = append(text, "")
			}
		}
	}
	if f.partly { // and nothing says whose the lines are
		f.lines = nil
		for _, line := range text {
			f.lines = append(f.lines, ownedLine{line, false})
		}
	}
	f.patch(text, hunks)
}

// unstructured reads what a call asked for.
func (c *countedCall) unstructured(content, from, to *string) {
	var in struct {
		Content string
		Old     string `json:"old_string"`
		New     string `json:"new_string"`
	}
	_ = json.Unmarshal(c.input, &in)
	*content, *from, *to = in.Content, in.Old, in.New
}

// patch applies a patch to what is known of a file; text is what was there before, as it is recorded. What others did since
// the last edit of the session, the user or a formatter, is taken over where a hunk of the patch shows it. There it counts in
// the place of lines of the session; nothing else that others did counts.
func (f *fileStates) patch(text []string, hunks []countedHunk) {
	was := f.lines
	var lines []ownedLine
	at := make([]int, len(text)+1) // where the lines of the text are
	for _, s := range aligned(was, text) {
		owned := 0
		for _, l := range was[s.a:s.a2] {
			if l.own {
				owned++
			}
		}
		shown := slices.ContainsFunc(hunks, func(h countedHunk) bool {
			return h.Old-1 < s.b2 && s.b < h.Old-1+h.old() || s.b == s.b2 && h.Old-1 < s.b && s.b < h.Old-1+h.old()
		})
		for i := s.b; i < s.b2; i++ {
			at[i] = len(lines) + min(i-s.b, s.a2-s.a)
			if !s.same && shown {
				at[i] = len(lines) + i - s.b
			}
		}
		if !s.same && owned > 0 {
			f.others += s.b2 - s.b + s.a2 - s.a
		}
		switch {
		case s.same || !shown:
			lines = append(lines, was[s.a:s.a2]...)
		default:
			if owned > 0 {
				f.net += (s.b2 - s.b) - owned
			}
			for _, line := range text[s.b:s.b2] {
				lines = append(lines, ownedLine{line, owned > 0})
			}
		}
	}
	at[len(text)] = len(lines)
	f.lines = lines
	for i := len(hunks) - 1; i >= 0; i-- {
		f.apply(at[min(max(0, hunks[i].Old-1), len(text))], hunks[i].Lines)
	}
}

// apply applies the lines of a hunk.
func (f *fileStates) apply(at int, hunk []string) {
	var now []ownedLine
	from := at
	for _, line := range hunk {
		switch {
		case strings.HasPrefix(line, "+"):
			f.net++
			now = append(now, ownedLine{line[1:], true})
		case strings.HasPrefix(line, "-"):
			f.net--
			at++
		case !strings.HasPrefix(line, `\`):
			if at < len(f.lines) {
				now = append(now, f.lines[at])
			}
			at++
		}
	}
	f.lines = slices.Concat(f.lines[:min(from, len(f.lines))], now, f.lines[min(at, len(f.lines)):])
}

// stretch are lines of two states of a file that are the same, or that are in the place of each other.
type stretch struct {
	a, a2, b, b2 int
	same         bool
}

// aligned cuts two states into stretches, so that as many lines as possible are the same.
func aligned(was []ownedLine, now []string) (all []stretch) {
	head := 0
	for head < len(was) && head < len(now) && was[head].text == now[head] {
		head++
	}
	tail := 0
	for tail < len(was)-head && tail < len(now)-head && was[len(was)-1-tail].text == now[len(now)-1-tail] {
		tail++
	}
	add := func(a, a2, b, b2 int, same bool) {
		if a2 > a || b2 > b {
			all = append(all, stretch{a, a2, b, b2, same})
		}
	}
	add(0, head, 0, head, true)
	a, b := was[head:len(was)-tail], now[head:len(now)-tail]
	common := make([][]int32, len(a)+1) // lines that two rests have in common
	for i := range common {
		common[i] = make([]int32, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if common[i][j] = max(common[i+1][j], common[i][j+1]); a[i].text == b[j] {
				common[i][j] = common[i+1][j+1] + 1
			}
		}
	}
	equal := func(i, j int) bool { return i < len(a) && j < len(b) && a[i].text == b[j] }
	for i, j := 0, 0; i < len(a) || j < len(b); {
		fromA, fromB := i, j
		for (i < len(a) || j < len(b)) && !equal(i, j) {
			if j == len(b) || i < len(a) && common[i+1][j] >= common[i][j+1] {
				i++
			} else {
				j++
			}
		}
		add(head+fromA, head+i, head+fromB, head+j, false)
		for fromA, fromB = i, j; equal(i, j); i, j = i+1, j+1 {
		}
		add(head+fromA, head+i, head+fromB, head+j, true)
	}
	add(len(was)-tail, len(was), len(now)-tail, len(now), true)
	return all
}
