package card

import "steno/parser"

// newestCalls are calls of the tools that came after 2.1.115.
func newestCalls() []testCall {
	return []testCall{
		{Name: "findings", Tool: "ReportFindings", Input: `{"level":"high","findings":[{"file":"hull/plank.go","line":42,"summary":"A plank is counted twice.","short_summary":"Double count","failure_scenario":"Two planks at one place: 3 instead of 2.","category":"correctness","severity":"important","verdict":"CONFIRMED","outcome":"fixed"},{"file":"sail.go","summary":"The sail may be nil.","failure_scenario":"No sail is set.","severity":"pre_existing","outcome":"no_change_needed"}]}`,
			Text: "2 findings reported.", Structured: `{"count":2,"level":"high","findings":[{"file":"hull/plank.go","line":42,"summary":"A plank is counted twice.","failure_scenario":"Two planks at one place: 3 instead of 2."}]}`},
		{Name: "findings-none", Tool: "ReportFindings", Input: `{"findings":[]}`, Text: "No findings.", Structured: `{"count":0,"findings":[]}`},
		{Name: "findings-odd", Tool: "ReportFindings", Input: `{"findings":"none at all"}`, Text: "?"},
		{Name: "publish", Tool: "Artifact", Input: `{"file_path":"/home/ann/boat/plan.html","title":"Deck plan","description":"All decks.","icon":"map","label":"Draft"}`,
			Text: "Published at https://pages.example/a/1", Structured: `{"url":"https://pages.example/a/1","path":"/home/ann/boat/plan.html","title":"Deck plan","version":"3","warnings":["no alt text"]}`},
		{Name: "publish-list", Tool: "Artifact", Input: `{"action":"list","limit":5}`, Text: "1 artifact", Structured: `{"artifacts":[{"title":"Deck plan","url":"https://pages.example/a/1","updatedAt":"2026-07-01","role":"editor"}],"total":1}`},
		{Name: "publish-read", Tool: "Artifact", Input: `{"action":"read","url":"https://pages.example/a/1","prompt":"How many decks?"}`, Text: "Three decks.",
			Structured: `{"read":{"url":"https://pages.example/a/1","bytes":900,"code":200,"codeText":"OK","result":"Three decks.","durationMs":80}}`},
		{Name: "send-file", Tool: "SendUserFile", Input: `{"files":["/home/ann/boat/plan.pdf","/home/ann/boat/b.pdf"],"caption":"The plans."}`, Text: "Sent 2 files."},
		{Name: "send-message", Tool: "SendUserMessage", Input: `{"message":"The **hull** is done.","status":"normal"}`, Text: "Message delivered."},
		{Name: "push", Tool: "PushNotification", Input: `{"message":"The hull is done","status":"proactive"}`, Text: `{"message":"The hull is done","pushSent":false,"disabledReason":"user_present"}`,
			Structured: `{"message":"The hull is done","pushSent":false,"disabledReason":"user_present","sentAt":"2026-07-01T10:00:00Z"}`},
		{Name: "handback", Tool: "SubagentHandback", Input: `{"message":"All planks are **sound**."}`,
			Text: `{"success":true,"message":"Report delivered to your caller."}`, Structured: `{"success":true,"message":"Report delivered to your caller."}`},
		{Name: "notifications", Tool: "ReadNotifications", Input: `{}`, Text: `{"notifications":[{"notification_id":"n1","origin":"github_webhook","queued_at":"2026-07-01T10:00:00Z","content":"CI failed on main"}],"remaining":2}`,
			Structured: `{"notifications":[{"notification_id":"n1","origin":"github_webhook","queued_at":"2026-07-01T10:00:00Z","content":"CI failed on main"}],"remaining":2}`,
			Change:     func(c *parser.ToolCall) { c.Result.Content = nil }},
		{Name: "notifications-printed", Tool: "ReadNotifications", Input: `{}`, Text: "1. CI failed on main"},
		{Name: "goal", Tool: "ProposeGoal", Input: `{"condition":"All tests pass","ask_user":false}`, Text: "Goal set.", Structured: `{"condition":"All tests pass","askUser":false}`},
		{Name: "skills", Tool: "ProposeSkills", Input: `{"proposals":[{"name":"caulk-planks","kind":"new","description":"How to caulk.","content":"# Caulk\n\n1. **Clean** the seam.\n2. Fill it.","evidence":"Done three times."}]}`, Text: "Proposed.", Structured: `{"proposalCount":1}`},
		{Name: "feedback", Tool: "SendFeedback", Input: `{"type":"missing_capability","title":"No way to reef","details":"**What happened:** nothing.","area":"sails"}`, Text: `{"success":true,"message":"Thank you."}`, Structured: `{"success":true,"message":"Thank you."}`},
		{Name: "chrome", Tool: "OfferChromeSetup", Input: `{"reason":"to see the harbour"}`, Text: "not now", Structured: `{"outcome":"not_now"}`},
		{Name: "role", Tool: "ShowOnboardingRolePicker", Input: `{}`, Text: "sailor", Structured: `{"role":"sailor"}`},
		{Name: "design", Tool: "ClaudeDesign", Input: `{"operation":"create_frame","arguments":{"name":"Deck","size":{"width":800,"height":600}}}`, Text: "Made a frame.", Structured: `{"operation":"create_frame","content":[{"type":"text","text":"Made a frame."}]}`},
		{Name: "projects", Tool: "Projects", Input: `{"method":"project_search","query":"keel","n":3}`, Text: "Found.", Structured: `{"method":"project_search","rag":true,"hits":[{"name":"Keel","text":"A keel is **long**.","page":4}]}`},
		{Name: "projects-read", Tool: "Projects", Input: `{"method":"project_read","path":"docs/keel.md"}`, Text: "A keel.", Structured: `{"method":"project_read","path":"docs/keel.md","content":"A keel.","created_at":null}`},
		{Name: "trigger", Tool: "RemoteTrigger", Input: `{"action":"create","body":{"name":"nightly","schedule":"0 3 * * *","prompt":"Run the tests and tell me what failed in the night."}}`,
			Text: `HTTP 201`, Structured: `{"status":201,"json":"{\"id\":\"t1\",\"enabled\":true}","summary":"Created t1."}`},
		{Name: "repl", Tool: "REPL", Input: `{"code":"const planks = 3\nplanks * 2","description":"Count"}`, Text: "6"},
		{Name: "sleep", Tool: "Sleep", Input: `{"duration_ms":90000,"reason":"the tide"}`, Text: "Awake."},
		{Name: "mcp-dir", Tool: "ReadMcpResourceDir", Input: `{"server":"charts","uri":"chart://all/"}`, Text: `{"resources":[{"uri":"chart://1","name":"North"},{"uri":"chart://2","name":"South"}]}`,
			Structured: `{"resources":[{"uri":"chart://1","name":"North"},{"uri":"chart://2","name":"South"}]}`},
		{Name: "mcp-refresh", Tool: "RefreshMcpTools", Input: `{"server":"charts"}`, Text: "refreshed", Structured: `[{"server":"charts","status":"refreshed","toolCount":4,"added":["find_chart"],"removed":[]}]`},
		{Name: "taskoutput-text", Tool: "TaskOutput", Input: `{"task_id":"b1","block":false}`,
			Text: "<retrieval_status>success</retrieval_status>\n\n<task_id>b1</task_id>\n\n<task_type>local_bash</task_type>\n\n<status>completed</status>\n\n<exit_code>0</exit_code>\n\n<output>\nok <b>hull</b>\n</output>"},
		{Name: "agent-usage", Tool: "Agent", Input: `{"description":"Count","prompt":"Count."}`,
			Text: "Three.\nagentId: a9f (for SendMessage)\n<usage><subagent_tokens>48123</subagent_tokens><tool_uses>7</tool_uses><duration_ms>61000</duration_ms></usage>"},
		{Name: "web-open", Tool: "web_search", Input: `{"type":"open_page","url":"https://tides.example/today"}`},
		{Name: "web-find", Tool: "web_search", Input: `{"type":"find_in_page","url":"https://tides.example/today","pattern":"high water"}`},
		{Name: "web-queries", Tool: "web_search", Input: `{"type":"search","query":"tides","queries":["tides"]}`},
		{Name: "web-several", Tool: "web_search", Input: `{"type":"search","query":"tides","queries":["tides","ebb and flood"]}`},
		{Name: "web-action", Tool: "web_search", Input: `{"query":"","action":{"type":"open_page","url":"https://tides.example/today"}}`},
		{Name: "web-other", Tool: "web_search", Input: `{"query":"","action":{"type":"other"}}`},
		{Name: "web-hits", Tool: "web_search", Input: `{"query":"tides"}`, Change: func(c *parser.ToolCall) {
			c.Result.Content = []parser.Block{&parser.Document{Title: "Tides today", Ref: "https://tides.example/today", Text: "2 days ago"}}
		}},
	}
}
