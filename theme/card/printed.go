package card

import (
	"strconv"
	"strings"

	"steno/parser/lazy"
)

// printed is what OpenCode prints of a file or of a directory, between tags: numbered lines, or entries.
type printed struct {
	text         string
	start, total int    // the number of the first line, and how many the file has; 0 when that is not said
	entries      bool   // of a directory
	rest         string // what follows
}

var (
	printedOpen   = lazy.MustCompile(`^(?:<path>[^\n]*</path>\n)?(?:<type>(?:file|directory)</type>\n)?<(content|entries|file)>\n?`)
	printedNumber = lazy.MustCompile(`^(\d{1,9})(?:: |\| |:$)`)
	printedTotal  = lazy.MustCompile(`^\((?:End of file - total|Showing lines \d+-\d+ of) (\d+)[^\n]*\)`)
)

// parsePrinted reads what OpenCode prints of a file or of a directory.
func parsePrinted(s string) (p printed, ok bool) {
	open := printedOpen.FindStringSubmatchIndex(s)
	if open == nil {
		return p, false
	}
	end, body := "</"+s[open[2]:open[3]]+">", s[open[1]:]
	if end == "</entries>" {
		p.entries = true
		p.text, p.rest, ok = strings.Cut(body, end)
		p.text, p.rest = strings.TrimSpace(p.text), strings.TrimSpace(p.rest)
		return p, ok
	}
	var text strings.Builder
	n := 0
	for body != "" {
		line, more, _ := strings.Cut(body, "\n")
		at := printedNumber.FindStringSubmatchIndex(line)
		if at == nil {
			break
		}
		number, _ := strconv.Atoi(line[at[2]:at[3]])
		if n == 0 {
			p.start = number
		}
		if number != p.start+n {
			break
		}
		n++
		text.WriteString(line[at[1]:] + "\n")
		body = more
	}
	rest := strings.TrimSpace(body)
	if total := printedTotal.FindStringSubmatch(rest); total != nil {
		p.total, _ = strconv.Atoi(total[1])
		rest = strings.TrimSpace(rest[len(total[0]):])
	}
	p.text, p.rest = strings.TrimSuffix(text.String(), "\n"), strings.TrimSpace(strings.TrimPrefix(rest, end))
	return p, n > 0
}
