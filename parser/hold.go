package parser

import "steno/parser/offheap"

// Hold moves the messages of a session to where its long texts are. From then on nothing may be put into them but what is there,
// see [offheap.Mover].
func (s *Session) Hold(texts *offheap.Texts) {
	s.Held = texts
	h := holder{texts.Mover(Message{}, Text{}, Thinking{}, ToolCall{}, ToolResult{}, Persisted{}, Image{}, Document{}, Attachment{}, Event{}, Command{}, Unknown{}, Usage{}, Change{})}
	if h.Mover == nil {
		return
	}
	h.thread(s.Main)
	for _, a := range s.Agents {
		h.thread(a.Thread)
	}
	for _, a := range s.Agents {
		offheap.Move(h.Mover, &a.Call)
	}
	for _, w := range s.Workflows {
		offheap.Move(h.Mover, &w.Call)
	}
}

type holder struct{ *offheap.Mover }

func (h holder) thread(t *Thread) {
	for _, b := range t.All() {
		for _, s := range b.Segments {
			if s.Compaction != nil {
				h.message(&s.Compaction.Summary)
			}
			for _, turn := range s.Turns {
				h.message(&turn.Prompt)
				for i := range turn.Messages {
					h.message(&turn.Messages[i])
				}
			}
		}
	}
}

// message moves a message, and what was folded into calls that were moved before.
func (h holder) message(m **Message) {
	if *m == nil {
		return
	}
	offheap.Move(h.Mover, m)
	for _, b := range (*m).Blocks {
		c, ok := b.(*ToolCall)
		if !ok || len(c.Extra) == 0 {
			continue
		}
		offheap.Move(h.Mover, &c.Extra)
		for i := range c.Extra {
			h.message(&c.Extra[i])
		}
	}
}
