package bundle

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"steno/generator/search"
)

// write puts the file together.
func (b *bundler) write() ([]byte, error) {
	entry := b.pages[0]
	router := string(b.Router)
	for name, text := range b.allScripts() {
		if low := strings.ToLower(text); strings.Contains(low, "</script") || strings.Contains(low, "<!--") {
			return nil, fmt.Errorf("the script %s cannot be embedded in a page", name)
		}
	}
	var out bytes.Buffer
	root := entry.root()
	out.WriteString("<!doctype html>\n<html" + attributes(root, "") + ">\n<head>\n<meta charset=\"utf-8\">\n")
	fmt.Fprintf(&out, "<meta http-equiv=\"Content-Security-Policy\" content=\"%s\">\n", b.policy())
	for n := range root.Descendants() {
		if n.DataAtom == atom.Meta && attr(n, "name") != "" {
			out.WriteString("<meta" + attributes(n, "") + ">\n")
		}
	}
	out.WriteString("<title>" + html.EscapeString(entry.title) + "</title>\n<link rel=\"icon\" href=\"" +
		b.icon(entry) + "\">\n<style>" + b.style + "</style>\n")
	out.WriteString("<script>" + b.first() + "</script>\n</head>\n<body class=\"" + html.EscapeString(entry.kind) + "\" data-root=\"\">\n")
	if err := render(&out, entry.top); err != nil {
		return nil, err
	}
	out.WriteString("<div id=\"page\"" + b.pageAttributes(entry) + ">")
	if err := render(&out, entry.region); err != nil {
		return nil, err
	}
	out.WriteString("</div>\n")
	if err := render(&out, entry.bottom); err != nil {
		return nil, err
	}
	for _, p := range b.pages[1:] {
		out.WriteString("\n<noscript" + b.pageAttributes(p) + "><section id=\"/" + html.EscapeString(p.name) + "\">")
		if err := render(&out, p.region); err != nil {
			return nil, err
		}
		out.WriteString("</section></noscript>")
	}
	b.writeData(&out)
	out.WriteString("\n<script>" + router + "</script>\n</body>\n</html>\n")
	return out.Bytes(), nil
}

func (p *page) root() *html.Node {
	for n := range p.doc.ChildNodes() {
		if n.DataAtom == atom.Html {
			return n
		}
	}
	return p.doc
}

// pageAttributes are what the router knows of a page.
func (b *bundler) pageAttributes(p *page) string {
	return fmt.Sprintf(` data-page="%s" data-title="%s" data-kind="%s" data-scripts="%s"`,
		html.EscapeString(p.name), html.EscapeString(p.title), html.EscapeString(p.kind), html.EscapeString(strings.Join(p.scripts, " ")))
}

func attributes(n *html.Node, but string) string {
	var s strings.Builder
	for _, a := range n.Attr {
		if a.Key != but {
			fmt.Fprintf(&s, ` %s="%s"`, a.Key, html.EscapeString(a.Val))
		}
	}
	return s.String()
}

func render(out *bytes.Buffer, nodes []*html.Node) error {
	for _, n := range nodes {
		if err := html.Render(out, n); err != nil {
			return err
		}
	}
	return nil
}

// first is the script that does its work before the page is painted.
func (b *bundler) first() string {
	for name, text := range b.scripts {
		if stem(name) == "first" {
			return text
		}
	}
	return ""
}

// allScripts are the scripts that go in, by name.
func (b *bundler) allScripts() map[string]string {
	all := maps.Clone(b.scripts)
	all["bundle"] = string(b.Router)
	return all
}

// writeData writes what only scripts read: the scripts of the pages, which the router runs
// where they are needed, and the search index.
func (b *bundler) writeData(out *bytes.Buffer) {
	for _, name := range slices.Sorted(maps.Keys(b.scripts)) {
		if stem(name) != "first" {
			fmt.Fprintf(out, "\n<script type=\"text/plain\" data-script=\"%s\">%s</script>", html.EscapeString(name), b.scripts[name])
		}
	}
	for _, name := range slices.Sorted(maps.Keys(b.site)) {
		if strings.HasPrefix(name, "search/") && path.Ext(name) == ".js" {
			json := bytes.TrimSpace(b.site[name])
			if _, packed, ok := search.Packed(b.site[name]); ok {
				json = fmt.Appendf(nil, "%q", base64.StdEncoding.EncodeToString(packed)) // a page is a text
			} else if _, rest, ok := bytes.Cut(json, []byte(",")); ok {
				json = bytes.TrimSuffix(rest, []byte(")"))
			}
			json = bytes.ReplaceAll(json, []byte("<"), []byte(`\u003c`)) // within strings only: no other place has one
			fmt.Fprintf(out, "\n<script type=\"application/json\" data-file=\"%s\">%s</script>", html.EscapeString(name), json)
		}
	}
}

// policy is the Content-Security-Policy: nothing is loaded, and no script or style runs
// but those whose hashes it lists.
func (b *bundler) policy() string {
	var scripts []string
	all := b.allScripts()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		scripts = append(scripts, hashSource(all[name]))
	}
	return "default-src 'none'; script-src " + strings.Join(scripts, " ") + "; style-src " + hashSource(b.style) +
		"; img-src data:; media-src data:; base-uri 'none'; form-action 'none'"
}

func hashSource(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

func (b *bundler) icon(p *page) string {
	for n := range p.root().Descendants() {
		if n.DataAtom == atom.Link && attr(n, "rel") == "icon" {
			return b.data(b.resolve(p, attr(n, "href")))
		}
	}
	return "data:,"
}
