// Package hidden makes text readable that a plain look does not see: lines with codes and escapes
// in them, values that line ends break, runs of base64 and hexadecimal digits, files in base64.
package hidden

import (
	"slices"
	"strings"

	"steno/generator/redact/chars"
)

// Text may hide names and values from a plain look: terminals' colour codes are in the
// middle of them, characters without width divide them, and letters are written as %41,
// &#65;, \u0041 or =41.
// A diff of words has what was and what is side by side. A line that contains a file, as JSON does, has \n in it where the
// file's lines end. Lines with any of these are read a second time, as a view in which
// the codes are left out and the letters are decoded, one level deep; line ends and quotes
// at all levels. What is found in the View is mapped back to the text.

// View is a readable form of some lines of a text.
type View struct {
	Text   string
	pieces []piece
}

// piece says which part of the text a part of the view comes from.
type piece struct {
	at       int // where it begins in the view
	from, to int // in the text
	same     bool
}

// stretch is a part of a text to make a view of.
type stretch struct {
	start, end int
	join       bool // line ends in it break a value
	escaped    bool // line ends and quotes in it are escaped, as those of a file in JSON
	change     *change
}

// newView decodes the stretches of s.
func newView(s string, stretches []stretch, quotedPrintable bool) *View {
	v := &View{}
	var b strings.Builder
	for _, st := range stretches {
		plain := st.start // nothing since then was decoded
		copyTo := func(i int) {
			if i > plain {
				v.pieces = append(v.pieces, piece{b.Len(), plain, i, true})
				b.WriteString(s[plain:i])
			}
		}
		plainly := !st.join && st.change == nil // most bytes are shown as they are
		for i := st.start; i < st.end; {
			if plainly && !decoded[s[i]] {
				i++
				continue
			}
			n, text := st.unit(s, i, quotedPrintable)
			if n == 0 {
				i++
				continue
			}
			copyTo(i)
			if text != "" {
				v.pieces = append(v.pieces, piece{b.Len(), i, i + n, false})
				b.WriteString(text)
			}
			i += n
			plain = i
		}
		copyTo(st.end)
		if st.end < len(s) || st.join || st.change != nil { // nothing joins two stretches
			v.pieces = append(v.pieces, piece{b.Len(), st.end, st.end, false})
			b.WriteByte('\n')
		}
	}
	v.Text = b.String()
	return v
}

// unit returns how many bytes at s[i:] are not shown as they are, and the text that they stand for.
func (st *stretch) unit(s string, i int, quotedPrintable bool) (n int, text string) {
	if st.join {
		next, ok := chars.NextLine(s[:st.end], i)
		if !ok {
			next, ok = nextPart(s[:st.end], i)
		}
		if ok && next > i {
			return next - i, ""
		}
	}
	if st.change != nil {
		if n := st.change.unit(s[:st.end], i); n > 0 {
			return n, ""
		}
	}
	if n, text = decodeUnit(s[i:st.end], quotedPrintable); n == 0 && st.escaped {
		n, text = unescape(s[i:st.end])
	}
	return n, text
}

// Back maps a part of the view to the text.
func (v *View) Back(start, end int) (from, to int) {
	p := v.pieceAt(start)
	from = p.from
	if p.same {
		from += start - p.at
	}
	p = v.pieceAt(end - 1)
	to = p.to
	if p.same {
		to = p.from + end - p.at
	}
	return from, to
}

func (v *View) pieceAt(at int) *piece {
	i, found := slices.BinarySearchFunc(v.pieces, at, func(p piece, at int) int { return p.at - at })
	if !found {
		i--
	}
	return &v.pieces[i]
}
