package git

import (
	"path/filepath"
	"slices"
	"testing"
)

// All work trees of a repository are found from each of them, and those where another repository is now are not.
func TestWorktrees(t *testing.T) {
	t.Parallel()
	dir := Resolve(t.TempDir())
	at := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	for tree, linked := range map[string]string{"a": at("fix"), "b": at("gone"), "c": at("other")} {
		write(t, at("repo/.git/worktrees/"+tree+"/commondir"), "../..\n")
		write(t, at("repo/.git/worktrees/"+tree+"/gitdir"), filepath.Join(linked, ".git")+"\n")
	}
	write(t, at("fix/.git"), "gitdir: "+at("repo/.git/worktrees/a")+"\n")
	write(t, at("other/.git/config"), "")
	write(t, at("alone/x"), "")
	for from, want := range map[string][]string{
		"repo": {"repo", "fix", "gone"}, "fix": {"fix", "repo", "gone"}, "repo/sub": {"repo/sub", "fix/sub", "gone/sub"}, "alone": {"alone"},
	} {
		for i := range want {
			want[i] = at(want[i])
		}
		if got := Worktrees(at(from)); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", from, got, want)
		}
	}
}
