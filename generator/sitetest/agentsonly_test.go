package sitetest

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"
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
	for i := range 8 { // all of one minute, the first of which names the session
		agent := strings.NewReplacer(`"x1"`, fmt.Sprintf(`"x%d"`, i+1), `"x2"`, fmt.Sprintf(`"y%d"`, i+1), ":00Z", fmt.Sprintf(":0%dZ", i)).Replace(records)
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("agent-x%d.jsonl", i+1)), []byte(agent), 0o600); err != nil {
			t.Fatal(err)
		}
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
		open := false
		for n := range p.root.Descendants() {
			open = open || n.Data == "details" && strings.HasPrefix(strings.TrimSpace(text(n)), "8 agents") &&
				slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == "open" })
		}
		if !open {
			t.Error("the agents, which are all there is, are folded")
		}
		return
	}
	t.Error("there is no page")
}

// TestAgentsAndAnInterruption: that a session was interrupted is in the file of the session that carries out its plan. Of a
// session of which that is all, beside its agents, only the agents are left.
func TestAgentsAndAnInterruption(t *testing.T) {
	t.Parallel()
	const old, plan = "bbbbbbbb-0000-4000-8000-000000000004", "bbbbbbbb-0000-4000-8000-000000000005"
	src := t.TempDir()
	project := filepath.Join(src, "-home-ada-quay")
	dir := filepath.Join(project, old, "subagents")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	const (
		all   = `"cwd":"/home/ada/quay","version":"2.1.63","slug":"calm-brass-lamp",`
		agent = `{"sessionId":"` + old + `","isSidechain":true,"agentId":"x1",` + all
	)
	for name, records := range map[string]string{
		filepath.Join(dir, "agent-x1.jsonl"): agent + `"timestamp":"2026-03-02T10:00:00Z","type":"user","uuid":"x1","parentUuid":null,"message":{"role":"user","content":"Find the leak in the worker"}}` + "\n" +
			agent + `"timestamp":"2026-03-02T10:05:00Z","type":"assistant","uuid":"x2","parentUuid":"x1","message":{"role":"assistant","content":[{"type":"text","text":"It is the third lamp."}]}}` + "\n",
		filepath.Join(project, plan+".jsonl"): `{"sessionId":"` + old + `",` + all + `"timestamp":"2026-03-02T11:42:00Z","type":"user","uuid":"o9","parentUuid":"o8","message":{"role":"user","content":[{"type":"text","text":"[Request interrupted by user for tool use]"}]}}` + "\n" +
			`{"sessionId":"` + plan + `",` + all + `"timestamp":"2026-03-02T11:42:01Z","type":"user","uuid":"p1","parentUuid":null,"message":{"role":"user","content":"Mend the third lamp"}}` + "\n",
	} {
		if err := os.WriteFile(name, []byte(records), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	_, dest := builtOf(t, src)
	page, err := os.ReadFile(filepath.Join(dest, "sessions", old, "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	said := strings.Join(strings.Fields(string(page)), " ")
	for _, want := range []string{"Agents only: Find the leak in the worker", "not recorded", "2 Mar 2026, 10:00", "The transcript of this session is not in the archive", "thread-tools hidden"} {
		if !strings.Contains(said, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	if strings.Contains(said, "claude --resume") {
		t.Error("the page says how to resume what is not there")
	}
}

// TestAgentsRepeat: of a session of which only agents are left, the transcripts of compactions may be all that repeats what
// was said. The session is named after that, and links to them.
func TestAgentsRepeat(t *testing.T) {
	t.Parallel()
	const id = "bbbbbbbb-0000-4000-8000-000000000003"
	src := t.TempDir()
	dir := filepath.Join(src, "-home-ada-quay", id, "subagents")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for n, said := range [][]string{{"continue", "Mend the third lamp"}, {"Trim the wick"}} {
		name := "acompact-" + strconv.Itoa(n+1)
		head := fmt.Sprintf(`{"sessionId":%q,"cwd":"/home/ada/quay","isSidechain":true,"agentId":%q,"version":"2.1.70","timestamp":"2026-03-02T1%d:00:00Z",`, id, name, n)
		var records strings.Builder
		for i, text := range append(said, "Summarize the conversation so far") {
			p, r := fmt.Sprintf("p%d%d", n, i), fmt.Sprintf("r%d%d", n, i)
			records.WriteString(head + `"type":"user","uuid":"` + p + `","message":{"role":"user","content":"` + text + `"}}` + "\n" +
				head + `"type":"assistant","uuid":"` + r + `","parentUuid":"` + p + `","message":{"role":"assistant","content":[{"type":"text","text":"Done."}]}}` + "\n")
		}
		if err := os.WriteFile(filepath.Join(dir, "agent-"+name+".jsonl"), []byte(records.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	_, dest := builtOf(t, src)
	page, err := os.ReadFile(filepath.Join(dest, "sessions", id, "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Agents only: Mend the third lamp", "Internal agents repeat what was said: " +
		"<a href=agents/acompact-1/index.html>Compaction</a> (2 Mar 2026, 10:00), <a href=agents/acompact-2/index.html>Compaction</a> (2 Mar 2026, 11:00)."} {
		if !strings.Contains(strings.Join(strings.Fields(string(page)), " "), want) {
			t.Errorf("the page does not say %q", want)
		}
	}
}
