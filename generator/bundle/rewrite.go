package bundle

import (
	"fmt"
	"net/url"
	"path"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// rewrite makes the addresses on a page lead to places within the file.
func (b *bundler) rewrite(p *page) {
	for _, part := range [][]*html.Node{p.top, p.region, p.bottom} {
		for _, top := range part {
			b.rewriteNode(p, top)
			for n := range top.Descendants() {
				if n.Type == html.ElementNode {
					b.rewriteNode(p, n)
				}
			}
		}
	}
}

// tidyFrame removes dead links from the frame.
func (b *bundler) tidyFrame(p *page) {
	for _, part := range [][]*html.Node{p.top, p.region, p.bottom} {
		for _, top := range part {
			if hasClass(top, "crumbs") || top.DataAtom == atom.Header || top.DataAtom == atom.Footer {
				dropDead(top)
			}
		}
	}
	p.region = slices.DeleteFunc(p.region, func(n *html.Node) bool { return hasClass(n, "crumbs") && !holds(n, atom.A) })
}

// dropDead removes links that lead nowhere, but for the name of the site, and then the
// items of lists and the navigation that have nothing left.
func dropDead(top *html.Node) {
	var dead []*html.Node
	for n := range top.Descendants() {
		switch {
		case n.DataAtom == atom.A && attr(n, "href") == "" && hasClass(n, "site-name"):
			dropAttr(n, "aria-disabled")
		case n.DataAtom == atom.A && attr(n, "href") == "":
			dead = append(dead, n)
		}
	}
	for _, n := range dead {
		for up := n.Parent; n != top && up != nil; n, up = up, up.Parent {
			up.RemoveChild(n)
			if holds(up, atom.A) || up.DataAtom != atom.Li && up.DataAtom != atom.Nav {
				break
			}
		}
	}
}

func holds(top *html.Node, what atom.Atom) bool {
	for n := range top.Descendants() {
		if n.DataAtom == what {
			return true
		}
	}
	return false
}

func (b *bundler) rewriteNode(p *page, n *html.Node) {
	switch n.DataAtom {
	case atom.A:
		b.rewriteLink(p, n)
	case atom.Img, atom.Audio:
		if src := attr(n, "src"); src != "" && !external(src) {
			setAttr(n, "src", b.data(b.resolve(p, src)))
			dropAttr(n, "loading")
		}
	case atom.Form:
		if action := attr(n, "action"); action != "" {
			setAttr(n, "action", "#/"+b.resolve(p, action))
		}
	}
}

// external reports whether an address leads out of the site, or nowhere.
func external(href string) bool {
	u, err := url.Parse(href)
	return err != nil || u.Scheme != "" || u.Host != ""
}

func (b *bundler) rewriteLink(p *page, n *html.Node) {
	href := attr(n, "href")
	if href == "" || external(href) {
		return
	}
	name := b.resolve(p, href)
	_, fragment, _ := strings.Cut(href, "#")
	switch {
	case strings.HasPrefix(href, "#"):
	case b.byName[name] != nil:
		setAttr(n, "href", b.address(p, name, fragment))
	case path.Ext(name) == ".html" || b.site[name] == nil:
		dropAttr(n, "href")
		setAttr(n, "aria-disabled", "true")
	default:
		setAttr(n, "href", b.data(name))
		setAttr(n, "download", path.Base(name))
	}
}

// address is a link from a page to a page, or to an element of it.
func (b *bundler) address(p *page, name, fragment string) string {
	decoded, err := url.PathUnescape(fragment)
	switch {
	case fragment == "":
		return "#/" + name
	case err == nil && b.anchors[decoded] == name, name == p.name:
		return "#" + fragment
	}
	return fmt.Sprintf("#%s~%d", fragment, slices.Index(b.pages, b.byName[name]))
}
