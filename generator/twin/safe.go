package twin

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	gmtext "github.com/yuin/goldmark/text"

	"steno/theme/markdown"
)

// This file makes Markdown that others wrote safe to be in a document: rendered with raw HTML
// allowed, it makes no element of HTML, no picture, and no link to anything but pages and mail, and it
// changes nothing of what follows it. Formatting and code stay as they are.
//
// What is code and what is not is asked of a parser, again after each change, as a change may turn one
// into the other. So the last answer is about the text that is written.

// Of the extensions only tables have a say in what is code.
var reader = goldmark.New(goldmark.WithExtensions(extension.Table))

// blocks reads no formatting in paragraphs.
var blocks = parser.NewParser(parser.WithBlockParsers(parser.DefaultBlockParsers()...))

// rounds is how often a text is looked at before its code is escaped as well.
const rounds = 8

// Safe returns Markdown that is safe to be in a document.
func Safe(text string) string {
	if !strings.ContainsAny(text, "<]`~") {
		return text
	}
	src := []byte(text)
	costly := markdown.Costly(text)
	for round := 0; ; round++ {
		var code []span
		if !costly && round < rounds && !bytes.Equal(escapeOutside(src, nil), src) {
			code = codeOf(src)
		}
		if now := escapeOutside(src, code); !bytes.Equal(now, src) {
			src = now
			continue
		}
		end := endOf(src)
		if end == "" || round > rounds+1 {
			return string(src)
		}
		src = append(src, end...)
	}
}

// span is a part of a text.
type span struct{ start, end int }

// codeOf returns the code in fences and in spans of a text, in order. Indented code counts as text: it
// depends on what is before it.
func codeOf(src []byte) (code []span) {
	add := func(s gmtext.Segment) { code = append(code, span{s.Start, s.Stop}) }
	ast.Walk(reader.Parser().Parse(gmtext.NewReader(src)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.FencedCodeBlock:
			for i := range n.Lines().Len() {
				add(n.Lines().At(i))
			}
		case *ast.CodeSpan:
			for c := n.FirstChild(); c != nil; c = c.NextSibling() {
				if t, ok := c.(*ast.Text); ok {
					add(t.Segment)
				}
			}
			return ast.WalkSkipChildren, nil
		}
		return ast.WalkContinue, nil
	})
	slices.SortFunc(code, func(x, y span) int { return x.start - y.start })
	return code
}

// harmless matches where a link may lead: to pages, to mail, and to other files.
var harmless = regexp.MustCompile(`^[ \t\n]*(?i:https?://|mailto:|[\pL\pN_.~+-]*(?:[/#?)]|$)|[\pL\pN_.~+-]+\s)`)

// escapeOutside escapes what begins an element, a picture or a bad link, or ends text between single tildes, except in code. References
// are used, as a backslash may itself be escaped.
func escapeOutside(src []byte, code []span) []byte {
	var out []byte
	var struck tildes
	at := 0
	put := func(i int, reference string) {
		out = append(append(out, src[at:i]...), reference...)
		at = i + 1
	}
	for i := 0; i < len(src); i++ {
		for len(code) > 0 && code[0].end <= i {
			code = code[1:]
		}
		if len(code) > 0 && code[0].start <= i {
			i = code[0].end - 1
			continue
		}
		next := byte(0)
		if i+1 < len(src) {
			next = src[i+1]
		}
		switch {
		case src[i] == '<' && opens(next):
			put(i, "&lt;")
		case src[i] == '!' && next == '[':
			put(i, "&#33;")
		case src[i] == ']' && (next == '(' || next == ':') && !harmless.Match(src[i+2:]):
			put(i, "&#93;")
		case src[i] == '~' && struck.ends(src, i):
			put(i, "&#126;")
		}
	}
	return append(out, src[at:]...)
}

// opens reports whether an element, or what else HTML has, can go on with c after its "<".
func opens(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '/' || c == '!' || c == '?'
}

// endOf returns the end of a fence that is left open, "" when none is.
func endOf(src []byte) string {
	if closes(string(src)) {
		return ""
	}
	for _, tick := range []byte{'`', '~'} {
		if !bytes.Contains(src, bytes.Repeat([]byte{tick}, 3)) {
			continue
		}
		end := "\n" + strings.Repeat(string(tick), max(3, longest(string(src), tick)))
		if !closed(src) && closed(append(slices.Clone(src), end...)) {
			return end
		}
	}
	return ""
}

// closed reports whether a paragraph that follows a text is one.
func closed(src []byte) bool {
	const after = "\n\nx"
	last := blocks.Parse(gmtext.NewReader(append(slices.Clone(src), after...))).LastChild()
	p, ok := last.(*ast.Paragraph)
	return ok && p.Lines().Len() == 1 && p.Lines().At(0).Start == len(src)+2
}

// fence matches a line that opens or ends a fence of backticks.
var fence = regexp.MustCompile("^(```+)[^`]*$")

// closes reports whether all fences of a text obviously end: it is a quote, which ends them, or they are of
// backticks and begin their lines.
func closes(text string) bool {
	open, quoted := 0, true
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		quoted = quoted && strings.HasPrefix(line, ">")
		m := fence.FindStringSubmatch(line)
		switch {
		case m == nil && (strings.Contains(line, "```") || strings.Contains(line, "~~~")):
			open = -1
		case m == nil, open < 0:
		case open == 0:
			open = len(m[1])
		case len(m[1]) >= open && strings.TrimRight(line, " \t") == m[1]:
			open = 0
		}
	}
	return quoted || open == 0
}
