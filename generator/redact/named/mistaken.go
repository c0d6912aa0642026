package named

import (
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/judge"
	"steno/generator/redact/kind"
)

// Some names only look as if a value was behind them: folders, files in which something was found, tests
// that pass.

// ofPath reports a name that is a folder, or the file before what a search found in it.
func ofPath(s string, lo, hi int) bool {
	if hi+1 >= len(s) {
		return false
	}
	switch s[hi] {
	case '\\':
		return lo > 0 && s[lo-1] == '\\' && chars.IsWord(s[hi+1])
	case ':', '-':
		if lo > 0 && s[lo-1] == '/' && s[lo:hi] == "passwd" {
			return true
		}
		dot := strings.LastIndexByte(s[lo:hi], '.')
		return dot > 0 && s[hi+1] != ' ' && programs[s[lo+dot+1:hi]]
	}
	return false
}

// programs end the names of files that programs are written in.
var programs = chars.Set("c", "h", "cc", "cpp", "cxx", "hh", "hpp", "go", "rs", "py", "js", "jsx", "mjs", "cjs",
	"ts", "tsx", "java", "kt", "rb", "php", "cs", "swift", "m", "mm", "sh", "bash", "ps1", "lua", "pl", "scala",
	"sql", "vue", "svelte", "css", "scss", "html")

// outcome reports the name "pass" where it says that something passes: a test, a step, how many of them.
func outcome(s string, lo, hi, at int, c judge.Context) bool {
	if before := s[max(0, lo-len(" -passout ")):lo]; strings.HasSuffix(before, " -passin ") ||
		strings.HasSuffix(before, " -passout ") || strings.HasSuffix(before, " -pass ") {
		return false // of openssl
	}
	if s[hi] == ' ' && lo > 0 && s[lo-1] == '<' {
		return false // <Pass encoding="base64">
	}
	if c.Env {
		next := strings.TrimLeft(s[at:], "0123456789")
		return next != s[at:] && (next == "" || !chars.IsName(next[0]))
	}
	if v, ok := strings.CutPrefix(s[at:], ` "`); ok && c.Field && s[hi] == '"' {
		v = v[:chars.Until(v, 0, chars.MaxToken, `"`)]
		if chars.HasDigit(v) && kind.StrongMix(v) && !kind.IdentifierLike(v) || judge.Surely(v) {
			return false // {"Pass": "x"}
		}
	}
	return chars.IsUpper(s[lo]) && s[hi] != '=' && !strings.HasPrefix(s[hi:], " = ") &&
		!(strings.HasPrefix(s[hi:], ": ") && strings.Contains(chars.Lower(s[max(chars.LineStart(s, lo), lo-longestLogin):lo]), "user")) &&
		!(strings.HasPrefix(s[hi:], ": ") && ofAccount(lineAbove(s, chars.LineStart(s, lo)))) ||
		c.Prose && !(c.Stated && s[hi:at] == " ") && !strings.HasSuffix(s[hi:at], " is ") &&
			!strings.HasSuffix(s[hi:at], " est ") || strings.Contains(s[hi:at], "->") || amidWords(s, lo, at)
}

// amidWords reports a name behind a word that is no account, and a word behind the name: a
// docs-only pass: first, look at it.
func amidWords(s string, lo, at int) bool {
	if lo < 2 || s[lo-1] != ' ' || !chars.IsLetter(s[lo-2]) {
		return false
	}
	next := strings.TrimLeft(s[at:min(len(s), at+80)], " ")
	if strings.HasPrefix(next, "\n") {
		return true
	}
	before := s[max(0, lo-24) : lo-1]
	if accounts[chars.Lower(before[strings.LastIndexAny(before, " \t\n|,;:(")+1:])] {
		return false
	}
	word, _, more := strings.Cut(next, " ")
	return more && strings.IndexByte("\"'`", word[0]) < 0 && !chars.HasDigit(word)
}

// ofAccount reports a line that names whose password may be on the next one: User: joe.
func ofAccount(line string) bool {
	name, _, ok := strings.Cut(line, ":")
	name = chars.Lower(strings.Trim(name, " *-"))
	return ok && (accounts[name] || name == "username" || name == "ssid" || name == "account" || strings.HasSuffix(name, "e-mail"))
}

// accounts are words before "pass" that make it a password.
var accounts = chars.Set("admin", "root", "user", "login", "db", "database", "mysql", "postgres", "redis",
	"mongo", "smtp", "mail", "email", "imap", "ftp", "sftp", "ssh", "sudo", "wifi", "wlan", "vpn", "http",
	"basic", "proxy", "ldap", "master", "default", "guest", "test", "and", "my", "the", "his", "her", "their")

// enumerated reports the constant of an enumeration at s[lo:], one of several whose codes have as many digits: NO_PASSWORD("4011"),
// NO_USER("4012"). The bracket is s[open].
func enumerated(s string, lo, open int) bool {
	const longest = 6 // digits
	end := chars.Run(s, open+2, open+2+longest, chars.IsDigit)
	code := end - open - 2
	if code == 0 || !chars.IsConstant(s[lo:open]) {
		return false
	}
	if rest, ok := strings.CutPrefix(s[end:], "\"),"); ok {
		rest = strings.TrimLeft(rest, " \t\r\n")
		if next := chars.Run(rest, 0, chars.MaxToken, chars.IsName); chars.IsConstant(rest[:next]) && isCode(rest[next:], code) {
			return true
		}
	}
	before := strings.TrimRight(s[max(0, lo-chars.MaxToken):lo], " \t\r\n")
	at := len(before) - len("(\"\"),") - code
	return at > 0 && chars.IsUpper(before[at-1]) && isCode(before[at:], code) && strings.HasPrefix(s[end:], "\")")
}

// isCode reports a text that begins with that many digits in quotes and brackets.
func isCode(s string, digits int) bool {
	end := len("(\"") + digits
	return strings.HasPrefix(s, "(\"") && strings.HasPrefix(s[min(end, len(s)):], "\")") && chars.All(s[len("(\""):end], chars.IsDigit)
}

// states are the last words of the names of India and of its states.
var states = chars.Set("India", "Pradesh", "Assam", "Bihar", "Chhattisgarh", "Goa", "Gujarat", "Haryana", "Jharkhand", "Karnataka", "Kerala",
	"Maharashtra", "Manipur", "Meghalaya", "Mizoram", "Nagaland", "Odisha", "Punjab", "Rajasthan", "Sikkim", "Nadu", "Telangana", "Tripura",
	"Uttarakhand", "Bengal", "Delhi", "Chandigarh", "Puducherry", "Kashmir", "Ladakh")

// ofPost reports the code of a place in India at s[i:], which is called as the name at s[lo:] is: India (PIN 411014).
func ofPost(s string, lo, i int) bool {
	const digits = 6
	end := chars.Run(s, i, i+digits+1, chars.IsDigit)
	if end-i != digits || s[i] == '0' || s[lo:i] != "PIN " {
		return false
	}
	before, ok := strings.CutSuffix(s[:lo], " (")
	return ok && states[before[chars.RunBack(before, lo-longestLogin, len(before), chars.IsLetter):]]
}
