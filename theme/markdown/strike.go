package markdown

import (
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// doubleTilde strikes out what is between two tildes on each side. One is not enough: in transcripts it is a home
// directory, as in "~/src", or means "about".
type doubleTilde struct{ parser.InlineParser }

func newDoubleTilde() parser.InlineParser { return doubleTilde{extension.NewStrikethroughParser()} }

// Parse returns nil for a single tilde, which is then text.
func (d doubleTilde) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	if line, _ := block.PeekLine(); len(line) < 2 || line[1] != '~' {
		return nil
	}
	return d.InlineParser.Parse(parent, block, pc)
}
