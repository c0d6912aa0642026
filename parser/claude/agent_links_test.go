package claude

import "testing"

// shelf is what lies in a project folder, and the structure that it must have.
type shelf struct {
	name  string
	tales map[string]string
	want  string
}

func testShelves(t *testing.T, tests []shelf) {
	t.Parallel()
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			testFolder(t, test.tales, test.want)
		})
	}
}

// agentFile is an agent's transcript, by the name that it has since agents have a folder.
const agentFile = "s1/subagents/agent-abc1.jsonl"

// TestAgentLinks: each way to find the call that spawned an agent, and which of
// two that disagree is believed.
func TestAgentLinks(t *testing.T) {
	const (
		twoCalls = `
			a prompt go
			b<a call m1 t1 Task Look here.
			c<a call m2 t2 Task Look there.
		`
		agent = `
			v#s1 prompt Your words. | "isSidechain":true,"agentId":"abc1"
			w<v#s1 reply x1 seen | "isSidechain":true,"agentId":"abc1"
		`
	)
	testShelves(t, []shelf{
		{"the meta file", map[string]string{
			"s1.jsonl":                          twoCalls,
			agentFile:                           agent,
			"s1/subagents/agent-abc1.meta.json": `{"toolUseId":"t2","agentType":"Explore"}`,
		}, `
			session 11111111
			branch live
			  prompt a
			    reply b [Task without result]
			    reply c [Task agent abc1 without result]
			agent abc1 task called by t2, known by meta
			  branch live
			    prompt v
			      reply w
			5 lines: 5 shown
		`},
		{"the structured result", map[string]string{
			"s1.jsonl": twoCalls + `
				d<c result t2 seen | "toolUseResult":{"agentId":"abc1"}
			`,
			agentFile: agent,
		}, `
			session 11111111
			branch live
			  prompt a
			    reply b [Task without result]
			    reply c [Task agent abc1]
			agent abc1 task called by t2, known by result
			  branch live
			    prompt v
			      reply w
			6 lines: 5 shown 1 merged
		`},
		{"the text of the result, where it is no tail of a longer word", map[string]string{
			"s1.jsonl": twoCalls + `
				d<b result t1 subagentId: abc1
				e<d result t2 seen agentId: abc1 (use SendMessage to go on)
			`,
			agentFile: agent,
		}, `
			session 11111111
			branch live
			  prompt a
			    reply b [Task]
			    reply c [Task agent abc1]
			agent abc1 task called by t2, known by text
			  branch live
			    prompt v
			      reply w
			7 lines: 5 shown 2 merged
		`},
		{"progress", map[string]string{
			"s1.jsonl": twoCalls + `
				d<c asked t2 abc1 Your words.
			`,
			agentFile: agent,
		}, `
			session 11111111
			branch live
			  prompt a
			    reply b [Task without result]
			    reply c [Task agent abc1 without result]
			agent abc1 task called by t2, known by progress
			  branch live
			    prompt v
			      reply w
			6 lines: 5 shown 1 structural
		`},
		{"the prompt, whatever its white space", map[string]string{
			"s1.jsonl": twoCalls,
			agentFile: `
				v#s1 prompt   Look    there. | "isSidechain":true,"agentId":"abc1"
				w<v#s1 reply x1 seen | "isSidechain":true,"agentId":"abc1"
			`,
		}, `
			session 11111111
			branch live
			  prompt a
			    reply b [Task without result]
			    reply c [Task agent abc1 without result]
			agent abc1 task called by t2, known by prompt
			  branch live
			    prompt v
			      reply w
			5 lines: 5 shown
		`},
		{"the meta file names a call that is not there: the next best is believed", map[string]string{
			"s1.jsonl": twoCalls + `
				d<c result t2 seen | "toolUseResult":{"agentId":"abc1"}
			`,
			agentFile:                           agent,
			"s1/subagents/agent-abc1.meta.json": `{"toolUseId":"t9"}`,
		}, `
			session 11111111
			branch live
			  prompt a
			    reply b [Task without result]
			    reply c [Task agent abc1]
			agent abc1 task called by t2, known by result
			  branch live
			    prompt v
			      reply w
			6 lines: 5 shown 1 merged
		`},
		{"the meta file is believed before the result", map[string]string{
			"s1.jsonl": twoCalls + `
				d<b result t1 seen | "toolUseResult":{"agentId":"abc1"}
			`,
			agentFile:                           agent,
			"s1/subagents/agent-abc1.meta.json": `{"toolUseId":"t2"}`,
		}, `
			session 11111111
			branch live
			  prompt a
			    reply b [Task]
			    reply c [Task agent abc1 without result]
			agent abc1 task called by t2, known by meta
			  branch live
			    prompt v
			      reply w
			6 lines: 5 shown 1 merged
		`},
		{"nothing", map[string]string{"s1.jsonl": twoCalls, agentFile: agent}, `
			session 11111111
			branch live
			  prompt a
			    reply b [Task without result]
			    reply c [Task without result]
			agent abc1 task
			  branch live
			    prompt v
			      reply w
			5 lines: 5 shown
		`},
		{"two agents with one prompt, each its own call", map[string]string{
			"s1.jsonl": `
				a prompt go
				b<a call m1 t1 Task Look here.
				c<b call m1 t2 Task Look here.
			`,
			agentFile: `
				v@5#s1 prompt Look here. | "isSidechain":true,"agentId":"abc1"
			`,
			"s1/subagents/agent-abc2.jsonl": `
				w@6#s1 prompt Look here. | "isSidechain":true,"agentId":"abc2"
			`,
		}, `
			session 11111111
			branch live
			  prompt a
			    reply b [Task agent abc1 without result] [Task agent abc2 without result]
			agent abc1 task called by t1, known by prompt
			  branch live
			    prompt v
			agent abc2 task called by t2, known by prompt
			  branch live
			    prompt w
			5 lines: 4 shown 1 merged
		`},
		{"beside the sessions, as before there was a folder for agents", map[string]string{
			"s1.jsonl": twoCalls + `
				d<c result t2 seen | "toolUseResult":{"agentId":"abc1"}
			`,
			"agent-abc1.jsonl": agent,
		}, `
			session 11111111
			branch live
			  prompt a
			    reply b [Task without result]
			    reply c [Task agent abc1]
			agent abc1 task called by t2, known by result
			  branch live
			    prompt v
			      reply w
			6 lines: 5 shown 1 merged
		`},
	})
}
