package claude

import (
	"strconv"
	"strings"
	"time"

	"steno/parser"
	"steno/parser/claude/record"
	"steno/parser/lazy"
	"steno/parser/raw"
	"steno/parser/shell"
)

// How a call ended: done, or an error of one of four kinds. Claude Code marks all four with
// is_error and distinguishes them by toolDenialKind (from 2.1.14x) or by the words of the result
// alone; a command that failed may have no mark at all. Words count at the start of a result
// only: outputs quote them.

// rejections are how the result of a call begins that the user declined.
var rejections = []string{
	"The user doesn't want to proceed with this tool use",
	"The user doesn't want to take this action right now",
	"User rejected tool use",
	"Error: User rejected tool use",
}

// denials are how the result of a call begins that was not allowed, and what did not allow it.
var denials = []struct{ words, by string }{
	{"Permission for this action was denied by the Claude Code auto mode classifier", "automode-blocked"},
	{"Permission for this action has been denied", "permission-rule"},
	{"Permission to use ", "permission-rule"},
	{"Claude requested permissions to ", "permission-rule"},
	{"This command requires approval", "permission-rule"},
	{"This Bash command contains multiple operations. The following part", "permission-rule"},
	{"PreToolUse:", "hook"},
	{"Hook PreToolUse:", "hook"},
	{"Execution stopped by PreToolUse hook", "hook"},
}

// blocked is a path that the rules of the session do not allow.
var blocked = lazy.MustCompile(`^[^\n]{1,300} was blocked\. For security, Claude Code may only`)

// cancellations are how the result of a call begins that did not run because another failed.
var cancellations = []string{"Sibling tool call errored", "Cancelled: parallel tool call", "Cancelled because a parallel tool call"}

func begins(text string, words []string) bool {
	for _, w := range words {
		if strings.HasPrefix(text, w) {
			return true
		}
	}
	return false
}

// shutdown is why a call has no result if the client ended while it ran. The client marks it as declined by the user, in the
// words for that. Observed in 2.1.220 and later, July to October 2026.
const shutdown = "shutdown"

// judge sets what a result says of how its call ended. denial is the record's toolDenialKind.
func judge(r *parser.ToolResult, denial string) {
	text := strings.TrimPrefix(strings.TrimSpace(r.Text()), "<tool_use_error>")
	text = strings.TrimPrefix(text, "Error: ")
	if denial == shutdown {
		r.Rejected, r.Interrupted = false, true
		return
	}
	r.Rejected = r.Rejected || denial == "user-rejected" || begins(text, rejections)
	if r.Rejected || !r.IsError && denial == "" {
		return
	}
	switch denial {
	case "interrupted": // like the next, from 2.1.263 on
		r.Interrupted = true
		return
	case "cancelled":
		r.Cancelled = true
		return
	}
	r.Cancelled = begins(text, cancellations)
	switch {
	case denial != "":
		r.Denied = denial
	case blocked.MatchString(text):
		r.Denied = "permission-rule"
	}
	for _, d := range denials {
		if r.Denied == "" && strings.HasPrefix(text, d.words) {
			r.Denied = d.by
		}
	}
	if r.Denied == "permission-rule" && strings.HasPrefix(text, "Permission to use ") &&
		!strings.Contains(text[:min(len(text), 4000)], "denied") {
		r.Denied = ""
	}
}

// denialOf returns what a record says of why a call was not run: of its one result in transcripts, of each
// in what the SDK prints.
func denialOf(e *entry, call string) string {
	if e.Flags.Has(record.Shutdown) {
		return shutdown
	}
	user := e.Rare()
	for _, n := range user.NotRun {
		switch {
		case n.ID != call:
		case strings.Contains(n.Kind, "reject"):
			return "user-rejected"
		case strings.Contains(n.Kind, "denied"), strings.Contains(n.Kind, "permission"), strings.Contains(n.Kind, "block"):
			return "permission-rule"
		}
	}
	return user.Denial
}

// refused recognizes results that are no more than the words of the user who declined the call. To 2.0.36,
// that is what the user typed. From 2.0.37 on, where the client marks its own errors and writes the
// exit code of a command, it is what a hook printed. Observed in 2.0.5 and 2.1.39.
func refused(c *parser.ToolCall, version string, hooked bool) {
	r := c.Result
	if !guardedTools[c.Name] || r.Rejected || r.Denied != "" || !wordsAlone(r) {
		return
	}
	patch, of20 := strings.CutPrefix(version, "2.0.")
	number, err := strconv.Atoi(patch)
	switch early := of20 && err == nil && number < 37; {
	case early:
		r.Rejected = r.Time.Sub(c.Time) >= typing && sentenceOf(r.Text())
	case strings.HasPrefix(version, "2.") && hooked:
		r.Denied = "hook"
	}
}

// guardedTools ask for permission, and their own errors are known.
var guardedTools = map[string]bool{"Bash": true, "PowerShell": true, "Edit": true, "MultiEdit": true, "Write": true, "NotebookEdit": true}

// wordsAlone reports whether a result is an error, and its text what somebody else than the tool wrote.
func wordsAlone(r *parser.ToolResult) bool {
	text := strings.TrimSpace(r.Text())
	return r.IsError && !r.Cancelled && !r.Interrupted && text != "" && !toolWords.MatchString(text) &&
		strings.TrimSpace(raw.Text(r.Structured)) == "Error: "+text
}

// typing is the least time that it takes to decline a call with a sentence.
const typing = 3 * time.Second

// sentenceOf reports whether a text reads like what somebody typed, not like the output of a program.
func sentenceOf(text string) bool {
	return len(text) < 2000 && strings.Count(strings.TrimSpace(text), " ") > 1 && !outputWords.MatchString(text)
}

var (
	toolWords   = lazy.MustCompile(`^(?:[<\[]|(?i:error: )?(?i:exit code)|E[A-Z]{3,}: |Command timed out|Command was )`)
	outputWords = lazy.MustCompile(`(?im)\b(?:errors?|failed|fatal|exception|traceback|warn(?:ing)?|no such file|not found|denied|timed out|usage:)\b|[{}\t]|^\s*[-=*#>]|^[\w./-]+:(?:\d|\s)`)
)

var (
	exitLine   = lazy.MustCompile(`^(?i:error: )?(?i:exit code:? )[1-9]\d*\b`)
	failedLine = lazy.MustCompile(`^FAILED: \S`)
	lastLine   = lazy.MustCompile(`(?i)^\W*(?:(?:process|command|script) )?(?:(?:exited|finished|completed|failed) with )?(?:exit ?(?:code|status)|exitcode)\s?[:=]?\s?([1-9]\d{0,2})\W*$`)
	echoedLine = lazy.MustCompile(`(?i)^\W*(?:exit|rc|status)\s?[:=]\s?[1-9]\d{0,2}\W*$`) // of echo "EXIT: $?"
)

// printers are programs that print texts of others, which may speak of exit codes.
var printers = map[string]bool{"cat": true, "head": true, "tail": true, "grep": true, "rg": true, "sed": true,
	"less": true, "jq": true, "awk": true, "gh": true, "docker": true, "kubectl": true, "journalctl": true}

// reporters are tools of the client whose result is an object that says whether they succeeded. The client
// marks none of them as an error.
var reporters = map[string]bool{"SendMessage": true, "TeamCreate": true, "TeamDelete": true, "TaskUpdate": true, "Skill": true, "SendFeedback": true}

// failedUnmarked reports whether a call failed although its result has no mark: a command by its first
// line, by its last, or by a recorded exit code, other tools by what they report.
func failedUnmarked(c *parser.ToolCall) bool {
	r := c.Result
	if r == nil || r.IsError || r.Rejected {
		return false
	}
	if reporters[c.Name] {
		said := raw.ParseObject(r.Structured)
		if len(said) == 0 {
			said = raw.ParseText(strings.TrimSpace(r.Text()))
		}
		return string(said.Raw("success")) == "false"
	}
	if c.Action.Kind != parser.ActionRun {
		return false
	}
	if code := raw.ParseObject(r.Structured).Text("exitCode"); code != "" {
		return code != "0"
	}
	text := strings.TrimSpace(r.Text())
	if exitLine.MatchString(text) || failedLine.MatchString(text) {
		return true
	}
	last := text[strings.LastIndexByte(text, '\n')+1:]
	echoed := strings.Count(c.Action.Command, "$?") == 1 && echoedLine.MatchString(last)
	if !echoed && !lastLine.MatchString(last) {
		return false
	}
	commands, _ := shell.Parse(c.Action.Command)
	for i := range commands {
		name := commands[i].Name()
		if name == "" || name == "cd" || name == "echo" || printers[name] || echoed && answering[name] {
			continue
		}
		return true
	}
	return false
}

// answering are programs of which an exit code of 1 is an answer, which a command line may print.
var answering = map[string]bool{"diff": true, "cmp": true, "test": true, "[": true, "which": true, "command": true, "type": true, "pgrep": true}
