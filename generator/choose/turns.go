package choose

import (
	"cmp"
	"fmt"
	"strings"

	"steno/generator/about"
	"steno/parser"
)

// noteTurns puts on the turns of a session what people say about them. An anchor may be that of any message
// or step of a turn, so that whatever link a page has can be used. One that fits nothing is a warning.
func noteTurns(s *parser.Session, said []about.Turn) {
	if len(said) == 0 {
		return
	}
	turns := turnsByAnchor(s)
	for _, n := range said {
		turn := turns[n.Anchor]
		if turn == nil {
			s.Warnings = append(s.Warnings, parser.Warning{File: n.File, Line: n.Line, Text: noTurn(n.Anchor, turns)})
			continue
		}
		turn.Mark = strings.Trim(turn.Mark+", "+n.Mark, ", ")
		turn.Note = strings.TrimSpace(turn.Note + "\n\n" + n.Note)
	}
}

// turnsByAnchor returns the turn of each anchor: those of the main thread take precedence over those of agents.
func turnsByAnchor(s *parser.Session) map[string]*parser.Turn {
	turns := map[string]*parser.Turn{}
	threads := []*parser.Thread{s.Main}
	for _, a := range s.Agents {
		threads = append(threads, a.Thread)
	}
	for _, t := range threads {
		if t == nil {
			continue
		}
		for _, b := range t.All() {
			for turn := range b.Turns() {
				for anchor := range turn.Anchors() {
					turns[anchor] = cmp.Or(turns[anchor], turn)
				}
			}
		}
	}
	return turns
}

// noTurn explains an anchor that fits no turn.
func noTurn(anchor string, turns map[string]*parser.Turn) string {
	text := fmt.Sprintf("%q is no anchor of this session's turns", anchor)
	near := ""
	for other := range turns {
		if len(anchor) > 4 && (strings.HasPrefix(other, anchor) || strings.HasPrefix(anchor, other)) && (near == "" || other < near) {
			near = other
		}
	}
	if near != "" {
		return text + fmt.Sprintf("; did you mean %q?", near)
	}
	return text + "; copy it from the link at the time of a prompt"
}
