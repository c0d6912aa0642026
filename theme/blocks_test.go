package theme

import (
	"testing"

	"steno/parser"
	"steno/theme/markdown"
)

// A title that begins with what its event is called says it once.
func TestTitlesOfEvents(t *testing.T) {
	t.Parallel()
	c := content{&Refs{}, markdown.New(nil)}
	for _, x := range []struct{ kind, title, verb, object string }{
		{"cross-session-message", "cross session message from builder", "Cross session message from builder", ""},
		{"context", "Context", "Context", ""},
		{"context", "Contextual", "Context", "Contextual"},
		{"log", "nothing was done", "Log", "nothing was done"},
	} {
		if v := c.event(&parser.Event{Type: x.kind, Title: x.title}); v.Verb != x.verb || v.Object != x.object {
			t.Errorf("%s, %q: %q, %q", x.kind, x.title, v.Verb, v.Object)
		}
	}
}
