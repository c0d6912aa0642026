package publish

import (
	"strings"

	"steno/parser"
	"steno/parser/prose"
)

// AgentTitle is what an agent is called in links and titles.
func AgentTitle(a *parser.Agent) string {
	for _, text := range []string{a.Description, a.Name, prose.Excerpt(a.Prompt, 80)} {
		if text != "" {
			return text
		}
	}
	for m := range a.Thread.Live().Messages() {
		if text := prose.Excerpt(MessageText(m), 80); text != "" {
			return text
		}
	}
	return strings.TrimSpace(a.Type + " agent " + a.ID)
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
				parts = append(parts, b.Name+" "+b.Args)
			}
		}
	}
	if len(parts) == 0 {
		parts = pasted
	}
	return strings.Join(parts, "\n")
}
