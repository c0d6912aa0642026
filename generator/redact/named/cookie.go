package named

import (
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/judge"
	"steno/generator/redact/kind"
)

// Cookies are in headers, in commands that send them, in what browsers and curl keep of them.

// cookies judges the pairs of a Cookie or Set-Cookie header.
func (f *Finder) cookies(at int) {
	s := f.S
	if at < f.cookieEnd {
		return
	}
	end := at
	for end < len(s) && end < at+chars.MaxValue && s[end] != '\n' && s[end] != '\r' && strings.IndexByte("\"'`<>", s[end]) < 0 &&
		!(s[end] == '\\' && end+1 < len(s) && strings.IndexByte("nr\"'", s[end+1]) >= 0) {
		end++
	}
	f.cookieEnd = end
	for at < end {
		stop := chars.Run(s, at, end, func(c byte) bool { return c != ';' && c != ',' })
		if eq := strings.IndexByte(s[at:stop], '='); eq >= 0 {
			name, from := strings.TrimSpace(s[at:at+eq]), at+eq+1
			v := s[from:stop]
			if len(v) >= 4 && !cookieAttributes[strings.ToLower(name)] && v[0] != '[' &&
				(judge.Secret(v, judge.Context{Class: max(judge.Classify(name), judge.Weak)}) ||
					sessionCookie(name) && (sessionValue(v) ||
						judge.Secret(v, judge.Context{Class: judge.Token, Quoted: true})) ||
					len(v) >= 20 && chars.Randomness(v) >= 10 && !kind.StandIn(v)) {
				f.AddAs(from, stop, judge.Weak.Rule())
			}
		}
		if v := strings.TrimSpace(s[at:stop]); stop == end && (end == len(s) || s[end] == '\n') &&
			len(v) >= judge.WeakSecret && chars.All(v, chars.IsWord) &&
			chars.Randomness(v) >= chars.SurelyRandom && strings.ContainsAny(s[max(0, at-2):at], " =") {
			f.AddAs(stop-len(v), stop, judge.Weak.Rule()) // of Erlang
		}
		at = stop + 1
	}
}

// cookieValue judges the cookies at s[at:]: those of a header, or the entries of an object.
func (f *Finder) cookieValue(at int) {
	s := f.S
	if at < len(s) && s[at] == '{' {
		f.cookieJar = at + max(0, strings.IndexByte(s[at:min(len(s), at+chars.MaxValue)], '}'))
		return
	}
	if !f.erlangCookie(at) {
		f.cookies(chars.RunOf(s, at, len(s), `"'\`))
	}
}

// ErlangCookie takes the cookie on the line below the name of the file that has it. The name ends at s[:at].
func ErlangCookie(f *Finder, at int) {
	const longest = 8 // bytes between them
	end := chars.RunOf(f.S, at, at+longest, " :=<>\r\"'`")
	if next, ok := chars.NextLine(f.S, end); ok {
		f.erlangCookie(next)
	}
}

// erlangCookie takes what Erlang draws for a cookie, and reports whether it is at s[at:]: twenty capitals and digits.
func (f *Finder) erlangCookie(at int) bool {
	const length = 20
	at = chars.RunOf(f.S, at, len(f.S), `"'\ `)
	end := chars.Run(f.S, at, at+length+1, func(c byte) bool { return chars.IsUpper(c) || chars.IsDigit(c) })
	if end-at != length || end < len(f.S) && chars.IsName(f.S[end]) || chars.Randomness(f.S[at:end]) < judge.ScoreRandom {
		return false
	}
	f.AddAs(at, end, judge.Secretive.Rule())
	return true
}

// sessionCookie reports the names that cookies of sessions have.
func sessionCookie(name string) bool {
	low := strings.ToLower(name)
	for _, part := range [...]string{"sess", "sid", "auth", "token", "jwt", "remember", "logged_in", "login", "csrf", "xsrf", "li_at", "user_session", "ticket"} {
		if strings.Contains(low, part) {
			return true
		}
	}
	return false
}

// sessionValue reports what may be the value of such a cookie.
func sessionValue(v string) bool {
	return len(v) >= judge.WeakSecret && !kind.StandIn(v) && !kind.Reference(v) &&
		(kind.UUID(v) || chars.Randomness(v) >= judge.ScoreRandom)
}

// CookieFlag judges the cookies that a command sends: curl -b 'name=value'. They begin at s[at:].
func CookieFlag(f *Finder, at int) {
	line := f.S[max(chars.LineStart(f.S, at), at-400):at]
	if strings.Contains(line, "curl ") || strings.Contains(line, "wget ") || strings.Contains(line, "http ") {
		f.cookies(at)
	}
}

// SessionCookies are names of cookies that are sessions wherever they stand, in small letters, and
// the equals sign.
var SessionCookies = []string{"asp.net_sessionid=", ".aspxauth=", ".aspnetcore.identity.application=", "li_at=",
	"connect.sid=", "laravel_session=", ".aspnetcore.cookies=", "apisid=", "psid=", "hsid=", "jsessionid=", "phpsessid=", "_gh_sess=", "__session=", "session-token="}

// SessionCookie judges the value at s[at:] of such a cookie.
func SessionCookie(f *Finder, at int) {
	s := f.S
	at = chars.RunOf(s, at, len(s), `"\`)
	end := chars.Until(s, at, at+chars.MaxValue, ";,\"'`<>\\&")
	if v := s[at:end]; sessionValue(v) || strings.HasPrefix(v, "ajax:") && len(v) >= judge.WeakSecret &&
		chars.All(v[len("ajax:"):], chars.IsDigit) {
		f.AddAs(at, end, judge.Weak.Rule())
	}
}

// NumberedCookie judges the value of a cookie whose name ends in a checksum: remember_web_59ba36addc=x. s[at:] is that.
func NumberedCookie(f *Finder, at int) {
	const shortest = 16
	end := chars.Run(f.S, at, at+chars.MaxToken, chars.IsHex)
	if end-at >= shortest && end < len(f.S) && f.S[end] == '=' {
		SessionCookie(f, end+1)
	}
}

// SetCookie judges the cookie before an attribute of it, which begins at s[at:], where no name of a header is before
// that: sid=x; Path=/.
func SetCookie(f *Finder, at int) {
	from := chars.UntilBack(f.S, at-chars.MaxToken, at, "\"'`<>;,{}()")
	if from > 0 && f.S[from-1] == '\\' { // the end of an escape
		return
	}
	if eq := strings.IndexByte(f.S[from:at], '='); eq > 0 && chars.All(f.S[from:from+eq], chars.IsLabel) {
		f.cookies(from)
	}
}

// JarLine judges the cookie of a line of a cookie file: .x.dev, TRUE, /, TRUE, 1798761600, sid, x,
// with tabs between them. s[at:] is behind the slash that begins the path.
func JarLine(f *Finder, at int) {
	end := chars.LineEnd(f.S, at)
	fields := strings.Split(f.S[at:end], "\t")
	if len(fields) != 5 || fields[1] != "TRUE" && fields[1] != "FALSE" || !chars.All(fields[2], chars.IsDigit) {
		return
	}
	name, v := fields[3], strings.TrimRight(fields[4], " \r")
	if sessionCookie(name) && (sessionValue(v) || judge.Secret(v,
		judge.Context{Class: judge.Token, Quoted: true})) ||
		len(v) >= 20 && chars.Randomness(v) >= chars.SurelyRandom && !kind.StandIn(v) {
		from := end - len(fields[4])
		f.AddAs(from, from+len(v), judge.Weak.Rule())
	}
}

const longestObject = 200 // bytes behind the value of a cookie

// cookieObject reports an object that describes a cookie, as browsers export it, by what is before
// and behind the cookie's value.
func cookieObject(before, rest string) bool {
	if end := strings.IndexByte(rest, '}'); end >= 0 {
		rest = rest[:end]
	}
	return strings.Contains(rest, "httpOnly") || strings.Contains(rest, "sameSite") ||
		strings.Contains(rest, "url:") && strings.Contains(before, "value") ||
		strings.Contains(rest, "domain") && (strings.Contains(rest, "path") || strings.Contains(before, "value"))
}

var cookieAttributes = chars.Set("path", "domain", "expires", "max-age", "samesite", "priority", "version", "comment")
