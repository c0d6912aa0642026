package theme

import (
	"bytes"
	"encoding/json"
	"html/template"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser/lazy"
	"steno/parser/raw"
	"steno/theme/ansi"
	"steno/theme/markup"
	"steno/theme/values"
	"steno/theme/view"
	"steno/theme/words"
)

// This file makes what a row of an event, an attachment or an unknown record unfolds to.

// body puts a text behind a row, or the record itself when it has none.
func (c content) body(v *view.Fold, text string, record []byte) {
	if structured(text) {
		v.Values = table(jsontext.Value(strings.TrimSpace(text)))
		return
	}
	if text != "" {
		text, v.Whole = c.given(text)
		v.Pre = ansi.HTML(text)
		return
	}
	if len(record) > maxText { // as it was recorded
		text, v.Whole = c.cut("json", indent(record))
		v.Pre = markup.Text(text)
		return
	}
	record = said(record)
	if len(record) > 0 && string(record) != "{}" && string(record) != "null" {
		v.Values = table(record)
	}
}

// structured reports whether a text is a JSON object, or a list of them, that is not too long for a table.
func structured(text string) bool {
	text = strings.TrimSpace(text)
	return len(text) <= maxText && begun.MatchString(text) && jsontext.Value(text).IsValid()
}

// begun matches how JSON begins that says something. Clients may cut off the rest.
var begun = lazy.MustCompile(`^\s*(?:\[\s*)?\{(?:\s*"|\s*\}$)`)

// table is a value as names and values.
func table(value jsontext.Value) template.HTML {
	var w markup.Writer
	values.Write(&w, "", value, func(w *markup.Writer, _, text string) {
		w.Open("pre", markup.A("tabindex", "0"))
		w.HTML(ansi.HTML(text))
		w.Close("pre")
	})
	return w.Result()
}

// said is a record without what the row above it says.
func said(v []byte) []byte {
	if len(v) == 0 || v[0] != '{' {
		return v
	}
	return raw.Without(v, "type", "subtype")
}

// says reports whether a record has more than its type and members without a value: a list that is
// empty and its length.
func says(record []byte) bool {
	return slices.ContainsFunc(raw.ParseObject(said(record)),
		func(m raw.Member) bool { return !values.Blank(m.Value) && string(m.Value) != "0" })
}

// saysOnly reports whether all that a record says is a text.
func saysOnly(record []byte, text string) bool {
	for _, m := range raw.ParseObject(said(record)) {
		if !values.Blank(m.Value) && (m.Value.Kind() != '"' || raw.String(m.Value) != text) {
			return false
		}
	}
	return true
}

func (c content) raw(class, icon, verb, object string, record []byte) *view.Fold {
	v := &view.Fold{Class: class, Icon: icon, Verb: verb, Object: words.Excerpt(object, 120)}
	c.body(v, "", record)
	return v
}

// indent writes JSON over several lines; what is no JSON stays as it is.
func indent(raw []byte) string {
	var b bytes.Buffer
	if json.Indent(&b, raw, "", "  ") != nil {
		return string(raw)
	}
	return b.String()
}
