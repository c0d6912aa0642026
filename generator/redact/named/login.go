package named

import (
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/judge"
	"steno/generator/redact/kind"
)

// People write a name and a password side by side, and say before or behind them what they are: log
// in with joe / Tr0ub4dor&3, use "Tr0ub4dor&3" as the password.

// LoginWords are before such a pair, in small letters.
var LoginWords = []string{"log in with ", "login with ", "logging in with ", "logged in with ", "sign in with ",
	"signing in with ", "log in as ", "logging in as ", "login as ", "wifi: ", "wlan: ", "ftp: ", "ftp : ", "sftp: ", "sftp : ", "ssid: ", "user = \"", "user=\"", "u/p: ", "user/pass: ", "user/pw: ", "id/pw: ",
	"login/pass: ", "user:pass = ", "user / pass: ", "sign in as ", "login: ", "login is ", "credentials: ",
	"credentials are ", "credentials -> ", "creds -> ", "default credentials ", "default login ", "creds: ",
	"creds are ", "use login ", "using login ", "with login ", "with credentials ", "using credentials ",
	"use credentials ", "the credentials ", "admin account: ", "test account: ", "demo account: ", "test user: ",
	"anmeldung: ", "zugang: ", "zugangsdaten: ", "zugangsdaten sind ", "anmeldedaten: ", "anmelden mit ",
	"einloggen mit ", "anmeldung mit ", "dich mit ", "identifiants : ", "identifiants: ",
	"identifiants sont ", "connecte-toi avec ", "connectez-vous avec ", "connecter avec ",
	"sesión con ", "accede con ", "acceder con ", "entra con ", "credenciales: ", "credenciales son ",
	"accedi con ", "entre com ", "log in met ", "inloggen met "}

// AdminWords begin a pair by themselves.
var AdminWords = []string{"(root, ", "(admin, ", "(ubuntu, ", "(deploy, ", "(postgres, ", "admin:", "administrator:", "root:", "admin / ", "root / "}

const (
	longestLogin  = 64
	shortestLogin = 6 // of the password of a pair
	scorePair     = 5 // of one without capitals and signs
)

// Login handles the pair at s[at:].
func Login(f *Finder, at int) {
	s := f.S
	at = chars.RunOf(s, at, len(s), "\"'`* ")
	stop := chars.Run(s, at, at+longestLogin, isAccount)
	if stop == at {
		return
	}
	stop = chars.RunOf(s, stop, len(s), "\"'`*")
	for _, between := range [...]string{" / ", "/", ":", " : ", " | ", " // ", " -> ", " => ", " → ", " + ", " - ", ", "} {
		if strings.HasPrefix(s[stop:], between) {
			if from, to := word(f, stop+len(between)); between == " / " && judge.ChosenWord(s[from:to]) { // joe / maplesilver
				f.AddAs(from, to, judge.Password.Rule())
				return
			}
			passwordOfPair(f, stop+len(between))
			return
		}
	}
	for _, between := range [...]string{" ", " and ", " und ", " et ", " y ", " using ", " with "} { // what follows may be any word of the sentence
		if next, ok := strings.CutPrefix(s[stop:], between); ok {
			led := between == " using " || between == " with " || strings.IndexByte(s[at:stop], '@') > 0 || allHave[s[at:stop]]
			from, to := word(f, len(s)-len(next))
			v := s[from:to]
			if judge.Surely(v) || between != " " && (drawnWord(v) || led && (numberedWord(v) || chosenOf(s[at:stop], v))) {
				passwordOfPair(f, from)
				return
			}
		}
	}
}

// chosenOf reports what people choose for the password of an account that many machines have.
func chosenOf(user, v string) bool {
	return allHave[user] && len(v) >= shortestNumbered && chars.HasDigit(v) && chars.Some(v, chars.IsLower) && !judge.NamesThing(v) &&
		!kind.NamesSecret(v) && !kind.Structural(v) && !strings.ContainsAny(v, "/:=()<>.")
}

// UserWords are before the name of a user, in small letters.
var UserWords = []string{" user is ", " user ", " account "}

// UserWith handles the password that a sentence says a user has: user backup with k8Zq2x. s[at:] is the name.
func UserWith(f *Finder, at int) {
	s := f.S
	at = chars.RunOf(s, at, at+2, "\"'`*")
	stop := chars.Run(s, at, at+longestLogin, isAccount)
	signs := chars.RunOf(s, stop, stop+2, "\"'`*")
	for _, between := range [...]string{" with ", " and ", " using ", " / ", " mit ", " avec ", " con "} {
		next, ok := strings.CutPrefix(s[signs:], between)
		if !ok || stop == at {
			continue
		}
		from, to := word(f, len(s)-len(next))
		v := s[from:to]
		if judge.Surely(v) && !judge.Yearly(v) || numberedWord(v) || signs > stop && (drawnWord(v) || drawnLabel(v)) {
			f.judge("password", from, to, judge.Context{Class: judge.Password, Prose: true, Stated: true})
		}
		return
	}
}

// drawnLabel is drawnWord for what has dashes, too.
func drawnLabel(v string) bool {
	return len(v) >= judge.WeakSecret-4 && chars.HasDigit(v) && kind.StrongMix(v) && chars.All(v, chars.IsLabel) &&
		chars.Randomness(v) >= scorePair && !kind.Structural(v)
}

// numberedWord reports a word and three digits or more, which is no name of a thing.
func numberedWord(v string) bool {
	word := strings.TrimRight(v, "0123456789")
	return len(v)-len(word) >= 3 && len(v) >= shortestNumbered && chars.All(word, chars.IsLetter) && !judge.NamesThing(v) &&
		!judge.Yearly(v) && !kind.NamesSecret(v)
}

// isAccount reports the characters of names of accounts and of addresses.
func isAccount(c byte) bool { return chars.IsLabel(c) || strings.IndexByte("@+\\", c) >= 0 }

// Beside handles a pair that some words are before: the credentials you gave me (joe / Tr0ub4dor&3), the
// login works with `joe` / `Tr0ub4dor&3`. s[at:] is behind the word that says so.
func Beside(f *Finder, at int) {
	const longest = 64
	s := f.S
	end := chars.LineEnd(s, at)
	if strings.HasSuffix(strings.TrimRight(s[at:end], " \r*"), ":") && end-at < longest { // creds for staging:
		Below(f, min(end+1, len(s)))
	}
	line := s[at:min(end, at+longest)]
	i := strings.Index(line, " / ")
	if i < 0 {
		besideQuoted(f, at, line)
		return
	}
	user := strings.TrimRight(line[:i], "`\"'*")
	start := strings.LastIndexAny(user, " (`\"'*") + 1
	marked := start > 1 && (user[start-1] != ' ' || user[start-2] == ':') // by a quote or a bracket, or by a colon
	if user = user[start:]; user == "" || start > 0 && !marked && strings.IndexByte(user, '@') < 0 ||
		!chars.All(user, func(c byte) bool { return chars.IsLabel(c) || c == '@' }) {
		return
	}
	from, to := word(f, at+i+len(" / "))
	colon := marked && line[start-1] == ' '
	quoted := marked && strings.IndexByte("`\"'*", s[from-1]) >= 0 && chars.IsUpper(s[from]) && chars.HasDigit(s[from:to])
	sure := judge.Surely(s[from:to]) && (start > 0 || strings.ContainsAny(s[from:to], "!@#%^&*?"))
	if quoted || colon || sure || judge.SeveralWords(s[from:to]) {
		passwordOfPair(f, from)
	}
}

// besideQuoted handles a pair of which both parts are in quotes: the login works with `joe` and `Tr0ub4dor&3`. s[at:] is
// behind the word that says so, line the rest of its line.
func besideQuoted(f *Finder, at int, line string) {
	for i := 0; i+1 < len(line); i++ {
		quote := line[i]
		if quote != '`' && quote != '"' && quote != '\'' {
			continue
		}
		n := strings.IndexByte(line[i+1:], quote)
		if n <= 0 || !chars.All(line[i+1:i+1+n], isAccount) {
			return
		}
		i += n + 2
		open := strings.IndexByte(line[min(i, len(line)):], quote)
		if open <= 0 || open > len(" contraseña ") || strings.ContainsAny(line[i:i+open], ".;:()=") {
			return
		}
		user := line[i-n-1 : i-1]
		if from, to := word(f, at+i+open); judge.Surely(f.S[from:to]) || strings.IndexByte(user, '@') > 0 || allHave[chars.Lower(user)] {
			passwordOfPair(f, from)
		}
		return
	}
}

// allHave are names of accounts that many machines have.
var allHave = chars.Set("admin", "administrator", "root", "user", "test", "demo", "guest", "postgres", "sa", "sysadmin", "superuser")

// Below handles a name and a password on the lines below words that say so, side by side or one
// below the other. The words end at s[:at].
func Below(f *Finder, at int) {
	s := f.S
	lines := 0
	for ; lines < 3 && at < len(s); lines++ { // with a blank one, or the beginning of a block
		if line := strings.TrimSpace(s[at:chars.LineEnd(s, at)]); line != "" && !strings.HasPrefix(line, "```") {
			break
		}
		at = min(len(s), chars.LineEnd(s, at)+1)
	}
	end := chars.LineEnd(s, at)
	if end-at > 2*longestLogin {
		return
	}
	if user := strings.Trim(s[at:end], " \r-*`"); user == "" || strings.ContainsAny(user, " :/=(){}") {
		Login(f, at)
		return
	}
	from := end + 1
	if from >= len(s) {
		return
	}
	from = chars.RunOf(s, from, len(s), " -*")
	from, to := word(f, from)
	rest := s[to:chars.LineEnd(s, to)]
	known := strings.IndexByte(s[at:end], '@') > 0 && (chars.HasDigit(s[from:to]) || judge.SeveralWords(s[from:to])) // below an address
	if strings.Trim(rest, " \r`*!?.$") == "" && (judge.Surely(s[from:to]) || known) {
		f.judge("password", from, to, judge.Context{Class: judge.Password, Prose: true, Stated: true})
	}
}

// BelowWords are at the end of a line above a name and a password.
var BelowWords = []string{"creds\n", "creds:\n", "credentials\n", "credentials:\n", "login:\n", "zugangsdaten:\n", "account:\n", "identifiants :\n", "identifiants:\n", "credenziali:\n",
	"credenciales:\n", "log in:\n"}

// ToLogin handles the pair before words that say what it is for: use joe:x to log in, joe@x.dev / x
// to log in. The words begin at s[at:].
func ToLogin(f *Finder, at int) {
	s := f.S
	from := chars.UntilBack(s, at-2*longestLogin, at, "")
	if before, ok := strings.CutSuffix(s[max(0, from-longestLogin):from], " / "); ok {
		if user := strings.Trim(before[strings.LastIndexAny(before, " \n(")+1:], "\"'`*"); strings.IndexByte(user, '@') > 0 {
			passwordOfPair(f, from)
		}
		return
	}
	if alone, to := word(f, from); chars.EndsFold(s[:from], "use ", "try ", "enter ") && judge.Surely(s[alone:to]) && to <= at {
		passwordOfPair(f, from)
		return
	}
	user, password, ok := strings.Cut(strings.Trim(s[from:at], "\"'`*"), ":")
	if ok && user != "" && chars.All(user, func(c byte) bool { return chars.IsLabel(c) || c == '@' }) &&
		chars.HasDigit(password) && kind.StrongMix(password) && strings.IndexByte(password, '/') < 0 {
		passwordOfPair(f, from+strings.IndexByte(s[from:at], ':')+1)
	}
}

// word returns where the word at s[at:] is, without quotes around it and signs of the sentence behind it.
func word(f *Finder, at int) (from, to int) {
	s := f.S
	at = chars.RunOf(s, at, len(s), "\"'`*")
	stop := chars.Until(s, at, at+chars.MaxToken, "\"'`<>|,;")
	for stop > at && strings.IndexByte(".:!?*)", s[stop-1]) >= 0 {
		if stop-at > shortestLogin && (s[stop-1] == '!' || s[stop-1] == '*' && at > 0 && s[at-1] != '*') { // which passwords end in
			break
		}
		stop--
	}
	return at, stop
}

// Admin handles the password behind a name that many machines have. s[start:end] is the name and
// what divides them.
func Admin(f *Finder, start, end int) {
	if start == 0 || strings.IndexByte(" \"'`\n(*", f.S[start-1]) >= 0 {
		passwordOfPair(f, end)
	}
}

func passwordOfPair(f *Finder, at int) {
	at, stop := word(f, at)
	v := f.S[at:stop]
	if len(v) < shortestLogin || !kind.StrongMix(v) && !numbers(v) && !judge.SeveralWords(v) &&
		chars.Randomness(v) < scorePair || kind.Structural(v) {
		return
	}
	f.judge("password", at, stop, judge.Context{Class: judge.Password, Prose: true, Stated: true})
}

// numbers reports a word with two digits in it.
func numbers(v string) bool {
	for i := 1; i < len(v); i++ {
		if chars.IsDigit(v[i-1]) && chars.IsDigit(v[i]) {
			return true
		}
	}
	return false
}

// AskingWords say which password the word before them is.
var AskingWords = []string{" when it asks for the password", " when asked for the password", " when prompted for the password",
	" at the password prompt"}

// Asking handles the password before one of these at s[start:].
func Asking(f *Finder, start int) {
	stop := chars.RunOfBack(f.S, 0, start, "\"'`*")
	if at := chars.UntilBack(f.S, stop-longestLogin, stop, "\"'`*<>"); stop-at >= shortestLogin && !strings.ContainsAny(f.S[at:stop], "()=") {
		f.judge("password", at, stop, judge.Context{Class: judge.Password, Prose: true, Stated: true})
	}
}

// Renewed handles the password that a program has set, on the line that says so or below it, and the one before it:
// Old: x New: y. s[at:] is behind the words for the new one.
func Renewed(f *Finder, at int) {
	const lines = 3
	s := f.S
	from := at
	for range lines {
		from = chars.LineStart(s, max(0, from-1))
	}
	before := s[max(from, at-longestAnnouncement):at]
	named := strings.Contains(before, "assword")
	old := max(strings.LastIndex(before, "Old: "), strings.LastIndex(before, "old: "))
	if old >= 0 {
		renewed(f, at-len(before)+old+len("old: "), named)
	}
	if old >= 0 || named {
		renewed(f, at, named)
	}
}

// renewed judges one of them. Where the lines do not name a password, it has to be surely one.
func renewed(f *Finder, at int, named bool) {
	if from, to := word(f, at); named || judge.Surely(f.S[from:to]) {
		Stated(f, at)
	}
}

// Key handles the key at s[at:], behind words that say that one follows: Here is the key:
func Key(f *Finder, at int) {
	f.value("key", at, judge.Context{Class: judge.Key, Prose: true, Stated: true})
}

// Following handles the password behind a colon: Please use the following password to log in: x.
// s[at:] is behind these words.
func Following(f *Finder, at int) {
	s := f.S
	line := s[at:min(chars.LineEnd(s, at), at+longestAnnouncement)]
	if i := strings.Index(line, ": "); i >= 0 && !strings.ContainsAny(line[:i], ".;,=(") {
		Stated(f, at+i+len(": "))
	}
}

// FollowingWords announce one.
var FollowingWords = []string{"ароль для ", "hasło do ", "the following password", "the following passphrase",
	"following initial password", "following admin password", "following temporary password"}

// StatedWords say that a password follows, in small letters where they are of ASCII. Names of
// passwords before a colon or an equals sign are names as others are, but for the colons that are
// no ASCII.
var StatedWords = []string{"la clave es ", "mi clave es ", "clave de acceso es ", "clave de acceso: ", "hasło to ", "hasło: ",
	"hasło - ", "hasłem jest ", "master phrase is ", "recovery phrase is ", "recovery phrase was ", "master phrase: ", "unlock phrase is ", "unlock phrase: ", "login with: ", "for this session: ", "neo4j_auth=neo4j/", "log in with: ", "sign in with: ", "senord: ", "senordet är ", "senord är ", "passord: ", "passordet er ",
	"adgangskoden er ", "adgangskode er ",
	"salasana on ", "salasanani on ", "heslo je ", "ifre: ", "ifreniz ", "ifreniz: ", "ifrem ", "parola este ",
	"jelszavad ", "jelszavam ", "kata sandi: ", "kata sandi adalah ",
	"ароль ", "ароль: ", "ароль - ", "ароля: ", "a password, type ", "the password, type ",
	"a password, enter ", "the password, enter ", "a password, use ", "enable secret ", "secret 0 ",
	"password 0 ", "password 7 "}

// random judges the token at s[at:], behind words that say that one follows.
func (f *Finder) random(at int) {
	s := f.S
	at = chars.RunOf(s, at, len(s), " \"'`*")
	end := chars.Run(s, at, at+chars.MaxToken, func(c byte) bool { return chars.IsBase64(c) || c == '.' })
	if end-at >= judge.WeakSecret && chars.Randomness(s[at:end]) >= chars.SurelyRandom {
		f.judge("token", at, end, judge.Context{Class: judge.Token, Prose: true, Stated: true})
	}
}

// Stated handles the password at s[at:], behind words that say that one follows.
func Stated(f *Finder, at int) {
	s := f.S
	at = chars.RunOf(s, at, len(s), " ")
	c := judge.Context{Class: judge.Password, Prose: true, Stated: true}
	if at < len(s) && strings.IndexByte("\"'`*\\", s[at]) >= 0 {
		f.value("password", at, c)
		return
	}
	end := f.bareEnd(at, c)
	if wide := strings.IndexFunc(s[at:end], func(r rune) bool { return r >= kind.FirstWide }); wide >= 0 {
		end = at + wide // パスワードはxです
	}
	if end-at >= shortestLogin && s[at] != '[' {
		f.judge("password", at, end, c)
	}
}
