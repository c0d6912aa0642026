package git

import (
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestRoot(t *testing.T) {
	t.Parallel()
	dir := Resolve(t.TempDir())
	write(t, filepath.Join(dir, "repo", ".git", "HEAD"), "")
	write(t, filepath.Join(dir, "linked", ".git"), "gitdir: ../repo/.git")
	for name, want := range map[string]string{"repo": "repo", "repo/a/b": "repo", "linked/a": "linked", "other/a": ""} {
		if want != "" {
			want = filepath.Join(dir, want)
		}
		if got := Root(filepath.Join(dir, filepath.FromSlash(name))); got != want {
			t.Errorf("the root of %s is %q, want %q", name, got, want)
		}
	}
	if err := os.Symlink(filepath.Join(dir, "repo"), filepath.Join(dir, "link")); err != nil {
		t.Skipf("links are NOT tested: %v", err)
	}
	if got, want := Root(filepath.Join(dir, "link", "new")), filepath.Join(dir, "repo"); got != want {
		t.Errorf("the root behind a link is %q, want %q", got, want)
	}
}

func TestIgnored(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("ignored folders are NOT tested: no git here")
	}
	dir := Resolve(t.TempDir())
	if out, err := exec.Command("git", "init", "-q", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	write(t, filepath.Join(dir, ".gitignore"), "/private/\n")
	for name, want := range map[string]bool{"private": true, "private/a": true, "sessions": false, ".": false} {
		if got := Ignored(t.Context(), dir, filepath.Join(dir, name)); got != want {
			t.Errorf("%s: ignored is %v", name, got)
		}
	}
}

func TestGitHub(t *testing.T) {
	t.Parallel()
	for config, want := range map[string]string{
		"[remote \"origin\"]\n\turl = git@github.com:ada/engine.git\n":                                                                           "ada/engine",
		"[remote \"origin\"]\n\turl = https://github.com/ada/engine\n":                                                                           "ada/engine",
		"[remote \"origin\"]\r\n\turl = https://token@github.com/ada/my.engine.git\r\n":                                                          "ada/my.engine",
		"[remote \"origin\"]\n\turl = https://example.org/ada/engine\n":                                                                          "/",
		"[remote \"upstream\"]\n\turl = https://github.com/up/engine\n[remote \"origin\"]\n\turl = https://github.com/ada/engine\n":              "ada/engine",
		"[remote \"origin\"]\n\turl = https://github.com/ada/engine\n[remote \"upstream\"]\n\turl = https://github.com/up/engine\n":              "ada/engine",
		"[remote \"upstream\"]\n\turl = https://github.com/up/engine\n[branch \"main\"]\n\tremote = upstream\n[x]\n\turl = https://example.org/": "up/engine",
	} {
		dir := t.TempDir()
		write(t, filepath.Join(dir, "repo", ".git", "config"), config)
		write(t, filepath.Join(dir, "repo", ".git", "worktrees", "w", "commondir"), "../..\n")
		write(t, filepath.Join(dir, "w", ".git"), "gitdir: "+filepath.Join(dir, "repo", ".git", "worktrees", "w")+"\n")
		for _, tree := range []string{"repo", "w"} {
			if owner, name := GitHub(filepath.Join(dir, tree)); owner+"/"+name != want {
				t.Errorf("%s: %q: %s/%s, want %s", tree, config, owner, name, want)
			}
		}
	}
}

func TestParseAdded(t *testing.T) {
	t.Parallel()
	one, two := strings.Repeat("1", 40), strings.Repeat("2", 40)
	got := parseAdded(one + "\n" + `diff --git a/x y b/x y
index 1c943a9..a7bc997 100644
--- a/x y	
+++ b/x y	
@@ -2,2 +2,3 @@ a
-b
-c
\ No newline at end of file
+B
+++ d
+c
\ No newline at end of file
diff --git "a/\303\244\"b" "b/\303\244\"b"
new file mode 100644
--- /dev/null
+++ "b/\303\244\"b"
@@ -0,0 +1 @@
+x
diff --git a/gone b/gone
--- a/gone
+++ /dev/null
@@ -1 +0,0 @@
-` + two + `
\ No newline at end of file
` + two + `
diff --git a/x y b/x y
--- a/x y
+++ b/x y
@@ -5,0 +9 @@ c
+` + one + "\n")
	want := map[string][]Added{
		one: {{"x y", []Line{{2, "B\n"}, {3, "++ d\n"}, {4, "c"}}}, {"ä\"b", []Line{{1, "x\n"}}}},
		two: {{"x y", []Line{{9, one + "\n"}}}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
}
