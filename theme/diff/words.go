package diff

import (
	"unicode"
	"unicode/utf8"
)

// span is a range of bytes in a line.
type span struct{ from, to int }

// maxCells bounds the table of the longest common subsequence of two lines'
// words; beyond it only their common start and end are distinguished.
const maxCells = 20_000

// words finds what differs between two lines, word by word. Lines that have little in common get no marks: marking all of
// them says nothing. Neither do those of which less than half is kept, unless it differs in one place or by what was added.
func words(before, after string) (inBefore, inAfter []span) {
	a, b := tokens(before), tokens(after)
	start := 0
	for start < len(a) && start < len(b) && text(before, a[start]) == text(after, b[start]) {
		start++
	}
	endA, endB := len(a), len(b)
	for endA > start && endB > start && text(before, a[endA-1]) == text(after, b[endB-1]) {
		endA--
		endB--
	}
	if start == len(a) && start == len(b) {
		return nil, nil
	}
	keepA, keepB := make([]bool, len(a)), make([]bool, len(b))
	for i := range a {
		keepA[i] = i < start || i >= endA
	}
	for i := range b {
		keepB[i] = i < start || i >= endB
	}
	if (endA-start)*(endB-start) <= maxCells {
		common(before, after, a[start:endA], b[start:endB], keepA[start:endA], keepB[start:endB])
	}
	keptA, allA := visible(before, a, keepA)
	keptB, allB := visible(after, b, keepB)
	if keptA+keptB == 0 || 3*keptA < allA && 3*keptB < allB {
		return nil, nil
	}
	inBefore, inAfter = changed(a, keepA), changed(b, keepB)
	scattered := len(inBefore) > 0 && len(inAfter) > 0 && len(inBefore)+len(inAfter) > 2
	if scattered && 2*(keptA+keptB) < allA+allB {
		return nil, nil
	}
	return inBefore, inAfter
}

func text(line string, s span) string { return line[s.from:s.to] }

// tokens cuts a line into words, runs of spaces and single other characters.
func tokens(line string) []span {
	var out []span
	class := func(r rune) int {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_':
			return 1
		case unicode.IsSpace(r):
			return 2
		}
		return 0
	}
	last := 0
	for i, r := range line {
		c := class(r)
		if c == 0 || c != last || len(out) == 0 {
			out = append(out, span{i, i})
		}
		n := utf8.RuneLen(r)
		if r == utf8.RuneError {
			_, n = utf8.DecodeRuneInString(line[i:])
		}
		out[len(out)-1].to = i + n
		last = c
	}
	return out
}

// common marks the words of a longest common subsequence as kept.
func common(before, after string, a, b []span, keepA, keepB []bool) {
	width := len(b) + 1
	table := make([]uint16, (len(a)+1)*width)
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if text(before, a[i]) == text(after, b[j]) {
				table[i*width+j] = table[(i+1)*width+j+1] + 1
			} else {
				table[i*width+j] = max(table[(i+1)*width+j], table[i*width+j+1])
			}
		}
	}
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case text(before, a[i]) == text(after, b[j]):
			keepA[i], keepB[j] = true, true
			i++
			j++
		case table[(i+1)*width+j] >= table[i*width+j+1]:
			i++
		default:
			j++
		}
	}
}

// visible counts the visible bytes of a line that are kept, and all.
func visible(line string, all []span, keep []bool) (kept, total int) {
	for i, s := range all {
		if line[s.from] == ' ' || line[s.from] == '\t' {
			continue
		}
		total += s.to - s.from
		if keep[i] {
			kept += s.to - s.from
		}
	}
	return kept, total
}

// changed joins the words that are not kept into ranges.
func changed(all []span, keep []bool) []span {
	var out []span
	for i, s := range all {
		switch {
		case keep[i]:
		case len(out) > 0 && out[len(out)-1].to == s.from:
			out[len(out)-1].to = s.to
		default:
			out = append(out, s)
		}
	}
	return out
}
