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
	c.Text(`wrote Q:\04_Harbour\Tide_Tables\.claude\projects\Q--04-Harbour-Tide-Tables\memory\MEMORY.md`)
	c.Text(`read R:\people\petra.m\.claude\projects\R--people-petra-m-web\x.jsonl`)
	c.Text("read /Users/jonas/Code/lamps/.claude/projects/-Users-jonas-Code-lamps/x.jsonl and /Users/jonas/quay/.claude/projects/x")
	c.Text("read /home/jonas/src/tides/.claude/projects/x, /home/CORP/petra.b/.claude/projects/x")
	c.Text(`ls "d:/Workshop/.claude/projects/" && ls /d/Workshop/.claude/projects/ && dir D:\Workshop\.claude\projects\`)
	c.Text("cat /c/Users/petra/.claude/projects/x.jsonl /mnt/c/Users/petra/quay/.claude/projects/y.jsonl")
	r := e.Freeze(c.Values())
	for _, c := range []struct{ text, want string }{
		{`cd D:\Workshop\lamps, d:/Workshop/lamps, /d/Workshop/lamps`, `cd D:\Workshop\lamps, d:/Workshop/lamps, /d/Workshop/lamps`},
		{"the Workshop, the quay", "the Workshop, the quay"},
		{"/c/Users/petra/web, C--Users-petra-web", "~/web, C--Users-user-web"},
		{"HOME=/srv/people/joe", "HOME=~"},
		{"cd /srv/people/joe/web && ls", "cd ~/web && ls"},
		{"/srv/people/joey/web", "/srv/people/joey/web"},
		{"cat /data/accounts/mara.k/notes", "cat ~/notes"},
		{"-rw-r--r-- 1 joe staff 12 x", "-rw-r--r-- 1 user staff 12 x"},
		{"projects/-srv-people-joe-web/x.jsonl", "projects/~-web/x.jsonl"},
		{"HOME=/root and /tmp/home/x", "HOME=/root and /tmp/home/x"},
		{"cd /Users/jonas/Code/lamps/web, /Users/jonas/quay/web", "cd ~/Code/lamps/web, ~/quay/web"},
		{"cd /home/jonas/src/tides/web and /home/CORP/petra.b/web", "cd ~/src/tides/web and ~/web"},
		{"the lamps, the quay, the tides", "the lamps, the quay, the tides"},
		{`cd Q:\04_Harbour\Tide_Tables\docs`, `cd Q:\04_Harbour\Tide_Tables\docs`},
		{`cd R:\people\petra.m\web`, `cd ~\web`},
		{`{\"cwd\":\"/srv/people/joe\"}`, `{\"cwd\":\"~\"}`},
	} {
		if got, _ := r.Text(c.text); got != c.want {
			t.Errorf("%q became %q, want %q", c.text, got, c.want)
		}
	}
}

// TestHomeRoots has the homes that systems keep on volumes and servers.
func TestHomeRoots(t *testing.T) {
	t.Parallel()
	r := mustNew(t, Options{})
	for _, c := range []struct{ text, want string }{
		{"/var/home/jonas/web and /usr/home/jonas/web", "~/web and ~/web"},
		{"cd /export/home/jonas/web", "cd ~/web"},
		{`{"cwd":"/nfs/home/jonas/web"}`, `{"cwd":"~/web"}`},
		{"/nfs/fs1/home/jonas/x /net/fs1/home/jonas/x /mnt/fs1/home/jonas/x", "~/x ~/x ~/x"},
		{"/data/home/jonas/x", "~/x"},
		{"/Volumes/Big/Users/jonas/x and /System/Volumes/Data/Users/jonas/x", "~/x and ~/x"},
		{"//wsl.localhost/Ubuntu-22.04/home/jonas/x, //wsl$/Ubuntu/home/jonas/x", "~/x, ~/x"},
		{"web/data/home/page/x and https://a.example/mnt/x/home/page/y", "web/data/home/page/x and https://a.example/mnt/x/home/page/y"},
		{"/srv/web/home/page/x", "/srv/web/home/page/x"},
		{`{"cwd":"/Users/[USER]/lamps"} and [USER]`, `{"cwd":"~/lamps"} and [USER]`},
		{`C:\Users\[USER_NAME]\lamps, /c/Users/[USER]/lamps`, `~\lamps, ~/lamps`},
		{"/home/[slug]/page, /home/[]/x, /home/[A", "/home/[slug]/page, /home/[]/x, /home/[A"},
	} {
		if got, _ := r.Text(c.text); got != c.want {
			t.Errorf("%q became %q, want %q", c.text, got, c.want)
		}
	}
}
