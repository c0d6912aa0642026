package format

import "sync"

// records are the types of records that are in the conversation.
var records = []Row{
	{Record, "user", Shown, Recorded, "F R S J T N4 C", "1.0.0 to 2.1.217",
		"message{role content} toolUseResult{*} userFeedback sourceToolUseID sourceToolAssistantUUID thinkingMetadata{level disabled triggers maxThinkingTokens kind} todos{content status activeForm id priority} permissionMode origin{kind *} imagePasteIds planContent promptSource stackedOriginalInput stackedExpansion turnOrigin turnPosition{*} scheduledTaskId queueSkipAttachments interruptedMessageId queuePriority mcpMeta{*} toolEndsTurn isCompactSummary isVisibleInTranscriptOnly toolDenialKind classifierMetaLines interruptedByShutdown turnCompanion subagent_type task_description tool_result_meta{id non_execution_kind *} isReplay",
		"a prompt, the result of a tool, a command, injected text: see speech", "", ""},
	{Record, "assistant", Merged, Recorded, "F R S J T N4 N7 C", "1.0.0 to 2.1.217",
		"message{id type role model provider content stop_reason stop_sequence diagnostics{*} stop_details context_management input_transformations container usage{input_tokens output_tokens output_tokens_details{*} cache_creation_input_tokens cache_read_input_tokens cache_creation{ephemeral_5m_input_tokens ephemeral_1h_input_tokens} server_tool_use{*} service_tier inference_geo iterations speed}} error apiError apiErrorStatus isApiErrorMessage apiBlockIndex wire_tool_inputs{*} wireToolInputs{*} wireIngestContext{*} advisorModel serverClassifierRequest{*} thinkingDurationMs quotaLimits{*} neutralizedByFork isAbortedMidStream truncatedAfterOutput healsDistinctCarrier errorDetails{*} supersedesUuids supersedes aborted thinking_tokens subagent_type task_description",
		"one content block of a reply; the records of one reply share message.id and requestId", "", ""},
	{Record, "system", Shown, Recorded, "F R S J T N4 N6 C", "1.0.33 to 2.1.217", "*", "something that happened: see system", "", ""},
	{Record, "attachment", Folded, Recorded, "N4 A3 C", "2.1.0 to 2.1.217", "attachment{*} rendered renderedInHumanTurn renderedRole",
		"what was handed to the model beside the prompt: see attachment", "", ""},
	{Record, "progress", Structural, Recorded, "R S J T N4", "2.1.17 to 2.1.42", "data{*} parentToolUseID toolUseID message{*}",
		"progress of a running tool or hook: see progress", "repeats, step by step, what the result says; connects the tree", ""},
	{Record, "pr-link", Shown, Recorded, "J N4", "", "prNumber prUrl prRepository", "a pull request that the session belongs to", "", ""},
	{Record, "queue-operation", Shown, Recorded, "R S J N4", "", "operation content *",
		"a message typed while the agent worked: see queue", "", ""},
	{Record, "saved_hook_context", Folded, Reported, "N8 A1", "2.1.27", "content hookName hookEvent toolUseID",
		"what a hook added; one uuid was given to many of them", "", ""},
	{Record, "turn_end", Folded, Reported, "A1", "2.0.49", "*", "the end of a turn", "", ""},
	{Record, "rate_limit_event", Folded, Reported, "A1", "2.1.81", "*", "a limit of the API was met", "", ""},
	{Record, "hook_event", Folded, Reported, "A1", "2.1.81", "*", "a hook ran", "", ""},
	{Record, "ended-by-model", Shown, Guessed, "", "", "reason message content *", "the agent ended the session", "", ""},
	{Record, "tool_use_summary", Folded, Reported, "K", "", "summary preceding_tool_use_ids *",
		"what some calls did, in a sentence", "", ""},
	{Record, "active_goal", Folded, Reported, "K", "", "value{*} *", "the goal that the session works for", "", ""},
	{Record, "auth_status", Folded, Reported, "K", "", "*", "the client signs in", "", ""},
	{Record, "conversation_reset", Folded, Reported, "K", "", "*", "the conversation was cleared", "", ""},
	{Record, "prompt_suggestion", Folded, Reported, "K", "", "suggestion *", "what the client suggests to ask next", "", ""},
	{Record, "message", Shown, Reported, "F", "", "message{*} role content *", "a message in the place of a record", "", ""},
	{Record, "create", Shown, Reported, "F", "", "filePath content structuredPatch *", "a created file in the place of a record", "", ""},
	{Record, "thinking", Shown, Reported, "F", "", "thinking signature *", "a block in the place of a record", "", ""},
	{Record, "tool_use", Shown, Reported, "F", "", "id name input *", "a block in the place of a record", "", ""},
	{Record, "tool_result", Shown, Reported, "F", "", "tool_use_id content is_error *", "a block in the place of a record", "", ""},
	{Record, "text", Shown, Reported, "F", "", "text *", "a block in the place of a record", "", ""},
}

const (
	internal     = "internal state of the client, of no use to a reader"
	steps        = "repeats, step by step, what a message of the stream says as a whole"
	journal      = "a line of a workflow's journal, shown with the workflow"
	sent         = "repeats what was sent to the API, with the system prompt: the messages are shown"
	systemPrompt = "the client's system prompt and its tools, long and the same each time; published with content.systemPrompt"
	undo         = "undo data: copies of files as they were"
)

// states are the types of records that contain a value which applies to the session
// from their place in the file on. They have no uuid; the last one wins.
var states = []Row{
	{Record, "summary", Metadata, Recorded, "F R J N4 A1", "to 2.1.128", "summary leafUuid",
		"a title for the session that contains the leaf, often another file's", "shown as a title", "summary"},
	{Record, "custom-title", Metadata, Recorded, "N4 A1", "", "customTitle", "the title the user gave", "shown as a title", "customTitle"},
	{Record, "ai-title", Metadata, Recorded, "N4 A1", "", "aiTitle", "the title a model gave", "shown as a title", "aiTitle"},
	{Record, "agent-name", Metadata, Recorded, "N4 A1", "", "agentName",
		"the name given with a title or a fork", "shown with the session's facts", "agentName"},
	{Record, "agent-color", Metadata, Recorded, "N4 A1", "", "agentColor", "the colour of the session's prompt",
		"shown with the session's facts", "agentColor"},
	{Record, "agent-setting", Metadata, Recorded, "N4 A1", "", "agentSetting",
		"the agent that the session runs as", "shown with the session's facts", "agentSetting"},
	{Record, "tag", Metadata, Reported, "A1", "", "tag", "a tag of the session", "shown with the session's facts", "tag"},
	{Record, "mode", Metadata, Recorded, "N4 A1", "", "mode", "the mode of the client", "shown with the session's facts", "mode"},
	{Record, "permission-mode", Metadata, Recorded, "N4 A1", "", "permissionMode",
		"what the agent may do unasked", "shown with the session's facts", "permissionMode"},
	{Record, "last-prompt", Metadata, Recorded, "N4 A1", "", "lastPrompt leafUuid explicit rewound",
		"the last prompt, for the list of sessions, or where the user went back to", "repeats a prompt", "lastPrompt"},
	{Record, "worktree-state", Metadata, Reported, "A1", "",
		"worktreeSession{originalCwd worktreePath worktreeName worktreeBranch originalBranch originalHeadCommit sessionId *}",
		"the worktree that the session moved to", "shown with the session's facts", "worktreeSession"},
	{Record, "relocated", Metadata, Reported, "A1", "", "relocatedCwd", "the folder that the session moved to",
		"shown with the session's facts", "relocatedCwd"},
	{Record, "continued-in", Metadata, Reported, "A1", "from 2.1.278", "continuedInSessionId",
		"the session that goes on where this one ends", "shown as a link", "continuedInSessionId"},
	{Record, "fork-context-ref", Metadata, Recorded, "A C", "2.1.220", "parentSessionId parentLastUuid contextLength",
		"first line of a forked agent's file: what it was forked from", "shown with the agent",
		"parentSessionId"},
	{Record, "content-replacement", Metadata, Reported, "A1", "", "replacements *",
		"tool results that were replaced in the context", "the transcript keeps the originals, which are shown",
		""},
	{Record, "bridge-session", Withheld, Recorded, "A1", "", "*", "the link to a remote session", AccountID, ""},
	{Record, "hybrid-organization", Withheld, Reported, "A1", "", "*", "the organization in use", AccountID, ""},
	{Record, "prompt_snapshot", Withheld, Guessed, "", "", "*", "the prompt as it was sent", systemPrompt, ""},
	{Record, "api-request", Withheld, Reported, "P", "2.1.282", "*", "a request as it was sent", sent, ""},
	{Record, "api-request-shape", Withheld, Reported, "P", "2.1.282", "*", "the system prompt and the tools of requests", sent, ""},
	{Record, "api-request-blob", Withheld, Reported, "P", "2.1.282", "hash message *", "a message of requests", sent, ""},
	{Record, "cost-state", Metadata, Reported, "A1", "", "*", "running costs",
		"told with the session's figures, as reported by Claude Code", ""},
	{Record, "derived-from", Metadata, Guessed, "", "", "*", "the session that this one began as a copy of", "shown as a link", ""},
	{Record, "session-name", Metadata, Guessed, "", "", "*", "the name of the session", "shown with the session's facts", "name"},
	{Record, "tools-used", Metadata, Reported, "P", "", "*", "which tools were used", "the calls themselves are shown", ""},
	{Record, "data-flow-records", Metadata, Reported, "P", "", "*", "where data came from and went", internal, ""},
	{Record, "data-flow-incomplete", Metadata, Reported, "P", "", "*", "that this is not known", internal, ""},
	{Record, "observer-ref", Metadata, Reported, "P", "", "*", "who else looks at the session", internal, ""},
	{Record, "stream_event", Structural, Reported, "K", "", "*", "a piece of a message while it is written", steps, ""},
	{Record, "tool_progress", Structural, Reported, "K", "", "*", "a tool runs", steps, ""},
	{Record, "keep_alive", Structural, Reported, "K", "", "*", "the connection is open", "says nothing", ""},
	{Record, "thinking_tokens", Structural, Reported, "K", "", "*", "the model thinks; in streams a subtype of system", steps, ""},
	{Record, "task_progress", Structural, Reported, "K", "", "*", "a task runs; in streams a subtype of system", steps, ""},
	{Record, "background_tasks_changed", Structural, Reported, "K", "", "*", "which tasks run; in streams a subtype of system", steps, ""},
	{Record, "frame-link", Metadata, Recorded, "N4 A1", "", "path frameUrl title *",
		"a page that the agent published", "shown with the session's facts", ""},
	{Record, "atis-latch", Metadata, Reported, "A1", "", "*", "a switch of the client", internal, ""},
	{Record, "isolation-latch", Metadata, Reported, "A1", "", "*", "a switch of the client", internal, ""},
	{Record, "dev-mods", Metadata, Reported, "A1", "", "*", "a switch of the client", internal, ""},
	{Record, "memory-mode", Metadata, Reported, "P", "2.1.283", "*", "a switch of the client", internal, ""},
	{Record, "history-suppression", Metadata, Reported, "A1", "", "*", "a switch of the client", internal, ""},
	{Record, "attribution-snapshot", Metadata, Reported, "A1", "", "*", "which lines the agent wrote", internal, ""},
	{Record, "artifact-*", Metadata, Reported, "A1", "", "*", "state of artifacts", internal, ""},
	{Record, "marble-origami-*", Metadata, Reported, "A1", "", "*", "state of a part of the client", internal, ""},
	{Record, "file-history-snapshot", Structural, Recorded, "R S J T N4 A1", "to 2.1.208, then pruned",
		"messageId snapshot{*} isSnapshotUpdate message{*}", "the files before a prompt", undo, ""},
	{Record, "file-history-delta", Structural, Recorded, "A1 C", "2.1.207 to 2.1.232",
		"messageId snapshotMessageId trackingPath backup{backupFileName version backupTime realParentDir *}",
		"a change to it", undo, ""},
	{Record, "started", Metadata, Recorded, "A1", "2.1.2", "key *", "a step of a workflow began", journal, ""},
	{Record, "launched", Metadata, Reported, "P", "", "key *", "a step of a workflow was launched", journal, ""},
	{Record, "failed", Metadata, Reported, "P", "", "key error *", "a step of a workflow failed", journal, ""},
	{Record, "result", Metadata, Recorded, "A1", "2.1.2", "key result *", "a step of a workflow ended", journal, ""},
}

// envelope are the members that any record may have.
const envelope = "type uuid parentUuid logicalParentUuid timestamp sessionId session_id sessionKind cwd gitBranch version isSidechain userType " +
	"entrypoint slug agentId agentName agentColor teamName isMeta isCompactSummary isVisibleInTranscriptOnly isApiErrorMessage requestId promptId promptSource forkedFrom{sessionId messageUuid *} " +
	"effort perTurnEffort serverClassifierContext{*} attributionAgent attributionSkill attributionPlugin attributionMcpServer attributionMcpTool permissionMode"

// queue are the operations of queue-operation records.
var queue = []Row{
	{Queue, "enqueue", Shown, Recorded, "R S J N4", "", "content",
		"a message was put into the queue; it may be a task notification", "", ""},
	{Queue, "dequeue", Structural, Recorded, "R J N4", "", "", "a message was dequeued to be sent",
		"the message itself follows as its own record", ""},
	{Queue, "remove", Structural, Recorded, "S N4 A1", "text from 2.1.205", "content",
		"a queued message was handed to the model while it worked",
		"the message is shown here when no other record has it", ""},
	{Queue, "popAll", Merged, Recorded, "N4 A1", "", "content",
		"all queued messages were put back into the input; shown with each", "", ""},
}

// progress are the types of progress records.
var progress = []Row{
	{Progress, "bash_progress", Structural, Recorded, "R S N4", "",
		"output fullOutput elapsedTimeSeconds totalLines totalBytes timeoutMs taskId",
		"output of a running command", again, ""},
	{Progress, "powershell_progress", Structural, Guessed, "A7", "from 2.1.84",
		"output fullOutput elapsedTimeSeconds totalLines totalBytes timeoutMs taskId",
		"output of a running command", again, ""},
	{Progress, "hook_progress", Structural, Recorded, "R S J N4 A1 C", "2.1.9 to 2.1.74",
		"hookEvent hookName command promptText statusMessage", "a hook runs", "says only that it ran", ""},
	{Progress, "mcp_progress", Structural, Recorded, "R S N4 A1", "",
		"status serverName toolName progress total progressMessage elapsedTimeMs", "an MCP tool runs", again,
		""},
	{Progress, "agent_progress", Merged, Recorded, "R S J N4 A1", "",
		"message{*} prompt agentId normalizedMessages{*} resume",
		"what an agent does; often the only trace of it", "", ""},
	{Progress, "skill_progress", Structural, Guessed, "A1", "", "message{*} prompt agentId", "what a forked skill does", again, ""},
	{Progress, "waiting_for_task", Structural, Recorded, "R N4", "", "taskDescription taskType",
		"waiting for a background task", "says only that it waits", ""},
	{Progress, "query_update", Structural, Recorded, "R S N4", "", "query", "a web search changed its query", again, ""},
	{Progress, "search_results_received", Structural, Recorded, "R S N4", "", "resultCount query", "a web search has results", again, ""},
}

const again = "the result says it"

// InEnvelope reports whether any record may have a member of this name.
func InEnvelope(member string) bool {
	_, ok := envelopeMembers()[member]
	return ok
}

var envelopeMembers = sync.OnceValue(func() members { return parseMembers(envelope) })
