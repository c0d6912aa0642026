package bundle

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// A file that must not exceed a size loses what its readers need least, until it fits:
// first the pages of raw records, then the texts and pictures beside the pages, largest
// first, and then the outputs of tools, largest first. In its place is a note of what
// is missing.

// worth is the smallest part that is removed: less saves nothing.
const worth = 600

// said describes what replaces a part.
const said = 150

// shrink removes as little as is needed.
func (b *bundler) shrink() {
	over := b.size() - b.Max
	if over <= 0 {
		return
	}
	over -= b.dropRecords()
	over -= b.dropFiles(over)
	b.dropOutputs(over)
}

// size is what the file would have now.
func (b *bundler) size() int {
	out, err := b.write()
	if err != nil {
		return 0 // write returns the error
	}
	return len(out)
}

// dropRecords removes the pages of records and returns their size.
func (b *bundler) dropRecords() (saved int) {
	b.pages = slices.DeleteFunc(b.pages, func(p *page) bool {
		if p.name == b.Entry || p.kind != "page-records" {
			return false
		}
		saved += renderedSize(p.region...)
		b.byName[p.name] = nil
		b.left.Parts++
		return true
	})
	b.left.Bytes += saved
	for _, p := range b.pages {
		for _, top := range p.region {
			for n := range top.Descendants() {
				if name, ok := strings.CutPrefix(attr(n, "href"), "#/"); ok && n.DataAtom == atom.A {
					if name, _, _ = strings.Cut(name, "#"); b.byName[name] == nil {
						dropAttr(n, "href")
						setAttr(n, "aria-disabled", "true")
					}
				}
			}
		}
	}
	return saved
}

// dropFiles removes texts and pictures, largest first, until so many bytes are saved.
func (b *bundler) dropFiles(over int) (saved int) {
	type use struct {
		n   *html.Node
		key string
	}
	var uses []use
	b.each(func(n *html.Node) {
		for _, key := range []string{"src", "href"} {
			if v := attr(n, key); strings.HasPrefix(v, "data:") && len(v) > worth {
				uses = append(uses, use{n, key})
			}
		}
	})
	slices.SortStableFunc(uses, func(x, y use) int { return cmp.Compare(len(attr(y.n, y.key)), len(attr(x.n, x.key))) })
	for _, u := range uses {
		if saved >= over {
			break
		}
		size := len(attr(u.n, u.key))
		saved += size
		b.left.Files++
		b.left.Bytes += size
		if u.n.DataAtom == atom.Audio {
			replace(u.n, fmt.Sprintf("A recording of %s was left out to keep this file small.", about(size)))
			continue
		}
		if u.n.DataAtom == atom.Img {
			replace(u.n, fmt.Sprintf("A picture of %s was left out to keep this file small.", about(size)))
			continue
		}
		dropAttr(u.n, u.key)
		dropAttr(u.n, "download")
		u.n.AppendChild(&html.Node{Type: html.TextNode, Data: fmt.Sprintf(" (%s, left out to keep this file small)", about(size))})
	}
	return saved
}

// dropOutputs empties the sections of tool cards, largest first.
func (b *bundler) dropOutputs(over int) {
	type part struct {
		n    *html.Node
		size int
	}
	var parts []part
	b.each(func(n *html.Node) {
		if isOutput(n) && within(n, "card") && !inOutput(n) {
			parts = append(parts, part{n, renderedSize(n)})
		}
	})
	slices.SortStableFunc(parts, func(x, y part) int { return cmp.Compare(y.size, x.size) })
	for _, p := range parts {
		if over <= 0 || p.size < worth {
			return
		}
		replace(p.n, fmt.Sprintf("%s were left out to keep this file small.", about(p.size)))
		over -= p.size - said
		b.left.Parts++
		b.left.Bytes += p.size
	}
}

// isOutput reports whether an element is text, code or a table of a tool card.
func isOutput(n *html.Node) bool {
	return n.DataAtom == atom.Pre || n.DataAtom == atom.Table || n.DataAtom == atom.Div && (hasClass(n, "code") || hasClass(n, "prose"))
}

func inOutput(n *html.Node) bool {
	for n = n.Parent; n != nil; n = n.Parent {
		if n.Type == html.ElementNode && isOutput(n) {
			return true
		}
	}
	return false
}

// each calls f for every element of the pages.
func (b *bundler) each(f func(*html.Node)) {
	for _, p := range b.pages {
		for _, top := range p.region {
			for n := range top.Descendants() {
				if n.Type == html.ElementNode {
					f(n)
				}
			}
		}
	}
}

func within(n *html.Node, class string) bool {
	for n = n.Parent; n != nil; n = n.Parent {
		if n.Type == html.ElementNode && hasClass(n, class) {
			return true
		}
	}
	return false
}

// replace puts words in an element's place.
func replace(n *html.Node, words string) {
	p := &html.Node{Type: html.ElementNode, DataAtom: atom.P, Data: "p", Attr: []html.Attribute{{Key: "class", Val: "note left-out"}}}
	p.AppendChild(&html.Node{Type: html.TextNode, Data: words})
	n.Parent.InsertBefore(p, n)
	n.Parent.RemoveChild(n)
}

func renderedSize(nodes ...*html.Node) int {
	var out bytes.Buffer
	for _, n := range nodes {
		if html.Render(&out, n) != nil {
			return 0
		}
	}
	return out.Len()
}

func about(bytes int) string {
	if bytes < 10_000 {
		return fmt.Sprintf("%.1f KB", float64(bytes)/1000)
	}
	return fmt.Sprintf("%d KB", bytes/1000)
}
