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

	// relayed is what an agent's coordinator, or the user, says to it while it works.
	relayed = lazy.MustCompile(`(?s)^The (coordinator|user) sent a (?:new )?message while you were working:\n(.*)\n\n` +
		`(?:Address this before completing your current task\.|This is how Claude Code surfaces messages\b|IMPORTANT: After completing your current task\b)`)
)

// notice is the line before notifications.
const notice = "[SYSTEM NOTIFICATION - NOT USER INPUT]\n"

// Unframed returns a text without the line that Claude Code puts before the wrappers in it, or before words
// that the paragraph for the model follows. Text that begins like that and goes on with other words is returned as it is.
func Unframed(text string) string {
	text = strings.TrimLeft(text, " \t\r\n")
	if at := lead.FindStringIndex(text); at != nil {
		said := text[at[1]:]
		if Has(said) {
			return said
		}
		if i := strings.LastIndex(said, "\n\n"); i >= 0 && Remark(said[i:]) {
			return said[:i]
		}
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

// Relayed returns the words of an agent's coordinator or of the user, sent while the agent worked. from is "" for
// other texts.
func Relayed(text string) (from, said string) {
	m := relayed.FindStringSubmatch(text)
	if m == nil {
		return "", ""
	}
	return m[1], strings.TrimSpace(m[2])
}

// handback begins what a subagent hands back. The report follows, each line of it indented.
const handback = "[Subagent hand-back] "

// HandedBack returns the report that a subagent hands back. What the client warns of above the frame stays.
func HandedBack(body string) (report string, ok bool) {
	above, framed, ok := strings.Cut("\n"+body, "\n"+handback)
	if !ok {
		return "", false
	}
	_, report, ok = strings.Cut(framed, "The report follows:\n")
	if !ok {
		return strings.TrimSpace(above + "\n" + framed), true
	}
	lines := strings.Split(report, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimPrefix(line, "  ")
	}
	return strings.TrimSpace(above + "\n" + strings.Join(lines, "\n")), true
}
