package claude

import (
	"path"
	"strings"

	"steno/parser"
	"steno/parser/claude/title"
	"steno/parser/raw"
)

// A title names the work. It is the first of these that exists and says something
// (see titletext.go for what says something):
//
//  1. the user's own title (custom-title, written by /rename), whatever it says
//  2. Claude Code's title (ai-title), a summary of this session (summary), the session index
//  3. the first heading of the plan that the session implements
//  4. the first request: a prompt, or a slash command with arguments
//  5. the subject of the first commit
//  6. the first sentence of the first reply
//  7. the name of the file that was edited most
//  8. a prompt or a slash command that says little ("hi", "/model")
//  9. Claude Code's three-word name, the day of the first record, the session's id
//
// A later record of a kind replaces an earlier one. No title is made up: each is a
// text of the transcript, shortened.
func (p *parse) title(main *threadBuilder) {
	r := p.recordedTitles(main)
	asked, little := p.request()
	for _, t := range []parser.Title{
		{Text: title.FirstLine(r.custom), Source: parser.TitleCustom},
		{Text: title.Meaningful(r.ai), Source: parser.TitleAI},
		{Text: title.Meaningful(r.summary), Source: parser.TitleSummary},
		{Text: title.Meaningful(p.src.IndexTitle), Source: parser.TitleIndex},
		asked,
		{Text: p.commitSubject(), Source: parser.TitleCommit},
		{Text: p.firstReply(), Source: parser.TitleReply},
		{Text: p.mainFile(), Source: parser.TitleFile},
		little,
		{Text: p.out.Slug, Source: parser.TitleSlug},
		{Text: p.day(), Source: parser.TitleDate},
		{Text: p.out.ID, Source: parser.TitleID},
	} {
		if t.Text != "" {
			p.out.Title = t
			return
		}
	}
}

// recordedTitles are the titles that records of the session hold.
type recordedTitles struct{ custom, ai, summary string }

// recordedTitles returns the last title of each kind. A summary counts when the record
// that it names is of this session, wherever the summary itself was written.
func (p *parse) recordedTitles(main *threadBuilder) (r recordedTitles) {
	leaves := make(map[string]bool, len(main.entries))
	for _, e := range main.entries {
		if e.at.UUID != "" && !e.copied {
			leaves[e.at.UUID] = true
		}
	}
	for _, s := range p.src.Summaries {
		if leaves[s.Leaf] {
			r.summary = s.Text
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
				r.custom = o.String("customTitle")
			case "ai-title":
				r.ai = o.String("aiTitle")
			case "summary":
				if leaves[o.String("leafUuid")] || len(main.entries) == 0 {
					r.summary = o.String("summary")
				}
			}
		}
	}
	return r
}

// request returns the title that the first request gives, and the one of the first
// prompt or command that says little.
func (p *parse) request() (asked, little parser.Title) {
	for m := range p.out.Main.Live().Messages() {
		if m.Sender == parser.SenderRejection || m.Sender == parser.SenderAnswer {
			continue // they answer something
		}
		for _, blk := range m.Blocks {
			var t parser.Title
			says := false
			switch x := blk.(type) {
			case *parser.Text:
				if m.Kind != parser.KindPrompt || x.Pasted {
					continue
				}
				t, says = requestTitle(x.Text)
			case *parser.Command:
				t = parser.Title{Text: title.FirstLine(x.Name + " " + x.Args), Source: parser.TitleCommand}
				says = asks(x)
			default:
				continue
			}
			if says {
				return t, little
			}
			if little.Text == "" {
				little = t
			}
		}
	}
	return parser.Title{}, little
}

// requestTitle is the title that a prompt gives: of the plan in it, or of what it asks.
func requestTitle(text string) (t parser.Title, says bool) {
	if plan, ok := strings.CutPrefix(strings.TrimSpace(text), title.PlanPrompt); ok {
		if h := title.Plan(plan); h != "" {
			return parser.Title{Text: h, Source: parser.TitlePlan}, true
		}
		text = plan
	}
	if line := title.Request(text); line != "" {
		return parser.Title{Text: line, Source: parser.TitlePrompt}, true
	}
	return parser.Title{Text: title.FirstLine(text), Source: parser.TitlePrompt}, false
}

func (p *parse) commitSubject() string {
	for _, c := range p.out.Commits {
		if s := title.Meaningful(c.Subject); s != "" {
			return s
		}
	}
	return ""
}

// firstReply is the first sentence of the first reply that says something.
func (p *parse) firstReply() string {
	for m := range p.out.Main.Live().Messages() {
		if m.Kind != parser.KindReply || m.APIError != "" {
			continue
		}
		for _, blk := range m.Blocks {
			if t, ok := blk.(*parser.Text); ok {
				if line := title.Request(t.Text); line != "" {
					return line
				}
			}
		}
	}
	return ""
}

// mainFile names the file with the most edits; of equals, the one that was edited first.
func (p *parse) mainFile() string {
	edits := map[string]int{}
	best := ""
	for c := range p.out.Main.Live().Calls() {
		name := c.Action.File
		if name == "" || c.Action.Kind != parser.ActionEdit || !c.Ended() {
			continue
		}
		edits[name]++
		if best == "" || edits[name] > edits[best] {
			best = name
		}
	}
	if best == "" {
		return ""
	}
	return "Changes to " + path.Base(strings.ReplaceAll(best, `\`, "/"))
}

// day is the day of the first record, in UTC as recorded.
func (p *parse) day() string {
	if p.out.Start.IsZero() {
		return ""
	}
	return "Session of " + p.out.Start.UTC().Format("2006-01-02")
}
