package source

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func treeState(session, dir, from string) string {
	return fmt.Sprintf(`{"type":"worktree-state","sessionId":%q,"worktreeSession":{"worktreePath":%q,"originalCwd":%q}}`+"\n", session, dir, from)
}

// Worktrees belong to the project of their repository, which keeps its address.
func TestWorktrees(t *testing.T) {
	t.Parallel()
	at := func(session, dir, more string) string {
		return strings.ReplaceAll(chat(session, "a1 a2"), "/home/dev/app", dir) + more
	}
	nothing := func(session string) string {
		return strings.ReplaceAll(chat(session, "a1 a2"), `"cwd":"/home/dev/app",`, "")
	}
	pull := func(repository string) string {
		return fmt.Sprintf(`{"type":"pr-link","prNumber":7,"prRepository":%q}`+"\n", repository)
	}
	prints := func(text string) string {
		return fmt.Sprintf(`{"type":"user","sessionId":%q,"uuid":"b1","message":{"role":"user","content":[{"type":"tool_result","content":%q}]}}`+"\n", idA, text)
	}
	pushed := func(repository string) string {
		return prints("To github.com:" + repository + ".git\n   1f2e3d4..5a6b7c8  main -> main")
	}
	state := func(member string) string {
		return fmt.Sprintf(`{"type":"assistant","sessionId":%q,"uuid":"b1","message":{"role":"assistant","content":[]},"serverClassifierContext":{"git_state":{%s}}}`+"\n", idB, member)
	}
	const (
		repo = "projects/-home-dev-app/" + idA + ".jsonl"
		fix  = "projects/-home-dev-app--claude-worktrees-fix/" + idB + ".jsonl"
	)
	alone := projectsOf(t, treeOf(repo, at(idA, "/home/dev/app", "")))
	for _, c := range []struct {
		name  string
		files tree
		want  string // dirs and how many sessions, by slug
	}{
		{"made by Claude Code", treeOf(repo, at(idA, "/home/dev/app", ""), fix, at(idB, "/home/dev/app/.claude/worktrees/fix", "")), "/home/dev/app 2"},
		{"without its repository", treeOf(fix, at(idB, "/home/dev/app/.claude/worktrees/fix", "")), "/home/dev/app 1"},
		{"by the folder's name alone", treeOf(repo, at(idA, "/home/dev/app", ""), fix, nothing(idB)), "/home/dev/app 2"},
		{"below a worktree", treeOf(repo, at(idA, "/home/dev/app", ""), "projects/-home-dev-app--claude-worktrees-fix-web/"+idB+".jsonl", at(idB, "/home/dev/app/.claude/worktrees/fix/web", "")), "/home/dev/app 2"},
		{"below a worktree, and below the repository", treeOf("projects/-home-dev-app-web/"+idA+".jsonl", at(idA, "/home/dev/app/web", ""), "projects/-home-dev-app--claude-worktrees-fix-web/"+idB+".jsonl", at(idB, "/home/dev/app/.claude/worktrees/fix/web", "")), "/home/dev/app/web 2"},
		{"a worktree of a worktree", treeOf("projects/x/"+idB+".jsonl", at(idB, "/home/dev/app/.claude/worktrees/fix/.claude/worktrees/b", "")), "/home/dev/app 1"},
		{"on Windows", treeOf("projects/C--app--claude-worktrees-x/"+idB+".jsonl", at(idB, `C:\\app\\.claude\\worktrees\\x`, "")), `C:\app 1`},
		{"a sibling that records tell of", treeOf(repo, at(idA, "/home/dev/app", ""), "projects/-home-dev-app-fix/"+idB+".jsonl", at(idB, "/home/dev/app-fix", treeState(idB, "/home/dev/app-fix", "/home/dev/app"))), "/home/dev/app 2"},
		{"a sibling that another session tells of", treeOf(repo, at(idA, "/home/dev/app", treeState(idA, "/home/dev/app-fix", "/home/dev/app")), "projects/-home-dev-app-fix/"+idB+".jsonl", at(idB, "/home/dev/app-fix", "")), "/home/dev/app 2"},
		{"a sibling by its name alone", treeOf(repo, at(idA, "/home/dev/app", ""), "projects/-home-dev-app-fix/"+idB+".jsonl", at(idB, "/home/dev/app-fix", "")), "/home/dev/app 1, /home/dev/app-fix 1"},
		{"in .worktrees", treeOf(repo, at(idA, "/home/dev/app", ""), "projects/-home-dev-app--worktrees-fix/"+idB+".jsonl", at(idB, "/home/dev/app/.worktrees/fix", "")), "/home/dev/app 2"},
		{"in .worktrees, without its repository", treeOf("projects/-home-dev-app--worktrees-fix/"+idB+".jsonl", at(idB, "/home/dev/app/.worktrees/fix", "")), "/home/dev/app 1"},
		{"in a folder of worktrees beside it", treeOf(repo, at(idA, "/home/dev/app", ""), "projects/-home-dev-app-worktrees-fix/"+idB+".jsonl", at(idB, "/home/dev/app-worktrees/fix", "")), "/home/dev/app 2"},
		{"in a folder of worktrees beside nothing", treeOf("projects/-home-dev-app-worktrees-fix/"+idB+".jsonl", at(idB, "/home/dev/app-worktrees/fix", "")), "/home/dev/app-worktrees/fix 1"},
		{"in a folder of worktrees with a dot", treeOf(repo, at(idA, "/home/dev/app", ""), "projects/-home-dev-app-worktrees-fix/"+idB+".jsonl", at(idB, "/home/dev/app.worktrees/fix/web", "")), "/home/dev/app 2"},
		{"in folders of worktrees without their repository", treeOf("projects/-home-dev-app-worktrees-fix/"+idB+".jsonl", at(idB, "/home/dev/app.worktrees/fix", ""), "projects/-home-dev-app--worktrees-red/"+idA+".jsonl", at(idA, "/home/dev/app__worktrees/red", "")), "/home/dev/app 2"},
		{"folders of checkpoints", treeOf("box/c1/"+idA+".jsonl", at(idA, "/home/dev/app", ""), "box/c2/"+idB+".jsonl", at(idB, "/home/dev/app", "")), "/home/dev/app 2"},
		{"a folder of checkpoints, and its own", treeOf(repo, at(idA, "/home/dev/app", ""), "box/c2/"+idB+".jsonl", at(idB, "/home/dev/app", "")), "/home/dev/app 2"},
		{"a checkpoint of a worktree", treeOf(repo, at(idA, "/home/dev/app", ""), "box/c2/"+idB+".jsonl", at(idB, "/home/dev/app/.worktrees/fix", "")), "/home/dev/app 2"},
		{"folders of checkpoints of two directories", treeOf("box/c1/"+idA+".jsonl", at(idA, "/home/dev/lamp", ""), "box/c2/"+idB+".jsonl", at(idB, "/home/dev/lib", "")), "/home/dev/lamp 1, /home/dev/lib 1"},
		{"clones of a repository", treeOf(repo, at(idA, "/home/dev/app", pull("me/app")), "projects/-w-app/"+idB+".jsonl", at(idB, "/w/app", pull("me/app"))), "/home/dev/app 2"},
		{"clones that push", treeOf(repo, at(idA, "/home/dev/app", pushed("me/app")), "projects/-w-app/"+idB+".jsonl", at(idB, "/w/app", pushed("Me/app"))), "/home/dev/app 2"},
		{"a clone that fetches, and one that lists remotes", treeOf(repo, at(idA, "/home/dev/app", prints("From https://git.example.org/me/app\n * branch main -> FETCH_HEAD")), "projects/-w-app/"+idB+".jsonl", at(idB, "/w/app", prints("origin\tgit@git.example.org:me/app.git (fetch)\norigin\tgit@git.example.org:me/app.git (push)"))), "/home/dev/app 2"},
		{"a clone that pushes to a fork", treeOf(repo, at(idA, "/home/dev/app", pull("me/app")), "projects/-w-app/"+idB+".jsonl", at(idB, "/w/app", pushed("you/app")+pull("me/app"))), "/home/dev/app 2"},
		{"a clone with two remotes", treeOf(repo, at(idA, "/home/dev/app", pull("me/app")), "projects/-w-app/"+idB+".jsonl", at(idB, "/w/app", pushed("you/app")+pushed("me/app"))), "/w/app 1, /home/dev/app 1"},
		{"a push of another repository", treeOf(repo, at(idA, "/home/dev/app", pull("me/app")), "projects/-w-lib/"+idB+".jsonl", at(idB, "/w/lib", pushed("me/app"))), "/home/dev/app 1, /w/lib 1"},
		{"a clone that the client names", treeOf(repo, at(idA, "/home/dev/app", pull("me/app")), "projects/-w-app/"+idB+".jsonl", at(idB, "/w/app", state(`"repository": "Me/app"`))), "/home/dev/app 2"},
		{"a clone whose remote the client names", treeOf(repo, at(idA, "/home/dev/app", pull("me/app")), "projects/-w-app/"+idB+".jsonl", at(idB, "/w/app", state(`"remoteUrl":"git@github.com:me/app.git"`))), "/home/dev/app 2"},
		{"a branch that the client names", treeOf(repo, at(idA, "/home/dev/app", pull("origin/app")), "projects/-w-app/"+idB+".jsonl", at(idB, "/w/app", state(`"remote":"origin/app"`))), "/w/app 1, /home/dev/app 1"},
		{"words about a push", treeOf(repo, at(idA, "/home/dev/app", pull("me/app")), "projects/-w-app/"+idB+".jsonl", at(idB, "/w/app", prints("I push To github.com:me/app.git\n -> later"))), "/w/app 1, /home/dev/app 1"},
		{"a clone by its path", treeOf(repo, at(idA, "/home/dev/app", pull("me/app")), "projects/-w-me-app/"+idB+".jsonl", at(idB, "/w/me/app", "")), "/home/dev/app 2"},
		{"worktrees of a clone that was not found", treeOf(repo, at(idA, "/home/dev/app", pull("me/app")), "projects/-w-app--worktrees-x/"+idB+".jsonl", at(idB, "/w/app/.worktrees/x", pushed("me/app"))), "/home/dev/app 2"},
		{"directories of one name, of two repositories", treeOf(repo, at(idA, "/home/dev/app", pull("me/app")), "projects/-w-app/"+idB+".jsonl", at(idB, "/w/app", pull("you/app"))), "/w/app 1, /home/dev/app 1"},
		{"a directory with pull requests of two repositories", treeOf(repo, at(idA, "/home/dev/app", pull("me/app")), "projects/-w-app/"+idB+".jsonl", at(idB, "/w/app", pull("me/app")+pull("you/app"))), "/w/app 1, /home/dev/app 1"},
		{"work on another repository", treeOf(repo, at(idA, "/home/dev/app", pull("me/app")), "projects/-w-lib/"+idB+".jsonl", at(idB, "/w/lib", pull("me/app"))), "/home/dev/app 1, /w/lib 1"},
		{"a worktree of a clone", treeOf(repo, at(idA, "/home/dev/app", pull("me/app")), "projects/-w-app/"+idC+".jsonl", at(idC, "/w/app", ""), "projects/-w-app--worktrees-x/"+idB+".jsonl", at(idB, "/w/app/.worktrees/x", pull("me/app"))), "/home/dev/app 3"},
		{"records that go in circles", treeOf(repo, at(idA, "/home/dev/app", treeState(idA, "/home/dev/app", "/home/dev/fix")), "projects/-home-dev-fix/"+idB+".jsonl", at(idB, "/home/dev/fix", treeState(idB, "/home/dev/fix", "/home/dev/app"))), "/home/dev/app 1, /home/dev/fix 1"},
		{"a record of nothing", treeOf(repo, at(idA, "/home/dev/app", treeState(idA, "", ""))), "/home/dev/app 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			projects := projectsOf(t, c.files)
			var got []string
			for _, p := range projects {
				got = append(got, fmt.Sprint(p.Dir, " ", len(p.Sessions)))
				if p.Dir == "/home/dev/app" && p.Slug != alone[0].Slug {
					t.Errorf("slug %q, without worktrees %q", p.Slug, alone[0].Slug)
				}
			}
			if text := strings.Join(got, ", "); text != c.want {
				t.Errorf("got %s, want %s", text, c.want)
			}
		})
	}
}

// The projects that earlier versions made of folders that are joined now have their addresses noted.
func TestFormerProjects(t *testing.T) {
	t.Parallel()
	at := func(session, dir string) string {
		return strings.ReplaceAll(chat(session, "a1 a2"), "/home/dev/app", dir)
	}
	const pull = `{"type":"pr-link","prNumber":7,"prRepository":"me/app"}` + "\n"
	for _, c := range []struct {
		name   string
		files  tree
		former []string
	}{
		{"alone", treeOf("box/c1/"+idA+".jsonl", at(idA, "/home/dev/app")), nil},
		{"checkpoints", treeOf("box/c1/"+idA+".jsonl", at(idA, "/home/dev/app"), "box/c2/"+idB+".jsonl", at(idB, "/home/dev/app")),
			[]string{slug("app", "c1\x00/home/dev/app", map[string]bool{}), slug("app", "c2\x00/home/dev/app", map[string]bool{})}},
		{"a worktree of people", treeOf("projects/-home-dev-app--worktrees-fix/"+idB+".jsonl", at(idB, "/home/dev/app/.worktrees/fix")),
			[]string{slug("fix", "-home-dev-app--worktrees-fix", map[string]bool{})}},
		{"a clone", treeOf("projects/-home-dev-app/"+idA+".jsonl", at(idA, "/home/dev/app")+pull, "projects/-w-app/"+idB+".jsonl", at(idB, "/w/app")+pull),
			[]string{slug("app", "-w-app", map[string]bool{})}},
		{"checkpoints of a clone", treeOf("projects/-home-dev-app/"+idA+".jsonl", at(idA, "/home/dev/app")+pull, "box/c1/"+idB+".jsonl", at(idB, "/w/app")+pull, "box/c2/"+idC+".jsonl", at(idC, "/w/app")),
			[]string{slug("app", "c1\x00/w/app", map[string]bool{}), slug("app", "c2\x00/w/app", map[string]bool{}), slug("app", "-w-app", map[string]bool{})}},
		{"a clone of which only a worktree was found", treeOf("projects/-home-dev-app/"+idA+".jsonl", at(idA, "/home/dev/app")+pull, "projects/-w-app--claude-worktrees-x/"+idB+".jsonl", at(idB, "/w/app/.claude/worktrees/x")+pull),
			[]string{slug("app", "-w-app", map[string]bool{})}},
		{"a worktree of the agent", treeOf("projects/-home-dev-app--claude-worktrees-fix/"+idB+".jsonl", at(idB, "/home/dev/app/.claude/worktrees/fix")), nil},
	} {
		projects := projectsOf(t, c.files)
		if len(projects) != 1 || !slices.Equal(projects[0].Former, c.former) {
			t.Errorf("%s: %d projects, the first was %q before, want %q", c.name, len(projects), projects[0].Former, c.former)
		}
	}
}

// treeOf is a tree of names and texts, in turn.
func treeOf(namesAndTexts ...string) tree {
	files := tree{}
	for i := 0; i < len(namesAndTexts); i += 2 {
		files[namesAndTexts[i]] = namesAndTexts[i+1]
	}
	return files
}

func projectsOf(t *testing.T, files tree) []*Project {
	t.Helper()
	a, err := Find(context.Background(), TestFormats, []string{files.write(t)})
	must(t, err)
	t.Cleanup(func() { a.Close() })
	return a.Projects
}

func TestInRepository(t *testing.T) {
	t.Parallel()
	format := &Format{Layout: Layout{Worktrees: "/.agent/worktrees/"}}
	for _, c := range []struct{ dir, name, want string }{
		{"/srv/app", "/srv/app/lib/a.go", "lib/a.go"},
		{"/srv/app", "/srv/app/.agent/worktrees/red/lib/a.go", "lib/a.go"},
		{"/srv/app/", "/srv/app/.worktrees/red/lib/a.go", "lib/a.go"},
		{"/srv/app", "/srv/app-worktrees/red/lib/a.go", "lib/a.go"},
		{"/srv/app", "/srv/app-worktrees/red", ""},
		{"/srv/app", "/srv/app.worktrees/red/lib/a.go", "lib/a.go"},
		{"/srv/app", "/srv/application/a.go", ""},
		{"/srv/app", "/tmp/a.go", ""},
		{"", "/a.go", ""},
		{`C:\app`, `C:\app\lib\a.go`, "lib/a.go"},
		{`C:\app`, `c:\App\lib\a.go`, "lib/a.go"},
	} {
		if got := format.InRepository(c.dir, c.name); got != c.want {
			t.Errorf("InRepository(%q, %q) = %q, want %q", c.dir, c.name, got, c.want)
		}
	}
}
