package redact

import "testing"

// TestHomeAnywhere has home directories outside of the usual places.
func TestHomeAnywhere(t *testing.T) {
	t.Parallel()
	e := mustNew(t, Options{})
	c := e.Collect()
	c.Text("PATH=/usr/bin\nHOME=/srv/people/joe\nUSER=joe\n")
	c.Text("read /data/accounts/mara.k/.claude/projects/-data-accounts/x.jsonl")
	c.Text("HOME=/root HOME=/home/jonas HOME=/tmp/home ~/.claude/projects/x")
	r := e.Freeze(c.Values())
	for _, c := range []struct{ text, want string }{
		{"HOME=/srv/people/joe", "HOME=~"},
		{"cd /srv/people/joe/web && ls", "cd ~/web && ls"},
		{"/srv/people/joey/web", "/srv/people/joey/web"},
		{"cat /data/accounts/mara.k/notes", "cat ~/notes"},
		{"-rw-r--r-- 1 joe staff 12 x", "-rw-r--r-- 1 user staff 12 x"},
		{"projects/-srv-people-joe-web/x.jsonl", "projects/~-web/x.jsonl"},
		{"HOME=/root and /tmp/home/x", "HOME=/root and /tmp/home/x"},
		{`{\"cwd\":\"/srv/people/joe\"}`, `{\"cwd\":\"~\"}`},
	} {
		if got, _ := r.Text(c.text); got != c.want {
			t.Errorf("%q became %q, want %q", c.text, got, c.want)
		}
	}
}
