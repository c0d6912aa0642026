package rebuild

import (
	"strings"

	"steno/parser"
)

// readText returns the lines of the whole file that a call read, see [parser.Texts].
func (s *Syntax) readText(c *parser.ToolCall) (lines []string) {
	if s.Whole == nil || c.Outcome() != parser.Done {
		return nil
	}
	text, ok := s.Whole(c)
	if !ok {
		return nil
	}
	lines = []string{}
	for line := range strings.Lines(text) {
		if l, cut := strings.CutSuffix(line, "\r\n"); cut {
			line = l + "\n" // as the lines of patches are
		}
		lines = append(lines, line)
	}
	return lines
}
