package aside

import (
	"steno/parser"
	"steno/parser/lazy"
	"steno/parser/title"
)

// observed is what happened in another session: a call, or a prompt.
var observed = lazy.MustCompile(`<(?:what_happened|user_request)>([^<]*)</`)

// Observation reads the part of another session that the agent of an observer is shown.
func Observation(tag, body string) *parser.Event {
	ev := &parser.Event{Type: tag, Title: "another session", Text: body}
	if m := observed.FindStringSubmatch(body); m != nil {
		ev.Title += ": " + title.FirstLine(m[1])
	}
	return ev
}
