package gemini

import (
	"steno/parser"
	"steno/parser/raw"
	"steno/parser/rebuild"
)

// syntax says how records are distinguished.
var syntax = &rebuild.Syntax{
	Agent: "gemini", Table: table, Name: nameOf, Time: timeOf,
	ID: func(o raw.Object) string { return o.String("id") },
}

// Members that records of many types have, and those of a chat's head.
const (
	message = "id timestamp ts type role content parts displayContent "
	printed = "type timestamp role content delta"
	head    = "sessionId projectHash startTime start_time lastUpdated kind summary directories meta messages history memoryScratchpad"
)

// table lists all records that are known.
var table = rebuild.Table{
	{Name: "header", Treatment: rebuild.Metadata, Members: head, What: "the head of a chat", Why: "repeated at the head of the page"},
	{Name: "$set", Treatment: rebuild.Metadata, Members: head, What: "new values of the head", Why: "state of the chat"},
	{Name: "$rewindTo", Treatment: rebuild.Structural, Members: "$rewindTo timestamp",
		What: "the user went back to a message: what follows is another branch", Why: "the branch says so"},
	{Name: "message/user", Treatment: rebuild.Shown, Members: message,
		What: "a prompt, with the files that it refers to, or results of calls"},
	{Name: "message/gemini", Treatment: rebuild.Shown, Members: message + "model thoughts toolCalls tokens",
		What: "a reply, with its thoughts, calls and tokens"},
	{Name: "message/model", Treatment: rebuild.Shown, Members: message + "model thoughts toolCalls tokens",
		What: "a reply, in some versions"},
	{Name: "message/info", Treatment: rebuild.Shown, Members: message, What: "a notice of the client"},
	{Name: "message/warning", Treatment: rebuild.Shown, Members: message, What: "a warning of the client"},
	{Name: "printed/init", Treatment: rebuild.Metadata, Members: "type timestamp session_id model",
		What: "the head of what a run prints", Why: "repeated at the head of the page"},
	{Name: "printed/user", Treatment: rebuild.Shown, Members: printed, What: "the prompt of a run"},
	{Name: "printed/assistant", Treatment: rebuild.Shown, Members: printed, What: "a piece of a reply"},
	{Name: "printed/tool_use", Treatment: rebuild.Shown, Members: "type timestamp tool_name tool_id parameters", What: "a call"},
	{Name: "printed/tool_result", Treatment: rebuild.Merged,
		Members: "type timestamp tool_id status output error", What: "the result of a call"},
	{Name: "printed/error", Treatment: rebuild.Shown, Members: "type timestamp severity message",
		What: "a warning or an error of the client"},
	{Name: "printed/result", Treatment: rebuild.Metadata, Members: "type timestamp status error stats",
		What: "the end of a run, with its tokens", Why: "counted"},
	{Name: "message/error", Treatment: rebuild.Shown, Members: message, What: "an error of the client or the API"},
}

func nameOf(o raw.Object) string {
	if name := printedName(o); name != "" {
		return name
	}
	for _, m := range o {
		if m.Name == "$set" || m.Name == "$rewindTo" {
			return m.Name
		}
	}
	if kind := o.String("type"); kind != "" {
		return "message/" + kind
	}
	if role := o.String("role"); role != "" {
		return "message/" + role
	}
	for _, name := range []string{"sessionId", "projectHash", "start_time", "startTime"} {
		if o.Raw(name) != nil {
			return "header"
		}
	}
	return "record without a type"
}

// kinds maps the names of tools to what they do. No other file does.
var kinds = map[string]parser.ActionKind{
	"run_shell_command": parser.ActionRun,
	"read_file":         parser.ActionRead, "read_many_files": parser.ActionRead,
	"write_file": parser.ActionEdit, "replace": parser.ActionEdit, "edit": parser.ActionEdit,
	"list_directory": parser.ActionSearch, "glob": parser.ActionSearch, "grep_search": parser.ActionSearch,
	"search_file_content": parser.ActionSearch,
	"google_web_search":   parser.ActionFetch, "web_fetch": parser.ActionFetch,
	"write_todos": parser.ActionTodo, "ask_user": parser.ActionAsk, "exit_plan_mode": parser.ActionPlan,
	"invoke_agent": parser.ActionDelegate, "codebase_investigator": parser.ActionDelegate, "activate_skill": parser.ActionSkill,
}
