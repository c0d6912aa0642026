package generator_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"steno/generator"
	"steno/generator/config"
)

// A page behind a figure of the statistics is made again when it shows something else of a session, though
// the figure is the same; also of a session that shares its title with another. Else it is taken over.
func TestUsePagesOfOneTitle(t *testing.T) {
	t.Parallel()
	top := t.TempDir()
	session := func(id, call string) {
		text := func(kind, uuid, parent string, content any) []byte {
			return record(map[string]any{
				"type": kind, "uuid": uuid, "parentUuid": parent, "sessionId": id, "cwd": "/srv/a", "timestamp": "2026-03-04T10:00:00.000Z",
				"message": map[string]any{"role": kind, "model": "claude-opus-4-6", "id": "msg_" + uuid, "content": content},
			})
		}
		lines := slices.Concat(
			text("user", id, "", "Brew some tea"),
			text("assistant", call, id, []any{map[string]any{"type": "tool_use", "id": "t", "name": "Bash", "input": map[string]any{"command": "brew tea"}}}),
			text("user", "c"+call[1:], call, []any{map[string]any{"type": "tool_result", "tool_use_id": "t", "is_error": true, "content": "no water"}}),
		)
		write(t, filepath.Join(top, "-srv-a", id+".jsonl"), lines)
	}
	const first, second = "aaaa0000-0000-4000-8000-000000000001", "aaab0000-0000-4000-8000-000000000002"
	c := config.Default()
	c.Sources, c.Destination = []string{top}, filepath.Join(t.TempDir(), "site")
	pages := func(cache string) map[string]string {
		o := generator.Options{Config: c, Version: "test", Cache: cache}
		if cache == "" {
			o.Config.Destination = filepath.Join(t.TempDir(), "site")
		}
		if _, err := generator.Build(t.Context(), o); err != nil {
			t.Fatal(err)
		}
		all := map[string]string{}
		for _, name := range []string{"tool", "command"} {
			found, err := filepath.Glob(filepath.Join(o.Config.Destination, "stats", name, "*", "index.html"))
			if err != nil || len(found) != 1 {
				t.Fatal(name, found, err)
			}
			page, err := os.ReadFile(found[0])
			if err != nil {
				t.Fatal(err)
			}
			all[name] = string(page)
		}
		return all
	}
	session(first, "bbbb0000-0000-4000-8000-000000000001")
	session(second, "bbbb0000-0000-4000-8000-000000000002")
	cache := t.TempDir()
	before := pages(cache)
	session(second, "bbbc0000-0000-4000-8000-000000000003") // the call has another address now
	after, want := pages(cache), pages("")
	for name, page := range want {
		if page == before[name] {
			t.Errorf("%s: the page shows nothing of what changed\n%s", name, page)
		}
		if after[name] != page {
			t.Errorf("%s: the page is another than without a cache:\n%s\n%s", name, after[name], strings.TrimSpace(page))
		}
	}
}
