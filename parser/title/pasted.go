package title

import (
	"strings"
	"unicode"

	"steno/parser/lazy"
	"steno/parser/prose"
)

// People paste what a program printed, or a file, and ask below it. What they ask is what such a prompt is about.

// Lines that programs write: messages with a level or a place in a file, logs, traces, and the lines of files.
var (
	printed = lazy.MustCompile(`^(?:\[?(?:INFO|WARN(?:ING)?|ERROR|DEBUG|TRACE|FATAL|FAIL(?:ED)?|PASS(?:ED)?|ok)\b\]?[ \t:]` +
		`|(?i:error|warning|fatal|panic|note|hint|test result|caused by|exit (?:status|code))(?:\[\w+\])?(?::| \d+$)|npm (?:ERR!|error|WARN|warn) ` +
		`|(?:[\w$]+\.)*[A-Z]\w*(?:Error|Exception)\b|Traceback \(most recent|Exception in thread |thread '[^']*' panicked|goroutine \d+ \[` +
		`|[A-Z][a-z]{2} +\d{1,2} \d\d:\d\d:\d\d |\d{1,3}(?:\.\d{1,3}){3} - |[VDIWEF]/[\w.]+\(|[\w./\\@-]+\.\w+(?:(?::\d+){1,2}:|\(\d+,\d+\):) ` +
		`|[\w.-]+@[\w.-]+:\S*[$#] |(?:go|make|cc|gcc|git|cargo|docker|yarn|pnpm): |--- |=== |On branch \S+$)`)
	member = lazy.MustCompile(`^[\w.-]+:(?:\s+\S{1,40})?$`)
)

// stamped matches a line of a log, which begins with a time.
var stamped = lazy.MustCompile(`^\[?(?:\d{4}-\d\d-\d\d[T ])?\d\d:\d\d:\d\d\b|^[A-Z][a-z]{2} +\d{1,2} \d\d:\d\d:\d\d `)

const scripts = 0x2E80 // the first character of Chinese, Japanese and Korean

// byProgram reports whether a program wrote a line, or it is of a file; surely is whether that does not depend on the lines beside it.
func byProgram(line string) (is, surely bool) {
	bare := strings.TrimSpace(line)
	if bare == "" {
		return false, false
	}
	if printed.MatchString(prose.Head(bare, 400)) {
		return true, true
	}
	indented := line[0] == '\t' || strings.HasPrefix(line, "  ")
	return indented || strings.HasSuffix(bare, "{") || strings.HasSuffix(bare, ";") || strings.HasSuffix(bare, "(") ||
		notProse.MatchString(bare) && !strings.HasPrefix(bare, "> ") || len(bare) < 400 && member.MatchString(bare), false
}

// byPerson reports whether a line reads as if a person wrote it: words, and few other signs.
func byPerson(line string) bool {
	if is, _ := byProgram(line); is {
		return false
	}
	words, signs, runes := 0, 0, 0
	for _, word := range strings.Fields(line) {
		letters := 0
		for _, r := range word {
			runes++
			if unicode.IsLetter(r) {
				letters++
				if r >= scripts {
					words++ // of scripts without blanks
				}
			} else if !unicode.IsDigit(r) {
				signs++
			}
		}
		if letters > 0 {
			words++
		}
	}
	return words >= 3 && signs*6 <= runes
}

// examined is how many bytes of a text are looked at, at its start and at its end: what people paste may be very long.
const examined = 32 << 10

// belowPasted returns what a person wrote below something that a program printed, or below a file; "" if a text has no such parts.
func belowPasted(text string) string {
	text = strings.TrimRight(strings.TrimLeft(text, "\r\n"), " \t\r\n")
	first, _, more := strings.Cut(text, "\n")
	if is, _ := byProgram(first); !more || !is {
		return ""
	}
	asked := lastWords(text)
	certain, program, other := 0, 0, 0
	for line := range strings.Lines(prose.Start(text[:len(text)-len(asked)], examined)) {
		switch is, surely := byProgram(line); {
		case surely:
			certain++
		case is:
			program++
		case strings.TrimSpace(line) != "":
			other++
		}
	}
	if certain == 0 && program < 3 || other > certain+program {
		return ""
	}
	return asked
}

// lastWords returns the paragraphs of a person at the end of a text, "" for none, or if they are all that is examined.
func lastWords(text string) string {
	if len(text) > examined {
		_, text, _ = strings.Cut(text[len(text)-examined:], "\n")
	}
	lines := strings.Split(text, "\n")
	at := personal(lines)
	for at > 1 && at < len(lines) && strings.TrimSpace(lines[at-1]) == "" { // the paragraph before it, if it is a person's
		before := personal(lines[:at-1])
		if before == at-1 || before > 0 && strings.TrimSpace(lines[before-1]) != "" {
			break
		}
		at = before
	}
	if at == 0 {
		return ""
	}
	return strings.Join(lines[at:], "\n")
}

// personal returns the index of the first of the lines at the end that a person wrote.
func personal(lines []string) int {
	at := len(lines)
	for at > 0 && byPerson(lines[at-1]) {
		at--
	}
	return at
}
