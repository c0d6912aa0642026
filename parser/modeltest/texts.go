package modeltest

import (
	"testing"

	"steno/parser"
	"steno/parser/linediff"
)

// checkTexts tests that the texts of each change are those that its hashes were computed from.
func checkTexts(t testing.TB, texts parser.Texts, th *parser.Thread) {
	t.Helper()
	if th == nil || texts.Changed == nil {
		return
	}
	for _, b := range th.Branches {
		for c := range b.Calls() {
			if !c.Ended() {
				continue // nothing asks for the texts of calls that changed nothing
			}
			var all [][][]string
			for i, e := range c.Action.Edits() {
				if i == 0 {
					all = texts.Changed(c)
				}
				var hunks [][]string
				if i < len(all) {
					hunks = all[i]
				}
				checkEdit(t, c, hunks, e.Change)
			}
		}
	}
}

func checkEdit(t testing.TB, c *parser.ToolCall, hunks [][]string, want *parser.Change) {
	t.Helper()
	for i, h := range want.Hunks {
		if len(h.Lines) == 0 {
			continue
		}
		if i >= len(hunks) || len(hunks[i]) != len(h.Lines) {
			t.Errorf("call %s: hunk %d of its change has no texts", c.Anchor, i)
			return
		}
		for j, l := range h.Lines {
			if text := hunks[i][j]; text == "" || parser.LineOp(text[0]) != l.Op || linediff.HashOf(text[1:]) != l.Hash {
				t.Errorf("call %s: line %d of hunk %d is not %q", c.Anchor, j, i, text)
			}
		}
	}
}
