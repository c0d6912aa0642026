package sitetest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"steno/generator"
	"steno/generator/config"
)

// run is what a client prints of a run with an agent; each %s is another place for words.
const run = `{"type":"system","subtype":"init","cwd":"/work/%s","session_id":"5e550000-0000-4000-8000-0000000000aa","tools":["Bash","%s"],"mcp_servers":[{"name":"%s","status":"connected"}],"model":"claude-x-1","permissionMode":"default","claude_code_version":"2.1.300","slash_commands":["%s"],"agents":["%s"],"skills":["%s"]}
{"type":"assistant","message":{"id":"msg_1","role":"assistant","model":"claude-x-1","content":[{"type":"thinking","thinking":"First %s","signature":"x"},{"type":"text","text":"I begin with %s"},{"type":"tool_use","id":"toolu_A","name":"Task","input":{"description":"Look %s","prompt":"Look at %s","subagent_type":"Explore"}}]},"parent_tool_use_id":null,"session_id":"5e550000-0000-4000-8000-0000000000aa"}
{"type":"system","subtype":"task_started","task_id":"t1","tool_use_id":"toolu_A","description":"Task %s","session_id":"5e550000-0000-4000-8000-0000000000aa"}
{"type":"user","message":{"role":"user","content":[{"type":"text","text":"Look at %s"}]},"parent_tool_use_id":"toolu_A","session_id":"5e550000-0000-4000-8000-0000000000aa"}
{"type":"assistant","message":{"id":"msg_2","role":"assistant","model":"claude-x-1","content":[{"type":"tool_use","id":"toolu_B","name":"Bash","input":{"command":"echo %s"}}]},"parent_tool_use_id":"toolu_A","session_id":"5e550000-0000-4000-8000-0000000000aa"}
{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_B","content":"Out: %s"}]},"tool_use_result":{"stdout":"Out: %s","stderr":"","interrupted":false},"parent_tool_use_id":"toolu_A","session_id":"5e550000-0000-4000-8000-0000000000aa"}
{"type":"assistant","message":{"id":"msg_3","role":"assistant","model":"claude-x-1","content":[{"type":"text","text":"I saw %s"}]},"parent_tool_use_id":"toolu_A","session_id":"5e550000-0000-4000-8000-0000000000aa"}
{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_A","content":[{"type":"text","text":"Seen: %s"}]}]},"parent_tool_use_id":null,"session_id":"5e550000-0000-4000-8000-0000000000aa"}
{"type":"system","subtype":"hook_response","hook_name":"%s","hook_event":"Stop","stdout":"Hook %s","stderr":"","session_id":"5e550000-0000-4000-8000-0000000000aa"}
{"type":"assistant","message":{"id":"msg_4","role":"assistant","model":"claude-x-1","content":[{"type":"tool_use","id":"toolu_C","name":"Bash","input":{"command":"rm %s"}}]},"parent_tool_use_id":null,"session_id":"5e550000-0000-4000-8000-0000000000aa"}
{"type":"system","subtype":"permission_denied","tool_name":"Bash","tool_use_id":"toolu_C","message":"Denied %s","session_id":"5e550000-0000-4000-8000-0000000000aa"}
{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_C","content":"Permission to use Bash has been denied for %s","is_error":true}]},"parent_tool_use_id":null,"session_id":"5e550000-0000-4000-8000-0000000000aa"}
{"type":"later_kind","session_id":"5e550000-0000-4000-8000-0000000000aa","words":"Unknown %s"}
{"type":"thinking_tokens","session_id":"5e550000-0000-4000-8000-0000000000aa","words":"Step %s"}
{"type":"result","subtype":"error_during_execution","is_error":true,"num_turns":3,"duration_ms":5000,"total_cost_usd":0.02,"session_id":"5e550000-0000-4000-8000-0000000000aa","result":"Ended with %s","errors":["Error %s"],"permission_denials":[{"tool_name":"Bash","tool_use_id":"toolu_C","tool_input":{"command":"rm %s"}}]}
`

// madeRun is a run with the nth word of word(n) in each place.
func madeRun(word func(n int) string) string {
	words := make([]any, strings.Count(run, "%s"))
	for i := range words {
		words[i] = word(i)
	}
	return fmt.Sprintf(run, words...)
}

// asArray is the execution file of the action that ran what printed lines.
func asArray(t *testing.T, lines string) string {
	t.Helper()
	var b bytes.Buffer
	if err := json.Indent(&b, []byte("["+strings.ReplaceAll(strings.TrimSpace(lines), "\n", ",")+"]"), "", "  "); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func write(t *testing.T, name, text string) string {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestRunsAreComplete(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	lines := madeRun(func(n int) string { return fmt.Sprintf("word%dx", n) })
	t.Run("lines", func(t *testing.T) {
		t.Parallel()
		checkRun(t, write(t, filepath.Join(dir, "output.jsonl"), lines))
	})
	t.Run("array", func(t *testing.T) {
		t.Parallel()
		checkRun(t, write(t, filepath.Join(dir, "run-17.json"), asArray(t, lines)))
	})
	t.Run("real", func(t *testing.T) {
		t.Parallel()
		names, _ := filepath.Glob(corpus + "/../agents/ci/*.json*")
		if len(names) == 0 {
			t.Skip("no runs at ../shared/corpus/agents/ci: no real one is held against its pages")
		}
		for _, name := range names {
			checkRun(t, name)
		}
	})
}

// checkRun builds a run and looks for every text of its messages on the pages of its session.
func checkRun(t *testing.T, name string) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	sum := buildInto(t, dir, name, 2)
	if text := strings.TrimSpace(string(data)); text[0] != '[' {
		data = []byte("[" + strings.ReplaceAll(text, "\n", ",") + "]")
	}
	var records []map[string]any
	if err := json.Unmarshal(data, &records); err != nil {
		t.Fatal(err)
	}
	if sum.Ledger.Lines != len(records) || sum.Sessions != 1 {
		t.Errorf("%s: %d records in %d sessions, the file has %d in one", name, sum.Ledger.Lines, sum.Sessions, len(records))
	}
	shown := ""
	for _, p := range readPages(t, dir) {
		if strings.HasPrefix(p.name, "sessions/") {
			shown += letters(text(p.root))
		}
	}
	found := 0
	if ms, ok := records[len(records)-1]["duration_ms"].(float64); ok {
		took := fmt.Sprint(int(ms) / 1000)
		if !strings.Contains(shown, "after"+took) && !strings.Contains(shown, "ranfor"+took) {
			t.Errorf("%s: the head does not say that it took %s s", filepath.Base(name), took)
		}
	}
	for i, r := range records {
		for _, key := range []string{"message", "result", "errors", "permission_denials", "tools", "mcp_servers", "words", "cwd", "description", "stdout"} {
			for _, s := range spoken(r[key], key) {
				found++
				if !shownSomehow(s, shown, "") {
					t.Errorf("%s: record %d: no page of the session has %.80q of %s", filepath.Base(name), i+1, s, key)
				}
			}
		}
	}
	if found < 10 {
		t.Errorf("%s: only %d texts", name, found)
	}
}

// spoken lists the texts in a value that are words, not names for programs.
func spoken(v any, key string) (list []string) {
	switch v := v.(type) {
	case string:
		if !slices.Contains([]string{"id", "type", "role", "model", "tool_use_id", "stop_reason", "signature", "status", "tool_name"}, key) {
			for l := range strings.Lines(v) {
				list = append(list, l)
			}
		}
	case []any:
		for _, e := range v {
			list = append(list, spoken(e, key)...)
		}
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			if k != "usage" {
				list = append(list, spoken(v[k], k)...)
			}
		}
	}
	return list
}

// A secret is taken out wherever in a run it is.
func TestRunsAreRedacted(t *testing.T) {
	t.Parallel()
	secret := func(n int) string {
		return "gh" + "p_" + fmt.Sprintf("%02dQx7LmZ4vT9cRbN2kWd6HsYf8JgAe3PuXo", n)
	}
	text := madeRun(secret)
	for name, text := range map[string]string{"run.jsonl": text, "run.json": asArray(t, text)} {
		c := config.Default()
		c.Sources, c.Destination, c.Jobs = []string{write(t, filepath.Join(t.TempDir(), name), text)}, t.TempDir(), 2
		sum, err := generator.Build(t.Context(), generator.Options{Config: c, Version: "test"})
		if err != nil {
			t.Fatal(err)
		}
		if sum.Sessions != 1 {
			t.Errorf("%s: %d sessions", name, sum.Sessions)
		}
		for file, data := range readFiles(t, c.Destination) {
			for n := range strings.Count(run, "%s") {
				if strings.Contains(string(data), secret(n)[6:30]) || strings.Contains(string(data), secret(n)) {
					t.Errorf("%s: %s has the secret in place %d", name, file, n)
				}
			}
		}
	}
}

// A run that is built while it goes on has the pages of one that is built once, and what was
// linked stays: lines are appended, an array is written anew.
func TestRunsGrow(t *testing.T) {
	t.Parallel()
	all := strings.SplitAfter(strings.TrimSpace(madeRun(func(n int) string { return fmt.Sprintf("word%dx", n) })), "\n")
	for _, name := range []string{"run.jsonl", "run.json"} {
		source, dest, cache := filepath.Join(t.TempDir(), name), t.TempDir(), t.TempDir()
		build := func(dest, cache string) {
			c := config.Default()
			c.Sources, c.Destination, c.Jobs = []string{source}, dest, 2
			if _, err := generator.Build(t.Context(), generator.Options{Config: c, Version: "test", Cache: cache}); err != nil {
				t.Fatal(err)
			}
		}
		before := map[string]bool{}
		for _, n := range []int{3, 8, len(all)} {
			text := strings.Join(all[:n], "")
			if name == "run.json" {
				text = asArray(t, text)
			}
			write(t, source, text)
			build(dest, cache)
			fresh := t.TempDir()
			build(fresh, "")
			sameFiles(t, readFiles(t, fresh), readFiles(t, dest))
			now := map[string]bool{}
			for _, p := range readPages(t, dest) {
				for id := range p.ids {
					if strings.HasPrefix(id, "m-") {
						now[id] = true
					}
				}
			}
			for id := range before {
				if !now[id] {
					t.Errorf("%s: with %d records %s is gone", name, n, id)
				}
			}
			before = now
		}
		if len(before) < 8 {
			t.Errorf("%s: only %d anchors", name, len(before))
		}
	}
}

// An array that was cut off is built as far as it goes, and a warning names the element.
func TestCutRun(t *testing.T) {
	t.Parallel()
	text := asArray(t, madeRun(func(n int) string { return fmt.Sprintf("word%dx", n) }))
	dir := t.TempDir()
	name := write(t, filepath.Join(t.TempDir(), "run.json"), text[:strings.Index(text, "Out: ")])
	sum, warnings, err := build(dir, name, 2)
	if err != nil || sum.Sessions != 1 || sum.Ledger.Lines != 6 || sum.Ledger.Malformed != 1 {
		t.Fatalf("%v %+v", err, sum.Ledger)
	}
	if !slices.ContainsFunc(warnings, func(w generator.Warning) bool { return w.File == name && w.Line == 6 }) {
		t.Errorf("no warning names %s, element 6: %v", name, warnings)
	}
}
