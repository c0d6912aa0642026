package redact

import (
	"strings"
	"testing"
)

// TestRunOfOneCharacter has texts that end in a sign of an escape sequence, or of a diff, where a run is looked for.
func TestRunOfOneCharacter(t *testing.T) {
	t.Parallel()
	for n := range 64 {
		for _, end := range []string{`\n`, `\r`, "\n+", "+", `\n+`} {
			text := strings.Repeat(" ", n) + "oiltheengine" + end
			if clean, found := mustNew(t, Options{}).Freeze().Text(text); clean != text || len(found) > 0 {
				t.Errorf("%q became %q", text, clean)
			}
		}
	}
}
