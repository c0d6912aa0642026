package personal_test

import (
	"strings"
	"testing"

	"steno/generator/redact"
)

// TestAccounts has the name of a home directory where names of accounts stand, and home directories in all forms.
func TestAccounts(t *testing.T) {
	t.Parallel()
	e, err := redact.New(redact.Options{Email: true})
	if err != nil {
		t.Fatal(err)
	}
	const name, known = "mwitaker", "/home/mwitaker/x\n"
	for _, text := range []string{
		known + "uid=1000(mwitaker) gid=1000(mwitaker) groups=1000(mwitaker),27(sudo)", known + "$ whoami\nmwitaker", known + `{"user": "mwitaker"}`,
		known + "sudo chown -R mwitaker:mwitaker /srv/x", known + "sudo -u mwitaker crontab -l", known + "ssh -l mwitaker host", known + "  User mwitaker",
		known + "-rw-r--r-- mwitaker/mwitaker 120 2026-01-02 10:00 a.txt", known + "Uid: ( 1000/mwitaker)   Gid: ( 1000/mwitaker)", known + "docker push mwitaker/app:1",
		known + "USER       PID %CPU %MEM COMMAND\nroot 1 0 0 init\nmwitaker  4312  0.0  0.1 node", known + "COMMAND PID USER FD\nnode 431 mwitaker 23u",
		"mwitaker:x:1000:1000:Mira W:/home/mwitaker:/bin/bash", "User=mwitaker\nWorkingDirectory=/home/mwitaker/app", "C:\\Users\\mwitaker>dir", "USERPROFILE=C:\\Users\\mwitaker\nUSERNAME=mwitaker",
		"C:\\Documents and Settings\\mwitaker\\Desktop", `\\wsl$\Ubuntu\home\mwitaker\x`, `\\wsl.localhost\Ubuntu-22.04\home\mwitaker`, "/cygdrive/c/Users/mwitaker/x",
		"vscode://file/Users/mwitaker/x:3", "vscode-remote://wsl+ubuntu/home/mwitaker/x", "$ pwd\n/home/mwitaker", "cd /Users/mwitaker", `"cwd": "/home/mwitaker"`, "ls -la /home/mwitaker",
		"mail mwitaker@müller.de",
	} {
		if clean, _ := e.Text(text); strings.Contains(clean, name) {
			t.Errorf("%q became %q", text, clean)
		}
	}
	for _, text := range []string{
		"GET /users/list", "route /home/index of the app", "superuser=mwitaker", "user=mwitaker", "https://example.com/home/page", "uid=1000 is free",
		"PATH=/home:/home/tools:/usr/bin", "a user is found\n/home/", `"Users\\other"`, "the pid is 4", known + "wc -l mwitaker/main.go x", "both `C:\\Users\\x` and `/c/Users/x` forms",
	} {
		if clean, _ := e.Text(text); clean != strings.ReplaceAll(text, known, "~/x\n") {
			t.Errorf("%q became %q", text, clean)
		}
	}
}
