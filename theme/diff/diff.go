// Package diff shows what changed in a file.
package diff

import (
	"fmt"
	"html/template"
	"slices"
	"strconv"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"steno/theme/highlight"
	"steno/theme/markup"
)

// Hunk is a stretch of changed lines with what is around them.
type Hunk struct {
	Old, New int      // number of the first line before and after; 0 when unknown
	Lines    []string // each begins with "+", "-" or " "; no line end
}

// context is how many unchanged lines are shown around a change.
const context = 3

// Strings finds the hunks between two texts. Their line numbers count from the
// start of the texts; Unnumbered takes them away where those are only pieces of
// a file.
func Strings(before, after string) []Hunk { return hunks(before, after, context) }

// Full is Strings with all unchanged lines.
func Full(before, after string) []Hunk { return hunks(before, after, strings.Count(before, "\n")+1) }

func hunks(before, after string, context int) []Hunk {
	edits := udiff.Lines(before, after)
	d, err := udiff.ToUnifiedDiff("", "", before, edits, context)
	if err != nil { // edits that do not fit their own text: cannot happen
		return []Hunk{{Lines: append(prefixed("-", before), prefixed("+", after)...)}}
	}
	hunks := make([]Hunk, 0, len(d.Hunks))
	for _, h := range d.Hunks {
		out := Hunk{Old: h.FromLine, New: h.ToLine}
		for _, l := range h.Lines {
			sign := " "
			switch l.Kind {
			case udiff.Delete:
				sign = "-"
			case udiff.Insert:
				sign = "+"
			}
			out.Lines = append(out.Lines, sign+strings.TrimSuffix(l.Content, "\n"))
		}
		hunks = append(hunks, out)
	}
	return hunks
}

func prefixed(sign, text string) []string {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for i := range lines {
		lines[i] = sign + lines[i]
	}
	return lines
}

// Unnumbered takes the line numbers away.
func Unnumbered(hunks []Hunk) []Hunk {
	for i := range hunks {
		hunks[i].Old, hunks[i].New = 0, 0
	}
	return hunks
}

// Count counts added and removed lines.
func Count(hunks []Hunk) (added, removed int) {
	for _, h := range hunks {
		for _, l := range h.Lines {
			switch {
			case strings.HasPrefix(l, "+"):
				added++
			case strings.HasPrefix(l, "-"):
				removed++
			}
		}
	}
	return added, removed
}

// Size is the number of bytes in all lines.
func Size(hunks []Hunk) int {
	n := 0
	for _, h := range hunks {
		for _, l := range h.Lines {
			n += len(l) + 1
		}
	}
	return n
}

// Sides are the shown lines of the text before and of the text after.
func Sides(hunks []Hunk) (before, after string) {
	var old, new strings.Builder
	for _, h := range hunks {
		for _, l := range h.Lines {
			if l == "" || l[0] != '+' {
				writeLine(&old, strings.TrimPrefix(strings.TrimPrefix(l, "-"), " "))
			}
			if l == "" || l[0] != '-' {
				writeLine(&new, strings.TrimPrefix(strings.TrimPrefix(l, "+"), " "))
			}
		}
	}
	return old.String(), new.String()
}

func writeLine(b *strings.Builder, line string) {
	b.WriteString(line)
	b.WriteByte('\n')
}

// Text is the hunks as a unified diff.
func Text(hunks []Hunk) string {
	var b strings.Builder
	for _, h := range hunks {
		added, removed := Count([]Hunk{h})
		same := len(h.Lines) - added - removed
		fmt.Fprintf(&b, "@@ -%d,%d +%d,%d @@\n", h.Old, removed+same, h.New, added+same)
		for _, l := range h.Lines {
			writeLine(&b, l)
		}
	}
	return b.String()
}

// Head keeps the first hunks and lines up to a number of bytes.
func Head(hunks []Hunk, bytes int) []Hunk {
	var out []Hunk
	for _, h := range hunks {
		for i, l := range h.Lines {
			if bytes -= len(l) + 1; bytes < 0 {
				h.Lines = h.Lines[:i]
				return append(out, h)
			}
		}
		out = append(out, h)
	}
	return out
}

// HTML renders hunks. A row is a "del" or "ins" element, or an "i" for an unchanged line, in one
// "pre"; the style sheet puts signs before what changed, so that nothing is distinguished by colour
// alone. Line numbers are counted by CSS, or in attributes. Neither is ever copied. Rows that
// changed together are in a span of class "d-change", which lets CSS set them side by side.
func HTML(hunks []Hunk) template.HTML {
	counted := !slices.ContainsFunc(hunks, func(h Hunk) bool { return starts(h, true) == "" })
	var w markup.Writer
	w.Open("pre", markup.Class("diff"), markup.A("tabindex", "0"))
	if counted && len(hunks) > 0 {
		w.Open("code", markup.A("class", starts(hunks[0], false)))
	} else {
		w.Open("code")
	}
	for i, h := range hunks {
		if i > 0 {
			gap := "d-gap"
			if counted {
				gap += " " + starts(h, true)
			}
			w.Element("span", "⋯", markup.A("class", gap))
			w.Const("\n")
		}
		at := rows{before: h.Old, after: h.New, counted: counted}
		at.hunk(&w, h)
	}
	w.Close("code")
	w.Close("pre")
	return w.Result()
}

// starts returns the classes from which CSS counts the rows of a hunk, see [highlight.Starts]; ""
// where a row has no number, as its side does not have the file.
func starts(h Hunk, all bool) string {
	for _, l := range h.Lines {
		if removed := strings.HasPrefix(l, "-"); removed && h.Old == 0 || !removed && h.New == 0 && !strings.HasPrefix(l, `\`) {
			return ""
		}
	}
	return highlight.Starts(h.Old, h.New, all)
}

func (r *rows) hunk(w *markup.Writer, h Hunk) {
	for i := 0; i < len(h.Lines); {
		end := i
		for end < len(h.Lines) && isChange(h.Lines[end]) {
			end++
		}
		if end > i {
			r.change(w, h.Lines[i:end], i)
			i = end
			continue
		}
		r.row(w, "i", h.Lines[i], nil, i)
		i++
	}
}

func isChange(line string) bool {
	return strings.HasPrefix(line, "+") || strings.HasPrefix(line, "-") || strings.HasPrefix(line, `\`)
}

// rows counts line numbers as rows are written.
type rows struct {
	before, after int
	counted       bool                 // by CSS
	strokes       [][]highlight.Stroke // the colours of each line, nil for none
}

// change writes lines that changed together, with the words marked that differ
// between a removed line and the added one in its place.
func (r *rows) change(w *markup.Writer, lines []string, first int) {
	var removed, added []int
	for i, l := range lines {
		switch l[0] {
		case '-':
			removed = append(removed, i)
		case '+':
			added = append(added, i)
		}
	}
	marks := make([][]span, len(lines))
	for i := range min(len(removed), len(added)) {
		a, b := removed[i], added[i]
		marks[a], marks[b] = words(lines[a][1:], lines[b][1:])
	}
	w.Open("span", markup.Class("d-change"))
	for i, l := range lines {
		switch l[0] {
		case '-':
			r.row(w, "del", l, marks[i], first+i)
		case '+':
			r.row(w, "ins", l, marks[i], first+i)
		default:
			w.Element("span", l, markup.Class("d-note"))
		}
	}
	w.Close("span")
}

func (r *rows) row(w *markup.Writer, tag markup.Const, line string, marks []span, number int) {
	sign, text := " ", line
	if line != "" {
		sign, text = line[:1], line[1:]
	}
	w.Open(tag, r.number(sign)...)
	var colours []highlight.Stroke
	if r.strokes != nil {
		colours = r.strokes[number]
	}
	write(w, strings.TrimSuffix(text, "\r"), marks, colours)
	w.Const("\n")
	w.Close(tag)
}

// number counts one row with this sign and returns its line number: the old one for
// what was removed, else the new one.
func (r *rows) number(sign string) []markup.Attr {
	n := r.after
	if sign == "-" {
		n = r.before
	}
	if sign != "+" && r.before > 0 {
		r.before++
	}
	if sign != "-" && r.after > 0 {
		r.after++
	}
	if n == 0 || r.counted {
		return nil
	}
	return []markup.Attr{markup.A("data-n", strconv.Itoa(n))}
}
