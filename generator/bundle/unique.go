package bundle

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// A file is one document for browsers, so an id occurs once in it, and there is one <main>.
// In the pages after the entry, an id that several pages have ends in "~" and the number of its
// page, as do the references to it, and <main> is <steno-main>, an element that means nothing.
// The router restores both when it shows the page: scripts and styles find what the site has.

// mainTag replaces <main>.
const mainTag = "steno-main"

// references are the attributes that name elements of the same page, without links.
var references = []string{
	"for", "list", "headers", "aria-labelledby", "aria-describedby", "aria-controls", "aria-details", "aria-owns", "aria-activedescendant",
}

// makeUnique renames the ids and the <main> of the page with this number.
func (b *bundler) makeUnique(p *page, number int) {
	own := map[string]bool{} // ids of the page that other pages have, too
	p.eachElement(func(n *html.Node) {
		if id := attr(n, "id"); id != "" && b.anchors[id] == "" {
			own[id] = true
		}
	})
	unique := func(id string) string {
		if own[id] {
			return fmt.Sprintf("%s~%d", id, number)
		}
		return id
	}
	p.eachElement(func(n *html.Node) {
		if n.DataAtom == atom.Main {
			n.Data, n.DataAtom = mainTag, 0
		}
		for i := range n.Attr {
			a := &n.Attr[i]
			switch {
			case a.Key == "id":
				a.Val = unique(a.Val)
			case a.Key == "href" && strings.HasPrefix(a.Val, "#"):
				a.Val = "#" + unique(a.Val[1:])
			case slices.Contains(references, a.Key):
				ids := strings.Fields(a.Val)
				for i := range ids {
					ids[i] = unique(ids[i])
				}
				a.Val = strings.Join(ids, " ")
			}
		}
	})
}

// eachElement calls do for the elements of the page's region.
func (p *page) eachElement(do func(*html.Node)) {
	for _, top := range p.region {
		if top.Type == html.ElementNode {
			do(top)
		}
		for n := range top.Descendants() {
			if n.Type == html.ElementNode {
				do(n)
			}
		}
	}
}

var (
	prelude      = regexp.MustCompile(`[^{};]+\{`)
	mainSelector = regexp.MustCompile(`(^|[^\w.#:"'\[=-])main($|[^\w-])`)
)

// styleMain makes the rules for <main> those of its replacement, too, with the same specificity.
func styleMain(css string) string {
	return prelude.ReplaceAllStringFunc(css, func(s string) string {
		return mainSelector.ReplaceAllString(s, "${1}:is(main,"+mainTag+")${2}")
	}) + mainTag + "{display:block}"
}

// printable escapes the characters of a script that HTML forbids. Minified scripts have them
// only within strings and patterns, where the escape means the same.
func printable(script string) string {
	var s strings.Builder
	for _, r := range script {
		if r < ' ' && r != '\n' && r != '\t' && r != '\r' || r == 0x7f || r >= 0x80 && r < 0xa0 || r&0xfffe == 0xfffe && r <= 0xffff {
			fmt.Fprintf(&s, `\u%04x`, r)
			continue
		}
		s.WriteRune(r)
	}
	return s.String()
}
