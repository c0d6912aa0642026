package near

import (
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/find"
	"steno/generator/redact/judge"
	"steno/generator/redact/kind"
)

// ShortWords are what passwords are called where nobody has the time for a name, with the sign behind it.
var ShortWords = []string{" p: ", "\np: ", " p=", "&p=", "\tp: ", " p/w: "}

// Short takes a password under such a name at s[:at], behind that of a user: u: joe p: k8Zq2x, login?u=joe&p=k8Zq2x.
func Short(t *find.Text, start, at int) {
	const reach, longest, shortest = 80, 64, 8
	s := t.S
	before := s[max(0, start-reach):start]
	end := chars.Until(s, at, at+longest, "\"'`&<>")
	v := s[at:end]
	if len(v) < shortest || !ofUser(before) || kind.Structural(v) || kind.StandIn(v) {
		return
	}
	mixed := chars.All(v, chars.IsWord) && chars.HasDigit(v) && chars.Randomness(v) >= chars.SurelyRandom
	if access(v) || severalNumbered(v) || judge.Surely(v) || mixed {
		t.AddAs(at, end, judge.Password.Rule())
	}
}

// ofUser reports a text whose last name is that of a user.
func ofUser(before string) bool {
	sign := strings.LastIndexAny(before, ":=")
	if sign < 0 {
		return false
	}
	name := strings.ToLower(before[chars.RunBack(before, 0, sign, chars.IsName):sign])
	return users[name]
}

var users = chars.Set("u", "usr", "user", "username", "login", "uid", "name", "id", "email", "e")
