package copilot

import (
	"steno/parser"
	"steno/parser/raw"
	"steno/parser/rebuild"
)

// syntax says how records are distinguished.
var syntax = &rebuild.Syntax{
	Agent: "copilot", Table: table, Time: timeOf, Clean: clean,
	Name: nameOf,
	ID:   func(o raw.Object) string { return o.String("id") },
	Same: func(o raw.Object) string { return o.String("id") },
}

// head is the name of the head of a document.
const head = "head of a document"

// passing is the name of events that the client prints, but does not keep, except those that the table lists.
const passing = "event that is not kept"

func nameOf(o raw.Object) string {
	if kind := o.String("type"); kind != "" {
		if o.Bool("ephemeral") && table.Lookup(kind) == nil {
			return passing
		}
		return kind
	}
	if o.Raw("sessionId") != nil {
		return head
	}
	return ""
}

// began are the members of records that begin a run, item those of any record of a timeline.
const (
	item   = "id timestamp type text "
	called = "callId name toolTitle intentionSummary arguments result "
	began  = "sessionId version producer copilotVersion startTime selectedModel reasoningEffort context contextTier alreadyInUse remoteSteerable resumeTime eventCount reasoningSummary sessionLimits verbosity githubMcpToolConfig detachedFromSpawningParentSessionId continuePendingWork eventsFileSizeBytes sessionWasActive "
)

// table lists all events that are known.
var table = rebuild.Table{
	{Name: "session.start", Treatment: rebuild.Metadata, Members: began, What: "the head of a session",
		Why: "repeated at the head of the page"},
	{Name: "session.resume", Treatment: rebuild.Metadata, Members: began, What: "the session goes on", Why: "state of the client"},
	{Name: "session.info", Treatment: rebuild.Folded, Members: "infoType message url tip", What: "a notice of the client"},
	{Name: "session.warning", Treatment: rebuild.Folded, Members: "warningType message url", What: "a warning of the client"},
	{Name: "session.error", Treatment: rebuild.Shown,
		Members: "errorType errorCode message stack statusCode providerCallId serviceRequestId url eligibleForAutoSwitch",
		What:    "an error of the API or the client"},
	{Name: "session.model_change", Treatment: rebuild.Metadata, Members: "*", What: "another model was chosen",
		Why: "the model is shown with each reply"},
	{Name: "session.auto_mode_resolved", Treatment: rebuild.Metadata, Members: "*",
		What: "how a model was chosen", Why: "the model is shown with each reply"},
	{Name: "session.mode_changed", Treatment: rebuild.Metadata, Members: "*", What: "another mode was chosen", Why: "state of the client"},
	{Name: "session.plan_changed", Treatment: rebuild.Metadata, Members: "*", What: "the plan was changed", Why: "state of the client"},
	{Name: "session.permissions_changed", Treatment: rebuild.Shown, Members: "*",
		What: "all permissions were granted, or are asked for again"},
	{Name: "session.context_changed", Treatment: rebuild.Metadata, Members: "*",
		What: "another directory or branch", Why: "repeated at the head of the page"},
	{Name: "session.title_changed", Treatment: rebuild.Metadata, Members: "title", What: "the title",
		Why: "repeated at the head of the page"},
	{Name: "session.truncation", Treatment: rebuild.Folded, Members: "*", What: "the oldest messages were removed from the context"},
	{Name: "session.compaction_start", Treatment: rebuild.Structural, Members: "*", What: "a compaction begins",
		Why: "repeated when it ends"},
	{Name: "session.compaction_complete", Treatment: rebuild.Shown, Members: "*", What: "the context was replaced by a summary"},
	{Name: "session.snapshot_rewind", Treatment: rebuild.Shown, Members: "*", What: "the user went back: what follows is another branch"},
	{Name: "session.handoff", Treatment: rebuild.Folded, Members: "*", What: "the session came from another place"},
	{Name: "session.task_complete", Treatment: rebuild.Folded, Members: "*", What: "the agent says that it is done"},
	{Name: "session.workspace_file_changed", Treatment: rebuild.Structural, Members: "*",
		What: "a file of the client changed", Why: "no part of the conversation"},
	{Name: "session.remote_steerable_changed", Treatment: rebuild.Structural, Members: "*", What: "a setting",
		Why: "no part of the conversation"},
	{Name: "session.usage_checkpoint", Treatment: rebuild.Metadata, Members: "*", What: "what was used so far", Why: "state of the client"},
	{Name: "session.usage_info", Treatment: rebuild.Metadata, Members: "*", What: "how full the context is", Why: "state of the client"},
	{Name: "session.shutdown", Treatment: rebuild.Metadata, Members: "*",
		What: "the end of a run, with its tokens", Why: "repeated at the head of the page"},
	{Name: "session.context_cleared", Treatment: rebuild.Shown, Members: "*", What: "the context was cleared"},
	{Name: "session.binary_asset", Treatment: rebuild.Folded, Members: "*", What: "a picture or another file of a result"},
	{Name: "session.schedule_*", Treatment: rebuild.Folded, Members: "*", What: "a prompt was scheduled, or is no more"},
	{Name: "session.autopilot_objective_changed", Treatment: rebuild.Metadata, Members: "*",
		What: "the state of the goal of autopilot", Why: "state of the client"},
	{Name: "session.session_limits_changed", Treatment: rebuild.Metadata, Members: "*",
		What: "limits of the session", Why: "settings of the session"},
	{Name: "session.canvas.*", Treatment: rebuild.Metadata, Members: "*", What: "a canvas of the client",
		Why: "no part of the conversation"},
	{Name: "session.idle", Treatment: rebuild.Structural, Members: "*", What: "the agent waits", Why: "says nothing"},

	{Name: "user.message", Treatment: rebuild.Shown,
		Members: "content transformedContent attachments source agentMode delivery interactionId parentAgentTaskId isAutopilotContinuation turnId supportedNativeDocumentMimeTypes nativeDocumentPathFallbackPaths",
		What:    "a prompt, and what the client turned it into"},
	{Name: "assistant.message", Treatment: rebuild.Shown,
		Members: "messageId model content toolRequests reasoningText reasoningOpaque encryptedContent phase outputTokens interactionId turnId parentToolCallId apiCallId requestId clientRequestId serviceRequestId rte chunkIndex chunkCount citations serverTools reasoningWireField",
		What:    "a reply, with its calls"},
	{Name: "assistant.reasoning", Treatment: rebuild.Shown, Members: "reasoningId content rte",
		What: "reasoning; merged where a reply has it, too"},
	{Name: "assistant.intent", Treatment: rebuild.Structural, Members: "*", What: "what the agent is about", Why: "the call says the same"},
	{Name: "assistant.turn_start", Treatment: rebuild.Structural, Members: "*", What: "a request begins", Why: "says nothing"},
	{Name: "assistant.turn_end", Treatment: rebuild.Structural, Members: "*", What: "a request ended", Why: "says nothing"},
	{Name: "assistant.turn_retry", Treatment: rebuild.Structural, Members: "*", What: "a request is sent again", Why: "says nothing"},
	{Name: "model.*", Treatment: rebuild.Withheld, Members: "*",
		What: "what the client logs of each request: the system prompt and the whole conversation (since 1.0.81)",
		Why:  "what the client writes to the model about itself, and a repeat"},
	{Name: "model.call_start", Treatment: rebuild.Structural, Members: "*", What: "a request is sent", Why: "says nothing"},
	{Name: "agent.interrupted", Treatment: rebuild.Structural, Members: "*", What: "what the agent was at when the user interrupted it",
		Why: "another record says that it was interrupted"},
	{Name: "prompt_cache_break", Treatment: rebuild.Structural, Members: "*",
		What: "why less of the context was cached", Why: "no part of the conversation"},
	{Name: "sandbox.decision", Treatment: rebuild.Structural, Members: "*", What: "how the sandbox was set up", Why: "state of the client"},
	{Name: "assistant.usage", Treatment: rebuild.Metadata, Members: "*",
		What: "tokens of a request, where nothing sums up the run", Why: "counted in the figures"},

	{Name: "tool.execution_start", Treatment: rebuild.Merged,
		Members: "toolCallId toolName arguments model turnId parentToolCallId mcpServerName mcpToolName shellToolInfo displayVerbatim toolDescription toolTitle rte",
		What:    "a call begins"},
	{Name: "tool.execution_progress", Treatment: rebuild.Structural, Members: "*", What: "how a call goes on",
		Why: "repeated when it ends"},
	{Name: "tool.execution_partial_result", Treatment: rebuild.Structural, Members: "*",
		What: "a piece of output", Why: "repeated when the call ends"},
	{Name: "tool.execution_complete", Treatment: rebuild.Merged,
		Members: "toolCallId success result error model turnId interactionId isUserRequested parentToolCallId toolTelemetry toolDescription toolTitle sandboxed mcpMeta rte",
		What:    "how a call ended"},
	{Name: "tool.user_requested", Treatment: rebuild.Shown, Members: "*", What: "a command that the user typed"},
	{Name: "subagent.started", Treatment: rebuild.Merged, Members: "*", What: "a subagent begins"},
	{Name: "subagent.configured", Treatment: rebuild.Merged, Members: "*", What: "the model of a subagent"},
	{Name: "subagent.completed", Treatment: rebuild.Merged, Members: "*", What: "a subagent ended"},
	{Name: "subagent.failed", Treatment: rebuild.Merged, Members: "*", What: "a subagent failed"},
	{Name: "subagent.selected", Treatment: rebuild.Folded, Members: "*", What: "the user chose an agent"},
	{Name: "subagent.deselected", Treatment: rebuild.Structural, Members: "*", What: "the user chose no agent", Why: "says nothing"},
	{Name: "skill.invoked", Treatment: rebuild.Folded, Members: "*", What: "instructions of a skill"},
	{Name: "hook.start", Treatment: rebuild.Structural, Members: "*",
		What: "a hook begins: it is given what the conversation says", Why: "repeats the conversation"},
	{Name: "hook.end", Treatment: rebuild.Metadata, Members: "*",
		What: "how a hook ended; shown when it failed", Why: "says nothing of the conversation"},
	{Name: "permission.requested", Treatment: rebuild.Structural, Members: "*",
		What: "the client asks for permission", Why: "the call says the same"},
	{Name: "permission.completed", Treatment: rebuild.Merged, Members: "*", What: "whether a call was allowed"},
	{Name: "external_tool.requested", Treatment: rebuild.Structural, Members: "*",
		What: "a call of a tool of the client's host", Why: "the call says the same"},
	{Name: "external_tool.completed", Treatment: rebuild.Structural, Members: "*", What: "it ended", Why: "the call says the same"},
	{Name: "system.message", Treatment: rebuild.Withheld, Members: "*", What: "the client's system prompt",
		Why: "what the client writes to the model about itself"},
	{Name: "system.notification", Treatment: rebuild.Folded, Members: "content kind", What: "a notice of the client to the model"},
	{Name: "tool_search.activated", Treatment: rebuild.Structural, Members: "*",
		What: "the model searches for tools", Why: "the call says the same"},
	{Name: "result", Treatment: rebuild.Metadata, Members: "type sessionId exitCode usage timestamp id data",
		What: "the end of what a run printed; shown when it failed", Why: "repeated at the head of the page"},
	{Name: passing, Treatment: rebuild.Structural, Members: "*",
		What: "an event that a run printed, but no session keeps, such as a piece of a reply",
		Why:  "a later record says the same, or state of the client"},
	{Name: "abort", Treatment: rebuild.Shown, Members: "reason", What: "the user interrupted a turn"},
	{Name: head, Treatment: rebuild.Metadata,
		Members: "sessionId startTime chatMessages timeline selectedModel",
		What:    "the head of a session that is one document, as in 2025",
		Why:     "repeated at the head of the page, and by the timeline"},
	{Name: "user", Treatment: rebuild.Shown, Members: item + "expandedText mentions imageAttachments", What: "a prompt (document)"},
	{Name: "copilot", Treatment: rebuild.Shown, Members: item, What: "a reply (document)"},
	{Name: "info", Treatment: rebuild.Folded, Members: item, What: "a notice of the client (document)"},
	{Name: "warning", Treatment: rebuild.Folded, Members: item, What: "a warning of the client (document)"},
	{Name: "error", Treatment: rebuild.Shown, Members: item, What: "an error of the API or the client (document)"},
	{Name: "tool_call_requested", Treatment: rebuild.Shown, Members: item + called, What: "a call (document)"},
	{Name: "tool_call_started", Treatment: rebuild.Merged, Members: item + called, What: "a call began (document)"},
	{Name: "tool_call_completed", Treatment: rebuild.Shown, Members: item + called, What: "a call with its result (document)"},
}

// clean returns the record as it is.
func clean(o raw.Object) raw.Object { return o }

// kinds maps the names of tools to what they do. No other file does.
var kinds = map[string]parser.ActionKind{
	"bash": parser.ActionRun, "local_shell": parser.ActionRun, "powershell": parser.ActionRun, "shell": parser.ActionRun,
	"read_bash": parser.ActionPoll, "write_bash": parser.ActionPoll, "read_powershell": parser.ActionPoll,
	"write_powershell": parser.ActionPoll, "read_agent": parser.ActionPoll,
	"write_agent": parser.ActionMessage, "skill": parser.ActionSkill,
	"view": parser.ActionRead, "create": parser.ActionEdit, "edit": parser.ActionEdit,
	"str_replace_editor": parser.ActionEdit, "apply_patch": parser.ActionEdit,
	"grep": parser.ActionSearch, "glob": parser.ActionSearch, "rg": parser.ActionSearch,
	"web_search": parser.ActionFetch, "web_fetch": parser.ActionFetch,
	"task": parser.ActionDelegate, "ask_user": parser.ActionAsk, "update_todo": parser.ActionTodo, "exit_plan_mode": parser.ActionPlan,
}
