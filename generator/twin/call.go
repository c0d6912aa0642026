package twin

import (
	"cmp"
	"strings"

	"steno/parser"
	"steno/parser/raw"
	"steno/theme/ansi"
)

// call is a tool call on one line, and the start of its output.
func (w *writer) call(c *parser.ToolCall) string {
	text := "**" + Escape(cmp.Or(oneLine(c.Name, 60), "result without a call")) + "**"
	if about := subject(c, w.Dir); about != "" {
		text += " " + code(about)
	}
	switch outcome := c.Outcome(); outcome {
	case parser.Done:
	case parser.Rejected:
		text += ", rejected by the user"
	default:
		text += ", " + string(outcome)
	}
	if c.Agent != nil && w.Agent != nil {
		text += ", by [an agent](" + w.Agent(c.Agent) + ")"
	}
	text += below(addressed(c))
	for _, m := range c.Extra {
		for _, block := range m.Blocks {
			if e, ok := block.(*parser.Event); ok && c.Agent == nil { // otherwise it is on the agent's page
				text += said(e)
			}
		}
	}
	if w.Outputs > 0 {
		if out := strings.TrimSpace(ansi.Strip(head(c.Result.Text(), w.Outputs))); out != "" {
			text += "\n\n" + indent(Fence(out))
		}
	}
	return text
}

// addressed is what a model wrote with a call for somebody to read: a report, a message, a plan, questions.
func addressed(c *parser.ToolCall) string {
	in := raw.ParseObject(c.Input)
	switch c.Action.Kind {
	case parser.ActionReport, parser.ActionMessage, parser.ActionLeave:
		return in.First("message", "result", "summary", "content")
	case parser.ActionPlan:
		if c.Result != nil {
			if plan := raw.ParseObject(c.Result.Structured).String("plan"); plan != "" {
				return plan // as the user edited it
			}
		}
		return in.String("plan")
	case parser.ActionAsk:
		list := []string{in.String("question")}
		for _, v := range in.Array("questions") {
			list = append(list, raw.ParseObject(v).String("question"))
		}
		return strings.TrimSpace(strings.Join(list, "\n\n"))
	}
	return ""
}

// said is what somebody wrote that an event brings, below the line of the event.
func said(e *parser.Event) string {
	if !e.Written() || e.Quiet {
		return ""
	}
	return below(e.Text)
}

// below is a text below the line of an item.
func below(text string) string {
	if text = strings.TrimSpace(text); text == "" {
		return ""
	}
	return "\n\n" + indent(Safe(quote(text)))
}

// subject is what a call is about in a few words, "" when its input does not say. Paths are
// shown relative to dir.
func subject(c *parser.ToolCall, dir string) string {
	s := c.Action.Subject()
	if below, ok := parser.Within(dir, s); ok && s == c.Action.File {
		s = below
	} else if dir != "" {
		s = strings.TrimPrefix(s, strings.TrimSuffix(dir, "/")+"/")
	}
	return oneLine(s, 160)
}
