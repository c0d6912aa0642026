package markdown

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	gfm "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"steno/theme/markup"
)

// ownTags reads blocks of HTML, but for those that begin with a tag that is none of HTML's. Prompts
// and replies put text between such tags (<context>, <plan>): it is Markdown.
type ownTags struct{ parser.BlockParser }

// Open implements goldmark's BlockParser.
func (p ownTags) Open(parent ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	line, _ := reader.PeekLine()
	if name := tagName(line); name != "" && !elements[name] {
		return nil, parser.NoChildren
	}
	return p.BlockParser.Open(parent, reader, pc)
}

// tagName is the name in the tag at the start of a line, in lower case, "" when there is none.
func tagName(line []byte) string {
	s := strings.TrimLeft(string(line[:min(len(line), 60)]), " ")
	s, ok := strings.CutPrefix(s, "<")
	if !ok {
		return ""
	}
	s = strings.TrimPrefix(s, "/")
	n := 0
	for n < len(s) && (s[n] >= 'a' && s[n] <= 'z' || s[n] >= 'A' && s[n] <= 'Z' ||
		n > 0 && (s[n] >= '0' && s[n] <= '9' || s[n] == '-' || s[n] == '_')) {
		n++
	}
	return strings.ToLower(s[:n])
}

// elements are those of HTML.
var elements = func() map[string]bool {
	m := map[string]bool{}
	for _, name := range strings.Fields(`a abbr address area article aside audio b base bdi bdo blockquote body br button canvas caption center cite code col
		colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6
		head header hgroup hr html i iframe img input ins kbd label legend li link main map mark marquee math menu meta meter nav nobr noframes noscript
		object ol optgroup option output p param picture pre progress q rp rt ruby s samp script search section select slot small source span strike strong
		style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr`) {
		m[name] = true
	}
	return m
}()

// keepFootnotes lets footnotes stay that nothing refers to: somebody wrote them.
type keepFootnotes struct{}

// Transform implements goldmark's ASTTransformer. It runs before that of footnotes, which drops
// those without a number.
func (keepFootnotes) Transform(doc *ast.Document, _ text.Reader, _ parser.Context) {
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		list, ok := n.(*gfm.FootnoteList)
		if !ok {
			continue
		}
		for f := list.FirstChild(); f != nil; f = f.NextSibling() {
			if note, ok := f.(*gfm.Footnote); ok && note.Index < 0 {
				list.Count++
				note.Index = list.Count
			}
		}
	}
}

// beforeFootnotes is the priority of keepFootnotes: that of footnotes is 999.
const beforeFootnotes = 998

func footnoteKeeper() util.PrioritizedValue {
	return util.Prioritized(keepFootnotes{}, beforeFootnotes)
}

// footnotes notes how footnotes are called, by number.
func (v *visitor) footnotes(doc ast.Node) {
	list, ok := doc.LastChild().(*gfm.FootnoteList)
	if !ok {
		return
	}
	v.notes = map[int]string{}
	for f := list.FirstChild(); f != nil; f = f.NextSibling() {
		if note, ok := f.(*gfm.Footnote); ok {
			v.notes[note.Index] = string(note.Ref)
		}
	}
}

// footnote writes a note with what it is called in front. Notes have no ids: a page shows many
// texts, each with a note 1.
func (v *visitor) footnote(n *gfm.Footnote) {
	v.w.Open("div", markup.Class("footnote"))
	v.w.Element("sup", string(n.Ref))
	v.w.Text(" ")
	v.children(n)
	v.w.Close("div")
}
