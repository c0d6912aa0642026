package generator_test

import (
	"path/filepath"
	"strings"
	"testing"

	"steno/generator"
	"steno/generator/config"
)

// A long note is cut on the page, and stands whole beside it; hostile ones become text.
func TestNote(t *testing.T) {
	t.Parallel()
	const id = "11111111-0000-4000-8000-000000000001"
	for name, c := range map[string]struct {
		note       string
		has, lacks []string
	}{
		"long":    {strings.Repeat("All the words of it. ", 2000) + "THE-END", []string{"The whole note", `href=files/`}, []string{"THE-END"}},
		"hostile": {"<script>alert(1)</script> [a](javascript:alert(2)) ![p](https://example.org/p.png) \x1b[31mred\u202e", []string{"&lt;script>"}, []string{"<script>alert", `"javascript:`, `src="https://`, "\x1b", "\u202e"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir, site := t.TempDir(), t.TempDir()
			write(t, filepath.Join(dir, "-srv-app", id+".jsonl"), record(map[string]any{
				"type": "user", "uuid": "aaaaaaaa", "sessionId": id, "cwd": "/srv/app", "timestamp": "2026-03-01T10:00:00.000Z",
				"message": map[string]any{"role": "user", "content": "Mend the lamp"},
			}))
			note := strings.NewReplacer("\x1b", `\e`, "\u202e", `\u202e`).Replace(c.note)
			write(t, filepath.Join(dir, "steno-sessions.yaml"), []byte("1111:\n  note: \""+note+"\"\n"))
			conf := config.Default()
			conf.Sources, conf.Destination = []string{dir}, site
			sum, err := generator.Build(t.Context(), generator.Options{Config: conf})
			if err != nil || sum.Warnings > 0 {
				t.Fatal(sum, err)
			}
			page := readTree(t, site)["sessions/"+id+"/index.html"]
			for _, want := range c.has {
				if !strings.Contains(page, want) {
					t.Errorf("the page lacks %q", want)
				}
			}
			for _, bad := range c.lacks {
				if strings.Contains(page, bad) {
					t.Errorf("the page holds %q", bad)
				}
			}
			if len(page) > 100_000 {
				t.Errorf("%d bytes", len(page))
			}
		})
	}
}
