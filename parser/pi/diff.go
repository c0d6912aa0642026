package pi

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// row matches a line of a diff as the client writes it: a sign, the number of the line, and its text.
// Lines that were there before have the number that they had then, added ones that which they get. Forks of the client write a
// bar behind the number, and "..." for lines between hunks with the number of the first.
var (
	row = regexp.MustCompile(`^([ +-])( *\d+)[ |](.*)$`)
	gap = regexp.MustCompile(`^ *(?:\d+\|)?\.\.\.\s*$`)
)

// maxLine is beyond all numbers of lines.
const maxLine = 1 << 30

// unified returns a diff of the client as a unified diff, "" when the numbers of its lines contradict
// each other, as those of early versions do.
func unified(text string) string {
	var out, hunk strings.Builder
	before, after := 0, 0     // numbers of the next lines, 0 before the first one of a hunk
	from, to, kept := 0, 0, 0 // of the hunk
	shift, removed, added := 0, 0, 0
	flush := func() {
		if removed+added > 0 {
			fmt.Fprintf(&out, "@@ -%d,%d +%d,%d @@\n%s", from, kept+removed, to, kept+added, hunk.String())
		}
		shift += added - removed
		before, after, kept, removed, added = 0, 0, 0, 0, 0
		hunk.Reset()
	}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if gap.MatchString(line) {
			flush()
			continue
		}
		m := row.FindStringSubmatch(line)
		if m == nil {
			return ""
		}
		n, _ := strconv.Atoi(strings.TrimSpace(m[2]))
		if n <= 0 || n > maxLine {
			return ""
		}
		if before == 0 {
			before, after = n, n+shift
			if m[1] == "+" {
				before, after = n-shift, n
			}
			from, to = before, after
		}
		switch {
		case m[1] == "+" && n == after:
			after, added = after+1, added+1
		case m[1] == "-" && n == before:
			before, removed = before+1, removed+1
		case m[1] == " " && n == before:
			before, after, kept = before+1, after+1, kept+1
		default:
			return ""
		}
		hunk.WriteString(m[1] + m[3] + "\n")
	}
	flush()
	return out.String()
}
