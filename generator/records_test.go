package generator_test

import (
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"steno/generator"
	"steno/generator/config"
)

// TestRecords builds a session with records that no message shows: they stand on pages of
// their own, clean, and the rows that are folded lead there.
func TestRecords(t *testing.T) {
	t.Parallel()
	top := t.TempDir()
	p := planter{}
	const id = "11111111-0000-4000-8000-000000000001"
	lines := record(map[string]any{
		"type": "user", "uuid": "aaaaaaaa-0", "sessionId": id, "cwd": "/srv/app", "timestamp": "2026-03-01T10:00:00.000Z",
		"message": map[string]any{"role": "user", "content": "Mend the lamp"},
	})
	for i := range 200 {
		lines = append(lines, record(map[string]any{
			"type": "attachment", "uuid": fmt.Sprintf("%08x-0", i), "parentUuid": "aaaaaaaa-0", "sessionId": id,
			"attachment": map[string]any{"type": "hook_success", "hookName": "Stop", "stdout": strings.Repeat(fmt.Sprint("line ", i, "\n"), 200), "durationMs": 77001},
		})...)
	}
	for _, r := range []map[string]any{
		{"type": "progress", "uuid": "bbbbbbbb-0", "parentUuid": "aaaaaaaa-0", "sessionId": id, "data": map[string]any{"type": "bash_progress", "output": "lamp " + p.token("progress")}},
		{"type": "tag", "tag": "lamps " + p.token("tag"), "sessionId": id},
		{"type": "bridge-session", "accountUuid": "somebody-private"},
		{"type": "system", "subtype": "turn_duration", "uuid": "cccccccc-0", "parentUuid": "aaaaaaaa-0", "sessionId": id, "durationMs": 61000, "messageCount": 3, "note": p.token("system")},
	} {
		lines = append(lines, record(r)...)
	}
	write(t, filepath.Join(top, "projects", "-srv-app", id+".jsonl"), lines)
	const plain = "11111111-0000-4000-8000-000000000002"
	write(t, filepath.Join(top, "projects", "-srv-app", plain+".jsonl"), record(map[string]any{
		"type": "user", "uuid": "dddddddd-0", "sessionId": plain, "cwd": "/srv/app", "timestamp": "2026-03-01T11:00:00.000Z",
		"message": map[string]any{"role": "user", "content": "Light it"},
	}))
	build := func(records bool) map[string]string {
		c := config.Default()
		c.Sources, c.Destination, c.Content.Records = []string{top}, t.TempDir(), records
		if _, err := generator.Build(context.Background(), generator.Options{Config: c}); err != nil {
			t.Fatal(err)
		}
		return readTree(t, c.Destination)
	}
	site := build(true)
	dir := "sessions/" + id + "/"
	for name, text := range site {
		for place, token := range p {
			if strings.Contains(text, token) {
				t.Errorf("%s holds the token of the %s", name, place)
			}
		}
		if strings.Contains(text, "somebody-private") {
			t.Errorf("%s holds what a bridge-session says", name)
		}
		if strings.HasPrefix(name, dir+"records") && len(text) > 400_000 {
			t.Errorf("%s has %d bytes", name, len(text))
		}
	}
	all := site[dir+"records.html"] + site[dir+"records-2.html"] + site[dir+"records-3.html"]
	for _, want := range []string{"progress/bash_progress", "lamp [redacted:github-token#", "bridge-session", "withheld", "77001", "messageCount", "lines"} {
		if !strings.Contains(all, want) {
			t.Errorf("the records lack %q", want)
		}
	}
	links := regexp.MustCompile(`href=(records(?:-\d+)?\.html)#(r-[0-9a-z-]+)`).FindAllStringSubmatch(site[dir+"index.html"]+site[dir+"page-2.html"], -1)
	if len(links) < 100 {
		t.Errorf("only %d rows lead to their records", len(links))
	}
	for _, l := range links {
		if !strings.Contains(site[dir+l[1]], `id=`+l[2]+`>`) {
			t.Errorf("%s has no %s", l[1], l[2])
		}
	}
	if site["sessions/"+plain+"/records.html"] != "" || strings.Contains(site["sessions/"+plain+"/index.html"], "records.html") {
		t.Error("a session that shows every record has a page of records")
	}
	for name, text := range build(false) {
		if strings.Contains(name, "records") || strings.Contains(text, "records.html") {
			t.Errorf("%s stands although no records were asked for", name)
		}
	}
}
