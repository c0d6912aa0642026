package claude

import (
	"steno/parser"
	"steno/parser/claude/record"
	"steno/parser/offheap"
)

// held moves what is read of a large session off the heap: records as they are read, blocks as they are made of them. Those that
// get texts or lists later stay until the session is complete.
type held struct {
	texts           *offheap.Texts
	records, blocks *offheap.Mover
}

func newHeld(texts *offheap.Texts) held {
	return held{texts,
		texts.Mover(record.Record{}, record.Message{}, record.User{}, record.Usage{}, record.Source{}, record.Progress{}),
		texts.Mover(parser.Text{}, parser.Thinking{}, parser.ToolCall{}, parser.ToolResult{}, parser.Image{}, parser.Document{}, parser.Attachment{}, parser.Unknown{}, parser.Change{}),
	}
}

// record moves a record. It may change later, but get nothing that is on the heap.
func (h *held) record(rec *record.Record) *record.Record {
	offheap.Move(h.records, &rec)
	h.records.Forget()
	return rec
}

// entry moves what an entry shows.
func (h *held) entry(e *entry, branches map[*parser.ToolCall]string) {
	if h.texts == nil {
		return
	}
	for i, b := range e.blocks {
		switch b := b.(type) {
		case *parser.Event, *parser.Command, *compactionMark:
		case *parser.ToolCall:
			offheap.Move(h.blocks, &e.blocks[i])
			if branch, ok := branches[b]; ok {
				delete(branches, b)
				branches[e.blocks[i].(*parser.ToolCall)] = branch
			}
		default:
			offheap.Move(h.blocks, &e.blocks[i])
		}
	}
	for i := range e.results {
		offheap.Move(h.blocks, &e.results[i].result)
	}
	h.blocks.Forget()
}

// action moves what a call did.
func (h *held) action(a parser.Action) parser.Action {
	offheap.Move(h.blocks, &a)
	h.blocks.Forget()
	return a
}

// extra folds a message into a call.
func (h *held) extra(c *parser.ToolCall, m *parser.Message) {
	extra := append(c.Extra, m)
	offheap.Retain(h.texts, &extra[0])
	c.Extra = extra
}
