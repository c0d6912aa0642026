package sitetest

import (
	"os"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// TestCleanPages looks for what a reader should never meet: escape sequences, objects
// that a script wrote as text, markup that was escaped twice, cards that unfold to
// nothing. What a transcript says itself is let pass.
func TestCleanPages(t *testing.T) {
	t.Parallel()
	eachSite(t, func(t *testing.T, m *made) {
		var said strings.Builder
		for _, name := range transcripts(t, m.source) {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			said.Write(data)
		}
		own := func(s string) bool { return strings.Contains(said.String(), s) }
		cards := 0
		for _, p := range m.pages {
			for n := range p.root.Descendants() {
				if n.Type == html.TextNode {
					for _, bad := range []string{"\x1b", "[object ", "&lt;", "&amp;", "&#39;", "%!", "<nil>", "ZgotmplZ"} {
						if strings.Contains(n.Data, bad) && !own(bad) {
							t.Errorf("%s: %q in %.80q", p.name, bad, n.Data)
						}
					}
				}
				if n.Data == "div" && n.Parent.Data == "details" && slices.Contains(strings.Fields(attr(n.Parent, "class")), "card") {
					cards++
					if empty(n) {
						t.Errorf("%s: a card unfolds to nothing", p.name)
					}
				}
			}
		}
		if cards == 0 {
			t.Error("no cards were looked at")
		}
	})
}

// empty reports whether an element shows neither words nor a picture.
func empty(n *html.Node) bool {
	for d := range n.Descendants() {
		if d.Type == html.ElementNode && (d.Data == "img" || d.Data == "audio" || d.Data == "object") {
			return false
		}
	}
	return strings.TrimSpace(text(n)) == ""
}
