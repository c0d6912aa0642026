package claude

import (
	"cmp"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser"
	"steno/parser/linediff"
	"steno/parser/raw"
)

// What each tool does, in the terms of parser.Action. No other file maps the names of tools
// to what they do.

var kinds = map[string]parser.ActionKind{
	"Read": parser.ActionRead, "NotebookRead": parser.ActionRead, "ReadMcpResource": parser.ActionRead,
	"ReadMcpResourceTool": parser.ActionRead,
	"Edit":                parser.ActionEdit, "MultiEdit": parser.ActionEdit, "Write": parser.ActionEdit, "NotebookEdit": parser.ActionEdit,
	"Bash": parser.ActionRun, "PowerShell": parser.ActionRun, "Monitor": parser.ActionRun,
	"BashOutput": parser.ActionPoll, "TaskOutput": parser.ActionPoll, "AgentOutputTool": parser.ActionPoll,
	"AgentOutput": parser.ActionPoll,
	"Grep":        parser.ActionSearch, "Glob": parser.ActionSearch, "LS": parser.ActionSearch,
	"LSP": parser.ActionSearch, "ToolSearch": parser.ActionSearch,
	"WebFetch": parser.ActionFetch, "WebSearch": parser.ActionFetch, "web_fetch": parser.ActionFetch, "web_search": parser.ActionFetch,
	"Task": parser.ActionDelegate, "Agent": parser.ActionDelegate, "Workflow": parser.ActionDelegate,
	"SendMessage": parser.ActionMessage, "SendUserMessage": parser.ActionReport,
	"SendUserFile": parser.ActionReport, "ReportFindings": parser.ActionReport,
	"Artifact": parser.ActionReport, "SubagentHandback": parser.ActionReport,
	"StructuredOutput": parser.ActionAnswer,
	"AskUserQuestion":  parser.ActionAsk, "Skill": parser.ActionSkill,
	"ExitPlanMode": parser.ActionPlan, "exit_plan_mode": parser.ActionPlan, "EnterPlanMode": parser.ActionPlan,
	"TodoWrite": parser.ActionTodo, "TodoRead": parser.ActionTodo,
	"TaskCreate": parser.ActionTodo, "TaskUpdate": parser.ActionTodo, "TaskList": parser.ActionTodo, "TaskGet": parser.ActionTodo,
}

func kindOf(tool string) parser.ActionKind {
	switch kind, known := kinds[tool]; {
	case known:
		return kind
	case strings.HasPrefix(tool, "mcp__"):
		return parser.ActionService
	case tool == "":
		return ""
	}
	return parser.ActionOther
}

// abouts are the members of an input that say what a call is about when it has no file and no
// command, best first.
var abouts = []string{"pattern", "url", "query", "description", "skill", "prompt", "subject", "path"}

// act fills in what a call did. dir is the working directory of the session at the call.
func act(c *parser.ToolCall, dir string) {
	a := parser.Action{Kind: kindOf(c.Name)}
	in := raw.ParseObject(c.Input)
	a.File = cmp.Or(in.String("file_path"), in.String("notebook_path"))
	if a.File == "" && (a.Kind == parser.ActionRead || a.Kind == parser.ActionEdit) {
		a.File = cmp.Or(in.String("path"), in.String("filePath"))
	}
	if a.Kind == parser.ActionRun {
		a.Command, a.Dir = cmp.Or(in.Text("command"), in.Text("script"), in.Text("cmd")), dir
		if c.Result != nil {
			out := raw.ParseObject(c.Result.Structured)
			a.Task = cmp.Or(out.String("backgroundTaskId"), out.String("taskId"))
			a.Also = commanded(out.Object("bashEditDiff"))
		}
	}
	if a.Kind == parser.ActionMessage && leaves(in) {
		a.Kind = parser.ActionLeave
	}
	if a.Kind == parser.ActionDelegate {
		a.Type = in.String("subagent_type")
	}
	if a.Kind == parser.ActionDelegate && c.Result != nil {
		out := raw.ParseObject(c.Result.Structured)
		a.Type = cmp.Or(a.Type, out.String("agentType"))
		a.Async = out.Bool("isAsync") || out.String("status") == "async_launched" // workflows say only the latter
		a.Agent = cmp.Or(out.String("agentId"), agentInText(c))
		a.Task = cmp.Or(out.String("agentId"), out.String("taskId"), a.Agent)
		a.Agent = cmp.Or(a.Agent, out.String("agent_id"), out.String("teammate_id")) // of a teammate, which is no task that ends
	}
	if a.Kind == parser.ActionPoll {
		a.Task = cmp.Or(in.Text("task_id"), in.Text("agentId"), in.Text("bash_id"), in.Text("shell_id"))
	}
	for _, name := range abouts {
		if a.File != "" || a.Command != "" || a.About != "" {
			break
		}
		a.About = in.String(name)
	}
	if a.Kind == parser.ActionEdit && a.File != "" {
		a.Change = changeOf(c, in)
		a.Added, a.Removed = a.Change.Count()
	}
	c.Action = a
}

// leaves reports whether a message agrees to a request to shut down: the client ends the agent then.
func leaves(in raw.Object) bool {
	if said := in.Object("message"); len(said) > 0 {
		in = said
	}
	return in.String("type") == "shutdown_response" && in.Bool("approve")
}

// changeOf returns how a call changes its file: by the recorded patch, which has the true
// lines, otherwise by the texts of its input.
func changeOf(c *parser.ToolCall, in raw.Object) *parser.Change {
	ch, hunks := changedBy(c, in)
	for i := range hunks {
		ch.Hunks = append(ch.Hunks, hunks[i].hashed())
	}
	return &ch
}

// changedText returns the lines of the Changes of a call, see [parser.Texts].
func changedText(c *parser.ToolCall) (all [][][]string) {
	if c.Action.Kind != parser.ActionRun {
		_, hunks := changedBy(c, raw.ParseObject(c.Input))
		return [][][]string{textsOf(hunks)}
	}
	if c.Result == nil {
		return nil
	}
	files := raw.ParseObject(c.Result.Structured).Object("bashEditDiff").Array("files")
	for _, e := range c.Action.Edits() {
		var hunks []hunk
		if part := e.Change.Part; len(e.Change.Hunks) > 0 && part < len(files) {
			hunks = patchHunks(raw.ParseObject(files[part]).Array("hunks"))
		}
		all = append(all, textsOf(hunks))
	}
	return all
}

func textsOf(hunks []hunk) [][]string {
	texts := make([][]string, len(hunks))
	for i := range hunks {
		for _, l := range hunks[i].lines {
			texts[i] = append(texts[i], string(l.op)+l.text)
		}
	}
	return texts
}

// readText returns the lines of the whole file that a call read, see [parser.Texts].
func readText(c *parser.ToolCall) []string {
	if c.Result == nil {
		return nil
	}
	file := raw.ParseObject(c.Result.Structured).Object("file")
	n := file.Int("numLines")
	if file.Raw("content") == nil || file.Int("startLine") > 1 || n == 0 || n < file.Int("totalLines") {
		return nil
	}
	return linesOf(file.String("content"))
}

// changedBy returns the hunks of a call's change. The Change has none yet.
func changedBy(c *parser.ToolCall, in raw.Object) (ch parser.Change, hunks []hunk) {
	var out raw.Object
	if c.Result != nil && c.Result.Structured.Kind() == '{' {
		out = raw.ParseObject(c.Result.Structured)
	}
	patch := out.Array("structuredPatch")
	hunks = patchHunks(patch)
	written := in.Raw("content") != nil
	ch.Created = written && created(c, out)
	switch {
	case len(patch) > 0 || written && !ch.Created && out.Raw("structuredPatch") != nil:
	case written:
		ch.Whole = true
		hunks = []hunk{{1, signed(nil, parser.LineAdded, linesOf(in.String("content")))}}
	case in.Raw("new_source") != nil:
		if h := cellChange(in, out); len(h.lines) > 0 {
			hunks = []hunk{h}
		}
	default:
		edits := []jsontext.Value{in.JSON()}
		if in.Raw("edits") != nil {
			edits = in.Array("edits")
		}
		for _, e := range edits {
			if h := replaced(raw.ParseObject(e)); len(h.lines) > 0 {
				hunks = append(hunks, h)
			}
		}
	}
	return ch, hunks
}

// patchHunks reads the hunks of a structuredPatch.
func patchHunks(patch []jsontext.Value) (hunks []hunk) {
	for _, h := range patch {
		recorded := raw.ParseObject(h)
		hunks = append(hunks, hunk{max(recorded.Int("oldStart"), 1), patchLines(recorded.Array("lines"))})
	}
	return hunks
}

// commanded returns the files that a command changed in the git work tree, as the client found out: bashEditDiff
// of its result, recorded by 2.1.269 and later in some permission modes. Files has up to five files with their hunks,
// changedFiles the names of up to 200. Ignored files, commands that failed or run in the background, and
// commands such as "git checkout" are in none. "shared" says that another command ran in the repository at the same
// time: what either changed may be recorded with both. Source: recorded results, and the reference of hooks, which get the
// same object.
func commanded(diff raw.Object) (edits []parser.Edited) {
	known := map[string]bool{}
	shared := diff.Bool("shared")
	for i, v := range diff.Array("files") {
		o := raw.ParseObject(v)
		e := parser.Edited{File: o.String("filePath")}
		if e.File == "" || known[e.File] {
			continue
		}
		known[e.File] = true
		e.Change = &parser.Change{Created: o.Bool("created"), Deleted: o.Bool("deleted"), Shared: shared, Part: i}
		for _, h := range patchHunks(o.Array("hunks")) {
			e.Change.Hunks = append(e.Change.Hunks, h.hashed())
		}
		e.Change.Unknown = len(e.Change.Hunks) == 0 && !e.Change.Created && !e.Change.Deleted
		e.Added, e.Removed = e.Change.Count()
		edits = append(edits, e)
	}
	for _, v := range diff.Array("changedFiles") {
		if file := raw.String(v); file != "" && !known[file] {
			known[file] = true
			edits = append(edits, parser.Edited{File: file, Change: &parser.Change{Unknown: true, Shared: shared}})
		}
	}
	return edits
}

// hunk is a parser.Hunk with the text of its lines.
type hunk struct {
	old   int
	lines []changedLine
}

// changedLine is a line with its line end, if it has one.
type changedLine struct {
	op   parser.LineOp
	text string
}

// hashed returns the hunk as figures need it.
func (h hunk) hashed() parser.Hunk {
	lines := make([]parser.Line, 0, len(h.lines))
	for _, l := range h.lines {
		lines = append(lines, parser.Line{Op: l.op, Hash: linediff.HashOf(l.text)})
	}
	return parser.Hunk{Old: h.old, Lines: lines}
}

// linesOf returns the lines of a text, each with its line end.
func linesOf(text string) []string {
	lines := make([]string, 0, strings.Count(text, "\n")+1)
	for line := range strings.Lines(text) {
		lines = append(lines, line)
	}
	return lines
}

// closed adds a line end to the last line of a piece of a file.
func closed(lines []string) []string {
	if n := len(lines); n > 0 && !strings.HasSuffix(lines[n-1], "\n") {
		lines[n-1] += "\n"
	}
	return lines
}

// created reports whether a file that was written did not exist before.
func created(c *parser.ToolCall, out raw.Object) bool {
	if kind := out.String("type"); kind != "" {
		return kind == "create"
	}
	return strings.Contains(c.Result.Text(), "created successfully")
}

// noNewline follows the last line of a file when that has no line end.
const noNewline = `\ No newline`

func patchLines(lines []jsontext.Value) []changedLine {
	out := make([]changedLine, 0, len(lines))
	for _, v := range lines {
		text := raw.String(v)
		switch {
		case strings.HasPrefix(text, noNewline):
			if n := len(out); n > 0 {
				out[n-1].text = strings.TrimSuffix(out[n-1].text, "\n")
			}
		case text == "":
			out = append(out, changedLine{parser.LineKept, "\n"})
		default:
			out = append(out, changedLine{parser.LineOp(text[0]), text[1:] + "\n"})
		}
	}
	return out
}

// replaced returns the change that a call makes which replaces one text by another.
func replaced(edit raw.Object) hunk {
	return changed(edit.String("old_string"), edit.String("new_string"))
}

// changed returns the change that the replacement of one text by another makes. Where in the file is not known.
func changed(was, is string) hunk {
	before, after := closed(linesOf(was)), closed(linesOf(is))
	var lines []changedLine
	at := 0
	for _, e := range linediff.Diff(hashes(before), hashes(after)) {
		lines = signed(lines, parser.LineKept, before[at:e.From])
		lines = signed(lines, parser.LineRemoved, before[e.From:e.To])
		lines = signed(lines, parser.LineAdded, after[e.NewFrom:e.NewTo])
		at = e.To
	}
	return hunk{0, signed(lines, parser.LineKept, before[at:])}
}

// cellChange returns how an edit of a notebook changes the source of a cell. Where the result does not say what the
// cell said before, only what it says now is known.
func cellChange(in, out raw.Object) hunk {
	switch cmp.Or(in.String("edit_mode"), out.String("edit_mode")) {
	case "insert":
		return changed("", in.String("new_source"))
	case "delete":
		return changed(out.String("old_source"), "")
	}
	return changed(out.String("old_source"), in.String("new_source"))
}

func hashes(lines []string) []uint64 {
	out := make([]uint64, len(lines))
	for i, line := range lines {
		out[i] = linediff.Hash(line)
	}
	return out
}

func signed(lines []changedLine, op parser.LineOp, texts []string) []changedLine {
	for _, text := range texts {
		lines = append(lines, changedLine{op, text})
	}
	return lines
}
