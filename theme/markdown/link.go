package markdown

import (
	"strings"

	"github.com/yuin/goldmark/ast"

	"steno/parser/lazy"
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
	} else if words := v.plain(n, true); words != addr && names(words, addr) {
		v.w.Open("span", markup.A("title", addr))
		v.children(n)
		if _, shown := place(words); shown == "" {
			if _, at := place(addr); at != "" {
				v.w.Element("span", ":"+at, markup.Class("address"))
			}
		}
		v.w.Close("span")
	} else {
		v.children(n)
		if addr != "" && words != addr {
			v.w.Element("span", " ("+addr+")", markup.Class("address"))
		}
	}
	if title != "" {
		v.w.Element("span", " “"+unescape([]byte(title))+"”", markup.Class("address"))
	}
}

// names reports whether words are the end of the absolute path that an address is: src/boats.go:12 for
// /home/ada/quay/src/boats.go#L12. A line may be missing from the words.
func names(words, addr string) bool {
	file, line := place(words)
	path, at := place(addr)
	if file == "" || at != "" && line != "" && at != line {
		return false
	}
	before, found := strings.CutSuffix(path, file)
	return found && strings.HasSuffix(before, "/") && absolute.MatchString(before)
}

// absolute matches paths that are long and the same for all files of a project at their beginning.
var absolute = lazy.MustCompile(`^(?:/|~|[A-Za-z]:/)`)

var lines = lazy.MustCompile(`(?:#L|:)(\d+)(?:(?:C|:)\d+)?$`)

// place divides a path from the line behind it.
func place(s string) (path, line string) {
	if m := lines.FindStringSubmatchIndex(s); m != nil {
		return s[:m[0]], s[m[2]:m[3]]
	}
	return s, ""
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
