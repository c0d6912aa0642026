package parser

import (
	"strings"

	"steno/parser/raw"
)

// The user speaks in other places than prompts: with a sentence typed when declining a
// call, with the answers to questions of the agent, and with a slash command that has
// arguments. All of these are prompts: they open a turn and count as the user's words.

// Senders of prompts that the user did not type into the input.
const (
	SenderQueue     = "queue"     // typed while the agent worked
	SenderRejection = "rejection" // typed when declining a call
	SenderAnswer    = "answer"    // answers to questions of the agent
)

// declined are what Claude Code writes before the sentence that a user typed when
// declining a call. The first is of 2.0 and later, the second of 1.0.
var declined = []string{"To tell you how to proceed, the user said:\n", "The user provided the following reason for the rejection:"}

// clarify begins what Claude Code writes when the user wants to talk about questions
// before answering: nobody typed it.
const clarify = "The user wants to clarify these questions."

// Said returns what the user typed with the result of a call, and who that makes the
// sender of a prompt: SenderRejection or SenderAnswer. Both are "" when nothing was typed.
func (c *ToolCall) Said() (text, sender string) {
	r := c.Result
	if r == nil {
		return "", ""
	}
	if r.Rejected {
		for _, mark := range declined {
			if _, said, ok := strings.Cut(r.Text(), mark); ok {
				said = strings.TrimSpace(said)
				if said == "" || strings.HasPrefix(said, clarify) {
					return "", ""
				}
				return said, SenderRejection
			}
		}
		return "", ""
	}
	if c.Name != "AskUserQuestion" || r.IsError {
		return "", ""
	}
	var answers []string
	for _, m := range raw.ParseObject(r.Structured).Object("answers") {
		if a := strings.TrimSpace(raw.Text(m.Value)); a != "" {
			answers = append(answers, a)
		}
	}
	if len(answers) == 0 {
		return "", ""
	}
	return strings.Join(answers, "\n"), SenderAnswer
}
