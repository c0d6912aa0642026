package theme

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser"
)

// cannedCall is a call as a record shows it.
type cannedCall struct{ tool, input, result string }

// cannedCalls has a call that went well for every tool that has its own card.
func cannedCalls() []cannedCall {
	return append([]cannedCall{
		{"Bash", `{"command":"go test ./... | tail -2","description":"Run all tests"}`,
			"ok  \tlamp/pier\t0.31s\n\x1b[32mok\x1b[0m  \tlamp/quay\t0.12s"},
		{"PowerShell", `{"command":"Get-ChildItem lamps"}`, "pier.go\nquay.go"},
		{"BashOutput", `{"bash_id":"b1"}`, "<status>running</status>\n<stdout>\nlistening on :8080\n</stdout>"},
		{"KillShell", `{"shell_id":"b1"}`, "Successfully killed shell: b1"},
		{"KillBash", `{"shell_id":"b2"}`, "Successfully killed shell: b2"},
		{"Monitor", `{"command":"tail -f lamp.log","description":"Watch the log"}`, "Monitor started"},
		{"Read", `{"file_path":"/home/keeper/lamp/lamp.go","offset":11,"limit":3}`,
			"    11→// Light lights the lamp.\n    12→func (l *Lamp) Light() error {\n    13→\treturn l.relight()"},
		{"Write", `{"file_path":"/home/keeper/lamp/pier.go","content":"package lamp\n\n// Pier is where the lamps stand.\ntype Pier struct{ lamps []Lamp }\n"}`,
			"File created successfully at: /home/keeper/lamp/pier.go"},
		{"Edit", `{"file_path":"/home/keeper/lamp/lamp.go","old_string":"\treturn nil\n}","new_string":"\treturn l.relight()\n}"}`,
			"The file has been updated."},
		{"MultiEdit", `{"file_path":"/home/keeper/lamp/lamp.go","edits":[{"old_string":"dark","new_string":"lit"},{"old_string":"off","new_string":"on"}]}`,
			"Applied 2 edits"},
		{"NotebookRead", `{"notebook_path":"/home/keeper/lamps.ipynb"}`, "<cell id=\"1\">lamps = 12</cell id=\"1\">"},
		{"NotebookEdit", `{"notebook_path":"/home/keeper/lamps.ipynb","cell_id":"c1","new_source":"lamps = 13\nprint(lamps)","cell_type":"code","edit_mode":"replace"}`,
			"Updated cell c1"},
		{"Grep", `{"pattern":"func.*Light","path":"/home/keeper/lamp","output_mode":"content"}`,
			"lamp.go:12:func (l *Lamp) Light() error {\npier.go:31:func (p *Pier) Light() error {"},
		{"Glob", `{"pattern":"**/*.go"}`, "/home/keeper/lamp/lamp.go\n/home/keeper/lamp/pier.go"},
		{"LS", `{"path":"/home/keeper/lamp"}`, "- /home/keeper/lamp/\n  - lamp.go\n  - pier.go"},
		{"LSP", `{"operation":"goToDefinition","filePath":"/home/keeper/lamp/lamp.go","line":12,"character":7}`, "Defined in lamp.go:12:6"},
		{"WebFetch", `{"url":"https://example.org/lamps","prompt":"How bright is a harbour lamp?"}`,
			"A harbour lamp has **1,000 candela** and more."},
		{"WebSearch", `{"query":"harbour lamp range"}`,
			"Web search results for query: \"harbour lamp range\"\n\nLinks: [{\"title\":\"Lamps\",\"url\":\"https://example.org/lamps\"}]"},
		{"web_fetch", `{"url":"https://example.org/piers"}`, "Piers have lamps."},
		{"web_search", `{"query":"pier lamp"}`, "Piers have lamps."},
		{"Task", `{"description":"Find where lamps are lit","prompt":"Look for calls of Light.","subagent_type":"Explore"}`,
			"Three places light lamps."},
		{"Agent", `{"description":"Count the lamps","prompt":"How many are there?","subagent_type":"general-purpose"}`, "There are 13."},
		{"TaskOutput", `{"task_id":"t1","block":true}`, "All lamps were counted."},
		{"AgentOutputTool", `{"agentId":"a1"}`, "All lamps were counted."},
		{"AgentOutput", `{"agentId":"a1"}`, "All lamps were counted."},
		{"TaskStop", `{"task_id":"t1"}`, "Stopped t1"},
		{"SendMessage", `{"to":"keeper","summary":"The pier is done","message":"All **13** lamps of the pier are lit."}`, "Message sent"},
		{"TeamCreate", `{"team_name":"harbour","description":"Those who light the lamps"}`, "Team created"},
		{"TeamDelete", `{}`, "Team deleted"},
		{"Workflow", `{"name":"light-all","script":"await agent('Light the pier')"}`, "Workflow finished: 2 agents"},
	}, slices.Concat(cannedPlans(), cannedLater())...)
}

// cannedPlans are calls about what is to be done and how, and of tools of others.
func cannedPlans() []cannedCall {
	return []cannedCall{
		{"TodoWrite", `{"todos":[{"content":"Find the fault","status":"completed","activeForm":"Finding the fault"},{"content":"Mend the lamp","status":"in_progress","activeForm":"Mending the lamp"},{"content":"Light the pier","status":"pending","activeForm":"Lighting the pier"}]}`,
			"Todos have been modified successfully."},
		{"TodoRead", `{}`, `[{"content":"Mend the lamp","status":"in_progress"}]`},
		{"TaskCreate", `{"subject":"Mend the lamp","description":"It stays dark after a restart","activeForm":"Mending the lamp"}`,
			"Task #1 created successfully: Mend the lamp"},
		{"TaskUpdate", `{"taskId":"1","status":"completed"}`, "Updated task #1 status"},
		{"TaskList", `{}`, "#1 [completed] Mend the lamp\n#2 [pending] Light the pier"},
		{"TaskGet", `{"taskId":"1"}`, "Task #1: Mend the lamp\nStatus: completed"},
		{"AskUserQuestion", `{"questions":[{"question":"Which lamps?","header":"Lamps","options":[{"label":"All","description":"every one"},{"label":"Pier","description":"only those"}]}]}`,
			`User has answered your questions: "Which lamps?"="All"`},
		{"ExitPlanMode", `{"plan":"## Plan\n\n1. Find the fault\n2. Mend the lamp"}`,
			"User has approved your plan. You can now start coding."},
		{"exit_plan_mode", `{"plan":"1. Light the pier"}`, "User has approved your plan."},
		{"EnterPlanMode", `{}`, "Entered plan mode."},
		{"Skill", `{"skill":"lamps","args":"pier"}`, "Launching skill: lamps"},
		{"SlashCommand", `{"command":"/lamps pier"}`, "Launching command: /lamps"},
		{"ToolSearch", `{"query":"select:lamps","max_results":3}`, "lamps"},
		{"CronCreate", `{"cron":"0 18 * * *","prompt":"Light the lamps","recurring":true}`, "Scheduled c1"},
		{"CronDelete", `{"id":"c1"}`, "Cancelled c1"},
		{"CronList", `{}`, "c1: 0 18 * * *"},
		{"ScheduleWakeup", `{"delaySeconds":600,"reason":"The tide turns","prompt":"Look again"}`, "Scheduled"},
		{"EnterWorktree", `{"name":"pier"}`, "Created worktree at /home/keeper/lamp-pier"},
		{"ExitWorktree", `{"action":"keep"}`, "Kept the worktree"},
		{"Artifact", `{"file_path":"/home/keeper/report.html","title":"Lamps"}`, "Published"},
		{"StructuredOutput", `{"lamps":13,"lit":true}`, "Structured output provided successfully"},
		{"ListMcpResources", `{"server":"lamps"}`, `[{"uri":"lamps://pier","name":"Pier","server":"lamps"}]`},
		{"ListMcpResourcesTool", `{}`, `[{"uri":"lamps://quay","name":"Quay","server":"lamps"}]`},
		{"ReadMcpResource", `{"server":"lamps","uri":"lamps://pier"}`, `{"contents":[{"uri":"lamps://pier","text":"13 lamps"}]}`},
		{"ReadMcpResourceTool", `{"server":"lamps","uri":"lamps://quay"}`, `{"contents":[{"uri":"lamps://quay","text":"4 lamps"}]}`},
		{"mcp__lamps__light", `{"harbour":"north","lamps":["a","b"],"bright":true}`, `{"lit":2,"took":"1.2s"}`},
		{"SomethingNew", `{"depth":3,"note":"a tool that has no card of its own"}`, "done"},
	}
}

// cannedLater are calls of the tools that came later.
func cannedLater() []cannedCall {
	return []cannedCall{
		{"ReportFindings", `{"level":"high","findings":[{"file":"lamp.go","line":12,"short_summary":"Dark after a restart","summary":"The lamp is not lit again.","failure_scenario":"Restart at night: the harbour is dark.","category":"correctness","severity":"important","verdict":"CONFIRMED"}]}`,
			"1 finding reported."},
		{"SendUserFile", `{"files":["/home/keeper/report.pdf"],"caption":"The report."}`, "Sent"},
		{"SendUserMessage", `{"message":"The pier is **lit**."}`, "Delivered"},
		{"PushNotification", `{"message":"The pier is lit"}`, "Sent"},
		{"SubagentHandback", `{"result":"There are 13 lamps."}`, "Handed back"},
		{"ReadNotifications", `{}`, "No notifications"},
		{"ProposeGoal", `{"condition":"All lamps are lit"}`, "Goal set"},
		{"ProposeSkills", `{"proposals":[{"name":"light-pier","kind":"new","description":"Light the pier."}]}`, "Proposed"},
		{"SendFeedback", `{"type":"idea","title":"Brighter lamps","details":"They could be brighter."}`, "Thank you"},
		{"OfferChromeSetup", `{"reason":"to see the harbour"}`, "Not now"},
		{"ShowOnboardingRolePicker", `{}`, "Keeper"},
		{"ClaudeDesign", `{"operation":"list","arguments":{}}`, "3 designs"},
		{"Projects", `{"method":"project_read","path":"lamps.md"}`, "13 lamps"},
		{"RemoteTrigger", `{"action":"list"}`, "No triggers"},
		{"REPL", `{"code":"13 * 2"}`, "26"},
		{"Sleep", `{"seconds":30}`, "Awake"},
		{"ReadMcpResourceDir", `{"server":"lamps","uri":"lamps://"}`, "lamps://pier"},
		{"ReadMcpResourceDirTool", `{"server":"lamps","uri":"lamps://"}`, "lamps://quay"},
		{"RefreshMcpTools", `{"server":"lamps"}`, "4 tools"},
	}
}

// cannedCards is a branch of two turns: every tool when all went well, and then every
// state that a call can end in.
func cannedCards() *parser.Branch {
	a := &author{n: 4096}
	well := &parser.Turn{Prompt: a.prompt(a.text("Use every tool there is."))}
	for i, c := range cannedCalls() {
		if i%2 == 0 { // words keep the calls from folding into one run
			well.Messages = append(well.Messages, a.reply(a.text("`"+c.tool+"` and the next:")))
		}
		well.Messages = append(well.Messages, a.reply(a.call(c.tool, c.input, c.result)))
	}
	states := &parser.Turn{Prompt: a.prompt(a.text("Now let them go wrong in every way."))}
	for _, c := range cannedCalls() {
		switch c.tool {
		case "Bash", "Read", "Edit", "Grep", "WebFetch", "Task", "mcp__lamps__light":
			states.Messages = append(states.Messages,
				a.reply(a.text("`"+c.tool+"` failed, declined, interrupted, left without a result, and with a huge one:")))
			for _, call := range a.states(c) {
				states.Messages = append(states.Messages, a.reply(call))
			}
		}
	}
	return &parser.Branch{ID: "live", Segments: []*parser.Segment{{Turns: []*parser.Turn{well, states}}}}
}

// states is a call in every state but the one in which all went well.
func (a *author) states(c cannedCall) []*parser.ToolCall {
	failed := a.failing(c.tool, c.input, "Exit code 1\nthe lamp is broken")
	rejected := a.failing(c.tool, c.input,
		"The user doesn't want to proceed with this tool use. The user provided the following reason for the rejection:  not at low tide")
	rejected.Result.Rejected = true
	denied := a.failing(c.tool, c.input, "Permission to use this tool has been denied.")
	denied.Result.Denied = "permission-rule"
	cancelled := a.failing(c.tool, c.input, "Sibling tool call errored")
	cancelled.Result.Cancelled = true
	interrupted := a.call(c.tool, c.input, "the first half of the answer")
	interrupted.Result.Interrupted = true
	missing := a.call(c.tool, c.input, "")
	missing.Result = nil
	huge := a.call(c.tool, c.input, long(1500))
	odd := a.call(c.tool, c.input, hostile)
	odd.Input = jsontext.Value(`"` + strings.Repeat("no object ", 3) + `"`)
	return []*parser.ToolCall{failed, rejected, denied, cancelled, interrupted, missing, huge, odd}
}
