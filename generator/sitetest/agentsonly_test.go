package sitetest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestAgentsOnly: where only the agents of a session are left, its page says so, and claims no prompts and no way to resume it.
func TestAgentsOnly(t *testing.T) {
	t.Parallel()
	const id = "bbbbbbbb-0000-4000-8000-000000000002"
	src := t.TempDir()
	dir := filepath.Join(src, "-home-ada-quay", id, "subagents")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	const head = `{"sessionId":"` + id + `","cwd":"/home/ada/quay","isSidechain":true,"agentId":"x1","version":"2.1.42","timestamp":"2026-03-02T10:00:00Z",`
	records := head + `"type":"user","uuid":"x1","parentUuid":null,"message":{"role":"user","content":"Find the leak in the worker"}}` + "\n" +
		head + `"type":"assistant","uuid":"x2","parentUuid":"x1","message":{"role":"assistant","content":[{"type":"text","text":"It is the third lamp."}]}}` + "\n"
	if err := os.WriteFile(filepath.Join(dir, "agent-x1.jsonl"), []byte(records), 0o600); err != nil {
		t.Fatal(err)
	}
	_, dest := builtOf(t, src)
	for _, p := range readPages(t, dest) {
		if p.name != "sessions/"+id+"/index.html" {
			continue
		}
		said := strings.Join(strings.Fields(text(p.root)), " ")
		for _, want := range []string{"Agents only: Find the leak in the worker", "not recorded", "The transcript of this session is not in the archive; those of its agents are."} {
			if !strings.Contains(said, want) {
				t.Errorf("the page does not say %q", want)
			}
		}
		if strings.Contains(said, "claude --resume") {
			t.Error("the page says how to resume what is not there")
		}
		return
	}
	t.Error("there is no page")
}

// TestAgentsRepeat: of a session of which only agents are left, the transcript of a compaction may be all that repeats what
// was said. The session is named after that, and links to it.
func TestAgentsRepeat(t *testing.T) {
	t.Parallel()
	const id = "bbbbbbbb-0000-4000-8000-000000000003"
	src := t.TempDir()
	dir := filepath.Join(src, "-home-ada-quay", id, "subagents")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	const head = `{"sessionId":"` + id + `","cwd":"/home/ada/quay","isSidechain":true,"agentId":"acompact-1","version":"2.1.70","timestamp":"2026-03-02T10:00:00Z",`
	var records strings.Builder
	for i, text := range []string{"Mend the third lamp", "Summarize the conversation so far"} {
		n := string(rune('1' + i))
		records.WriteString(head + `"type":"user","uuid":"p` + n + `","message":{"role":"user","content":"` + text + `"}}` + "\n" +
			head + `"type":"assistant","uuid":"r` + n + `","parentUuid":"p` + n + `","message":{"role":"assistant","content":[{"type":"text","text":"Done."}]}}` + "\n")
	}
	if err := os.WriteFile(filepath.Join(dir, "agent-acompact-1.jsonl"), []byte(records.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	_, dest := builtOf(t, src)
	page, err := os.ReadFile(filepath.Join(dest, "sessions", id, "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Agents only: Mend the third lamp", "repeats what was said: <a href=agents/acompact-1/index.html>Compaction</a>"} {
		if !strings.Contains(strings.Join(strings.Fields(string(page)), " "), want) {
			t.Errorf("the page does not say %q", want)
		}
	}
}
