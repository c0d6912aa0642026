package gemini

import (
	"slices"
	"strings"
	"time"
	"unicode"

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
	var moved moved
	for _, v := range rec.Array("thoughts") {
		o := raw.ParseObject(v)
		text := o.String("description")
		if begins := strings.TrimSpace(text); strings.HasPrefix(begins, `\n`) { // line breaks that models wrote as letters
			for strings.HasPrefix(begins, `\n`) {
				begins = strings.TrimLeftFunc(begins[2:], unicode.IsSpace)
			}
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
			if timed[key] != nil || !r.takes(key, at, &moved) {
				continue
			}
			timed[key] = b
		}
		blocks = append(blocks, b)
	}
	moved.end()
	return blocks, timed
}

// moved are the thoughts of another reply that belong to the one that is read.
type moved struct {
	from   *parser.Message
	blocks map[parser.Block]bool
}

// end removes them there.
func (m *moved) end() {
	if m.from != nil {
		m.from.Blocks = slices.DeleteFunc(m.from.Blocks, func(b parser.Block) bool { return m.blocks[b] })
	}
	*m = moved{}
}

// takes reports whether a reply has a thought that no reply before it has. One that is newer than the
// reply that has it, which then says something else, is removed from that one.
func (r *reader) takes(key string, at time.Time, moved *moved) bool {
	had, known := r.thought[key]
	if !known {
		return true
	}
	if moved.from != had.reply {
		moved.end()
	}
	if len(had.reply.Blocks)-len(moved.blocks) <= 1 || !at.After(had.reply.Time) {
		return false
	}
	if moved.from == nil {
		moved.from, moved.blocks = had.reply, map[parser.Block]bool{}
	}
	moved.blocks[had.block] = true
	return true
}
