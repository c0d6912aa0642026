package twin

import (
	"fmt"
	"strings"

	"steno/parser/facts"
)

// Outcome says how a session ended, on one line: "go test passed: 12 passed, pushed".
func Outcome(f *facts.Facts) string {
	var parts []string
	if words := f.Outcome.Ending.Words(f.Outcome.Error); words != "" {
		parts = append(parts, words)
	}
	if r := f.Outcome.Tests; r != nil {
		text := r.String()
		if n := f.Outcome.Edits; n > 0 {
			text += " (" + plural(n, "file", "files") + " edited since)"
		}
		parts = append(parts, text)
	}
	if words := f.Outcome.Push.Words(); words != "" {
		parts = append(parts, words)
	}
	return strings.Join(parts, " · ")
}

// flagTexts is how many flags of one kind are named; the others are counted.
const flagTexts = 5

// flagText is what a flag is about: code, except a length of time and the share of prompts, which are words.
func flagText(f facts.Flag) string {
	text := oneLine(f.Text, 160)
	if f.Kind == facts.FlagUnattended || f.Kind == facts.FlagPermissions && f.Call == nil {
		return Escape(text)
	}
	return code(text)
}

// Flags returns a line of Markdown for each kind of review flags.
func Flags(list []facts.Flag) []string {
	var lines []string
	for i := 0; i < len(list); {
		n := i
		var texts []string
		for ; n < len(list) && list[n].Kind == list[i].Kind; n++ {
			if n-i < flagTexts {
				texts = append(texts, flagText(list[n]))
			}
		}
		text := "**" + Escape(list[i].Kind.Words()) + "**"
		if n-i > 1 {
			text += fmt.Sprintf(" ×%d", n-i)
		}
		text += ": " + strings.Join(texts, ", ")
		if n-i > flagTexts {
			text += fmt.Sprintf(" and %d more", n-i-flagTexts)
		}
		lines = append(lines, text)
		i = n
	}
	return lines
}
