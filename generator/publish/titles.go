package publish

import (
	"slices"
	"strings"

	"steno/parser"
	"steno/parser/prose"
	"steno/parser/title"
)

// AgentTitle is what an agent is called in links and titles.
func AgentTitle(a *parser.Agent) string {
	return agentTitle(a, excerpt)
}

// agentTitle is what an agent is called, its prompt shortened by a function if it has no name.
func agentTitle(a *parser.Agent, short func(string) string) string {
	for _, text := range []string{a.Description, a.Name, short(a.Prompt)} {
		if text != "" {
			return text
		}
	}
	for m := range a.Thread.Live().Messages() {
		said := MessageText(m)
		if m.Kind == parser.KindReply && title.Offers(said) { // to a warm-up whose prompt is not recorded
			return "Warmup"
		}
		if text := short(said); text != "" {
			return text
		}
		if warmsUp(m) {
			return "Warmup"
		}
	}
	return strings.TrimSpace(a.Type + " agent " + a.ID)
}

// NamedByAgents reports whether a session is called after its agents, as nothing else says what it was about.
func NamedByAgents(s *parser.Session) bool {
	switch s.Title.Source {
	case parser.TitleID, parser.TitleDate, parser.TitleSlug:
		return s.AgentsOnly()
	}
	return false
}

// AgentsTitle names a session of which only agents are recorded after the first of them that did work.
func AgentsTitle(agents []*parser.Agent) string {
	for _, a := range agents {
		if a.Kind != parser.AgentInternal {
			return "Agents only: " + agentTitle(a, request)
		}
	}
	for _, a := range Repeating(agents) {
		prompts := promptsOf(a)
		for _, m := range prompts[:len(prompts)-1] {
			if line := title.Request(MessageText(m)); line != "" {
				return "Agents only: " + line
			}
		}
	}
	return "Agents only: " + agentTitle(agents[0], request)
}

// Repeating are the internal agents that repeat the conversation, as that of a compaction does with what was
// said since the one before: those with a prompt besides their own one, which is the last.
func Repeating(agents []*parser.Agent) (list []*parser.Agent) {
	for _, a := range agents {
		if a.Kind == parser.AgentInternal && a.Thread.Live().Prompts() > 1 {
			list = append(list, a)
		}
	}
	return list
}

func promptsOf(a *parser.Agent) (all []*parser.Message) {
	for m := range a.Thread.Live().Messages() {
		if m.Kind == parser.KindPrompt {
			all = append(all, m)
		}
	}
	return all
}

func excerpt(text string) string { return prose.Excerpt(text, 80) }

// request is what a prompt asks for, as in the titles of sessions with prompts; its beginning, if
// it asks for nothing.
func request(text string) string {
	if line := title.Request(text); line != "" {
		return line
	}
	return excerpt(text)
}

// warmsUp reports whether a message only fills the cache of the model: the reply to it is about nothing.
func warmsUp(m *parser.Message) bool {
	return slices.ContainsFunc(m.Blocks, func(b parser.Block) bool {
		ev, ok := b.(*parser.Event)
		return ok && ev.Type == "warmup"
	})
}

// PromptLine is a prompt as rows show the start of it.
func PromptLine(m *parser.Message) string { return title.Said(MessageText(m), m.Rest().Sender) }

// commandLine is a command as a message begins with it. Arguments that begin with a heading follow the name, where its mark
// would be none.
func commandLine(c *parser.Command) string {
	if args := strings.TrimLeft(c.Args, "#"); strings.HasPrefix(args, " ") {
		return c.Name + args
	}
	return c.Name + " " + c.Args
}

// MessageText joins the prose of a message, and the commands of a prompt. What was pasted counts
// when nothing else was said.
func MessageText(m *parser.Message) string {
	var parts, pasted []string
	for _, block := range m.Blocks {
		switch b := block.(type) {
		case *parser.Text:
			if b.Pasted {
				pasted = append(pasted, b.Text)
			} else if b.Text != "" {
				parts = append(parts, b.Text)
			}
		case *parser.Command:
			if m.Kind == parser.KindPrompt {
				parts = append(parts, commandLine(b))
			}
		}
	}
	if len(parts) == 0 {
		parts = pasted
	}
	text := strings.Join(parts, "\n")
	if m.APIError != "" {
		text = prose.Failure(text)
	}
	return text
}
