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

// Spaces behind very many elements are looked at once.
func TestManySpaces(t *testing.T) {
	t.Parallel()
	const n = 50_000
	w := told(parser.Origin{}, part{text: strings.Repeat("<skill></skill>", n) + "Paint the hull." + strings.Repeat(" ", 20*n)})
	if strings.TrimSpace(w.typed) != "Paint the hull." || len(w.aside) != n {
		t.Errorf("told: typed %d bytes with %d asides, want the request and %d", len(w.typed), len(w.aside), n)
	}
}

// TestTextsOfScripts: what a text of a call says is no call.
func TestTextsOfScripts(t *testing.T) {
	t.Parallel()
	all := scriptCalls("tools.a({b: 'tools.c({d: 1})'}); tools.e({f: g()}); tools.h({i: 1})")
	if len(all) != 3 || all[0].name != "a" || all[1].name != "e" || all[2].name != "h" {
		t.Errorf("calls: %v", all)
	}
}
