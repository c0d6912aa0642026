package sitetest

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
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

// What is hidden stands in no byte of a site, and what is not hidden stays, whether it is
// hidden everywhere or in one project.
func TestHiddenKindsStandNowhere(t *testing.T) {
	t.Parallel()
	source := t.TempDir()
	writeHidden(t, source, "engine", "zw")
	writeHidden(t, source, "other", "yv")
	for _, hide := range append([]string{"", "images"}, hiddenKinds...) {
		var kinds []string
		if hide != "" {
			kinds = []string{hide}
		}
		t.Run("without "+hide, func(t *testing.T) {
			t.Parallel()
			c := config.Default()
			c.Select.Hide = kinds
			files := hiddenSite(t, c, source)
			checkHidden(t, files, "zw", hide)
			checkHidden(t, files, "yv", hide)
			checkPictures(t, files, map[bool]int{true: 0, false: 2}[hide == "images"])
		})
		t.Run("without "+hide+" in one project", func(t *testing.T) {
			t.Parallel()
			c := config.Default()
			c.Projects = []config.Project{{Match: "engine", Name: "Motor"}, {Match: "Motor", Hide: kinds}}
			files := hiddenSite(t, c, source)
			checkHidden(t, files, "zw", hide)
			checkHidden(t, files, "yv", "")
			checkPictures(t, files, map[bool]int{true: 1, false: 2}[hide == "images"])
		})
	}
}

var hiddenKinds = []string{"thinking", "tools", "results", "agents", "events", "attachments", "commands"}

// writeHidden writes the session into a project, with words that begin and end with mark.
func writeHidden(t *testing.T, source, project, mark string) {
	t.Helper()
	id := map[string]string{"zw": "1", "yv": "2"}[mark] + "1111111-0000-4000-8000-000000000001"
	folder := filepath.Join(source, "-home-ada-"+project)
	agents := filepath.Join(folder, id, "subagents")
	if err := os.MkdirAll(agents, 0o700); err != nil {
		t.Fatal(err)
	}
	sid := `"sessionId":"` + id + `","cwd":"/home/ada/` + project + `"`
	agent := fmt.Sprintf(`{"type":"user","isSidechain":true,"agentId":"abcdef01","uuid":"20000000-0000-4000-8000-000000000001","parentUuid":null,%s,"timestamp":"2025-03-02T09:00:03Z","message":{"role":"user","content":"zwagentszw"}}`+"\n", sid)
	for name, text := range map[string]string{
		filepath.Join(folder, id+".jsonl"):            strings.ReplaceAll(hiddenSession, "SID", sid),
		filepath.Join(agents, "agent-abcdef01.jsonl"): agent,
	} {
		if mark != "zw" { // another conversation, not a copy
			text = strings.NewReplacer("zw", mark, `uuid":"1`, `uuid":"3`, `Uuid":"1`, `Uuid":"3`, "Look around", "Look again").Replace(text)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func hiddenSite(t *testing.T, c config.Config, source string) map[string][]byte {
	t.Helper()
	c.Sources, c.Destination, c.BaseURL = []string{source}, t.TempDir(), "https://example.org/"
	if _, err := generator.Build(t.Context(), generator.Options{Config: c, Version: "test"}); err != nil {
		t.Fatal(err)
	}
	return readFiles(t, c.Destination)
}

// checkHidden looks that the words with a mark stand in the site, but for those of a kind.
func checkHidden(t *testing.T, files map[string][]byte, mark, hide string) {
	t.Helper()
	for _, kind := range hiddenKinds {
		found := ""
		for name, data := range files {
			if bytes.Contains(data, []byte(mark+kind+mark)) {
				found = name
			}
		}
		gone := kind == hide || kind == "results" && hide == "tools"
		if gone != (found == "") {
			t.Errorf("the word %s of %s: found in %q", mark, kind, found)
		}
	}
}

func checkPictures(t *testing.T, files map[string][]byte, want int) {
	t.Helper()
	pictures := 0
	for name := range files {
		if filepath.Ext(name) == ".png" && strings.Contains(name, "/files/") {
			pictures++
		}
	}
	if pictures != want {
		t.Errorf("%d pictures, want %d", pictures, want)
	}
}

// What is hidden stands in no byte of the sessions' JSON either.
func TestHiddenKindsAreNotInJSON(t *testing.T) {
	t.Parallel()
	source := t.TempDir()
	writeHidden(t, source, "engine", "zw")
	writeHidden(t, source, "other", "yv")
	for _, hide := range append([]string{"", "images"}, hiddenKinds...) {
		t.Run("without "+hide, func(t *testing.T) {
			t.Parallel()
			c := config.Default()
			c.Sources = []string{source}
			if hide != "" {
				c.Projects = []config.Project{{Match: "engine", Hide: []string{hide}}}
			}
			var out bytes.Buffer
			o := generator.Options{Config: c, Version: "test"}
			if _, err := generator.ExportJSON(t.Context(), o, sessionIDs(t, source), &out); err != nil {
				t.Fatal(err)
			}
			document := map[string][]byte{"document": out.Bytes()}
			checkHidden(t, document, "zw", hide)
			checkHidden(t, document, "yv", "")
			want := map[bool]int{true: 1, false: 2}[hide == "images"]
			if got := bytes.Count(out.Bytes(), []byte(`"data":"iVBORw0KGgo`)); got != want {
				t.Errorf("%d pictures, want %d", got, want)
			}
		})
	}
}
