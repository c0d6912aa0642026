package claude

import (
	"cmp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser"
	"steno/parser/claude/record"
	"steno/parser/raw"
)

// What a client printed while it ran (package stream) and the transcript of the same session are
// one conversation. The transcript knows more: parents, times, results. So it comes first, and
// what the stream says again is a duplicate: by its uuid, or where it has none by the reply, the
// call or the words that it contains.

// order returns the entries of the main files in reading order: transcripts before streams, but
// for what a stream says of the run before anybody speaks.
func (r *reading) order() []*entry {
	var begin, all, streamed []*entry
	for _, in := range r.inputs {
		if !in.streamed {
			all = append(all, in.entries...)
		}
	}
	if !slices.ContainsFunc(r.inputs, func(in *input) bool { return in.streamed }) {
		return all
	}
	r.out.Printed = !slices.ContainsFunc(r.inputs, func(in *input) bool { return !in.streamed })
	for _, e := range all {
		r.open(e)
	}
	told := newTelling(all)
	for _, in := range r.inputs {
		if !in.streamed {
			continue
		}
		kept := told.drop(in)
		spoke := slices.IndexFunc(kept, func(e *entry) bool { return e.Type != "system" })
		if spoke < 0 || len(all) == 0 {
			spoke = 0
		}
		begin = append(begin, kept[:spoke]...)
		streamed = append(streamed, kept[spoke:]...)
		told.add(kept)
	}
	all = slices.Concat(begin, all, streamed)
	unprompted(all)
	return all
}

// unprompted notes that a run was started by a prompt that its stream does not contain.
func unprompted(all []*entry) {
	for _, e := range all {
		switch {
		case e.Flags.Has(record.Sidechain):
		case e.Type == "user":
			return
		case e.Type == "assistant":
			if e.streamed {
				e.own().notes = append(e.notes, "the prompt of this run was not recorded")
			}
			return
		}
	}
}

// namesake notes which agents with their own file are those that a stream names after
// their calls: they have a record in common.
func (rs *agentRuns) namesake(side []*entry, groups map[string]*agentRun) {
	if !slices.ContainsFunc(side, func(e *entry) bool { return e.streamed }) {
		return
	}
	owner := make(map[string]*agentRun)
	for _, r := range rs.list {
		for _, e := range r.entries {
			owner[e.at.UUID] = r
		}
	}
	for _, e := range side {
		if r := owner[e.at.UUID]; r != nil && e.streamed && e.at.UUID != "" {
			groups["agent "+e.Context.Agent] = r
		}
	}
}

// streamedFor returns the call that the records of an agent name in a stream, "" for others.
func (r *agentRun) streamedFor() string {
	if len(r.entries) == 0 || !r.entries[0].streamed {
		return ""
	}
	return r.agent.ID
}

// telling is what files say, by keys that do not depend on uuids.
type telling struct {
	ids  map[string]bool
	by   map[string]string // key to the uuid of its last record
	said map[string]int    // how often
	gone map[string]string // uuid of a duplicate to that of what it repeats
}

func newTelling(entries []*entry) *telling {
	t := &telling{ids: map[string]bool{}, by: map[string]string{}, said: map[string]int{}, gone: map[string]string{}}
	t.add(entries)
	return t
}

func (t *telling) add(entries []*entry) {
	for _, e := range entries {
		t.ids[e.at.UUID] = true
		keys := keysOf(e)
		if e.Message != nil && e.Message.ID != "" {
			for _, key := range keysBy(e, "") { // for the reply that a result has, which names no message
				if !slices.Contains(keys, key) {
					keys = append(keys, key)
				}
			}
		}
		for _, key := range keys {
			t.by[key] = e.at.UUID
			t.said[key]++
		}
	}
}

// drop returns the entries of a stream that say something new, and counts the others. Each
// thing that was said covers one record.
func (t *telling) drop(in *input) (kept []*entry) {
	left := make(map[string]int)
	for _, e := range in.entries {
		if of := t.gone[e.Parent]; of != "" {
			e.Parent = of
		}
		keys := keysOf(e)
		known := len(keys) > 0 && !t.ids[e.at.UUID] && !slices.ContainsFunc(keys, func(key string) bool { return t.said[key] <= left[key] })
		if !known {
			kept = append(kept, e)
			continue
		}
		for _, key := range keys {
			left[key]++
		}
		t.gone[e.at.UUID] = t.by[keys[len(keys)-1]]
		e.class = duplicate
		countLine(in.ledger, e)
		e.forget()
	}
	return kept
}

// keysOf returns a key for each block of a message and one for a system record, none for a
// record that has something else.
func keysOf(e *entry) []string {
	switch {
	case e.Type == "system":
		return []string{e.Type + "\x00" + string(e.Extra)}
	case e.Message == nil:
		return nil
	}
	return keysBy(e, e.Message.ID)
}

// keysBy returns the keys of a message by another id.
func keysBy(e *entry, id string) (keys []string) {
	for _, b := range e.Message.Content {
		switch {
		case b.ID != "":
			keys = append(keys, b.Type+"\x00"+b.ID)
		case b.Text != "":
			keys = append(keys, e.Type+"\x00"+id+"\x00"+b.Type+"\x00"+b.Text)
		default:
			return nil
		}
	}
	return keys
}

// run presents what a client says about its run as a whole.
func (p *presenter) run(e *entry, ev *parser.Event, o raw.Object) {
	switch e.Subtype {
	case "init":
		ev.Fields = fields("model", o.String("model"), "permission mode", e.Rare().PermissionMode, "directory",
			e.Context.Cwd, "version", e.Context.Version,
			"output style", o.String("output_style"), "API key from", o.String("apiKeySource"), "tools",
			listed(o, "tools"), "MCP servers", servers(o),
			"agents", listed(o, "agents"), "skills", listed(o, "skills"), "commands",
			listed(o, "slash_commands"), "plugins", listed(o, "plugins"))
		if ev.Fields != nil {
			ev.Title = "run started"
		}
	case "permission_denied":
		ev.Title, ev.Failed = strings.TrimSpace(cmp.Or(o.String("tool_name"), o.String("toolName"))+" was not permitted"), true
		ev.Fields = fields("denied by", cmp.Or(o.String("decision_reason_type"),
			o.String("decisionReasonType")), "reason",
			cmp.Or(o.Text("decision_reason"), o.Text("decisionReason")))
	case "permission_request":
		ev.Title = strings.TrimSpace("asked to allow " + o.String("tool_name"))
	case "permission_response":
		ev.Title = strings.TrimSpace("answered about " + o.String("tool_name"))
		ev.Fields = fields("decision", o.String("decision"), "allowed", o.Text("granted"))
	case "task_started":
		ev.Fields = fields("kind", o.String("task_type"), "agent", o.String("subagent_type"), "task", o.String("task_id"))
		ev.Title, ev.Text = "task started", cmp.Or(o.Text("description"), o.Text("prompt"))
	case "task_notification":
		ev.Fields = fields("status", o.String("status"), "task", o.String("task_id"), "output", o.String("output_file"))
		ev.Title, ev.Text = "task ended", o.Text("summary")
	case "hook_started", "hook_response":
		ev.Fields = fields("hook", o.String("hook_name"), "event", o.String("hook_event"), "outcome",
			o.String("outcome"), "exit code", o.Text("exit_code"))
		ev.Text = cmp.Or(o.Text("output"), strings.TrimSpace(o.Text("stdout")+"\n"+o.Text("stderr")))
	case "status":
		ev.Fields = fields("status", o.String("status"), "permission mode", e.Rare().PermissionMode)
	case "run_result":
		p.runResult(ev, o)
	}
}

// runResult takes how a run ended from the record that a stream ends with.
func (p *presenter) runResult(ev *parser.Event, o raw.Object) {
	var denied []string
	for _, v := range o.Array("permission_denials") {
		denied = append(denied, raw.ParseObject(v).String("tool_name"))
	}
	outcome := o.String("outcome")
	ev.Failed = o.Bool("is_error") || strings.HasPrefix(outcome, "error")
	if ev.Failed && outcome == "success" { // what the subtype says of a run that an error of the API ended
		outcome = "failed"
	}
	ev.Title = "run ended"
	if ev.Failed {
		ev.Title = "run failed"
	}
	cost := ""
	if c := ended(o); c != nil {
		p.ended, cost = c, c.String()
	}
	took := milliseconds(o.Text("duration_ms"))
	ev.Fields = fields(parser.MetadataOutcome, sentence(outcome), "reason",
		cmp.Or(o.String("terminal_reason"), o.String("stop_reason")), "turns", o.Text("num_turns"),
		"duration", took, "API time", milliseconds(o.Text("duration_api_ms")),
		"cost reported by Claude Code", cost,
		parser.MetadataDenied, strings.Join(denied, ", "))
	p.outcome = fields(parser.MetadataOutcome, sentence(outcome), parser.MetadataDenied, strings.Join(denied, ", "), parser.MetadataTook, took)
	ev.Text = strings.TrimSpace(o.Text("errors"))
	if !o.Bool("repeats") { // else it is the last reply
		ev.Text = strings.TrimSpace(o.Text("result") + "\n" + ev.Text)
	}
	if v := o.Raw("structured_output"); v != nil && !o.Bool("answered") { // else it is the input of a call
		ev.Text = strings.TrimSpace(ev.Text + "\n" + valueLines(v, ""))
	}
}

// valueLines writes a value as lines of names and values.
func valueLines(v jsontext.Value, indent string) string {
	var lines []string
	add := func(name string, v jsontext.Value) {
		if k := v.Kind(); k == '{' || k == '[' {
			lines = append(lines, indent+name, valueLines(v, indent+"  "))
			return
		}
		lines = append(lines, strings.TrimRight(indent+name+" "+raw.Text(v), " "))
	}
	switch v.Kind() {
	case '{':
		for _, m := range raw.ParseObject(v) {
			add(m.Name+":", m.Value)
		}
	case '[':
		for _, e := range raw.ParseArray(v) {
			add("-", e)
		}
	default:
		return indent + raw.Text(v)
	}
	return strings.Join(lines, "\n")
}

// listed returns the texts or the names in a list.
func listed(o raw.Object, member string) string {
	var list []string
	for _, v := range o.Array(member) {
		list = append(list, cmp.Or(raw.String(v), raw.ParseObject(v).String("name")))
	}
	return strings.Join(list, ", ")
}

// servers returns the MCP servers of a run and their states.
func servers(o raw.Object) string {
	var list []string
	for _, v := range o.Array("mcp_servers") {
		s := raw.ParseObject(v)
		list = append(list, strings.TrimSpace(s.String("name")+" "+s.String("status")))
	}
	return strings.Join(list, ", ")
}
