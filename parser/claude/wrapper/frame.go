package wrapper

import (
	"strings"

	"steno/parser/lazy"
)

// What others than the user say comes in a frame, from 2.1.195 on: a line that says who speaks, their words, mostly in a
// wrapper, and a paragraph about how far the model is to trust them. Only the words are of use to a reader.

var (
	// lead is the line before messages of other agents, other sessions and channels.
	lead = lazy.MustCompile(`^(?:(?:Another Claude session|A peer session|The coordinator) sent a message(?: while you were working)?|` +
		`A message arrived from [^\n]{1,100} while you were working):\s+`)

	// remark begins the paragraph behind them.
	remark = lazy.MustCompile(`^\s*(?:This came from another Claude session\b|That "other Claude session" is an agent\b|` +
		`This is from another Claude session, not your user\b|IMPORTANT: This is NOT from your user\b)`)

	// relayed is what an agent's coordinator says to it.
	relayed = lazy.MustCompile(`(?s)^The coordinator sent a message while you were working:\n(.*)\n\nAddress this before completing your current task\.`)
)

// notice is the line before notifications.
const notice = "[SYSTEM NOTIFICATION - NOT USER INPUT]\n"

// Unframed returns a text without the line that Claude Code puts before the wrappers in it. Text that
// begins like that and goes on with other words is returned as it is.
func Unframed(text string) string {
	text = strings.TrimLeft(text, " \t\r\n")
	if at := lead.FindStringIndex(text); at != nil && Has(text[at[1]:]) {
		return text[at[1]:]
	}
	if strings.HasPrefix(text, notice) {
		if i := strings.Index(text, "\n<task-notification>"); i >= 0 && Has(text[i:]) {
			return text[i:]
		}
	}
	return text
}

// Remark reports whether the text behind wrappers only says how the model is to take them.
func Remark(text string) bool { return remark.MatchString(text) }

// Notice returns what a notification says that has no wrapper: the text behind the paragraph that says that
// it is one.
func Notice(text string) (said string, ok bool) {
	if !strings.HasPrefix(text, notice) {
		return "", false
	}
	if _, said, ok = strings.Cut(text, "\n\n"); !ok {
		said = text[len(notice):]
	}
	return strings.TrimSpace(said), true
}

// Relayed returns the words of an agent's coordinator, sent while the agent worked.
func Relayed(text string) (said string, ok bool) {
	m := relayed.FindStringSubmatch(text)
	if m == nil {
		return "", false
	}
	return strings.TrimSpace(m[1]), true
}

// handback begins what a subagent hands back. The report follows, each line of it indented.
const handback = "[Subagent hand-back] "

// HandedBack returns the report that a subagent hands back.
func HandedBack(body string) (report string, ok bool) {
	if !strings.HasPrefix(body, handback) {
		return "", false
	}
	_, report, ok = strings.Cut(body, "The report follows:\n")
	if !ok {
		return strings.TrimSpace(body[len(handback):]), true
	}
	lines := strings.Split(report, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimPrefix(line, "  ")
	}
	return strings.TrimSpace(strings.Join(lines, "\n")), true
}
