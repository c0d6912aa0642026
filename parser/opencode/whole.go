package opencode

import (
	"strconv"
	"strings"

	"steno/parser"
	"steno/parser/lazy"
)

var (
	// numbered is a line of a file as calls print it, with its number. Earlier versions filled that
	// up with zeros.
	numbered = lazy.MustCompile(`^(\d+)(?:: |\| )`)
	allRead  = lazy.MustCompile(`\n\(End of file - total (\d+) lines\)`)
)

// longLine is how long lines are of which calls print only the start.
const longLine = 2000

// whole returns the text of a file of which a call read all. Earlier versions print an empty line behind the
// end of the last one; later ones do not say whether it has an end, which most have.
func whole(c *parser.ToolCall) (string, bool) {
	_, text, ok := strings.Cut(c.Result.Text(), "<content>\n")
	early := !ok
	if early {
		_, text, ok = strings.Cut(c.Result.Text(), "<file>\n")
	}
	end := allRead.FindStringSubmatchIndex(text)
	if !ok || end == nil {
		return "", false
	}
	var file strings.Builder
	n := 0
	for line := range strings.Lines(text[:end[0]]) {
		at := numbered.FindStringSubmatchIndex(line)
		if at == nil {
			continue // the empty line before the note of the end
		}
		n++
		if number, err := strconv.Atoi(line[at[2]:at[3]]); err != nil || number != n || len(line) >= longLine {
			return "", false
		}
		file.WriteString(line[at[1]:])
	}
	all := strings.TrimSuffix(file.String(), "\n")
	if !early && n > 0 && !strings.HasSuffix(all, "\n") {
		all += "\n"
	}
	return all, strconv.Itoa(n) == text[end[2]:end[3]]
}
