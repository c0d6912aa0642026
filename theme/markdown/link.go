package markdown

import (
	"github.com/yuin/goldmark/ast"

	"steno/theme/markup"
)

// link writes a link. One that markup refuses keeps its words, with the address
// behind them where that shows anything new.
func (v *visitor) link(n ast.Node, addr, title string) {
	addr = unescape([]byte(addr))
	if v.linked {
		v.children(n)
		return
	}
	if v.w.External(addr) {
		v.linked = true
		v.children(n)
		v.linked = false
		v.w.Close("a")
	} else {
		v.children(n)
		if addr != "" && addr != v.plain(n, true) {
			v.w.Element("span", " ("+addr+")", markup.Class("address"))
		}
	}
	if title != "" {
		v.w.Element("span", " “"+unescape([]byte(title))+"”", markup.Class("address"))
	}
}

// image writes a link in place of an image: nothing is loaded.
func (v *visitor) image(n *ast.Image) {
	v.w.Const(`<span class="image-link">`)
	v.w.Const(`<span class="image-word">image</span> `)
	v.link(n, string(n.Destination), string(n.Title))
	v.w.Const(`</span>`)
}

func (v *visitor) autoLink(n *ast.AutoLink) {
	label := string(n.Label(v.source))
	addr := string(n.URL(v.source))
	if n.AutoLinkType == ast.AutoLinkEmail {
		addr = "mailto:" + label
	}
	if !v.linked && v.w.External(addr) {
		v.w.Text(label)
		v.w.Close("a")
		return
	}
	v.w.Text(label)
}
