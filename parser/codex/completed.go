package codex

import (
	"cmp"
	"net/url"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser"
	"steno/parser/raw"
	"steno/parser/rebuild"
)

// Since version 0.154, August 2026, rollouts report what the client showed as items that were
// completed: prompts, replies, and the ends of commands, patches and calls, which had events of their
// kinds before. Most repeat what response_items say; of the calls within scripts they are all that
// was recorded.

// completed takes such an item.
func (r *reader) completed(rec *rebuild.Record, p raw.Object) {
	item := p.Object("item")
	switch item.String("type") {
	case "UserMessage":
		if text := textOf(item); !r.heard.events[keyOf("user", text)] && strings.TrimSpace(text) != "" {
			r.typed(rec, text)
		}
	case "AgentMessage":
		if text := cmp.Or(textOf(item), item.String("text")); !r.heard.events[keyOf("assistant", text)] {
			r.spokenAgain(rec, "assistant", text, func(text string) []parser.Block { return spoken(rec.At, r.dir, text, nil) })
		}
	case "CommandExecution":
		r.ran(rec, ended("exec_command_end", item))
	case "FileChange":
		r.applied(rec, append(ended("patch_apply_end", item), raw.Member{Name: "success", Value: worked(item)}))
	case "McpToolCall":
		r.ended(rec, "mcp_tool_call_end", served(item))
	case "SubAgentActivity":
		activity(r, rec, item)
	case "EnteredReviewMode":
		r.either(rec, "entered_review_mode", ended("entered_review_mode", item))
	case "ExitedReviewMode":
		r.either(rec, "exited_review_mode", ended("exited_review_mode", item))
	default:
		r.either(rec, "item_completed", p)
	}
}

// ended returns an item as the event that said the same before.
func ended(event string, item raw.Object) raw.Object {
	o := raw.Object{{Name: "type", Value: rebuild.Quote(event)}, {Name: "call_id", Value: rebuild.Quote(item.String("id"))}}
	for _, m := range item {
		switch m.Name {
		case "type", "id":
			continue
		case "cwd":
			m.Value = rebuild.Quote(plainPath(raw.Text(m.Value)))
		}
		o = append(o, m)
	}
	return o
}

// worked reports, in JSON, whether a patch was applied.
func worked(item raw.Object) jsontext.Value {
	if status := item.String("status"); status == "failed" || status == "declined" {
		return jsontext.Value("false")
	}
	return jsontext.Value("true")
}

// plainPath returns a path that may be recorded as an address.
func plainPath(path string) string {
	if at, err := url.Parse(path); err == nil && at.Scheme == "file" {
		return at.Path
	}
	return path
}

// served returns how a call of an MCP server ended as the event that said it before.
func served(item raw.Object) raw.Object {
	invocation := raw.Object{
		{Name: "server", Value: rebuild.Quote(item.String("server"))},
		{Name: "tool", Value: rebuild.Quote(item.String("tool"))},
	}
	if v := item.Raw("arguments"); v != nil {
		invocation = append(invocation, raw.Member{Name: "arguments", Value: clone(v)})
	}
	outcome, said := "Ok", item.Raw("result")
	if failure := item.Raw("error"); len(failure) > 0 && failure.Kind() != 'n' {
		outcome, said = "Err", rebuild.Quote(cmp.Or(item.Object("error").String("message"), raw.Text(failure)))
	} else if item.String("status") == "failed" && len(said) == 0 {
		outcome, said = "Err", rebuild.Quote("failed")
	}
	o := ended("mcp_tool_call_end", item)
	o = append(o, raw.Member{Name: "invocation", Value: invocation.JSON()})
	if len(said) > 0 && said.Kind() != 'n' {
		o = append(raw.ParseObject(raw.Without(o.JSON(), "result")),
			raw.Member{Name: "result", Value: raw.Object{{Name: outcome, Value: clone(said)}}.JSON()})
	}
	return o
}

// replayed reports whether a message repeats the last prompt of the file before: a thread that grew long
// goes on in another file, which may begin with it.
func (l *log) replayed(p raw.Object) bool {
	before := l.replay
	l.replay, l.last = key{}, keyOf("user", textOf(p))
	return before != key{} && before == l.last
}

// goalSet takes the goal of a thread. The user's words are those of a new one, unless the agent set it.
func (r *reader) goalSet(rec *rebuild.Record, goal raw.Object) {
	objective := strings.TrimSpace(goal.String("objective"))
	if objective != "" && objective != r.goal && !proposed(r, rec.Thread, objective) {
		r.goal = objective
		rec.As(rebuild.Shown)
		text := &parser.Text{Origin: rec.At, Text: objective}
		r.prompt(rec, "", []parser.Block{text}, text)
		return
	}
	title := "Goal"
	if status := goal.String("status"); status != "" {
		title += " " + strings.ReplaceAll(status, "_", " ")
	}
	ev := &parser.Event{Origin: rec.At, Type: "thread_goal_updated", Title: title, Quiet: true}
	if objective != r.goal {
		ev.Text, r.goal = objective, objective
	}
	ev.Raw = raw.Without(goal.JSON(), "objective", "status")
	rec.Thread.Event(rec, ev)
}

// proposed reports whether a call of the newest reply names a goal: the agent set it.
func proposed(r *reader, t *rebuild.Thread, objective string) bool {
	n := r.newest.of(t)
	return n != nil && n.goals[objective]
}
