package sitetest

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

var inline = []atom.Atom{atom.Span, atom.A, atom.Code, atom.Time, atom.B, atom.Small}

// The facts in a line are separated in the text, too: without styles, or when they are copied,
// "9 min", "main" and "opus-4-6" do not run together.
func TestFactsAreApart(t *testing.T) {
	t.Parallel()
	m, lines := get(t, madeExample), 0
	for _, p := range m.pages {
		for n := range p.root.Descendants() {
			next := n.NextSibling
			if next == nil || !slices.Contains(inline, n.DataAtom) || !slices.Contains(inline, next.DataAtom) && next.Type != html.TextNode || inCode(n) {
				continue
			}
			lines++
			if next.Type == html.ElementNode && joins(text(n), text(next)) {
				t.Errorf("%s: %q runs into %q", p.name, text(n), text(next))
			}
		}
	}
	if lines < 500 {
		t.Errorf("the pages have %d elements within lines, want more", lines)
	}
}

// inCode reports whether an element is within code, a diff or a picture, whose parts are no words.
func inCode(n *html.Node) bool {
	for up := n.Parent; up != nil; up = up.Parent {
		switch up.DataAtom {
		case atom.Code, atom.Pre, atom.Svg, atom.Del, atom.Ins:
			return true
		}
		if class := attr(up, "class"); strings.Contains(class, "code") || strings.Contains(class, "diff") {
			return true
		}
	}
	return false
}

// joins reports whether the end of a text and the start of the next would be read as one word.
func joins(one, two string) bool {
	last, _ := utf8.DecodeLastRuneInString(one)
	first, _ := utf8.DecodeRuneInString(two)
	word := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	return word(last) && word(first)
}
