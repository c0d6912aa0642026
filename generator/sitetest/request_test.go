package sitetest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"steno/generator"
	"steno/generator/config"
)

// The request of a session is its first prompt that the user typed: an answer to a question of
// the agent, which may come before it, says little without the question, and so do a slash command alone and a greeting.
func TestRequestIsNoAnswer(t *testing.T) {
	t.Parallel()
	const id = "dddd4444-0000-4000-8000-000000000004"
	c := config.Default()
	c.Sources, c.Destination = []string{t.TempDir()}, filepath.Join(t.TempDir(), "site")
	lines := []string{
		`{"type":"user","uuid":"u0","parentUuid":null,"message":{"role":"user","content":"hi"}`,
		`{"type":"user","uuid":"u1","parentUuid":"u0","message":{"role":"user","content":"<command-message>review</command-message>\n<command-name>/review</command-name>"}`,
		`{"type":"user","uuid":"u5","parentUuid":"u1","isMeta":true,"message":{"role":"user","content":[{"type":"text","text":"# Review\n\nReview the kettle."}]}`,
		`{"type":"assistant","uuid":"u2","parentUuid":"u5","message":{"id":"m1","role":"assistant","model":"claude-opus-4-6","content":[{"type":"tool_use","id":"t1","name":"AskUserQuestion","input":{"questions":[{"question":"How long?","header":"Wait","options":[{"label":"Wait for results","description":"x"},{"label":"Later","description":"y"}],"multiSelect":false}]}}],"usage":{"input_tokens":1,"output_tokens":1}}`,
		`{"type":"user","uuid":"u3","parentUuid":"u2","toolUseResult":{"questions":[{"question":"How long?"}],"answers":{"How long?":"Wait for results"}},"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"User has answered your questions: \"How long?\"=\"Wait for results\"."}]}`,
		`{"type":"user","uuid":"u4","parentUuid":"u3","message":{"role":"user","content":"Fix the three findings in separate commits"}`,
	}
	for i, line := range lines {
		lines[i] = line + `,"sessionId":"` + id + `","cwd":"/srv/tea","timestamp":"2026-03-02T10:0` + string(rune('0'+i)) + `:00Z"}`
	}
	lines = append(lines, `{"type":"ai-title","sessionId":"`+id+`","aiTitle":"Review of the kettle"}`)
	put(t, filepath.Join(c.Sources[0], "projects", "-srv-tea", id+".jsonl"), strings.Join(lines, "\n")+"\n")
	if _, err := generator.Build(t.Context(), generator.Options{Config: c, Version: "test"}); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(c.Destination, "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	if page := string(data); strings.Contains(page, "Wait for results") || !strings.Contains(page, "Fix the three findings in separate commits") {
		t.Error("the list shows an answer or a command as the request")
	}
}
