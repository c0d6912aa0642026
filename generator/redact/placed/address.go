package placed

import (
	"slices"
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/judge"
	"steno/generator/redact/kind"
)

const shortestUser = 8 // of a token that is the user's name

// URL judges the user information of scheme://user:password@host. s[start:end]
// is "://".
func URL(f *Finder, start, end int) {
	s := f.S
	if start == 0 || !chars.IsWord(s[start-1]) {
		return
	}
	from := chars.PlaceholderEnd(s, end) // of a user that is redacted already: nothing in it is a password
	colon, at := userinfo(s, from, min(len(s), end+1024))
	if at < 0 || at == end || at+1 >= len(s) || !(chars.IsWord(s[at+1]) || s[at+1] == '[' || s[at+1] == '$' ||
		s[at+1] == '/' || s[at+1] == '(' || s[at+1] == '%') {
		return
	}
	if colon < 0 || colon > at {
		if v := s[from:at]; len(v) >= 16 && !publicDSN(s[at+1:]) && !kind.StandIn(v) && !kind.Reference(v) && chars.Randomness(v) >= 10 {
			f.AddAs(from, at, "url-credentials")
		}
		return
	}
	user, v := s[from:colon], s[colon+1:at]
	oauth := strings.EqualFold(v, "x-oauth-basic") // the user is a token
	if len(v) < 2 && user != "" || v == "" || kind.Reference(v) ||
		kind.StandIn(v) && !(len(v) < 4 && chars.HasDigit(v)) || v == user || oauth {
		if (len(user) >= 16 || oauth && len(user) >= shortestUser && chars.HasDigit(user)) &&
			!kind.StandIn(user) && !kind.Reference(user) && (oauth || chars.Randomness(user) >= 10) {
			f.AddAs(from, colon, "url-credentials")
		}
		return
	}
	if len(v) == 1 || chars.All(v, chars.IsLetter) && len(v) < 5 {
		return
	}
	f.AddAs(colon+1, at, "url-credentials")
}

// publicDSN reports the host that programs report their errors to, with a key that Sentry says is public.
func publicDSN(host string) bool {
	host = host[:min(len(host), longestHost)]
	end := chars.Run(host, 0, len(host), chars.IsLabel)
	return host[0] == 'o' && strings.Contains(host[:end], ".ingest.") && strings.HasSuffix(host[:end], "sentry.io")
}

// userinfo finds the first colon of user:password@ at s[from:limit], and the @, -1 where there is none.
func userinfo(s string, from, limit int) (colon, at int) {
	colon, at = -1, -1
	for i := from; i < limit; i++ {
		switch s[i] {
		case '@':
			at = i
		case ':':
			if colon < 0 {
				colon = i
			}
		case '/', '?', '#':
			if at >= 0 || colon < 0 || !passwordGoesOn(s, i, limit) {
				return colon, at
			}
		case ' ', '\t', '\n', '\r', '"', '\'', '`', '<', '>', '\\', '|', '{', '}', 0, 0x1b:
			return colon, at
		}
	}
	return colon, at
}

// passwordGoesOn reports whether a slash, question mark or hash after
// "scheme://name:" belongs to a password: an @ with a host follows before any
// space, and what came so far is no port.
func passwordGoesOn(s string, i, limit int) bool {
	colon := strings.LastIndexByte(s[max(0, i-256):i], ':') + max(0, i-256) + 1
	if chars.All(s[colon:i], chars.IsDigit) {
		return false
	}
	for j := i + 1; j < limit && j < i+64; j++ {
		switch s[j] {
		case '@':
			return true
		case ' ', '\n', '"', '\'', '`', '<', '>', '\\', '/', ':', '=', '&':
			return false
		}
	}
	return false
}

// Pgpass handles host:port:database:user:password. The port ends before s[end:].
func Pgpass(f *Finder, end int) {
	s := f.S
	at := end
	for range 2 {
		i := strings.IndexAny(s[at:min(len(s), at+64)], ":\n ")
		if i < 0 || s[at+i] != ':' {
			return
		}
		at += i + 1
	}
	stop := at
	for stop < len(s) && stop < at+128 && !chars.IsSpace(s[stop]) && s[stop] != '"' && s[stop] != '\'' &&
		s[stop] != '\\' && !strings.HasPrefix(s[stop:], "</") {
		stop++
	}
	f.password(at, stop)
}

// DSN takes the password of user:password@tcp(host), as drivers of Go write it. s[at] is the @.
func DSN(f *Finder, at int) {
	s := f.S
	from := chars.UntilBack(s, at-256, at, "\"'`=<>")
	if i := strings.IndexByte(s[from:at], ':'); i > 0 {
		f.password(from+i+1, at)
	}
}

// Near takes the password of user:password@host where an address has no scheme and its host is one
// of the machine or of its network. s[at] is the @.
func Near(f *Finder, at int) {
	s := f.S
	from := chars.UntilBack(s, at-256, at, "\"'`=<>(,[")
	user, password, ok := strings.Cut(s[from:at], ":")
	if ok && user != "" && chars.All(user, chars.IsLabel) && !strings.ContainsAny(password, "/:") &&
		(judge.Surely(password) || allKinds(password)) {
		f.password(at-len(password), at)
	}
}

// Remote takes the password of user:password@host where an address has no scheme, when it is surely one and the host has a
// domain. s[at] is the @.
func Remote(f *Finder, at int) {
	s := f.S
	end := chars.Run(s, at+1, at+longestHost, chars.IsLabel)
	dot := strings.LastIndexByte(s[at+1:end], '.')
	if (dot <= 0 || !chars.All(s[at+1+dot+1:end], chars.IsLetter) || end-at-dot < len(".de")+1) && !portBehind(s, at+1, end) {
		return
	}
	from := chars.UntilBack(s, at-2*longestUser, at, "\"'`=<>(,[/")
	user, password, ok := strings.Cut(s[from:at], ":")
	domain := strings.ContainsAny(user, "@\\") && isChosen(password)
	if ok && (domain || judge.Surely(password)) && !chars.EndsFold(user, "mail", "mailto", "sip", "acct", "to", "from", "cc") &&
		chars.All(user, func(c byte) bool { return chars.IsLabel(c) || c == '@' || c == '\\' }) && chars.Some(user, chars.IsLetter) {
		f.password(at-len(password), at)
	}
}

// portBehind reports the name of a host in a network, s[at:end], by the port behind it.
func portBehind(s string, at, end int) bool {
	const fewest, most = 2, 5
	if end == at || end >= len(s) || s[end] != ':' || !chars.IsLetter(s[at]) || strings.HasPrefix(s[at:end], "sha") {
		return false
	}
	stop := chars.Run(s, end+1, len(s), chars.IsDigit)
	return stop-end-1 >= fewest && stop-end-1 <= most && (stop == len(s) || !chars.IsWord(s[stop]))
}

// allKinds reports ten letters or more of both cases and digits.
func allKinds(v string) bool {
	return len(v) >= 10 && chars.HasDigit(v) && chars.Some(v, chars.IsLower) && chars.Some(v, chars.IsUpper) && chars.All(v, chars.IsWord)
}

// Mailbox takes the password behind an e-mail address and a colon, as lists of accounts have them. s[at:] is behind the colon.
func Mailbox(f *Finder, at int) {
	s := f.S
	from := chars.RunBack(s, at-longestUser, at-1, func(c byte) bool { return chars.IsLabel(c) || c == '@' || c == '+' })
	end := chars.Until(s, at, at+longestUser, "\"'`,;|<>")
	if user := s[from:at]; strings.IndexByte(user, '@') > 0 && !strings.HasPrefix(user, "git@") && judge.Surely(s[at:end]) {
		f.password(at, end)
	}
}

// Thin takes the password of jdbc:oracle:thin:user/password@host.
func Thin(f *Finder, at int) {
	s := f.S
	stop := at + max(0, strings.LastIndexByte(s[at:chars.Until(s, at, at+256, "\"'`")], '@'))
	if i := strings.IndexByte(s[at:stop], '/'); i > 0 {
		f.password(at+i+1, stop)
	}
}

// AuthorizationCode takes what an address brings back from a page to log in at, beside the state that it was sent with:
// callback?code=x&state=y. s[start:at] is the name and the signs around it.
func AuthorizationCode(f *Finder, start, at int) {
	s := f.S
	end := chars.Run(s, at, at+chars.MaxToken, func(c byte) bool { return chars.IsBase64(c) || strings.IndexByte(".%~", c) >= 0 })
	from := chars.UntilBack(s, start-longestHost, start, "\"'`<>")
	if end-at >= judge.WeakSecret &&
		(strings.HasPrefix(s[end:], "&state=") || returns(s[from:start])) &&
		chars.Randomness(s[at:end]) >= judge.ScoreRandom {
		f.AddAs(at, end, judge.Token.Rule())
	}
}

// Link takes what lets anyone in who has the address: /auth/verify?t=x, /magic?t=x. s[start:at] is the name and the signs around it.
func Link(f *Finder, start, at int) {
	const shortest, hexadecimal = 20, 32
	s := f.S
	end := chars.Run(s, at, at+chars.MaxToken, func(c byte) bool { return chars.IsName(c) || strings.IndexByte(".%~", c) >= 0 })
	v := strings.TrimRight(s[at:end], ".")
	from := chars.UntilBack(s, start-longestHost, start, "\"'`<>")
	path := chars.Lower(s[from:start])
	_, path, ok := strings.Cut(path, "://")
	if !ok || !slices.ContainsFunc(entrances[:], func(word string) bool { return strings.Contains(path, word) }) {
		return
	}
	if len(v) >= hexadecimal && chars.All(v, chars.IsHex) && !chars.Regular(v) ||
		len(v) >= shortest && chars.HasDigit(v) && kind.StrongMix(v) && chars.Randomness(v) >= judge.ScoreRandom {
		f.AddAs(at, at+len(v), judge.Token.Rule())
	}
}

// entrances are parts of the paths of addresses that let somebody in, or confirm who asked for them.
var entrances = [...]string{"verify", "magic", "/login", "/signin", "/sign-in", "/auth", "reset", "confirm", "activate", "activation", "invit", "/join", "passwordless"}

// Bridge takes the name that a bridge of Philips Hue knows a program by, and lets it in with: /api/<name>/lights. s[at:] is behind /api/.
func Bridge(f *Finder, at int) {
	const shortest, longest = 32, 40
	s := f.S
	end := chars.Run(s, at, at+longest+1, chars.IsName)
	if n := end - at; n < shortest || n > longest || chars.Regular(s[at:end]) || !chars.HasDigit(s[at:end]) {
		return
	}
	for _, what := range [...]string{"/lights", "/groups", "/sensors", "/scenes", "/schedules", "/config", "/resourcelinks"} {
		if strings.HasPrefix(s[end:], what) {
			f.AddAs(at, end, judge.Key.Rule())
			return
		}
	}
}

// RoutingKey takes the key of an integration of PagerDuty, 32 digits of hexadecimal or what was plainly drawn by chance, from
// which queues of messages have names that people read. s[at:] is behind its name.
func RoutingKey(f *Finder, at int) {
	const digits, shortest, signs = 32, 20, 8
	s := f.S
	at = chars.RunOf(s, at, at+signs, "\"'\\: =>")
	end := chars.Run(s, at, at+digits+1, chars.IsWord)
	v := s[at:end]
	hex := len(v) == digits && chars.All(v, chars.IsHex)
	if (hex || len(v) >= shortest && chars.Randomness(v) >= chars.SurelyRandom) && chars.HasDigit(v) && !chars.Regular(v) {
		f.AddAs(at, end, judge.Key.Rule())
	}
}

// returns reports the beginning of an address that brings back what a page sent, or that lets somebody in.
func returns(address string) bool {
	return strings.Contains(address, "callback") || strings.Contains(address, "oauth") || strings.Contains(address, "/join") ||
		strings.Contains(address, "invit")
}

// ApplicationKey takes the key that some services of weather and maps call the id of an application,
// in the query of an address: appid=<32 hexadecimal digits>, or what is plainly random. s[start:at] is the name and the sign.
func ApplicationKey(f *Finder, start, at int) {
	const digits = 32
	s := f.S
	end := chars.Run(s, at, at+digits+1, chars.IsHex)
	if start == 0 || s[start-1] != '?' && s[start-1] != '&' {
		return
	}
	if end-at == digits && !chars.Regular(s[at:end]) {
		f.AddAs(at, end, judge.Key.Rule())
	} else if end = chars.Run(s, at, at+chars.MaxToken, chars.IsWord); end-at >= judge.WeakSecret && judge.Surely(s[at:end]) {
		f.AddAs(at, end, judge.Key.Rule())
	}
}
