package search

import (
	"strconv"
	"strings"
)

// A snippet record is one doc as results show it: kind, flags ("!" failed, "…" the text goes on), tool, file,
// time, page, anchor, text. Values of one column are separated by U+001F, columns by U+001E, lines by U+001D; clean has removed
// all from every text.
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

// talkShare is how much more of prompts, replies and summaries is kept than of
// tool output: they are a small part of the text, and what people look for. Nearly all are kept whole, so that it is
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
