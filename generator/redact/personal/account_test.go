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
		known + "mwitaker     pts/0        2026-02-01 10:00 (10.0.0.1)", known + ".rw-r--r-- 120 mwitaker 3 Jan 10:00 a.txt", known + "usermod -aG docker mwitaker", known + "UID        PID  PPID  C STIME TTY          TIME CMD\nmwitaker  29459     1  0 10:00 ?  00:00:01 sshd", known + "passwd: password updated for mwitaker", known + "[user]\n\tname = mwitaker", known + "git config user.name mwitaker",
		`"path":"\/home\/mwitaker\/x"`, "/home/mwitaker", "/Volumes/Macintosh HD/Users/mwitaker/x", "Users/mwitaker/Library/Caches", `\\server\home$\mwitaker\x`, "/cygdrive/c/Documents and Settings/mwitaker/x",
		// no home directory is known
		"uid=1000(mwitaker) gid=1000(mwitaker) groups=1000(mwitaker),27(sudo)", "$ whoami\nmwitaker\n", "mwitaker:x:1000:1000::/srv:/bin/sh", "docker:x:999:mwitaker", "-rw-r--r-- 1 mwitaker staff 120 Jan  3 10:00 a.txt", "drwxr-xr-x  5 mwitaker mwitaker 4096 Mar  1 12:00 .", "LOGNAME=mwitaker", "SHELL=/bin/sh\nUSER=mwitaker",
		"mwitaker  pts/1  10.0.0.1  Mon Feb  2 10:00   still logged in", "sshd[7]: Accepted publickey for mwitaker from 10.0.0.1 port 5022 ssh2", "systemd[1]: Started Session 3 of user mwitaker.", "sudo:   mwitaker : TTY=pts/0 ; PWD=/srv", "mwitaker is not in the sudoers file.", "mwitaker@box:~/src$ ls", "mwitaker@box-mbp src % ls",
		"[mwitaker@box src]$ make", "mwitaker@DESKTOP-AB12CD3 MINGW64 ~/src (main)", "(base) mwitaker@box:~$ python", "ssh mwitaker@box.dev", "scp x mwitaker@box.dev:/tmp", "ssh -l mwitaker box", "SUDO_USER=mwitaker", "session opened for user root by mwitaker(uid=1000)", "Host x\n  HostName box.dev\n  User mwitaker", "debug1: Authenticating to box.dev:22 as 'mwitaker'", "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKfx mwitaker@laptop", `DESKTOP-AB12CD3\mwitaker`,
	} {
		if clean, _ := e.Text(text); strings.Contains(clean, name) {
			t.Errorf("%q became %q", text, clean)
		}
	}
	for _, text := range []string{
		"GET /users/list", "route /home/index of the app", "superuser=mwitaker", "user=mwitaker", "https://example.com/home/page", "uid=1000 is free",
		"PATH=/home:/home/tools:/usr/bin", "a user is found\n/home/", `"Users\\other"`, "the pid is 4", known + "wc -l mwitaker/main.go x", "drwxr-xr-x 20 postgres postgres 4096 x", "uid=0(root) gid=0(root)", "uid=33(www-data)", "nginx:x:101:101::/srv:/bin/sh", "deploy@box:~$ ls", "ssh your-username@your-mac-ip", "The console 4 shows", "agent-browser console --clear", "a range of user preferences", "Failed password for invalid user oracle from 10.0.0.1",
		"USER=shop\nDB=1", "see session 3 of the course", "both `C:\\Users\\x` and `/c/Users/x` forms",
	} {
		if clean, _ := e.Text(text); clean != strings.ReplaceAll(text, known, "~/x\n") {
			t.Errorf("%q became %q", text, clean)
		}
	}
}
