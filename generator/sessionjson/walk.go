package sessionjson

import (
	"steno/parser"
)

// eachThread yields the threads of a session with their agents, nil for the main one.
func eachThread(s *parser.Session, yield func(*parser.Agent, *parser.Thread)) {
	yield(nil, s.Main)
	for _, a := range s.Agents {
		yield(a, a.Thread)
	}
}

// eachCall yields the calls of all threads in reading order, those in folded events included.
func eachCall(s *parser.Session, yield func(*parser.Agent, *parser.ToolCall)) {
	eachThread(s, func(a *parser.Agent, t *parser.Thread) {
		if t == nil {
			return
		}
		for _, b := range t.All() {
			for m := range b.Messages() {
				callsOf(m, func(c *parser.ToolCall) { yield(a, c) })
			}
		}
	})
}

func callsOf(m *parser.Message, yield func(*parser.ToolCall)) {
	for _, b := range m.Blocks {
		c, ok := b.(*parser.ToolCall)
		if !ok {
			continue
		}
		yield(c)
		for _, extra := range c.Extra {
			callsOf(extra, yield)
		}
	}
}
