package placed

import (
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/judge"
)

// calls are functions of which one argument is a secret, whatever the names of values around them. Names are cut where what is left begins
// with letters that words seldom have: these are looked for.
var calls = []struct {
	text     string // that the name of the function ends with, in small letters
	argument int    // which one
	class    judge.Class
	least    int // bytes of what has to be random, 0: of what people choose, too
}{
	{"basicauth(", 1, judge.Password, 0},
	{"basic_auth(", 1, judge.Password, 0},
	{".auth(", 1, judge.Password, 0},
	{"inauth(", 2, judge.Password, 0},          // PlainAuth
	{"dauthentication(", 1, judge.Password, 0}, // PasswordAuthentication
	{"epasswordtoken(", 1, judge.Password, 0},  // UsernamePasswordToken
	{"credentials.basic(", 1, judge.Password, 0},
	{"gnin(", 1, judge.Password, 0}, // signIn
	{"auth=(", 1, judge.Password, 0},
	{"auth = (", 1, judge.Password, 0},
	{"login(", 1, judge.Password, 0},
	{"authenticate(", 1, judge.Password, 0},
	{"authenticationtoken(", 1, judge.Password, 0},
	{"create_user(", 2, judge.Password, 0},
	{"create_superuser(", 2, judge.Password, 0},
	{"withemailandpassword(", 2, judge.Password, 0},
	{"mysqldb.connect(", 2, judge.Password, 0},
	{"sequelize(", 2, judge.Password, 0},
	{"signwith(", 1, judge.Secretive, 0},
	{"sql.connect(", 2, judge.Password, 0},
	{"dbi->connect(", 2, judge.Password, 0},
	{"pdo(", 2, judge.Password, 0},
	{"sql.newinstance(", 2, judge.Password, 0},
	{"wifi.begin(", 1, judge.Password, 0},
	{"ssh.password(", 0, judge.Password, 0},
	{"r.createasync(", 1, judge.Password, 0}, // userManager.CreateAsync
	{"rdasync(", 1, judge.Password, 0},       // AddPasswordAsync, CheckPasswordAsync
	{"gninasync(", 1, judge.Password, 0},     // PasswordSignInAsync
	{"userpassword(", 1, judge.Password, 0},
	{"mpassword(", 0, judge.Password, 0}, // GenerateFromPassword
	{"h::make(", 0, judge.Password, 0},   // Hash::make
	{"pgp_sym_encrypt(", 1, judge.Password, 0},
	{"pgp_sym_decrypt(", 1, judge.Password, 0},
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
	{"hmac.new(", 0, judge.Secretive, 0},
	{"symmetricsecuritykey(", 0, judge.Secretive, 0},
	{"kieparser(", 0, judge.Secretive, 0}, // cookieParser
	{"fernet(", 0, judge.Secretive, 0},
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
	skip := call.argument
	if skip == 1 && chars.IsLetter(s[min(at, limit-1)]) && strings.HasSuffix(call.text, "in(") { // login(page, "joe", "x")
		skip++
	}
	for range skip {
		if at = nextArgument(s[:limit], at); at < 0 {
			return
		}
	}
	at = unwrapped(s[:limit], at)
	if at >= limit || s[at] != '"' && s[at] != '\'' {
		return
	}
	stop, ok := sqlString(s[:limit], at)
	v := strings.TrimRight(s[at+1:stop], `\`)
	class := call.class
	if call.least == 0 {
		class = judge.Password // judged as such, as people choose them
	}
	if !ok || len(v) < call.least || class == judge.Password && judge.Word(v) {
		return
	}
	if judge.Secret(v, judge.Context{Class: class, Quoted: true}) {
		f.AddAs(at+1, at+1+len(v), call.class.Rule())
	}
}

// wrappers are functions around a string that return it in another type.
var wrappers = [...]string{"b", "[]byte(", "[]uint8(", "bytes(", "String(", "Buffer.from(", "Encoding.UTF8.GetBytes(", "Encoding.ASCII.GetBytes("}

// unwrapped passes over blanks, and over such a function.
func unwrapped(s string, at int) int {
	for at < len(s) && (chars.IsSpace(s[at]) || s[at] == '\\') {
		at++
	}
	for _, w := range wrappers {
		if rest, ok := strings.CutPrefix(s[at:], w); ok && rest != "" && (rest[0] == '"' || rest[0] == '\'') {
			return at + len(w)
		}
	}
	return at
}

const longestCall = 256 // bytes of the line before

// Characters takes the string whose characters a program of Java asks for where it speaks of passwords: store.load(in, "x".toCharArray()). The
// call begins at s[start:].
func (f *Finder) Characters(start int) {
	s := f.S
	end := start - 1
	for end > 0 && s[end] == '\\' {
		end--
	}
	if end < 0 || s[end] != '"' && s[start-1] != '"' {
		return
	}
	line := max(chars.LineStart(s, end), end-longestCall)
	at := strings.LastIndexByte(s[line:end], '"') + line + 1
	before := strings.ToLower(s[line:max(line, at)])
	for _, word := range [...]string{"pass", "pwd", "pw ", "keystore", ".load(", "keyspec(", ".init(", ".getkey("} {
		if strings.Contains(before, word) {
			if v := strings.TrimRight(s[at:end], `\`); v != "" && !judge.Word(v) && judge.Secret(v, judge.Context{Class: judge.Password, Quoted: true}) {
				f.AddAs(at, at+len(v), judge.Password.Rule())
			}
			return
		}
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
