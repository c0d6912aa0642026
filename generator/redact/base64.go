package redact

import (
	"encoding/base64"
	"strings"

	"steno/generator/redact/hidden"
	"steno/generator/redact/walk"
	"steno/parser"
)

// Base64 cleans the texts that are in a session as base64: files that were handed to the
// model, in documents, pictures and raw records. [Redactor.Session] leaves them alone, since
// pages contain none of them before they are decoded; who publishes base64 as it is needs both.
// Pictures lose what is written beside their pixels. Whatever else is no text stays as it is.
func (r *Redactor) Base64(s *parser.Session) []Finding {
	var out []Finding
	note := func(found []Finding, at walk.Place) {
		for i := range found {
			found[i].Anchor, found[i].Agent = at.Anchor, at.Agent
		}
		out = append(out, found...)
	}
	w := walk.Walker{
		Text: func(_, text string, at walk.Place) string {
			if tail := text[strings.LastIndexByte(text, ',')+1:]; strings.IndexByte(tail, ' ') >= 0 { // words
				return text
			}
			if text, found, ok := r.base64Text(text); ok {
				note(found, at)
				return text
			}
			return text
		},
		Data: func(data string, at walk.Place) string {
			text, found, ok := r.base64Text(data)
			if !ok && !hidden.IsFile(data) {
				text, found = r.Text(data)
			}
			note(found, at)
			return text
		},
	}
	w.Session(s, true)
	return out
}

// base64Text cleans a text in base64; ok is false when s is none.
func (r *Redactor) base64Text(s string) (clean string, found []Finding, ok bool) {
	if bare, ok := hidden.BarePicture(s); ok {
		return bare, nil, true
	}
	data, ok := hidden.File(s)
	if !ok {
		return s, nil, false
	}
	text, found := r.Text(data)
	if len(found) == 0 {
		return s, nil, true
	}
	head, _ := hidden.DecodeFile(s)
	return head + base64.StdEncoding.EncodeToString([]byte(text)), found, true
}
