package source

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func TestSlug(t *testing.T) {
	t.Parallel()
	valid := regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*-[0-9a-f]{6}$`)
	for name, want := range map[string]string{
		"app": "app-", "My App!": "my-app-", "_hidden": "hidden-", ".claude": "claude-", "日本": "project-", "": "project-",
		"-home-x": "home-x-", `a"><script>`: "a-script-", "Ünïcode": "n-code-", strings.Repeat("x", 99): strings.Repeat("x", 40) + "-",
		"../..": "project-",
	} {
		s := slug(name, name, map[string]bool{})
		if !strings.HasPrefix(s, want) || !valid.MatchString(s) || len(s) != len(want)+6 {
			t.Errorf("slug(%q) = %q, want %q and a hash", name, s, want)
		}
	}
	taken := map[string]bool{}
	first, second := slug("a", "k", taken), slug("a", "k", taken)
	if first == second || !strings.HasPrefix(second, first) {
		t.Errorf("slugs %q and %q", first, second)
	}
}

func TestProjectDir(t *testing.T) {
	t.Parallel()
	at := func(session, dir string) string {
		return strings.ReplaceAll(chat(session, "a1 a2"), "/home/dev/app", dir)
	}
	late := `{"type":"file-history-snapshot","messageId":"m"}` + "\n"
	for _, c := range []struct {
		name  string
		files tree
		want  string
	}{
		{"the directory that the folder is named after", tree{
			"-w-app/" + idA + ".jsonl": late + at(idA, "/w/app/sub") + at(idA, "/w/app"), "-w-app/" + idB + ".jsonl": at(idB, "/w/app/sub"),
		}, `name="app" dir="/w/app" folder="-w-app"`},
		{"the most common one", tree{
			"-w-app/" + idA + ".jsonl": at(idA, "/x/one"), "-w-app/" + idB + ".jsonl": at(idB, "/x/two"), "-w-app/" + idC + ".jsonl": at(idC, "/x/two"),
		}, `name="two" dir="/x/two" folder="-w-app"`},
		{"Windows", tree{"C--w-app/" + idA + ".jsonl": at(idA, `C:\\w\\app`)}, `name="app" dir="C:\\w\\app" folder="C--w-app"`},
		{"a folder of anybody's transcripts", tree{
			"box/" + idA + ".jsonl": at(idA, "/x/one"), "box/" + idB + ".jsonl": at(idB, "/x/two"),
		}, `name="box" dir="" folder="box"`},
		{"the index, when no record tells", tree{
			"-w-app/" + idA + ".jsonl": late, "-w-app/sessions-index.json": `{"entries":[{"sessionId":"` + idA + `"}],"originalPath":"/w/app"}`,
		}, `name="app" dir="/w/app" folder="-w-app"`},
		{"a broken index", tree{
			"-w-app/" + idA + ".jsonl": late, "-w-app/sessions-index.json": `{"entries":`,
		}, `name="-w-app" dir="" folder="-w-app"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			have := find(t, c.files.write(t))
			if !strings.Contains(have, filepath.ToSlash(c.want)) {
				t.Errorf("%s is missing in\n%s", c.want, have)
			}
		})
	}
}
