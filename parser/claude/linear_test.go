package claude

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"steno/parser/modeltest"
	"steno/parser/source"
)

// monotone is input that repeats one thing, in a way that tempts a parser to go
// through all that came before each time.
type monotone struct {
	name string
	text func(n int) string // a transcript of so many repetitions
}

// lines repeats a line; first takes the place of line 0 unless it is "".
func lines(first string, line func(i int) string) func(n int) string {
	return func(n int) string {
		all := make([]string, n)
		for i := range all {
			all[i] = line(i)
		}
		if first != "" {
			all[0] = first
		}
		return strings.Join(all, "\n")
	}
}

// within repeats a part of one line.
func within(before, part, after string) func(n int) string {
	return func(n int) string { return before + strings.Repeat(part, n) + after }
}

// inText repeats a part of a prompt.
func inText(before, part, after string) func(n int) string {
	return within(`{"type":"user","uuid":"a","message":{"content":"`+before, part, after+`"}}`)
}

const aCall = `{"type":"assistant","uuid":"a","parentUuid":null,"message":{"id":"m","content":[{"type":"tool_use","id":"t","name":"Task","input":{}}]}}`

// prompted makes a user record with a plain content.
func prompted(uuid, parent, content string) string {
	return fmt.Sprintf(`{"type":"user","uuid":%q,"parentUuid":%s,"message":{"content":%q}}`, uuid, parent, content)
}

func id(i int) string { return fmt.Sprint("v", i) }

func link(i int) string { return fmt.Sprintf(`"v%d"`, i) }

func monotones() []monotone {
	return []monotone{
		{"prompts below one parent", lines(prompted("a", "null", "x"), func(i int) string { return prompted(id(i), `"a"`, id(i)) })},
		{"roots", lines("", func(i int) string { return prompted(id(i), "null", id(i)) })},
		{"orphans", lines("", func(i int) string { return prompted(id(i), fmt.Sprintf(`"gone%d"`, i), id(i)) })},
		{"parents of themselves", lines("", func(i int) string { return prompted(id(i), link(i), "x") })},
		{"parents after children", lines("", func(i int) string { return prompted(id(i), link(i-1+i%2*2), id(i)) })},
		{"a chain", lines("", func(i int) string { return prompted(id(i), link(i-1), id(i)) })},
		{"a chain backwards", lines("", func(i int) string { return prompted(id(i), link(i+1), id(i)) })},
		{"one uuid", lines("", func(i int) string {
			return fmt.Sprintf(`{"type":"saved_hook_context","uuid":"a","parentUuid":"a","content":"%d"}`, i)
		})},
		{"ids that begin alike", lines("", func(i int) string { return prompted(fmt.Sprint("aaaaaaaa", i), "null", "x") })},
		{"pieces of one reply", lines("", func(i int) string {
			return fmt.Sprintf(`{"type":"assistant","uuid":"v%d","parentUuid":null,"message":{"id":"m","content":[{"type":"text","text":"t%d"}]}}`, i, i)
		})},
		{"hooks of one call", lines(aCall, func(i int) string {
			return fmt.Sprintf(`{"type":"attachment","uuid":"v%d","parentUuid":"a","attachment":{"type":"hook_success","toolUseID":"t","stdout":"%d"}}`, i, i)
		})},
		{"notifications of one task", lines(aCall, func(i int) string {
			return prompted(id(i), `"a"`, fmt.Sprintf("<task-notification><tool-use-id>t</tool-use-id><task-id>x</task-id><result>%d</result></task-notification>", i))
		})},
		{"results of one call", lines(aCall, func(i int) string {
			return fmt.Sprintf(`{"type":"user","uuid":"v%d","parentUuid":"a","message":{"content":[{"type":"tool_result","tool_use_id":"t","content":"r%d"}]}}`, i, i)
		})},
		{"sidechains", lines(prompted("a", "null", "x"), func(i int) string {
			return fmt.Sprintf(`{"type":"user","uuid":"aaaaaaaa%d","parentUuid":null,"isSidechain":true,"message":{"content":"x"}}`, i)
		})},
		{"agents in progress records", lines("", func(i int) string {
			return fmt.Sprintf(`{"type":"progress","uuid":"v%d","parentUuid":null,"data":{"type":"agent_progress","agentId":"a%d","message":{"type":"user","message":{"content":"x"}}}}`, i, i)
		})},
		{"agents with one prompt", lines("", func(i int) string { return callOrAgent(i, "same") })},
		{"agents at one time", lines("", func(i int) string { return callOrAgent(i, fmt.Sprint("prompt ", i)) })},
		{"queued messages", lines("", func(int) string { return `{"type":"queue-operation","operation":"enqueue","content":"same"}` })},
		{"queued commands", lines("", func(i int) string {
			return fmt.Sprintf(`{"type":"attachment","uuid":"v%d","parentUuid":null,"attachment":{"type":"queued_command","prompt":"same"}}`, i)
		})},
		{"output of one command", lines(prompted("v0", "null", "<bash-input>x</bash-input>"), func(i int) string {
			return prompted(id(i), link(i-1), "<bash-stdout>some output</bash-stdout>")
		})},
		{"compactions", lines("", func(i int) string {
			return fmt.Sprintf(`{"type":"system","subtype":"compact_boundary","uuid":"v%d","parentUuid":null,"logicalParentUuid":"v%d"}`, i, i-1)
		})},
		{"pull requests", lines("", func(i int) string { return fmt.Sprintf(`{"type":"pr-link","prNumber":%d,"prUrl":"u%d"}`, i, i) })},
		{"titles", lines("", func(i int) string { return fmt.Sprintf(`{"type":"custom-title","customTitle":"title %d"}`, i) })},
		{"unreadable lines", lines("", func(i int) string { return fmt.Sprintf(`{"type":"user","uuid":"v%d`, i) })},
		{"models", lines("", func(i int) string {
			return fmt.Sprintf(`{"type":"assistant","uuid":"v%d","parentUuid":null,"message":{"id":"m%d","model":"model %d","content":[{"type":"text","text":"t"}],"usage":{"output_tokens":1}}}`, i, i, i)
		})},
		{"versions of one unknown type", lines("", func(i int) string { return fmt.Sprintf(`{"type":"new","uuid":"v%d","version":"%d"}`, i, i) })},
		{"members that differ", lines("", func(i int) string { return fmt.Sprintf(`{"type":"new","uuid":"v%d","member%d":1}`, i, i) })},
		{"sessions in one file", lines("", func(i int) string {
			return fmt.Sprintf(`{"type":"user","uuid":"v%d","parentUuid":"v%d","sessionId":"s%d","message":{"content":"x"}}`, i, i-1, i)
		})},
		{"directories, branches and versions", lines("", func(i int) string {
			return fmt.Sprintf(`{"type":"user","uuid":"v%d","parentUuid":"v%d","cwd":"/%d","gitBranch":"%d","version":"%d","message":{"content":"x"}}`, i, i-1, i, i, i)
		})},
		{"unknown types", lines("", func(i int) string { return fmt.Sprintf(`{"type":"type%d","uuid":"v%d"}`, i, i) })},
		{"outputs saved to one file", lines("", func(i int) string {
			if i%2 == 0 {
				return fmt.Sprintf(`{"type":"assistant","uuid":"v%d","parentUuid":null,"message":{"id":"m%d","content":[{"type":"tool_use","id":"t%d","name":"Bash","input":{}}]}}`, i, i, i)
			}
			return fmt.Sprintf(`{"type":"user","uuid":"v%d","parentUuid":null,"message":{"content":[{"type":"tool_result","tool_use_id":"t%d","content":"<persisted-output>\nOutput too large (1MB). Full output saved to: /x/saved.txt\n"}]}}`, i, i-1)
		})},
		{"records on one line", within("", prompted("a", "null", "x"), "")},
		{"beginnings of records on one line", within("", `{"type":"user","sessionId":"s",`, "")},
		{"objects in broken ones", within("", `{"a":`, `"sessionId"`)},
		{"blocks of one message", within(`{"type":"user","uuid":"a","message":{"content":["x"`, `,{"type":"text","text":"t"}`, "]}}")},
		{"blocks of one result", within(`{"type":"user","uuid":"a","message":{"content":[{"type":"tool_result","tool_use_id":"t","content":["x"`, `,{"type":"image","source":{}}`, "]}]}}")},
		{"results in one record", within(`{"type":"user","uuid":"a","message":{"content":["x"`, `,{"type":"tool_result","tool_use_id":"t","content":"r"}`, "]}}")},
		{"members of one record", within(`{"type":"new","uuid":"a"`, `,"m":{"x":1}`, "}")},
		{"wrappers in one message", inText("", "\\n<bash-stdout>x</bash-stdout>", "")},
		{"reminders in one message", inText("", "<system-reminder>x</system-reminder>", "")},
		{"tags that open", inText("", "<bash-stdout>", "")},
		{"tags that open and differ", inText("", "<bash-stdout><system-reminder>", "")},
		{"tags of a notification", inText("<task-notification>", "<a>", "</task-notification>")},
		{"elements of a notification", inText("<task-notification>", "<a>b</a>", "</task-notification>")},
		{"notifications in one message", inText("", "<task-notification><task-id>t</task-id></task-notification>", "")},
		{"attributes of a wrapper", inText("<teammate-message ", `a=\"b\" `, ">x</teammate-message>")},
	}
}

// callOrAgent makes calls of agents by turns with sidechains that nothing but their
// prompt links to one of the calls.
func callOrAgent(i int, prompt string) string {
	if i%2 == 0 {
		return fmt.Sprintf(`{"type":"assistant","uuid":"v%d","parentUuid":null,"timestamp":"2026-01-01T00:00:00Z","message":{"id":"m%d","content":[{"type":"tool_use","id":"t%d","name":"Task","input":{"prompt":%q}}]}}`, i, i, i, prompt)
	}
	return fmt.Sprintf(`{"type":"user","uuid":"v%d","parentUuid":null,"isSidechain":true,"agentId":"g%d","timestamp":"2026-01-01T00:00:00Z","message":{"content":%q}}`, i, i, prompt)
}

// session makes a session of n repetitions. Its saved output grows with it.
func (m monotone) session(n int) *source.Session {
	return &source.Session{
		ID:      "s",
		Main:    []*source.File{memory("main.jsonl", m.text(n))},
		Results: map[string]*source.File{"saved.txt": memory("saved.txt", strings.Repeat("line\n", n))},
	}
}

// TestLinear: four times the input allocates four times the memory, whatever the
// input repeats. It counts all that the process allocates, and so does not run
// beside other tests. What is quadratic in time alone, BenchmarkLinear shows.
func TestLinear(t *testing.T) {
	const n = 1500
	for _, m := range monotones() {
		m.allocated(t, 100) // what is made once
		small, large := m.allocated(t, n), m.allocated(t, 4*n)
		if large > 8*small { // buffers that grow to twice their size count for up to two times, a square for sixteen
			t.Errorf("%s: %d of them allocate %d bytes, %d of them %d bytes, %.1f times as much",
				m.name, n, small, 4*n, large, float64(large)/float64(small))
		}
	}
}

// allocated parses a session of n repetitions and gives the bytes that this allocated.
func (m monotone) allocated(t *testing.T, n int) uint64 {
	t.Helper()
	src := m.session(n)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	s, err := Parse(context.Background(), src, source.Options{})
	runtime.ReadMemStats(&after)
	if err != nil {
		t.Fatal(err)
	}
	modeltest.Check(t, s)
	return after.TotalAlloc - before.TotalAlloc
}

// BenchmarkLinear: the time per repetition must not grow with their number.
func BenchmarkLinear(b *testing.B) {
	for _, m := range monotones() {
		for _, n := range []int{10_000, 40_000} {
			src := m.session(n)
			b.Run(fmt.Sprintf("%s/%d", strings.ReplaceAll(m.name, " ", "-"), n), func(b *testing.B) {
				for b.Loop() {
					if _, err := Parse(context.Background(), src, source.Options{}); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/repetition")
			})
		}
	}
}

// BenchmarkWorkflowRuns: the time per agent must not grow with the number of runs.
func BenchmarkWorkflowRuns(b *testing.B) {
	for _, n := range []int{5_000, 20_000} {
		src := &source.Session{ID: "s", Main: []*source.File{memory("main.jsonl", prompted("a", "null", "x"))}}
		for i := range n {
			text := fmt.Sprintf(`{"type":"user","uuid":"u%d","parentUuid":null,"isSidechain":true,"agentId":"g%d","message":{"content":"x"}}`+"\n", i, i)
			src.Agents = append(src.Agents, &source.AgentFile{ID: fmt.Sprintf("g%d", i), Run: fmt.Sprintf("r%d", i), File: memory(fmt.Sprintf("g%d.jsonl", i), text)})
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				if s, err := Parse(context.Background(), src, source.Options{}); err != nil || len(s.Workflows) != n {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/agent")
		})
	}
}
