package card

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser"
	"steno/parser/lazy"
	"steno/parser/raw"
	"steno/theme/highlight"
	"steno/theme/markup"
	"steno/theme/values"
)

// What every card ends with: whatever of input and result its tool left over.

// finish adds what is not shown yet.
func finish(c *call) {
	c.unabridged()
	c.params("Parameters", c.in.rest())
	if c.in.members == nil {
		showLooseInput(c)
	}
	showOutcome(c)
	showMedia(c)
	showStructured(c)
	if c.view.Verb == "" {
		c.view.Verb = "Tool"
	}
	if c.Orphan {
		c.row("tool", "Result", "of a call that is not in the transcript")
	}
}

// showLooseInput shows an input that is no object.
func showLooseInput(c *call) {
	if (param{value: c.Input}).empty() || c.includes(asText(c.Input)) {
		return
	}
	c.params("Input", []param{{"", c.Input}})
}

// showOutcome shows the result's text, unless it is in the body already.
func showOutcome(c *call) {
	switch c.view.State {
	case Missing:
		if c.elsewhere {
			return
		}
		c.remark("No result of this call is in the transcript.")
		return
	case Rejected:
		showRejection(c)
		return
	}
	if p := c.Result.Persisted; p != nil {
		showPersisted(c, p)
	}
	text := c.text
	title := "Result"
	failed := c.view.State == Failed || c.view.State == Denied || c.view.State == Cancelled
	if failed {
		title = "Error"
		text = unwrapError(text)
	}
	if c.includes(text) {
		return
	}
	switch {
	case failed:
		c.output(title, text)
		errorFirst(c)
	case c.Action.Command != "" && !isJSON(text): // what a command prints is no prose, whatever it looks like
		c.output(title, text)
	default:
		recognised(c, title, text)
	}
}

// errorFirst puts the last section, which says what went wrong, before a request, which may be
// long. What a command printed is behind it as in a terminal.
func errorFirst(c *call) {
	c.view.Why = why(c)
	if n := len(c.view.Sections) - 1; n > 0 && c.view.Sections[0].Title != "Command" {
		c.view.Sections = append(c.view.Sections[n:], c.view.Sections[:n]...)
	}
}

// recognised shows a text as what it looks like.
func recognised(c *call, title, text string) {
	switch {
	case isJSON(text):
		c.show(text, compact([]byte(text)))
		c.data(title, jsontext.Value(strings.TrimSpace(text)))
	case isMarkdown(text):
		c.prose(title, text)
	default:
		c.output(title, text)
	}
}

// showPersisted shows an output that was too large for its record.
func showPersisted(c *call, p *parser.Persisted) {
	if p.Found && p.Text != "" {
		if !c.includes(p.Text) {
			c.output("Output", p.Text)
		}
		c.show(c.text) // a preview of the same
		return
	}
	size := ""
	if p.Size != "" {
		size = " of " + label(p.Size, 20)
	}
	c.remark("The whole output" + size + " is not in the archive; this is the preview that the model saw.")
}

// showRejection shows what the user said when declining.
func showRejection(c *call) {
	c.plain("Declined by the user", c.text)
}

// showMedia shows what the result contains besides text.
func showMedia(c *call) {
	if c.Result == nil {
		return
	}
	for _, b := range c.Result.Content {
		if _, isText := b.(*parser.Text); !isText {
			c.add("", c.env.block(b))
		}
	}
}

// showStructured shows what the structured result shows beyond the text.
func showStructured(c *call) {
	if c.Result == nil || len(c.Result.Structured) == 0 {
		return
	}
	switch v := c.Result.Structured; v.Kind() {
	case '{':
		c.details(c.out.rest())
	case '"':
		text := asText(v)
		if !c.includes(strings.TrimPrefix(text, "Error: ")) {
			c.output("Details", text)
		}
	case '[':
		if !isRepeat(c, v) {
			c.details([]param{{"", v}})
		}
	}
}

// isRepeat reports whether a structured array only repeats the result's content.
func isRepeat(c *call, v jsontext.Value) bool {
	for _, item := range asList(v) {
		o := asObject(item)
		if o.peek("type") == "image" || o.peek("type") == "audio" {
			continue
		}
		if !c.includes(o.peek("text")) || !o.has("text") {
			return false
		}
	}
	return true
}

// details shows leftover fields of a structured result, folded: they are the
// client's notes, rarely of interest.
func (c *call) details(fields []param) {
	var kept []param
	for _, p := range fields {
		if p.empty() || c.includes(asText(p.value)) || c.includes(compact(p.value)) || isUndo(p.name) {
			continue
		}
		kept = append(kept, p)
	}
	if len(kept) > 0 {
		c.params("Details", kept)
		c.fold()
	}
}

// compact is JSON without spaces between its parts; what is not valid stays as it is.
func compact(v jsontext.Value) string {
	c := v.Clone()
	if c.Compact(lenient()) != nil {
		return string(v)
	}
	return string(c)
}

// isUndo names the fields that contain a whole file as it was before an edit.
func isUndo(name string) bool {
	return name == "originalFile" || name == "originalFileContents"
}

var errorTag = lazy.MustCompile(`(?s)^\s*<tool_use_error>(.*)</tool_use_error>\s*$`)

// unwrapError takes the tag from around a tool's error.
func unwrapError(s string) string {
	if m := errorTag.FindStringSubmatch(s); m != nil {
		return m[1]
	}
	return s
}

// isJSON reports whether a text is a JSON object or array.
func isJSON(s string) bool {
	s = strings.TrimSpace(s)
	if len(s) < 2 || s[0] != '{' && s[0] != '[' {
		return false
	}
	return jsontext.Value(s).IsValid(jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))
}

var markdownSigns = lazy.MustCompile("(?m)^(#{1,6} \\S|```|[-*] \\*\\*|\\|.*\\|$|\\d+\\. \\*\\*|> \\S)|\\*\\*[^*\n]+\\*\\*|\\[[^\\]\n]+\\]\\(https?:")

// isMarkdown reports whether a text is clearly written as Markdown: at least two
// signs of it in its first part.
func isMarkdown(s string) bool {
	s = s[:min(len(s), 8<<10)]
	if strings.Contains(s, "\x1b") {
		return false
	}
	return mayMarkdown(s) && len(markdownSigns.FindAllStringIndex(s, 2)) == 2
}

// mayMarkdown reports whether a text may have something that [markdownSigns] finds. Most have nothing, and the
// expression takes long.
func mayMarkdown(s string) bool {
	if strings.Contains(s, "**") || strings.Contains(s, "](http") {
		return true
	}
	for line := range strings.Lines(s) {
		if strings.IndexByte("#`|>", line[0]) >= 0 {
			return true
		}
	}
	return false
}

// params shows named values as a table; long and structured ones are below
// their name as blocks.
func (c *call) params(title string, fields []param) {
	var w markup.Writer
	var blanks []raw.Member
	for _, p := range fields {
		if p.value.Kind() == 0 {
			continue
		}
		if p.name != "" && values.Blank(p.value) {
			blanks = append(blanks, raw.Member{Name: p.name, Value: p.value})
			continue
		}
		if p.name == "" && len(fields) == 1 { // no object
			c.value(&w, p)
			c.add(title, w.Result())
			return
		}
		w.Open("dt")
		w.Text(label(p.name, 200))
		w.Close("dt")
		w.Open("dd")
		c.value(&w, p)
		w.Close("dd")
	}
	var list markup.Writer
	if w.Len() > 0 {
		list.Open("dl", markup.Class("params"))
		list.HTML(w.Result())
		list.Close("dl")
	}
	values.Blanks(&list, blanks)
	c.add(title, list.Result())
}

// value writes one value of a table of parameters.
func (c *call) value(w *markup.Writer, p param) {
	c.show(asText(p.value))
	values.Write(w, p.name, p.value, c.env.long)
}

// long writes a text of a table of parameters that does not fit in a line.
func (e *Env) long(w *markup.Writer, name, text string) {
	switch {
	case isJSON(text):
		w.HTML(e.code(highlight.Code{Text: text, Lang: "json"}))
	case isMarkdown(text):
		w.HTML(e.prose(text, e.Markdown.Written))
	default:
		w.HTML(e.output(text))
	}
}
