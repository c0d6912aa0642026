package search

import (
	"os"
	"strconv"
	"strings"
	"testing"
)

// TestClientHasTheSameRanges: the client has the ranges as the distances between their boundaries, in base 36, which is
// less than half as long. The message of a failure is what it must have.
func TestClientHasTheSameRanges(t *testing.T) {
	t.Parallel()
	script, err := os.ReadFile("../../theme/assets/js/search-tokens.js")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(string(script), "' +\n    '", "")
	for name, spans := range map[string][]span{"separators": separators, "denseScripts": denseScripts, "pictures": pictures} {
		var list []string
		at := rune(0)
		for _, s := range spans {
			list = append(list, strconv.FormatInt(int64(s.first-at), 36), strconv.FormatInt(int64(s.last+1-s.first), 36))
			at = s.last + 1
		}
		if want := "const " + name + " = boundaries('" + strings.Join(list, " ") + "');"; !strings.Contains(text, want) {
			t.Errorf("search-tokens.js does not have\n%s", want)
		}
	}
}
