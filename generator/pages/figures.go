package pages

import (
	"iter"

	"steno/generator/publish"
	"steno/generator/render"
	"steno/parser"
	"steno/parser/prose"
	"steno/theme"
)

// figures are what can be counted in a session once it is parsed.
type figures struct {
	totals      theme.Totals
	files       fileRows
	agents      map[*parser.Agent]agentFigures
	failures    failures
	compactions int
	excerpt     string
}

// agentFigures are what can be counted in one agent's own thread.
type agentFigures struct {
	calls    int
	failures failures
}

// count goes through the whole session once. Internal agents (compaction, prompt
// suggestion) are listed on the session's page but stay out of the figures.
func (s *sessionSite) count() figures {
	f := figures{files: fileRows{dir: s.workDir()}, agents: map[*parser.Agent]agentFigures{}}
	f.totals = theme.Totals{Sessions: 1, Tokens: render.Tokens(s.s.Usage), Cost: s.Cost(s.s.Usage), Start: s.s.Start, End: s.s.End}
	for _, t := range s.threads {
		internal := t.agent != nil && t.agent.Kind == parser.AgentInternal
		for _, bs := range t.branches {
			if t.agent == nil {
				f.compactions += compactions(bs.branch)
			}
			for m := range bs.branch.Messages() {
				if !internal {
					f.message(s, t, m)
				}
			}
		}
		if t.agent != nil && !internal {
			f.totals.Agents++
		}
	}
	return f
}

func compactions(b *parser.Branch) int {
	n := 0
	for _, seg := range b.Segments {
		if seg.Compaction != nil && !seg.Compaction.Cleared() {
			n++
		}
	}
	return n
}

func (f *figures) message(s *sessionSite, t *threadSite, m *parser.Message) {
	switch m.Kind {
	case parser.KindPrompt:
		if t.agent == nil {
			f.totals.Prompts++
			if f.excerpt == "" {
				f.excerpt = prose.Excerpt(publish.MessageText(m), 240)
			}
		}
	case parser.KindReply:
		f.totals.Replies++
	}
	f.totals.Errors += m.Errors()
	own := f.agents[t.agent]
	own.calls += f.calls(s, t, m)
	failed := s.failuresOf(t, m)
	f.failures.add(failed)
	own.failures.add(failed)
	f.agents[t.agent] = own
}

// calls counts the calls of a message and what they changed.
func (f *figures) calls(s *sessionSite, t *threadSite, m *parser.Message) int {
	n := 0
	for c := range calls(m) {
		n++
		f.totals.ToolCalls++
		if ch, ok := changeOf(c); ok {
			f.files.add(ch, s.link(s.dir, t, c.Anchor))
		}
	}
	return n
}

// calls goes through the tool calls of a message.
func calls(m *parser.Message) iter.Seq[*parser.ToolCall] {
	return func(yield func(*parser.ToolCall) bool) {
		for _, block := range m.Blocks {
			if c, ok := block.(*parser.ToolCall); ok && !yield(c) {
				return
			}
		}
	}
}
