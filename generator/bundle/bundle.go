// Package bundle makes one self-contained HTML file of a small finished site: its pages,
// styles, scripts, pictures, texts and search index. The file loads nothing and sends
// nothing, and its Content-Security-Policy allows no script but its own, by hash.
//
// One page is in the document as on the site. The others follow in <noscript> elements: a browser
// without scripts shows them one after the other, and to the router (assets/bundle.js) they are the
// text to show instead when a link leads there. A link to a message is "#m-1a2b3c4d", as in the
// site, and "#m-1a2b3c4d~2" if several pages show the message (unique.go); one to a page is "#/"
// and its name.
package bundle

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Site is a finished site: its files by slash-separated name.
type Site map[string][]byte

// Options say what to bundle.
type Options struct {
	Entry  string                 // name of the page that opens
	Pages  func(name string) bool // whether a page goes in; links to others become plain text
	Router []byte                 // the script that changes between pages
	Max    int                    // bytes that the file should not exceed; 0 for any number
}

// Left says what was left out to keep a file small.
type Left struct {
	Files  int // texts and pictures beside the pages
	Parts  int // long outputs of tools
	Bytes  int // of all that, about
	TooBig bool
}

// bundler is the state of one bundling.
type bundler struct {
	Options
	site    Site
	pages   []*page // the entry first
	byName  map[string]*page
	anchors map[string]string // id to the one page that has it, "" when several do
	scripts map[string]string // by file
	style   string
	files   map[string]string // data URIs, by name
	left    Left
}

// page is one page of the site.
type page struct {
	name    string
	title   string
	kind    string // class of its body
	doc     *html.Node
	top     []*html.Node // of the frame, before the region
	region  []*html.Node // what is the page's own
	bottom  []*html.Node
	scripts []string // files, in order
}

// Bundle makes the file.
func Bundle(site Site, o Options) ([]byte, Left, error) {
	o.Router = []byte(printable(string(o.Router)))
	b := &bundler{
		Options: o, site: site, byName: map[string]*page{}, anchors: map[string]string{}, scripts: map[string]string{},
		files: map[string]string{},
	}
	if err := b.read(); err != nil {
		return nil, b.left, err
	}
	for i, p := range b.pages {
		b.rewrite(p)
		b.tidyFrame(p)
		if i > 0 {
			b.makeUnique(p, i)
		}
	}
	if o.Max > 0 {
		b.shrink()
	}
	out, err := b.write()
	b.left.TooBig = o.Max > 0 && len(out) > o.Max
	return out, b.left, err
}

// read parses the pages, the entry first, then the others by name.
func (b *bundler) read() error {
	for _, name := range slices.Sorted(maps.Keys(b.site)) {
		if !strings.HasPrefix(name, "assets/") {
			continue
		}
		switch path.Ext(name) {
		case ".js":
			b.scripts[name] = printable(string(b.site[name]))
		case ".css":
			b.style += string(b.site[name]) // pages.css, then steno.css: as pages load them
		}
	}
	b.style = styleMain(b.style)
	for _, name := range slices.Sorted(maps.Keys(b.site)) {
		if path.Ext(name) != ".html" || name != b.Entry && !b.Pages(name) {
			continue
		}
		p, err := b.parse(name)
		if err != nil {
			return fmt.Errorf("reading the page %s: %w", name, err)
		}
		b.pages, b.byName[name] = append(b.pages, p), p
	}
	if b.byName[b.Entry] == nil {
		return fmt.Errorf("the site has no page %s", b.Entry)
	}
	slices.SortStableFunc(b.pages, func(x, y *page) int {
		return cmp.Or(compareBool(x.name == b.Entry, y.name == b.Entry), naturally(x.name, y.name))
	})
	return nil
}

// compareBool puts true first.
func compareBool(x, y bool) int {
	switch {
	case x == y:
		return 0
	case x:
		return -1
	}
	return 1
}

// naturally puts page-2 before page-10, and the first page before both.
func naturally(x, y string) int {
	if path.Dir(x) != path.Dir(y) {
		return cmp.Compare(path.Dir(x), path.Dir(y))
	}
	x, y = path.Base(x), path.Base(y)
	return cmp.Or(compareBool(x == "index.html", y == "index.html"), cmp.Compare(len(x), len(y)), cmp.Compare(x, y))
}

func (b *bundler) parse(name string) (*page, error) {
	doc, err := html.Parse(bytes.NewReader(b.site[name]))
	if err != nil {
		return nil, err
	}
	p := &page{name: name, doc: doc}
	for n := range doc.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		if id := attr(n, "id"); id != "" {
			if other, known := b.anchors[id]; known && other != name {
				b.anchors[id] = ""
			} else {
				b.anchors[id] = name
			}
		}
		switch {
		case n.DataAtom == atom.Title && p.title == "" && n.FirstChild != nil:
			p.title = n.FirstChild.Data
		case n.DataAtom == atom.Script && attr(n, "src") != "":
			if file := b.resolve(p, attr(n, "src")); stem(file) != "first" {
				p.scripts = append(p.scripts, file)
			}
		}
	}
	return p, b.divide(p)
}

// stem is the name of an asset without its folder, hash and ending.
func stem(file string) string {
	name, _, _ := strings.Cut(path.Base(file), ".")
	return name
}

// divide separates the frame, which all pages share, from the page's own content.
func (b *bundler) divide(p *page) error {
	var body *html.Node
	for n := range p.doc.Descendants() {
		if n.DataAtom == atom.Body {
			body = n
		}
	}
	if body == nil {
		return fmt.Errorf("it has no body")
	}
	p.kind = attr(body, "class")
	for n := body.FirstChild; n != nil; n = n.NextSibling {
		switch {
		case n.DataAtom == atom.Script:
		case n.Type == html.ElementNode && (hasClass(n, "skip") || n.DataAtom == atom.Header && hasClass(n, "site")):
			p.top = append(p.top, n)
			p.region = append(p.region, takeCrumbs(n)...)
		case n.Type == html.ElementNode && (n.DataAtom == atom.Footer || n.Data == "steno-keys"):
			p.bottom = append(p.bottom, n)
		default:
			p.region = append(p.region, n)
		}
	}
	for _, n := range p.region { // one cannot be within another
		removeAll(n, atom.Noscript)
	}
	return nil
}

// takeCrumbs takes what says where a page is out of the bar, which all pages share. The router puts it back.
func takeCrumbs(bar *html.Node) []*html.Node {
	for n := range bar.Descendants() {
		if hasClass(n, "crumbs") {
			n.Parent.RemoveChild(n)
			return []*html.Node{n}
		}
	}
	return nil
}

func removeAll(top *html.Node, what atom.Atom) {
	var found []*html.Node
	for n := range top.Descendants() {
		if n.DataAtom == what {
			found = append(found, n)
		}
	}
	for _, n := range found {
		n.Parent.RemoveChild(n)
	}
}

func hasClass(n *html.Node, class string) bool {
	return slices.Contains(strings.Fields(attr(n, "class")), class)
}

func attr(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

func setAttr(n *html.Node, key, val string) {
	for i := range n.Attr {
		if n.Attr[i].Key == key {
			n.Attr[i].Val = val
			return
		}
	}
	n.Attr = append(n.Attr, html.Attribute{Key: key, Val: val})
}

func dropAttr(n *html.Node, key string) {
	n.Attr = slices.DeleteFunc(n.Attr, func(a html.Attribute) bool { return a.Key == key })
}

// resolve returns the file that an address on a page means, without query and fragment.
func (b *bundler) resolve(p *page, href string) string {
	href, _, _ = strings.Cut(href, "#")
	href, _, _ = strings.Cut(href, "?")
	if href == "" {
		return p.name
	}
	return path.Join(path.Dir(p.name), href)
}

// data returns a file as a data URI.
func (b *bundler) data(name string) string {
	if uri, ok := b.files[name]; ok {
		return uri
	}
	kind := map[string]string{
		".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".gif": "image/gif",
		".webp": "image/webp", ".svg": "image/svg+xml",
		".wav": "audio/wav", ".mp3": "audio/mpeg", ".ogg": "audio/ogg", ".flac": "audio/flac",
		".pdf": "application/pdf", ".json": "application/json",
	}[path.Ext(name)]
	uri := "data:" + cmp.Or(kind, "text/plain;charset=utf-8") + ";base64," + base64.StdEncoding.EncodeToString(b.site[name])
	b.files[name] = uri
	return uri
}
