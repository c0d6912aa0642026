package pi

import (
	"strings"

	"steno/parser"
	"steno/parser/raw"
)

// whole returns the text of a file of which a call read all: the call asked for no part of it, and
// no note at the end says how to go on.
func whole(c *parser.ToolCall) (string, bool) {
	in, text := raw.ParseObject(c.Input), c.Result.Text()
	if in.Int("offset") > 1 || len(c.Result.Content) != 1 || strings.HasPrefix(text, "[Line ") {
		return "", false
	}
	note := text[max(0, len(text)-300):]
	return text, !strings.Contains(note, "se offset=") && !strings.Contains(note, "runcated to")
}
