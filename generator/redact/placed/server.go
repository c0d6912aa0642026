package placed

import (
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/judge"
)

// Configuration files of servers have passwords at fixed places of a line.

// DeviceWords are in the lines that set passwords of switches and routers.
var DeviceWords = []string{"key-string ", "authentication-key ", "pre-shared-key ", "tacacs-server key ", "radius-server key ", "password cipher ",
	"irreversible-cipher ", "super password ", "wpa-psk ascii ", "failover key ", "snmp community ", "username ", "neighbor "}

var (
	deviceNames  = chars.Set("secret", "password", "key", "key-string", "authentication-key", "pre-shared-key", "community")
	deviceLevels = chars.Set("0", "5", "6", "7", "8", "9", "15", "level", "cipher", "irreversible-cipher", "ascii", "encrypted", "simple", "md5")
)

// Device takes the password of a line of a switch or a router: username joe privilege 15 secret 0 x. One of the words above is
// at s[start:].
func Device(f *Finder, start int) {
	s := f.S
	line, end := chars.OwnText(s, chars.LineStart(s, start)), chars.LineEnd(s, start)
	if line > start || !chars.All(s[line:start], func(c byte) bool { return chars.IsLabel(c) || c == ' ' }) {
		return
	}
	named := false
	for at := start; at < end; {
		at = chars.Run(s, at, end, chars.IsSpace)
		from := at
		at = chars.Until(s, at, end, "")
		switch word := s[from:at]; {
		case deviceNames[word] || strings.HasSuffix(word, "-psk"):
			named = true
		case named && !deviceLevels[word]:
			from, at = chars.TrimQuotes(s, from, at)
			v := s[from:at]
			if (chars.HasDigit(v) || judge.ChosenWord(v) || judge.SeveralWords(v)) &&
				!strings.ContainsAny(v, "<>()") {
				f.password(from, at)
			}
			return
		}
	}
}

// Shared takes the secret of a connection of strongSwan: : PSK "x". s[start:end] is its kind and the quote.
func Shared(f *Finder, start, end int) {
	if before := strings.TrimRight(f.S[:start], " "); strings.HasSuffix(before, ":") && chars.IsUpper(f.S[start]) {
		Word(f, end-1)
	}
}

// Installed takes the answer to a question of Debian's installer: passwd/user-password password x.
// s[start:end] is the end of the question and its type.
func Installed(f *Finder, start, end int) {
	if s := f.S; start > 0 && s[start-1] == '-' {
		Word(f, end)
	}
}

// Word takes the word at s[at:]: HAProxy's insecure-password x.
func Word(f *Finder, at int) {
	s := f.S
	at = chars.RunOf(s, at, len(s), " ")
	stop := at
	if at < len(s) && (s[at] == '"' || s[at] == '\'') {
		at++
		stop = at + max(0, strings.IndexByte(s[at:chars.LineEnd(s, at)], s[at-1]))
	} else {
		stop = chars.Until(s, stop, at+chars.MaxValue, "\"'`)")
	}
	f.password(at, stop)
}

// Granted takes the password of a user of Redis: user joe on >x ~* +@all. s[at:] is what the user may do.
func Granted(f *Finder, at int) {
	s := f.S
	start := chars.LineStart(s, at)
	before := s[start:at]
	if i := strings.Index(before, " on >"); i > 0 && strings.Contains(strings.ToLower(before[:i]), "user ") {
		Word(f, start+i+len(" on >"))
	}
}

// Allowed takes the password of a user that a command of Redis makes: ACL SETUSER joe on >x. s[at:]
// is behind the words.
func Allowed(f *Finder, at int) {
	s := f.S
	end := min(chars.LineEnd(s, at), at+longestPeer)
	if i := strings.Index(s[at:end], " >"); i > 0 {
		Word(f, at+i+len(" >"))
	}
}

// Relay takes the password of a server that mail is sent by: [smtp.x.dev]:587 joe:x. s[at:] is behind the port.
func Relay(f *Finder, at int) {
	s := f.S
	if i := strings.LastIndexByte(s[:at], ':'); i == 0 || s[i-1] != ']' {
		return
	}
	end := chars.Run(s, at, chars.LineEnd(s, at), func(c byte) bool { return c != '"' && c != '\'' })
	user, password, ok := strings.Cut(strings.TrimRight(s[at:end], " \t\r"), ":")
	if ok && !strings.ContainsAny(strings.TrimSpace(user)+password, " \t\"'(){}") {
		f.password(at+len(user)+1, at+len(user)+1+len(password))
	}
}

// Peers takes the third word of the lines below the head of a file of PPP's secrets: client,
// server, secret. s[at:] is the rest of the head.
func Peers(f *Finder, at int) {
	s := f.S
	if head := s[chars.LineStart(s, at):at]; at < f.peers || !strings.Contains(head, "client") && !strings.HasSuffix(head, "-secrets") {
		return
	}
	for at = chars.LineEnd(s, at); at < len(s); {
		at++
		end := chars.LineEnd(s, at)
		if words := strings.Fields(s[at:end]); len(words) > 0 && words[0][0] != '#' && !peer(f, at, end, words) {
			break
		}
		at = end
	}
	f.peers = at // lines that are heads, too, are not read again
}

// longestPeer is the bytes of such a line.
const longestPeer = 256

// Peer takes the third word of the line of s[at:]: joe pptpd x *.
func Peer(f *Finder, at int) {
	s := f.S
	if start, end := chars.LineStart(s, at), chars.LineEnd(s, at); end-start <= longestPeer {
		peer(f, start, end, strings.Fields(s[start:end]))
	}
}

// peer takes the third of the words of the line s[start:end]. ok is false for a line of another kind.
func peer(f *Finder, start, end int, words []string) (ok bool) {
	if len(words) < 3 || len(words) > 5 {
		return false
	}
	if words[2] != words[0] && words[2] != words[1] {
		from := start + strings.Index(f.S[start:end], words[2])
		from, to := chars.TrimQuotes(f.S, from, from+len(words[2]))
		f.password(from, to)
	}
	return true
}

// CipherKey takes the key of a database of SQLCipher: PRAGMA key = 'x'. s[at:] is behind the words.
func CipherKey(f *Finder, at int) {
	s := f.S
	at = chars.RunOf(s, at, len(s), " =")
	if at < len(s) && (s[at] == '\'' || s[at] == '"') {
		stop, _ := sqlString(s, at)
		f.password(at+1, stop)
	}
}

// UserPass takes the second line of OpenVPN's file of a user and a password, in a profile:
// <auth-user-pass>. s[at:] is behind the bracket.
func UserPass(f *Finder, at int) {
	s := f.S
	for range 2 {
		next, ok := chars.NextLine(s, chars.LineEnd(s, at))
		if !ok {
			return
		}
		at = next
	}
	f.password(at, at+len(strings.TrimRight(s[at:chars.LineEnd(s, at)], " \r")))
}

// Bundle takes the password of a host that Bundler knows: BUNDLE_GEMS__X__DEV: "joe:x". s[at:] is
// behind the prefix.
func Bundle(f *Finder, at int) {
	s := f.S
	for end := at + chars.MaxToken; at < len(s) && at < end && chars.IsName(s[at]); {
		at++
	}
	sign := at
	at = chars.RunOf(s, at, sign+4, `:= "'`)
	stop := chars.Until(s, at, at+chars.MaxToken, `"'`)
	if i := strings.IndexByte(s[at:stop], ':'); at > sign && i > 0 && !strings.HasPrefix(s[at+i:stop], "://") {
		f.password(at+i+1, stop)
	}
}
