package redact

import "testing"

// TestPlacesOfUsers has paths that contain the name of an account, behind flags, in volumes that were mounted, in rules of permission.
func TestPlacesOfUsers(t *testing.T) {
	t.Parallel()
	e := mustNew(t, Options{})
	c := e.Collect()
	c.Text("cd /home/jonas/web\nC:\\Users\\Bill\\x")
	r := e.Freeze(c.Values())
	for _, c := range []struct{ text, want string }{
		{"gcc -I/home/jonas/web/include -L/Users/jonas/lib -isystem/home/jonas/x -Wl,-rpath,/home/jonas/y", "gcc -I~/web/include -L~/lib -isystem~/x -Wl,-rpath,~/y"},
		{"\\\n  -I/home/maria/web", "\\\n  -I~/web"},
		{"some-I/home/maria/web", "some-I/home/maria/web"},
		{`"Read(//c/Users/maria/**)", "Edit(//home/jonas/web/**)"`, `"Read(~/**)", "Edit(~/web/**)"`},
		{`\"Read(//Users/maria/x)\"`, `\"Read(~/x)\"`},
		{"https://example.org//home/maria/x", "https://example.org//home/maria/x"},
		{"cd /home/jonas/disk2/home/jonas/web", "cd ~/disk2/home/user/web"},
		{"/mnt1/old/home/maria/web", "/mnt1/old/home/maria/web"},
		{"/tmp/agent-1000/-home-jonas-disk2-home-jonas-web/x", "/tmp/agent-1000/-home-user-disk2-home-user-web/x"},
		{"/local/jonas/web and /scratch/jonas", "/local/user/web and /scratch/user"},
		{`a\n/local/jonas/x`, `a\n/local/user/x`},
		{"`/data/jonas/x` /mnt/nas/jonas/x /media/jonas/USB /run/media/jonas/USB /var/mail/jonas /tmp/jonas/x", "`/data/user/x` /mnt/nas/user/x /media/user/USB /run/media/user/USB /var/mail/user /tmp/user/x"},
		{"/local/maria/web /local/jonaswolf/x /etc/jonas/version /usr/local/jonas src/data/jonas/x", "/local/maria/web /local/jonaswolf/x /etc/jonas/version /usr/local/jonas src/data/jonas/x"},
		{"the user Bill asked for it; user Bill: x; user jonas is not in the sudoers file", "the user Bill asked for it; user user: x; user user is not in the sudoers file"},
		{"/x/projects/-local-jonas-web/memory /tmp/pytest-of-jonas/x", "/x/projects/-local-user-web/memory /tmp/pytest-of-user/x"},
		{"D:\\Work\\Bill\\x and Bill said so", "D:\\Work\\Bill\\x and Bill said so"},
		{`+ ... ers\Bill\Work\web`, `+ ... ers\user\Work\web`},
	} {
		if got, _ := r.Text(c.text); got != c.want {
			t.Errorf("%q became %q, want %q", c.text, got, c.want)
		}
	}
}
