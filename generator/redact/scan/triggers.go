package scan

import (
	"steno/generator/redact/judge"
	"steno/generator/redact/literal"
	"steno/generator/redact/placed"
	"steno/generator/redact/token"
)

// Kinds of triggers: literals at which a rule looks closer.
const (
	onToken uint8 = iota
	onInvisible
	onEscape
	onQuotedPrintable
	onSQL
	onHere
	onPrompt
	onSetter
	onName
	onURL
	onPEM
	onPlaceholder
	onCommand
	onScheme
	onHome
	onBareHome
	onDashedHome
	onListing
	onRemote
	onUserVar
	onHomeVar
	onAgentHome
	onAt
	onJWT
	onPiped
	onPgpass
	onAnnounced
	onPutty
	onWebKey
	onDSN
	onThin
)

// nameTriggers are the pieces of names worth a look; classify decides.
var nameTriggers = []string{"key", "token", "secret", "passw", "passphrase", "passcode", "pass=", "pass\"", "pass:", "pass ", "pwd", "psw", "auth", "cred", "cookie", "session", "bearer", "jwt", "salt", "pepper", "sig", "webhook", "dsn", "sid", "csrf", "xsrf", "kennwort", "senha", "contrase", "wachtwoord", "motdepasse", "mdp", "mnemonic", "license",
	"_pass", "_pw", "_pat", "pat=", "pat\"", "pat:", "pat'", "pat ", "schlüssel", "schluessel", "geheimnis", "zugang", "otp", "encryption", "пароль", "密码", "口令", "パスワード", "비밀번호", "dbpass", "userpass", "seed", "signing", "pin\"", "pin:", "pin=", "pin ", "_pin", "storepass", "keypass", "sshpass", "smtppass", "rootpass", "adminpass", "rootpw", "bindpw", "requirepass", "masterauth", "psk", "pswd", "pw=", "pw:", "pw\""}

// triggers lists the literals of all rules that are on.
func triggers(c *Config, formats *token.Formats) []literal.Literal {
	var lits []literal.Literal
	formats.Prefixes(func(prefix string, form int) {
		lits = append(lits, literal.Literal{Text: prefix, Head: true, Trigger: literal.Trigger{Kind: onToken, Rule: form}})
	})
	add := func(kind uint8, texts ...string) {
		for _, t := range texts {
			lits = append(lits, literal.Literal{Text: t, Trigger: literal.Trigger{Kind: kind}})
		}
	}
	addSecrets(add)
	placed.Commands(func(word string, command int) {
		lits = append(lits, literal.Literal{Text: word, Head: true, Trigger: literal.Trigger{Kind: onCommand, Rule: command}})
	})
	addPersonal(c, add)
	return lits
}

func addSecrets(add func(kind uint8, texts ...string)) {
	add(onName, nameTriggers...)
	add(onName, judge.Providers()...)
	add(onJWT, "eyJ")
	add(onURL, "://")
	add(onPiped, "--password-stdin", "sudo -s", "--stdin", "secret set", "secret put", "secret create", "secrets create", "secrets set", "secrets put", "versions add", "env add", "--data-file=-", "with-token", "chpasswd")
	add(onHere, "<<<")
	add(onPrompt, ">>> ", "\n> ", "echo $", "echo \"$", "printenv ", "\nin [", "irb(", "pry(", "$env:", "console.log(", "\n'", "\n\"", "\n=> ", "\nout[")
	add(onSQL, "identified by ", "values (", "values(")
	add(onSetter, placed.SetterTriggers()...)
	add(onPgpass, ":5432:", ":6432:", ":5433:")
	add(onAnnounced, "proceed to installation:", "master.key", "credentials.key", "initialadminpassword")
	add(onPutty, "private-lines: ")
	add(onWebKey, "\"kty")
	add(onDSN, "@tcp(", "@unix(")
	add(onThin, "oracle:thin:")
	add(onPEM, "-----begin ", "---- begin ")
	add(onPlaceholder, Placeholder)
	add(onInvisible, "\x1b", "\u00ad", "\u034f", "\u180e", "\ufeff", "\u200b", "\u200c", "\u200d", "\u200e", "\u200f", "\u202a", "\u202b", "\u202c", "\u202d", "\u202e", "\u2060", "\u2061", "\u2062", "\u2063", "\u2064")
	add(onEscape, "%2", "%3", "%4", "%5", "%6", "%7", "&#", "&quot;", "&apos;", "&amp;", "&lt;", "&gt;", "&equals;", "&colon;", `\u00`, `\u20`, `\ufeff`, `\x`, `\033[`, `\e[`)
	add(onQuotedPrintable, "=3d")
	add(onScheme, "bearer ", "basic ")
}

func addPersonal(c *Config, add func(kind uint8, texts ...string)) {
	if !c.KeepPaths {
		add(onHome, "/home/", "/users/", `\users\`)
		add(onBareHome, "home/", "users/")
		add(onDashedHome, "-home-", "-users-")
		add(onListing, "-rw", "drw", "lrw", "-r-", "dr-")
		add(onRemote, "git@", ".git")
		add(onUserVar, "user=", "logname=", "username=")
		add(onHomeVar, "home=", "userprofile=")
		add(onAgentHome, "/.claude/projects", `\.claude\projects`, "/.claude/plans/", "/.claude/todos/", "/.codex/sessions")
	}
	if c.Email {
		add(onAt, "@")
	}
}
