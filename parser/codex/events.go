package codex

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser"
	"steno/parser/patch"
	"steno/parser/prose"
	"steno/parser/raw"
	"steno/parser/rebuild"
	"steno/parser/source"
)

// compacted is what the client says when the context was compacted, as if the model did.
const compacted = "Compact task completed"

// event takes a record of what the client showed. What items say, too, is merged into them.
func (r *reader) event(rec *rebuild.Record, name string, p raw.Object) {
	t := rec.Thread
	switch name {
	case "user_message":
		r.typed(rec, p.Text("message"))
	case "agent_message":
		if text := p.Text("message"); text == compacted {
			t.Event(rec, &parser.Event{Origin: rec.At, Type: name, Title: text, Quiet: true})
			return
		}
		r.spokenAgain(rec, "assistant", p.Text("message"),
			func(text string) []parser.Block { return spoken(rec.At, r.dir, text, nil) })
	case "agent_reasoning", "agent_reasoning_raw_content":
		r.spokenAgain(rec, "reasoning", p.Text("text"),
			func(text string) []parser.Block { return []parser.Block{&parser.Thinking{Origin: rec.At, Text: text}} })
	case "token_count":
		r.count(rec, p)
	case "exec_command_end":
		r.ran(rec, p)
	case "patch_apply_end":
		r.applied(rec, p)
	case "mcp_tool_call_end", "web_search_end", "view_image_tool_call", "dynamic_tool_call_request", "dynamic_tool_call_response":
		r.ended(rec, name, p)
	case "image_generation_end":
		picture(rec, cmp.Or(p.String("call_id"), rec.At.Anchor), p)
	case "guardian_assessment":
		annotate(rec, cmp.Or(p.String("target_item_id"), p.String("id")), "Assessment of the call", p)
	case "turn_aborted":
		interrupted(rec, p)
	case "thread_rolled_back":
		n := p.Int("num_turns")
		t.Event(rec, &parser.Event{Origin: rec.At, Type: name, Title: rolledBack(n)})
		t.Hang(t.Before(n))
	case "context_compacted":
		if t.Compacted() == nil {
			rec.As(rebuild.Shown)
			t.Compact(rec, &parser.Compaction{})
		}
	case "task_complete", "turn_complete":
		r.complete(rec, p)
	case "error":
		failed(rec, p)
	case "thread_name_updated":
		r.Titled(p.String("thread_name"), parser.TitleCustom)
	case "item_completed":
		r.completed(rec, p)
	case "entered_review_mode", "exited_review_mode":
		r.either(rec, name, p)
	case "sub_agent_activity":
		activity(r, rec, p)
	case "hook_completed":
		hooked(rec, p.Object("run"))
	case "thread_goal_updated":
		r.goalSet(rec, p.Object("goal"))
	default:
		r.other(rec, name, p)
	}
}

func rolledBack(n int) string {
	if n == 1 {
		return "Rolled back 1 turn"
	}
	return fmt.Sprintf("Rolled back %d turns", n)
}

// typed takes a prompt as it was typed, unless an item says it.
func (r *reader) typed(rec *rebuild.Record, text string) {
	if r.heard.again("user", text) {
		rec.As(rebuild.Merged)
		return
	}
	content := raw.Object{{Name: "role", Value: rebuild.Quote("user")}, {Name: "content", Value: rebuild.Quote(text)}}
	r.userMessage(rec, content)
}

// spokenAgain takes what the model said, unless an item says it.
func (r *reader) spokenAgain(rec *rebuild.Record, who, text string, blocks func(string) []parser.Block) {
	switch {
	case strings.TrimSpace(text) == "":
		rec.As(rebuild.Structural)
	case r.heard.again(who, text):
		rec.As(rebuild.Merged)
	default:
		rec.Thread.Reply(rec, blocks(text)...)
	}
}

// ran takes how a command ended: all that it printed, and its exit code.
func (r *reader) ran(rec *rebuild.Record, p raw.Object) {
	out := &parser.ToolResult{IsError: p.String("status") == "failed", Duration: durationOf(p.Raw("duration"))}
	text := cmp.Or(p.String("aggregated_output"), p.String("stdout")+p.String("stderr"))
	c := rec.Thread.Call(p.String("call_id"))
	if text != "" {
		out.Content = []parser.Block{&parser.Text{Origin: rec.At, Text: text}}
	}
	if code, recorded := exitCodeOf(p.Raw("exit_code")); recorded {
		out.IsError = code != "0"
		out.Structured = raw.Object{{Name: "exitCode", Value: jsontext.Value(code)}}.JSON()
	}
	switch p.String("status") {
	case "declined":
		out.Rejected = true
	}
	if c == nil && nested(p.String("call_id")) {
		leave(r, rec)
		c = within(rec, r.dir, p.String("call_id"), "exec_command", ranInput(p))
	}
	if c == nil && p.Raw("command") != nil {
		userRan(rec, p, out)
		return
	}
	if c != nil && c.Result != nil && !rec.Thread.Often(c.ID) {
		join(c.Result, out)
	}
	rec.Thread.Result(rec, p.String("call_id"), out)
}

// userRan takes a command that no call asked for yet: the user typed it, or the call follows.
func userRan(rec *rebuild.Record, p raw.Object, out *parser.ToolResult) {
	if p.String("source") != "user_shell" {
		rec.Thread.Result(rec, p.String("call_id"), out)
		return
	}
	rec.As(rebuild.Shown)
	rec.Thread.Event(rec, &parser.Command{Origin: rec.At, Name: "!", Args: command(p), Stdout: out.Text()})
}

// applied takes what a patch changed, with true numbers of lines.
func (r *reader) applied(rec *rebuild.Record, p raw.Object) {
	files := patch.Applied(p.Object("changes"))
	id := p.String("call_id")
	c := rec.Thread.Call(id)
	if c == nil && nested(id) {
		c = within(rec, r.dir, id, "apply_patch", nil)
	}
	if c != nil && len(files) > 0 && string(p.Raw("success")) != "false" {
		c.Action = patch.Action(files)
	}
	out := &parser.ToolResult{IsError: string(p.Raw("success")) == "false"}
	if text := cmp.Or(p.String("stdout"), p.String("stderr")); text != "" {
		out.Content = []parser.Block{&parser.Text{Origin: rec.At, Text: text}}
	}
	if len(p.Object("changes")) > 0 {
		out.Structured = raw.Object{{Name: "changes", Value: clone(p.Raw("changes"))}}.JSON()
	}
	rec.Thread.Result(rec, id, out)
}

// ended takes what an event says of the end of a call.
func (r *reader) ended(rec *rebuild.Record, name string, p raw.Object) {
	out := &parser.ToolResult{Duration: durationOf(p.Raw("duration"))}
	id := cmp.Or(p.String("call_id"), p.String("callId"))
	switch name {
	case "mcp_tool_call_end":
		result := p.Object("result")
		ok := result.Object("Ok")
		out.IsError = result.Raw("Err") != nil || ok.Bool("isError") || ok.Bool("is_error")
		if text := raw.Text(firstRaw(result.Raw("Err"), ok.Raw("content"))); text != "" {
			out.Content = []parser.Block{&parser.Text{Origin: rec.At, Text: text}}
		}
		if v := ok.Raw("structuredContent"); len(v) > 0 && v.Kind() == '{' {
			out.Structured = clone(v)
		}
	case "dynamic_tool_call_response":
		out.IsError = string(p.Raw("success")) == "false"
		outputParts(rec, out, p.Array("content_items"))
	default:
		if v := p.Raw("results"); v != nil {
			out.Structured = raw.Object{{Name: "results", Value: clone(v)}}.JSON()
		}
	}
	c := rec.Thread.Call(id)
	if c == nil {
		c = unnamed(r, rec, name, p)
	}
	if c == nil {
		made := &parser.ToolCall{Origin: rec.At, ID: cmp.Or(id, rec.At.Anchor), Name: callName(name, p), Input: callInput(p)}
		act(made, r.dir)
		rec.As(rebuild.Shown)
		rec.Thread.Reply(rec, made)
		c = made
		if name == "web_search_end" {
			r.searched[string(p.Raw("action"))] = made
		}
	}
	if name != "dynamic_tool_call_request" && name != "view_image_tool_call" {
		rec.Thread.Result(rec, c.ID, out)
	}
}

func firstRaw(values ...jsontext.Value) jsontext.Value {
	for _, v := range values {
		if len(v) > 0 && v.Kind() != 'n' {
			return v
		}
	}
	return nil
}

// unnamed finds the call of a search: its item has no id, but the same action.
func unnamed(r *reader, rec *rebuild.Record, name string, p raw.Object) *parser.ToolCall {
	if n := r.newest.of(rec.Thread); n != nil && name == "web_search_end" {
		return n.searches[string(p.Raw("action"))]
	}
	return nil
}

func callName(event string, p raw.Object) string {
	in := p.Object("invocation")
	switch event {
	case "mcp_tool_call_end":
		return in.String("server") + "__" + in.String("tool")
	case "web_search_end":
		return "web_search"
	case "view_image_tool_call":
		return "view_image"
	}
	if space := p.String("namespace"); space != "" {
		return space + "__" + p.String("tool")
	}
	return p.String("tool")
}

func callInput(p raw.Object) jsontext.Value {
	if v := p.Object("invocation").Raw("arguments"); v != nil {
		return clone(v)
	}
	if v := p.Raw("arguments"); v != nil {
		return clone(v)
	}
	return raw.Without(p.JSON(), "type", "call_id", "callId", "turn_id", "turnId", "duration", "results")
}

// annotate adds an event to a call; without one it is shown alone.
func annotate(rec *rebuild.Record, id, title string, p raw.Object) {
	ev := &parser.Event{Origin: rec.At, Type: rec.Type, Title: title, Quiet: true, CallID: id, Raw: raw.Without(p.JSON(), "type")}
	if c := rec.Thread.Call(id); c != nil {
		c.Extra = append(c.Extra, &parser.Message{Origin: rec.At, Kind: parser.KindEvent, Blocks: []parser.Block{ev}, End: rec.At.Time})
		return
	}
	rec.As(rebuild.Folded)
	rec.Thread.Event(rec, ev)
}

// complete takes the end of a turn. An error, or a last word that no item has, is shown.
func (r *reader) complete(rec *rebuild.Record, p raw.Object) {
	text := p.String("last_agent_message")
	if text != "" && !r.heard.said[keyOf("", text)] {
		rec.As(rebuild.Shown)
		r.heard.said[keyOf("", text)] = true
		rec.Thread.Reply(rec, spoken(rec.At, r.dir, text, nil)...)
	}
	if p.Raw("error") != nil && p.Raw("error").Kind() != 'n' {
		failed(rec, raw.Object{{Name: "message", Value: rebuild.Quote(p.Text("error"))}})
	}
	rec.Done()
}

// failed takes an error of the API, or of the client.
func failed(rec *rebuild.Record, p raw.Object) {
	rec.As(rebuild.Shown)
	kind, figures := errorKind(p.Raw("codex_error_info"))
	m := rec.Thread.Fail(rec, kind, p.Text("message"))
	m.Model = ""
	rest := m.Rest()
	rest.Notes = append(rest.Notes, figures...)
	m.SetRest(rest)
}

// errorKind is what went wrong: a word, or an object with the word as the name of its only member,
// and figures in that.
func errorKind(v jsontext.Value) (kind string, figures []string) {
	o := raw.ParseObject(v)
	if len(o) != 1 {
		return cmp.Or(raw.Text(v), "error"), nil
	}
	for _, m := range raw.ParseObject(o[0].Value) {
		if m.Value.Kind() != 'n' {
			figures = append(figures, strings.ReplaceAll(m.Name, "_", " ")+" "+raw.Text(m.Value))
		}
	}
	return o[0].Name, figures
}

// other takes events that repeat no other record, and those between agents.
func (r *reader) other(rec *rebuild.Record, name string, p raw.Object) {
	if strings.HasPrefix(name, "collab_") {
		if id := p.String("new_thread_id"); id != "" {
			if c := rec.Thread.Call(p.String("call_id")); c != nil {
				r.spawned[id] = c
			}
		}
		words := strings.ReplaceAll(strings.TrimPrefix(name, "collab_"), "_", " ")
		annotate(rec, p.String("call_id"), "Agents: "+words, p)
		return
	}
	row := syntax.Table.Lookup(rec.Type)
	if row.Treatment != rebuild.Folded {
		return
	}
	words := strings.ReplaceAll(name, "_", " ")
	ev := &parser.Event{Origin: rec.At, Type: name, Title: prose.Capital(words),
		Text: cmp.Or(prose.Failure(p.Text("message")), p.Text("goal")), Quiet: true}
	ev.Raw = raw.Without(p.JSON(), "type", "message", "goal")
	rec.Thread.Event(rec, ev)
}

// hooked takes what a hook said.
func hooked(rec *rebuild.Record, run raw.Object) {
	var said []string
	for _, v := range run.Array("entries") {
		said = append(said, raw.ParseObject(v).String("text"))
	}
	title := strings.TrimSpace("Hook " + strings.ReplaceAll(run.String("event_name"), "_", " ") + " " + run.String("status"))
	rec.Thread.Event(rec, &parser.Event{Origin: rec.At, Type: "hook_completed", Title: title, Text: strings.Join(said, "\n"),
		Quiet: true, Raw: raw.Without(run.JSON(), "entries", "event_name", "status")})
}

// interrupted takes the end of a turn that the user stopped, or that another one replaced.
func interrupted(rec *rebuild.Record, p raw.Object) {
	var fields []parser.Field
	if reason := p.String("reason"); reason != "" && reason != "interrupted" {
		fields = append(fields, parser.Field{Name: "reason", Value: strings.ReplaceAll(reason, "_", " ")})
	}
	if ms := p.Int("duration_ms"); ms > 0 {
		fields = append(fields, parser.Field{Name: "duration", Value: fmt.Sprintf("%d ms", ms)})
	}
	rec.Thread.Stop(rec)
	rec.Thread.Interrupt(rec, "", fields...)
}

// survey lists members of records that the table does not declare. Old records, which are no
// longer written, are not compared.
func survey(ctx context.Context, s *source.Session) []parser.UnknownType {
	return rebuild.Survey(ctx, s, syntax, func(o raw.Object) raw.Object { return o.Object("payload") })
}
