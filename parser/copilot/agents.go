package copilot

import (
	"cmp"
	"strings"

	"steno/parser"
	"steno/parser/raw"
	"steno/parser/rebuild"
)

// threadOf returns the thread of the agent that a record belongs to, nil for the session's own. Newer records
// name the agent, older ones the call that spawned it. The beginning and the end of an agent belong to the
// thread that spawned it. The task of an agent may name neither, as observed in version 1.0.82, September 2026: then
// its words say whose it is.
func (r *reader) threadOf(rec *rebuild.Record, data raw.Object) *rebuild.Thread {
	name := rec.String("agentId")
	if strings.HasPrefix(rec.Type, "subagent.") && rec.Type != "subagent.configured" {
		name = data.String("parentId")
	}
	t := r.named[name]
	if t == nil {
		t = r.agents[data.String("parentToolCallId")]
	}
	if rec.Type == "user.message" {
		task := data.String("content")
		if t == nil {
			t = r.tasks[task]
		}
		delete(r.tasks, task)
	}
	return t
}

// subagent takes the beginning and the end of a subagent: what it says names the call that
// spawned it.
func (r *reader) subagent(rec *rebuild.Record, data raw.Object) {
	switch rec.Type {
	case "subagent.started":
		r.started(rec, data)
	case "subagent.configured":
		if model := data.String("model"); model != "" && rec.Thread != r.Main {
			rec.Thread.Model = model
		}
	case "subagent.failed":
		rec.As(rebuild.Shown)
		ev := event(rec, "The agent failed", data.String("error"))
		ev.Failed = true
		rec.Thread.Event(rec, ev)
	case "subagent.selected":
		r.other(rec, data)
	}
}

// started takes the beginning of a subagent.
func (r *reader) started(rec *rebuild.Record, data raw.Object) {
	id, name := data.String("toolCallId"), rec.String("agentId")
	if id == "" && name == "" || r.agents[id] != nil || r.named[name] != nil {
		rec.As(rebuild.Structural) // it goes on
		return
	}
	a := &parser.Agent{ID: cmp.Or(id, name), Kind: parser.AgentTask, Type: data.String("agentName"),
		Name: data.String("agentDisplayName"), Description: data.String("agentDescription")}
	if label(a.Name) == label(a.Type) {
		a.Name = "" // the client's name of the type
	}
	if c := rec.Thread.Call(id); c != nil {
		a.Call, a.Link, c.Agent = c, parser.LinkMeta, a
		c.Action.Kind = parser.ActionDelegate
		in := raw.ParseObject(c.Input)
		a.Prompt = in.String("prompt")
		a.Name = cmp.Or(in.String("name"), a.Name)
		a.Description = cmp.Or(in.String("description"), a.Description)
	}
	if above := rec.Thread.Agent(); above != nil && depth(above) < deepest {
		a.Parent = above
		above.Children = append(above.Children, a)
	}
	t := r.NewAgent(a)
	if a.Prompt != "" {
		r.tasks[a.Prompt] = t
	}
	t.Model = data.String("model")
	if about := data.String("agentDescription"); about != "" && about != a.Description {
		t.Event(rec, &parser.Event{Origin: rec.At, Type: "agent",
			Title: cmp.Or(data.String("agentDisplayName"), a.Type), Text: about, Quiet: true})
	}
	if id != "" {
		r.agents[id] = t
	}
	if name != "" {
		r.named[name] = t
	}
}

// deepest is how deep agents may be nested. No client nests them deeper than some levels.
const deepest = 100

// depth returns how many agents an agent is below.
func depth(a *parser.Agent) (n int) {
	for ; a.Parent != nil; a = a.Parent {
		n++
	}
	return n
}

// label returns the words of a name of a type of agents: "explore" is shown as "Explore Agent".
func label(name string) string {
	name = strings.ToLower(strings.NewReplacer("-", " ", "_", " ").Replace(name))
	return strings.TrimSpace(strings.TrimSuffix(name, " agent"))
}
