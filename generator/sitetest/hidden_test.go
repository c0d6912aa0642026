package sitetest

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"steno/generator"
	"steno/generator/config"
)

// hiddenSession holds a word of its own in each kind that can be left out.
const hiddenSession = `{"type":"user","uuid":"10000000-0000-4000-8000-000000000001","parentUuid":null,SID,"timestamp":"2025-03-02T09:00:00Z","message":{"role":"user","content":[{"type":"text","text":"Look around"},{"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="}}]}}
{"type":"assistant","uuid":"10000000-0000-4000-8000-000000000002","parentUuid":"10000000-0000-4000-8000-000000000001",SID,"timestamp":"2025-03-02T09:00:01Z","message":{"id":"m1","role":"assistant","model":"claude-sonnet-4-5","content":[{"type":"thinking","thinking":"zwthinkingzw","signature":"x"},{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"zwtoolszw"}}]}}
{"type":"user","uuid":"10000000-0000-4000-8000-000000000003","parentUuid":"10000000-0000-4000-8000-000000000002",SID,"timestamp":"2025-03-02T09:00:02Z","toolUseResult":{"stdout":"zwresultszw","stderr":"","interrupted":false},"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"zwresultszw"}]}}
{"type":"assistant","uuid":"10000000-0000-4000-8000-000000000004","parentUuid":"10000000-0000-4000-8000-000000000003",SID,"timestamp":"2025-03-02T09:00:03Z","message":{"id":"m2","role":"assistant","model":"claude-sonnet-4-5","content":[{"type":"tool_use","id":"t2","name":"Task","input":{"description":"zwagentszw","prompt":"zwagentszw","subagent_type":"Explore"}}]}}
{"type":"user","uuid":"10000000-0000-4000-8000-000000000005","parentUuid":"10000000-0000-4000-8000-000000000004",SID,"timestamp":"2025-03-02T09:00:04Z","toolUseResult":{"agentId":"abcdef01","content":[{"type":"text","text":"zwagentszw"}]},"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t2","content":[{"type":"text","text":"zwagentszw"}]}]}}
{"type":"attachment","uuid":"10000000-0000-4000-8000-000000000006","parentUuid":"10000000-0000-4000-8000-000000000005",SID,"timestamp":"2025-03-02T09:00:05Z","attachment":{"type":"file","filename":"zwattachmentszw","content":{"type":"text","file":{"filePath":"zwattachmentszw","content":"zwattachmentszw"}}}}
{"type":"system","subtype":"informational","uuid":"10000000-0000-4000-8000-000000000007","parentUuid":"10000000-0000-4000-8000-000000000006",SID,"timestamp":"2025-03-02T09:00:06Z","content":"zweventszw","level":"info"}
{"type":"user","uuid":"10000000-0000-4000-8000-000000000008","parentUuid":"10000000-0000-4000-8000-000000000007",SID,"timestamp":"2025-03-02T09:00:07Z","message":{"role":"user","content":"<command-name>/zwcommandszw</command-name><command-args>zwcommandszw</command-args>"}}
{"type":"user","uuid":"10000000-0000-4000-8000-000000000009","parentUuid":"10000000-0000-4000-8000-000000000008",SID,"timestamp":"2025-03-02T09:00:08Z","message":{"role":"user","content":"Thank you"}}
`

// What is hidden stands in no byte of a site, and what is not hidden stays.
func TestHiddenKindsStandNowhere(t *testing.T) {
	t.Parallel()
	const id = "11111111-0000-4000-8000-000000000001"
	source := t.TempDir()
	folder := filepath.Join(source, "-home-ada-engine")
	agents := filepath.Join(folder, id, "subagents")
	if err := os.MkdirAll(agents, 0o700); err != nil {
		t.Fatal(err)
	}
	sid := []byte(`"sessionId":"` + id + `","cwd":"/home/ada/engine"`)
	if err := os.WriteFile(filepath.Join(folder, id+".jsonl"), bytes.ReplaceAll([]byte(hiddenSession), []byte("SID"), sid), 0o600); err != nil {
		t.Fatal(err)
	}
	agent := fmt.Sprintf(`{"type":"user","isSidechain":true,"agentId":"abcdef01","uuid":"20000000-0000-4000-8000-000000000001","parentUuid":null,%s,"timestamp":"2025-03-02T09:00:03Z","message":{"role":"user","content":"zwagentszw"}}`+"\n", sid)
	if err := os.WriteFile(filepath.Join(agents, "agent-abcdef01.jsonl"), []byte(agent), 0o600); err != nil {
		t.Fatal(err)
	}
	kinds := []string{"thinking", "tools", "results", "agents", "events", "attachments", "commands"}
	for _, hide := range append([]string{"", "images"}, kinds...) {
		t.Run("without "+hide, func(t *testing.T) {
			t.Parallel()
			c := config.Default()
			c.Sources, c.Destination = []string{source}, t.TempDir()
			if hide != "" {
				c.Select.Hide = []string{hide}
			}
			if _, err := generator.Build(t.Context(), generator.Options{Config: c, Version: "test"}); err != nil {
				t.Fatal(err)
			}
			files := readFiles(t, c.Destination)
			for _, kind := range kinds {
				found := ""
				for name, data := range files {
					if bytes.Contains(data, []byte("zw"+kind+"zw")) {
						found = name
					}
				}
				gone := kind == hide || kind == "results" && hide == "tools"
				if gone != (found == "") {
					t.Errorf("the word of %s: found in %q", kind, found)
				}
			}
			pictures := 0
			for name := range files {
				if filepath.Ext(name) == ".png" {
					pictures++
				}
			}
			if (pictures == 0) != (hide == "images") {
				t.Errorf("%d pictures", pictures)
			}
		})
	}
}
