package parser

import (
	"fmt"
	"testing"
	"time"
)

func TestStress(t *testing.T) {
	gens := map[string]func(i int) string{
		"sameuuid": func(i int) string { return fmt.Sprintf(`{"type":"saved_hook_context","uuid":"a","parentUuid":"a","content":"%d"}`, i) },
		"hooks": func(i int) string {
			if i == 0 {
				return `{"type":"assistant","uuid":"a","parentUuid":null,"message":{"id":"m","content":[{"type":"tool_use","id":"t","name":"Bash","input":{}}]}}`
			}
			return fmt.Sprintf(`{"type":"attachment","uuid":"h%d","parentUuid":"a","attachment":{"type":"hook_success","toolUseID":"t","stdout":"%d"}}`, i, i)
		},
		"notif": func(i int) string {
			if i == 0 {
				return `{"type":"assistant","uuid":"a","parentUuid":null,"message":{"id":"m","content":[{"type":"tool_use","id":"t","name":"Task","input":{}}]}}`
			}
			return fmt.Sprintf(`{"type":"user","uuid":"h%d","parentUuid":"a","message":{"content":"<task-notification><tool-use-id>t</tool-use-id><task-id>x</task-id><result>%d</result></task-notification>"}}`, i, i)
		},
		"sidechains": func(i int) string {
			if i == 0 {
				return `{"type":"user","uuid":"a","parentUuid":null,"message":{"content":"x"}}`
			}
			return fmt.Sprintf(`{"type":"user","uuid":"aaaaaaaa%d","parentUuid":null,"isSidechain":true,"message":{"content":"x"}}`, i)
		},
		"progress": func(i int) string {
			return fmt.Sprintf(`{"type":"progress","uuid":"aaaaaaaa%d","parentUuid":null,"data":{"type":"agent_progress","agentId":"a%d","message":{"type":"user","message":{"content":"x"}}}}`, i, i)
		},
		"spawns": func(i int) string {
			if i%2 == 0 {
				return fmt.Sprintf(`{"type":"assistant","uuid":"a%d","parentUuid":null,"message":{"id":"m%d","content":[{"type":"tool_use","id":"t%d","name":"Task","input":{"prompt":"same"}}]}}`, i, i, i)
			}
			return fmt.Sprintf(`{"type":"user","uuid":"s%d","parentUuid":null,"isSidechain":true,"agentId":"g%d","timestamp":"2026-01-01T00:00:00Z","message":{"content":"same"}}`, i, i)
		},
		"spawns2": func(i int) string {
			if i%2 == 0 {
				return fmt.Sprintf(`{"type":"assistant","uuid":"a%d","parentUuid":null,"timestamp":"2026-01-01T00:00:00Z","message":{"id":"m%d","content":[{"type":"tool_use","id":"t%d","name":"Task","input":{"prompt":"p%d"}}]}}`, i, i, i, i)
			}
			return fmt.Sprintf(`{"type":"user","uuid":"s%d","parentUuid":null,"isSidechain":true,"agentId":"g%d","timestamp":"2026-01-01T00:00:00Z","message":{"content":"other%d"}}`, i, i, i)
		},
		"samemsg": func(i int) string {
			return fmt.Sprintf(`{"type":"assistant","uuid":"a%d","parentUuid":null,"message":{"id":"m","content":[{"type":"text","text":"t%d"}]}}`, i, i)
		},
		"versions": func(i int) string {
			if i == 0 {
				return `{"type":"user","uuid":"a","parentUuid":null,"message":{"content":"x"}}`
			}
			return fmt.Sprintf(`{"type":"user","uuid":"v%d","parentUuid":"a","message":{"content":"x%d"}}`, i, i)
		},
		"queue": func(i int) string { return `{"type":"queue-operation","operation":"enqueue","content":"same"}` },
		"queued": func(i int) string {
			return fmt.Sprintf(`{"type":"attachment","uuid":"q%d","parentUuid":null,"attachment":{"type":"queued_command","prompt":"same"}}`, i)
		},
		"roots":   func(i int) string { return fmt.Sprintf(`{"type":"user","uuid":"v%d","parentUuid":null,"message":{"content":"x%d"}}`, i, i) },
		"orphans": func(i int) string { return fmt.Sprintf(`{"type":"user","uuid":"v%d","parentUuid":"gone%d","message":{"content":"x%d"}}`, i, i, i) },
		"nested":  func(i int) string { return fmt.Sprintf(`{"type":"user","uuid":"v%d","parentUuid":"v%d","message":{"content":"x%d"}}`, i, i-1+i%2*2, i) },
		"outputs": func(i int) string { return fmt.Sprintf(`{"type":"user","uuid":"v%d","parentUuid":"v%d","message":{"content":"%s"}}`, i, i-1, map[bool]string{true: "<bash-input>x</bash-input>", false: "<bash-stdout>some output</bash-stdout>"}[i == 0]) },
		"prs":     func(i int) string { return fmt.Sprintf(`{"type":"pr-link","prNumber":%d,"prUrl":"u%d"}`, i, i) },
		"compact": func(i int) string { return fmt.Sprintf(`{"type":"system","subtype":"compact_boundary","uuid":"v%d","parentUuid":null,"logicalParentUuid":"v%d"}`, i, i-1) },
		"warns":   func(i int) string { return fmt.Sprintf(`{"type":"user","uuid":"v%d","parentUuid":"v%d","message":{"content":"x"}}`, i, i) },
	}
	for name, gen := range gens {
		var took [2]time.Duration
		for k, n := range []int{10000, 40000} {
			lines := make([]string, n)
			for i := range lines {
				lines[i] = gen(i)
			}
			start := time.Now()
			s := parseLines(t, lines)
			took[k] = time.Since(start)
			if k == 1 {
				t.Log(name, took, len(s.Main.Branches), len(s.Agents), len(s.Warnings), s.Ledger.text())
			}
		}
	}
}
