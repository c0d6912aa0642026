package placed

import (
	"slices"
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/judge"
)

// readers are words of commands that read a secret.
var readers = []string{"secret", "env add", "login", "passw", "kinit", "sudo -S", "cryptsetup", "wg pubkey", "pass insert"}

// Here handles program NAME <<< "value" for the programs that store secrets.
func Here(f *Finder, start, end int) {
	s := f.S
	line := s[max(chars.LineStart(s, start), start-longestCall):start]
	if slices.ContainsFunc(readers, func(r string) bool { return strings.Contains(line, r) }) {
		line := chars.LineEnd(s, end)
		f.password(argument(s, chars.RunOf(s, end, line, " "), line))
	}
}

// formatEnd returns the length of what printf prints the words after it by: '%s\n'.
func formatEnd(s string) int {
	if strings.HasPrefix(s, "%s ") {
		return len("%s ")
	}
	if s == "" || s[0] != '\'' && s[0] != '"' {
		return 0
	}
	end := strings.IndexByte(s[1:], s[0])
	if end < 0 || strings.IndexByte(s[:end+1], '%') < 0 {
		return 0
	}
	return chars.RunOf(s, end+2, len(s), " ")
}

// Secured handles the string that PowerShell makes a password of: "x" | ConvertTo-SecureString. s[start:] is the bar.
func Secured(f *Finder, start int) {
	s := f.S
	end := chars.RunOfBack(s, 0, start, " ") - 1
	if end < 0 || s[end] != '"' && s[end] != '\'' {
		return
	}
	from := max(0, end-chars.MaxToken)
	if i := strings.LastIndexByte(s[from:end], s[end]); i >= 0 {
		f.password(from+i+1, end)
	}
}

// PipedInto handles echo PASSWORD | program, for programs that are always asked for one. s[start:]
// is the name of the program.
func PipedInto(f *Finder, start int) {
	start = chars.RunBack(f.S, start-longestProgram, start, chars.IsLabel) // smbpasswd
	before := strings.TrimSuffix(f.S[max(0, start-longestCall):start], "sudo ")
	if strings.HasSuffix(strings.TrimSuffix(before, " "), "|") {
		Piped(f, start)
	}
}

// Piped handles echo PASSWORD | program that reads it: what is at start says
// that it does.
func Piped(f *Finder, start int) {
	at, stop := f.printed(start)
	f.password(at, stop)
	if at < stop && stop+1 < start { // and once more, for a program that asks twice
		if again := strings.Index(f.S[stop+1:start], f.S[at-1:stop+1]); again >= 0 && strings.IndexByte("\"'", f.S[at-1]) >= 0 {
			f.password(stop+2+again, stop+2+again+stop-at)
		}
	}
}

// Encoded handles echo PASSWORD | base64 and other programs that read anything. s[start:] is the bar.
func Encoded(f *Finder, start int) {
	if at, stop := f.printed(start + 1); judge.Surely(f.S[at:stop]) {
		f.password(at, stop)
	}
}

// printed returns where the word is that is printed for the program behind a bar before s[start:].
func (f *Finder) printed(start int) (at, stop int) {
	s := f.S
	from := max(chars.LineStart(s, start), start-longestCall)
	at = -1
	printer := ""
	for _, p := range [...]string{"echo ", "printf ", "yes "} {
		if i := strings.LastIndex(s[from:start], p); i >= 0 && from+i+len(p) > at && (i == 0 || s[from+i-1] != '-') {
			at, printer = from+i+len(p), p
		}
	}
	if at < 0 || strings.IndexByte(s[at:start], '|') < 0 {
		return 0, 0
	}
	if printer == "printf " {
		at += formatEnd(s[at:start])
	}
	for strings.HasPrefix(s[at:start], "-") {
		at += max(1, strings.IndexByte(s[at:start], ' ')+1)
	}
	stop = at + max(0, strings.IndexByte(s[at:start], '|'))
	if at+1 < stop && s[at] == '\\' && (s[at+1] == '"' || s[at+1] == '\'') { // in a string
		if end := strings.Index(s[at+2:stop], s[at:at+2]); end >= 0 {
			return at + 2, at + 2 + end
		}
	}
	if at < stop && (s[at] == '\'' || s[at] == '"') { // the first of two words
		if end := strings.IndexByte(s[at+1:stop], s[at]); end >= 0 {
			stop = at + 1 + end + 1
		}
	}
	return chars.TrimQuotes(s, at, stop)
}

// Redirected takes what a command prints into a file whose name says that it is a secret: echo 'x'
// > db_password.txt, echo 'x' | tee db_password.txt. s[start:end] is the command and the quote behind it.
func Redirected(f *Finder, start, end int) {
	s := f.S
	at := end - 1
	line := chars.LineEnd(s, at)
	if strings.HasPrefix(s[start:], "printf ") {
		at += formatEnd(s[at:line])
	}
	if at >= line || s[at] != '"' && s[at] != '\'' {
		return
	}
	stop := strings.IndexByte(s[at+1:line], s[at])
	if stop <= 0 {
		return
	}
	stop += at + 1
	rest := strings.TrimLeft(s[stop+1:line], " ")
	path, ok := strings.CutPrefix(rest, ">")
	if piped, is := strings.CutPrefix(rest, "| "); !ok && is {
		path, ok = strings.CutPrefix(strings.TrimPrefix(piped, "sudo "), "tee ")
	}
	if !ok {
		return
	}
	path, _, _ = strings.Cut(strings.TrimLeft(strings.TrimPrefix(path, "-a "), "> \"'"), " ")
	path = strings.TrimRight(path, "\"';)`")
	name, _, _ := strings.Cut(path[strings.LastIndexByte(path, '/')+1:], ".")
	if strings.ContainsAny(s[at+1:stop], " \t") || strings.IndexByte(path, '$') >= 0 || name == "passwd" ||
		judge.Classify(name) < judge.Token {
		return
	}
	f.password(at+1, stop)
}

// Changed takes the passwords of the lines below chpasswd, each of which is a user and a password with a colon between them: of a
// text that it reads, or of a list of cloud-init. s[at:] is behind the word.
func Changed(f *Finder, at int) {
	const most = 12 // lines
	s := f.S
	for end := chars.LineEnd(s, max(0, at-1)); end < len(s); {
		line := end + 1
		if end = chars.LineEnd(s, line); line > at+most*longestPeer {
			return
		}
		text := strings.Trim(s[line:end], " \t\r-")
		user, password, ok := strings.Cut(text, ":")
		switch {
		case ok && password != "" && isUser(user) && !strings.ContainsAny(password, " \t") && password != "|":
			from := line + strings.Index(s[line:end], password)
			f.password(from, from+len(password))
		case !ok || !strings.HasPrefix(password, " ") && password != "": // of another text
			return
		}
	}
}
