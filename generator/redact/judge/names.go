package judge

import (
	"maps"
	"slices"

	"steno/generator/redact/chars"
)

// The vocabulary of names, as data. A word is in one list only.

var secretWords = map[string]Class{
	"assword":  Password, // as scripts of expect wait for a prompt, whatever its case
	"password": Password, "passwords": Password, "passwd": Password, "pwd": Password, "passphrase": Password,
	"passcode": Password, "pass": Password, "pw": Password, "pin": Password, "pincode": Password,
	"storepass": Password, "keypass": Password, "sshpass": Password, "dbpass": Password,
	"smtppass": Password, "rootpass": Password, "adminpass": Password, "rootpw": Password,
	"bindpw": Password, "rootbindpw": Password, "authtok": Password, "requirepass": Password,
	"masterauth": Password, "srcstorepass": Password, "deststorepass": Password, "psk": Password,
	"pswd": Password, "passcodes": Password, "psw": Password, "presharedkey": Password,
	"userpass": Password, "psksecret": Password, "remotepass": Password,
	"passwort": Password, "geheimnis": Secretive, "zugangstoken": Token, "zugriffstoken": Token,
	"schlüssel": Key, "schluessel": Key, "zugangsdaten": Secretive, "kennwort": Password, "netzwerkschlüssel": Password, "netzwerksicherheitsschlüssel": Password, "senha": Password,
	"contrasena": Password, "contraseña": Password,
	"wachtwoord": Password, "motdepasse": Password, "passe": Password, "mdp": Password, "heslo": Password,
	"adgangskode": Password, "salasana": Password, "jelszó": Password, "parola": Password,
	"phpsessid": Token, "jsessionid": Token, "пароль": Password, "密码": Password, "口令": Password,
	"パスワード": Password, "비밀번호": Password, "токен": Token, "トークン": Token, "令牌": Token, "토큰": Token,
	"密钥": Key, "秘钥": Key, "密鑰": Key, "ключ": Weak, "clé": Weak, "clave": Weak, "chave": Weak,
	"secret": Secretive, "secrets": Secretive, "credential": Secretive, "credentials": Secretive, "creds": Secretive, "cred": Secretive,
	"token": Token, "tokens": Token, "bearer": Token, "jwt": Token, "authtoken": Token, "pat": Token,
	"apikey": Key, "apikeys": Key, "apitoken": Token, "accesskey": Key, "secretkey": Secretive, "privatekey": Secretive,
	"authkey": Key, "localkey": Key, "masterkey": Secretive, "accesstoken": Token, "dsn": Weak,
	"auth": Weak, "basicauth": Weak, "authorization": Token, "session": Weak, "sessionid": Weak, "sid": Weak,
	"cookie": Weak, "cookies": Weak,
	"signature": Weak, "sig": Weak, "salt": Weak, "pepper": Weak, "otp": Weak, "webhook": Weak, "license": Weak, "nonce": None,
	"csrf": Weak, "xsrf": Weak, "seed": Weak, "mnemonic": Weak, "encryption": Weak, "signing": Weak,
	"hmac": Weak, "kek": Weak, "dek": Weak, "ikm": Weak, "priv": Weak, "sk": Weak, "totp": Weak, "unseal": Weak, "ltk": Weak, "irk": Weak,
	"aes": Weak, "sealing": Weak, "refresh": Weak, "tok": Weak, "sess": Weak, "tsig": Weak, "entropy": Weak,
	"plaintext": Weak, "decrypted": Weak, "cleartext": Weak, "apik": Key, "authk": Key, "authval": Token, "secretstring": Secretive,
	"xprv": Secretive, "xpriv": Secretive, "passw": Password, "pword": Password, "preshared": Password, "geheim": Secretive,
}

// pairs are words that name secrets together, by the second one: door_code, refresh_value.
var pairs = map[string]pair{
	"value":     {Token, chars.Set("refresh", "access", "hmac", "auth", "oauth", "signing", "encryption", "decrypted")},
	"code":      {Password, chars.Set("door", "gate", "alarm", "unlock", "entry", "access", "pairing", "activation", "claim", "lock", "garage", "disarm")},
	"answer":    {Password, chars.Set("security", "secret")},
	"word":      {Password, chars.Set("memorable")},
	"community": {Password, chars.Set("snmp", "ro", "rw", "trap")},
	"phrase":    {Password, chars.Set("pass")},
	"tok":       {Token, chars.Set("access", "refresh", "auth", "user", "api", "bot", "login")},
	"private":   {Secretive, chars.Set("dkim", "vapid", "wg", "rsa", "ecdsa", "ed25519", "wireguard")},
	"share":     {Secretive, chars.Set("recovery", "unseal", "key")},
}

// pair is the first words of some pairs, and what these name.
type pair struct {
	class Class
	first map[string]bool
}

// Pairs lists, sorted, the names of two words that name secrets only together, as they are written.
func Pairs() (names []string) {
	for second, pair := range pairs {
		for first := range pair.first {
			names = append(names, first+second, first+"_"+second, first+"-"+second)
		}
	}
	slices.Sort(names)
	return names
}

// codeWords follow words that mean a password with them, and maybe something else without.
var codeWords = chars.Set("word", "phrase", "code", "value", "key")

type compound struct {
	suffix string
	class  Class
}

// compoundEnds are looked for at the end of words that are not in secretWords.
var compoundEnds = []compound{
	{"password", Password}, {"passwd", Password}, {"passphrase", Password}, {"pwd", Password}, {"passwort", Password}, {"kennwort", Password}, {"wachtwoord", Password},
	{"secret", Secretive}, {"secretkey", Secretive}, {"credentials", Secretive},
	{"token", Token}, {"sessid", Weak}, {"sessionid", Weak}, {"apikey", Key}, {"accesskey", Key},
	{"authkey", Key}, {"privatekey", Secretive}, {"key", Weak},
}

// compoundsOf has them by their last letter.
var compoundsOf = func() (of [256][]compound) {
	for _, end := range compoundEnds {
		last := end.suffix[len(end.suffix)-1]
		of[last] = append(of[last], end)
	}
	return of
}()

// unrelated are words that end as the names of keys and tokens do, and have nothing to do with them.
var unrelated = []string{"monkey", "turkey", "donkey", "hockey", "jockey", "whiskey", "lackey", "betoken"}

// falseCompounds are these, and names of keys that are no secrets.
var falseCompounds = chars.Set(append(unrelated, "hotkey", "oldpwd", "passkey", "keykey", "pubkey", "hostkey",
	"groupkey", "signingkey", "sitekey", "sortkey")...)

// settingWords end the names of settings: what follows them is no secret.
var settingWords = chars.Set("name", "names", "command", "cmd", "type", "types", "file", "files", "filename", "path", "paths",
	"dir", "url", "urls", "uri", "uris", "endpoint", "address", "addresses", "addr",
	"host", "port", "length", "len", "size", "count", "counts", "limit", "limits", "max", "min", "ttl",
	"expiry", "expires", "expiration", "in", "at", "age", "timeout",
	"format", "mode", "method", "methods", "prefix", "suffix", "label", "title", "field", "fields", "column",
	"columns", "header", "headers", "regex", "pattern",
	"schema", "class", "classname", "index", "usage", "algorithm", "alg", "version", "rev", "revision",
	"srcrev", "scope", "scopes", "enabled", "disabled", "required", "valid", "hint", "policy", "rotation",
	"manager", "provider", "providers", "store", "ring", "board", "code", "press", "down", "up", "frame",
	"frames", "map", "info", "status", "error", "errors", "message", "id", "ids",
	"group", "groups", "role", "region", "zone", "arn", "ref", "refs", "reference", "description", "desc",
	"placeholder", "text", "strategy", "service", "domain", "audience", "issuer", "kind",
	"encoding", "charset", "strength", "reset", "prompt", "visible", "budget", "used", "remaining", "total",
	"bytes", "per", "rate", "second", "minute", "hash", "digest", "fingerprint",
	"thumbprint", "checksum", "integrity", "sha", "sha1", "sha256", "commit", "sha512", "md5", "etag",
	"created", "updated", "date", "time", "timestamp", "state", "plugin", "module", "package", "import",
	"generator", "handler", "helper", "validator", "parser", "resolver", "middleware", "client", "model",
	"controller", "component", "page", "view", "template", "style", "color", "icon", "image",
	"is", "as", "on", "off", "to", "from", "by", "of", "for", "with", "and", "or", "dict", "list", "array",
	"set", "object", "obj", "value_type", "user", "username", "email", "account", "owner", "repo",
	"repository", "branch",
	"context", "config", "options", "settings", "params", "callback", "event", "listener", "mask", "position",
	"offset", "hasher", "hashers", "line", "row", "encode", "decode", "strip", "split", "trim", "equals", "matches",
	"includes", "startswith", "endswith", "substring", "slice", "concat", "binding", "bindings", "stroke",
	"combo", "idx", "pos", "num", "number", "level")

// identifierWords end names that contain an identifier where a provider's name
// alone would make them secret: HEROKU_APP, CLOUDFLARE_ZONE.
var identifierWords = chars.Set("app", "project", "site", "org", "organization", "team", "workspace", "cluster",
	"bucket", "database", "db", "channel", "environment", "env", "sid", "web", "api", "io", "com", "org", "net",
	"ips", "identifier", "identifiers", "bg",
	"go", "js", "py", "ts", "md", "rs", "action", "actions", "runtime", "sdk", "plugin", "package", "f")

// notSecretWords make the whole name harmless.
var notSecretWords = chars.Set("tokenizer", "tokenizers", "tokenize", "tokenized", "tokenization", "tokenizing",
	"keyboard", "keyword", "keywords", "keycode", "keypress", "keydown", "keyup", "keyframes", "keymap",
	"keyring",
	"author", "authors", "authored", "authority", "public", "pub", "publishable", "csrfmiddlewarename",
	"passthrough", "passed", "passing", "bypass", "compass", "encompass", "idempotency", "integrity",
	"usage", "max", "min", "num", "count", "completion", "reasoning", "thinking", "cached", "etag", "tokenid",
	"authn", "authz", "monkey", "oldpwd", "sha", "sha256", "checksum", "fingerprint", "cursor",
	"pagination", "tabbed", "passes")

// plainKeys are words before "key" in names of values that are not secret: cache_key, primaryKey.
var plainKeys = chars.Set("fp", "recv", "send", "websocket", "socket", "idempotency", "integrity", "stash", "publishable", "pub", "autostash", "cache",
	"foreign", "sort", "partition", "hash", "range", "index", "object", "lookup", "unique",
	"composite", "row", "column", "natural", "surrogate", "candidate", "group", "map", "dict", "translation",
	"i18n", "message",
	"routing", "ordering", "dedupe", "dedup", "deduplication", "hot", "arrow", "enter", "escape", "shift",
	"ctrl", "alt", "meta", "tab", "function", "react", "list", "item", "query", "storage_item",
	"public", "event", "metric", "label", "config", "feature", "sequence", "shortcut", "data", "json",
	"yaml", "state", "node", "path", "field", "property", "param", "parameter", "prop", "attr", "attribute",
	"artifact", "restore", "build", "file", "image", "document", "doc", "by", "per", "each", "first",
	"last", "next", "prev", "no", "to", "press", "from", "modifier", "bucket", "s3", "folder", "prefix",
	"issue", "project", "jira", "theme", "type", "kind", "name", "string", "legend", "known", "hosts",
	"host", "gpg", "registry", "child", "parent", "sub", "top", "main", "expanded", "active", "selected",
	"openssh")

// secretKeys are words before "key" in names of secrets: api_key, signing key.
var secretKeys = chars.Set("maps", "googlemaps", "gmaps", "api", "access", "secret", "private", "auth", "encryption", "encrypt", "signing",
	"sign", "license", "licence", "account", "storage", "master", "service", "shared", "subscription", "admin",
	"app", "application", "client", "consumer",
	"deploy", "deployment", "webhook", "hmac", "aes", "session", "server", "integration", "ingest", "ingestion",
	"write", "read", "cookie", "security", "instrumentation", "secure", "rest", "live", "prod",
	"production", "dev", "sandbox", "root", "user", "customer",
	"merchant", "developer", "platform", "license", "activation", "function", "functions", "role", "anon",
	"jwt", "token", "wallet", "decryption", "decrypt", "rsa", "tls", "ssl", "connection", "rails",
	"laravel", "django", "flask", "ssh", "personal", "management", "network", "local", "search", "bot", "partner", "gateway",
	"payment", "unlock", "recovery", "emergency", "backup", "vault", "database", "db", "x", "my", "your",
	"our", "their", "plaintext")

// Providers lists, sorted, the providers whose keys have no fixed form: the name beside them is what
// shows. (Public scanner rules name each of them.)
func Providers() []string { return slices.Sorted(maps.Keys(providerWords)) }

var providerWords = chars.Set("adafruit", "adobe", "airtable", "algolia", "alibaba", "aliyun", "amplitude",
	"anthropic", "asana", "assemblyai", "atlassian", "auth0", "aws", "azure", "beamer", "bitbucket", "bittrex",
	"brave", "bugsnag", "buildkite", "censys", "circleci", "clearbit", "clickup",
	"cloudflare", "cloudinary", "codacy", "codeclimate", "codecov", "cohere", "coinbase", "confluence",
	"confluent", "contentful", "coveralls", "datadog", "deepgram", "deepseek", "digitalocean", "discord",
	"dnsimple", "droneci", "dropbox", "etherscan", "etsy", "facebook", "fastly", "figma", "finicity",
	"finnhub", "firebase", "flickr",
	"freshbooks", "freshdesk", "gemini", "github", "gitlab", "gitter", "godaddy", "grafana", "groq",
	"helpscout", "heroku", "honeybadger", "hubspot", "huggingface", "infura", "instagram", "intercom",
	"jenkins", "jira", "jumpcloud", "klaviyo", "kraken", "kucoin", "launchdarkly", "linear", "linkedin",
	"linode", "lob", "loggly", "logdna", "mailchimp", "mailgun", "mandrill", "mapbox", "mapquest",
	"mattermost",
	"meraki", "messagebird", "mistral", "mixpanel", "moralis", "netlify", "newrelic", "ngrok", "notion", "npm",
	"nuget", "nytimes", "okta", "openai", "opsgenie", "pagerduty", "papertrail", "paypal", "paystack",
	"pinecone", "pinterest", "plaid", "plivo", "posthog", "postmark", "pubnub", "pusher", "pypi", "quay",
	"railway", "rapidapi", "recaptcha", "reddit", "rollbar", "saucelabs", "sauce", "segment", "sendbird",
	"sendgrid", "sendinblue", "sentry", "shodan", "shopify", "slack", "snyk", "sonar", "sonarqube",
	"sourcegraph",
	"spotify", "square", "squarespace", "stability", "steam", "stripe", "sumologic", "supabase", "tavily",
	"telegram", "tmdb", "travis", "trello", "twilio", "twitch", "twitter", "typeform", "unsplash",
	"upstash", "vercel", "virustotal", "voyage", "weather", "openweathermap", "openweather", "wakatime",
	"wepay", "xai", "yandex", "yelp", "youtube", "zapier", "zendesk", "zeplin", "zoho", "zoom", "vonage",
	"brevo", "planetscale", "openrouter", "elevenlabs", "hcloud", "scaleway", "tailscale", "doppler",
	"infisical", "pulumi", "maptiler", "ipinfo", "nexmo", "sparkpost", "mailjet", "razorpay", "braintree", "adyen", "cloudamqp", "elastic",
	"elasticsearch")
