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

var (
	cutBefore  = lazy.MustCompile(`^\s*IMPORTANT: The file content has been truncated\.\nStatus: Showing lines (\d+)-\d+ of (\d+) total lines\.\n[^\n]*\n\n--- FILE CONTENT \(truncated\) ---\n`)
	cutBehind  = lazy.MustCompile(`\n\n[^\n]*?(\d+) more lines [^\n]*Use offset=(\d+) to continue[^\n]*$`)
	viewedLine = lazy.MustCompile(`^(\d{1,9})\. ?`)
)

// parsePlain reads what tools of Gemini, Pi and Copilot print of a file: its lines, with a note where they are not all of them.
// Copilot's have numbers; what it prints of directories has not. from is the line that was asked for, 0 for none.
func parsePlain(tool, s string, from int) (p printed, ok bool) {
	p = printed{text: s, start: max(from, 1)}
	if note := cutBefore.FindStringSubmatch(s); note != nil {
		p.start, _ = strconv.Atoi(note[1])
		p.total, _ = strconv.Atoi(note[2])
		p.text, p.rest = s[len(note[0]):], strings.TrimSpace(note[0])
	} else if note := cutBehind.FindStringSubmatch(s); note != nil {
		more, _ := strconv.Atoi(note[1])
		next, _ := strconv.Atoi(note[2])
		p.text, p.rest = s[:len(s)-len(note[0])], strings.TrimSpace(note[0])
		p.total, p.start = next-1+more, max(next-lines(p.text), 1)
	}
	return p, tool != "view" || unnumber(&p)
}

// unnumber removes the numbers in front of lines, if all lines have one.
func unnumber(p *printed) bool {
	var text strings.Builder
	n := 0
	for line := range strings.Lines(p.text) {
		at := viewedLine.FindStringSubmatchIndex(line)
		if at == nil {
			return false
		}
		number, _ := strconv.Atoi(line[at[2]:at[3]])
		if n == 0 {
			p.start = number
		}
		if number != p.start+n {
			return false
		}
		n++
		text.WriteString(line[at[1]:])
	}
	p.text = text.String()
	return true
}
