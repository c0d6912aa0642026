package judge

import (
	"slices"
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/kind"
)

// Words alone are secrets where the name before them and the place say so. What is said about
// secrets, in programs, forms and messages, is made of words, too; it is known by them.

const (
	shortestWords = 8 // of words that are a secret
	shortestPart  = 3 // of one of them
	mostParts     = 4
)

// chosenWords reports one to four words, with a dash or an underscore between them, of which none
// is one that programs, forms and messages use for what they say about values: falconcactus,
// winter_hammer, and not new_password, case-sensitive, required.
func chosenWords(v string) bool {
	if len(v) < shortestWords || !chars.All(v, isWords) || kind.NamesSecret(v) || kind.NamesHash(v) {
		return false
	}
	parts := strings.FieldsFunc(v, func(r rune) bool { return r == '_' || r == '-' })
	if len(parts) == 0 || len(parts) > mostParts || v[0] == '_' || v[0] == '-' || strings.Count(v, "_") > 0 && strings.Count(v, "-") > 0 {
		return false
	}
	for _, part := range parts {
		if len(part) < shortestPart || aboutValues(part) || compoundClass(part) != None || kind.StandIn(part) {
			return false
		}
	}
	last := parts[len(parts)-1]
	if len(parts) == 1 && (holdsWord(last) || derived(last)) {
		return false
	}
	return strings.IndexByte(v, '-') < 0 || len(parts) > 2 || !derived(last)
}

// wordsAbout reports three words or more of small letters, most of which are about values or hold a sentence together.
func wordsAbout(v string) bool {
	if !chars.All(v, isWords) {
		return false
	}
	n, about := 0, 0
	for word := range strings.FieldsFuncSeq(v, func(r rune) bool { return r == '-' || r == '_' }) {
		n++
		if aboutValues(word) || derived(word) || len(word) < shortestPart {
			about++
		}
	}
	return n >= 3 && 2*about > n
}

// Chosen reports a word in small letters that is not about values and does not hold a sentence together, as those that
// people choose are.
func Chosen(word string) bool {
	return len(word) >= shortestPart && chars.All(word, chars.IsLower) && !aboutValues(word) && !kind.StandIn(word)
}

// ChosenWord reports one word of small letters that is long enough to be two, and is not about values.
func ChosenWord(v string) bool {
	return len(v) >= longWord && chars.All(v, chars.IsLower) && chosenWords(v) && !derived(v)
}

// isLetters reports letters of any alphabet.
func isLetters(c byte) bool { return chars.IsLetter(c) || c >= 0x80 }

// isWords reports the characters of words and of what joins them.
func isWords(c byte) bool { return chars.IsLower(c) || c == '_' || c == '-' }

// aboutValues reports words that names of values, types, settings and messages are made of.
func aboutValues(word string) bool {
	const kinds = secretWord | settingWord | harmlessWord | identifierWord | plainKey | secretKey
	if slices.Contains(unrelated, word) || word == "pepper" { // which names secrets beside salts, but is a word that people choose, too
		return false
	}
	return vocabulary()[word].has(kinds) || sentenceWords[word] || spokenWords[word] ||
		len(word) > 4 && word[len(word)-1] == 's' && vocabulary()[word[:len(word)-1]].has(kinds)
}

// ends are words of programs that others are written together with.
var ends = chars.Set("user", "value", "data", "text", "name", "string", "type", "file", "path", "default",
	"admin", "config", "empty", "plain", "auth", "client", "server", "code", "test", "some", "none", "null",
	"entry", "form", "base", "store", "manager", "word", "phrase", "current", "local", "develop", "prod",
	"stage", "mock", "fake", "dummy", "sample", "example", "super", "ultra", "scope", "enough", "invalid",
	"insufficient", "missing", "expired", "denied", "failed", "error", "long", "short")

// holdsWord reports a word that begins or ends with one of them: newvalue, userdata.
func holdsWord(word string) bool {
	if strings.HasSuffix(word, "dev") {
		return true
	}
	for n := 4; n < len(word)-2; n++ {
		if ends[word[:n]] || ends[word[len(word)-n:]] {
			return true
		}
	}
	return false
}

// derived reports the endings of words that say how something is or what is done: protected,
// automatic, case-sensitive.
func derived(word string) bool {
	for _, end := range [...]string{"ed", "ing", "ion", "ions", "able", "ible", "ive", "ory", "ary", "ic", "al",
		"ly", "ment", "ness", "ity", "ous", "ate", "less", "ful", "ized", "ised", "ism", "ist", "ize", "ise",
		"ify", "only", "free", "wide", "time", "based", "safe", "like", "ant", "ent", "ance", "ence", "ator",
		"izer", "ology"} {
		if len(word) > len(end)+1 && strings.HasSuffix(word, end) {
			return true
		}
	}
	return false
}

// wordsOfSecret reports words under the name of a secret, a token or a key: in an environment,
// behind a flag, and in quotes or configuration files where two words of the name say it, as in
// client_secret. The last word has to be one of them: GITHUB_REPO and SENTRY_RELEASE name settings
// of a provider.
func wordsOfSecret(c *candidate) bool {
	if c.Class < Key || c.Class == Password || c.Prose || c.List || !c.literalPlace() && !c.Plain ||
		len(c.text) < shortestWords || !chars.All(c.text, isWords) {
		return false
	}
	var w nameWords
	w.split(c.Name)
	if w.n == 0 {
		return false
	}
	last := w.at(w.n - 1)
	switch {
	case vocabulary()[last].class < Key && last != "key":
		return false
	case c.Plain && strings.HasPrefix(c.Name, "--"):
		return (w.n > 1 || last != "key" && !keys[last]) && chosenWords(c.text)
	case c.Env || (c.Field || c.Plain) && environmentName(c.Name):
		return w.n > 1 && chosenWords(c.text)
	}
	return (strings.ContainsAny(c.text, "_-") || len(c.text) >= longWord) &&
		(w.n > 1 && certainWords[w.at(w.n-2)] || compounds[last]) && chosenWords(c.text)
}

// longWord is the least of one word that is a secret where programs stand, too.
const longWord = 10

// certainWords are before key, token or secret in names that can mean nothing else; compounds are
// such names in one word.
var (
	certainWords = chars.Set("api", "access", "auth", "client", "secret", "private", "app", "webhook",
		"signing", "encryption", "jwt", "bearer", "vault", "master", "refresh", "personal", "consumer", "aws",
		"github", "gitlab", "npm", "slack", "stripe", "openai", "anthropic")
	compounds = chars.Set("apikey", "apitoken", "accesskey", "secretkey", "authtoken", "accesstoken",
		"clientsecret", "authkey", "masterkey")
)

// environmentName reports the names of variables of an environment: capitals and underscores.
func environmentName(name string) bool {
	return strings.IndexByte(name, '_') > 0 && chars.IsConstant(name)
}

// wordsOfPassword reports words under the name of a password in a place for values. What passes is
// called pass, too.
func wordsOfPassword(c *candidate) bool {
	if !c.password() || c.List && !c.Stated || !c.literalPlace() && !c.Plain || !chosenWords(apart(dotted(c))) {
		return false
	}
	if c.Env || !chars.EndsFold(c.Name, "pass") {
		return true
	}
	var w nameWords
	w.split(c.Name)
	return w.n == 1 && !strings.EqualFold(c.Name, "pass") ||
		w.n > 1 && (environmentName(c.Name) || vocabulary()[w.at(w.n-2)].has(secretKey|providerWord) ||
			mailWords[w.at(w.n-2)])
}

// dotted returns the text of a candidate with dashes between three words or more that dots part, in
// quotes, where two may be a host or a file.
func dotted(c *candidate) string {
	if !c.Quoted || strings.Count(c.text, ".") < 2 || !chars.All(c.text, func(b byte) bool { return chars.IsLower(b) || b == '.' }) {
		return c.text
	}
	for part := range strings.SplitSeq(c.text, ".") {
		if len(part) <= shortestPart { // com, org, net
			return c.text
		}
	}
	return strings.ReplaceAll(c.text, ".", "-")
}

// apart writes words that only capitals part, with a sign or two behind them, with dashes between
// them: NickelShadow, riverLantern!. All other text stays as it is.
func apart(v string) string {
	words := strings.TrimRight(v, "!#$%&*?@")
	if len(v)-len(words) > 2 || !kind.Camel(words) || !chars.All(words, chars.IsLetter) {
		return v
	}
	var b strings.Builder
	for i := range len(words) {
		if i > 0 && chars.IsUpper(words[i]) {
			b.WriteByte('-')
		}
		b.WriteByte(chars.Fold(words[i]))
	}
	return b.String()
}

// SeveralWords reports two words or more that a sign or capitals part, of which none is about values.
func SeveralWords(v string) bool {
	v = apart(v)
	return strings.ContainsAny(v, "_-") && chosenWords(v)
}

// Word reports text that may be a word or a name in a program, where code may stand: without
// digits, not random, and no words side by side of which none is about values.
func Word(v string) bool {
	return !chars.HasDigit(v) && chars.Randomness(v) < ScoreRandom && !SeveralWords(v) && !AppPassword(v) &&
		!(len(v) >= shortMixed && chars.All(v, chars.IsLetter) && mixedCase(v))
}

// wordsInProse reports words after the word password and a verb, with something between them:
// winter_hammer, and not "must-be-set". One word needs quotes.
func wordsInProse(c *candidate) bool {
	return c.Prose && c.Stated && (!c.List || c.Quoted) && c.Class == Password && (SeveralWords(c.text) || c.Quoted && chosenWords(c.text))
}

// mailWords are before pass in names of passwords, besides those that are before key.
var mailWords = chars.Set("become", "repo", "smtp", "mail", "email", "imap", "ftp", "sftp", "ldap", "bind",
	"proxy", "wifi", "http", "basic", "login", "postgres", "mysql", "pg", "redis", "mongo", "rabbitmq", "mqtt",
	"keystore", "store", "sudo")

// spokenWords are in messages, settings and names of programs about secrets.
var spokenWords = chars.Set("too", "short", "long", "weak", "strong", "common", "simple", "blank", "empty",
	"null", "none", "missing", "mismatch", "match", "matches", "wrong", "bad", "good", "okay", "expired",
	"expire", "changed", "unchanged", "forgotten", "forget",
	"recover", "remember", "hide", "show", "toggle", "visibility", "eye", "current", "previous", "original",
	"another", "other", "some", "any", "every", "same", "random", "generated", "generate", "temp",
	"temporary", "plain", "clear",
	"cleartext", "raw", "hex", "ascii", "utf", "unicode", "binary", "base64", "salted", "bcrypt", "argon",
	"scrypt", "sha", "md5", "cipher", "crypto", "plaintext", "ciphertext", "button", "form", "submit",
	"placeholder", "tooltip", "dialog",
	"modal", "popup", "menu", "widget", "layout", "container", "wrapper", "panel", "section", "footer",
	"sidebar", "screen", "click", "focus", "blur", "autocomplete", "control", "controls", "select",
	"checkbox", "radio", "textarea", "textbox",
	"div", "span", "body", "html", "css", "test", "tests", "testing", "tester", "mock", "fake", "dummy", "stub",
	"fixture", "sample", "example", "demo", "default", "defaults", "foo", "bar", "baz", "qux", "super",
	"very", "really", "wow",
	"abc", "xyz", "correct", "horse", "battery", "staple", "local", "localhost", "dev", "prod", "stage",
	"staging", "development", "production", "debug", "release", "internal", "external", "global", "shared",
	"custom", "basic", "advanced",
	"special", "generic", "unknown", "anonymous", "nobody", "guest", "public", "private", "protected", "static",
	"const", "final", "var", "let", "def", "func", "return", "call", "async", "sync", "lambda", "method",
	"property", "attribute",
	"argument", "arg", "args", "param", "variable", "parameter", "element", "entry", "record", "table",
	"database", "query", "request", "response", "payload", "result", "results", "output", "source",
	"target", "destination", "origin",
	"remote", "server", "proxy", "network", "socket", "stream", "buffer", "byte", "char", "character",
	"letters", "digits", "digit", "lower", "upper", "lowercase", "uppercase", "symbol", "symbols", "number",
	"numbers", "integer", "float",
	"double", "bool", "boolean", "struct", "enum", "union", "interface", "abstract", "instance", "constant",
	"literal", "identifier", "keyword", "auth", "oauth", "saml", "ldap", "kerberos", "sso", "mfa", "totp",
	"sms", "certificate", "cert",
	"credentials", "identity", "principal", "subject", "issuer", "grant", "consent", "permission", "access",
	"refresh", "bearer", "session", "cookie", "csrf", "security", "secure", "insecure", "encryption",
	"encrypted", "decrypted", "sealed",
	"vault", "keychain", "keyring", "manager", "policy", "rule", "rules", "check", "checker", "validate",
	"validation", "verify", "verification", "confirmation", "confirm", "repeat", "retype", "ignore",
	"ignored", "skip", "allow", "deny",
	"enable", "disable", "enabled", "disabled", "optional", "mandatory", "needed", "necessary", "set", "unset",
	"get", "put", "post", "patch", "delete", "remove", "add", "create", "update", "insert", "replace",
	"modify", "edit", "save",
	"load", "read", "write", "open", "close", "start", "stop", "begin", "end", "first", "second", "third",
	"last", "next", "before", "after", "above", "below", "left", "right", "here", "there", "now", "later",
	"never", "always", "once",
	"again", "only", "also", "automatic", "manual", "interactive", "stdin", "stdout", "stderr", "env",
	"environ", "environment", "config", "configuration", "setting", "settings", "option", "options", "flag",
	"flags", "command", "cmd",
	"shell", "script", "prompt", "terminal", "console", "backend", "frontend", "client", "service", "provider",
	"plugin", "module", "package", "library", "driver", "adapter", "connector", "connection", "host",
	"port", "path", "file", "folder",
	"directory", "data", "info", "details", "meta", "metadata", "context", "state", "status", "success",
	"failure", "failed", "exception", "warning", "notice", "hint", "help", "docs", "readme", "note",
	"notes", "comment", "todo", "fixme",
	"tbd", "legacy", "deprecated", "obsolete", "old", "new", "tmp", "copy", "backup", "admin", "root",
	"superuser", "owner", "member", "person", "people", "human", "robot", "bot", "agent", "device",
	"machine", "node", "cluster", "pod",
	"cloud", "docker", "kube", "kubernetes", "linux", "windows", "mac", "android", "ios", "java", "python",
	"ruby", "rust", "golang", "react", "angular", "vue", "django", "rails", "laravel", "spring", "symfony",
	"express", "mine", "yours",
	"ours", "theirs", "them", "they", "she", "him", "her", "his", "its", "use", "used", "using", "uses", "user",
	"users", "via", "per", "over", "under", "into", "out", "off", "without", "between", "through", "least",
	"most", "more", "less",
	"than", "then", "else", "what", "which", "who", "where", "why", "how", "just", "even", "still", "yet",
	"already", "must", "may", "might", "could", "would", "shall", "need", "needs", "want", "wants", "try",
	"type", "typed", "enter",
	"entered", "case", "sensitive", "change", "literally", "anything", "something", "nothing", "everything",
	"whatever", "unused", "unavailable", "undefined")
