package parser

import "steno/parser/raw"

// title finds what the session is called. A later record of a kind replaces an
// earlier one; a summary counts when the record it names is of this session,
// wherever the summary itself stands.
func (p *parse) title(main *threadBuilder) {
	var custom, ai, summary string
	leaves := make(map[string]bool, len(main.entries))
	for _, e := range main.entries {
		if e.at.UUID != "" {
			leaves[e.at.UUID] = true
		}
	}
	for _, s := range p.src.Summaries {
		if leaves[s.Leaf] {
			summary = s.Text
		}
	}
	for _, in := range p.inputs {
		if in.ledger.Agent != "" {
			continue
		}
		for _, e := range in.states {
			o := raw.ParseObject(e.Extra)
			switch e.Type {
			case "custom-title":
				custom = o.String("customTitle")
			case "ai-title":
				ai = o.String("aiTitle")
			case "summary":
				if leaves[o.String("leafUuid")] || len(main.entries) == 0 {
					summary = o.String("summary")
				}
			}
		}
	}
	for _, t := range []Title{
		{firstLine(custom), TitleCustom},
		{firstLine(ai), TitleAI},
		{firstLine(summary), TitleSummary},
		{firstLine(p.src.IndexTitle), TitleIndex},
		{p.firstPrompt(), TitlePrompt},
		{p.out.Slug, TitleSlug},
		{p.out.ID, TitleID},
	} {
		if t.Text != "" {
			p.out.Title = t
			return
		}
	}
}

// firstPrompt gives the first line of the first prompt on the live branch, else
// the first command.
func (p *parse) firstPrompt() string {
	command := ""
	for m := range p.out.Main.Live().Messages() {
		for _, blk := range m.Blocks {
			switch x := blk.(type) {
			case *Text:
				if line := firstLine(x.Text); m.Kind == KindPrompt && line != "" {
					return line
				}
			case *Command:
				if command == "" {
					command = firstLine(x.Name + " " + x.Args)
				}
			}
		}
	}
	return command
}
