package search

import (
	"strconv"
	"strings"
)

// A snippet record is one doc as results show it. Fields are separated by U+001F,
// records end with U+001E; clean has removed both from every text.
const (
	fieldEnd  = '\x1f'
	recordEnd = '\x1e'
)

// talkShare is how much more of prompts, replies and summaries is kept than of
// tool output: they are a small part of the text, and what people look for. Nearly all are kept whole, so that it is
// known whether a phrase is in them.
const talkShare = 32

// shortTalkShare is the same when a budget makes snippets shorter.
const shortTalkShare = 4

// appendSnippet appends kind, flags, tool, file, time, page, anchor and the text's
// first limit bytes (more of what people and models say). Flags: "!" failed, "…" the text goes on.
func appendSnippet(b []byte, doc Doc, text string, limit int) []byte {
	flags := ""
	if doc.Failed {
		flags = "!"
	}
	if inScope(ScopeConversation, doc.Kind) {
		limit *= talkShare
	}
	short, cut := excerpt(doc, text, limit)
	if cut {
		flags += "…"
	}
	when := ""
	if !doc.Time.IsZero() {
		when = strconv.FormatInt(doc.Time.Unix(), 36)
	}
	for _, field := range []string{doc.Kind, flags, doc.Tool, doc.File, when, address(doc.Page), address(doc.Anchor)} {
		b = append(append(b, field...), fieldEnd)
	}
	return append(append(b, short...), recordEnd)
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
