package sitetest

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"steno/generator"
	"steno/generator/collect"
	"steno/generator/config"
	"steno/generator/redaction"
	"steno/parser/formats"
	"steno/parser/source"
)

// accountSession names its account wherever transcripts are known to.
const accountSession = `{"type":"bridge-session",SID,"bridgeSessionId":"zwbridgezw","ownerAccountUuid":"zwaccountzw","ownerOrganizationUuid":"zworganizationzw"}
{"type":"hybrid-organization",SID,"organizationUuid":"zworganizationzw"}
{"type":"artifact-autoreact-ledger",SID,"accountUuid":"zwaccountzw","seen":[1]}
{"type":"user","uuid":"10000000-0000-4000-8000-000000000001","parentUuid":null,SID,"timestamp":"2025-03-02T09:00:00Z","message":{"role":"user","content":"Look around"}}
{"type":"attachment","uuid":"10000000-0000-4000-8000-000000000002","parentUuid":"10000000-0000-4000-8000-000000000001",SID,"timestamp":"2025-03-02T09:00:01Z","attachment":{"type":"session_context","context":{"userEmail":"zwemailzw","currentDate":"shown-date"}},"rendered":"zwemailzw"}
{"type":"attachment","uuid":"10000000-0000-4000-8000-000000000003","parentUuid":"10000000-0000-4000-8000-000000000002",SID,"timestamp":"2025-03-02T09:00:02Z","attachment":{"type":"credential_org","organizationUuid":"zworganizationzw"}}
{"type":"attachment","uuid":"10000000-0000-4000-8000-000000000004","parentUuid":"10000000-0000-4000-8000-000000000003",SID,"timestamp":"2025-03-02T09:00:03Z","attachment":{"type":"prompt_snapshot","content":"zwsystemzw"},"rendered":"zwsystemzw"}
{"type":"system","subtype":"later","uuid":"10000000-0000-4000-8000-000000000005","parentUuid":"10000000-0000-4000-8000-000000000004",SID,"timestamp":"2025-03-02T09:00:04Z","accountUuid":"zwaccountzw","level":"info"}
{"type":"assistant","uuid":"10000000-0000-4000-8000-000000000006","parentUuid":"10000000-0000-4000-8000-000000000005",SID,"timestamp":"2025-03-02T09:00:05Z","message":{"id":"m1","role":"assistant","model":"claude-sonnet-4-5","content":[{"type":"text","text":"Here is a room."}]}}
`

func writeAccount(t *testing.T) (home, projects string) {
	t.Helper()
	home = t.TempDir()
	projects = filepath.Join(home, "projects")
	const id = "11111111-0000-4000-8000-000000000001"
	folder := filepath.Join(projects, "-home-ada-engine")
	text := strings.ReplaceAll(accountSession, "SID", `"sessionId":"`+id+`","cwd":"/home/ada/engine"`)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, id+".jsonl"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return home, projects
}

// checkWithheld looks that no file has a value that identifies the account, and whether one
// has the system prompt.
func checkWithheld(t *testing.T, files map[string][]byte, systemPrompt bool) {
	t.Helper()
	found := false
	for name, data := range files {
		for _, value := range []string{"zwbridgezw", "zwaccountzw", "zworganizationzw", "zwemailzw"} {
			if bytes.Contains(data, []byte(value)) {
				t.Errorf("%s holds %s", name, value)
			}
		}
		found = found || bytes.Contains(data, []byte("zwsystemzw"))
	}
	if found != systemPrompt {
		t.Errorf("the system prompt was found: %v", found)
	}
}

// Account identifiers are in no byte of a site and of its sessions' JSON, without redaction
// too; the system prompt only where it is asked for.
func TestAccountIdentifiersAreWithheld(t *testing.T) {
	t.Parallel()
	_, projects := writeAccount(t)
	for name, systemPrompt := range map[string]bool{"default": false, "with the system prompt": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := config.Default()
			c.Redact.Enabled, c.Content.SystemPrompt = false, systemPrompt
			files := hiddenSite(t, c, projects)
			checkWithheld(t, files, systemPrompt)
			all := bytes.Join([][]byte{files["sessions/11111111-0000-4000-8000-000000000001/records.html"], files["sessions/11111111-0000-4000-8000-000000000001/index.html"]}, nil)
			for _, want := range []string{"shown-date", "[withheld]", "withheld"} {
				if !bytes.Contains(all, []byte(want)) {
					t.Errorf("the session's pages lack %q", want)
				}
			}
			c.Sources = []string{projects}
			var out bytes.Buffer
			if _, err := generator.ExportJSON(t.Context(), generator.Options{Config: c, Version: "test"}, sessionIDs(t, projects), &out); err != nil {
				t.Fatal(err)
			}
			checkWithheld(t, map[string][]byte{"document": out.Bytes()}, systemPrompt)
			if want := map[bool]string{false: `"withheld": 4`, true: `"withheld": 3`}[systemPrompt]; !bytes.Contains(out.Bytes(), []byte(want)) && !bytes.Contains(out.Bytes(), []byte(strings.ReplaceAll(want, " ", ""))) {
				t.Errorf("the document lacks %s", want)
			}
		})
	}
}

// A redacted archive has none of what a site withholds, and makes the same conversation.
func TestAccountIdentifiersAreNotCollected(t *testing.T) {
	t.Parallel()
	home, _ := writeAccount(t)
	for name, systemPrompt := range map[string]bool{"default": false, "with the system prompt": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := config.Default()
			engine, err := redaction.NewEngine(c.Redact)
			if err != nil {
				t.Fatal(err)
			}
			archive := t.TempDir()
			o := collect.Options{Sources: []string{home}, Archive: archive, Machine: "m", Redact: engine}
			o.Keep.SystemPrompt = systemPrompt
			if _, err := collect.Run(t.Context(), o); err != nil {
				t.Fatal(err)
			}
			checkWithheld(t, readFiles(t, archive), systemPrompt)
			found, err := source.Find(t.Context(), formats.All(), []string{archive})
			if err != nil || len(found.Sessions()) != 1 {
				t.Fatalf("%v, %v", found, err)
			}
			if err := found.Close(); err != nil {
				t.Fatal(err)
			}
		})
	}
}
