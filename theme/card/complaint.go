package card

import (
	"strings"

	"steno/parser"
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
	failing = lazy.MustCompile(`^\s*(?:(?:[A-Za-z_][\w.]*)?(?:Error|Exception)\b|(?i:error|fatal|panic|failure)\b|npm (?:ERR!|error)|--- FAIL|FAIL\b|FAILED\b|E   |[✗✘×●] |` +
		`nothing (?:added )?to commit\b|no changes added to commit\b|! \[(?:remote )?rejected\]|The following paths are ignored by one of your)`)
	// located are lines about a place in a file: what a compiler says of it, but also what a search
	// finds there.
	located = lazy.MustCompile(`^\s*\S+:\d+:(?:\d+:)? `)
	// said are lines by which a common program says that it could not work with a file.
	said = lazy.MustCompile(`^[a-z][\w+.-]*: .*(?:[Nn]o such file|[Pp]ermission denied|not found|[Ii]s a directory|[Nn]ot a directory)`)
	// troubled are lines that mention it.
	troubled = lazy.MustCompile(`(?i)(?:^|[\s"'(:\[])(?:errors?|fatal|failed|fails|failures?|exception|not found|no such|cannot|could not|denied|refused|undefined|unexpected)(?:[\s"'):,;!\]]|\.\s|\.?$)`)
	// fine are lines that say that nothing is, or nothing that matters.
	fine     = lazy.MustCompile(`(?i)^warning: |\b(?:no|0|zero|without)\s+(?:errors?|failures?|failed|tests? failed)\b|\bok\b`)
	exitLine = lazy.MustCompile(`^Exit code \d+$`)
	// banner are first lines of tools that say what they run before they say what is wrong: a rule,
	// a script of a package.
	banner = lazy.MustCompile(`^(?:[=*#_~-]{5,}|> \S+@\S+ )`)
	// refusal are the words of the client around those of a user who declined a call.
	refusal   = lazy.MustCompile(`(?s)^The user doesn't want to (?:proceed with this tool use|take this action right now)\.(?:\s*The tool use was rejected(?: \(eg\.[^)]*\))?\.)?(?:\s*(?:STOP what you are doing and wait for the user to tell you how to proceed\.|To tell you how to proceed, the user said:|The user provided the following reason for the rejection:))?\s*|\s*Note: The user's next message may contain a correction or preference\..*$`)
	toolError = strings.NewReplacer("<tool_use_error>", "", "</tool_use_error>", "")
)

// Complaint is what a failed call had to say, on a line, without colours and the tags around it.
// The output of a command begins with what went well: it is the first line that says what did not,
// if any does. Of a call that the user declined it is what the user said.
func Complaint(c *parser.ToolCall) string {
	text := bare(c.Result.Text())
	if c.Outcome() == parser.Rejected {
		text = refusal.ReplaceAllString(text, "")
	}
	if code, output, from := exited(text, c.Action.Kind == parser.ActionRun); from > 0 {
		return prose.Excerpt(strings.TrimSpace(code+" … "+sentence(output[from:])), complaintBytes)
	}
	return prose.Excerpt(sentence(text), complaintBytes)
}

// why is what a failed call had to say for its row, which has the exit code already; nothing where
// the output of a command does not say it.
func why(c *call) string {
	if c.view.State != Failed && c.view.State != Denied {
		return ""
	}
	text := bare(c.text)
	switch code, output, from := exited(text, c.Action.Kind == parser.ActionRun); {
	case from >= 0:
		text = output[from:]
	case code != "":
		return ""
	}
	return prose.Excerpt(sentence(text), complaintBytes)
}

// sentence is the start of what is wrong, the words of JSON in place of it.
func sentence(text string) string { return prose.Start(prose.Failure(text), 4*complaintBytes) }

func bare(text string) string {
	return strings.TrimSpace(toolError.Replace(ansi.Strip(prose.Start(text, complaintFrom))))
}

// exited divides what a command left: the line with its exit code, what it printed, and where in
// that it says what is wrong. Of any other text the code is empty, and something is looked for only
// if a command printed it, or behind a banner.
func exited(text string, printed bool) (code, output string, from int) {
	code, output, _ = strings.Cut(text, "\n")
	switch {
	case exitLine.MatchString(code):
	case printed, banner.MatchString(code):
		return "", text, wrong(text)
	default:
		return "", text, -1
	}
	return code, output, wrong(output)
}

// wrong is where in an output the first line begins that says what is wrong, or that mentions it; -1 for none.
func wrong(output string) int {
	mentioned, mistake, place, at := -1, -1, -1, 0
	for line := range strings.Lines(output) {
		fails, says := failing.MatchString(line), said.MatchString(line)
		about, trouble := located.MatchString(line), troubled.MatchString(line)
		switch {
		case !fails && !says && !about && !trouble, fine.MatchString(line):
		case fails:
			return first(mistake, at)
		case says:
			return at
		case about && trouble:
			mistake = first(mistake, at)
		case about:
			place = first(place, at)
		case trouble:
			mentioned = first(mentioned, at)
		}
		at += len(line)
	}
	return first(mistake, first(mentioned, place))
}

// first is the first of two places that there is.
func first(place, other int) int {
	if place < 0 {
		return other
	}
	return place
}
