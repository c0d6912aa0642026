package named

import (
	"encoding/base64"
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/judge"
	"steno/generator/redact/kind"
)

// schemes are the words between "Authorization:" and the credential.
var schemes = []string{"bearer ", "basic ", "token ", "bot ", "ssws ", "apikey ", "api-key ", "key ", "digest ",
	"negotiate ", "oauth ", "jwt ", "token token=", "genie key ", "genieKey ", "klaviyo-api-key ", "splunk ", "zoho-oauthtoken ",
	"shippotoken ", "sso-key ", "private-token "}

// schemesOf has them by the letter that they begin with.
var schemesOf = func() (of [256][]string) {
	for _, name := range schemes {
		of[name[0]] = append(of[name[0]], name)
	}
	return of
}()

func passScheme(s string, at int) int {
	if at >= len(s) {
		return at
	}
	for _, name := range schemesOf[chars.Fold(s[at])] {
		if len(s)-at > len(name) && strings.EqualFold(s[at:at+len(name)], name) {
			at += len(name)
			at = chars.RunOf(s, at, len(s), " ")
			if strings.HasPrefix(s[at:], "\\\n") { // the line goes on
				at += 2
			}
			return at
		}
	}
	return at
}

// passHeader passes over a scheme and the number of a token, and reports whether there was a
// Scheme.
func passHeader(s string, at int) (value int, scheme bool) {
	value = passScheme(s, at)
	return passNumber(s, value), value > at
}

// passNumber passes over the number of a token and the bar after it, as in Laravel
// Sanctum's 12|k8Zq...
func passNumber(s string, at int) int {
	i := chars.Run(s, at, at+20, chars.IsDigit)
	if i > at && i+1 < len(s) && s[i] == '|' && chars.IsWord(s[i+1]) {
		return i + 1
	}
	return at
}

// numberBefore is the way back: the number is a part of the token.
func numberBefore(s string, at int) int {
	i := at - 1
	if i <= 0 || s[i] != '|' {
		return at
	}
	i = chars.RunBack(s, at-24, i, chars.IsDigit)
	if i == at-1 || i > 0 && chars.IsWord(s[i-1]) {
		return at
	}
	return i
}

// Scheme judges what follows the word "Bearer " or "Basic " where no header's
// name precedes it.
func Scheme(f *Finder, at int) {
	s := f.S
	at = chars.RunOf(s, at, len(s), " ")
	if at < len(s) && (s[at] == '\'' || s[at] == '"') { // "Bearer " + "..."
		if j := strings.IndexByte(s[at+1:min(len(s), at+8)], s[at]); j >= 0 && strings.Trim(s[at+1:at+1+j], " +.,") == "" {
			at += j + 2
		}
	}
	if strings.HasPrefix(s[at:], "\\\n") { // the line goes on
		at += 2
	}
	at = passNumber(s, at)
	end := at
	for end < len(s) && end < at+chars.MaxValue && (chars.IsBase64(s[end]) || s[end] == '.' || s[end] == '=' ||
		s[end] == '~' || s[end] == '%') {
		end++
	}
	end = chars.RunOfBack(s, at, end, ".")
	v := s[at:end]
	if len(v) >= 8 && basicPair(v) || len(v) >= 16 && judge.Secret(v, judge.Context{Class: judge.Token, Prose: true}) {
		f.AddAs(numberBefore(s, at), end, judge.Token.Rule())
	}
}

// basicPair reports base64 of user:password, as HTTP's Basic scheme, Docker's
// config.json and npm's _auth write it.
func basicPair(v string) bool {
	if len(v) < 8 || len(v) > 512 || !chars.All(strings.TrimRight(v, "="), chars.IsBase64) {
		return false
	}
	var buf [400]byte
	n, err := base64.RawStdEncoding.Decode(buf[:], []byte(strings.TrimRight(v, "=")))
	if err != nil || n < 3 {
		return false
	}
	user, pass, ok := strings.Cut(string(buf[:n]), ":")
	return ok && user+pass != "" && !kind.StandIn(pass) && chars.All(user, printable) && chars.All(pass, printable)
}

func printable(c byte) bool { return c >= 0x20 && c < 0x7f }

// KeyMember judges the value beside the key "value", as Postman keeps the key of an API. s[at:] follows that.
func KeyMember(f *Finder, at int) {
	if from, ok := valueWord(f.S, at); ok {
		f.value("api_key", from, judge.Context{Class: judge.Key, Field: true})
	}
}

// AlarmCode judges the code of an alarm of Home Assistant. s[at:] follows the kind of the device.
func AlarmCode(f *Finder, at int) {
	const reach, name = 300, "code: "
	near := f.S[at:min(len(f.S), at+reach)]
	if i := strings.Index(near, " "+name); i > 0 {
		f.value("pin", at+i+1+len(name), judge.Context{Class: judge.Password, Field: true})
	}
}

// KeyValue judges the value in an object that has the name of a key: {"keyName": "key1", "value":
// "x"}. s[at:] follows that.
func KeyValue(f *Finder, at int) {
	near := f.S[at:min(len(f.S), at+200)]
	if end := strings.IndexByte(near, '}'); end >= 0 {
		near = near[:end]
	}
	i := strings.Index(near, "value")
	if i <= 0 {
		return
	}
	if colon := strings.IndexByte(near[i:], ':'); colon > 0 && colon <= len(`value\\"`) {
		f.value("key", at+i+colon+1, judge.Context{Class: judge.Key, Field: true})
	}
}
