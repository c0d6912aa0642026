package generator_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"steno/generator/config"
	"steno/generator/search"
)

// The index numbers what is in a session by time, whichever thread it belongs to: a prompt after an agent's
// work is behind that work. What has no time stays where it was.
func TestIndexByTime(t *testing.T) {
	t.Parallel()
	const id, folder = "ffff0000-0000-4000-8000-000000000001", "-srv-a"
	top := t.TempDir()
	records := 0
	thread := func(agent string, texts ...string) (lines []byte) {
		var parent any
		for _, text := range texts {
			n, text, _ := strings.Cut(text, " ")
			records++
			uuid := fmt.Sprintf("%08d-0000-4000-8000-000000000000", records)
			r := map[string]any{
				"type": "user", "uuid": uuid, "parentUuid": parent, "sessionId": id, "cwd": "/srv/a", "message": map[string]any{"role": "user", "content": text},
			}
			parent = uuid
			if !strings.HasPrefix(n, "x") {
				r["timestamp"] = "2026-03-04T10:" + n + ":00.000Z"
			}
			if agent != "" {
				r["isSidechain"], r["agentId"] = true, agent
			}
			lines = append(lines, record(r)...)
		}
		return lines
	}
	write(t, filepath.Join(top, folder, id+".jsonl"), thread("", "01 first", "20 fourth", "x1 fifth", "40 seventh"))
	write(t, filepath.Join(top, folder, id, "subagents", "agent-b1.jsonl"), thread("b1", "10 second", "15 third", "30 sixth"))

	site := build(t, top, func(c *config.Config) { c.Search.Scope = config.ScopeEverything })
	names, err := filepath.Glob(filepath.Join(site, "search", "f", "*-0.js"))
	if err != nil || len(names) != 1 {
		t.Fatal(names, err)
	}
	file, err := os.ReadFile(names[0])
	if err != nil {
		t.Fatal(err)
	}
	lines, err := search.Unpack("f"+strings.TrimSuffix(filepath.Base(names[0]), ".js"), file)
	if err != nil {
		t.Fatal(err)
	}
	columns := strings.Split(lines[0], "\x1e")
	want := strings.Fields("first second third fourth fifth sixth seventh")
	if got := strings.Split(columns[len(columns)-1], "\x1f"); !slices.Equal(got[1:], want) { // the first is the title
		t.Errorf("the index has %q, want %q", got, want)
	}
}
