package codex

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser"
	"steno/parser/lazy"
	"steno/parser/raw"
	"steno/parser/rebuild"
	"steno/parser/source"
)

// What "codex exec --json" prints has no envelope, no times and no prompts: a thread, its turns, and
// items that begin, change and end. Where the rollout of the thread is there, too, all of it is a repeat.

// printedHead matches the first record that a run prints.
var printedHead = lazy.MustCompile(`^\{"type": ?"thread\.started", ?"thread_id": ?"`)

// isPrinted reports whether a file begins as what a run prints. Clients write a line before it.
func isPrinted(f *source.File) bool {
	first, rest, _ := bytes.Cut(bytes.TrimLeft(f.Head(), "\ufeff \t\r\n"), []byte("\n"))
	return printedHead.Match(first) || printedHead.Match(rest)
}

// printedName returns the row of a record that a run printed, "" for one of a rollout.
func printedName(o raw.Object) string {
	kind := o.String("type")
	switch kind {
	case "thread.started", "turn.started", "turn.completed", "turn.failed", "item.started", "item.updated":
		return kind
	case "item.completed":
		return kind + "/" + itemType(o.Object("item"))
	case "error":
		return "printed error"
	}
	return ""
}

// itemType returns what an item is. Early versions have another name for it, and for replies.
func itemType(item raw.Object) string {
	kind := cmp.Or(item.String("type"), item.String("item_type"))
	if kind == "assistant_message" {
		return "agent_message"
	}
	return kind
}

// run is the work on what a run printed.
type run struct {
	of    *reader
	todos string // the list of tasks that was printed last
}

// record takes a record that a run printed.
func (r *run) record(rec *rebuild.Record) {
	t, item := rec.Thread, rec.Object.Object("item")
	switch {
	case r.of.repeats:
		rec.As(rebuild.Duplicate)
	case rec.Type == "thread.started":
		r.of.Out.Printed = true
	case rec.Type == "turn.started":
		t.Close()
	case rec.Type == "turn.completed":
		r.usage(rec)
	case rec.Type == "turn.failed", rec.Type == "printed error":
		text := cmp.Or(rec.Object.Object("error").String("message"), rec.Object.Text("message"))
		if !r.of.heard.said[keyOf("", text)] { // both say why a run ended
			r.of.heard.said[keyOf("", text)] = true
			failed(rec, raw.Object{{Name: "message", Value: rebuild.Quote(text)}})
		}
	case rec.Type == "item.started", rec.Type == "item.updated":
		if name := itemType(item); name == "todo_list" {
			r.todo(rec, item)
		} else if printedTools[name] != nil && t.Call(item.String("id")) == nil {
			r.begin(rec, item)
		}
	default:
		r.item(rec, item)
	}
}

// item takes an item that ended.
func (r *run) item(rec *rebuild.Record, item raw.Object) {
	t := rec.Thread
	switch name := itemType(item); name {
	case "agent_message":
		t.Reply(rec, &parser.Text{Origin: rec.At, Text: item.String("text")})
	case "reasoning":
		t.Reply(rec, &parser.Thinking{Origin: rec.At, Text: item.String("text")})
	case "error":
		t.Event(rec, &parser.Event{Origin: rec.At, Type: "error", Title: "Error", Text: item.Text("message"), Failed: true})
	case "todo_list":
		r.todo(rec, item)
	default:
		id := item.String("id")
		if c := t.Call(id); c == nil || c.Result != nil {
			r.begin(rec, item)
		} else {
			rec.As(rebuild.Merged)
		}
		t.Result(rec, id, printedResult(rec, name, item))
	}
}

// printedTools returns the name of the tool of an item, and the input that it was given.
var printedTools = map[string]func(item raw.Object) (tool string, input jsontext.Value){
	"command_execution": func(o raw.Object) (string, jsontext.Value) { return "exec_command", only(o, "command") },
	"file_change":       func(o raw.Object) (string, jsontext.Value) { return "apply_patch", only(o, "changes") },
	"web_search":        func(o raw.Object) (string, jsontext.Value) { return "web_search", only(o, "query", "action") },
	"collab_tool_call": func(o raw.Object) (string, jsontext.Value) {
		return o.String("tool"), only(o, "prompt", "receiver_thread_ids")
	},
	"mcp_tool_call": func(o raw.Object) (string, jsontext.Value) {
		return o.String("server") + "__" + o.String("tool"), clone(o.Raw("arguments"))
	},
}

// only returns the members of an object that have the names.
func only(o raw.Object, names ...string) jsontext.Value {
	var some raw.Object
	for _, m := range o {
		if slices.Contains(names, m.Name) {
			some = append(some, m)
		}
	}
	return clone(some.JSON())
}

// begin adds the call of an item to the reply.
func (r *run) begin(rec *rebuild.Record, item raw.Object) {
	c := &parser.ToolCall{Origin: rec.At, ID: item.String("id"), Name: itemType(item), Input: clone(item.JSON())}
	if of := printedTools[c.Name]; of != nil {
		c.Name, c.Input = of(item)
	}
	act(c, r.of.dir)
	c.Action.Command = unwrapped(c.Action.Command)
	if c.Name == "apply_patch" { // the lines are not recorded
		if changes := item.Array("changes"); len(changes) > 0 {
			c.Action.File = raw.ParseObject(changes[0]).String("path")
		}
	}
	rec.As(rebuild.Shown)
	rec.Thread.Reply(rec, c)
}

// shell matches a command line that a run printed: a shell with the command as one quoted word.
var shell = lazy.MustCompile(`^(?:/\S+/)?(?:ba|z)?sh -l?c (?s:'(.*)'|"(.*)")$`)

// unwrapped returns the command that a shell is given, another command line as it is.
func unwrapped(line string) string {
	m := shell.FindStringSubmatch(line)
	switch {
	case m == nil:
		return line
	case m[1] != "":
		if plain := strings.ReplaceAll(m[1], `'\''`, ""); !strings.Contains(plain, "'") {
			return strings.ReplaceAll(m[1], `'\''`, "'")
		}
	case m[2] != "":
		if plain := strings.ReplaceAll(m[2], `\"`, ""); !strings.Contains(plain, `"`) {
			return strings.NewReplacer(`\\`, `\`, `\"`, `"`, `\$`, `$`, "\\`", "`").Replace(m[2])
		}
	}
	return line
}

// printedResult returns how a call ended.
func printedResult(rec *rebuild.Record, name string, item raw.Object) *parser.ToolResult {
	out := &parser.ToolResult{IsError: item.String("status") == "failed", Rejected: item.String("status") == "declined"}
	result := item.Object("result")
	texts := []string{item.String("aggregated_output"), item.Object("error").String("message")}
	if name == "mcp_tool_call" {
		outputParts(rec, out, result.Array("content"))
	}
	for _, m := range item.Object("agents_states") {
		texts = append(texts, raw.ParseObject(m.Value).String("message"))
	}
	for _, text := range texts {
		if text != "" {
			out.Content = append(out.Content, &parser.Text{Origin: rec.At, Text: text})
		}
	}
	rest := raw.ParseObject(result.Raw("structured_content"))
	if code, recorded := exitCodeOf(item.Raw("exit_code")); recorded {
		out.IsError = out.IsError || code != "0"
		rest = append(rest, raw.Member{Name: "exitCode", Value: jsontext.Value(code)})
	}
	for _, name := range []string{"agents_states", "results"} {
		if v := item.Raw(name); v != nil {
			rest = append(rest, raw.Member{Name: name, Value: clone(v)})
		}
	}
	if len(rest) > 0 {
		out.Structured = rest.JSON()
	}
	return out
}

// todo adds a call for each state of the list of tasks.
func (r *run) todo(rec *rebuild.Record, item raw.Object) {
	state := string(item.Raw("items"))
	if state == r.todos {
		rec.As(rebuild.Structural)
		return
	}
	r.todos = state
	var steps []string
	for _, v := range item.Array("items") {
		o, status := raw.ParseObject(v), "pending"
		if o.Bool("completed") {
			status = "completed"
		}
		steps = append(steps, string(raw.Object{{Name: "step", Value: rebuild.Quote(o.String("text"))},
			{Name: "status", Value: rebuild.Quote(status)}}.JSON()))
	}
	plan := raw.Object{{Name: "plan", Value: jsontext.Value("[" + strings.Join(steps, ",") + "]")}}
	c := &parser.ToolCall{Origin: rec.At, ID: rec.At.Anchor, Name: "update_plan", Input: plan.JSON(),
		Result: &parser.ToolResult{Origin: rec.At}}
	act(c, r.of.dir)
	rec.As(rebuild.Shown)
	rec.Thread.Reply(rec, c)
}

// usage takes the tokens of the thread so far, which a turn ends with.
func (r *run) usage(rec *rebuild.Record) {
	total := tokensOf(rec.Object.Object("usage"))
	spent := total.minus(r.of.total)
	if spent.negative() {
		spent = total
	}
	r.of.total = total
	t := rec.Thread
	if u := spent.usage(); u.Input+u.CacheRead+u.CacheWrite+u.Output > 0 && !spent.negative() {
		t.Spend(t.LastReply(), t.Model, u)
	}
	t.Close()
}
