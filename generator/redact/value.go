package redact

import (
	"slices"
	"strings"
)

// context is what is known about a value besides its name.
type context struct {
	class  class
	quoted bool
	env    bool // SCREAMING_NAME=value: nothing but a value can follow
	prose  bool // "the key is ...", a table cell, a name and a space: only plainly random values count
	bare   bool // the name is one weak word
	list   bool // name and value stand in a list, as arguments do; or the value is the next name
}

// secretValue judges whether v, standing where a value of that class stands, is
// a secret rather than a placeholder, a reference, a word or an identifier.
func secretValue(v string, c context) bool {
	if len(v) < 4 || c.class == classNone {
		return false
	}
	score := randomness(v)
	if c.class != classPassword && score < 3 && !strongMix(v) || len(v) > 128 && score < 20 || placeholder(v) || reference(v) || structural(v) {
		return false
	}
	if c.class == classPassword && !c.prose {
		return humanPassword(v, c)
	}
	if len(v) < 8 || strings.ContainsAny(v, " \t\n\"'`<>{}") || rootedPath(v) || regular(v) {
		return false
	}
	if isUUID(v) {
		return c.class >= classKey && (!c.prose || c.class == classKey)
	}
	switch {
	case c.class == classWeak:
		return len(v) >= 16 && score >= 12 && !(all(v, isHex) && c.bare) && !holdsSum(v)
	case c.prose && c.class == classPassword && len(v) >= 8 && hasDigit(v) && strongMix(v) && !identifierLike(v) && !strings.ContainsAny(v, "/:,()"):
		return true
	case c.prose:
		return len(v) >= 12 && score >= 10
	case !c.env && !c.quoted && all(v, isLetter):
		return score >= 14
	case c.class == classSecret && c.env:
		return score >= 3 || len(v) >= 10 && strongMix(v)
	case len(v) < 12:
		return score >= 6
	}
	return score >= 7
}

// humanPassword judges a value under a password's name. People choose words, so
// a digit or a sign besides letters is enough; letters alone count where no code
// can stand.
func humanPassword(v string, c context) bool {
	if isUUID(v) && !c.env && !c.quoted {
		return false
	}
	if strings.ContainsAny(v, " \t\n") {
		return c.env && c.quoted && len(v) >= 12 && isWord(v[0]) && isWord(v[len(v)-1])
	}
	letters := all(v, isLetter)
	switch {
	case c.list && (identifierLike(v) || !strongMix(v)):
		return randomness(v) >= 10
	case namesSecret(v):
		return !letters && !identifierLike(v) && randomness(v) >= 0
	case all(v, isDigit):
		return len(v) >= 6 && (c.env || c.quoted)
	case letters && randomness(v) >= 10:
		return true
	case letters:
		return (c.env || c.quoted) && len(v) >= 6 && !(isUpper(v[0]) && all(v[1:], isLower)) && !camel(v) && !commonWords[strings.ToLower(v)]
	case identifierLike(v) && !c.env:
		return hasDigit(v) && (c.quoted || len(v) >= 6) && (randomness(v) >= -14)
	case rootedPath(v):
		return false
	}
	return hasSome(v, isWord)
}

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

// placeholder reports the stand-ins that people write where a secret goes.
func placeholder(v string) bool {
	low := lower(v)
	for _, p := range placeholderParts {
		if strings.Contains(low, p) {
			return true
		}
	}
	return commonWords[low] || repeated(v)
}

// drawnWith tells whether a text was drawn by chance although it holds a word that
// people write where a secret goes: three or four letters in a row come up in one of
// some hundred tokens.
func drawnWith(v string) bool {
	if randomness(v) < len(v)/2 {
		return false
	}
	low := lower(v)
	return !slices.ContainsFunc(placeholderParts, func(p string) bool { return len(p) > 4 && strings.Contains(low, p) })
}

var placeholderParts = []string{"redacted", "example", "xxxx", "****", "....", "...", "…", "placeholder", "your-", "your_", "yourp", "yourt", "yours", "youra", "yourk", "changeme", "change-me", "change_me", "change-this", "change_this", "insert", "replace",
	"dummy", "todo", "tbd", "fake", "sample", "not-a-", "not_a_", "notreal", "mysecret", "my-secret", "my_secret", "mypass", "my-pass", "my_pass", "my-api", "my_api", "myapi", "mytoken", "my-token", "my_token", "secret-key-here", "-here", "_here", "<", "1234567890", "0123456789", "abcdefgh", "deadbeef", "foobar", "hunter2hunter2", "lorem", "insecure", "default", "••", "●●"}

// commonWords are settings and stand-ins that follow a password's name.
var commonWords = set("true", "false", "null", "none", "nil", "undefined", "yes", "no", "on", "off", "string", "str", "text", "bytes", "number", "int", "integer", "bool", "boolean", "object", "any", "void", "char", "varchar", "required", "optional", "hidden", "disabled", "enabled", "empty", "unset",
	"password", "passwd", "pass", "pwd", "secret", "token", "key", "test", "testing", "test123", "pass123", "password1", "password123", "passw0rd", "admin", "root", "user", "guest", "demo", "postgres", "mysql", "mongo", "redis", "minio", "minioadmin", "rabbitmq", "localhost", "basic", "bearer", "oauth", "oauth2", "digest", "ntlm", "plain", "plaintext", "prompt", "current-password", "new-password", "one-time-code",
	"self", "this", "missing", "invalid", "unknown", "pending", "expired", "valid", "revoked", "static", "dynamic", "value", "values", "input", "output", "stdin", "file", "env", "vault", "keychain", "production", "development", "staging", "local", "always", "never", "auto", "manual", "allow", "deny", "secretsmanager", "incorrect", "wrong", "correct", "foo", "bar", "baz", "qux", "foobar", "asdf", "qwerty", "abc123", "abc", "asdfasdf", "letmein", "welcome", "const", "function", "return", "async", "await", "import", "export", "default", "else", "required_if", "service", "account", "username", "email", "login", "s3cr3t", "secret123", "changeit", "hunter2")

// reference reports values that stand for another: variables, templates, calls.
func reference(v string) bool {
	switch v[0] {
	case '$', '%', '@', '#', '&':
		rest := strings.TrimLeft(v, "$%@#&{(")
		if rest == "" || all(strings.TrimRight(rest, "%})@"), nameByte) && (v[0] != '#' || len(rest) == 6 || len(rest) == 3) {
			return true
		}
	case '[', '{', '(', '<', '\\':
		return true
	}
	if v[0] == '+' && strings.HasSuffix(v, "+") {
		return true // the gap between two strings of a sum
	}
	return strings.Contains(v, "${") || strings.Contains(v, "$(") || strings.Contains(v, "{{") || strings.Contains(v, "%(") || strings.Contains(v, "(") && strings.Contains(v, ")") ||
		strings.HasPrefix(v, "process.env") || strings.HasPrefix(v, "os.environ") || strings.HasPrefix(v, "env.") || strings.HasPrefix(v, "env:") || strings.HasPrefix(v, "secrets.") ||
		strings.HasPrefix(v, "vault:") || strings.HasPrefix(v, "op://") || strings.HasPrefix(v, "file:") || strings.Contains(v, "://") || strings.HasPrefix(v, "ENC[") || strings.HasPrefix(v, "=")
}

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
	if strings.HasPrefix(v, "./") || strings.HasPrefix(v, "../") || strings.HasPrefix(v, "~/") || len(v) > 2 && v[1] == ':' && (v[2] == '\\' || v[2] == '/') {
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
