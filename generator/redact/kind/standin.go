package kind

import (
	"strings"

	"steno/generator/redact/chars"
)

// Stand-ins are what people write where a secret goes.

// Masked reports a value of which characters are covered.
func Masked(v string) bool {
	if cut := strings.TrimRight(v, ".…"); len(cut) >= ShortestCut && len(cut) < len(v) {
		v = cut // cut off, not covered
	}
	low := chars.Lower(v)
	for _, m := range [...]string{"****", "....", "...", "…", "••", "●●", "<", "redacted"} {
		if strings.Contains(low, m) {
			return true
		}
	}
	return strings.Contains(low, "xxxx") &&
		(len(v) < 16 || strings.Contains(low, "xxxxxx") || chars.Randomness(v) < len(v)/2)
}

// published are keys that the documentation of tools has for everybody, in small letters: the first accounts of Hardhat and Foundry,
// the account of Azurite, the test key of Stripe.
var published = chars.Set("0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80", "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d",
	"0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a", "sk_test_4ec39hqlyjwdarjtt1zdp7dc", "4ec39hqlyjwdarjtt1zdp7dc", "test_4ec39hqlyjwdarjtt1zdp7dc",
	"eby8vdm02xnocqflquwjpllmetlcdxj1ouzft50usrz6ifsufq2uvercz4i6tq/k1szfptotr/kbhbeksogmgw==")

// StandIn reports whether a value is an obvious placeholder, such as "changeme" or "xxx".
func StandIn(v string) bool {
	v = strings.TrimRight(v, ".…")
	if v == "" {
		return true
	}
	low := chars.Lower(v)
	if published[low] || commonWords[low] || typeOfText(low) || repeated(v) || Masked(v) {
		return true
	}
	for _, p := range exampleParts {
		if strings.Contains(low, p) {
			return true
		}
	}
	rest := low
	for _, w := range standInWords {
		rest = withoutWord(rest, v, w)
	}
	return len(rest) < len(low) && !randomRest(rest, v)
}

// typeOfText reports a type of a program with the signs of a pointer, a list or what may be
// missing: char*, string[], str?.
func typeOfText(low string) bool {
	name := strings.Trim(low, "*&?[]")
	return len(name) < len(low) && (typesOfText[name] || strings.HasSuffix(name, "_t") && chars.All(name, chars.IsName))
}

var typesOfText = chars.Set("char", "string", "str", "text", "byte", "bytes", "int", "void", "any", "object",
	"qstring", "wchar", "lpcwstr", "unsigned", "uint8", "u8", "std::string")

// withoutWord removes a word, but not from within another one: "todo" is in Katodo. A value whose
// words differ in case is v.
func withoutWord(low, v, word string) string {
	for from := 0; ; {
		i := strings.Index(low[from:], word)
		if i < 0 {
			return low
		}
		i += from
		if hump := len(low) == len(v) && i > 0 && chars.IsUpper(v[i]) && chars.IsLower(v[i-1]); i > 0 && chars.IsLetter(low[i-1]) && !hump {
			from = i + 1
			continue
		}
		low = low[:i] + low[i+len(word):]
	}
}

// randomRest reports what is random without the stand-in words in it: three or four letters
// in a row come up by chance in one of some hundred tokens.
func randomRest(rest, v string) bool {
	rest = strings.Trim(rest, "-_. ")
	return ManySigns(rest) || len(rest) >= 8 && (chars.Randomness(rest) >= len(rest)/4 ||
		StrongMix(v) && chars.HasDigit(rest) && chars.Randomness(v) >= len(v)/2)
}

// exampleParts make a value an example, whatever else is in it: they are too long to come
// up by chance.
var exampleParts = []string{"example", "placeholder", "your-", "your_", "yourpass", "yourtoken", "yoursecret",
	"yourapi", "yourkey", "changeme", "change-me", "change_me", "change-this", "change_this", "not-a-",
	"not_a_", "notreal", "secret-key-here", "-here", "_here", "1234567890", "0123456789", "abcdefgh",
	"deadbeef", "hunter2hunter2", "abc-def1234ghikl",
	"dein-", "dein_", "deine-", "deine_", "eintragen", "einsetzen", "ersetzen", "votre-", "votre_", "remplacer", "remplacez",
	"reemplaza", "-aqui", "_aqui", "inserisci", "substitua"}

// standInWords make a value a stand-in when what is left without them is not random.
var standInWords = []string{"insert", "replace", "dummy", "todo", "tbd", "fake", "sample", "mysecret",
	"my-secret", "my_secret", "mypass", "my-pass", "my_pass", "my-api", "my_api", "myapi", "mytoken",
	"my-token", "my_token", "foobar", "lorem", "insecure", "default"}

// commonWords are settings and stand-ins that follow a password's name.
var commonWords = chars.Set("true", "false", "null", "none", "nil", "undefined", "yes", "no", "on", "off",
	"string", "str", "text", "bytes", "number", "int", "integer", "bool", "boolean", "object", "any", "void",
	"char", "varchar", "required", "erforderlich", "pflichtfeld", "obligatoire", "requis", "obbligatorio", "obbligatoria", "obligatorio",
	"obligatoria", "requerido", "requerida", "verplicht", "wymagane", "optional", "hidden", "hashed", "encrypted", "disabled", "enabled", "empty",
	"unset",
	"password", "p@ssw0rd", "p@ssword", "passwd", "pass", "pwd", "secret", "token", "key", "test", "testing", "test123", "pass123",
	"password1", "password123", "passw0rd", "admin", "root", "user", "guest", "demo", "postgres", "mysql",
	"mongo", "redis", "minio", "minioadmin", "rabbitmq", "localhost", "basic", "bearer", "oauth", "oauth2",
	"digest", "ntlm", "plain", "plaintext", "prompt", "current-password", "new-password", "one-time-code",
	"self", "this", "missing", "invalid", "unknown", "pending", "expired", "valid", "revoked", "static",
	"dynamic", "value", "values", "input", "output", "stdin", "file", "env", "vault", "keychain",
	"production", "development", "staging", "local", "always", "never", "auto", "manual", "allow", "deny",
	"secretsmanager", "incorrect", "wrong", "correct", "foo", "bar", "baz", "qux", "foobar", "asdf",
	"qwerty", "abc123", "abc", "asdfasdf", "letmein", "welcome", "const", "function", "return", "async",
	"await", "import", "export", "default", "else", "required_if", "service", "account", "username",
	"email", "login", "s3cr3t", "secret123", "changeit", "hunter2", "1password", "scram-sha-1",
	"scram-sha-256", "scram-sha-512", "md5", "sha1", "sha256", "sha384", "sha512", "sha512_crypt", "bcrypt", "scrypt", "argon2",
	"argon2id", "pbkdf2", "yescrypt")

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
