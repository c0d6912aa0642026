package placed

import (
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/judge"
)

// calls are functions of which one argument is a secret, whatever the names of values around them.
var calls = []struct {
	text     string // that the call begins with, in small letters
	argument int    // which one
	class    judge.Class
	least    int // bytes, 0: as many as the class demands
}{
	{"basicauth(", 1, judge.Password, 0},
	{"auth=(", 1, judge.Password, 0},
	{"auth = (", 1, judge.Password, 0},
	{"login(", 1, judge.Password, 0},
	{"authenticate(", 1, judge.Password, 0},
	{"authenticationtoken(", 1, judge.Password, 0},
	{"create_user(", 2, judge.Password, 0},
	{"create_superuser(", 2, judge.Password, 0},
	{"withemailandpassword(", 2, judge.Password, 0},
	{"mysqldb.connect(", 2, judge.Password, 0},
	{"credential(", 1, judge.Password, 0},
	{"credentials(", 1, judge.Password, 0},
	{"mysqli_connect(", 2, judge.Password, 0},
	{"mysqli(", 2, judge.Password, 0},
	{"getconnection(", 2, judge.Password, 0},
	{"crypt(", 0, judge.Password, 0},
	{"hash_password(", 0, judge.Password, 0},
	{"make_password(", 0, judge.Password, 0},
	{"generate_password_hash(", 0, judge.Password, 0},
	{"check_password_hash(", 1, judge.Password, 0},
	{"hashpw(", 0, judge.Password, 0},
	{"hashsync(", 0, judge.Password, 0},
	{"comparesync(", 0, judge.Password, 0},
	{"bcrypt.hash(", 0, judge.Password, 0},
	{"bcrypt.compare(", 0, judge.Password, 0},
	{"argon2.hash(", 0, judge.Password, 0},
	{"password_hash(", 0, judge.Password, 0},
	{"password_verify(", 0, judge.Password, 0},
	{"jwt.sign(", 1, judge.Secretive, 0},
	{"jwt.verify(", 1, judge.Secretive, 0},
	{"jwt.encode(", 1, judge.Secretive, 0},
	{"jwt.decode(", 1, judge.Secretive, 0},
	{"createhmac(", 1, judge.Secretive, 0},
	{"totp(", 0, judge.Secretive, 16},
	{"hotp(", 0, judge.Secretive, 16},
	{"otp.new(", 0, judge.Secretive, 16},
	{"authenticator.generate(", 0, judge.Secretive, 16},
	{"authenticator.check(", 1, judge.Secretive, 16},
	{"totp.generatecode(", 0, judge.Secretive, 16},
	{"totp.validate(", 1, judge.Secretive, 16},
	{"auth.basic(", 1, judge.Password, 0},
	{"ldap_bind(", 2, judge.Password, 0},
	{"createuser(", 1, judge.Password, 0},
	{"db.auth(", 1, judge.Password, 0},
	{"wallet(", 0, judge.Secretive, 64}, // shorter ones are addresses
}

// Calls calls add with the text that each call begins with, and its number.
func Calls(add func(text string, call int)) {
	for i := range calls {
		add(calls[i].text, i)
	}
}

const maxArguments = 1024 // bytes

// Call judges the argument of a call that is a secret, when it is a string. The call may begin at s[start:].
func (f *Finder) Call(index, start int) {
	s, call := f.S, &calls[index]
	at := start + len(call.text)
	if at > len(s) || !strings.EqualFold(s[start:at], call.text) {
		return
	}
	limit := min(len(s), at+maxArguments)
	for range call.argument {
		if at = nextArgument(s[:limit], at); at < 0 {
			return
		}
	}
	for at < limit && (chars.IsSpace(s[at]) || s[at] == 'b' || s[at] == '\\') {
		at++
	}
	if at >= limit || s[at] != '"' && s[at] != '\'' {
		return
	}
	stop, ok := sqlString(s[:limit], at)
	v := strings.TrimRight(s[at+1:stop], `\`)
	if !ok || len(v) < call.least || call.class == judge.Password && !chars.HasDigit(v) && chars.Randomness(v) < judge.ScoreRandom {
		return
	}
	if judge.Secret(v, judge.Context{Class: call.class, Quoted: true}) {
		f.AddAs(at+1, at+1+len(v), call.class.Rule())
	}
}

// nextArgument returns where the argument after the one at s[at:] begins, -1 when there is none.
func nextArgument(s string, at int) int {
	quote, depth := byte(0), 0
	for ; at < len(s); at++ {
		switch c := s[at]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'' || c == '`':
			quote = c
		case c == '(' || c == '[' || c == '{':
			depth++
		case c == ')' || c == ']' || c == '}':
			if depth--; depth < 0 {
				return -1
			}
		case c == ',' && depth == 0:
			return at + 1
		}
	}
	return -1
}
