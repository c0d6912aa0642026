package markdown

import (
	"html/template"
	"strings"

	"github.com/yuin/goldmark/ast"

	"steno/parser/prose"
	"steno/theme/ansi"
)

// Preview renders the start of src: whole blocks, until they have about limit bytes of source.
// Headings become bold paragraphs, as a preview is not part of the page's outline. more reports
// whether something was left out.
func (r *Renderer) Preview(src string, limit int) (html template.HTML, more bool) {
	return r.preview(src, limit, unwrapped)
}

// PreviewLines is Preview with line ends kept, for what a person typed.
func (r *Renderer) PreviewLines(src string, limit int) (html template.HTML, more bool) {
	return r.preview(src, limit, kept)
}

func (r *Renderer) preview(src string, limit int, ends lineEnds) (html template.HTML, more bool) {
	src = strings.TrimSpace(ansi.Strip(src))
	start := src
	if len(src) > 3*limit {
		start, more = prose.Start(src, 3*limit), true
		if i := strings.LastIndexAny(start, " \n"); i > limit {
			start = start[:i]
		}
		start += "…"
	}
	if tooMuch(start) {
		return Plain(start), more
	}
	doc, source := r.parse(start)
	v := &visitor{source: source, code: r.code, preview: true, ends: ends}
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		v.node(n)
		if next := n.NextSibling(); next != nil && (lastByte(n) >= limit || lastByte(n) >= limit/4 && heavy(next)) {
			return v.w.Result(), true
		}
	}
	return v.w.Result(), more
}

// heavy reports whether a block says little in a preview for the room that it takes.
func heavy(n ast.Node) bool {
	switch n.Kind() {
	case ast.KindFencedCodeBlock, ast.KindCodeBlock, ast.KindHTMLBlock, ast.KindThematicBreak:
		return true
	}
	return n.Kind().String() == "Table"
}

// lastByte returns where in the source a block ends.
func lastByte(n ast.Node) int {
	end := 0
	if n.Type() == ast.TypeBlock {
		if lines := n.Lines(); lines != nil && lines.Len() > 0 {
			end = lines.At(lines.Len() - 1).Stop
		}
	}
	if n.Type() != ast.TypeBlock {
		return end
	}
	for c := n.LastChild(); c != nil; c = c.PreviousSibling() {
		if at := lastByte(c); at > 0 {
			return max(end, at)
		}
	}
	return end
}
