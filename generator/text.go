package generator

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"steno/parser"
)

// messageText joins the prose of a message.
func messageText(m *parser.Message) string {
	var parts []string
	for _, block := range m.Blocks {
		if t, ok := block.(*parser.Text); ok && t.Text != "" {
			parts = append(parts, t.Text)
		}
	}
	return strings.Join(parts, "\n")
}

// start is the first bytes of s, at most limit.
func start(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	return strings.ToValidUTF8(s[:limit], "")
}

// excerpt is the start of s on one line, of at most limit bytes, cut between
// words where that costs little.
func excerpt(s string, limit int) string {
	if len(s) > 4*limit {
		s = strings.ToValidUTF8(s[:4*limit], "")
	}
	s = strings.Join(strings.FieldsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
	if len(s) <= limit {
		return s
	}
	cut := limit
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	if i := strings.LastIndexByte(s[:cut], ' '); i > cut*3/4 {
		cut = i
	}
	return s[:cut] + "…"
}
