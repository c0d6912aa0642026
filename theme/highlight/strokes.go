package highlight

import (
	"strings"

	"github.com/alecthomas/chroma/v2"

	"steno/theme/markup"
)

// Stroke is a piece of code of one colour.
type Stroke struct {
	From, To int // bytes
	class    string
}

// Strokes returns the coloured pieces of code in order, for those who put other marks into it
// as well. Code that stays plain has none. Kinds of strings, keywords and numbers have one
// colour each, and operators none: in diffs the words of a line matter more.
func (h *Highlighter) Strokes(c Code) []Stroke {
	if len(c.Text) > h.maxBytes {
		return nil
	}
	lexer := h.lexer(c.Lang, c.File)
	if lexer == nil {
		return nil
	}
	var all []Stroke
	at := 0
	take := func(t chroma.TokenType, text string) {
		class, from := h.classes[coarse(t)], at
		at += len(text)
		if class == "" || strings.TrimSpace(text) == "" {
			return
		}
		if n := len(all); n > 0 && all[n-1].class == class && blankInLine(c.Text[all[n-1].To:from]) {
			all[n-1].To = at
		} else {
			all = append(all, Stroke{from, at, class})
		}
	}
	if lang := h.scanned[lexer.Config().Name]; lang != nil {
		scan(lang, c.Text, take)
		return all
	}
	if len(c.Text) > slowBytes || strings.Contains(c.Text, "\r") {
		return nil
	}
	it, err := lexer.Tokenise(&chroma.TokeniseOptions{State: "root"}, c.Text)
	if err != nil {
		return nil
	}
	for t := it(); t != chroma.EOF; t = it() {
		if !strings.HasPrefix(c.Text[at:], t.Value) {
			return nil // some lexers change what they read
		}
		take(t.Type, t.Value)
	}
	if at != len(c.Text) {
		return nil
	}
	return all
}

// blankInLine reports whether text is blanks of one line, if anything: they look the same in any colour.
func blankInLine(text string) bool { return strings.Trim(text, " \t") == "" }

// Write writes text in the colour of the stroke.
func (s Stroke) Write(w *markup.Writer, text string) {
	if tag, ok := tags[s.class]; ok {
		w.Element(tag, text)
		return
	}
	w.Element("i", text, markup.A("class", s.class))
}

// coarse returns the kind of token whose colour all tokens like it have.
func coarse(t chroma.TokenType) chroma.TokenType {
	switch {
	case t.InSubCategory(chroma.LiteralString):
		return chroma.LiteralString
	case t.InSubCategory(chroma.LiteralNumber):
		return chroma.LiteralNumber
	case t.InCategory(chroma.Keyword):
		return chroma.Keyword
	case t.InCategory(chroma.Comment):
		return chroma.Comment
	case t.InCategory(chroma.Operator), t.InCategory(chroma.Punctuation), t.InCategory(chroma.Generic):
		return chroma.Text
	}
	return t
}
