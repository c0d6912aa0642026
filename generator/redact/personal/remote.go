package personal

import (
	"strings"

	"steno/generator/redact/chars"
)

// Programs that log in to other machines take the name of an account there. It is replaced where it
// is, and is not looked for elsewhere: it may be that of a service, and a project may be called the
// same.

var remotePrograms = chars.Set("ssh", "scp", "rsync", "sftp", "mosh", "autossh", "sshfs", "ssh-copy-id", "sshpass")

// remoteLogin reports whether the @ at s[at] divides the name of an account at s[from:] and a machine.
func remoteLogin(s string, from, at int) bool {
	if strings.HasSuffix(s[:from], "ssh://") || strings.HasSuffix(s[:from], "sftp://") || strings.HasSuffix(s[:from], "scp://") {
		return true
	}
	start, end := chars.LineStart(s, from), chars.LineEnd(s, at)
	if from-start > longestRemote {
		start = from - longestRemote
	}
	before := s[start:from]
	if strings.HasPrefix(s[start:], "ssh-") || strings.Contains(before, "SHA256:") { // what is beside a public key
		return strings.Contains(before, " AAAA") || strings.Contains(before, "SHA256:")
	}
	host := chars.Run(s, at+1, end, func(c byte) bool { return chars.IsLabel(c) || c == '[' || c == ']' })
	if strings.HasPrefix(s[host:], ": Permission denied") || strings.HasPrefix(s[host:], "'s password") {
		return true
	}
	for word := range strings.FieldsSeq(before) {
		if word = strings.Trim(word, "`\"'$("); remotePrograms[word[strings.LastIndexByte(word, '/')+1:]] {
			return true
		}
	}
	return false
}

const longestRemote = 200 // bytes of a command before the name

// neutral replaces the name of an account that is not known to be a system's.
func (f *Finder) neutral(start, end int) {
	name := f.S[start:end]
	if len(name) < 3 || standIn(name) || !chars.Some(name, chars.IsLetter) || impersonal(name) {
		return
	}
	f.Replace(start, end, "user-name", neutralUser)
}

// RemoteUser handles the name behind ssh -l, in a file of settings for ssh, and in what ssh -v
// prints. s[at:] is behind the word before it.
func RemoteUser(f *Finder, at int) {
	s := f.S
	at = chars.RunOf(s, at, len(s), " '")
	stop := chars.Run(s, at, at+40, chars.IsLabel)
	if stop > at {
		f.neutral(at, stop)
	}
}

// HostUser handles the line "User joe" of a host that a file of settings for ssh describes.
// s[start:end] is the line end and the word.
func HostUser(f *Finder, start, end int) {
	s := f.S
	before := s[max(0, start-longestRemote):start]
	after := s[end:min(len(s), end+longestRemote)]
	if strings.Contains(before, "HostName ") || strings.Contains(before, "Host ") &&
		(strings.Contains(after, "HostName ") || strings.Contains(after, "IdentityFile ") ||
			strings.Contains(before, "IdentityFile ")) {
		RemoteUser(f, end)
	}
}
