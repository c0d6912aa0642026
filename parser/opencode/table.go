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
)

// table lists all records that are known. What parts of messages there are is in part.go.
var table = rebuild.Table{
	{Name: "session", Treatment: rebuild.Metadata,
		Members: "id slug projectID workspaceID directory path title version summary time parentID permission revert share agent model cost tokens metadata",
		What:    "the head of a session", Why: "repeated at the head of the page"},
	{Name: "message/user", Treatment: rebuild.Shown,
		Members: message + "tools system format variant providerID modelID", What: "a prompt, with its parts"},
	{Name: "message/assistant", Treatment: rebuild.Shown,
		Members: message + "parentID mode variant path cost tokens modelID providerID finish error structured system",
		What:    "a reply, with its parts, tokens and cost"},
	{Name: "printed/step_start", Treatment: rebuild.Structural, Members: line, What: "a request begins", Why: "says nothing"},
	{Name: "printed/step_finish", Treatment: rebuild.Merged, Members: line, What: "a request ended: its tokens and cost"},
	{Name: "printed/text", Treatment: rebuild.Shown, Members: line, What: "a text of a reply"},
	{Name: "printed/reasoning", Treatment: rebuild.Shown, Members: line, What: "reasoning"},
	{Name: "printed/tool_use", Treatment: rebuild.Shown, Members: line, What: "a call with its result"},
	{Name: "printed/error", Treatment: rebuild.Shown, Members: line + " error", What: "an error that ended the run"},
}

func nameOf(o raw.Object) string {
	if kind := o.String("type"); kind != "" && o.Raw("sessionID") != nil {
		return "printed/" + kind
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
	"bash": parser.ActionRun, "read": parser.ActionRead, "edit": parser.ActionEdit,
	"multiedit": parser.ActionEdit, "write": parser.ActionEdit,
	"patch": parser.ActionEdit, "apply_patch": parser.ActionEdit,
	"glob": parser.ActionSearch, "grep": parser.ActionSearch, "list": parser.ActionSearch,
	"codesearch": parser.ActionSearch, "lsp": parser.ActionSearch,
	"webfetch": parser.ActionFetch, "websearch": parser.ActionFetch,
	"task": parser.ActionDelegate, "todowrite": parser.ActionTodo, "todoread": parser.ActionTodo,
	"question": parser.ActionAsk, "plan_exit": parser.ActionPlan, "submit_plan": parser.ActionPlan,
}
