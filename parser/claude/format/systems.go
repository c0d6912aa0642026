package format

import "cmp"

// systems are the subtypes of system records. Further members of all: content,
// level, toolUseID.
var systems = []Row{
	{System, "compact_boundary", Shown, Recorded, "F R S J T N6 A2", "",
		"compactMetadata{trigger preTokens postTokens durationMs preservedSegment{headUuid anchorUuid tailUuid} preservedMessages{uuids allUuids *} *} message trigger originalModel fallbackModel",
		"the context was replaced by a summary; opens a segment", "", ""},
	{System, "microcompact_boundary", Folded, Recorded, "R N6 A2", "",
		"microcompactMetadata{trigger preTokens tokensSaved compactedToolIds clearedAttachmentUUIDs}",
		"old tool results left the context; the transcript keeps them", "", ""},
	{System, "turn_duration", Folded, Recorded, "R S J T N6 A2 C", "2.1.39 to 2.1.169",
		"durationMs messageCount message{duration_ms} pendingBackgroundAgentCount pendingWorkflowCount budgetTokens budgetLimit budgetNudges",
		"how long the turn took", "", ""},
	{System, "api_error", Shown, Recorded, "R N6 A2", "",
		"error{*} cause{*} retryInMs retryAttempt maxRetries source", "a request failed and was tried again",
		"", ""},
	{System, "stop_hook_summary", Folded, Recorded, "S J N6 A2 C", "2.1.38 to 2.1.217",
		"hookCount hookInfos{command durationMs promptText *} hookErrors{*} preventedContinuation stopReason hasOutput hookAdditionalContext",
		"what the hooks at the end of a turn did; open when one failed", "", ""},
	{System, "local_command", Shown, Recorded, "R J N6 A2", "", "", "a slash command", "", ""},
	{System, "away_summary", Shown, Recorded, "N6 A2", "from 2.1.108", "", "what happened while the user was away", "", ""},
	{System, "informational", Folded, Reported, "A2", "", "", "a note of the client", "", ""},
	{System, "init", Folded, Recorded, "N6", "", "*", "the client started", "", ""},
	{System, "run_result", Shown, Reported, "K", "", "*",
		"how a run in CI or with the SDK ended: outcome, turns, duration, cost, denials; in streams a record of the type result",
		"", ""},
	{System, "permission_denied", Shown, Reported, "K", "", "*", "a call that the rules of a run did not permit", "", ""},
	{System, "permission_request", Folded, Recorded, "K", "2.1.205", "*",
		"the user was asked to allow a call; in logs of the desktop client", "", ""},
	{System, "permission_response", Folded, Recorded, "K", "2.1.205", "*",
		"what the user answered; it has the uuid of the question", "", ""},
	{System, "task_started", Folded, Reported, "K", "", "*", "a background task or an agent began", "", ""},
	{System, "task_notification", Folded, Reported, "K", "", "*", "a background task or an agent ended", "", ""},
	{System, "hook_started", Folded, Reported, "K", "", "*", "a hook began", "", ""},
	{System, "hook_response", Folded, Reported, "K", "", "*", "what a hook answered", "", ""},
	{System, "status", Folded, Reported, "K", "", "*", "the client changed its state", "", ""},
	{System, "bridge_status", Folded, Recorded, "N6 A2", "", "url upgradeNudge", "a remote session was opened", "", ""},
	{System, "scheduled_task_fire", Folded, Reported, "A2", "", "*", "a scheduled task began", "", ""},
	{System, "voice_call_talk", Shown, Reported, "A2", "", "*", "a spoken prompt", "", ""},
	{System, "hook_progress", Folded, Reported, "A2", "", "*", "a hook runs", "", ""},
	{System, "model_refusal_fallback", Shown, Recorded, "A2 C", "2.1.217", "neutralizedByFork *",
		"another model took over after a refusal", "", ""},
	{System, "model_consent_fallback", Shown, Reported, "A2", "", "*", "another model took over without consent", "", ""},
	{System, "api_refusal", Shown, Reported, "A2", "2.1.80",
		"apiRefusalCategory apiRefusalExplanation refusedUserMessageUuid retractedMessageUuids source direction *",
		"the API refused to answer", "", ""},
	{System, "model_refusal_no_fallback", Shown, Reported, "A2", "", "*", "the API refused to answer and no other model took over", "", ""},
	{System, "error", Shown, Reported, "A2", "2.1.220", "*", "the client met an error", "", ""},
	{System, "session_start", Folded, Reported, "A2", "2.1.80 to 2.1.207", "*", "the session began", "", ""},
	{System, "agents_killed", Shown, Reported, "A2", "", "*", "running agents were stopped", "", ""},
	{System, "memory_recall", Folded, Reported, "K", "", "*", "memories were handed to the model", "", ""},
	{System, "notification", Folded, Reported, "K", "", "*", "a note that the client showed", "", ""},
	{System, "task_summary", Folded, Reported, "P", "", "*", "what a task has done so far", "", ""},
	{System, "post_turn_summary", Folded, Reported, "P", "", "*", "what a turn has done", "", ""},
	{System, "api_retry", Folded, Reported, "K", "", "*", "a request is sent again", "", ""},
	{System, "task_updated", Folded, Reported, "K", "", "*", "a background task changed its state", "", ""},
	{System, "files_persisted", Folded, Reported, "K", "", "*", "files were stored", "", ""},
	{System, "session_state_changed", Folded, Reported, "K", "", "*", "the session runs, waits or needs an answer", "", ""},
	{System, "session_writes_lost", Shown, Reported, "K", "", "*",
		"lines of the transcript could not be written: the disk was full", "", ""},
	{System, "elicitation_complete", Folded, Reported, "K", "", "*", "a question of an MCP server was answered", "", ""},
	{System, "plugin_install", Folded, Reported, "K", "", "*", "a plugin is installed", "", ""},
	{System, "local_command_output", Folded, Reported, "K", "", "*", "what a slash command printed", "", ""},
	{System, "commands_changed", Folded, Reported, "K", "", "*", "slash commands came or went", "", ""},
	{System, "control_request_progress", Folded, Reported, "K", "", "*", "how far a request of the host program is", "", ""},
	{System, "mirror_error", Folded, Reported, "K", "", "*", "a copy of the transcript could not be written", "", ""},
	{System, "worker_shutting_down", Folded, Reported, "K", "", "*", "the client ends", "", ""},
	{System, "", Folded, Recorded, "N6", "1.0.33 to 1.0.56", "", "no subtype: old output of hooks and commands", "", ""},
}

// attachments are the types of attachment records.
var attachments = []Row{
	{Attachment, "queued_command", Shown, Recorded, "N4 A3", "uuid from 2.1.101",
		"prompt commandMode source_uuid imagePasteIds origin{*} isMeta humanTurn content timestamp",
		"a message typed while the agent worked, as it took effect", "", ""},
	hook("hook_success", Folded, Recorded, "2.1.0 to 2.1.217", "a hook ran"),
	hook("hook_additional_context", Folded, Recorded, "2.1.0 to 2.1.217", "a hook added text to the context"),
	hook("hook_blocking_error", Shown, Recorded, "2.1.0", "a hook stopped what was to be done"),
	hook("hook_non_blocking_error", Shown, Recorded, "2.1.0", "a hook failed"),
	hook("hook_error_during_execution", Shown, Guessed, "", "a hook broke"),
	hook("hook_cancelled", Shown, Recorded, "", "a hook was stopped"),
	hook("hook_system_message", Shown, Recorded, "", "a hook speaks to the user"),
	hook("hook_stopped_continuation", Shown, Guessed, "", "a hook ended the turn"),
	hook("hook_permission_decision", Folded, Guessed, "", "a hook allowed or forbade a call"),
	{Attachment, "diagnostics", Folded, Recorded, "A3", "2.1.150 to 2.1.169",
		"files{uri diagnostics{message severity range{*} source code *} *} isNew *",
		"what language servers report on changed files", "", ""},
	{Attachment, "task_status", Folded, Reported, "A3", "", "taskId status description deltaSummary *",
		"how a background task is doing", "", ""},
	{Attachment, "dynamic_skill", Folded, Reported, "A3", "", "skillDir skillNames displayPath *", "skills that a folder brought", "", ""},
	{Attachment, "file", Folded, Recorded, "N4 A3", "",
		"filename displayPath content{type file{*} *} truncated",
		"a file the user named with @: text, image or PDF", "", ""},
	{Attachment, "edited_text_file", Folded, Recorded, "N4 A3", "", "filename snippet displayPath", "a file that changed on disk", "", ""},
	{Attachment, "compact_file_reference", Folded, Recorded, "A3 C", "2.1.112 to 2.1.217",
		"filename displayPath", "a file that a compaction left out", "", ""},
	{Attachment, "already_read_file", Folded, Guessed, "", "", "filename displayPath content{*}", "a file the model has already", "", ""},
	{Attachment, "pdf_reference", Folded, Guessed, "", "", "filename pageCount fileSize displayPath",
		"a PDF too large to hand over", "", ""},
	{Attachment, "directory", Folded, Guessed, "", "", "path content displayPath", "a folder the user named", "", ""},
	{Attachment, "nested_memory", Folded, Recorded, "N4 A3", "",
		"path content{path type content *} displayPath", "a CLAUDE.md of a folder", "", ""},
	{Attachment, "instructions", Folded, Reported, "A3", "", "path content files{path content *} *",
		"files such as CLAUDE.md; may repeat each turn", "", ""},
	{Attachment, "plan_mode", Folded, Recorded, "N4 A3", "",
		"reminderType isSubAgent planFilePath planExists *", "plan mode is on", "", ""},
	{Attachment, "plan_mode_exit", Folded, Recorded, "N4 A3", "", "planFilePath planExists *", "plan mode ended", "", ""},
	{Attachment, "plan_mode_reentry", Folded, Reported, "A3", "", "planFilePath *", "plan mode is on again", "", ""},
	{Attachment, "skill_listing", Folded, Recorded, "N4 A3 C", "2.1.112 to 2.1.217",
		"content skillCount isInitial *", "the skills there are", "", ""},
	{Attachment, "task_reminder", Folded, Recorded, "N4 A3 C", "2.1.112 to 2.1.217", "content itemCount *", "the task list", "", ""},
	{Attachment, "todo_reminder", Folded, Recorded, "C", "2.1.121", "content itemCount *", "the to-do list", "", ""},
	{Attachment, "deferred_tools_delta", Folded, Recorded, "N4 A3 C", "2.1.0 to 2.1.217",
		"addedNames addedLines removedNames failedMcpServers{name error errorCode *} needsAuthMcpServers pendingMcpServers *", "tools that came and went", "", ""},
	hook("async_hook_response", Folded, Reported, "", "what a hook answered that ran in the background"),
	met("structured_output", "the answer in the shape that was asked for"),
	met("thinking_stripped", "thinking that left the context"),
	met("thinking_drop", "thinking that left the context"),
	met("opened_file_in_ide", "the file open in the editor"),
	met("relevant_memories", "memories that fit the prompt"),
	met("companion_intro", "the client's companion introduces itself"),
	met("context_sections", "sections of the context"),
	met("auto_mode_exit", "auto mode ended"),
	met("workflow_keyword_request", "the user asked for a workflow by its keyword"),
	met("workflow_size_guideline_change", "how large a workflow may be"),
	met("team_context", "the team that the agent is in"),
	hook("hook_deferred_tool", Folded, Guessed, "", "a hook put a call off"),
	hook("hook_plugin_listing", Folded, Guessed, "", "hooks of plugins"),
	attested("peer_mention", "a session that the user named with @"),
	attested("attention_budget", "how much the agent may ask of the user"),
	attested("audio_transcript", "what was heard in a recording"),
	attested("context_efficiency", "how to save room in the context"),
	attested("critical_system_reminder", "a reminder"),
	attested("mcp_dropped_tools_delta", "tools of MCP servers that were left out"),
	attested("memory_update", "memories that changed"),
	attested("output_token_usage", "tokens written"),
	attested("proactivity", "how much the agent does unasked"),
	attested("selected_lines_in_diff", "the selection in a diff"),
	attested("teammate_shutdown_batch", "agents of the team that ended"),
	attested("tool_search_usage_reminder", "a reminder that tools can be searched"),
	attested("batching_reminder", "a reminder that calls can be made together"),
	attested("poll_events", "events from outside that the client asked for"),
	attested("selected_lines_in_ide", "the selection in the editor"),
	attested("mcp_resource", "a resource of an MCP server that the user named with @"),
	attested("teammate_mailbox", "messages of other agents"),
	attested("output_style", "the style of replies"),
	attested("token_usage", "tokens used"),
	attested("max_turns_reached", "the run reached its limit of turns"),
	attested("agent_mention", "an agent that the user named with @"),
	attested("plan_file_reference", "the file of a plan"),
	attested("edited_image_file", "a picture that changed on disk"),
	described("deferred_tools_record", "entries{name description schema *} nameOnlyAnnouncements *", "definitions of tools, of which the names are shown"),
	state("total_tokens_reminder", "tokens used"),
	state("goal_status", "how far the goal is reached"),
	state("budget_usd", "money left"),
	state("auto_mode", "auto mode is on"),
	state("ultra_effort_enter", "the most thorough way of working is on"),
	state("ultrathink_effort", "how thoroughly the model is to think"),
	state("ultra_effort_exit", "the most thorough way of working ended"),
	state("command_permissions", "what a command may do"),
	state("date", "the date"),
	state("date_change", "the date changed"),
	state("model", "the model"),
	state("environment", "the machine"),
	state("session_context", "the surroundings of the session"),
	{Attachment, "prompt_snapshot", Withheld, Reported, "A3", "", "*", "the prompt as it was sent", systemPrompt, ""},
	state("mcp_instructions_delta", "instructions of MCP servers that came and went"),
	state("agent_listing_delta", "agents that came and went"),
	state("invoked_skills", "skills in use"),
	state("read_truncation_notice", "a file was too long to read whole"),
	state("remote_session_change", "a remote session changed"),
	state("credential_org", "the organisation in use"),
	state("batching_reminder_sent", "a reminder was sent"),
	state("silent_turn_reminder", "a reminder was sent"),
	state("bash_output_audience_note", "who reads the output of commands"),
	described("fork_briefing", "", "what a copy of the agent is told about its task"),
	described("output_style_instructions", "style{name prompt *} *", "the style of replies, and its instructions"),
	described("advisor_tool", "", "a model that the agent may ask for advice"),
	described("fold_nudge", "", "a reminder to save room in the context"),
}

// hook makes the row of an attachment that a hook left.
func hook(name string, t Treatment, e Evidence, seen, what string) Row {
	source := "N4 A3"
	if e == Guessed {
		source = ""
	} else if e == Reported {
		source = "P"
	}
	return Row{Attachment, name, t, e, source, seen,
		"hookEvent hookName toolUseID content stdout stderr exitCode command durationMs blockingError{*} message decision *", what, "", ""}
}

// met makes the row of an attachment that was met in real transcripts.
func met(name, what string) Row {
	return Row{Attachment, name, Folded, Recorded, "P", "", "*", what, "", ""}
}

// attested makes the row of an attachment that one other program reads. Its layout is not
// confirmed by a transcript.
func attested(name, what string) Row {
	return Row{Attachment, name, Folded, Guessed, "", "", "*", what, "", ""}
}

// described makes the row of an attachment that a public parser describes.
func described(name, fields, what string) Row {
	return Row{Attachment, name, Folded, Reported, "P", "", cmp.Or(fields, "*"), what, "", ""}
}

// state makes the row of an attachment that informs the model of its surroundings.
func state(name, what string) Row {
	return Row{Attachment, name, Folded, Reported, "A3", "", "*", what, "", ""}
}
