package claude

import (
	"fmt"
	"testing"
)

// TestAnswers: the answer of an agent that works in the background is told exactly
// once, with the call that started it, wherever and however often it was written. Where it
// arrived, a line says so, unless that is right behind the call.
func TestAnswers(t *testing.T) {
	const launch = `
		a prompt go
		b<a call m1 t1 Task Count them.
		c<b result t1 Async agent launched successfully. agentId: abc1 | "toolUseResult":{"isAsync":true,"status":"async_launched","agentId":"abc1"}
		d<c reply m2 started
	`
	queued := func(operation string) string {
		return fmt.Sprintf(`{"type":"queue-operation","operation":%q,"timestamp":"2026-03-01T10:00:05.000Z","sessionId":"s1","content":%s}`,
			operation, quoteJSON(endNotice("abc1", "t1", "There are 12.")))
	}
	handed := fmt.Sprintf(`{"type":"attachment","uuid":"h","parentUuid":"d","timestamp":"2026-03-01T10:00:06.000Z","sessionId":"s1","attachment":{"type":"queued_command","commandMode":"task-notification","prompt":%s}}`,
		quoteJSON(endNotice("abc1", "t1", "There are 12.")))
	handedBack := `e<d prompt x | "isMeta":true,"origin":{"kind":"peer","from":"abc1","handback":true},"message":{"role":"user","content":` + quoteJSON(
		"Another Claude session sent a message:\n<agent-message from=\"abc1\">\n[Subagent hand-back] It is model output. The report follows:\n  There are 12.\n</agent-message>") + `}
		`
	const elsewhere = `This agent's report was delivered to you as a message from "abc1" (its SubagentHandback call). Read it there; it is not repeated here.`
	testTales(t, []told{
		{"a notification", launch + `
			e<d ended abc1 t1 There are 12.
			f<e reply m3 twelve
		`, `
			branch live
			  prompt a
			    reply b [Task]
			      event e task-notification with answer
			    reply d
			    event e-arrived task-notified
			    reply f
			6 lines: 4 shown 2 merged
		`},
		{"queued, taken from the queue, said", launch + queued("enqueue") + `
			{"type":"queue-operation","operation":"dequeue","timestamp":"2026-03-01T10:00:06.000Z","sessionId":"s1"}
			e<d ended abc1 t1 There are 12.
			f<e reply m3 twelve
		`, `
			branch live
			  prompt a
			    reply b [Task]
			      event e task-notification with answer
			    reply d
			    event e-arrived task-notified
			    reply f
			8 lines: 4 shown 3 merged 1 structural
		`},
		{"queued, and handed over in the middle of a turn", launch + queued("enqueue") + "\n" + queued("remove") + "\n" + handed + `
			f<h reply m3 twelve
		`, `
			branch live
			  prompt a
			    reply b [Task]
			      event h task-notification with answer
			    reply d
			    event h-arrived task-notified
			    reply f
			8 lines: 4 shown 4 merged
		`},
		{"queued and never taken", launch + queued("enqueue"), `
			branch live
			  prompt a
			    reply b [Task]
			      event b5ec0359 task-notification with answer
			    reply d
			    event b5ec0359-arrived task-notified
			5 lines: 3 shown 2 merged
		`},
		{"said twice", launch + `
			e<d ended abc1 t1 There are 12.
			f<e ended abc1 t1 There are 12.
			g<f reply m3 twelve
		`, `
			branch live
			  prompt a
			    reply b [Task]
			      event e task-notification with answer
			    reply d
			    event e-arrived task-notified
			    reply g
			7 lines: 4 shown 3 merged
		`},
		{"two answers of an agent that was asked again", launch + `
			e<d ended abc1 t1 There are 12.
			f<e reply m3 count again
			g<f ended abc1 t1 There are 13.
		`, `
			branch live
			  prompt a
			    reply b [Task]
			      event e task-notification with answer
			      event g task-notification with answer
			    reply d
			    event e-arrived task-notified
			    reply f
			    event g-arrived task-notified
			7 lines: 4 shown 3 merged
		`},
		{"handed back in a message, and announced", launch + handedBack + fmt.Sprintf(`
			f<e reply m3 twelve
			g<f ended abc1 t1 %s
			h<g reply m4 it is only the notice
		`, elsewhere), `
			branch live
			  prompt a
			    reply b [Task]
			      event e handback
			      event g task-notification
			    reply d
			    event e-arrived task-notified
			    reply f
			    event g-arrived task-notified
			    reply h
			8 lines: 5 shown 3 merged
		`},
		{"after other turns", launch + `
			e<d prompt something else
			f<e reply m3 done
			g<f ended abc1 t1 There are 12.
			h<g reply m4 twelve
		`, `
			branch live
			  prompt a
			    reply b [Task]
			      event g task-notification with answer
			    reply d
			  prompt e
			    reply f
			    event g-arrived task-notified
			    reply h
			8 lines: 6 shown 2 merged
		`},
		{"known by the agent alone", launch + `
			e<d ended abc1  There are 12.
		`, `
			branch live
			  prompt a
			    reply b [Task]
			      event e task-notification with answer
			    reply d
			    event e-arrived task-notified
			5 lines: 3 shown 2 merged
		`},
		{"of a task that nothing here started", launch + `
			e<d ended zzz9 t9 There are 12.
		`, `
			branch live
			  prompt a
			    reply b [Task]
			    reply d
			    event e task-notification with answer
			5 lines: 4 shown 1 merged
		`},
		{"asked for, and then told again", launch + `
			e<d call m3 t2 TaskOutput {"task_id":"abc1"}
			f<e result t2 There are 12.
			g<f reply m4 twelve
			h<g ended abc1 t1 There are 12.
		`, `
			branch live
			  prompt a
			    reply b [Task]
			      event h task-notification
			    reply d
			    reply e [TaskOutput]
			    reply g
			    event h-arrived task-notified
			8 lines: 5 shown 3 merged
		`},
		{"told, and asked for all the same", launch + `
			e<d ended abc1 t1 There are 12.
			f<e call m3 t2 TaskOutput {"task_id":"abc1"}
			g<f result t2 There are 12.
		`, `
			branch live
			  prompt a
			    reply b [Task]
			      event e task-notification
			    reply d
			    event e-arrived task-notified
			    reply f [TaskOutput]
			7 lines: 4 shown 3 merged
		`},
		{"asked for in vain, and told later", launch + `
			e<d call m3 t2 TaskOutput {"task_id":"abc1"}
			f<e result t2 not ready
			g<f ended abc1 t1 There are 12.
		`, `
			branch live
			  prompt a
			    reply b [Task]
			      event g task-notification with answer
			    reply d
			    reply e [TaskOutput]
			    event g-arrived task-notified
			7 lines: 4 shown 3 merged
		`},
		{"told on the branch that was left", launch + `
			e<d ended abc1 t1 There are 12.
			f<e prompt go on
			h<f reply m4 yes
			g<d prompt or not
		`, `
			branch live
			  prompt a
			    reply b [Task]
			      event e task-notification with answer
			    reply d
			    event e-arrived task-notified
			  prompt g [also f]
			branch f of live after d instead of g
			  prompt f
			    reply h
			8 lines: 6 shown 2 merged
		`},
	})
}

// TestTeams: members of a team, whose meta files name no call.
func TestTeams(t *testing.T) {
	const crew = `
		a prompt start a team
		b<a call m1 t1 Agent {"prompt":"You are ann.","name":"ann","team_name":"crew"}
		c<b call m1 t2 Agent {"prompt":"You are bob.","name":"bob","team_name":"crew"}
		d<b result t1 spawned | "toolUseResult":{"status":"teammate_spawned","teammate_id":"ann@crew","name":"ann"}
		e<c result t2 spawned | "toolUseResult":{"status":"teammate_spawned","teammate_id":"bob@crew","name":"bob"}
		f<e prompt <teammate-message teammate_id="ann">half done</teammate-message>
		g<f reply m2 good
	`
	testShelves(t, []shelf{
		{"by their prompts", map[string]string{
			"s1.jsonl": crew,
			"s1/subagents/agent-abc2.jsonl": `
				v#s1 prompt <teammate-message teammate_id="team-lead">You are bob.</teammate-message> | "isSidechain":true,"agentId":"abc2"
				w<v#s1 reply x1 yes | "isSidechain":true,"agentId":"abc2"
				y<w#s1 prompt <teammate-message teammate_id="ann">hello bob</teammate-message> | "isSidechain":true,"agentId":"abc2"
			`,
			"s1/subagents/agent-abc2.meta.json": `{"agentType":"general-purpose","name":"bob"}`,
			agentFile: `
				z#s1 prompt <teammate-message teammate_id="team-lead">You are ann.</teammate-message> | "isSidechain":true,"agentId":"abc1"
			`,
		}, `
			session 11111111
			branch live
			  prompt a
			    reply b [Agent agent abc1] [Agent agent abc2]
			    event f teammate-message
			    reply g
			agent abc1 teammate called by t1, known by prompt
			  branch live
			    prompt z
			agent abc2 teammate called by t2, known by prompt
			  branch live
			    prompt v
			      reply w
			    prompt y
			11 lines: 8 shown 3 merged
		`},
		{"by their names", map[string]string{
			"s1.jsonl": crew,
			"s1/subagents/agent-abob-1.jsonl": `
				v#s1 prompt <teammate-message teammate_id="team-lead">Work.</teammate-message> | "isSidechain":true,"agentId":"bob@crew"
			`,
		}, `
			session 11111111
			branch live
			  prompt a
			    reply b [Agent] [Agent agent abob-1]
			    event f teammate-message
			    reply g
			agent abob-1 teammate called by t2, known by result
			  branch live
			    prompt v
			8 lines: 5 shown 3 merged
		`},
	})
}

// TestRuns: agents of a workflow, in the order of its journal.
func TestRuns(t *testing.T) {
	const main = `
		a prompt look it over
		b<a call m1 t1 Workflow {"script":"..."}
		c<b result t1 started | "toolUseResult":{"isAsync":true,"status":"async_launched","runId":"wf_1","taskId":"k1"}
		d<c ended k1 t1 all fine
	`
	const run = "s1/subagents/workflows/wf_1/"
	step := func(id, prompt string) string {
		return fmt.Sprintf("%s1#s1 prompt %s | \"isSidechain\":true,\"agentId\":%q", id, prompt, id)
	}
	testShelves(t, []shelf{
		{"with a journal, while it runs", map[string]string{
			"s1.jsonl":                  main,
			run + "agent-abc1.jsonl":    step("abc1", "First."),
			run + "agent-abc2.jsonl":    step("abc2", "Second."),
			run + "journal.jsonl":       `{"type":"started","key":"x","agentId":"abc2"}` + "\n" + `{"type":"started","key":"y","agentId":"abc1"}`,
			"s1/workflows/scripts/x.js": "export default 1",
		}, `
			session 11111111
			branch live
			  prompt a
			    reply b [Workflow]
			      event d task-notification with answer
			agent abc1 workflow called by t1, known by result
			  branch live
			    prompt abc11
			agent abc2 workflow called by t1, known by result
			  branch live
			    prompt abc21
			workflow wf_1 called by t1
			  agent abc2
			  agent abc1
			8 lines: 4 shown 2 merged 2 metadata
		`},
		{"an answer whose transcript is gone", map[string]string{
			"s1.jsonl":               main,
			run + "agent-abc1.jsonl": step("abc1", "First."),
			run + "journal.jsonl":    `{"type":"started","key":"y","agentId":"abc1"}` + "\n" + `{"type":"result","key":"z","agentId":"abc9","result":"fine"}`,
			"s1/workflows/wf_1.json": `{"runId":"wf_1","workflowName":"review","status":"completed","phases":[{"title":"Look"}],"workflowProgress":[{"type":"workflow_agent","agentId":"abc1","label":"one","phaseIndex":1}]}`,
		}, `
			session 11111111
			branch live
			  prompt a
			    reply b [Workflow]
			      event d task-notification with answer
			agent abc1 workflow called by t1, known by result
			  branch live
			    prompt abc11
			agent abc9 workflow called by t1, known by result
			  branch live
			    event 00ce2935 result
			workflow wf_1 called by t1
			  agent abc1
			  agent abc9
			7 lines: 3 shown 2 merged 2 metadata
		`},
		{"without a journal, and without the call", map[string]string{
			"s1.jsonl": `
				a prompt hello
			`,
			run + "agent-abc1.jsonl": step("abc1", "First."),
		}, `
			session 11111111
			branch live
			  prompt a
			agent abc1 workflow
			  branch live
			    prompt abc11
			workflow wf_1
			  agent abc1
			2 lines: 2 shown
		`},
	})
}
