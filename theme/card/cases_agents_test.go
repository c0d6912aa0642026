package card

import (
	"steno/parser"
)

func agentCalls() []testCall {
	return []testCall{
		{Name: "agent", Tool: "Task", Input: `{"description":"Survey the hull","prompt":"Look at **every** plank.","subagent_type":"Explore"}`,
			Text:       "All planks are sound:\n\n- port\n- starboard\nagentId: a1b2c3 (use SendMessage with to: 'a1b2c3' to continue this agent)\n<usage>total_tokens: 59967\ntool_uses: 12\nduration_ms: 119249</usage>",
			Structured: `{"status":"completed","prompt":"Look at **every** plank.","agentId":"a1b2c3","content":[{"type":"text","text":"All planks are sound:\n\n- port\n- starboard"}],"totalDurationMs":119249,"totalTokens":59967,"totalToolUseCount":12,"usage":{"input_tokens":2}}`},
		{Name: "agent-background", Tool: "Agent", Input: `{"description":"Count sails","prompt":"Count.","subagent_type":"general-purpose","run_in_background":true,"name":"ben","model":"haiku"}`,
			Text:       "Async agent launched successfully.\nagentId: cc33 (internal ID - do not mention to user.)\nThe agent is working in the background.",
			Structured: `{"isAsync":true,"status":"async_launched","agentId":"cc33","description":"Count sails","prompt":"Count.","outputFile":"/tmp/t/cc33.output"}`},
		{Name: "agent-persisted", Tool: "Agent", Input: `{"description":"List the planks","prompt":"List all."}`,
			Text:       "<persisted-output>\nOutput too large (80.5KB). Full output saved to: /tmp/x/REDACTED.json\n\nPreview (first 2KB):\n[\n  {\n    \"type\": \"text\",\n    \"text\": \"Planks:\\n\n...\n</persisted-output>",
			Structured: `{"status":"completed","prompt":"List all.","agentId":"d4","content":[{"type":"text","text":"Planks:\n\n- port\n- starboard"}],"totalToolUseCount":1}`,
			Change: func(c *parser.ToolCall) {
				c.Result.Persisted = &parser.Persisted{Name: "REDACTED.json", Size: "80.5KB", Text: "Planks:\n\n- port\n- starboard", Found: true}
			}},
		{Name: "agent-rejected", Tool: "Agent", Status: Rejected, Input: `{"description":"Sink it","prompt":"Run."}`, Text: rejection},
		{Name: "taskoutput", Tool: "TaskOutput", Input: `{"task_id":"cc33","block":true,"timeout":60000}`,
			Text:       "<retrieval_status>success</retrieval_status>\n\n<task_id>cc33</task_id>\n\n<status>completed</status>\n\n<output>\nThree sails.\n</output>",
			Structured: `{"retrieval_status":"success","task":{"task_id":"cc33","task_type":"local_agent","status":"completed","description":"Count sails","output":"Three sails.","prompt":"Count.","result":"Three sails."}}`},
		{Name: "taskstop", Tool: "TaskStop", Input: `{"task_id":"b1"}`, Text: `{"message":"Successfully stopped task: b1 (sleep 120)"}`, Structured: `{"message":"Successfully stopped task: b1 (sleep 120)"}`},
		{Name: "sendmessage", Tool: "SendMessage", Input: `{"to":"ben","summary":"round two","message":"Go on, *please*."}`,
			Text:       `{"success":true,"message":"Message sent to ben's inbox","routing":{"sender":"lead","target":"@ben","summary":"round two","content":"Go on, *please*."}}`,
			Structured: `{"success":true,"message":"Message sent to ben's inbox","routing":{"sender":"lead","target":"@ben","summary":"round two","content":"Go on, *please*."}}`},
		{Name: "sendmessage-start", Tool: "SendMessage", Input: `{"to":"ben","summary":"round two","message":"Go on, *please*: there is more to say.","type":"message","recipient":"ben","content":"Go on, *please*…"}`,
			Text: `{"success":true,"message":"Message sent to ben's inbox"}`},
		{Name: "sendmessage-all", Tool: "SendMessage", Input: `{"to":"*","summary":"Standup","message":"Report, please."}`,
			Text: `{"success":true,"message":"Message broadcast to 2 teammate(s): ann, ben","recipients":["ann","ben"]}`},
		{Name: "sendmessage-protocol", Tool: "SendMessage", Input: `{"to":"ann","message":{"type":"plan_approval_response","request_id":"p1","approve":false,"feedback":"Add a step."}}`,
			Text: `{"success":true,"message":"Plan rejected for ann","request_id":"p1"}`},
		{Name: "agent-reported", Tool: "Agent", Input: `{"description":"Count the planks","prompt":"Count them.","subagent_type":"general-purpose"}`,
			Text:       "This agent's report was delivered to you as a message from \"a1\" (its SubagentHandback call). Read it there; it is not repeated here.",
			Structured: `{"status":"completed","agentId":"a1","agentType":"general-purpose","totalToolUseCount":3,"handback":"send","handbackReport":{"text":"There are **13**."},"harnessNoteCount":0,"harnessTailCount":1,"harnessSectionHash":"0e58"}`},
		{Name: "agent-teammate", Tool: "Agent", Input: `{"description":"Rewrite the parser","prompt":"Rewrite it.","subagent_type":"general-purpose","name":"ann"}`,
			Text:       "Spawned successfully.\nagent_id: ann@crew\nname: ann\nteam_name: crew\nThe agent is now running and will receive instructions via mailbox.",
			Structured: `{"status":"teammate_spawned","prompt":"Rewrite it.","teammate_id":"ann@crew","agent_id":"ann@crew","agent_type":"general-purpose","model":"claude-opus-5-1","name":"ann","color":"blue","tmux_session_name":"in-process","tmux_window_name":"in-process","tmux_pane_id":"in-process","team_name":"crew","is_splitpane":false,"plan_mode_required":false}`},
		{Name: "teamcreate", Tool: "TeamCreate", Input: `{"team_name":"crew","description":"All hands","agent_type":"lead"}`, Text: `{"team_name":"crew","lead_agent_id":"lead@crew"}`},
		{Name: "teamdelete", Tool: "TeamDelete", Input: `{}`, Text: `{"success":true,"message":"Cleaned up team \"crew\""}`},
		{Name: "teamdelete-failed", Tool: "TeamDelete", Status: Failed, Input: `{}`,
			Text: `{"success":false,"message":"Cannot clean up: 1 active member, bob","team_name":"crew"}`},
		{Name: "workflow", Tool: "Workflow", Input: `{"script":"export const meta = {\n  name: 'refit',\n}\nphase('Map')\n"}`, Text: "Workflow launched in background. Task ID: t1",
			Structured: `{"status":"async_launched","runId":"wf_1","taskId":"t1","transcriptDir":"x/subagents/workflows/wf_1"}`},
	}
}

func taskCalls() []testCall {
	return []testCall{
		{Name: "todowrite", Tool: "TodoWrite", Input: `{"todos":[{"content":"Caulk","status":"completed","activeForm":"Caulking"},{"content":"Paint","status":"in_progress","activeForm":"Painting","priority":"high"},{"content":"Launch","status":"pending","activeForm":"Launching"}]}`,
			Text:       "Todos have been modified successfully.",
			Structured: `{"oldTodos":[{"content":"Caulk","status":"in_progress","activeForm":"Caulking"},{"content":"Paint","status":"pending","activeForm":"Painting"},{"content":"Sell","status":"pending","activeForm":"Selling"}],"newTodos":[]}`},
		{Name: "todowrite-string", Tool: "TodoWrite", Input: `{"todos":"[{\"content\":\"Caulk\",\"status\":\"odd\"}]"}`, Text: "ok"},
		{Name: "todoread", Tool: "TodoRead", Input: `{}`, Text: `[{"content":"Caulk","status":"pending","id":"1"}]`},
		{Name: "taskcreate", Tool: "TaskCreate", Input: `{"subject":"Draft the rigging","description":"Write **all** of it","activeForm":"Drafting"}`, Text: "Task #1 created successfully: Draft the rigging", Structured: `{"task":{"id":"1","subject":"Draft the rigging"}}`},
		{Name: "taskupdate", Tool: "TaskUpdate", Input: `{"taskId":"1","status":"in_progress","owner":"ann"}`, Text: "Updated task #1 owner, status", Structured: `{"success":true,"taskId":"1","updatedFields":["owner","status"],"statusChange":{"from":"pending","to":"in_progress"},"verificationNudgeNeeded":false}`},
		{Name: "tasklist", Tool: "TaskList", Input: `{}`, Text: "#1 [completed] Draft the rigging (ann)\n#2 [in_progress] Cut", Structured: `{"tasks":[{"id":"1","subject":"Draft the rigging","status":"completed","owner":"ann","blockedBy":[]},{"id":"2","subject":"Cut","status":"in_progress","blockedBy":[]}]}`},
		{Name: "taskget", Tool: "TaskGet", Input: `{"taskId":"2"}`, Text: "Task #2: Cut\nStatus: in_progress\nDescription: the cloth"},
	}
}

func userCalls() []testCall {
	const questions = `[{"question":"Which wood?","header":"Wood","options":[{"label":"Oak","description":"heavy"},{"label":"Larch","description":"light"}],"multiSelect":false},{"question":"Which colours?","header":"Paint","options":[{"label":"Red"},{"label":"Blue"}],"multiSelect":true}]`
	return []testCall{
		{Name: "ask", Tool: "AskUserQuestion", Input: `{"questions":` + questions + `}`,
			Text:       `User has answered your questions: "Which wood?"="Larch", "Which colours?"="Red, Blue". You can now continue with the user's answers in mind.`,
			Structured: `{"questions":` + questions + `,"answers":{"Which wood?":"Larch","Which colours?":"Red, Blue"}}`},
		{Name: "ask-other", Tool: "AskUserQuestion", Input: `{"questions":[{"question":"Which wood?","header":"Wood","options":[{"label":"Oak","description":"heavy"}],"multiSelect":false}]}`,
			Structured: `{"questions":[],"answers":{"Which wood?":"Bamboo"}}`, Text: `User has answered your questions: "Which wood?"="Bamboo".`},
		{Name: "ask-note", Tool: "AskUserQuestion", Input: `{"questions":[{"question":"Which wood?","header":"Wood","options":[{"label":"Oak"}],"multiSelect":false}]}`,
			Structured: `{"questions":[],"answers":{"Which wood?":"(notes only)"},"annotations":{"Which wood?":{"notes":"The driest one"}}}`, Text: `The user answered: "Which wood?"=(no option selected) notes: The driest one.`},
		{Name: "ask-failed", Tool: "AskUserQuestion", Status: Failed, Input: `{"question":"Which **wood**?"}`, Text: "<tool_use_error>Error: No such tool available: AskUserQuestion</tool_use_error>"},
		{Name: "plan-approved", Tool: "ExitPlanMode", Input: `{"plan":"# Plan: A new mast\n\n1. Fell\n2. Shape","allowedPrompts":[{"tool":"Bash","prompt":"run tests"}]}`,
			Text:       "User has approved your plan. You can now start coding.\n\nYour plan has been saved to: /home/ann/.claude/plans/mast.md\n\n## Approved Plan:\n# Plan: A new mast\n\n1. Fell\n2. Shape",
			Structured: `{"plan":"# Plan: A new mast\n\n1. Fell\n2. Shape","isAgent":false,"filePath":"/home/ann/.claude/plans/mast.md"}`},
		{Name: "plan-edited", Tool: "ExitPlanMode", Input: `{"plan":"# Plan: A new mast\n\n1. Fell\n2. Shape"}`,
			Text:       "User has approved your plan. You can now start coding.\n\n## Approved Plan (edited by user):\n# Plan: A new mast\n\n1. Shape only",
			Structured: `{"plan":"# Plan: A new mast\n\n1. Shape only","isAgent":false,"filePath":"/home/ann/.claude/plans/mast.md","planWasEdited":true}`},
		{Name: "plan-rejected", Tool: "exit_plan_mode", Status: Rejected, Input: `{"plan":"## Sink it"}`, Text: rejection},
		{Name: "plan-enter", Tool: "EnterPlanMode", Input: `{}`, Text: "Entered plan mode."},
	}
}

func otherCalls() []testCall {
	return []testCall{
		{Name: "skill", Tool: "Skill", Input: `{"skill":"knots","args":"bowline"}`, Text: "Launching skill: knots", Structured: `{"success":true,"commandName":"knots"}`},
		{Name: "slashcommand", Tool: "SlashCommand", Input: `{"command":"/review 12"}`, Text: "Running /review"},
		{Name: "toolsearch", Tool: "ToolSearch", Input: `{"query":"select:TaskCreate","max_results":4}`, Structured: `{"matches":["TaskCreate"],"query":"select:TaskCreate","total_deferred_tools":37}`,
			Change: func(c *parser.ToolCall) {
				c.Result.Content = []parser.Block{&parser.Unknown{Type: "tool_reference", Raw: []byte(`{"type":"tool_reference","tool_name":"TaskCreate"}`)}}
			}},
		{Name: "croncreate", Tool: "CronCreate", Input: `{"cron":"*/2 * * * *","prompt":"Check the bilge.","recurring":true}`, Text: "Scheduled recurring job 337e67de (Every 2 minutes)."},
		{Name: "crondelete", Tool: "CronDelete", Input: `{"id":"337e67de"}`, Text: "Cancelled job 337e67de."},
		{Name: "cronlist", Tool: "CronList", Input: `{}`, Text: "337e67de — Every 2 minutes"},
		{Name: "wakeup-cancelled", Tool: "ScheduleWakeup", Input: `{"stop":true}`, Text: "No wake-up is planned."},
		{Name: "wakeup", Tool: "ScheduleWakeup", Input: `{"delaySeconds":240,"reason":"tide turns","prompt":"/loop check"}`, Text: "Next wakeup scheduled for 10:04:00 (in 240s)."},
		{Name: "worktree-enter", Tool: "EnterWorktree", Input: `{"name":"refit"}`, Text: "Created worktree at /home/ann/boat/.claude/worktrees/refit"},
		{Name: "worktree-exit", Tool: "ExitWorktree", Input: `{"action":"remove","discard_changes":true}`, Text: "Removed."},
		{Name: "artifact", Tool: "Artifact", Input: `{"title":"Deck plan","content":"<svg onload=alert(1)>","command":"create"}`, Text: "Created."},
		{Name: "structured", Tool: "StructuredOutput", Input: `{"area":"hull","key_functions":["Float","Sink"],"summary":"It floats."}`, Text: "Structured output provided successfully"},
		{Name: "mcp", Tool: "mcp__harbour__list_berths", Input: `{"harbour":"Kiel","limit":2}`, Text: `[{"berth":1,"free":true},{"berth":2,"free":false}]`, Structured: `[{"type":"text","text":"[{\"berth\":1,\"free\":true},{\"berth\":2,\"free\":false}]"}]`},
		{Name: "mcp-resource", Tool: "mcp__harbour__chart", Input: `{}`, Text: "see the chart", Structured: `[{"type":"text","text":"see the chart"},{"type":"resource_link","uri":"https://example.org/chart","name":"chart"},{"type":"resource","resource":{"uri":"file:///chart.txt","text":"deep water"}}]`},
		{Name: "mcp-list", Tool: "ListMcpResourcesTool", Input: `{"server":"harbour"}`, Text: `[{"uri":"chart://1","name":"Chart"}]`},
		{Name: "mcp-read", Tool: "ReadMcpResourceTool", Input: `{"server":"harbour","uri":"chart://1"}`, Text: `{"contents":[{"uri":"chart://1","text":"deep"}]}`},
		{Name: "generic", Tool: "Telescope", Input: `{"target":"the horizon","zoom":8,"filters":{"red":true,"name":"a long enough value to make this one a block of its own"},"notes":"line one\nline two","empty":"","nothing":null}`, Text: "## Seen\n\n- **Land** ahead\n- **Fog** astern"},
		{Name: "generic-failed", Tool: "FailingTool", Status: Failed, Input: `{"test_param":"x"}`, Text: "Tool execution failed with error: Command not found"},
	}
}

// oddCalls are calls that no tool should make and that happen.
func oddCalls() []testCall {
	return []testCall{
		{Name: "odd-name", Tool: "Task\" >\n<parameter name=\"description", Input: `{"a":"<b>"}`, Text: "<script>alert(1)</script>"},
		{Name: "odd-types", Tool: "Bash", Input: `{"command":["ls","-l"],"description":{"x":1},"timeout":"soon","run_in_background":"no"}`, Text: "x", Structured: `{"stdout":{"a":1},"stderr":7}`},
		{Name: "odd-read", Tool: "Read", Input: `{"file_path":42,"offset":"NaN","limit":-1}`, Text: "x", Structured: `{"type":3,"file":"none"}`},
		{Name: "odd-edit", Tool: "Edit", Input: `{"file_path":null,"old_string":1,"new_string":[2]}`, Text: "ok", Structured: `{"structuredPatch":{"lines":5}}`},
		{Name: "odd-todos", Tool: "TodoWrite", Input: `{"todos":[1,null,"x",{"content":{"a":1}}]}`, Text: "ok", Structured: `{"oldTodos":"none"}`},
		{Name: "odd-ask", Tool: "AskUserQuestion", Input: `{"questions":{"question":"One?","options":["a",2]}}`, Text: "ok", Structured: `{"answers":["a"]}`},
		{Name: "odd-input-string", Tool: "Bash", Input: `"{\"command\":\"ls\"}"`, Text: "a"},
		{Name: "odd-input-array", Tool: "Unheard", Input: `[1,2]`, Text: "a"},
		{Name: "odd-nothing", Tool: "", Input: ``, Text: ""},
		{Name: "odd-orphan", Tool: "", Input: ``, Text: "lost result", Change: func(c *parser.ToolCall) { c.Orphan = true }},
		{Name: "odd-unknown-block", Tool: "Bash", Input: `{"command":"x"}`, Change: func(c *parser.ToolCall) {
			c.Result.Content = []parser.Block{&parser.Unknown{Type: "hologram", Raw: []byte(`{"type":"hologram","beam":1}`)}}
		}},
		{Name: "odd-surrogate", Tool: "Bash", Input: `{"command":"echo \udcb2\u0000"}`, Text: "a\x00b\u202ec"},
	}
}
