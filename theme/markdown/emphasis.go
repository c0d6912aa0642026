package markdown

import (
	"unicode"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// spacelessStars lets stars beside characters of languages that write no spaces begin emphasis before a bracket, and end it behind any
// mark: CommonMark takes the stars of "**「…」**" for text if a letter is beside them, as there should be a space.
type spacelessStars struct{ parser.InlineParser }

func (p spacelessStars) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	before := block.PrecendingCharacter()
	line, _ := block.PeekLine()
	node := p.InlineParser.Parse(parent, block, pc)
	stars, ok := node.(*parser.Delimiter)
	if !ok || stars.Char != '*' {
		return node
	}
	after := ' '
	if stars.OriginalLength < len(line) {
		after = util.ToRune(line, stars.OriginalLength)
	}
	stars.CanOpen = stars.CanOpen || spaceless(before) && (unicode.In(after, unicode.Ps, unicode.Pi) || after == '"' || after == '`')
	stars.CanClose = stars.CanClose || (spaceless(before) || spaceless(after)) && !util.IsSpaceRune(before)
	return node
}

func spaceless(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) ||
		r >= 0x3000 && r <= 0x303f || r >= 0xff00 && r <= 0xffef // their punctuation
}
