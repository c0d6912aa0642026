package opencode

import (
	"steno/parser"
	"steno/parser/raw"
	"steno/parser/rebuild"
)

// syntax says how records are distinguished.
var syntax = &rebuild.Syntax{Agent: "opencode", Table: table, Name: nameOf, Time: timeOf, ID: idOf, Whole: whole}

// Members that messages of all roles have, and those of printed lines.
const (
	message = "id role sessionID time agent model summary "
	line    = "type timestamp sessionID part"
	flat    = "id type time metadata sessionID "
	hook    = "type timestamp tool_name tool_input tool_use_id"
)

// table lists all records that are known. What parts of messages there are is in part.go.
var table = rebuild.Table{
	{Name: "session", Treatment: rebuild.Metadata,
		Members: "id slug projectID workspaceID directory path title version summary time parentID permission revert share agent model cost tokens metadata location subpath budget outcome",
		What:    "the head of a session", Why: "repeated at the head of the page"},
	{Name: "message/user", Treatment: rebuild.Shown,
		Members: message + "tools system format variant providerID modelID", What: "a prompt, with its parts"},
	{Name: "message/assistant", Treatment: rebuild.Shown,
		Members: message + "parentID mode variant path cost tokens modelID providerID finish error structured system",
		What:    "a reply, with its parts, tokens and cost"},
	{Name: "flat/user", Treatment: rebuild.Shown, Members: flat + "text files agents skills", What: "a prompt (version 2)"},
	{Name: "flat/assistant", Treatment: rebuild.Shown,
		Members: flat + "agent model content snapshot finish rawFinish native providerState cost tokens error retry",
		What:    "a reply, with its calls, tokens and cost (version 2)"},
	{Name: "flat/shell", Treatment: rebuild.Shown, Members: flat + "shellID callID command status exit output",
		What: "a command that the user typed (version 2)"},
	{Name: "flat/synthetic", Treatment: rebuild.Folded, Members: flat + "text description", What: "a text of the client (version 2)"},
	{Name: "flat/system", Treatment: rebuild.Folded, Members: flat + "text description",
		What: "what changed in the instructions (version 2)"},
	{Name: "flat/skill", Treatment: rebuild.Folded, Members: flat + "skill name text", What: "instructions of a skill (version 2)"},
	{Name: "flat/compaction", Treatment: rebuild.Shown,
		Members: flat + "status reason model summary recent error cost tokens native providerState providerContext",
		What:    "the context was replaced by a summary (version 2)"},
	{Name: "flat/agent-switched", Treatment: rebuild.Metadata, Members: flat + "agent previous",
		What: "another agent was chosen (version 2)", Why: "state of the client"},
	{Name: "flat/model-switched", Treatment: rebuild.Metadata, Members: flat + "model previous",
		What: "another model was chosen (version 2)", Why: "the model is shown with each reply"},
	{Name: "flat/location-switched", Treatment: rebuild.Metadata, Members: flat + "location projectID subpath previous",
		What: "another directory (version 2)", Why: "repeated at the head of the page"},
	{Name: "flat/idle", Treatment: rebuild.Structural, Members: flat + "outcome",
		What: "the turn ended; shown when it was interrupted (version 2)", Why: "says nothing"},
	{Name: "printed/step_start", Treatment: rebuild.Structural, Members: line, What: "a request begins", Why: "says nothing"},
	{Name: "printed/step_finish", Treatment: rebuild.Merged, Members: line, What: "a request ended: its tokens and cost"},
	{Name: "printed/text", Treatment: rebuild.Shown, Members: line, What: "a text of a reply"},
	{Name: "printed/reasoning", Treatment: rebuild.Shown, Members: line, What: "reasoning"},
	{Name: "printed/tool_use", Treatment: rebuild.Shown, Members: line, What: "a call with its result"},
	{Name: "hook/user", Treatment: rebuild.Shown, Members: "type timestamp content", What: "a prompt (logged for hooks)"},
	{Name: "hook/assistant", Treatment: rebuild.Shown, Members: "type timestamp content", What: "a reply (logged for hooks)"},
	{Name: "hook/tool_use", Treatment: rebuild.Shown, Members: hook, What: "a call (logged for hooks)"},
	{Name: "hook/tool_result", Treatment: rebuild.Merged, Members: hook + " tool_output error", What: "its result (logged for hooks)"},
	{Name: "printed/error", Treatment: rebuild.Shown, Members: line + " error", What: "an error that ended the run"},
}

func nameOf(o raw.Object) string {
	if isFlat(o) {
		return "flat/" + o.String("type")
	}
	if kind := o.String("type"); kind != "" && o.Raw("sessionID") != nil {
		return "printed/" + kind
	}
	if isHooked(o) {
		return "hook/" + o.String("type")
	}
	info := infoOf(o)
	if role := info.String("role"); role != "" {
		return "message/" + role
	}
	if info.String("id") != "" && (info.Raw("directory") != nil || info.Raw("projectID") != nil || info.Raw("title") != nil) {
		return "session"
	}
	return "record without a type"
}

func idOf(o raw.Object) string {
	if id := o.Object("part").String("id"); id != "" {
		return id
	}
	return infoOf(o).String("id")
}

// kinds maps the names of tools to what they do. No other file does.
var kinds = map[string]parser.ActionKind{
	"bash": parser.ActionRun, "shell": parser.ActionRun, "read": parser.ActionRead, "edit": parser.ActionEdit,
	"multiedit": parser.ActionEdit, "write": parser.ActionEdit,
	"patch": parser.ActionEdit, "apply_patch": parser.ActionEdit,
	"glob": parser.ActionSearch, "grep": parser.ActionSearch, "list": parser.ActionSearch,
	"codesearch": parser.ActionSearch, "lsp": parser.ActionSearch,
	"webfetch": parser.ActionFetch, "websearch": parser.ActionFetch,
	"task": parser.ActionDelegate, "subagent": parser.ActionDelegate, "skill": parser.ActionSkill, "todowrite": parser.ActionTodo, "todoread": parser.ActionTodo,
	"question": parser.ActionAsk, "plan_exit": parser.ActionPlan, "submit_plan": parser.ActionPlan,
}
