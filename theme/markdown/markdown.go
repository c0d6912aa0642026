// Package markdown renders Markdown from transcripts, which is untrusted.
//
// It reads GitHub Flavored Markdown with goldmark and writes the HTML itself,
// through package markup. What differs from a usual renderer:
//
//   - Raw HTML is shown as text.
//   - Images load nothing. They are links, where a link is allowed.
//   - Links that lead nowhere for a reader (files of the author's machine) or
//     that are not safe show their address beside their words.
//   - Reference definitions stay visible as text, and define no links.
//   - Headings begin at level 3, leave out none and have no ids: the page has one h1, its turns h2.
//   - Input that would take long, as it is very large or deeply nested, is shown as
//     plain text with its line ends.
package markdown

import (
	"html/template"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/util"

	"steno/theme/ansi"
	"steno/theme/highlight"
	"steno/theme/markup"
)

// Renderer renders Markdown. It is safe for concurrent use.
type Renderer struct {
	parser parser.Parser
	code   *highlight.Highlighter
	link   Link // may be nil
}

// New makes a Renderer that colours fenced code with h.
func New(h *highlight.Highlighter) *Renderer {
	p := parser.NewParser(
		parser.WithBlockParsers(blockParsers()...),
		parser.WithInlineParsers(parser.DefaultInlineParsers()...),
	)
	extensions := goldmark.WithExtensions(extension.Linkify, extension.Table, extension.TaskList, extension.Footnote)
	md := goldmark.New(goldmark.WithParser(p), extensions)
	md.Parser().AddOptions(parser.WithASTTransformers(footnoteKeeper()), parser.WithInlineParsers(
		util.Prioritized(newDoubleTilde(), 500), util.Prioritized(spacelessStars{parser.NewEmphasisParser()}, 450)))
	return &Renderer{parser: md.Parser(), code: h}
}

// HTML renders src as a document, such as a file. A single line end is a space.
func (r *Renderer) HTML(src string) template.HTML { return r.render(src, spaces) }

// Written renders what a model wrote. A line ends where the terminal ended it, but in
// paragraphs that were wrapped.
func (r *Renderer) Written(src string) template.HTML { return r.render(src, unwrapped) }

// Lines renders src with its line ends kept: what a person typed.
func (r *Renderer) Lines(src string) template.HTML { return r.render(src, kept) }

func (r *Renderer) render(src string, ends lineEnds) template.HTML {
	src = ansi.Strip(src)
	if tooMuch(src) {
		return Plain(src)
	}
	doc, source := r.parse(src)
	v := &visitor{source: source, code: r.code, ends: ends, known: r.link}
	v.footnotes(doc)
	v.children(doc)
	return v.w.Result()
}

// blockParsers are goldmark's, with one of our own for HTML.
func blockParsers() []util.PrioritizedValue {
	list := parser.DefaultBlockParsers()
	for i, p := range list {
		if html := parser.NewHTMLBlockParser(); p.Value == html {
			list[i].Value = ownTags{html}
		}
	}
	return list
}

// Plain shows text as it is, with its line ends and indentation.
func Plain(s string) template.HTML {
	var w markup.Writer
	w.Element("div", strings.Trim(s, "\n"), markup.Class("plain"))
	return w.Result()
}

// Limits that keep rendering linear for all practical purposes: goldmark's cost
// grows with the square of nesting and of unmatched delimiters in one paragraph.
const (
	maxBytes      = 256 << 10
	maxNesting    = 60   // block quote and list markers at the start of one line
	maxDelimiters = 3000 // inline delimiters between two blank lines
)

// tooMuch reports whether src should not be given to goldmark.
func tooMuch(src string) bool {
	return len(src) > maxBytes || Costly(src)
}

// Costly reports whether goldmark would take time that grows with the square of the text, as nesting
// and delimiters in one paragraph are far more than people write.
func Costly(src string) bool {
	delimiters := 0
	for line := range strings.Lines(src) {
		if strings.TrimSpace(line) == "" {
			delimiters = 0
			continue
		}
		if nesting(line) > maxNesting {
			return true
		}
		if len(src) <= maxDelimiters {
			continue
		}
		for i := range len(line) {
			switch line[i] {
			case '*', '_', '[', ']', '`', '~', '<', '!', '&', '\\', '|':
				delimiters++
			}
		}
		if delimiters > maxDelimiters {
			return true
		}
	}
	return false
}

// nesting is an upper bound of the containers that a line's start can open.
func nesting(line string) int {
	n, spaces := 0, 0
	for i := range len(line) {
		switch c := line[i]; {
		case c == '>' || c == '-' || c == '+' || c == '*' || c == '.' || c == ')':
			n++
		case c == ' ':
			spaces++
		case c == '\t':
			spaces += 4
		case c >= '0' && c <= '9':
		default:
			return n + spaces/8
		}
	}
	if isRule(line) {
		return 0
	}
	return n + spaces/8
}

// isRule reports whether a line consists of one character only: a thematic break,
// the underline of a heading, however long.
func isRule(line string) bool {
	line = strings.TrimSpace(line)
	return line != "" && line[0] != '>' && strings.Trim(line, line[:1]) == ""
}

// unescape resolves backslash escapes and character references in text, which
// goldmark leaves to the renderer.
func unescape(b []byte) string {
	if !containsAny(b, '\\', '&') {
		return string(b)
	}
	var out strings.Builder
	run := 0
	for i := 0; i+1 < len(b); i++ {
		if b[i] == '\\' && util.IsPunct(b[i+1]) {
			out.Write(references(b[run:i]))
			out.WriteByte(b[i+1])
			i++
			run = i + 1
		}
	}
	out.Write(references(b[run:]))
	return out.String()
}

func references(b []byte) []byte {
	if !containsAny(b, '&', '&') {
		return b
	}
	return util.ResolveEntityNames(util.ResolveNumericReferences(b))
}

func containsAny(b []byte, x, y byte) bool {
	for _, c := range b {
		if c == x || c == y {
			return true
		}
	}
	return false
}
