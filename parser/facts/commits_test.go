package facts

import (
	"fmt"
	"strings"
	"testing"
)

// TestCommitsAsTold has commits of which other commands tell the hash, and scripts in here documents.
func TestCommitsAsTold(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		story []string
		want  string
	}{
		{[]string{"run git commit -qm x", "run git log --oneline => 1234567 x"}, "1234567 x"},
		{[]string{"run cd a && git commit -qm x", "run git -C a log --oneline => 1234567 x"}, "1234567 x"},
		{[]string{"run cd a/src && git commit -qm x", "run git -C a log --oneline => 1234567 x"}, "1234567 x"},
		{[]string{"run cd a && git commit -qm x", "run git -C b log --oneline => 1234567 x"}, "- x"},
		{[]string{"run git -C /repo/a commit -qm x", "run cd /repo/b; git rev-parse HEAD => 1234567"}, "- x"},
		{[]string{"run git -C /repo/a commit -qm x", "run cd /repo/b; git push => To x|   1234567..2345678  main -> main"}, "- x"},
		{[]string{"run git -C /repo/a commit -qm x", "run cd /repo/a; git rev-parse HEAD => 2345678"}, "2345678 x"},
		{[]string{"run bash <<'END'\ncd a\ngit commit -m \"x y\"\nEND => [main 1234567] x y| 1 file changed"}, "1234567 x y"},
		{[]string{"run git switch -q x\ngit commit -qm x\ngit push 2>&1\necho $? => To x| ! [remote rejected] x -> main|error: failed to push some refs to 'x'|exit 1"}, "- x"},
		{[]string{"!run git commit -qm x && git push => Exit code 1| ! [rejected] x -> x (fetch first)|error: failed to push some refs to 'x'"}, "- x"},
		{[]string{"!run git commit -qm x && git push => Exit code 128|fatal: The current branch x has no upstream branch."}, "- x"},
		{[]string{"!run git commit -qm x && git push => Exit code 128|fatal: could not read Username for 'https://x': No such device or address"}, "- x"},
		{[]string{"!run git commit -qm x && git push => Exit code 128|fatal: Unable to create 'x/.git/index.lock': File exists."}, ""},
		{[]string{"!run git commit -qm x && git push => Exit code 1|error: there was a problem with the editor"}, ""},
		{[]string{"!run git push && git commit -qm x => Exit code 1|error: failed to push some refs to 'x'"}, ""},
		{[]string{"run git merge origin/main --no-edit -q\ngit log --oneline -4 => 1234567 Merge remote-tracking branch 'origin/main' into dev|2345678 x"}, "1234567 Merge remote-tracking branch 'origin/main' into dev"},
		{[]string{"run git merge origin/main -q\ngit log --oneline -4 => 1234567 Merge pull request #5 from a/b|2345678 x"}, ""},
		{[]string{"run git merge -q topic; git log --oneline -1 => 1234567 Merge branch 'other'"}, ""},
		{[]string{"run git commit -qm x", "run git commit -q --amend -F m"}, "- "},
		{[]string{"run git commit -qm x", "run git commit -q --amend --file=m; git log --oneline -1 => 1234567 y"}, "1234567 y"},
		{[]string{"run git commit -qm x", "run git commit -q --amend -C HEAD"}, "- x"},
		{[]string{"run cat <<'END'\ngit commit -m x\nEND => [main 1234567] x"}, ""},
	} {
		var got []string
		for _, c := range storyOf(test.story...).Commits {
			sha := c.SHA
			if sha == "" {
				sha = "-"
			}
			got = append(got, fmt.Sprint(sha, " ", c.Subject))
		}
		if got := strings.Join(got, ", "); got != test.want {
			t.Errorf("%q has the commits %q, want %q", test.story, got, test.want)
		}
	}
}

// TestCommitSize: what git counts below the line of a commit is kept.
func TestCommitSize(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		output string
		want   []int
	}{
		{"[main 1234567] x| 1 file changed, 1 insertion(+)", []int{1, 1, 0}},
		{"[main 1234567] x| Author: A <a@b.c>| Date: Monday| 160 files changed, 466 insertions(+), 1273 deletions(-)| create mode 100644 a", []int{160, 466, 1273}},
		{"[main 1234567] x| 2 files changed, 3 deletions(-)", []int{2, 0, 3}},
		{"[main 1234567] x| 1 file changed, 0 insertions(+), 0 deletions(-)", []int{1, 0, 0}},
		{"[main 1234567] x|other output| 3 files changed, 1 insertion(+)", []int{0, 0, 0}},
		{"[main 1234567] x", []int{0, 0, 0}},
	} {
		all := storyOf("run git commit -m x => " + test.output).Commits
		if len(all) != 1 {
			t.Fatalf("%q has %d commits", test.output, len(all))
		}
		if c := all[0]; c.Files != test.want[0] || c.Added != test.want[1] || c.Removed != test.want[2] {
			t.Errorf("%q changed %d files, +%d −%d, want %v", test.output, c.Files, c.Added, c.Removed, test.want)
		}
	}
}
