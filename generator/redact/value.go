package redact

import (
	"strings"
	"unicode/utf8"
)

// strongMix reports lower and upper case, digits or signs together: three of the
// four kinds.
func strongMix(v string) bool {
	n := 0
	for _, is := range []func(byte) bool{isLower, isUpper, isDigit} {
		if hasSome(v, is) {
			n++
		}
	}
	if !all(v, isWord) {
		n++
	}
	return n >= 3
}

// commonWords are settings and stand-ins that follow a password's name.
var commonWords = set("true", "false", "null", "none", "nil", "undefined", "yes", "no", "on", "off", "string", "str", "text", "bytes", "number", "int", "integer", "bool", "boolean", "object", "any", "void", "char", "varchar", "required", "optional", "hidden", "disabled", "enabled", "empty", "unset",
	"password", "passwd", "pass", "pwd", "secret", "token", "key", "test", "testing", "test123", "pass123", "password1", "password123", "passw0rd", "admin", "root", "user", "guest", "demo", "postgres", "mysql", "mongo", "redis", "minio", "minioadmin", "rabbitmq", "localhost", "basic", "bearer", "oauth", "oauth2", "digest", "ntlm", "plain", "plaintext", "prompt", "current-password", "new-password", "one-time-code",
	"self", "this", "missing", "invalid", "unknown", "pending", "expired", "valid", "revoked", "static", "dynamic", "value", "values", "input", "output", "stdin", "file", "env", "vault", "keychain", "production", "development", "staging", "local", "always", "never", "auto", "manual", "allow", "deny", "secretsmanager", "incorrect", "wrong", "correct", "foo", "bar", "baz", "qux", "foobar", "asdf", "qwerty", "abc123", "abc", "asdfasdf", "letmein", "welcome", "const", "function", "return", "async", "await", "import", "export", "default", "else", "required_if", "service", "account", "username", "email", "login", "s3cr3t", "secret123", "changeit", "hunter2")

// reference reports values that represent another: variables, templates, calls.
func reference(v string) bool {
	switch v[0] {
	case '$', '%', '@', '#', '&':
		rest := strings.TrimLeft(v, "$%@#&{(")
		if v[0] == '$' {
			rest = strings.ReplaceAll(strings.TrimSuffix(rest, "-"), "::", ".")
		}
		if rest == "" || all(strings.TrimRight(rest, "%})@"), nameByte) && (v[0] != '#' || len(rest) <= 8 && all(rest, isHex)) {
			return true
		}
	case '[', '{', '(', '<', '\\':
		return true
	case '!': // a tag of YAML: !Ref, !GetAtt
		if len(v) <= 12 && all(v[1:], isLetter) {
			return true
		}
	}
	if v[len(v)-1] == '(' || strings.HasPrefix(v, "--") && all(v[2:], func(c byte) bool { return isLower(c) || isDigit(c) || c == '-' || c == '=' }) {
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
	for _, p := range [...]string{"process.env", "os.environ", "env.", "env:", "secrets.", "vault:", "op://", "file:", "ENC[", "==", ":py:", ":class:"} {
		if strings.HasPrefix(v, p) {
			return true
		}
	}
	return call(v)
}

// call reports a call as programs have it: a name of letters, and the arguments; or a name with
// digits, and names as arguments.
func call(v string) bool {
	open := strings.IndexByte(v, '(')
	if inner := strings.TrimRight(v, ";,"); open > 2 && strings.HasSuffix(inner, ")") && identifierLike(strings.ReplaceAll(v[:open], "::", ".")) && all(inner[open:], func(c byte) bool { return isLetter(c) || strings.IndexByte("(),._", c) >= 0 }) {
		return true
	}
	if open <= 0 || !all(v[:open], func(c byte) bool { return isLetter(c) || c == '_' || c == '.' }) && !hashFunctions[v[:open]] {
		return false
	}
	end := strings.LastIndexByte(v, ')')
	return end < open || strings.Trim(v[end+1:], ");,") == "" || strings.ContainsAny(v[open+1:end], "\"',")
}

var hashFunctions = set("md5", "sha1", "sha256", "sha512", "base64", "b64encode", "b64decode", "utf8", "str2bytes", "argon2")

// setting reports a name and its setting, as in enable=true, or an id and its name.
func setting(v string) bool {
	name, to, ok := strings.Cut(v, "=")
	if to == "" {
		return ok && all(name, isLetter) && randomness(name) < scoreProse // the next name
	}
	if ok && isUUID(to) {
		return all(name, isName)
	}
	return ok && all(name, func(c byte) bool { return isLower(c) || c == '_' || c == '-' }) && (commonWords[strings.ToLower(to)] || all(to, isLetter) && randomness(to) < 0 || len(to) < 4 && all(to, isDigit))
}

// hexNumber reports numbers such as 0xc0603d06 and -0x1f.
func hexNumber(v string) bool {
	digits, ok := strings.CutPrefix(strings.TrimPrefix(v, "-"), "0x")
	return ok && len(digits) <= 8 && all(digits, isHex)
}

// foreign reports text of which most is written in letters beyond Latin ones: passwords seldom
// are, labels in translations often.
func foreign(v string) bool {
	beyond := 0
	for _, r := range v {
		if r >= 0x250 {
			beyond++
		}
	}
	return beyond >= 4 && 2*beyond > utf8.RuneCountInString(v)
}

// capitalised reports a word that begins with a capital, as labels do.
func capitalised(v string) bool { return isUpper(v[0]) && all(v[1:], isLower) }

// namesSecret reports a value that talks about passwords instead of being one.
func namesSecret(v string) bool {
	low := lower(v)
	for _, w := range []string{"passw", "pwd", "secret", "token", "credential", "field", "input", "required", "invalid", "confirm", "username", "login", "hash", "prompt"} {
		if strings.Contains(low, w) {
			return true
		}
	}
	return false
}

// identifierLike reports a name in a program: letters, digits, underscores and
// dots, not beginning with a digit.
func identifierLike(v string) bool {
	return !isDigit(v[0]) && all(v, func(c byte) bool { return isWord(c) || c == '_' || c == '.' })
}

// numbered reports a word that ends in two digits or more, as passwords do and names in programs
// seldom.
func numbered(v string) bool {
	return len(v) > 2 && isDigit(v[len(v)-1]) && isDigit(v[len(v)-2]) && !commonWords[strings.ToLower(strings.TrimRight(v, "0123456789"))]
}

func camel(v string) bool {
	for i := 1; i < len(v); i++ {
		if isLower(v[i-1]) && isUpper(v[i]) {
			return true
		}
	}
	return false
}

// rootedPath reports a file path: base64 may begin with a slash, but not go on
// like one.
func rootedPath(v string) bool {
	if strings.HasPrefix(v, "./") || strings.HasPrefix(v, "../") || strings.HasPrefix(v, "~/") || strings.HasPrefix(v, `~\`) || len(v) > 2 && v[1] == ':' && (v[2] == '\\' || v[2] == '/') {
		return true
	}
	if v[0] != '/' {
		return false
	}
	first, _, _ := strings.Cut(v[1:], "/")
	return rootFolders[first] || randomness(v) < 8
}

var rootFolders = set("home", "usr", "var", "etc", "nix", "tmp", "opt", "Users", "private", "mnt", "root", "data", "app", "src", "dev", "proc", "run", "bin", "lib", "srv", "sys", "workspace", "work", "c", "Volumes", "Library", "Applications")

// repeated reports one character or one pair of characters over and over.
func repeated(v string) bool {
	if len(v) < 4 {
		return true
	}
	for _, period := range [...]int{1, 2} {
		same := true
		for i := period; i < len(v) && same; i++ {
			same = v[i] == v[i-period]
		}
		if same {
			return true
		}
	}
	return false
}

func endsFold(s, suffix string) bool {
	return len(s) >= len(suffix) && strings.EqualFold(s[len(s)-len(suffix):], suffix)
}

func lower(s string) string {
	if len(s) > 256 {
		s = s[:256]
	}
	return strings.ToLower(s)
}

func all(s string, is func(byte) bool) bool {
	for i := range len(s) {
		if !is(s[i]) {
			return false
		}
	}
	return true
}

func hasSome(s string, is func(byte) bool) bool {
	for i := range len(s) {
		if is(s[i]) {
			return true
		}
	}
	return false
}

func hasDigit(s string) bool { return hasSome(s, isDigit) }

func nameByte(c byte) bool { return isWord(c) || c == '_' || c == '.' || c == '-' }
