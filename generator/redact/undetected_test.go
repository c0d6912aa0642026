package redact

import (
	"strings"
	"testing"
)

// TestUndetected lists secrets that the rules do not find, in the places that
// docs/publishing-safely.md names under "What Steno cannot detect". When a rule learns to find
// one, move it to adversary_test.go and take it out of that page.
func TestUndetected(t *testing.T) {
	t.Parallel()
	e := mustNew(t, Options{})
	for place, text := range map[string]string{
		"Digest authentication": `Authorization: Digest username="joe", nonce="a1", response="«0f8b1c2d3e4f4a5b8c6d7e8f9a0b1c2d»"`,
	} {
		plain := strings.NewReplacer("«", "", "»", "").Replace(text)
		secret := text[strings.Index(text, "«")+len("«") : strings.Index(text, "»")]
		if clean, _ := e.Text(plain); !strings.Contains(clean, secret) {
			t.Errorf("%s: it is found now: %s", place, clean)
		}
	}
}
