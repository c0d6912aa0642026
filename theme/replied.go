package theme

import (
	"strings"

	"steno/parser"
	"steno/theme/card"
	"steno/theme/words"
)

// replied says what prompts are about that the user typed with the result of a call, by where they are: a file and a line.
type replied map[[2]int]subject

// subject is what such a prompt is about.
type subject struct {
	text    string
	several bool // it answers several questions
}

// replies are how what such a prompt is about begins, by who sends it.
var replies = map[string]string{parser.SenderAnswer: "Question: ", parser.SenderRejection: "Declined: ", parser.SenderApproval: "Allowed: "}

// repliesIn finds these prompts. What they are about is known when their calls are noted.
func repliesIn(b *parser.Branch) replied {
	r := replied{}
	for turn := range b.Turns() {
		if p := turn.Prompt; p != nil && replies[p.Rest().Sender] != "" {
			r[[2]int{p.File, p.Line}] = subject{}
		}
	}
	return r
}

// note notes what a call asked, or what it was to do, if the user typed a prompt with its result. It reports whether it is so.
func (r replied) note(c *parser.ToolCall, v *card.View) bool {
	if c.Result == nil {
		return false
	}
	at := [2]int{c.Result.File, c.Result.Line}
	if _, is := r[at]; !is {
		return false
	}
	about := subject{text: v.Verb + " " + v.Object}
	if c.Action.Kind == parser.ActionAsk {
		about.text = v.Object
	}
	about.text = words.Excerpt(about.text, 200)
	if len(v.Asked) > 1 { // each has its answer, in this order
		about = subject{strings.Join(v.Asked, " · "), true}
	}
	r[at] = about
	return true
}

// about returns what a prompt is about, "" for one that was not typed with the result of a call.
func (r replied) about(p *parser.Message) string {
	about := r[[2]int{p.File, p.Line}]
	switch sender := p.Rest().Sender; {
	case about.text == "":
		return ""
	case about.several && sender == parser.SenderAnswer:
		return "Questions: " + about.text
	default:
		return replies[sender] + about.text
	}
}
