package card

import (
	"strings"

	"steno/parser/lazy"
	"steno/parser/prose"
	"steno/theme/ansi"
)

const (
	complaintBytes = 160     // of a row
	complaintFrom  = 1 << 16 // bytes of an output in which the line is looked for
)

var (
	// failing are lines by which a program says what is wrong, as the first thing in them.
	failing = lazy.MustCompile(`^\s*(?:(?:[A-Za-z_][\w.]*)?(?:Error|Exception)\b|(?i:error|fatal|panic|failure)\b|npm (?:ERR!|error)|--- FAIL|FAIL\b|FAILED\b|E   |[✗✘×●] |\S+:\d+:(?:\d+:)? )`)
	// troubled are lines that mention it.
	troubled = lazy.MustCompile(`(?i)(?:^|[\s"'(:\[])(?:errors?|fatal|failed|fails|failures?|exception|not found|no such|cannot|could not|denied|refused|undefined|unexpected)(?:[\s"'):,;!\]]|\.\s|\.?$)`)
	// fine are lines that say that nothing is.
	fine     = lazy.MustCompile(`(?i)\b(?:no|0|zero|without)\s+(?:errors?|failures?|failed|tests? failed)\b|\bok\b`)
	exitLine = lazy.MustCompile(`^Exit code \d+$`)
	// banner are first lines of tools that say what they run before they say what is wrong: a rule, a script of a package.
	banner    = lazy.MustCompile(`^(?:[=*#_~-]{5,}|> \S+@\S+ )`)
	toolError = strings.NewReplacer("<tool_use_error>", "", "</tool_use_error>", "")
)

// Complaint is what a failed call had to say, on a line, without colours and the tags around it. The output of a command
// begins with what went well: of one with an exit code or a banner it is the first line that says what did not, if any does.
func Complaint(text string) string {
	text = bare(text)
	if code, output, from := exited(text); from > 0 {
		return prose.Excerpt(strings.TrimSpace(code+" … "+prose.Start(output[from:], 4*complaintBytes)), complaintBytes)
	}
	return prose.Excerpt(prose.Start(text, 4*complaintBytes), complaintBytes)
}

// why is what a failed call had to say for its row, which has the exit code already; nothing where the output of a
// command does not say it.
func why(c *call) string {
	if c.view.State != Failed && c.view.State != Denied {
		return ""
	}
	text := bare(c.text)
	switch code, output, from := exited(text); {
	case from >= 0:
		text = output[from:]
	case code != "":
		return ""
	}
	return prose.Excerpt(prose.Start(text, 4*complaintBytes), complaintBytes)
}

func bare(text string) string {
	return strings.TrimSpace(toolError.Replace(ansi.Strip(prose.Start(text, complaintFrom))))
}

// exited divides what a command left: the line with its exit code, what it printed, and where in that it says what is
// wrong. Of any other text the code is empty, and only behind a banner something is looked for.
func exited(text string) (code, output string, from int) {
	code, output, _ = strings.Cut(text, "\n")
	switch {
	case exitLine.MatchString(code):
	case banner.MatchString(code):
		return "", text, wrong(text)
	default:
		return "", text, -1
	}
	return code, output, wrong(output)
}

// wrong is where in an output the first line begins that says what is wrong, or that mentions it; -1 for none.
func wrong(output string) int {
	mentioned, at := -1, 0
	for line := range strings.Lines(output) {
		fails := failing.MatchString(line)
		if (fails || mentioned < 0 && troubled.MatchString(line)) && !fine.MatchString(line) {
			if fails {
				return at
			}
			mentioned = at
		}
		at += len(line)
	}
	return mentioned
}
