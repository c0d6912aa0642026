package theme

import (
	"html/template"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser"
	"steno/theme/ansi"
	"steno/theme/card"
	"steno/theme/diff"
	"steno/theme/highlight"
	"steno/theme/markup"
	"steno/theme/values"
)

// Hunk renders a hunk of a file's diff.
func (t *Theme) Hunk(h diff.Hunk, file string) template.HTML { return diff.Coloured(h, file, t.code) }

// Value renders what a program returned: JSON as names and values, anything else as it is.
func (t *Theme) Value(text string) template.HTML {
	var w markup.Writer
	pre := func(w *markup.Writer, _, text string) {
		w.Open("pre", markup.A("tabindex", "0"))
		w.HTML(ansi.HTML(text))
		w.Close("pre")
	}
	if v := jsontext.Value(strings.TrimSpace(text)); len(v) > 0 && (v[0] == '{' || v[0] == '[') && v.IsValid() {
		values.Write(&w, "", v, pre)
	} else {
		pre(&w, "", text)
	}
	return w.Result()
}

// Script renders the script of a workflow.
func (t *Theme) Script(text string) template.HTML {
	return t.code.Block(highlight.Code{Text: text, Lang: "javascript"})
}

// Checkpoint renders a copy of a file: whole, or, where before is not nil, what is different since then.
func (t *Theme) Checkpoint(c, before *parser.Checkpoint) template.HTML {
	switch {
	case c.Absent:
		return markup.Text("There was no such file.")
	case before == nil:
		return t.code.Block(highlight.Code{Text: strings.TrimSuffix(c.Text, "\n"), File: c.Path, Start: 1})
	}
	return diff.HTML(diff.Strings(before.Text, c.Text))
}

// Called is what lists and sums name a call: its tool, or what it does in the word of its row where
// that is another client's name of the tool.
func (t *Theme) Called(tc *parser.ToolCall) string {
	asked := *tc
	asked.Result = nil // says nothing of it, and may be long
	return card.New(card.Env{Markdown: t.markdown, Code: t.code}).Call(&asked).Tool
}

// Prose renders Markdown as pages show it.
func (t *Theme) Prose(text string) template.HTML { return t.markdown.HTML(text) }

// Brief renders the start of a text in Markdown, about limit bytes of it. more reports whether
// something was left out.
func (t *Theme) Brief(text string, limit int) (html template.HTML, more bool) {
	return t.markdown.Preview(text, limit)
}
