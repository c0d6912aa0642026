package codex

import (
	"strings"

	"steno/parser"
	"steno/parser/lazy"
)

// A reply that is based on what Codex remembers ends in a list of it. The client takes the list off
// before it shows the reply, so the same reply is recorded with it and without it. Observed in
// 0.128.

const memoryTag = "<oai-mem-citation>"

var (
	memories = lazy.MustCompile(`(?s)\s*` + memoryTag + `(.*?)(?:</oai-mem-citation>|$)`)
	memory   = lazy.MustCompile(`(?m)^\s*([^|<>\n]+)\|note=\[(.*)\]\s*$`)
	rollouts = lazy.MustCompile(`(?m)^\s*([0-9a-f-]{36})\s*$`)
)

// said returns the words of a reply, without the list.
func said(text string) string {
	if !strings.Contains(text, memoryTag) {
		return text
	}
	return memories.ReplaceAllString(text, "")
}

// remembered returns the list: places in files of memory, each with why it was used, and sessions.
func remembered(text string) (cites []parser.Citation) {
	if !strings.Contains(text, memoryTag) {
		return nil
	}
	for _, list := range memories.FindAllStringSubmatch(text, -1) {
		for _, m := range memory.FindAllStringSubmatch(list[1], -1) {
			cites = append(cites, parser.Citation{Title: m[1], Text: m[2]})
		}
		for _, m := range rollouts.FindAllStringSubmatch(list[1], -1) {
			cites = append(cites, parser.Citation{Title: "session " + m[1]})
		}
	}
	return cites
}
