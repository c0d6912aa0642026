package title

import (
	"cmp"
	"strings"

	"steno/parser"
	"steno/parser/lazy"
	"steno/parser/prose"
)

// Line returns a prompt as rows and outlines show the start of it. The words with which a client
// starts a plan are the same each time: of such a prompt it is the subject of the plan. Of one that
// a template made it is what was typed, and of one below pasted output what is asked there.
func Line(prompt string) string {
	if strings.IndexByte(prompt, 0x1b) >= 0 {
		prompt = escapes.ReplaceAllString(prompt, "")
	}
	if plan, ok := started(prompt); ok {
		if subject := Plan(plan); subject != "" {
			return "Plan: " + subject
		}
	}
	if t := templateOf(prompt); t != nil && t.input != "" {
		return t.input
	}
	return shortened(cmp.Or(belowPasted(prompt), prompt))
}

// dropped matches the path of a picture that was dropped on the terminal, before its name, and what is in front of it: no
// address.
var dropped = lazy.MustCompile(`(^|[\s"(\[])'?/(?:[^/\n']+/){2,}([^/\n']+\.(?:png|jpe?g|gif|webp|heic))'?`)

// Said returns a prompt of a sender as rows and outlines show the start of it: several answers are kept apart.
func Said(prompt, sender string) string {
	if sender == parser.SenderAnswer {
		return strings.ReplaceAll(strings.TrimSpace(prompt), "\n", " · ")
	}
	return Line(prompt)
}

// shortened returns a text with addresses of issues and pull requests at its start as titles have them, quay#7, and with the
// names of pictures for their paths.
func shortened(text string) string {
	head := prose.Head(text, 1000)
	if !strings.Contains(head, "/") {
		return text
	}
	return issueURL.ReplaceAllString(dropped.ReplaceAllString(head, "$1$2"), "$1#$2") + text[len(head):]
}

// Brief returns a prompt as excerpts below a title show it: of one that starts a plan the plan
// without its headings, as the title is one of them.
func Brief(prompt string) string {
	plan, ok := started(prompt)
	if !ok {
		if t := templateOf(prompt); t != nil && t.input != "" {
			return t.input
		}
		return cmp.Or(belowPasted(prompt), prompt)
	}
	var b strings.Builder
	for line := range strings.Lines(plan) {
		if !strings.HasPrefix(strings.TrimSpace(line), "#") {
			b.WriteString(line)
		}
	}
	if strings.TrimSpace(b.String()) == "" {
		return prompt
	}
	return b.String()
}

// started returns the plan that a prompt starts, with a client's words before it.
func started(prompt string) (plan string, ok bool) {
	return strings.CutPrefix(strings.TrimSpace(prompt), PlanPrompt)
}
