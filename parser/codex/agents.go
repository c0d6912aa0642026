package codex

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"steno/parser"
	"steno/parser/lazy"
	"steno/parser/raw"
	"steno/parser/rebuild"
	"steno/parser/source"
)

// spawnedHere reports whether a head is that of an agent of this session: what the agent did
// follows it, in a file of exported records. The heads of origins, which forks repeat, have other
// parents.
func spawnedHere(r *reader, p raw.Object) bool {
	id, parent := p.String("id"), parentOf(p)
	return id != "" && prefix+id != r.src.ID && (prefix+parent == r.src.ID || r.threads[parent] != nil)
}

// appended lets the records that follow belong to an agent.
func appended(r *reader, id string) {
	if r.threads[id] == nil {
		r.threads[id] = r.NewAgent(&parser.Agent{ID: id, Kind: parser.AgentTask})
	}
	r.agent, r.head, r.spending = r.threads[id], false, spending{}
}

// inheritedBelow returns the ordinal below which the records of an agent may be copies of what its session was before
// it, as heads say since version 0.155, also where the head of the session is not among them; 0 for none. In rollouts that were
// migrated from older ones, records below it may be the agent's own.
func inheritedBelow(head raw.Object) int {
	const name = "subagent_history_start_ordinal"
	n, err := strconv.Atoi(head.String(name))
	if err != nil {
		n = head.Int(name)
	}
	return n
}

// inherited reports whether a record is a copy: an agent may begin with what the session was before it,
// behind the head of the session. Counted are only its own items, and its own tokens.
func inherited(r *reader, rec *rebuild.Record) bool {
	kind, name, _ := strings.Cut(rec.Type, "/")
	payload := rec.Object.Raw("payload")
	if len(r.src.Agents) == 0 || len(payload) == 0 || kind != "response_item" && kind != "event_msg" {
		return false
	}
	if kind == "response_item" {
		k := source.Key(payload)
		r.inherits = r.inherits && r.items[k]
		r.items[k] = true
	}
	if r.inherits && name == "token_count" {
		if total := raw.ParseObject(payload).Object("info").Object("total_token_usage"); total != nil {
			r.total = tokensOf(total)
		}
	}
	return r.inherits
}

// taskName returns what an agent was called by the one that spawned it, by its path: "/root/review".
func taskName(agentPath string) string {
	if agentPath == "" || agentPath == "/" {
		return ""
	}
	return path.Base(agentPath)
}

// activity takes what an agent began or ended. The first of it ties the agent to the call that spawned
// it, whose id it has; the result of that call names only the task (since July 2026).
func activity(r *reader, rec *rebuild.Record, p raw.Object) {
	id, kind := p.String("agent_thread_id"), p.String("kind")
	if c := rec.Thread.Call(cmp.Or(p.String("event_id"), p.String("id"))); c != nil && kind == "started" {
		r.spawned[id] = c
		rec.As(rebuild.Merged)
		return
	}
	rec.As(rebuild.Folded)
	rec.Thread.Event(rec, &parser.Event{Origin: rec.At, Type: "sub_agent_activity", Quiet: true,
		Title: strings.TrimSpace("Subagent " + taskName(p.String("agent_path")) + " " + strings.ReplaceAll(kind, "_", " ")),
		Raw:   raw.Without(p.JSON(), "type", "agent_path", "kind")})
}

// envelope matches what the client writes above a message between agents.
var envelope = lazy.MustCompile(`^\s*Message Type: (\w+)\n(?:[A-Z][\w ]*: .*\n)*Payload:[ \t]*\n?`)

// between takes a message between agents.
func between(rec *rebuild.Record, p raw.Object) {
	text, what := textOf(p), "Message"
	if m := envelope.FindStringSubmatch(text); m != nil {
		text, what = text[len(m[0]):], spaced(strings.ToLower(m[1]))
	}
	ev := &parser.Event{Origin: rec.At, Type: "agent message", Title: what + " from " + cmp.Or(p.String("author"), "an agent"), Text: text, Quiet: true}
	if to := p.String("recipient"); to != "" {
		ev.Title += " to " + to
	}
	ev.Raw = raw.Without(p.JSON(), "content", "author", "recipient", "type", "id")
	rec.Thread.Event(rec, ev)
}

// link ties agents to the calls that spawned them, and to their parents.
func (r *reader) link() {
	for _, id := range slices.Sorted(maps.Keys(r.threads)) {
		t := r.threads[id]
		a := t.Agent()
		if c := r.spawned[id]; c != nil {
			a.Call, a.Link, c.Agent = c, parser.LinkResult, a
		}
		if parent := r.threads[r.parents[id]]; parent != nil && parent != t && !below(parent.Agent(), a) {
			a.Parent = parent.Agent()
		}
	}
	for _, t := range r.Agents() {
		if a := t.Agent(); a.Parent != nil {
			a.Parent.Children = append(a.Parent.Children, a)
		}
	}
}

// deepest is how deep agents may be nested. No client nests them deeper than some levels.
const deepest = 100

// below reports whether an agent is below another one, or too deep for more to be below it.
func below(a, above *parser.Agent) bool {
	depth := 0
	for ; a != nil; a = a.Parent {
		if depth++; a == above || depth >= deepest {
			return true
		}
	}
	return false
}
