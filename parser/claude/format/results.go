package format

// results are the shapes of toolUseResult, by the tool that it is the result of. It is
// an object, or a string that repeats an error, or, of an MCP tool, a list of blocks.
// All are kept as recorded, but for copies of whole files as they were before an edit.
var results = []Row{
	result("Bash", Recorded, "S R N10", "1.0.24 to 2.1.128", "stdout stderr interrupted isImage returnCodeInterpretation backgroundTaskId noOutputExpected rawOutputPath summary sandbox backgroundedByUser assistantAutoBackgrounded dangerouslyDisableSandbox structuredContent persistedOutputPath persistedOutputSize tokenSaverOutput staleReadFileStateHint gitOperation{*}", "a command"),
	result("PowerShell", Reported, "A7", "from 2.1.84", "stdout stderr interrupted isImage returnCodeInterpretation backgroundTaskId noOutputExpected persistedOutputPath persistedOutputSize gitOperation{*}", "a command"),
	result("BashOutput", Recorded, "N10", "2.0.37 to 2.0.42", "shellId command status exitCode stdout stderr stdoutLines stderrLines timestamp", "output of a background command"),
	result("KillShell", Recorded, "N10", "2.0.42", "message shell_id", "a background command was stopped"),
	result("KillBash", Recorded, "N10", "", "message shell_id", "a background command was stopped"),
	result("Read", Recorded, "S J N10", "1.0.0 to 2.1.132", "type file{filePath content numLines startLine totalLines base64 type originalSize dimensions{*} cells{*} count outputDir pageCount}", "a file: text, image, notebook, pdf or parts"),
	result("Write", Recorded, "F N10", "1.0.24 to 2.0.55", "type filePath content structuredPatch{*} originalFile userModified memdirStamped", "a file was created or replaced"),
	result("Edit", Recorded, "N10", "1.0.24 to 2.0.55", "type filePath oldString newString originalFile structuredPatch{oldStart oldLines newStart newLines lines} userModified replaceAll memdirStamped staleRecovered", "a file was changed; structuredPatch has the true line numbers"),
	result("MultiEdit", Recorded, "N10", "1.0.24 to 1.0.128", "filePath edits{old_string new_string replace_all} originalFileContents structuredPatch{*} userModified", "a file was changed in several places"),
	result("NotebookEdit", Reported, "N10", "", "new_source cell_type language edit_mode cell_id error notebook_path original_file updated_file", "a cell of a notebook was changed"),
	result("Glob", Recorded, "S N10", "1.0.51 to 2.1.17", "filenames durationMs numFiles truncated totalMatches countIsComplete", "names of files"),
	result("Grep", Recorded, "N10", "1.0.43 to 2.0.55", "mode filenames content numLines numMatches numFiles appliedLimit appliedOffset type file totalFiles totalLines", "lines found"),
	result("TodoWrite", Recorded, "S N10", "1.0.24 to 2.0.55", "oldTodos{*} newTodos{*} verificationNudgeNeeded", "the to-do list before and after"),
	result("Task", Recorded, "R N10", "2.0.37 to 2.1.128", agentResult, "an agent answered, or was launched"),
	result("Agent", Recorded, "N9 A7", "2.1.114 to 2.1.173", agentResult, "an agent answered, or was launched"),
	result("TaskOutput", Reported, "N9", "", "retrieval_status task{*}", "what a background task has said"),
	result("AgentOutputTool", Reported, "N9", "", "retrieval_status agents{*} task{*}", "what a background agent has said"),
	result("TaskStop", Recorded, "N10", "2.1.128", "message task_id task_type command", "a background task was stopped"),
	result("TaskCreate", Recorded, "N10", "2.1.114", "task{*}", "a task of the list was made"),
	result("TaskUpdate", Recorded, "N10", "2.1.114", "success taskId updatedFields statusChange{*} verificationNudgeNeeded error", "a task of the list was changed"),
	result("TaskList", Recorded, "N10", "2.1.114", "tasks{*}", "the tasks of the list"),
	result("TaskGet", Reported, "N10", "", "task{*}", "a task of the list"),
	result("WebFetch", Recorded, "N10", "2.0.37", "url code codeText bytes result durationMs", "a page"),
	result("WebSearch", Recorded, "N10", "2.0.37 to 2.1.17", "query results{*} durationSeconds searchCount", "hits"),
	result("AskUserQuestion", Recorded, "N10", "2.0.55", "questions{*} answers{*} annotations{*}", "the user's answers"),
	result("ExitPlanMode", Recorded, "R N10", "1.0.128 to 2.0.55", "plan filePath isAgent hasTaskTool planWasEdited awaitingLeaderApproval requestId", "the plan that was approved"),
	result("EnterPlanMode", Reported, "N10", "", "message", "plan mode is on"),
	result("EnterWorktree", Reported, "N10 A7", "from 2.1.157", "worktreePath worktreeBranch message", "the session moved to a worktree"),
	result("ExitWorktree", Reported, "N10", "", "action originalCwd worktreePath worktreeBranch message discardedFiles discardedCommits tmuxSessionName", "the session left a worktree"),
	result("Skill", Recorded, "S N10", "", "success commandName allowedTools model status result agentId", "a skill was loaded"),
	result("ToolSearch", Recorded, "N10", "2.1.114", "matches query total_deferred_tools pending_mcp_servers", "tools found"),
	result("SendMessage", Recorded, "N10", "2.1.114", "success message routing{*} recipients request_id target resumedAgentId pin{*}", "a message to another agent"),
	result("TeamCreate", Reported, "A7", "2.1.32 to 2.1.178", "team_name team_file_path lead_agent_id", "a team was made"),
	result("TeamDelete", Reported, "A7", "2.1.32 to 2.1.178", "success message team_name", "a team was dissolved"),
	result("Workflow", Recorded, "A7", "2.1.2 to 2.1.154 and on", "isAsync status runId taskId taskType workflowName transcriptDir scriptPath summary error warning", "a workflow was started"),
	result("Monitor", Recorded, "A7", "from 2.1.98", "*", "something is watched"),
	result("CronCreate", Recorded, "N10", "", "id humanSchedule recurring durable *", "a schedule was made"),
	result("CronDelete", Recorded, "N10", "", "id *", "a schedule was removed"),
	result("CronList", Recorded, "N10", "", "jobs{*} *", "the schedules"),
	result("ScheduleWakeup", Reported, "N10", "", "*", "the agent wakes later"),
	result("Artifact", Reported, "A7", "from 2.1.172", "*", "a page was published"),
	result("LSP", Reported, "N10", "", "operation result filePath resultCount fileCount", "what a language server knows"),
	result("ListMcpResources", Reported, "N10", "", "*", "resources of an MCP server"),
	result("ListMcpResourcesTool", Reported, "N10", "", "*", "resources of an MCP server"),
	result("ReadMcpResource", Reported, "N10", "", "contents{*}", "a resource of an MCP server"),
	result("ReadMcpResourceTool", Reported, "N10", "", "contents{*}", "a resource of an MCP server"),
	result("StructuredOutput", Reported, "N10", "", "*", "an answer of a given shape"),
	result("mcp__*", Recorded, "R N5", "", "*", "blocks of an MCP server: text, image, audio, resource_link, resource"),
}

const agentResult = "status prompt agentId agentType content{*} totalDurationMs totalTokens totalToolUseCount usage{*} toolStats{*} worktreePath worktreeBranch isAsync description outputFile canReadOutputFile resolvedModel model teammate_id agent_id agent_type name color team_name tmux_session_name tmux_window_name tmux_pane_id is_splitpane plan_mode_required"

func result(tool string, e Evidence, sources, seen, fields, what string) Row {
	return Row{Result, tool, Merged, e, sources, seen, fields, what, "", ""}
}

// files are what else lies in a folder of sessions.
var files = []Row{
	{File, "<session>.jsonl", Shown, Recorded, "F R S J T N1 A8", "", "", "a session", "", ""},
	{File, "agent-<id>.jsonl", Shown, Recorded, "F N1 A8", "before 2.1.2", "", "an agent, beside the sessions; its records name the session", "", ""},
	{File, "<session>/subagents/agent-<id>.jsonl", Shown, Recorded, "R S T N1 A8", "from 2.1.2", "", "an agent, at whatever depth", "", ""},
	{File, "<session>/subagents/agent-<id>.meta.json", Merged, Recorded, "N1 A8", "from 2.1.2", "agentType description toolUseId spawnDepth parentAgentId model isFork name worktreePath worktreeBranch", "which call spawned the agent", "", ""},
	{File, "<session>/subagents/workflows/<run>/journal.jsonl", Merged, Recorded, "N1 A8", "", "", "the steps of a workflow", "", ""},
	{File, "<session>/subagents/workflows/<run>/agent-<id>.jsonl", Shown, Recorded, "N1 A8", "", "", "an agent of a workflow", "", ""},
	{File, "<session>/workflows/<run>.json", Shown, Recorded, "N1 A8", "", "", "the result and the phases of a workflow", "", ""},
	{File, "<session>/tool-results/<id>.txt", Merged, Recorded, "R T N1 A8", "", "", "an output too long for its record; taken by its base name", "", ""},
	{File, "<session>/session-memory/summary.md", Shown, Recorded, "R N1", "", "", "what the client remembers of the session", "", ""},
	{File, "sessions-index.json", Metadata, Recorded, "R N1 A7", "to early 2026", "", "titles of sessions", "used as titles of last resort: it is stale", ""},
	{File, "memory/MEMORY.md", Shown, Recorded, "S N1 A8", "", "", "what the agent remembers of the project", "", ""},
	{File, "plans/<slug>.md", Shown, Recorded, "R N1 A8", "", "", "a plan", "", ""},
	{File, "history.jsonl", Shown, Recorded, "R N1 A8", "", "", "all prompts that were typed", "", ""},
}
