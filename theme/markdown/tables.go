package markdown

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
	gfm "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"

	"steno/theme/markup"
)

// parse reads src, and returns it as it was read: what a table's row has beyond the table's columns
// would be dropped, so the bars that split it too often become part of its cells. Models write bars
// in code, such as `a || b`, and forget that they split rows.
func (r *Renderer) parse(src string) (doc ast.Node, source []byte) {
	source = []byte(src)
	doc = r.parser.Parse(text.NewReader(source))
	if !strings.Contains(src, "|") {
		return doc, source
	}
	var mended []byte
	done := 0
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		row, ok := n.(*gfm.TableRow)
		if !ok || !entering {
			return ast.WalkContinue, nil
		}
		start := row.Pos()
		end := start + len(lineAt(source, start))
		if start >= done && loses(source[start:end], row.ChildCount()) {
			mended = append(append(mended, source[done:start]...), join(source[start:end], row.ChildCount())...)
			done = end
		}
		return ast.WalkSkipChildren, nil
	})
	if mended == nil {
		return doc, source
	}
	source = append(mended, source[done:]...)
	return r.parser.Parse(text.NewReader(source)), source
}

// lineAt returns the rest of the line from a place on.
func lineAt(source []byte, at int) []byte {
	line, _, _ := bytes.Cut(source[at:], []byte("\n"))
	return line
}

// bars returns where the bars of a row are that split it: not those with a backslash before them,
// nor at its ends.
func bars(row []byte) (at []int) {
	end := len(bytes.TrimRight(row, " \t\r"))
	start := len(row) - len(bytes.TrimLeft(row, " \t"))
	for i := start + 1; i < end-1; i++ {
		if row[i] == '|' && row[i-1] != '\\' {
			at = append(at, i)
		}
	}
	return at
}

// loses reports whether a row has words behind its last column.
func loses(row []byte, columns int) bool {
	at := bars(row)
	return len(at) >= columns && len(bytes.Trim(row[at[columns-1]:], " \t\r|")) > 0
}

// join makes bars of a row a part of its cells, until it has no more than columns of them: those in code if
// enough remain without, and those behind the last column.
func join(row []byte, columns int) []byte {
	if whole := escape(row, inCode(row)); len(bars(whole)) >= columns-1 {
		row = whole
	}
	at := bars(row)
	return escape(row, at[min(columns-1, len(at)):])
}

// inCode returns which of the bars are between backquotes: as many of them at the start as at the end.
func inCode(row []byte) (in []int) {
	at := bars(row)
	for i := 0; i < len(row); i++ {
		mark := backquotes(row[i:])
		if mark == 0 {
			continue
		}
		for end := i + mark; end < len(row); end++ {
			n := backquotes(row[end:])
			if n == mark {
				for _, bar := range at {
					if i < bar && bar < end {
						in = append(in, bar)
					}
				}
				i = end
				break
			}
			end += max(n-1, 0)
		}
		i += mark - 1
	}
	return in
}

func backquotes(b []byte) int { return len(b) - len(bytes.TrimLeft(b, "`")) }

// escape puts a backslash before the bytes at the given places, which ascend.
func escape(row []byte, at []int) []byte {
	var out []byte
	done := 0
	for _, i := range at {
		out = append(append(out, row[done:i]...), '\\')
		done = i
	}
	return append(out, row[done:]...)
}

// table writes a table in its own box that scrolls.
func (v *visitor) table(n *gfm.Table) {
	v.w.Const(`<div class="table" tabindex="0" role="group" aria-label="table"><table><thead>`)
	body := false
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if _, head := c.(*gfm.TableHeader); !head && !body {
			v.w.Const("</thead><tbody>")
			body = true
		}
		v.node(c)
	}
	if body {
		v.w.Const("</tbody></table></div>")
	} else {
		v.w.Const("</thead></table></div>")
	}
}

func (v *visitor) cell(n *gfm.TableCell) {
	tag := markup.Const("td")
	if _, head := n.Parent().(*gfm.TableHeader); head && n.HasChildren() { // an empty cell heads nothing
		tag = "th"
	}
	switch n.Alignment {
	case gfm.AlignRight:
		v.w.Open(tag, markup.Class("right"))
	case gfm.AlignCenter:
		v.w.Open(tag, markup.Class("center"))
	default:
		v.w.Open(tag)
	}
	v.children(n)
	v.w.Close(tag)
}
