package manual

import (
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"
)

// guideWidth is the most columns of a line of prose.
const guideWidth = 88

// Guide returns a page of the documentation as text for terminals: prose is wrapped, a row of a
// table becomes a short list, and code is as it is. Page returns how a file that a link names can
// be read, "" if its text is enough.
func Guide(markdown string, page func(file string) string) string {
	g := guide{page: page}
	for line := range strings.Lines(markdown) {
		g.line(strings.TrimRight(line, "\r\n"))
	}
	g.end()
	return strings.TrimLeft(g.String(), "\n")
}

type guide struct {
	strings.Builder
	page func(string) string

	prose  []string // lines of the paragraph or item that is not finished
	indent string   // of its lines after the first
	fenced bool
	head   []string // cells of the first row of a table
}

var (
	guideItem = regexp.MustCompile(`^ *(?:[-*]|\d+\.) +`)
	guideRule = regexp.MustCompile(`^\|[-:| ]+\|$`)
	guideLink = regexp.MustCompile(`!?\[((?:[^\]\\]|\\.)+)\]\(([^)\s]+)\)`)
	guideMark = strings.NewReplacer("**", "", "<!--", "", "-->", "")
)

func (g *guide) line(line string) {
	switch {
	case strings.HasPrefix(line, "```"):
		g.end()
		if g.fenced = !g.fenced; g.fenced {
			g.WriteString("\n")
		}
	case g.fenced:
		g.WriteString(strings.TrimRight("    "+line, " ") + "\n")
	case line == "" || strings.HasPrefix(line, "<!--"):
		g.end()
	case strings.HasPrefix(line, "    ") && len(g.prose) == 0:
		if !strings.HasSuffix(g.String(), "\n\n") && g.indent != "code" {
			g.WriteString("\n")
		}
		g.indent = "code"
		g.WriteString(line + "\n")
	case strings.HasPrefix(line, "#"):
		g.end()
		title := g.inline(strings.TrimLeft(line, "# "))
		g.WriteString("\n" + title + "\n" + strings.Repeat(underline(line), utf8.RuneCountInString(title)) + "\n")
	case guideRule.MatchString(line):
	case strings.HasPrefix(line, "|"):
		g.row(line)
	default:
		if mark := guideItem.FindString(line); mark != "" {
			item := len(g.prose) > 0 && g.indent != ""
			g.flush()
			if !item {
				g.WriteString("\n")
			}
			g.indent = strings.Repeat(" ", len(mark))
		}
		g.prose = append(g.prose, strings.TrimSpace(line))
	}
}

func underline(heading string) string {
	if strings.HasPrefix(heading, "# ") {
		return "="
	}
	return "-"
}

// end finishes a paragraph, a list, a table or code.
func (g *guide) end() {
	if len(g.prose) > 0 && g.indent == "" {
		g.WriteString("\n")
	}
	g.flush()
	g.head = nil
}

// unbroken is a blank of a command, at which lines do not end.
const unbroken = "\x00"

// flush writes the paragraph or item that is not finished.
func (g *guide) flush() {
	if len(g.prose) > 0 {
		text := strings.Join(g.prose, " ")
		wrap(g, g.inline(text), "", g.indent)
	}
	g.prose, g.indent = nil, ""
}

// row writes a row of a table: its first cell, and below it the others with the words of the head.
func (g *guide) row(line string) {
	const bar = "\x01"
	cells := strings.Split(strings.ReplaceAll(strings.Trim(line, "| "), `\|`, bar), "|")
	for i, c := range cells {
		cells[i] = g.inline(strings.ReplaceAll(strings.TrimSpace(c), bar, "|"))
	}
	if g.head == nil {
		g.end()
		g.head = cells
		return
	}
	g.WriteString("\n")
	wrap(g, cells[0], "", "  ")
	for i, c := range cells[1:] {
		if name := i + 1; len(cells) > 2 && name < len(g.head) && c != "" {
			c = g.head[name] + ": " + c
		}
		if c != "" {
			wrap(g, c, "    ", "      ")
		}
	}
}

// inline returns text without marks: links name what they lead to.
func (g *guide) inline(text string) string {
	text = guideLink.ReplaceAllStringFunc(text, func(link string) string {
		m := guideLink.FindStringSubmatch(link)
		file, _, _ := strings.Cut(m[2], "#")
		switch to := strings.ReplaceAll(g.page(file), " ", unbroken); {
		case strings.Contains(file, "://") && m[1] != file:
			return m[1] + " (" + file + ")"
		case to == "":
			return m[1]
		case strings.HasSuffix(file, strings.Trim(m[1], "`")):
			return `"` + to + `"`
		default:
			return m[1] + ` ("` + to + `")`
		}
	})
	return guideMark.Replace(text)
}

// Wrap writes text in lines that begin with indent.
func Wrap(w io.Writer, text, indent string) { wrap(w, text, indent, indent) }

// wrap writes text in lines of at most [guideWidth] columns, unless a word is longer.
func wrap(w io.Writer, text, first, indent string) {
	line := first
	write := func() { fmt.Fprintln(w, strings.ReplaceAll(line, unbroken, " ")) }
	for i, word := range strings.Fields(text) {
		switch {
		case i == 0:
			line += word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > guideWidth:
			write()
			line = indent + word
		default:
			line += " " + word
		}
	}
	write()
}
