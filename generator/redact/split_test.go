package redact

import (
	"strings"
	"testing"
)

// TestSplitTextsHideNoToken cuts texts in two, as records do with output that arrives in
// pieces: a token that stands whole in one of them goes, wherever the cut is.
func TestSplitTextsHideNoToken(t *testing.T) {
	t.Parallel()
	e := mustNew(t, Options{})
	tested := 0
	for _, half := range panelSecrets() {
		for _, c := range half {
			if alone := e.Collect(); len(valuesOf(alone, c.secret)) == 0 {
				continue // its name tells it, and that may stand in the other text
			}
			before, after, ok := strings.Cut("first line\n"+c.text+"\nlast line", c.secret)
			if !ok {
				continue
			}
			for _, cut := range []int{0, len(before) / 2, len(before)} {
				splitHides(t, e, c.secret, before[:cut], before[cut:]+c.secret+after)
				tested++
			}
			for _, cut := range []int{0, len(after) / 2, len(after)} {
				splitHides(t, e, c.secret, before+c.secret+after[:cut], after[cut:])
				tested++
			}
		}
	}
	if tested < 500 {
		t.Errorf("only %d cuts", tested)
	}
}

func valuesOf(c *Collector, text string) []Value {
	c.Text(text)
	return c.Values()
}

func splitHides(t *testing.T, e *Engine, secret string, parts ...string) {
	t.Helper()
	var groups [][]Value
	for _, p := range parts {
		groups = append(groups, valuesOf(e.Collect(), p))
	}
	r := e.Freeze(groups...)
	for _, p := range parts {
		if clean, _ := r.Text(p); strings.Contains(clean, secret) {
			t.Errorf("%q keeps its token", p)
		}
	}
}
