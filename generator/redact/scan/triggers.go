package scan

import (
	"slices"

	"steno/generator/redact/hidden"
	"steno/generator/redact/judge"
	"steno/generator/redact/literal"
	"steno/generator/redact/named"
	"steno/generator/redact/near"
	"steno/generator/redact/personal"
	"steno/generator/redact/placed"
	"steno/generator/redact/token"
	"steno/generator/redact/wallet"
)

// place is where a literal of a rule was read.
type place struct{ start, end, rule int }

// lead is how a rule looks closer at a place.
type lead func(p *Pass, at place)

// leads are those of all rules that are on, and the literals that trigger them.
type leads struct {
	list     []lead // by kind of trigger
	literals []literal.Literal
}

// add leads to the places of literals.
func (l *leads) add(to lead, texts ...string) {
	for _, t := range texts {
		l.literals = append(l.literals, literal.Literal{Text: t, Trigger: literal.Trigger{Kind: uint8(len(l.list))}})
	}
	l.list = append(l.list, to)
}

// begun leads to the places of literals of which the automaton reads the beginning alone, so that sentences in many languages need
// few states: at.end is behind that.
func (l *leads) begun(to lead, texts ...string) {
	l.numbered(to, false, func(visit func(text string, number int)) {
		for _, t := range texts {
			visit(t, 0)
		}
	})
}

// numbered leads to the places of literals that a rule numbers. Cased are those in which the case of letters counts.
func (l *leads) numbered(to lead, cased bool, all func(visit func(text string, number int))) {
	all(func(text string, number int) {
		l.literals = append(l.literals, literal.Literal{Text: text, Head: true, Cased: cased,
			Trigger: literal.Trigger{Kind: uint8(len(l.list)), Rule: uint16(number)}})
	})
	l.list = append(l.list, to)
}

// nameTriggers are the pieces of names worth a look; classify decides.
var nameTriggers = []string{"key", "token", "secret", "passw", "passphrase", "pass-phrase", "passcode", "pass=", "pass>",
	"pass\"", "pass'", "pass_ ", "pass_=", `pass\`, "pass:", "pass ", "pass]", "pass`", "pass|", "pass*", "pass\t", "pass\n", "pwd", "psw", "auth", "cred", "cookie", "session", "bearer",
	"jwt", "salt", "pepper", "sig", "webhook", "dsn", "sid", "csrf", "xsrf", "kennwort", "senha", "contrase",
	"wachtwoord", "motdepasse", "mdp", "mnemonic", "license",
	"_pass", "_pw", "_pat", "pat=", "pat\"", "pat:", "pat'", "pat ", "schlüssel", "schluessel", "geheimnis",
	"zugang", "otp", "encryption", "пароль", "密码", "口令", "パスワード", "비밀번호", "ток", "клю", "clé", "clave", "chave", "dbpass", "userpass", "seed",
	"signing", "pin\"", "pin'", `pin\`, "pin:", "pin=", "pin ", "_pin", "storepass", "keypass", "sshpass",
	"smtppass", "rootpass", "adminpass", "rootpw", "bindpw", "requirepass", "masterauth", "psk",
	"mot de passe", "heslo", "adgangskode", "salasana", "jelszó", "parola", "phpsessid", "jsessionid",
	"pw ", "pw]", "pass phrase", "pswd", "pw=", "pw:", "pw\"", "pw'", " pw ", "hmac", "unseal", "sealing", "preshared", "plaintext", "cleartext",
	"decrypted", "apik", "pword", "geheim", "xprv", "xpriv", "refresh=", "refresh:", "refresh\"", "refresh'",
	`refresh\`, "_refresh",
	"tok=", "tok:", "tok\"", "tok'", "_tok", "sess=", "sess\"", "kek\"", "kek=",
	"dek\"", "dek=", "ikm\"",
	"ltk\"", "irk\"", "aes\"", "aes:", "aes=", "_aes", "priv\"", "priv=", "priv:", "_sk", "sk\"", "sk'", "entropy\"", "entropy="}

// allNames are these, and the names of providers and of pairs of words.
var allNames = slices.Concat(nameTriggers, judge.Providers(), judge.Pairs())

// recoveryTriggers are what lists of recovery codes are called.
var recoveryTriggers = []string{"recovery code", "recovery_code", "recovery-code", "recoverycode",
	"backup code", "backup_code", "backup-code", "backupcode", "scratch code", "scratch_code", "scratchcode",
	"emergency code", "rescue code", "save your codes", "save these codes", "2fa codes", "mfa codes", "one-time codes", "single-use codes",
	"wiederherstellungscode", "wiederherstellungs-code", "backup-codes", "notfallcode", "sicherungscode",
	"codes de secours", "code de secours", "codes de récupération", "code de récupération",
	"códigos de recuperación", "códigos de respaldo", "códigos de seguridad", "codici di backup",
	"codici di recupero", "herstelcode"}

// newLeads lists the leads of all rules that are on.
func newLeads(c *Config, formats *token.Formats) *leads {
	l := new(leads)
	l.numbered(func(p *Pass, at place) { token.Token(&p.tokens, at.rule, at.start) }, true, formats.Prefixes)
	l.addSecrets()
	l.addTokens()
	l.addLines()
	l.numbered(func(p *Pass, at place) { placed.Command(&p.places, at.rule, at.start) }, true, placed.Commands)
	l.numbered(func(p *Pass, at place) { placed.Call(&p.places, at.rule, at.start) }, false, placed.Calls)
	if !c.KeepPaths {
		l.addPersonal()
	}
	if c.Email {
		l.add(func(p *Pass, at place) { personal.Email(&p.people, at.start) }, "@")
	}
	return l
}

func (l *leads) addSecrets() {
	l.add(func(p *Pass, at place) { named.Name(&p.names, at.start, at.end) }, allNames...)
	l.add(func(p *Pass, at place) { named.Name(&p.names, at.start+1, at.end-1) }, "\"assword:", "*assword:") // expect
	l.add(func(p *Pass, at place) { token.JWT(&p.tokens, at.start) }, "eyJ")
	l.add(func(p *Pass, at place) { placed.URL(&p.places, at.start, at.end) }, "://", `:\/\/`)
	l.add(func(p *Pass, at place) { placed.Characters(&p.places, at.start) }, ".tochararray()")
	l.add(func(p *Pass, at place) { placed.Piped(&p.places, at.start) }, "--password-stdin", "sudo -s", "--stdin",
		"secret set", "secret put", "secret create", "secrets create", "secrets set", "secrets put",
		"versions add", "env add", "--data-file=-", "with-token", "chpasswd", "=/dev/stdin", "--passphrase-fd")
	l.add(func(p *Pass, at place) { placed.PipedInto(&p.places, at.start) }, "passwd ", "kinit ", "gnome-keyring-daemon ", "cryptsetup ", "wg pubkey",
		"wg set ", "su ", "vault login -")
	l.add(func(p *Pass, at place) { placed.Encoded(&p.places, at.start) }, "| base64", "| sha256sum", "| md5sum")
	l.add(func(p *Pass, at place) { placed.Secured(&p.places, at.start) }, "| convertto-securestring")
	l.add(func(p *Pass, at place) { placed.Here(&p.places, at.start, at.end) }, "<<<")
	l.add(func(p *Pass, at place) { named.Answer(&p.names, at.start+1) }, ">>> ", "php > ", "\n> ", "echo $", "echo \"$",
		"printenv ", "\nin [", "irb(", "pry(", "$env:", "console.log(", "\n'", "\n\"", "\n=> ", "\nout[")
	l.add(func(p *Pass, at place) { named.Printed(&p.names, at.end) }, "$ ", "% ")
	l.add(func(p *Pass, at place) { named.Printed(&p.names, at.start+len("> ")) }, "> get ")
	l.add(func(p *Pass, at place) { named.Shown(&p.names, at.end) }, "==> ")
	l.add(func(p *Pass, at place) { placed.SQL(&p.places, at.start, at.end) }, "identified by ", "identified with ", "values (", "values(", "values\n")
	l.add(func(p *Pass, at place) { placed.SetterPairs(&p.places, at.end) }, placed.SetterTriggers...)
	l.add(func(p *Pass, at place) {
		if at.start > 0 {
			placed.Pgpass(&p.places, at.end)
		}
	}, ":5432:", ":6432:", ":5433:")
	l.add(func(p *Pass, at place) { placed.BesideUser(&p.places, at.start, at.end-1) }, placed.PasswordFlags...)
	l.add(func(p *Pass, at place) { placed.Pgpass(&p.places, at.start+len("*:*:")) }, "*:*:*:")
	l.add(func(p *Pass, at place) { named.Stated(&p.names, at.end) }, named.StatedWords...)
	l.add(func(p *Pass, at place) { named.Foreign(&p.names, at.start, at.end, judge.Password) }, named.ForeignWords...)
	l.add(func(p *Pass, at place) { named.Foreign(&p.names, at.start, at.end, judge.Token) }, named.ForeignKeys...)
	l.add(func(p *Pass, at place) { named.Foreign(&p.names, at.start, at.end, judge.Weak) }, named.ForeignCodes...)
	l.add(func(p *Pass, at place) { wallet.Phrase(&p.wallets, at.end) }, "recovery phrase", "seed phrase",
		"secret phrase", "backup phrase", "mnemonic phrase")
	l.add(func(p *Pass, at place) { wallet.Near(&p.wallets, at.end) }, wallet.Words...)
	l.add(func(p *Pass, at place) { named.Renewed(&p.names, at.end) }, "\nnew value: ", " new: ", "\nnew: ")
	l.add(func(p *Pass, at place) { named.Key(&p.names, at.end) }, "is the key:", "'s the key:", "is my key:", "'s my key:", "is your key:", "this key:", "hardcoded key", "hard-coded key",
		"leaked key", "exposed key", "committed key")
	l.add(func(p *Pass, at place) { named.Login(&p.names, at.end) }, named.LoginWords...)
	l.add(func(p *Pass, at place) { named.SecretID(&p.names, at.end) }, "secret id ")
	l.add(func(p *Pass, at place) { named.UserWith(&p.names, at.end) }, named.UserWords...)
	l.add(func(p *Pass, at place) { named.Beside(&p.names, at.end) }, "credentials ", "creds ", "login ", "logins ",
		"logged in ", "log in ", "sign in ", "signed in ", "connexion ", "anmeldung ", "melde mich ", "zugangsdaten ", "identifiants ", "credenziali ",
		"credenciales ", "account for ", "accounts for ", "acceso ", "accesso ", "inicia sesión ", "inloggen ")
	l.begun(func(p *Pass, at place) { named.Access(&p.names, at.start, at.end) }, near.AccessWords...)
	l.add(func(p *Pass, at place) { named.Logged(&p.names, at.end) }, named.LoggedWords...)
	l.begun(func(p *Pass, at place) { near.Below(&p.Text, at.end) }, near.Announcing...)
	l.add(func(p *Pass, at place) { near.Short(&p.Text, at.start, at.end) }, near.ShortWords...)
	l.add(func(p *Pass, at place) { named.Dictated(&p.names, at.start) }, named.DictatedWords...)
	l.add(func(p *Pass, at place) { named.Wrote(&p.names, at.end) }, named.WroteWords...)
	l.add(func(p *Pass, at place) { named.Asserted(&p.names, at.end) }, "error: assert '", "error: assert \"", "received: \"", "expected: \"")
	l.add(func(p *Pass, at place) { named.AskedAbove(&p.names, at.end) }, "password?\n", "passwort?\n", "passphrase?\n", "passwd?\n", "pw?\n", "kennwort?\n", "mot de passe ?\n", "contraseña?\n", "密码是什么？\n",
		"密码是多少？\n", "密码是啥？\n", "密码？\n", "口令？\n", "パスワードは？\n", "パスワードは何ですか？\n", "비밀번호가 뭐예요?\n", "비밀번호?\n", "ароль?\n", "senha?\n", "wachtwoord?\n")
	l.add(func(p *Pass, at place) { named.Where(&p.names, at.end) }, " where '", "expected '")
	l.add(func(p *Pass, at place) { named.Below(&p.names, at.end) }, named.BelowWords...)
	l.add(func(p *Pass, at place) { named.ToLogin(&p.names, at.start) }, " to log in", " to login", " to sign in", " to authenticate")
	l.add(func(p *Pass, at place) { named.Admin(&p.names, at.start, at.end) }, named.AdminWords...)
	l.add(func(p *Pass, at place) { named.Account(&p.names, at.start, at.end) }, named.AccountWords...)
	l.add(func(p *Pass, at place) { named.Logins(&p.names, at.start, at.end) }, named.LoginHeads...)
	l.add(func(p *Pass, at place) { named.Answered(&p.names, at.start) }, `"="`)
	l.add(func(p *Pass, at place) { named.Asking(&p.names, at.start) }, named.AskingWords...)
	l.addKeys()
}

// addKeys leads to keys, cookies and the values of objects.
func (l *leads) addKeys() {
	l.add(func(p *Pass, at place) { placed.WiFi(&p.places, at.end) }, "wifi:")
	l.add(func(p *Pass, at place) { placed.KeyContent(&p.places, at.end) }, placed.KeyContents...)
	l.add(func(p *Pass, at place) { named.Following(&p.names, at.end) }, named.FollowingWords...)
	l.add(func(p *Pass, at place) { named.Copied(&p.names, at.end) }, " from stdin")
	l.add(func(p *Pass, at place) { named.SessionCookie(&p.names, at.end) }, named.SessionCookies...)
	l.add(func(p *Pass, at place) { named.NumberedCookie(&p.names, at.end) }, "remember_web_", "remember_admin_", "wordpress_logged_in_", "wordpress_sec_")
	l.add(func(p *Pass, at place) { named.SetCookie(&p.names, at.start) }, "; path=", "; httponly", "; secure", "; samesite=")
	l.add(func(p *Pass, at place) { named.JarLine(&p.names, at.end) }, "\ttrue\t/", "\tfalse\t/")
	l.add(func(p *Pass, at place) { placed.OptionKey(&p.places, at.end) }, "option key ")
	l.add(func(p *Pass, at place) { placed.Wireless(&p.places, at.end) }, "wireless.")
	l.add(func(p *Pass, at place) { placed.Generated(&p.places, at.end) }, "random_password")
	l.add(func(p *Pass, at place) { named.Licence(&p.names, at.end) }, named.LicenceWords...)
	l.add(func(p *Pass, at place) { placed.Device(&p.places, at.start) }, placed.DeviceWords...)
	l.add(func(p *Pass, at place) { placed.Resource(&p.places, at.end) }, `resource "`, `resource \"`)
	l.add(func(p *Pass, at place) { named.PasswordInput(&p.names, at.start) }, `type="password"`, `type='password'`, `type=\"password\"`)
	l.add(func(p *Pass, at place) { named.KeyMember(&p.names, at.end) }, `"key": "value"`, `"key":"value"`)
	l.add(func(p *Pass, at place) { named.AlarmCode(&p.names, at.end) }, "alarm_control_panel")
	l.add(func(p *Pass, at place) { named.ErlangCookie(&p.names, at.end) }, "erlang.cookie")
	l.add(func(p *Pass, at place) { named.CookieFlag(&p.names, at.end) }, "-b '", "-b \"", `-b \"`, "--cookie '",
		"--cookie \"", `--cookie \"`, "--cookie=")
	l.add(func(p *Pass, at place) { named.KeyValue(&p.names, at.end) }, "\"keyname")
}

// addTokens leads to secrets that have a form, and to what hides or replaces others.
func (l *leads) addTokens() {
	l.add(func(p *Pass, at place) {
		token.Codes(&p.tokens, at.end)
		token.CodeBefore(&p.tokens, at.start)
	}, recoveryTriggers...)
	l.add(func(p *Pass, at place) { token.SecondFactor(&p.tokens, at.start, at.end) }, token.SecondFactors...)
	l.add(func(p *Pass, at place) { token.StatedCode(&p.tokens, at.start, at.end) }, "code is ", "code is: ", "code: ",
		"code : ", "code lautet ", "code est ", "code ist ", "código es ")
	l.add(func(p *Pass, at place) { token.Authenticator(&p.tokens, at.end) }, "otpauth://")
	l.add(func(p *Pass, at place) { token.Migration(&p.tokens, at.end) }, "otpauth-migration://offline?data=")
	l.add(func(p *Pass, at place) { token.AuthenticatorFile(&p.tokens, at.start, at.end) }, "\" totp_auth", "\" hotp_counter")
	l.add(func(p *Pass, at place) { token.Announced(&p.tokens, at.end) }, "proceed to installation:", "master.key",
		"credentials.key", "initialadminpassword")
	l.add(func(p *Pass, at place) { token.PuTTY(&p.tokens, at.start, at.end) }, "private-lines: ")
	l.add(func(p *Pass, at place) { token.WebKey(&p.tokens, at.start) }, "\"kty", "\"crv", "\"dp\"", "\"dq\"", "\"qi\"")
	l.add(func(p *Pass, at place) { token.WebKeyObject(&p.tokens, at.start) }, "kty: '", "kty: \"", "crv: '", "crv: \"")
	l.add(func(p *Pass, at place) { placed.DSN(&p.places, at.start) }, "@tcp(", "@unix(")
	l.add(func(p *Pass, at place) { placed.Near(&p.places, at.start) }, "@localhost", "@127.0.0.1", "@10.", "@192.168.", "@172.")
	l.add(func(p *Pass, at place) { placed.Mailbox(&p.places, at.end) }, ".com:", ".io:", ".net:", ".org:", ".dev:")
	l.add(func(p *Pass, at place) {
		placed.Remote(&p.places, at.start)
		near.Mailbox(&p.Text, at.start)
	}, "@")
	l.add(func(p *Pass, at place) { placed.Thin(&p.places, at.end) }, "oracle:thin:")
	l.add(func(p *Pass, at place) { placed.Host(&p.places, at.start) }, ":1521")
	l.add(func(p *Pass, at place) { placed.Host(&p.places, at.end) }, "@//")
	l.add(func(p *Pass, at place) { placed.User(&p.places, at.end) }, "userid=")
	l.add(func(p *Pass, at place) { token.PrintedPart(&p.tokens, at.end) }, token.PrintedParts...)
	l.add(func(p *Pass, at place) { token.SwarmKey(&p.tokens, at.end) }, "/base16/\n")
	l.add(func(p *Pass, at place) { token.Recovery(&p.tokens, at.end) }, token.RecoveryWords...)
	l.add(func(p *Pass, at place) { token.XMLKey(&p.tokens, at.end) }, "<rsakeyvalue>")
	l.add(func(p *Pass, at place) { wallet.Exported(&p.wallets, at.end) }, wallet.ExportedWords...)
	l.add(func(p *Pass, at place) { token.PrivateHalf(&p.tokens, at.end) }, token.PrivateWords...)
	l.add(func(p *Pass, at place) { token.Block(&p.tokens, at.end) }, token.BlockWords...)
	l.add(func(p *Pass, at place) { token.PairList(&p.tokens, at.end) }, token.PairWords...)
	l.add(func(p *Pass, at place) { token.PEM(&p.tokens, at.start) }, "-----begin ", "---- begin ")
	l.add(func(p *Pass, at place) { token.TornPEM(&p.tokens, at.start) }, "-----end ")
	l.add(func(p *Pass, at place) { p.keep(at.start) }, Placeholder)
	l.add(func(p *Pass, at place) { p.lines.Escape(at.start) }, "\xe2\x81") // U+2060 to U+2064
	l.add(func(p *Pass, at place) { p.dump(at.start) }, hidden.DumpHead)
	l.add(func(p *Pass, at place) { p.lines.Mark(at.start) }, "\x1b", "\u00ad", "\u034f", "\u180e", "\ufeff",
		"\u200b", "\u200c", "\u200d", "\u200e", "\u200f", "\u202a", "\u202b", "\u202c", "\u202d", "\u202e")
	l.add(func(p *Pass, at place) { p.lines.Escape(at.start) }, "%2", "%3", "%4", "%5", "%6", "%7", "&#",
		"&quot;", "&apos;", "&amp;", "&lt;", "&gt;", "&equals;", "&colon;", `\u00`, `\u20`, `\ufeff`, `\u043f\u0430\u0440`, `\u5bc6`, `\u53e3\u4ee4`, `\u30d1\u30b9`, `\ube44\ubc00`, `\x`,
		`\033[`, `\e[`, "[0m")
	l.add(func(p *Pass, at place) { p.lines.QuotedPrintable(at.start) }, "=3d")
	l.add(func(p *Pass, at place) { p.lines.Changed(at.start) }, "-]", "+}")
	l.add(func(p *Pass, at place) { p.lines.Porcelain(at.start) }, "\n~")
	l.add(func(p *Pass, at place) { named.Scheme(&p.names, at.end) }, "bearer ", "basic ", "bearer\n", "basic\n")
}

// addLines leads to passwords at places of lines: in logs, lists and files of servers.
func (l *leads) addLines() {
	l.add(func(p *Pass, at place) { placed.VariableCommand(&p.places, at.end) }, ";issecret=true")
	l.add(func(p *Pass, at place) { placed.Printing(&p.places, at.end) }, placed.PrintingWords...)
	l.add(func(p *Pass, at place) { placed.Changed(&p.places, at.end) }, "chpasswd:\n", "chpasswd <<", "| chpasswd\n", "| sudo chpasswd\n")
	l.add(func(p *Pass, at place) { placed.Evaluated(&p.places, at.end) }, "evaluating: secrets.")
	l.add(func(p *Pass, at place) { placed.EvaluatedName(&p.places, at.end) }, "evaluating: env.", "evaluating: inputs.")
	l.add(func(p *Pass, at place) { placed.Pass(&p.places, at.start, at.end) }, "\npass ")
	l.add(func(p *Pass, at place) { placed.StreamKey(&p.places, at.end) }, "rtmp://", "rtmps://")
	l.add(func(p *Pass, at place) { placed.CustomHeader(&p.places, at.end) }, "'x-", "\"x-")
	l.add(func(p *Pass, at place) { placed.GossipKey(&p.places, at.start, at.end) }, "encrypt = \"", "encrypt=\"", "encrypt\": \"", "encrypt\":\"")
	l.add(func(p *Pass, at place) { placed.NTHash(&p.places, at.start) }, ":::")
	l.add(func(p *Pass, at place) { placed.Auth(&p.places, at.end) }, "> auth ")
	l.add(func(p *Pass, at place) { placed.Challenged(&p.places, at.end) }, placed.Challenges...)
	l.add(func(p *Pass, at place) { placed.Plain(&p.places, at.end) }, "auth plain", "authenticate plain")
	l.add(func(p *Pass, at place) { placed.Monitored(&p.places, at.end) }, "\"auth\" \"")
	l.add(func(p *Pass, at place) { placed.NativeHash(&p.places, at.end) }, "'*", "| *", "\t*", "\"md5", "'md5")
	l.add(func(p *Pass, at place) { placed.Listed(&p.places, at.start, at.end) }, `" "`)
	l.add(func(p *Pass, at place) { placed.StorageKey(&p.places, at.end) }, "key1", "key2")
	l.add(func(p *Pass, at place) { placed.ApplicationKey(&p.places, at.start, at.end) }, "appid=")
	l.add(func(p *Pass, at place) { placed.AuthorizationCode(&p.places, at.start, at.end) }, "?code=", "&code=")
	l.add(func(p *Pass, at place) { placed.Link(&p.places, at.start, at.end) }, "?t=", "&t=", "?tk=", "?tok=")
	l.add(func(p *Pass, at place) { placed.Bridge(&p.places, at.end) }, "/api/")
	l.add(func(p *Pass, at place) { placed.RoutingKey(&p.places, at.end) }, "routing_key", "routingkey")
	l.add(func(p *Pass, at place) { placed.Mail(&p.places, at.start, at.end) }, " login ")
	l.add(func(p *Pass, at place) { placed.Sent(&p.places, at.end) }, "send \"", "send -- \"")
	l.add(func(p *Pass, at place) { placed.Wallets(&p.places, at.end) }, "accounts: [", "accounts\": [", `accounts\": [`,
		"private keys\n", "private keys:\n")
	l.add(func(p *Pass, at place) { placed.Masked(&p.places, at.end) }, "::add-mask::")
	l.add(func(p *Pass, at place) { placed.Hashed(&p.places, at.end) }, "{ssha}", "{sha}", "{smd5}", "{ssha256}", "{ssha512}", "{pbkdf2}",
		"{sha512-crypt}", "{sha256-crypt}", "{md5-crypt}", "{blf-crypt}", "{crypt}", "{argon2i}", "{argon2id}", "{sha256}", "{sha512}")
	l.add(func(p *Pass, at place) { placed.UserPass(&p.places, at.end) }, "<auth-user-pass>")
	l.add(func(p *Pass, at place) { placed.Unhashed(&p.places, at.end) }, "{plain}", "{noop}", "{cleartext}")
	l.add(func(p *Pass, at place) { placed.Unseal(&p.places, at.end) }, "unseal key ")
	l.add(func(p *Pass, at place) { placed.Word(&p.places, at.end) }, "secure-password ", "plain-text-password ",
		"acs-server key ", "ius-server key ", "ascii-text ", "-file <(echo ", "-file=<(echo ", "-setcookie ")
	l.add(func(p *Pass, at place) { placed.VaultValue(&p.places, at.end) }, ".vault.azure.net/secrets/")
	l.add(func(p *Pass, at place) { placed.Shared(&p.places, at.start, at.end) }, "psk \"", "xauth \"", "eap \"")
	l.add(func(p *Pass, at place) { placed.Installed(&p.places, at.start, at.end) }, "password password ", "password-again password ")
	l.add(func(p *Pass, at place) { placed.Granted(&p.places, at.start) }, "+@")
	l.add(func(p *Pass, at place) { placed.Allowed(&p.places, at.end) }, "acl setuser ")
	l.add(func(p *Pass, at place) { placed.Relay(&p.places, at.end) }, ":25 ", ":465 ", ":587 ")
	l.add(func(p *Pass, at place) { placed.Peers(&p.places, at.end) }, "ver secret", "ver\tsecret", "ver  secret", "chap-secrets", "pap-secrets")
	l.add(func(p *Pass, at place) { placed.Peer(&p.places, at.start) }, "pptpd", "l2tpd")
	l.add(func(p *Pass, at place) { placed.CipherKey(&p.places, at.end) }, "pragma key")
	l.add(func(p *Pass, at place) { placed.Manifest(&p.places, at.end-1) }, "kind: secret\n", "\"kind\": \"secret\"")
	l.add(func(p *Pass, at place) { placed.ListedCommand(&p.places, at.start) }, placed.ListedPrograms()...)
	l.add(func(p *Pass, at place) { placed.Bundle(&p.places, at.end) }, "bundle_gems__", "bundle_rubygems__",
		"bundle_gem__", "bundle_packages__", "bundle_enterprise__", "bundle_https://")
	l.add(func(p *Pass, at place) { placed.Redirected(&p.places, at.start, at.end) }, "printf '", "printf \"", "echo '",
		"echo \"", "echo -n '", "echo -n \"")
}

func (l *leads) addPersonal() {
	l.add(func(p *Pass, at place) { personal.Home(&p.people, at.start, at.end) }, "/home/", "/home2/", "/home3/", "/users/", `\users\`, `\home\`,
		`\benutzer\`, `\utilisateurs\`, `\usuarios\`, `\usuários\`, `\utenti\`, `\utilizadores\`, `\gebruikers\`, `\użytkownicy\`, `\användare\`,
		`\brugere\`, `\brukere\`, `\Пользователи\`, `\Користувачі\`, `\kullanıcılar\`, `\dokumente und einstellungen\`,
		`\documents and settings\`, "/documents and settings/")
	l.add(func(p *Pass, at place) { personal.EscapedHome(&p.people, at.start, at.end) }, `\/home\/`, `\/users\/`, `\\home\\`)
	l.add(func(p *Pass, at place) { personal.SharedHome(&p.people, at.start, at.end) }, `\home$\`, `\homes\`, `\users$\`, `\profiles$\`, `\users\`, `\profiles\`)
	l.add(func(p *Pass, at place) { personal.Terminal(&p.people, at.start+1) }, " pts/", " tty", " console ")
	l.add(func(p *Pass, at place) { personal.Learn(&p.people, at.start, at.end) }, personal.LearnWords...)
	l.add(func(p *Pass, at place) { personal.RemoteUser(&p.people, at.end) }, "ssh -l ", ":22 as ")
	l.add(func(p *Pass, at place) { personal.HostUser(&p.people, at.start, at.end) }, "\n  user ", "\n    user ", "\n\tuser ", "\nuser ")
	l.add(func(p *Pass, at place) { personal.Windows(&p.people, at.end) }, "desktop-", "laptop-")
	l.add(func(p *Pass, at place) { personal.Subject(&p.people, at.start) }, " is not in the sudoers", " : tty=")
	l.add(func(p *Pass, at place) { personal.AccountCommand(&p.people, at.start, at.end) }, personal.AccountCommands()...)
	l.add(func(p *Pass, at place) { personal.Database(&p.people, at.start) }, ":x:")
	l.add(func(p *Pass, at place) { personal.Account(&p.people, at.start, at.end) }, personal.AccountWords...)
	l.add(func(p *Pass, at place) { personal.Chown(&p.people, at.end) }, "chown ")
	l.add(func(p *Pass, at place) { personal.IDs(&p.people, at.end) }, "uid=", "gid=", "groups=")
	l.add(func(p *Pass, at place) { personal.Processes(&p.people, at.start) }, " pid ")
	l.add(func(p *Pass, at place) { personal.Volume(&p.people, at.start, at.end) }, personal.Volumes...)
	l.add(func(p *Pass, at place) { personal.OwnVolume(&p.people, at.end) }, personal.OwnVolumes...)
	l.add(func(p *Pass, at place) { personal.DashedVolume(&p.people, at.end) }, personal.DashedVolumes...)
	l.add(func(p *Pass, at place) { personal.BareHome(&p.people, at.start, at.end) }, "home/", "users/")
	l.add(func(p *Pass, at place) { personal.DashedHome(&p.people, at.start, at.end) }, "-home-", "-users-")
	l.add(func(p *Pass, at place) { personal.Login(&p.people, at.start) }, "@")
	l.add(func(p *Pass, at place) { personal.Listing(&p.people, at.start) }, "-rw", "drw", "lrw", "-r-", "dr-", ".rw", ".r-")
	l.add(func(p *Pass, at place) { personal.Remote(&p.people, at.start, at.end) }, "git@", ".git")
	l.add(func(p *Pass, at place) { personal.UserVar(&p.people, at.start, at.end) }, "user=", "logname=", "username=")
	l.add(func(p *Pass, at place) { personal.HomeVar(&p.people, at.start, at.end) }, "home=", "userprofile=")
	l.add(func(p *Pass, at place) { personal.AgentHome(&p.people, at.start, at.end) }, "/.claude/projects", `\.claude\projects`,
		"/.claude/plans/", "/.claude/todos/", "/.codex/sessions")
}
