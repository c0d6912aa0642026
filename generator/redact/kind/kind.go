// Package kind says what a value is by its looks alone, whatever its name: a stand-in, a reference
// to another value, an identifier, a setting, the rest of what was cut off.
package kind

import (
	"math/bits"
	"strings"
	"unicode/utf8"

	"steno/generator/redact/chars"
)

// StrongMix reports lower and upper case, digits or signs together: three of the
// four kinds.
func StrongMix(v string) bool {
	n := 0
	for _, is := range []func(byte) bool{chars.IsLower, chars.IsUpper, chars.IsDigit} {
		if chars.Some(v, is) {
			n++
		}
	}
	if !chars.All(v, chars.IsWord) {
		n++
	}
	return n >= 3
}

// longSigns is the least of a value that its signs make a secret.
const longSigns = 24

// SomeSigns reports two signs or more that neither names in programs nor references have.
func SomeSigns(v string) bool {
	n := 0
	for i := range len(v) {
		if strings.IndexByte("!@#%^*", v[i]) >= 0 {
			n++
		}
	}
	return n >= 2 && !strings.ContainsAny(v, "(){}[]<>,;$/")
}

// ManySigns reports a long value of letters, digits and four kinds of signs or more, of those that
// generators of passwords draw from.
func ManySigns(v string) bool {
	const signs = "!@#$%^&*()=+~?"
	seen, digits, letters := uint(0), false, false
	for i := range len(v) {
		c := v[i]
		n := strings.IndexByte(signs, c)
		switch {
		case n >= 0:
			seen |= 1 << n
		case chars.IsDigit(c):
			digits = true
		case chars.IsLetter(c):
			letters = true
		case c != '-' && c != '_' && c != '.':
			return false
		}
	}
	return len(v) >= longSigns && digits && letters && bits.OnesCount(seen) >= 4
}

// cmdlets are the verbs of PowerShell's commands that return a value.
var cmdlets = chars.Set("get", "read", "new", "convertto", "convertfrom", "import", "invoke", "select", "join")

// cmdlet reports the name of such a command: Read-Host.
func cmdlet(v string) bool {
	verb, noun, ok := strings.Cut(v, "-")
	return ok && chars.IsUpper(v[0]) && cmdlets[strings.ToLower(verb)] && len(noun) > 2 && chars.IsUpper(noun[0]) &&
		chars.All(noun, chars.IsLetter)
}

// Reference reports values that represent another: variables, templates, calls.
func Reference(v string) bool {
	if cmdlet(v) {
		return true
	}
	switch v[0] {
	case '$', '%', '@', '#', '&':
		rest := strings.TrimLeft(v, "$%@#&{(")
		if len(rest) == len(v)-1 && signedWord(v[0], rest) {
			break
		}
		if v[0] == '$' {
			rest = strings.ReplaceAll(strings.TrimSuffix(rest, "-"), "::", ".")
		}
		if rest == "" || chars.All(strings.TrimRight(rest, "%})@"), chars.IsLabel) &&
			(v[0] != '#' || len(rest) <= 8 && chars.All(rest, chars.IsHex)) {
			return true
		}
	case '[', '{', '(', '<', '\\':
		return true
	case '!': // a tag of YAML: !Ref, !GetAtt
		if len(v) <= 12 && chars.All(strings.TrimPrefix(v[1:], "!"), chars.IsLetter) {
			return true
		}
	}
	if v[len(v)-1] == '(' || strings.HasPrefix(v, "--") &&
		chars.All(v[2:], func(c byte) bool { return chars.IsLower(c) || chars.IsDigit(c) || c == '-' || c == '=' }) {
		return true // a call's beginning, another option
	}
	if v[0] == '+' && strings.HasSuffix(v, "+") {
		return true // the gap between two strings of a sum
	}
	for _, p := range [...]string{"${", "$(", "{{", "%(", "://"} {
		if strings.Contains(v, p) {
			return true
		}
	}
	if sealed(v) {
		return true
	}
	for _, p := range [...]string{"process.env", "os.environ", "%s:", "%v:", "%r:", "%q:", "env.", "env:", "secrets.", "vault:", "op://",
		"file:", "ENC[", "==", ":py:", ":class:"} {
		if strings.HasPrefix(v, p) {
			return true
		}
	}
	return call(v) || qualified(v)
}

// signedWord reports a word with a capital and a number behind a sign, as passwords have them:
// @Winter1933. Variables of some languages begin with a dollar, and may end in two digits.
func signedWord(sign byte, rest string) bool {
	letters := strings.TrimRight(rest, "0123456789")
	least := 2
	switch sign {
	case '$':
		least = 3
	case '@': // @nch0r.467: variables have no signs, and words with them no numbers
		if n := len(rest) - len(letters); n >= 2 && len(letters) > 3 && strings.IndexByte("_-.!#", letters[len(letters)-1]) >= 0 &&
			chars.IsLetter(letters[0]) && !NamesSecret(rest) {
			return true
		}
	}
	return sign != '#' && len(rest)-len(letters) >= least && len(letters) >= 3 &&
		chars.All(letters, chars.IsLetter) && chars.IsUpper(letters[0]) && chars.Some(letters, chars.IsLower)
}

// qualified reports a name behind the names of what contains it, as in &serde_json::Value.
func qualified(v string) bool {
	v = strings.TrimLeft(v, "&*")
	if !strings.Contains(v, "::") {
		return false
	}
	for part := range strings.SplitSeq(v, "::") {
		if part == "" || !IdentifierLike(part) || chars.Randomness(part) >= chars.SurelyRandom {
			return false
		}
	}
	return true
}

// call reports a call as programs have it: a name of letters, and the arguments; or a name with
// digits, and names as arguments.
func call(v string) bool {
	v = strings.ReplaceAll(v, "?.", ".")
	open := strings.IndexByte(v, '(')
	if inner := strings.TrimRight(v, ";,"); open > 2 && strings.HasSuffix(inner, ")") &&
		IdentifierLike(strings.ReplaceAll(v[:open], "::", ".")) &&
		chars.All(inner[open:],
			func(c byte) bool { return chars.IsLetter(c) || strings.IndexByte("(),._", c) >= 0 }) {
		return true
	}
	if open <= 0 || !chars.All(v[:open],
		func(c byte) bool { return chars.IsLetter(c) || c == '_' || c == '.' }) && !hashFunctions[v[:open]] {
		return false
	}
	end := strings.LastIndexByte(v, ')')
	if member, ok := strings.CutPrefix(v[end+1:], "."); ok && end > open && member != "" && IdentifierLike(member) {
		return true // New().Password
	}
	return end < open || strings.Trim(v[end+1:], ");,") == "" || strings.ContainsAny(v[open+1:end], "\"',")
}

var hashFunctions = chars.Set("md5", "sha1", "sha256", "sha512", "base64", "b64encode", "b64decode", "utf8", "str2bytes", "argon2")

// Setting reports a name and its setting, as in enable=true, or an id and its name.
func Setting(v string) bool {
	name, to, ok := strings.Cut(v, "=")
	if to == "" {
		return ok && chars.All(name, chars.IsLetter) && chars.Randomness(name) < chars.SurelyRandom // the next name
	}
	if ok && UUID(to) {
		return chars.All(name, chars.IsName)
	}
	return ok && chars.All(name, func(c byte) bool { return chars.IsLower(c) || c == '_' || c == '-' }) &&
		(HexNumber(to) || commonWords[strings.ToLower(to)] ||
			chars.All(to, chars.IsLetter) && chars.Randomness(to) < 0 ||
			len(to) < 4 && chars.All(to, chars.IsDigit))
}

// Keyword reports an argument with its name, as calls have them: timeout=0.5.
func Keyword(v string) bool {
	name, to, ok := strings.Cut(v, "=")
	return ok && name != "" && to != "" && IdentifierLike(name) && !chars.HasDigit(name) && to[0] != '='
}

// checks are names of what a field of a form has to be, as Laravel and its like have them.
var checks = chars.Set("required", "nullable", "sometimes", "filled", "present", "confirmed", "string", "min",
	"max", "between", "same", "current_password")

// Checks reports a list of what a field of a form has to be: required|string|min:8. One check needs its number.
func Checks(v string) bool {
	known := false
	parts := strings.Split(v, "|")
	for _, part := range parts {
		name, to, _ := strings.Cut(part, ":")
		if name == "" || len(to) > 16 || !chars.All(name,
			func(c byte) bool { return chars.IsLower(c) || c == '_' }) ||
			chars.Randomness(name) >= chars.SurelyRandom {
			return false
		}
		known = known || checks[name]
	}
	return known && (len(parts) > 1 || strings.Contains(v, ":"))
}

// HexNumber reports numbers such as 0xc0603d06 and -0x1f, and longer ones that underscores divide, as Go and Rust have them.
func HexNumber(v string) bool {
	digits, ok := strings.CutPrefix(strings.TrimPrefix(v, "-"), "0x")
	longest := 8
	if parted := strings.ReplaceAll(digits, "_", ""); len(parted) < len(digits) {
		digits, longest = parted, 16
	}
	return ok && len(digits) <= longest && chars.All(digits, chars.IsHex)
}

// FirstWide is the first letter of the alphabets of Korean, Japanese and Chinese.
const FirstWide = 0x1100

// Foreign reports text of which most is written in letters beyond Latin ones: passwords seldom
// are, labels in translations often.
func Foreign(v string) bool {
	beyond, wide := 0, false
	for _, r := range v {
		if r >= 0x250 {
			beyond++
		}
		if r >= FirstWide {
			wide = true
			if len(v) < 8 {
				return true // 8자
			}
		}
	}
	if !wide && Numbered(v) && (!NamesSecret(v) || manyDigits(v)) {
		return false // Ромашка1997
	}
	return beyond >= 4 && 2*beyond > utf8.RuneCountInString(v)
}

// Label reports a word with letters that are not ASCII: Contraseña, obrigatória.
func Label(v string) bool {
	ascii := true
	for i := range len(v) {
		ascii = ascii && v[i] < 0x80
		if !chars.IsLetter(v[i]) && v[i] < 0x80 {
			return false
		}
	}
	return !ascii
}

// Capitalised reports a word that begins with a capital, as labels do.
func Capitalised(v string) bool { return chars.IsUpper(v[0]) && chars.All(v[1:], chars.IsLower) }

// NamesSecret reports a value that talks about passwords instead of being one.
func NamesSecret(v string) bool {
	low := chars.Lower(v)
	for _, w := range [...]string{"passw", "pwd", "secret", "token", "credential", "field", "input", "required",
		"invalid", "confirm", "username", "login", "hash", "prompt", "contrase", "kennwort", "passord",
		"lösenord", "парол"} {
		if strings.Contains(low, w) {
			return true
		}
	}
	return false
}

// NamesHash reports the name of a way to hash passwords.
func NamesHash(v string) bool {
	low := chars.Lower(v)
	return strings.Contains(low, "crypt") || strings.Contains(low, "hash") || strings.HasPrefix(low, "argon2")
}

// IdentifierLike reports a name in a program: letters, digits, underscores and
// dots, not beginning with a digit.
func IdentifierLike(v string) bool {
	return !chars.IsDigit(v[0]) && chars.All(v, func(c byte) bool { return chars.IsWord(c) || c == '_' || c == '.' })
}

// Numbered reports a word that ends in two digits or more, as passwords do and names in programs
// seldom.
func Numbered(v string) bool {
	return len(v) > 2 && chars.IsDigit(v[len(v)-1]) && chars.IsDigit(v[len(v)-2]) &&
		!commonWords[strings.ToLower(strings.TrimRight(v, "0123456789"))]
}

// Camel reports a name with a hump, as in dbPassword.
func Camel(v string) bool {
	for i := 1; i < len(v); i++ {
		if chars.IsLower(v[i-1]) && chars.IsUpper(v[i]) {
			return true
		}
	}
	return false
}

// RootedPath reports a file path: base64 may begin with a slash, but not go on
// like one.
func RootedPath(v string) bool {
	if strings.HasPrefix(v, "./") || strings.HasPrefix(v, "../") || strings.HasPrefix(v, "~/") ||
		strings.HasPrefix(v, `~\`) || len(v) > 2 && v[1] == ':' && (v[2] == '\\' || v[2] == '/') {
		return true
	}
	if v[0] != '/' {
		return false
	}
	first, _, _ := strings.Cut(v[1:], "/")
	return rootFolders[first] || chars.Randomness(v) < 8
}

var rootFolders = chars.Set("home", "usr", "var", "etc", "nix", "tmp", "opt", "Users", "private", "mnt", "root",
	"data", "app", "src", "dev", "proc", "run", "bin", "lib", "srv", "sys", "workspace", "work", "c", "Volumes",
	"Library", "Applications")

// manyDigits reports three digits or more at the end that are not those of a year.
func manyDigits(v string) bool {
	const fewest, year = 3, 4
	n := len(v) - len(strings.TrimRight(v, "0123456789"))
	return n >= fewest && !(n == year && (v[len(v)-n:][:2] == "20" || v[len(v)-n:][:2] == "19"))
}
