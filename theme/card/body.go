package card

import (
	"html/template"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser"
	"steno/parser/prose"
	"steno/theme/ansi"
	"steno/theme/diff"
	"steno/theme/highlight"
	"steno/theme/markdown"
	"steno/theme/markup"
	"steno/theme/media"
	"steno/theme/values"
	"steno/theme/words"
)

// Text above maxText bytes is shown by its first headText bytes and a link to
// the whole. On a page that must be quick to load, so that it has room for the conversation, this is
// the rule for less of what calls read and printed.
const (
	maxText   = 64 << 10
	headText  = 16 << 10
	maxBrief  = 6 << 10
	headBrief = 1 << 10
)

// brief reports whether a call's texts are what it read or printed. What an agent wrote and what went
// wrong is what people come for.
func brief(tc *parser.ToolCall) bool {
	switch tc.Action.Kind {
	case parser.ActionRead, parser.ActionRun, parser.ActionPoll, parser.ActionSearch, parser.ActionFetch,
		parser.ActionService, parser.ActionSkill, parser.ActionOther:
		return !tc.Failed()
	}
	return false
}

// cut returns what of a text is shown, and a link to the whole where that is not
// all.
func (e *Env) cut(text string) (head string, whole template.HTML) {
	most, n := maxText, headText
	if e.brief {
		most, n = maxBrief, headBrief
	}
	if len(text) <= most {
		return text, ""
	}
	return prose.Lines(text, n), e.whole("txt", []byte(text), lines(text))
}

// whole stores data in a file with the extension ext, and writes the link to it.
func (e *Env) whole(ext string, data []byte, lines int) template.HTML {
	href := ""
	if e.Spill != nil {
		href = e.Spill(ext, data)
	}
	var w markup.Writer
	w.Open("p", markup.Class("whole"))
	if href == "" {
		w.Text("Only the start is shown; the whole (" + media.Size(len(data)) + ") is not kept on this site.")
	} else {
		w.Text("Only the start is shown. ")
		w.Open("a", markup.Href(href))
		w.Text("Open the whole (" + media.Size(len(data)) + ", " + words.Plural(lines, "line") + ")")
		w.Close("a")
	}
	w.Close("p")
	return w.Result()
}

func join(parts ...template.HTML) template.HTML {
	var w markup.Writer
	for _, p := range parts {
		w.HTML(p)
	}
	return w.Result()
}

// add appends a section that is not empty.
func (c *call) add(title string, html template.HTML) {
	if html != "" {
		c.view.Sections = append(c.view.Sections, Section{Title: label(title, 80), HTML: html})
	}
}

// fold hides the last section behind its own fold.
func (c *call) fold() {
	if n := len(c.view.Sections); n > 0 {
		c.view.Sections[n-1].Folded = true
	}
}

// acknowledged shows a result that only confirms what the card shows anyway: in
// full, but folded.
func (c *call) acknowledged() {
	if c.ok() && !c.includes(c.text) {
		c.output("Result", c.text)
		c.fold()
	}
}

// code shows source code. What it cuts counts as shown: the link leads to it.
func (c *call) code(title string, code highlight.Code) {
	if strings.TrimSpace(code.Text) == "" {
		return
	}
	c.show(code.Text)
	c.add(title, c.env.code(code))
}

func (e *Env) code(code highlight.Code) template.HTML {
	head, whole := e.cut(code.Text)
	code.Text = strings.TrimSuffix(head, "\n")
	return join(e.Code.Block(code), whole)
}

// output shows what a terminal would have shown.
func (c *call) output(title, text string) {
	if strings.TrimSpace(text) == "" {
		return
	}
	c.show(text, ansi.Strip(text))
	c.add(title, c.env.output(text))
}

func (e *Env) output(text string) template.HTML {
	head, whole := e.cut(text)
	var w markup.Writer
	w.Open("pre", markup.Class("term"), markup.A("tabindex", "0"))
	w.HTML(ansi.Linked(strings.Trim(head, "\n"), e.Link))
	w.Close("pre")
	w.HTML(whole)
	return w.Result()
}

// prose shows Markdown.
func (c *call) prose(title, text string) {
	if strings.TrimSpace(text) == "" {
		return
	}
	c.show(text)
	c.add(title, c.env.prose(text, c.env.Markdown.Written))
}

// document shows a file in Markdown.
func (c *call) document(title, text string) {
	c.show(text)
	c.add(title, c.env.prose(text, c.env.Markdown.HTML))
}

func (e *Env) prose(text string, render func(string) template.HTML) template.HTML {
	head, whole := e.cut(text)
	var w markup.Writer
	w.Open("div", markup.Class("prose"))
	w.HTML(render(head))
	w.Close("div")
	w.HTML(whole)
	return w.Result()
}

// plain shows text as it is.
func (c *call) plain(title, text string) {
	if strings.TrimSpace(text) == "" {
		return
	}
	c.show(text)
	head, whole := c.env.cut(text)
	c.add(title, join(markdown.Plain(head), whole))
}

// hunks shows a diff and puts its counts on the row.
func (c *call) hunks(title string, hunks []diff.Hunk) {
	if len(hunks) == 0 {
		return
	}
	c.show(diff.Sides(hunks))
	shown, whole := hunks, template.HTML("")
	if diff.Size(hunks) > maxText {
		text := diff.Text(hunks)
		shown, whole = diff.Head(hunks, headText), c.env.whole("txt", []byte(text), lines(text))
	}
	c.add(title, join(diff.HTML(shown), whole))
}

// counts puts added and removed lines on the row: those of the figures, where the reader of
// the format counted them.
func (c *call) counts(added, removed int) {
	if a := &c.Action; a.Added+a.Removed > 0 {
		added, removed = a.Added, a.Removed
	}
	lineChips(c, added, removed)
}

// lineChips puts added and removed lines on the row.
func lineChips(c *call, added, removed int) {
	c.view.Added, c.view.Removed = added, removed
	if added > 0 {
		c.chip("+"+words.Number(added), "add")
	}
	if removed > 0 {
		c.chip("−"+words.Number(removed), "del")
	}
}

// pathLine shows a whole path, ready to be copied, which leads to what all sessions did with the file.
func (c *call) pathLine(p string) {
	href := ""
	if c.env.File != nil {
		href = c.env.File(p)
	}
	var w markup.Writer
	w.Open("p", markup.Class("card-path"))
	if href != "" {
		w.Open("a", markup.Href(href))
	}
	w.Element("code", p)
	if href != "" {
		w.Close("a")
	}
	w.Close("p")
	c.show(p)
	c.add("", w.Result())
}

// remark shows a sentence of Steno's own, not of the transcript.
func (c *call) remark(s string) {
	var w markup.Writer
	w.Element("p", s, markup.Class("notice"))
	c.add("", w.Result())
}

// block renders a block of a message or a result.
func (e *Env) block(b parser.Block) template.HTML {
	switch b := b.(type) {
	case *parser.Text:
		return join(e.prose(b.Text, e.Markdown.Written), noteOf(b.Note))
	case *parser.Image:
		return join(media.Image(b, e.Spill).HTML(), noteOf(b.Note))
	case *parser.Document:
		return join(media.Document(b, e.Spill).HTML(), noteOf(b.Note))
	case *parser.Unknown:
		return e.json(b.Type, b.Raw)
	}
	return ""
}

// noteOf is what a server says of a block.
func noteOf(text string) template.HTML {
	var w markup.Writer
	if text != "" {
		w.Element("p", text, markup.Class("note"))
	}
	return w.Result()
}

// json shows a JSON value as a table.
func (e *Env) json(name string, v jsontext.Value) template.HTML {
	var w markup.Writer
	if len(v) > 0 {
		values.Write(&w, name, v, e.long)
	}
	return w.Result()
}

// data shows a JSON value that is a part of the body.
func (c *call) data(title string, v jsontext.Value) { c.add(title, c.env.json(title, v)) }
