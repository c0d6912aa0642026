package files

import (
	"strings"
	"testing"
)

func TestIsEncodingOf(t *testing.T) {
	t.Parallel()
	long := "/home/" + strings.Repeat("deep/", 60)
	for _, c := range []struct {
		folder, dir string
		want        bool
	}{
		{"-home-dev-my-app-v2", "/home/dev/my_app.v2", true},
		{"c--HApps-project", `C:\HApps\project`, true},
		{"-home-dev-app", "/home/dev/app/sub", false},
		{"-home--x", "/home/\U0001F600x", false},
		{"-home---x", "/home/\U0001F600x", true},
		{strings.ReplaceAll(long, "/", "-")[:200] + "-1a2b3c", long, true},
		{"-home-dev", long, false},
	} {
		if got := isFolderOf(c.folder, c.dir); got != c.want {
			t.Errorf("isFolderOf(%q, %q) = %t", c.folder, c.dir, got)
		}
	}
}
