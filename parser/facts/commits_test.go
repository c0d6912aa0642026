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
