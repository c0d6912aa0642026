package named

import (
	"strings"
	"unicode/utf8"

	"steno/generator/redact/chars"
	"steno/generator/redact/judge"
	"steno/generator/redact/kind"
	"steno/generator/redact/near"
)

// ForeignWords are names of passwords in languages other than English, in which a value is behind what a sentence says of
// them and a colon, or anywhere near when it is surely a password.
var ForeignWords = []string{"密码", "密碼", "口令", "パスワード", "暗証番号", "비밀번호", "비번", "패스워드", "şifre", "암호", "ароль", "ароля", "аролем", "лозинка", "арола",
	"पासवर्ड", "পাসওয়ার্ড", "كلمة المرور", "كلمة السر", "كلمة مرور", "رمز عبور", "گذرواژه", "סיסמה", "סיסמא", "סיסמת", "ωδικός", "ωδικό",
	"heslo", "hasło", "hasła", "senha", "contraseña", "wachtwoord", "kennwort", "mot de passe", "parola", "parolă", "ifresi", "lösenord", "passord",
	"adgangskode", "salasana", "jelszó", "jelszav", "รหัสผ่าน", "ật khẩu", "kata sandi", "kata laluan", "slaptažod", "lozinka", "geslo", "parool", "wagwoord", "kodeord", "lykilorð", "fjalëkalim", "šifra", "zaporka", "pasahitza", "contrasenya", "tunnussana", "palavra-passe", "palavra passe", "ססמה", "ססמא",
	"лозинк", "құпия", "mật mã"}

// ForeignCodes are those that may be anything that opens something, a key as well: what is behind them has to be surely a
// password.
var ForeignCodes = []string{"access code", "clave", "chave", "clé ", "chiave", "código de acceso", "código de acesso", "code d'accès", "codice di accesso",
	"zugangscode", "toegangscode", "kod dostępu", "код доступа", "код доступу"}

// ForeignKeys are those of keys and tokens, whose values are random.
var ForeignKeys = []string{"令牌", "密钥", "密鑰", "秘钥", "金钥", "金鑰", "トークン", "シークレット", "apiキー", "api キー", "토큰", "api 키", "비밀 키", "비밀키",
	"окен", "люч", "екрет", "مفتاح", "رمز الوصول", "λειδί", "מפתח", "कुंजी", "กุญแจ", "jeton", "clé ", "chlüssel", "sleutel", "klucz", "anahtar",
	"chiave", "khóa", "nyckel", "avain", "klíč", "kunci", "clave api", "clave de api", "clave de la api", "llave de la api", "llave de api", "llave api", "chave api", "chave de api", "chave da api"}

const (
	longestForeign = 96 // bytes of the line that the value of a foreign word is in
	mostForeign    = 8  // words before it
)

// Foreign handles the value that is behind a foreign word for a password or a key, which is s[start:at].
func Foreign(f *Finder, start, at int, class judge.Class) {
	s := f.S
	if start > 0 && chars.IsBase64(s[start-1]) && chars.All(s[start:at], func(c byte) bool { return c < 0x80 }) {
		return // amid letters
	}
	end := min(chars.LineEnd(s, at), at+longestForeign)
	for range mostForeign {
		at = restOfWord(s, at, end)
		sign := chars.Run(s, at, end, func(c byte) bool { return strings.IndexByte(" \t\"`*:=-", c) >= 0 })
		stated := strings.ContainsAny(s[at:sign], ":=-") || foreignSign(s[:at])
		if sign == end || sign == at && s[at-1] < 0x80 { // letters and digits amid others
			return
		}
		at = sign
		if from, to := foreignValue(f, at); to > from {
			if class == judge.Weak {
				numbered := to-from >= shortestNumbered && kind.Numbered(s[from:to]) || besideAccount(s[max(0, start-longestForeign):start])
				if judge.Surely(s[from:to]) || stated && numbered {
					f.judge("password", from, to, judge.Context{Class: judge.Password, Prose: true, Stated: true})
				}
			} else if class != judge.Password {
				if near.Other(strings.TrimRight(s[from:to], ":")) {
					return
				}
				if f.random(from); stated && judge.Surely(s[from:to]) && strings.ContainsAny(s[from:to], "!#$%^&*?") {
					f.AddAs(from, to, class.Rule())
				}
			} else if stated || judge.Surely(s[from:to]) || to-from >= shortestNumbered && kind.Numbered(s[from:to]) ||
				to-from >= shortestNumbered && chars.HasDigit(s[from:to]) && strings.ContainsAny(s[from:to], "!#$%^&*?") {
				f.judge("password", from, to, judge.Context{Class: class, Prose: true, Stated: true})
			}
			if stated || chars.HasDigit(s[from:to]) {
				return
			}
			at = to
		}
	}
}

const shortestNumbered = 8 // of a word and a number that needs no sign before it

// besideAccount reports a line that names an account before.
func besideAccount(before string) bool {
	before = strings.ToLower(before[strings.LastIndexByte(before, '\n')+1:])
	for _, word := range [...]string{"usuari", "usuári", "utente", "utilisateur", "identifiant", "user", "login", "benutzer"} {
		if strings.Contains(before, word) {
			return true
		}
	}
	return false
}

// restOfWord returns where the word ends that s[at:end] begins in. Some languages have no blanks between words, and then
// other letters end one: パスワードはx.
func restOfWord(s string, at, end int) int {
	const firstUnparted = 0xe00 // Thai, and then Korean, Japanese, Chinese
	for ; at < end && (s[at] >= 0x80 || chars.IsLetter(s[at]) || s[at] == '\''); at++ {
		if s[at] < 0x80 && s[at-1] >= 0x80 {
			if r, _ := utf8.DecodeLastRuneInString(s[:at]); r >= firstUnparted {
				break
			}
		}
	}
	return at
}

// foreignSign reports what says that a value follows, in other letters.
func foreignSign(before string) bool {
	for _, sign := range [...]string{"：", "是", "为", "為", "は", "는", "은", "—", "–", "→", "είναι", "هي", "هو", "คือ", " là", " é", " è", "=", "«", "“", "「",
		" to", " jest", " ist", " es", " est", " är", " er", " on", " je", " este", " adalah", " yra", " это", " це", " is"} {
		if strings.HasSuffix(before, sign) {
			return true
		}
	}
	return false
}

// foreignValue returns where the word at s[at:] is, which ends where foreign letters begin: パスワードはxです.
func foreignValue(f *Finder, at int) (from, to int) {
	from, to = word(f, at)
	if wide := strings.IndexFunc(f.S[from:max(from, to)], func(r rune) bool { return r >= kind.FirstWide }); wide >= 0 {
		to = from + wide
	}
	return from, to
}
