package theme

import (
	"strings"

	"steno/parser"
	"steno/theme/card"
	"steno/theme/words"
)

// replied are calls to which the user said something with the result, in words, by where the result is: a file and a line.
type replied map[[2]int]string

// note notes what a call asked, or what it was to do.
func (r replied) note(c *parser.ToolCall, v *card.View) {
	if c.Result == nil {
		return
	}
	about := v.Verb + " " + v.Object
	if c.Action.Kind == parser.ActionAsk {
		about = strings.TrimSpace(v.Object + " " + v.Note)
	}
	r[[2]int{c.Result.File, c.Result.Line}] = words.Excerpt(about, 200)
}

// take returns what a prompt is about that the user typed with the result of a call, "" for any other. What calls did before is
// not needed any more.
func (r replied) take(p *parser.Message) string {
	about := r[[2]int{p.File, p.Line}]
	clear(r)
	if about == "" {
		return ""
	}
	switch p.Sender {
	case parser.SenderAnswer:
		return "Question: " + about
	case parser.SenderRejection:
		return "Declined: " + about
	case parser.SenderApproval:
		return "Allowed: " + about
	}
	return ""
}
