package source

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
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
		}, `name="two" dir="/x/two" folder="box"`},
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

// A folder that is named after no directory, and in which no directory has more than half of the
// sessions, is a project for each directory in which they began.
func TestScatteredProjects(t *testing.T) {
	t.Parallel()
	id := func(n int) string { return fmt.Sprintf("%08d-0000-4000-8000-000000000001", n) }
	at := func(n int, dir, more string) string {
		return strings.ReplaceAll(chat(id(n), "a1 a2"), "/home/dev/app", dir) + more
	}
	nowhere := func(n int) string { return strings.ReplaceAll(chat(id(n), "a1 a2"), `"cwd":"/home/dev/app",`, "") }
	agent := func(n int, dir string) string {
		return strings.ReplaceAll(at(n, dir, ""), `"type":"user"`, `"type":"user","isSidechain":true,"agentId":"a0b1c2d3"`)
	}
	const pull = `{"type":"pr-link","prNumber":7,"prRepository":"me/app"}` + "\n"
	flat := func(texts ...string) tree {
		files := tree{}
		for n, text := range texts {
			files["box/Archives/"+id(n)+".jsonl"] = text
		}
		return files
	}
	with := func(files tree, namesAndTexts ...string) tree {
		maps.Copy(files, treeOf(namesAndTexts...))
		return files
	}
	for _, c := range []struct {
		name   string
		files  tree
		want   string // directory or name, and sessions, of each project
		former string // the directory of the project that the folder's leads on to, "" if it is still there
	}{
		{"of two directories", flat(at(0, "/w/app", ""), at(1, "/w/lib", ""), at(2, "/w/lib", ""), at(3, "/w/app", "")), "/w/app 0 3, /w/lib 1 2", "/w/app"},
		{"the larger one leads on", flat(at(0, "/w/app", ""), at(1, "/w/lib", ""), at(2, "/w/lib", ""), at(3, "/w/ink", "")), "/w/app 0, /w/ink 3, /w/lib 1 2", "/w/lib"},
		{"one has more than half", flat(at(0, "/w/app", ""), at(1, "/w/app", ""), at(2, "/w/lib", "")), "/w/app 0 1 2", ""},
		{"some record none", flat(at(0, "/w/app", ""), at(1, "/w/lib", ""), nowhere(2)), "/w/app 0, /w/lib 1, Archives 2", ""},
		{"none records any", flat(nowhere(0), nowhere(1)), "Archives 0 1", ""},
		{"several sessions change their directory", flat(at(0, "/w/app", at(0, "/w/lib", "")), at(1, "/w/lib", at(1, "/w/app", ""))), "/w/app 0, /w/lib 1", "/w/app"},
		{"on Windows", flat(at(0, `C:\\w\\app`, ""), at(1, `c:\\w\\app`, ""), at(2, `D:\\w\\lib`, ""), at(3, `D:\\w\\ink`, "")), `C:\w\app 0 1, D:\w\ink 3, D:\w\lib 2`, `C:\w\app`},
		{"with worktrees", flat(at(0, "/w/app", ""), at(1, "/w/app/.worktrees/fix", ""), at(2, "/w/app-worktrees/red", ""), at(3, "/w/lib", "")), "/w/app 0 1 2, /w/lib 3", "/w/app"},
		{"with clones", flat(at(0, "/w/app", pull), at(1, "/x/app", pull), at(2, "/w/lib", ""), at(3, "/w/ink", "")), "/w/app 0 1, /w/ink 3, /w/lib 2", "/w/app"},
		{"with agents", with(flat(at(0, "/w/app", ""), at(1, "/w/lib", "")), "box/Archives/agent-a0b1c2d3.jsonl", agent(1, "/w/ink")), "/w/app 0, /w/lib 1", "/w/app"},
		{"and folders within it", with(flat(at(0, "/w/app", ""), at(1, "/w/lib", "")), "box/Archives/old/"+id(8)+".jsonl", at(8, "/w/lib", ""), "box/Archives/old/"+id(9)+".jsonl", at(9, "/w/app", "")), "/w/app 0 9, /w/lib 1 8", "/w/app"},
		{"and one named after a directory", with(flat(at(0, "/w/app", ""), at(1, "/w/lib", "")), "box/-w-lib/"+id(9)+".jsonl", at(9, "/w/lib", "")), "/w/app 0, /w/lib 1 9", "/w/app"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			root := c.files.write(t)
			a, err := Find(context.Background(), TestFormats, []string{root})
			must(t, err)
			t.Cleanup(func() { a.Close() })
			before := slug("Archives", "Archives\x00"+prefix(root)+"/box/Archives", map[string]bool{})
			var got []string
			former, there := "", false
			for _, p := range a.Projects {
				text := cmp.Or(p.Dir, p.Name)
				for _, s := range p.Sessions {
					text += " " + s.ID[7:8]
				}
				got = append(got, text)
				there = there || p.Slug == before
				if slices.Contains(p.Former, before) {
					former += p.Dir
				}
			}
			slices.Sort(got)
			if former != c.former || former != "" && there {
				t.Errorf("the folder's project leads on to %q, want %q", former, c.former)
			}
			if text := strings.Join(got, ", "); text != c.want {
				t.Errorf("got %s, want %s", text, c.want)
			}
		})
	}
}
