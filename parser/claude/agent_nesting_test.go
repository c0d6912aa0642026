package claude

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestAgentsWithoutFile: agents whose records stand in the main transcript.
func TestAgentsWithoutFile(t *testing.T) {
	testTales(t, []told{
		{"sidechains, by their prompt", `
			a prompt go
			b<a call m1 t1 Task Look here.
			c<b call m1 t2 Task Look there.
			v prompt Look there. | "isSidechain":true
			w<v reply x1 there it is | "isSidechain":true
			y prompt Look here. | "isSidechain":true
			z<y reply x2 here it is | "isSidechain":true
			d<b result t1 here it is
			e<c result t2 there it is
			f<e reply m2 found
		`, `
			branch live
			  prompt a
			    reply b [Task agent sidechain-y] [Task agent sidechain-v]
			    reply f
			agent sidechain-v sidechain called by t2, known by sidechain
			  branch live
			    prompt v
			      reply w
			agent sidechain-y sidechain called by t1, known by sidechain
			  branch live
			    prompt y
			      reply z
			10 lines: 7 shown 3 merged
		`},
		{"a sidechain in other words, by its time", `
			a prompt go
			b<a call m1 t1 Task Look here.
			c<b result t1 nothing
			d<c call m2 t2 Task Look there.
			v prompt Please look. | "isSidechain":true
			w<v reply x1 there it is | "isSidechain":true
			e<d result t2 there it is
		`, `
			branch live
			  prompt a
			    reply b [Task]
			    reply d [Task agent sidechain-v]
			agent sidechain-v sidechain called by t2, known by sidechain
			  branch live
			    prompt v
			      reply w
			7 lines: 5 shown 2 merged
		`},
		{"a sidechain before any call", `
			a prompt go
			v prompt Please look. | "isSidechain":true
			b<a reply m1 done
		`, `
			branch live
			  prompt a
			    reply b
			agent sidechain-v sidechain
			  branch live
			    prompt v
			3 lines: 3 shown
		`},
		{"a sidechain that hangs from its call, and is rewound itself", `
			a prompt go
			b<a call m1 t1 Task Look here.
			v<b prompt Look here. | "isSidechain":true
			w<v reply x1 what | "isSidechain":true
			y<w prompt one | "isSidechain":true
			x<y reply x2 yes | "isSidechain":true
			z<w prompt two | "isSidechain":true
			c<b result t1 done
		`, `
			branch live
			  prompt a
			    reply b [Task agent sidechain-v]
			agent sidechain-v sidechain called by t1, known by sidechain
			  branch live
			    prompt v
			      reply w
			    prompt z [also y]
			  branch y of live after w instead of z
			    prompt y
			      reply x
			8 lines: 7 shown 1 merged
		`},
		{"known from progress alone", `
			a prompt go
			b<a call m1 t1 Task Look here.
			p<b asked t1 abc1 Look here.
			q<p spoke t1 abc1 there it is
			c<q result t1 there it is
			d<c reply m2 found
		`, `
			branch live
			  prompt a
			    reply b [Task agent abc1]
			    reply d
			agent abc1 progress called by t1, known by progress
			  branch live
			    prompt f33d04cd
			      reply ofabc1
			6 lines: 5 shown 1 merged
		`},
	})
}

// TestNestedAgents: agents of agents, which lie flat beside each other.
func TestNestedAgents(t *testing.T) {
	const main = `
		a prompt go
		b<a call m1 t1 Agent Lead.
		c<b result t1 led | "toolUseResult":{"agentId":"abc1"}
	`
	testShelves(t, []shelf{
		{"by meta file and by text, three deep", map[string]string{
			"s1.jsonl": main,
			agentFile: `
				v#s1 prompt Lead. | "isSidechain":true,"agentId":"abc1"
				w<v#s1 call x1 t2 Agent Dig.
				y<w#s1 result t2 dug agentId: abc2 (use SendMessage to go on)
			`,
			"s1/subagents/agent-abc2.jsonl": `
				f#s1 prompt Dig. | "isSidechain":true,"agentId":"abc2"
				g<f#s1 call y1 t3 Agent Deeper.
			`,
			"s1/subagents/agent-abc3.jsonl": `
				h#s1 prompt Deeper, please. | "isSidechain":true,"agentId":"abc3"
			`,
			"s1/subagents/agent-abc3.meta.json": `{"toolUseId":"t3","spawnDepth":3}`,
		}, `
			session 11111111
			branch live
			  prompt a
			    reply b [Agent agent abc1]
			agent abc1 task called by t1, known by result
			  branch live
			    prompt v
			      reply w [Agent agent abc2]
			  agent abc2 task called by t2, known by text
			    branch live
			      prompt f
			        reply g [Agent agent abc3 without result]
			    agent abc3 task called by t3, known by meta
			      branch live
			        prompt h
			9 lines: 7 shown 2 merged
		`},
		{"known from the progress of the agent that spawned it", map[string]string{
			"s1.jsonl": main,
			agentFile: `
				v#s1 prompt Lead. | "isSidechain":true,"agentId":"abc1"
				w<v#s1 call x1 t2 Agent Dig.
				y<w#s1 spoke t2 abc2 dug
				z<y#s1 result t2 dug
			`,
		}, `
			session 11111111
			branch live
			  prompt a
			    reply b [Agent agent abc1]
			agent abc1 task called by t1, known by result
			  branch live
			    prompt v
			      reply w [Agent agent abc2]
			  agent abc2 progress called by t2, known by progress
			    branch live
			      reply ofabc2
			7 lines: 5 shown 2 merged
		`},
		{"interrupted: only the meta file tells whose", map[string]string{
			"s1.jsonl": main,
			agentFile: `
				v#s1 prompt Lead. | "isSidechain":true,"agentId":"abc1"
				w<v#s1 reply x1 leading
			`,
			"s1/subagents/agent-abc2.jsonl": `
				f#s1 prompt Dig. | "isSidechain":true,"agentId":"abc2"
			`,
			"s1/subagents/agent-abc2.meta.json": `{"toolUseId":"gone","parentAgentId":"abc1"}`,
		}, `
			session 11111111
			branch live
			  prompt a
			    reply b [Agent agent abc1]
			agent abc1 task called by t1, known by result
			  branch live
			    prompt v
			      reply w
			  agent abc2 task
			    branch live
			      prompt f
			6 lines: 5 shown 1 merged
		`},
		{"two that say they spawned each other", map[string]string{
			"s1.jsonl": `
				a prompt go
			`,
			agentFile: `
				v#s1 prompt One. | "isSidechain":true,"agentId":"abc1"
				w<v#s1 call x1 t1 Agent Two.
			`,
			"s1/subagents/agent-abc1.meta.json": `{"toolUseId":"t2"}`,
			"s1/subagents/agent-abc2.jsonl": `
				f#s1 prompt Two. | "isSidechain":true,"agentId":"abc2"
				g<f#s1 call y1 t2 Agent One.
			`,
			"s1/subagents/agent-abc2.meta.json": `{"toolUseId":"t1"}`,
		}, `
			session 11111111
			branch live
			  prompt a
			agent abc2 task
			  branch live
			    prompt f
			      reply g [Agent agent abc1 without result]
			  agent abc1 task called by t2, known by meta
			    branch live
			      prompt v
			        reply w [Agent without result]
			5 lines: 5 shown
		`},
	})
}

// TestInternalAgents: runs of Claude Code's own, which are told apart, and files
// that go on from records of the main transcript.
func TestInternalAgents(t *testing.T) {
	const main = `
		a prompt go
		b<a call m1 t1 Task Look.
		c<b result t1 seen
		d<c reply m2 done
	`
	testShelves(t, []shelf{
		{"a compaction replays the whole talk", map[string]string{
			"s1.jsonl": main,
			"s1/subagents/agent-acompact-1.jsonl": `
				v<d@9#s1 prompt Sum it up. | "isSidechain":true,"agentId":"acompact-1"
				w<v#s1 reply x1 so far | "isSidechain":true,"agentId":"acompact-1"
			`,
			"s1/subagents/agent-aprompt_suggestion-2.jsonl": `
				y<d@11#s1 prompt Suggest. | "isSidechain":true,"agentId":"aprompt_suggestion-2"
			`,
			"s1/subagents/agent-aside_question-3.jsonl": `
				z<d@12#s1 prompt What is it? | "isSidechain":true,"agentId":"aside_question-3"
			`,
			"s1/subagents/agent-abc4.jsonl": `
				u@13#s1 prompt Warmup | "isSidechain":true,"agentId":"abc4"
			`,
		}, `
			session 11111111
			branch live
			  prompt a
			    reply b [Task]
			    reply d
			agent acompact-1 internal
			  branch live
			    prompt v
			      reply w
			agent aprompt_suggestion-2 internal
			  branch live
			    prompt y
			agent aside_question-3 internal
			  branch live
			    prompt z
			agent abc4 internal
			  branch live
			    event u warmup
			9 lines: 8 shown 1 merged
		`},
		{"an agent that begins with a result of the main transcript", map[string]string{
			"s1.jsonl": main,
			agentFile: `
				{"type":"fork-context-ref","agentId":"abc1","parentSessionId":"s1","parentLastUuid":"b","contextLength":2}
				v<b@5#s1 result t1 seen | "isSidechain":true,"agentId":"abc1"
				w<v#s1 prompt Look. | "isSidechain":true,"agentId":"abc1"
				y<w#s1 reply x1 seen | "isSidechain":true,"agentId":"abc1"
			`,
		}, `
			session 11111111
			branch live
			  prompt a
			    reply b [Task agent abc1]
			    reply d
			agent abc1 task called by t1, known by prompt
			  branch live
			    event v [result without call]
			    prompt w
			      reply y
			8 lines: 6 shown 1 merged 1 metadata
		`},
	})
}

// TestModelsOfAgents: where nothing but agents is left of a session, its models are theirs.
func TestModelsOfAgents(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	folder := filepath.Join(dir, "-repo", "11111111-1111-4111-8111-111111111111", "subagents")
	if err := os.MkdirAll(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	tale := strings.ReplaceAll(sessionIDs.Replace(tell(`
		v#s1 prompt Your words. | "isSidechain":true,"agentId":"abc1"
		w<v#s1 reply x1 seen | "isSidechain":true,"agentId":"abc1"
	`)), `"opus"`, `"haiku"`)
	if err := os.WriteFile(filepath.Join(folder, "agent-abc1.jsonl"), []byte(tale), 0o666); err != nil {
		t.Fatal(err)
	}
	all := parseAll(t, dir)
	if len(all) != 1 || !slices.Equal(all[0].Models, []string{"haiku"}) {
		t.Errorf("%d sessions, %v", len(all), all[0].Models)
	}
}
