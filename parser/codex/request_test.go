package codex

import (
	"strings"
	"testing"

	"steno/parser"
)

// A message of very many elements takes no stack and no time that grows faster than it does.
func TestManyElements(t *testing.T) {
	const n = 200_000
	w := told(parser.Origin{}, part{text: strings.Repeat("<skill></skill>", n) + "Paint the hull."})
	if w.typed != "Paint the hull." || len(w.aside) != n {
		t.Errorf("told: typed %q with %d asides, want the request and %d", w.typed, len(w.aside), n)
	}
}
