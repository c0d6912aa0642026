package placed

import (
	"strings"

	"steno/generator/redact/chars"
)

// PrintingWords are the ends of names of commands that print a password: BORG_PASSCOMMAND, --password-command,
// --passwordeval.
var PrintingWords = []string{"passcommand", "-extpass", "password_command", "password-command", "passwordcommand", "passwordeval",
	"password_cmd", "password-cmd", "passwordcmd", "passcmd"}

// Printing takes the password that such a command has as a word: BORG_PASSCOMMAND="echo x", printf '%s' 'x'. s[at:] is
// behind the name.
func Printing(f *Finder, at int) {
	const longest = 6
	s := f.S
	end := chars.LineEnd(s, at)
	at = chars.RunOf(s, at, min(end, at+longest), ` :='"\`)
	rest := s[at:end]
	if next, ok := strings.CutPrefix(rest, "echo "); ok {
		at = end - len(strings.TrimPrefix(next, "-n "))
	} else if next, ok := strings.CutPrefix(rest, "printf "); ok {
		at = end - len(next)
		if format := chars.RunOf(s, at, end, `'"%sn\`); strings.Contains(s[at:format], "%s") {
			at = format
		}
		at = chars.RunOf(s, at, end, " ")
	} else {
		return
	}
	if from, to := argument(s, at, end); to-from >= 4 {
		f.password(from, to)
	}
}
