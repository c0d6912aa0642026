package personal

import (
	"strings"

	"steno/generator/redact/chars"
)

// Who is logged in is printed in many forms, with the name of the account before what says so.

// Terminal handles the lines of who, w and last, which begin with the name: joe pts/0 2026-02-01.
// s[at:] begins with the terminal.
func Terminal(f *Finder, at int) {
	s := f.S
	start := chars.LineStart(s, at)
	if start < at && s[start] == '+' { // of a diff
		start++
	}
	stop := chars.Run(s, start, at, chars.IsLabel)
	if stop == start || stop == at || strings.TrimSpace(s[stop:at]) != "" {
		return
	}
	end := chars.Until(s, at, at+longestHost, "")
	since := strings.TrimLeft(s[end:min(len(s), end+longestHost)], " ")
	if terminal := s[at:end]; (chars.HasDigit(terminal) || terminal == "console") && since != "" &&
		(clock(since) || since[0] == ':' || strings.HasPrefix(since, "- ") ||
			len(since) > 4 && since[3] == ' ' && days[since[:3]]) {
		f.learn(start, stop)
	}
}

// clock reports a time, a day or an address.
func clock(s string) bool {
	rest := strings.TrimLeft(s, "0123456789")
	return len(rest) < len(s) && rest != "" && strings.IndexByte("-:./", rest[0]) >= 0
}

const longestHost = 64

// days begin a time.
var days = chars.Set("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun", "Jan", "Feb", "Mar", "Apr", "May", "Jun",
	"Jul", "Aug", "Sep", "Oct", "Nov", "Dec")

// Subject handles the name just before words such as " is not in the sudoers file", which begin at s[at:].
func Subject(f *Finder, at int) {
	from := chars.RunBack(f.S, at-40, at, chars.IsLabel)
	if from > 0 && chars.IsSpace(f.S[from-1]) || from == 0 {
		f.learn(from, at)
	}
}

// Commands that take names of accounts, in small letters.
var accountCommands = []string{"userdel ", "usermod ", "useradd ", "adduser ", "deluser ", "gpasswd ",
	"passwd ", "chage ", "finger ", "groups ", "loginctl "}

// AccountCommands lists them.
func AccountCommands() []string { return accountCommands }

// AccountCommand handles each word behind such a command, which ends at s[at:].
func AccountCommand(f *Finder, start, at int) {
	s := f.S
	if start > 0 && chars.IsName(s[start-1]) {
		return
	}
	for end := chars.LineEnd(s, at); at < end; {
		from := at
		at = chars.Run(s, at, end, chars.IsLabel)
		f.user(from, at)
		if at < end && strings.IndexByte(" \t", s[at]) < 0 {
			return
		}
		at = chars.RunOf(s, at, end, " \t")
	}
}

// memberGroups are groups whose members are people.
var memberGroups = chars.Set("docker", "sudo", "adm", "wheel", "admin", "plugdev", "lpadmin", "sambashare", "libvirt", "kvm")

// Database handles the lines of /etc/passwd and /etc/group around s[at:]: the account, and the
// members of a group.
func Database(f *Finder, at int) {
	s := f.S
	start, end := chars.LineStart(s, at), chars.LineEnd(s, at)
	name := start
	if !chars.All(s[start:at], chars.IsLabel) {
		name = chars.OwnText(s, start)
	}
	if name >= at || at+len(":x:") > end || !chars.All(s[name:at], chars.IsLabel) {
		return
	}
	number, _, _ := strings.Cut(s[at+len(":x:"):end], ":")
	f.learnNumbered(name, at, number)
	for member := max(at, start+strings.LastIndexByte(s[start:end], ':')+1); member < end; {
		stop := chars.Run(s, member, end, chars.IsLabel)
		if memberGroups[s[name:at]] {
			f.learn(member, stop)
		} else {
			f.user(member, stop)
		}
		if stop >= end || s[stop] != ',' {
			return
		}
		member = stop + 1
	}
}
