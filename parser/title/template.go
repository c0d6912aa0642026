package title

import (
	"strings"

	"steno/parser/lazy"
)

// Commands of other tools are templates: where a client records no command, the prompt begins with
// headings of the template, the same each time. What was typed is in one section, as spec-kit's
// "User Input", between fences as a rule, or between tags.

var (
	inputHeading = lazy.MustCompile(`(?im)^#{1,6}[ \t]+user (?:input|request)[ \t]*:?[ \t]*$`)
	inputEnd     = lazy.MustCompile("(?im)^(?:#{1,6}[ \t]|---|you \\*{0,2}must\\*{0,2} consider .*$)")
	inputFence   = lazy.MustCompile("(?s)^\\s*(```+|~~~+)[^\n]*\n(.*?)(?:\n?(?:```+|~~~+)[ \t]*(?:\n|$))")
	inputTag     = lazy.MustCompile(`(?s)<(?:user_(?:request|query|input|message|prompt))>\s*(.*?)\s*</user_`)
	frontMatter  = lazy.MustCompile(`(?s)^\s*---\n(.*?)\n---\n`)
	typedAfter   = lazy.MustCompile("(?i)\\buser typed after `(/[\\w.:-]+)`")
	described    = lazy.MustCompile(`(?m)^description:[ \t]*["']?(.*?)["']?[ \t]*$`)
)

// template is a prompt that a template made.
type template struct {
	input   string // what was typed, "" for nothing
	about   string // what the template says that it does, "" if it does not
	command string // the slash command that it names as its own, "" for none
	rest    string // its other text
}

// mayHaveInput reports whether a text may have a heading that [inputHeading] matches: behind a sign of
// a heading and blanks is the word for who typed it.
func mayHaveInput(text string) bool {
	const who = "user "
	for {
		at := strings.IndexByte(text, '#')
		if at < 0 {
			return false
		}
		text = strings.TrimLeft(text[at+1:], " \t")
		if len(text) >= len(who) && strings.EqualFold(text[:len(who)], who) {
			return true
		}
	}
}

// templateOf takes such a prompt apart; nil for any other.
func templateOf(prompt string) *template {
	if t := actionPrompt(prompt); t != nil {
		return t
	}
	if at := strings.Index(prompt, "<user_"); at >= 0 {
		if m := inputTag.FindStringSubmatch(prompt[at:]); m != nil && m[1] != "" {
			return &template{input: m[1], rest: prompt[:at]}
		}
	}
	if !mayHaveInput(prompt) { // else the expression only takes time
		return nil
	}
	at := inputHeading.FindStringIndex(prompt)
	if at == nil {
		return nil
	}
	t := &template{rest: prompt[:at[0]]}
	if m := frontMatter.FindStringSubmatch(t.rest); m != nil {
		t.rest = t.rest[len(m[0]):]
		if d := described.FindStringSubmatch(m[1]); d != nil {
			t.about = d[1]
		}
	}
	after := prompt[at[1]:]
	if m := typedAfter.FindStringSubmatch(after); m != nil && t.about == "" {
		t.command = m[1]
	}
	if m := inputFence.FindStringSubmatch(after); m != nil {
		t.input, after = m[2], after[len(m[0]):]
	} else if end := inputEnd.FindStringIndex(after); end != nil {
		t.input, after = after[:end[0]], after[end[0]:]
	} else {
		t.input, after = after, ""
	}
	if t.input = strings.TrimSpace(t.input); t.input == "$ARGUMENTS" {
		t.input = ""
	}
	var rest strings.Builder
	rest.WriteString(t.rest)
	for line := range strings.Lines(after) {
		if lower := strings.ToLower(line); !strings.Contains(lower, "consider") || !strings.Contains(lower, "user input") {
			rest.WriteString(line)
		}
	}
	t.rest = rest.String()
	return t
}
