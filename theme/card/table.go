package card

// tools says how each tool's calls are shown. A tool that is not here, and
// every parameter that its function does not take, is shown generically.
func tools() map[string]func(*call) {
	return map[string]func(*call){
		// Shells: shell.go
		"Bash": bash, "PowerShell": bash, "BashOutput": shellOutput,
		"KillShell": killShell, "KillBash": killShell, "Monitor": monitor,
		// Files: read.go, edit.go, notebook.go, find.go
		"Read": read, "Write": write, "Edit": edit, "MultiEdit": edit,
		"NotebookRead": notebookRead, "NotebookEdit": notebookEdit,
		"Grep": grep, "Glob": glob, "LS": list, "LSP": lsp,
		// The web: web.go
		"WebFetch": webFetch, "WebSearch": webSearch, "web_fetch": webFetch, "web_search": webSearch,
		// Agents and teams: agent.go
		"Task": agent, "Agent": agent,
		"TaskOutput": agentOutput, "AgentOutputTool": agentOutput, "AgentOutput": agentOutput, "TaskStop": taskStop,
		"SendMessage": sendMessage, "TeamCreate": teamCreate, "TeamDelete": teamDelete, "Workflow": workflow,
		// Tasks and to-dos: todo.go, task.go
		"TodoWrite": todoWrite, "TodoRead": todoRead,
		"TaskCreate": taskCreate, "TaskUpdate": taskUpdate, "TaskList": taskList, "TaskGet": taskGet,
		// Talking with the user: ask.go
		"AskUserQuestion": ask, "ExitPlanMode": exitPlan, "exit_plan_mode": exitPlan, "EnterPlanMode": enterPlan,
		// The client itself: client.go
		"Skill": skill, "SlashCommand": slashCommand, "ToolSearch": toolSearch,
		"CronCreate": cronCreate, "CronDelete": cronDelete, "CronList": cronList, "ScheduleWakeup": wakeup,
		"EnterWorktree": enterWorktree, "ExitWorktree": exitWorktree,
		"StructuredOutput": structuredOutput, "REPL": repl, "Sleep": pause,
		// Reviews: review.go
		"ReportFindings": reportFindings,
		// What is published and sent: publish.go
		"Artifact": artifact, "SendUserFile": sendUserFile, "SendUserMessage": sendUserMessage, "PushNotification": pushNotification,
		"SubagentHandback": handback, "ReadNotifications": readNotifications,
		// Proposals, and services of claude.ai: propose.go
		"ProposeGoal": proposeGoal, "ProposeSkills": proposeSkills, "SendFeedback": sendFeedback, "OfferChromeSetup": offerChrome,
		"ShowOnboardingRolePicker": rolePicker, "ClaudeDesign": design, "Projects": projects, "RemoteTrigger": remoteTrigger,
		// Servers of the Model Context Protocol: mcp.go
		"ListMcpResources": listResources, "ListMcpResourcesTool": listResources,
		"ReadMcpResource": readResource, "ReadMcpResourceTool": readResource,
		"ReadMcpResourceDir": readResourceDir, "ReadMcpResourceDirTool": readResourceDir, "RefreshMcpTools": refreshTools,
	}
}
