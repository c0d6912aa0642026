package search

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A snippet record is one doc as results show it: kind, flags ("!" failed, "…" the text goes on),
// tool, file, time, page, anchor, text. Values of one column are separated by U+001F, columns by
// U+001E, lines by U+001D; clean has removed all from every text.
const (
	fieldEnd  = '\x1f'
	columnEnd = '\x1e'
	lineEnd   = '\x1d' // between the lines of a text that tools read or wrote
)

// OneLine returns the text of a snippet without its lines: single blanks are between its words.
func OneLine(text string) string {
	lines := strings.Split(text, string(lineEnd))
	for i := range lines {
		lines[i] = strings.TrimLeft(lines[i], " \t")
	}
	return strings.Join(lines, " ")
}

// Snippet is such a record.
type Snippet [snippetFields]string

const snippetFields = 8

// talkShare is how much more of prompts, replies and summaries is kept than of tool output: they
// are a small part of the text, and what people look for. Nearly all are kept whole, so that it is
// known whether a phrase is in them.
const talkShare = 32

// shortTalkShare is the same when a budget makes snippets shorter.
const shortTalkShare = 4

// snippetOf is the record of a doc with the text's first limit bytes, more of what people and models say.
func snippetOf(doc Doc, limit int) Snippet {
	flags := ""
	if doc.Failed {
		flags = "!"
	}
	if inScope(ScopeConversation, doc.Kind) {
		limit *= talkShare
	}
	short, cut := excerpt(doc, limit)
	if cut {
		flags += "…"
	}
	when := ""
	if !doc.Time.IsZero() {
		when = strconv.FormatInt(doc.Time.Unix(), 36)
	}
	return Snippet{doc.Kind, flags, doc.Tool, doc.File, when, address(doc.Page), address(doc.Anchor), short}
}

// address keeps the separators out of pages and anchors, which are not texts and
// must not be cleaned as such.
func address(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, ""))
}

// A snippet reads as text: what agents wrote loses the marks of Markdown, data loses
// the quotes and braces of JSON, and rules drawn with characters go. What is indexed
// stays as it was; only what results show is changed.

// excerptShare is how much of a text is read for each byte that is kept: marks,
// escape sequences and blanks go.
const excerptShare = 4

// excerpt is the start of a doc's text as results show it, at most limit bytes, and
// whether the text goes on.
func excerpt(doc Doc, limit int) (string, bool) {
	if limit <= 0 {
		return "", cleanStart(doc.Text, 0) != ""
	}
	raw, goesOn := head(doc.Text, max(limit, 256)*excerptShare)
	if raw = strings.TrimSpace(raw); doc.File != "" {
		raw = strings.TrimSpace(strings.TrimPrefix(raw, doc.File)) // results name the file
	}
	raw = strings.TrimSuffix(strings.TrimPrefix(raw, "<tool_use_error>"), "</tool_use_error>")
	tidy := cleanStart
	switch {
	case isJSON(raw) && doc.Kind != KindCall:
		raw = jsonText(raw)
	case slices.Contains(talkers, doc.Tool):
		raw = markdownText(raw)
	default:
		tidy = cleanLines
		if doc.Tool == "Read" {
			raw = withoutNumbers(raw)
		}
	}
	short, cut := head(tidy(withoutRules(raw), limit), limit)
	return short, cut || goesOn
}

// withoutNumbers leaves out what Read puts before each line of a file: blanks, digits and a tab.
func withoutNumbers(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for line := range strings.Lines(s) {
		rest := strings.TrimLeft(strings.TrimLeft(line, " "), "0123456789")
		if digits := len(rest) < len(strings.TrimLeft(line, " ")); digits && rest != "" && rest[0] == '\t' {
			line = rest[1:]
		}
		b.WriteString(line)
	}
	return b.String()
}

// withoutRules puts a blank in the place of every line or bar drawn with characters.
func withoutRules(s string) string {
	var b strings.Builder
	from := 0
	for i := 0; i < len(s); i++ {
		if !mayRule[s[i]] {
			continue
		}
		if n := ruleAt(s[i:]); n > 0 {
			b.WriteString(s[from:i])
			b.WriteByte(' ')
			from = i + n
			i = from - 1
		}
	}
	if from == 0 {
		return s
	}
	b.WriteString(s[from:])
	return b.String()
}

// mayRule has the bytes that lines and bars begin with.
var mayRule = [256]bool{'-': true, '=': true, '_': true, '*': true, '~': true, '#': true, '+': true, boxes: true}

// boxes is the first byte of all characters that draw boxes and blocks.
const boxes = 0xe2

// ruleAt is the length of the line or bar that s begins with: four or more of the marks that
// people draw lines with, any of the characters for drawing boxes, three or more blocks.
func ruleAt(s string) int {
	switch c := s[0]; {
	case c < utf8.RuneSelf:
		n := 0
		for n < len(s) && strings.IndexByte("-=_*~#+", s[n]) >= 0 {
			n++
		}
		if n >= 4 {
			return n
		}
	case c == boxes:
		if n, _ := runes(s, func(r rune) bool { return r >= 0x2500 && r <= 0x259f }); n > 0 {
			return n
		}
		n, count := runes(s, func(r rune) bool { return r >= 0x25a0 && r <= 0x25ff || r >= 0x26c0 && r <= 0x26f6 })
		if count >= 3 {
			return n
		}
	}
	return 0
}

// runes is the length and the number of those that s begins with, blanks between them
// included in the length.
func runes(s string, are func(rune) bool) (length, count int) {
	for i, r := range s {
		switch {
		case are(r):
			count++
			length = i + utf8.RuneLen(r)
		case count == 0 || !strings.ContainsRune(" \t\n\f\r", r):
			return length, count
		}
	}
	return length, count
}

// talkers are tools that are given, and give, what agents wrote; what is no tool's, a
// prompt or a reply, is of the first.
var talkers = []string{"", "Task", "Agent", "TaskOutput", "AgentOutputTool", "ExitPlanMode", "AskUserQuestion",
	"WebFetch", "WebSearch", "SendMessage"}

func isJSON(s string) bool {
	return len(s) > 1 && (s[0] == '{' || s[0] == '[') && strings.Contains(s, `":`)
}

// jsonText drops what only JSON needs: quotes, braces, escapes. It minds no mistakes
// and no end that is missing.
func jsonText(s string) string {
	var b strings.Builder
	quoted := false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"':
			quoted = !quoted
		case quoted && c == '\\' && i+1 < len(s):
			i++
			if strings.IndexByte("nrtbf", s[i]) >= 0 {
				b.WriteByte(' ')
			} else if s[i] == 'u' {
				b.WriteString(`\u`)
			} else {
				b.WriteByte(s[i])
			}
		case !quoted && strings.IndexByte("{}[]", c) >= 0:
		case !quoted && (c == ':' || c == ','):
			b.WriteByte(c)
			b.WriteByte(' ')
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}
