package markdown

import (
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	gfm "github.com/yuin/goldmark/extension/ast"

	"steno/theme/highlight"
	"steno/theme/markup"
)

// visitor writes a tree of goldmark's as HTML.
type visitor struct {
	w       markup.Writer
	source  []byte
	code    *highlight.Highlighter
	ends    lineEnds
	within  ast.Node       // the block that was asked last whether it was wrapped
	joined  bool           // what it was
	known   Link           // may be nil
	notes   map[int]string // what footnotes are called, by number
	linked  bool           // inside an "a" element: none may be nested
	preview bool           // headings are paragraphs
	level   int            // of the last heading, 0 for none yet
}

func (v *visitor) children(n ast.Node) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		v.node(c)
	}
}

func (v *visitor) node(n ast.Node) {
	switch n := n.(type) {
	case *ast.Heading:
		v.heading(n)
	case *ast.Paragraph:
		v.element("p", n)
	case *ast.TextBlock:
		v.children(n)
		if n.NextSibling() != nil {
			v.w.Const("\n")
		}
	case *ast.Blockquote:
		v.element("blockquote", n)
	case *ast.List:
		v.list(n)
	case *ast.ListItem:
		v.element("li", n)
	case *ast.ThematicBreak:
		v.w.Const("<hr>")
	case *ast.FencedCodeBlock:
		v.fenced(n)
	case *ast.CodeBlock:
		v.w.HTML(v.code.Block(highlight.Code{Text: v.lines(n)}))
	case *ast.HTMLBlock:
		v.rawBlock(n)
	case *gfm.Table:
		v.table(n)
	case *gfm.TableHeader, *gfm.TableRow:
		v.element("tr", n)
	case *gfm.TableCell:
		v.cell(n)
	case *gfm.FootnoteList:
		v.children(n)
	case *gfm.Footnote:
		v.footnote(n)
	default:
		v.inline(n)
	}
}

func (v *visitor) inline(n ast.Node) {
	switch n := n.(type) {
	case *ast.Text:
		v.text(n)
	case *ast.String:
		v.w.Text(string(n.Value))
	case *ast.CodeSpan:
		v.named(v.plain(n, false))
	case *ast.Emphasis:
		if n.Level >= 2 {
			v.element("strong", n)
		} else {
			v.element("em", n)
		}
	case *gfm.Strikethrough:
		v.element("del", n)
	case *gfm.TaskCheckBox:
		v.checkBox(n)
	case *gfm.FootnoteLink:
		v.w.Element("sup", v.notes[n.Index])
	case *gfm.FootnoteBacklink: // notes have no ids
	case *ast.Link:
		v.link(n, string(n.Destination), string(n.Title))
	case *ast.Image:
		v.image(n)
	case *ast.AutoLink:
		v.autoLink(n)
	case *ast.RawHTML:
		v.w.Text(string(n.Segments.Value(v.source)))
	default:
		v.children(n) // a kind that goldmark may add: its text at least
	}
}

func (v *visitor) element(tag markup.Const, n ast.Node) {
	v.w.Open(tag)
	v.children(n)
	v.w.Close(tag)
}

// heading moves headings below those of the page. None is more than one level below the one before it: those
// who listen to a page would look for what is missing.
func (v *visitor) heading(n *ast.Heading) {
	if v.preview {
		v.w.Open("p")
		v.element("strong", n)
		v.w.Close("p")
		return
	}
	tags := [...]markup.Const{"h3", "h4", "h5", "h6"}
	v.level = min(n.Level, v.level+1, len(tags))
	v.element(tags[v.level-1], n)
}

func (v *visitor) list(n *ast.List) {
	if !n.IsOrdered() {
		v.element("ul", n)
		return
	}
	var attrs []markup.Attr
	if n.Start != 1 {
		attrs = append(attrs, markup.A("start", strconv.Itoa(n.Start)))
	}
	v.w.Open("ol", attrs...)
	v.children(n)
	v.w.Close("ol")
}

func (v *visitor) checkBox(n *gfm.TaskCheckBox) {
	if n.IsChecked {
		v.w.Const(`<span class="check check-done" role="img" aria-label="done">☑</span> `)
	} else {
		v.w.Const(`<span class="check" role="img" aria-label="open">☐</span> `)
	}
}

// fenced writes a code block. What the opening fence says beyond a language is
// text that somebody wrote: it is above the code.
func (v *visitor) fenced(n *ast.FencedCodeBlock) {
	lang, info := "", ""
	if n.Info != nil {
		info = strings.TrimSpace(unescape(n.Info.Segment.Value(v.source)))
		lang, _, _ = strings.Cut(info, " ")
	}
	if info != "" {
		v.w.Element("div", info, markup.Class("code-info"))
	}
	v.w.HTML(v.code.Block(highlight.Code{Text: v.lines(n), Lang: strings.ToLower(lang)}))
}

func (v *visitor) lines(n ast.Node) string {
	var b strings.Builder
	for i := range n.Lines().Len() {
		s := n.Lines().At(i)
		b.Write(s.Value(v.source))
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// rawBlock shows a block of HTML as the text it is.
func (v *visitor) rawBlock(n *ast.HTMLBlock) {
	s := v.lines(n)
	if n.HasClosure() {
		s += "\n" + string(n.ClosureLine.Value(v.source))
	}
	v.w.Element("div", strings.Trim(s, "\n"), markup.Class("plain"))
}

func (v *visitor) text(n *ast.Text) {
	value := n.Segment.Value(v.source)
	if n.IsRaw() {
		v.words(string(value))
	} else {
		v.words(unescape(value))
	}
	switch {
	case n.HardLineBreak(), n.SoftLineBreak() && !v.joins(n):
		v.w.Const("<br>\n")
	case n.SoftLineBreak():
		v.w.Const("\n")
	}
}

// plain is the text below n without any markup.
func (v *visitor) plain(n ast.Node, resolve bool) string {
	var b strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch c := c.(type) {
		case *ast.Text:
			value := c.Segment.Value(v.source)
			if resolve && !c.IsRaw() {
				b.WriteString(unescape(value))
			} else {
				b.Write(value)
			}
			if c.SoftLineBreak() || c.HardLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.String:
			b.Write(c.Value)
		case *ast.RawHTML:
			b.Write(c.Segments.Value(v.source))
		case *ast.AutoLink:
			b.Write(c.Label(v.source))
		default:
			b.WriteString(v.plain(c, resolve))
		}
	}
	return strings.ReplaceAll(b.String(), "\n", " ")
}
