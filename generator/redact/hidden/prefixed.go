package hidden

import (
	"strings"

	"steno/generator/redact/chars"
)

// Tools write something before each line of a file or of a log: its number, the container that it is
// from, the mark of a quotation. Rules read such a text without it, as the file or the log was.

// Unprefixed returns s without what a tool wrote before each of its lines, and false when it wrote nothing. Lines behind
// a numbered file have no numbers, and stay as they are.
func Unprefixed(s string) (*View, bool) {
	prefix := prefixOf(s)
	if prefix == nil {
		return nil, false
	}
	v := &View{pieces: make([]piece, 0, 1+strings.Count(s, "\n"))}
	var b strings.Builder
	b.Grow(len(s))
	for start := 0; start < len(s); {
		end := chars.LineEnd(s, start)
		from, ok := prefix(s[start:end])
		if !ok {
			return nil, false
		}
		end = min(len(s), end+1)
		if from += start; from < end {
			v.pieces = append(v.pieces, piece{b.Len(), from, end, true})
			b.WriteString(s[from:end])
		}
		start = end
	}
	v.Text = b.String()
	return v, len(v.pieces) > 0
}

// prefixOf returns what finds the length of the prefix of each line of s, nil when its first lines have none in common. It
// reports false for a line that cannot be among them.
func prefixOf(s string) func(line string) (length int, ok bool) {
	first := s[:chars.LineEnd(s, 0)]
	second := ""
	if len(first) < len(s) {
		second = s[len(first)+1 : chars.LineEnd(s, len(first)+1)]
	}
	switch n := numberBefore(first); {
	case n > 0 && (numberBefore(second) > 0 || second == ""):
		return func(line string) (int, bool) { return numberBefore(line), true }
	case containerBefore(first) > 0 && containerBefore(second) > 0:
		return func(line string) (int, bool) { n := containerBefore(line); return n, n > 0 || line == "" }
	case quoteBefore(first) > 0 && (quoteBefore(second) > 0 || second == ""):
		return func(line string) (int, bool) { n := quoteBefore(line); return n, n > 0 || line == "" }
	case edgeBefore(first) > 0 && edgeBefore(second) > 0:
		return func(line string) (int, bool) { n := edgeBefore(line); return n, n > 0 || line == "" }
	case timeBefore(first) > 0 && timeBefore(second) > 0:
		return func(line string) (int, bool) { n := timeBefore(line); return n, n > 0 || line == "" }
	}
	return nil
}

// edgeBefore returns the length of the left side of a box before a line, when the line has no right side, as rows of tables have.
func edgeBefore(line string) int {
	const edge = "│"
	rest, ok := strings.CutPrefix(line, edge)
	if !ok || strings.HasSuffix(strings.TrimRight(rest, " \r"), edge) {
		return 0
	}
	return len(line) - len(strings.TrimPrefix(rest, " "))
}

// timeBefore returns the length of the time before a line, as logs of builds have it: 2025-02-17T15:22:53.1234567Z x.
func timeBefore(line string) int {
	const shortest, longest = len("2025-02-17T15:22:53Z"), 40
	end := strings.IndexByte(line[:min(len(line), longest)], ' ')
	if end < shortest || !chars.IsDigit(line[0]) || line[4] != '-' || line[7] != '-' || line[10] != 'T' || line[13] != ':' ||
		line[end-1] != 'Z' {
		return 0
	}
	return end + 1
}

const (
	longestNumber    = 7 // digits
	longestContainer = 40
)

// numberBefore returns the length of the number before a line and the arrow or the tab behind it.
func numberBefore(line string) int {
	at := 0
	for at < len(line) && line[at] == ' ' {
		at++
	}
	end := chars.Run(line, at, at+longestNumber, chars.IsDigit)
	switch rest := line[end:]; {
	case end == at:
	case strings.HasPrefix(rest, "→"):
		return end + len("→")
	case rest != "" && rest[0] == '\t':
		return end + 1
	}
	return 0
}

// containerBefore returns the length of the name of a container and the bar behind it.
func containerBefore(line string) int {
	if strings.IndexByte(line[:min(len(line), longestContainer)], '|') < 0 {
		return 0
	}
	name := chars.Run(line, 0, longestContainer, chars.IsName)
	bar := chars.RunOf(line, name, len(line), " ")
	if name == 0 || bar == name || bar >= len(line) || line[bar] != '|' || !chars.HasDigit(line[:name]) {
		return 0
	}
	return bar + 1 + len(line[bar+1:]) - len(strings.TrimPrefix(line[bar+1:], " "))
}

// quoteBefore returns the length of the mark of a quotation.
func quoteBefore(line string) int {
	rest, ok := strings.CutPrefix(line, ">")
	if !ok || rest != "" && rest[0] != ' ' {
		return 0
	}
	return len(line) - len(strings.TrimPrefix(rest, " "))
}
