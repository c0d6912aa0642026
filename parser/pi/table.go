package pi

import (
	"strings"

	"steno/parser"
	"steno/parser/raw"
	"steno/parser/rebuild"
)

// syntax says how records are distinguished.
var syntax = &rebuild.Syntax{Agent: "pi", Table: table, Name: nameOf, Time: timeOf, Whole: whole,
	Same: func(o raw.Object) string { return o.String("id") }, Clean: clean}

// entry are the members of all entries.
const entry = "type id parentId timestamp "

// table lists all entries that are known, of versions 1 to 3.
var table = rebuild.Table{
	{Name: "session", Treatment: rebuild.Metadata,
		Members: "type version id timestamp cwd parentSession branchedFrom provider modelId thinkingLevel",
		What:    "the head of a session", Why: "repeated at the head of the page"},
	{Name: "model_change", Treatment: rebuild.Metadata, Members: entry + "provider modelId",
		What: "the user chose another model", Why: "the model is shown with each reply"},
	{Name: "thinking_level_change", Treatment: rebuild.Metadata, Members: entry + "thinkingLevel",
		What: "the user chose another level of thinking", Why: "shown with each prompt"},
	{Name: "session_info", Treatment: rebuild.Metadata, Members: entry + "name", What: "the session's name",
		Why: "repeated at the head of the page"},
	{Name: "custom", Treatment: rebuild.Metadata, Members: entry + "customType data",
		What: "state of an extension", Why: "no part of the conversation"},
	{Name: "label", Treatment: rebuild.Folded, Members: entry + "targetId label", What: "a bookmark of the user"},
	{Name: "custom_message", Treatment: rebuild.Folded, Members: entry + "customType content display details",
		What: "a message of an extension to the model"},
	{Name: "compaction", Treatment: rebuild.Shown, Members: entry +
		"summary firstKeptEntryId firstKeptEntryIndex tokensBefore retainedTail details fromHook usage systemMessage",
		What: "the context was replaced by a summary"},
	{Name: "branch_summary", Treatment: rebuild.Shown, Members: entry + "fromId summary details fromHook usage",
		What: "the summary of the branch that was left"},
	{Name: "context_edit", Treatment: rebuild.Folded, Members: entry + "targetId replacement",
		What: "from here on, the model sees an earlier entry no more, or another text in place of it"},
	{Name: "usage", Treatment: rebuild.Merged, Members: entry + "kind provider model usage contributionId note",
		What: "tokens of a request beside the conversation, such as one that keeps the cache warm"},
	{Name: "active_tools_change", Treatment: rebuild.Metadata, Members: entry + "activeToolNames",
		What: "other tools were chosen", Why: "state of the client"},
	{Name: "leaf", Treatment: rebuild.Structural, Members: entry + "targetId",
		What: "the user went to another entry: what follows is a branch of it", Why: "the branch says so"},
	{Name: "message/system", Treatment: rebuild.Metadata, Members: entry + "message",
		What: "the client's system prompt and tools, or what changed in them; its texts are withheld",
		Why:  "what the client writes to the model about itself"},
	{Name: "message/user", Treatment: rebuild.Shown, Members: entry + "message", What: "a prompt"},
	{Name: "message/assistant", Treatment: rebuild.Shown, Members: entry + "message", What: "a reply, with its calls and usage"},
	{Name: "message/toolResult", Treatment: rebuild.Merged, Members: entry + "message", What: "the result of a call"},
	{Name: "message/bashExecution", Treatment: rebuild.Shown, Members: entry + "message", What: "a command that the user typed"},
	{Name: "message/custom", Treatment: rebuild.Folded, Members: entry + "message", What: "a message of an extension"},
	{Name: "message/hookMessage", Treatment: rebuild.Folded, Members: entry + "message",
		What: "a message of an extension, before version 3"},
	{Name: "message/branchSummary", Treatment: rebuild.Shown, Members: entry + "message", What: "the summary of the branch that was left"},
	{Name: "message/compactionSummary", Treatment: rebuild.Shown, Members: entry + "message",
		What: "the context was replaced by a summary"},

	{Name: "compaction_end", Treatment: rebuild.Shown, Members: "*", What: "how a compaction ended (printed)"},
	{Name: "auto_compaction_end", Treatment: rebuild.Shown, Members: "*", What: "how a compaction ended (printed, early 2026)"},
	{Name: "agent_*", Treatment: rebuild.Structural, Members: "*", What: "a run begins or ends (printed)", Why: printed},
	{Name: "turn_*", Treatment: rebuild.Structural, Members: "*", What: "a request begins or ended (printed)", Why: printed},
	{Name: "message_*", Treatment: rebuild.Structural, Members: "*", What: "a message begins, or a piece of one (printed)", Why: printed},
	{Name: "tool_execution_*", Treatment: rebuild.Structural, Members: "*", What: "how a call goes on (printed)", Why: printed},
	{Name: "queue_update", Treatment: rebuild.Structural, Members: "*", What: "prompts that wait (printed)", Why: printed},
	{Name: "compaction_start", Treatment: rebuild.Structural, Members: "*", What: "a compaction begins (printed)", Why: printed},
	{Name: "auto_compaction_start", Treatment: rebuild.Structural, Members: "*", What: "a compaction begins (printed, early 2026)", Why: printed},
	{Name: "auto_retry_*", Treatment: rebuild.Structural, Members: "*", What: "a request is sent again (printed)", Why: printed},
}

// clean removes the system prompt, in a message and in a compaction.
func clean(o raw.Object) raw.Object {
	m := o.Object("message")
	system := m != nil && m.String("role") == "system"
	if !system && o.Raw("systemMessage") == nil {
		return o
	}
	out := make(raw.Object, 0, len(o))
	for _, member := range o {
		switch {
		case member.Name == "systemMessage":
			continue
		case member.Name == "message" && system:
			member.Value = raw.Without(member.Value, "content", "sections", "toolsAdded")
		}
		out = append(out, member)
	}
	return out
}

// printed is why most of what a run prints is not shown.
const printed = "the message says the same"

func nameOf(o raw.Object) string {
	if kind := o.String("type"); kind != "message" && kind != "message_end" {
		return kind
	}
	return "message/" + o.Object("message").String("role")
}

// kinds maps the names of tools to what they do. No other file does.
var kinds = map[string]parser.ActionKind{
	"read": parser.ActionRead, "edit": parser.ActionEdit, "write": parser.ActionEdit, "bash": parser.ActionRun,
	"grep": parser.ActionSearch, "find": parser.ActionSearch, "ls": parser.ActionSearch,
	"subagent": parser.ActionDelegate, "todo": parser.ActionTodo,
}

func sentence(words string) string {
	if words == "" {
		return words
	}
	return strings.ToUpper(words[:1]) + words[1:]
}
