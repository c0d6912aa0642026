package placed

import (
	"strings"

	"steno/generator/redact/chars"
)

// PasswordFlags are options before a password, if userFlags, those before the name of a user, are beside them.
var (
	PasswordFlags = []string{" -p ", " -P ", " -pw "}
	userFlags     = chars.Set("-u", "-U", "-l", "-user", "-username", "--user", "--username", "--login")
)

const (
	longestOptions = 200 // bytes of the command before the password
	mostOptions    = 10  // words from the user to the password
)

// BesideUser takes the password of a command that has the user's name as another option: -u joe -p x.
// Other options and their values may be between them. The flag of the password is s[start:at].
func BesideUser(f *Finder, start, at int) {
	s := f.S
	line := s[max(0, start-longestOptions):start]
	line = line[strings.LastIndexByte(line, '\n')+1:]
	last, end := "", len(line) // the word behind the one that is read
	for range mostOptions {
		end = chars.RunOfBack(line, 0, end, " ")
		from := strings.LastIndexByte(line[:end], ' ') + 1
		word := line[from:end]
		switch {
		case from == 0:
			return // the name of the program
		case word[0] == '-' && last != "" && userFlags[word]:
			if !chars.All(last, chars.IsDigit) && !asksForIt(line[:from]) {
				f.flagValue(start, at, at+chars.LineEnd(s[at:min(len(s), at+chars.MaxToken)], 0), "")
			}
			return
		case word[0] == '-':
			last = ""
		case last != "":
			return // the name of another command, or what this one works on
		default:
			last = word
		}
		end = from
	}
}

// asksForIt reports programs that ask for the password, or for which the flag is another one.
func asksForIt(command string) bool {
	for word := range strings.FieldsSeq(command) {
		word = word[strings.LastIndexAny(word, "/(\"'`")+1:]
		if asks(word) || otherFlags[word] {
			return true
		}
	}
	return false
}

var otherFlags = chars.Set("sudo", "docker", "podman", "ssh", "ps", "lsof", "rsync", "git", "nmap", "psql",
	"pg_dump", "pg_restore", "createdb", "dropdb", "pgbench")
