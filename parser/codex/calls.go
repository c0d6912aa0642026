package codex

import (
	"cmp"
	"strings"

	"steno/parser"
	"steno/parser/patch"
	"steno/parser/raw"
	"steno/parser/rebuild"
)

// kinds maps the names of tools to what they do. No other file does.
var kinds = map[string]parser.ActionKind{
	"exec_command": parser.ActionRun, "shell_command": parser.ActionRun, "shell": parser.ActionRun, "local_shell": parser.ActionRun,
	"container.exec": parser.ActionRun, "run_shell_command": parser.ActionRun, "unified_exec": parser.ActionRun, "exec": parser.ActionRun,
	"write_stdin": parser.ActionPoll, "wait": parser.ActionPoll,
	"apply_patch": parser.ActionEdit,
	"view_image":  parser.ActionRead, "read_file": parser.ActionRead, "read_mcp_resource": parser.ActionRead,
	"list_dir": parser.ActionSearch, "grep_files": parser.ActionSearch, "tool_search": parser.ActionSearch,
	"web_search":  parser.ActionFetch,
	"spawn_agent": parser.ActionDelegate, "send_input": parser.ActionMessage,
	"send_message": parser.ActionMessage, "followup_task": parser.ActionMessage,
	"wait_agent": parser.ActionPoll, "close_agent": parser.ActionOther, "resume_agent": parser.ActionOther,
	"update_plan":        parser.ActionTodo,
	"request_user_input": parser.ActionAsk, "request_user_input_async": parser.ActionAsk,
}

// ownNamespace is that of the client's tools for agents, since July 2026.
const ownNamespace = "collaboration"

// call takes a call of a tool.
func (r *reader) call(rec *rebuild.Record, p raw.Object) *parser.ToolCall {
	c := &parser.ToolCall{Origin: rec.At, ID: cmp.Or(p.String("call_id"), p.String("id"))}
	c.Name = cmp.Or(p.String("name"), p.Object("function").String("name"))
	if space := p.String("namespace"); space != "" && space != ownNamespace {
		c.Name = strings.TrimSuffix(space, "__") + "__" + c.Name
	}
	switch p.String("type") {
	case "local_shell_call":
		c.Name, c.Input = "local_shell", clone(p.Raw("action"))
	case "tool_search_call":
		c.Name = "tool_search"
		fallthrough
	default:
		if v := p.Raw("arguments"); v.Kind() == '"' {
			c.Input = rebuild.Input(raw.String(v))
		} else if v != nil {
			c.Input = clone(v)
		}
		if v := p.Raw("input"); v != nil {
			c.Input = rebuild.Input(raw.String(v))
		}
	}
	if c.ID == "" {
		c.ID = rec.At.Anchor
		r.calls = append(r.calls, c.ID)
	}
	act(c, r.dir)
	rec.Thread.Reply(rec, c)
	r.newest.take(rec.Thread, c)
	if c.Result != nil && !c.Result.IsError { // what it changed was recorded before it
		if files := patch.Applied(raw.ParseObject(c.Result.Structured).Object("changes")); len(files) > 0 {
			c.Action = patch.Action(files)
		}
	}
	return c
}

// act fills in what a call did.
func act(c *parser.ToolCall, dir string) {
	in := raw.ParseObject(c.Input)
	a := parser.Action{Kind: kinds[c.Name]}
	switch {
	case a.Kind != "":
	case strings.Contains(c.Name, "__"):
		a.Kind = parser.ActionService
	default:
		a.Kind = parser.ActionOther
	}
	switch a.Kind {
	case parser.ActionRun:
		if c.Input.Kind() == '"' {
			scripted(&a, raw.String(c.Input), dir)
			break
		}
		a.Command, a.Dir = command(in), cmp.Or(in.String("workdir"), in.String("working_directory"), dir)
		if files := patched(a.Command); len(files) > 0 {
			a = patch.Action(files)
		}
	case parser.ActionDelegate:
		a.Async, a.About = true, cmp.Or(in.String("message"), in.String("task_name"))
	case parser.ActionPoll:
		a.Task = cmp.Or(in.Text("session_id"), in.Text("cell_id"), in.Text("target"))
		a.About = in.String("chars")
	case parser.ActionEdit:
		if files := asked(c, in); len(files) > 0 {
			a = patch.Action(files)
		}
	case parser.ActionRead:
		a.File = cmp.Or(in.String("path"), in.String("file_path"), in.String("uri"))
	default:
		for _, name := range []string{"query", "pattern", "url", "dir_path", "message", "explanation", "prompt"} {
			a.About = cmp.Or(a.About, in.String(name))
		}
	}
	c.Action = a
}

// asked returns the files that the patch in a call's input is to change.
func asked(c *parser.ToolCall, in raw.Object) []patch.File {
	text := raw.String(c.Input)
	if text == "" {
		text = cmp.Or(in.String("input"), in.String("patch"))
	}
	files, _ := patch.Parse(text)
	return files
}

// changedText returns the lines of the edits of a call, see [parser.Texts]: of the patch that was
// applied, otherwise of the one that was asked for.
func changedText(c *parser.ToolCall) [][][]string {
	var files []patch.File
	if c.Result != nil {
		files = patch.Applied(raw.ParseObject(c.Result.Structured).Object("changes"))
	}
	if in := raw.ParseObject(c.Input); len(files) == 0 {
		if files = patched(command(in)); len(files) == 0 {
			files = asked(c, in)
		}
	}
	return patch.AllTexts(files)
}

// command returns the command line of a call: a list of words that runs a shell is the text that
// the shell is given.
func command(in raw.Object) string {
	v := in.Raw("command")
	if v == nil {
		v = in.Raw("cmd")
	}
	if v.Kind() != '[' {
		return cmp.Or(raw.String(v), in.String("script"), in.String("code"))
	}
	var words []string
	for _, w := range raw.ParseArray(v) {
		words = append(words, raw.String(w))
	}
	if len(words) == 3 && (words[1] == "-lc" || words[1] == "-c" || words[1] == "-Command") {
		return words[2]
	}
	for i, w := range words {
		if w == "" || strings.ContainsAny(w, " \t\n\"'$&|;<>()*?`\\") {
			words[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
	}
	return strings.Join(words, " ")
}

// patched returns the files of a patch that a command line applies.
func patched(command string) []patch.File {
	if !strings.HasPrefix(strings.TrimSpace(command), "apply_patch") && !strings.HasPrefix(strings.TrimSpace(command), "applypatch") {
		return nil
	}
	files, _ := patch.Parse(command)
	return files
}

// spawnedBy returns the id of the agent that a call spawned, "" for none.
func spawnedBy(c *parser.ToolCall, text string) string {
	if c.Action.Kind != parser.ActionDelegate {
		return ""
	}
	o := raw.ParseText(text)
	return cmp.Or(o.String("agent_id"), o.String("id"), o.String("thread_id"))
}

// answered opens a turn with what the user answered to questions.
func answered(rec *rebuild.Record, c *parser.ToolCall) {
	if c.Action.Kind != parser.ActionAsk || c.Result == nil || c.Result.IsError {
		return
	}
	var answers []string
	for _, m := range raw.ParseText(c.Result.Text()).Object("answers") {
		text := strings.TrimSpace(raw.ParseObject(m.Value).Text("answers"))
		if text == "" {
			text = strings.TrimSpace(raw.Text(m.Value))
		}
		if text != "" {
			answers = append(answers, text)
		}
	}
	if len(answers) == 0 {
		return
	}
	m := rec.Thread.Prompt(rec, &parser.Text{Origin: rec.At, Text: strings.Join(answers, "\n")})
	m.SetRest(parser.More{Sender: parser.SenderAnswer})
}
