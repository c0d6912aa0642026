package facts

import (
	"slices"

	"steno/parser"
	"steno/parser/linediff"
)

// The net diff of a file is read from what the figures are computed with: which lines it has
// now, and which it had. The texts of lines are those that calls show, so nothing is in a diff
// that is not in the session as well. Lines that no call shows have no text.

// context is how many unchanged lines a hunk has around a change.
const context = 3

// DiffHunk is a stretch of lines of a net diff.
type DiffHunk struct {
	Old, New int // numbers of the first line before and after, 0 when not known
	Lines    []DiffLine
	Calls    []*Call // that made the changes, in order
}

// DiffLine is a line of a net diff.
type DiffLine struct {
	Op   parser.LineOp
	Text string // with its line end, if it has one
	Seen bool   // Text is known
}

// Texts finds the texts of the lines of one session, and keeps those of one file at a time. It is not safe for concurrent use.
type Texts struct {
	parser.Texts
	changed map[*parser.ToolCall][][][]string
	read    map[*parser.ToolCall][]string
}

// NewTexts returns the texts of a session.
func NewTexts(s *parser.Session) *Texts {
	return &Texts{s.Texts, map[*parser.ToolCall][][][]string{}, map[*parser.ToolCall][]string{}}
}

// Placed reports whether the numbers of the file's lines are known.
func (f *File) Placed() bool { return f.Created || !f.Lines.unplaced }

// Diff returns the net change of the file. It has as many added and removed lines as the
// figures say.
func (f *File) Diff(texts *Texts) []DiffHunk {
	clear(texts.changed) // few calls change several files
	clear(texts.read)
	base, now := f.Lines.base, f.Lines.now
	switch {
	case f.Created:
		base = nil
	case f.Edits == 0 && !(f.Deleted && f.Lines.known):
		return nil
	}
	return f.Lines.diff(base, now, f.Placed(), texts)
}

// Forget lets go of the lines, once the net change was asked for: those of all files take much memory.
func (f *File) Forget() { f.Lines = &Lines{unplaced: f.Lines.unplaced} }

// diff returns the hunks between two states of a file.
func (f *Lines) diff(base, now []*line, placed bool, texts *Texts) []DiffHunk {
	ids := map[*line]uint64{}
	edits := linediff.Diff(hashes(base, ids), hashes(now, ids))
	var hunks []DiffHunk
	for i := 0; i < len(edits); {
		end := i + 1
		for end < len(edits) && edits[end].From-edits[end-1].To <= 2*context && allSeen(base[edits[end-1].To:edits[end].From]) {
			end++
		}
		hunks = append(hunks, f.hunk(base, now, edits[i:end], placed, texts))
		i = end
	}
	return hunks
}

func allSeen(lines []*line) bool {
	return !slices.ContainsFunc(lines, func(l *line) bool { return !l.seen() })
}

// hunk returns edits that are near to each other with the lines around them.
func (f *Lines) hunk(base, now []*line, edits []linediff.Edit, placed bool, texts *Texts) DiffHunk {
	first, last := edits[0], edits[len(edits)-1]
	from, to := first.From, last.To
	for n := 0; n < context && from > 0 && base[from-1].seen(); n++ {
		from--
	}
	for n := 0; n < context && to < len(base) && base[to].seen(); n++ {
		to++
	}
	h := DiffHunk{}
	if placed {
		h.Old, h.New = from+1, first.NewFrom-(first.From-from)+1
	}
	made := map[place]bool{}
	add := func(op parser.LineOp, l *line) {
		h.Lines = append(h.Lines, f.line(op, l, texts))
		switch op {
		case parser.LineAdded:
			made[l.made] = true
		case parser.LineRemoved:
			made[l.gone] = true
		}
	}
	for _, e := range edits {
		for ; from < e.From; from++ {
			add(parser.LineKept, base[from])
		}
		for ; from < e.To; from++ {
			add(parser.LineRemoved, base[from])
		}
		for _, l := range now[e.NewFrom:e.NewTo] {
			add(parser.LineAdded, l)
		}
	}
	for ; from < to; from++ {
		add(parser.LineKept, base[from])
	}
	h.Calls = f.calls(made)
	return h
}

// calls returns the calls behind origins, in order.
func (b *bounds) calls(of map[place]bool) []*Call {
	var numbers []place
	for p := range of {
		if p != 0 {
			numbers = append(numbers, p)
		}
	}
	slices.Sort(numbers)
	var calls []*Call
	for _, p := range numbers {
		c := b.places[p].call
		if n := len(calls); n == 0 || calls[n-1].ToolCall != c.ToolCall {
			calls = append(calls, c)
		}
	}
	return calls
}

func (b *bounds) line(op parser.LineOp, l *line, texts *Texts) DiffLine {
	text, seen := texts.of(b.places[l.text], int(l.at))
	return DiffLine{op, text, seen}
}

// of returns the text of a line that a call shows. Redaction may have made other lines of
// those that the figures were computed with; then it is not known.
func (t *Texts) of(o origin, at int) (string, bool) {
	switch {
	case o.call == nil || o.hunk == noText:
		return "", false
	case o.hunk == wholeRead:
		lines, known := t.read[o.call.ToolCall]
		if !known {
			lines = t.Read(o.call.ToolCall)
			t.read[o.call.ToolCall] = lines
		}
		if at < len(lines) {
			return lines[at], true
		}
		return "", false
	case t.Changed == nil:
		return "", false
	}
	edits, known := t.changed[o.call.ToolCall]
	if !known {
		edits = t.Changed(o.call.ToolCall)
		t.changed[o.call.ToolCall] = edits
	}
	if o.edit >= len(edits) {
		return "", false
	}
	hunks, want := edits[o.edit], o.change.Hunks
	if len(hunks) != len(want) || len(hunks[o.hunk]) != len(want[o.hunk].Lines) {
		return "", false
	}
	line := hunks[o.hunk][at]
	if line == "" || parser.LineOp(line[0]) != want[o.hunk].Lines[at].Op {
		return "", false
	}
	return line[1:], true
}
