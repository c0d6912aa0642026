package sitetest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTimelineNames: the timeline calls what precedes a prompt as the page does.
func TestTimelineNames(t *testing.T) {
	t.Parallel()
	const id = "cccccccc-0000-4000-8000-000000000001"
	reply := func(n int) string {
		return fmt.Sprintf(`{"type":"assistant","session_id":"%s","uuid":"r%d","timestamp":"2026-03-02T10:%02d:00Z","message":{"id":"m%d","role":"assistant","model":"claude-x",`+
			`"content":[{"type":"tool_use","id":"c%d","name":"Read","input":{"file_path":"/home/ada/quay/a%d.go"}}],"usage":{"input_tokens":%d,"output_tokens":5}}}`+"\n"+
			`{"type":"user","session_id":"%s","uuid":"u%d","timestamp":"2026-03-02T10:%02d:09Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"c%d","content":"x"}]}}`+"\n",
			id, n, n, n, n, n, 1000*(n+1), id, n, n, n)
	}
	var run strings.Builder
	run.WriteString(`{"type":"system","subtype":"init","session_id":"` + id + `","cwd":"/home/ada/quay","uuid":"i1","timestamp":"2026-03-02T10:00:00Z"}` + "\n")
	for n := range 7 {
		run.WriteString(reply(n))
	}
	src := t.TempDir()
	if err := os.WriteFile(filepath.Join(src, "run.jsonl"), []byte(run.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	_, dir := builtOf(t, src)
	page, err := os.ReadFile(filepath.Join(dir, "sessions", id, "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(page), "Timeline as text") || strings.Count(string(page), "Prompt not recorded") < 2 || strings.Contains(string(page), "Without a prompt") {
		t.Errorf("the timeline does not say that the prompt was not recorded:\n%s", page)
	}
}
