package generator_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"steno/generator"
	"steno/generator/config"
)

// TestValuesOfUnpublishedSessions has a password that one session sets and another one only prints. It is redacted in the
// other one wherever that is published without the first, and the next build writes the same as one of everything.
func TestValuesOfUnpublishedSessions(t *testing.T) {
	t.Parallel()
	const password, sets, prints = "copper-Lantern-77x", "11111111-0000-4000-8000-000000000001", "22222222-0000-4000-8000-000000000002"
	source := t.TempDir()
	session := func(id, text string) {
		write(t, filepath.Join(source, "-w-x", id+".jsonl"), record(map[string]any{
			"type": "user", "uuid": id, "sessionId": id, "cwd": "/w/x", "timestamp": fmt.Sprintf("2026-03-0%sT10:00:00.000Z", id[:1]),
			"message": map[string]any{"role": "user", "content": text},
		}))
	}
	session(sets, "Set password="+password+" in the file")
	session(prints, "The program printed "+password+" on the screen")
	options := func(change func(*config.Config)) generator.Options {
		o := lookOptions(t, source)
		change(&o.Config)
		return o
	}
	builds := func(o generator.Options) {
		t.Helper()
		if _, err := generator.Build(t.Context(), o); err != nil {
			t.Fatal(err)
		}
		for name, text := range published(t, o.Config.Destination) {
			if strings.Contains(text, strings.ToLower(password)) {
				t.Errorf("the password is in %s", name)
			}
		}
	}
	for what, change := range map[string]func(*config.Config){
		"excluded": func(c *config.Config) { c.Select.Exclude = []string{"session:" + sets} },
		"included": func(c *config.Config) { c.Select.Include = []string{"session:" + prints} },
		"since":    func(c *config.Config) { c.Select.Since = "2026-03-02" },
	} {
		o := options(change)
		builds(o)
		session(sets, "Set password="+password+" in the file, please")
		builds(o) // from the cache
		session(prints, "Again the program printed "+password)
		builds(o)
		fresh := options(change)
		builds(fresh)
		site := os.DirFS(fresh.Config.Destination)
		err := fs.WalkDir(site, ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			want, err := fs.ReadFile(site, name)
			if got, rerr := os.ReadFile(filepath.Join(o.Config.Destination, name)); rerr != nil || !bytes.Equal(got, want) {
				t.Errorf("%s: %s differs from that of a new build: %v", what, name, rerr)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	o := options(func(*config.Config) {})
	if text, err := generator.Comment(t.Context(), o, []string{prints}); err != nil || bytes.Contains(text, []byte(password)) {
		t.Errorf("the comment has the password, or %v", err)
	}
	var b bytes.Buffer
	if _, err := generator.ExportJSONL(t.Context(), o, []string{prints}, &b); err != nil || strings.Contains(b.String(), password) {
		t.Errorf("the export has the password, or %v", err)
	}

	// A review is not asked for what is in no session that is published.
	o.Config.Select.Exclude, o.Config.Publish.RequireReview = []string{"session:" + sets}, true
	session(prints, "Nothing is printed")
	if _, err := generator.Build(t.Context(), o); err != nil {
		t.Error(err)
	}
}
