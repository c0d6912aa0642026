package gemini

import (
	"slices"
	"strings"
	"time"

	"steno/parser"
	"steno/parser/raw"
	"steno/parser/rebuild"
)

// thoughts returns those of a reply, and the ones with a time by time and words. When the user stops a
// request, the client writes what was left of it with thoughts of the next one, which the next reply has,
// too: they are shown once, where they are not older than the reply. Observed in April 2026.
func (r *reader) thoughts(rec *rebuild.Record) ([]parser.Block, map[string]*parser.Thinking) {
	var blocks []parser.Block
	timed := map[string]*parser.Thinking{}
	for _, v := range rec.Array("thoughts") {
		o := raw.ParseObject(v)
		text := o.String("description")
		for begins := strings.TrimSpace(text); strings.HasPrefix(begins, `\n`); { // line breaks that models wrote as letters
			begins = strings.TrimSpace(begins[2:])
			text = begins
		}
		if subject := o.String("subject"); subject != "" {
			text = "**" + subject + "**\n\n" + text
		}
		if strings.TrimSpace(text) == "" {
			continue
		}
		b := &parser.Thinking{Origin: rec.At, Text: text}
		if at := timeOf(o); !at.IsZero() {
			key := at.String() + text
			if timed[key] != nil || !r.takes(key, at) {
				continue
			}
			timed[key] = b
		}
		blocks = append(blocks, b)
	}
	return blocks, timed
}

// takes reports whether a reply has a thought that no reply before it has. One that is newer than the
// reply that has it, which then says something else, is removed from that one.
func (r *reader) takes(key string, at time.Time) bool {
	had, known := r.thought[key]
	if !known {
		return true
	}
	if len(had.reply.Blocks) == 1 || !at.After(had.reply.Time) {
		return false
	}
	had.reply.Blocks = slices.DeleteFunc(had.reply.Blocks, func(b parser.Block) bool { return b == parser.Block(had.block) })
	return true
}
