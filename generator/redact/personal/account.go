package personal

import (
	"strings"

	"steno/generator/redact/chars"
)

// Names of accounts are also where no home directory is beside them: in what id, ps
// and lsof print, behind flags, under the names of members. There a name is taken that is known to
// be somebody's; in running text it stays.

// AccountWords begin such places, in small letters: what follows, behind a quote or not, is the
// name of an account.
var AccountWords = []string{`user": "`, `user":"`, `user\": \"`, `user\":\"`, `username": "`, `username":"`,
	`owner": "`, `owner":"`, `login": "`, `login":"`, `logname": "`, `logname":"`, "user ", "account ", " -u ",
	" -l ", "docker push ", "docker pull ", "ghcr.io/", "docker.io/", "user: ", "username: ", "owner: ",
	"author: ", "login: ",
	"user=", "owner=", "pytest-of-", "su - ", "--user ", "--user=", "--owner=", "whoami\n", "id -un\n",
	"getuser()\n", "logname\n", "username = ", "user.name ", "[user]\n\tname = ", "password updated for ",
	"invalid user ", "userdel -r ", "user name  ", "uid: (", "gid: ("}

// Account handles what follows one of the words.
func Account(f *Finder, start, end int) {
	s := f.S
	if chars.IsLetter(s[start]) && start > 0 && chars.IsWord(s[start-1]) && !strings.HasPrefix(s[start:end], "u") {
		return
	}
	at := chars.RunOf(s, end, end+8, `'" \`)
	if (s[end-1] == '(') && at < len(s) && chars.IsDigit(s[at]) { // Uid: ( 1000/ name)
		at = chars.Run(s, at, len(s), func(c byte) bool { return chars.IsDigit(c) || c == '/' || c == ' ' })
	}
	if strings.IndexByte(" =", s[end-1]) >= 0 && isPath(s[at:min(len(s), at+41)]) && !strings.HasPrefix(s[start:end], "docker ") {
		return
	}
	if chars.IsLetter(s[start]) && s[end-1] == ' ' && at == end && saidOf(s[at:]) {
		return
	}
	if word := s[start:end]; strings.HasSuffix(word, "\n") {
		if stop := chars.LineEnd(s, at); at == end && stop > at && stop < at+40 && chars.All(s[at:stop], chars.IsLabel) { // of whoami
			f.learn(at, stop)
			return
		}
	}
	names(f, at)
}

// saidOf reports a name with a capital, and words behind it: user Bill asked for it.
func saidOf(s string) bool {
	stop := chars.Run(s, 0, len(s), chars.IsLetter)
	return stop > 0 && chars.IsUpper(s[0]) && stop+1 < len(s) && s[stop] == ' ' && chars.IsLower(s[stop+1])
}

// isPath reports whether what follows a flag or a word is the beginning of a path: "wc -l src/main.go".
func isPath(s string) bool {
	stop := chars.Run(s, 0, len(s), chars.IsLabel)
	return stop < len(s) && (s[stop] == '/' || s[stop] == '\\' && stop+1 < len(s) && chars.IsLetter(s[stop+1]))
}

// names handles a name, and that of a group behind a colon.
func names(f *Finder, at int) {
	for {
		stop := chars.Run(f.S, at, at+40, chars.IsLabel)
		name := strings.TrimRight(f.S[at:stop], ".-")
		f.user(at, at+len(name))
		if name == "" || stop >= len(f.S) || f.S[stop] != ':' {
			return
		}
		at = stop + 1
	}
}

// Chown handles the owner behind chown, which may have flags before it.
func Chown(f *Finder, end int) {
	s := f.S[:min(len(f.S), end+chars.MaxToken)]
	for end+1 < len(s) && s[end] == '-' {
		end = chars.Run(s, end, len(s), func(c byte) bool { return c != ' ' && c != '\n' })
		end = chars.RunOf(s, end, len(s), " ")
	}
	names(f, end)
}

// IDs handles the names in what id prints: uid=1000(joe) gid=1000(joe) groups=1000(joe),27(sudo).
func IDs(f *Finder, end int) {
	s := f.S
	for end < len(s) && s[end] != '\n' {
		from := end
		end = chars.Run(s, end, len(s), chars.IsDigit)
		if end == from || end >= len(s) || s[end] != '(' {
			return
		}
		stop := strings.IndexByte(s[end:min(len(s), end+64)], ')')
		if stop < 0 {
			return
		}
		f.learnNumbered(end+1, end+stop, s[from:end])
		if end += stop + 1; end >= len(s) || s[end] != ',' {
			return
		}
		end++
	}
}

// mostProcesses is how many lines below a header of a table of processes are read.
const mostProcesses = 1000

// Processes handles the column USER of what ps, top and lsof print. at is in the header.
func Processes(f *Finder, at int) {
	s := f.S
	from, end := chars.LineStart(s, at), chars.LineEnd(s, at)
	if end-from > chars.MaxToken || end == len(s) || s[end] != '\n' {
		return
	}
	column := -1
	fields := strings.Fields(s[from:end])
	for i, name := range fields {
		if name == "USER" || i == 0 && name == "UID" {
			column = i
		}
	}
	if column < 0 || column > 3 {
		return
	}
	for range mostProcesses {
		start := end + 1
		if start >= len(s) {
			return
		}
		if end = chars.LineEnd(s, start); end < len(s) && s[end] != '\n' {
			return
		}
		i, stop := start, start
		for field := 0; field <= column; field++ {
			i = chars.RunOf(s, stop, end, " ")
			stop = chars.Run(s, i, end, func(c byte) bool { return c != ' ' })
		}
		if i == stop {
			return
		}
		f.user(i, stop)
	}
}
