package sitetest

import (
	"os"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// TestFiguresAreDefined wants every figure at the head of a session in docs/figures.md.
func TestFiguresAreDefined(t *testing.T) {
	t.Parallel()
	doc, err := os.ReadFile("../../docs/figures.md")
	if err != nil {
		t.Fatal(err)
	}
	defined := strings.ToLower(string(doc))
	eachSite(t, func(t *testing.T, m *made) {
		seen := map[string]bool{}
		for _, p := range m.pages {
			if !strings.HasPrefix(p.name, "sessions/") {
				continue
			}
			for n := range p.root.Descendants() {
				if n.Type != html.ElementNode || n.Data != "dl" || !strings.Contains(attr(n, "class"), "answers") {
					continue
				}
				for dt := range n.Descendants() {
					if dt.Data == "dt" {
						seen[strings.ToLower(strings.TrimSpace(text(dt)))] = true
					}
				}
			}
		}
		if len(seen) < 3 {
			t.Errorf("only %d figures were found", len(seen))
		}
		for name := range seen {
			if !strings.Contains(defined, strings.NewReplacer("file changed", "files changed", "nested ", "").Replace(name)) {
				t.Errorf("docs/figures.md does not define %q", name)
			}
		}
	})
}
