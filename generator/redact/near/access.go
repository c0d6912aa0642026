package near

import (
	"slices"
	"strings"
	"unicode/utf8"

	"steno/generator/redact/chars"
	"steno/generator/redact/find"
	"steno/generator/redact/judge"
	"steno/generator/redact/kind"
)

// People say how something is opened without the word password: the page is protected, name joe and then Tr0ub4dor-3#; type
// k8Zq2x at the first login. What is plainly a password or a key in such a sentence is taken, in any language.

// AccessWords are words of such sentences, in small letters.
var AccessWords = []string{"login bitte", "ersten login", "log into", "log in to", "log in as", "logged in with", "login with", "sign in", "einlogg", "eintippen", "eingeben", "einzugeben",
	"anmelden", "melde dich", "zugang", "rein kommt", "reinkomm", "komm rein", "htaccess", "geschützt", "tür", "alarmcode", "entsperr", "aufschließ", "freischalt", "kennwort", "passwort", "zugriff",
	"password", "passcode", "passphrase", "credentials", "give it ", "it asks", "it'll ask", "it will ask", "asks for", "router", "vpn", "wifi", "wi-fi", "wlan", "phpmyadmin", "web interface",
	"unlock", "texted me", "tresor", "短信", "get in ", "gets you in", "lets you in", "let me in", "let you in", "protected", "sent this over", "sent me this", "pasted", "the header", "third header", "x-auth", "auth header",
	"connecte", "connexion", "tu mets", "vous mettez", "tape ", "tapez", "saisi", "identifi", "mot de passe", "protégé", "accès", "accéd", "entra con", "entra en", "entrar con", "inicia sesi", "iniciar sesi",
	"acced", "contraseña", "escrib", "protegid", "clave", "usala", "usalo", "accesso", "entrare", "inserisci", "digita ", "gestionale", "senha", "entra lá", "entre com", "roteador", "acesso",
	"inlog", "wachtwoord", "toegang", "voer ", "парол", "вход", "зайди", "зайти", "логин", "введи", "доступ", "ключ", "登录", "登陆", "输入", "密码", "填", "密钥", "ログイン", "入力", "パスワード",
	"로그인", "입력", "비밀번호", "hasło", "zaloguj", "heslo", "přihlas", "lösenord", "logga in", "şifre", "giriş",
	"the new one", "old one", "the old", "changed it", "keychain", "sudo ", "prompts you", "login is", "logs in", "my account", "account is", "which password", "throwaway", "the demo", "luks", "keepass", "bitwarden", "mailbox",
	"jetzt geändert", "das neue", "dem alten", "benutzer", "le nouveau", "toujours", "utilisateur", "la nueva", "el nuevo", "usuario", "il nuovo", "utente", "a nova", "usuário",
	"gebruiker", "użytkownik", "användare", "bruger", "bruker", "пользовател", "користувач", "用户名", "ユーザー", "사용자", "kullanıcı", "pengguna", "uživatel", "passwordnya", "mdp",
	"generating key", "session key", "keypad", "lockbox", "key safe", "opens with", "is protected by", "decrypt it", "encrypted with", "the archive", "das archiv", "jump host", "keystore",
	"ssh ", "door", "gate code", "alarm", "key box", "combination is", " porte", " portail", "puerta", "cancello", "portão", " deur", "drzwi", "двер", "ворот", "подъезд", "sent me", "to sign in", "to log in", "jenkins", "grafana", "think it was ", "reset it to", "app pass", "right password", "phrase", "gave me", "i got ", "here you go", "here it", "put it in", "add it to", "signed up", "wire it", "the endpoint", "admin page", "gemerkt", "merk dir", "wenn er fragt", "when it prompts", "when it asks"}

const (
	sentence    = 140        // bytes before and behind the word
	signsOfCode = "{}<>|=\\" // signs that no such sentence has
)

// Access takes what is plainly a password or a key in the sentence around the word s[start:end]. It returns the end of what was
// read, which is not to be read again.
func Access(t *find.Text, start, end int) int {
	s := t.S
	low := chars.LineStart(s, start)
	if cut := start - sentence; cut > low { // not amid a word
		low = chars.Until(s, cut, start, "")
	}
	high := min(chars.LineEnd(s, end-1), end+sentence)
	if strings.ContainsAny(s[low:high], signsOfCode) {
		return high // no sentence
	}
	for at := low; at < high; at++ {
		if !chars.IsDigit(s[at]) {
			continue
		}
		from := chars.UntilBack(s, max(low, at-chars.MaxValue), at, "\"'`“„«(（：，。、")
		to := chars.Until(s, at, at+chars.MaxToken, "\"`”»)")
		from, to = bare(s, from, at, to)
		if opens(s, low, from, to) && spoken(s, low, from, to) {
			t.AddAs(from, to, judge.Password.Rule())
		}
		at = to
	}
	phrases(t, low, high)
	return high
}

// opens reports that the word s[from:to] is plainly what opens something, or that the sentence from s[low:] on leads to it.
func opens(s string, low, from, to int) bool {
	before, v := s[low:from], s[from:to]
	return access(v) || led(before, v) || told(before, v) || isCode(s, low, from, to)
}

// bare leaves out the signs of a sentence around the word s[from:to] with the digit s[at], and letters that part no words.
func bare(s string, from, at, to int) (int, int) {
	wide := func(r rune) bool { return r >= kind.FirstWide }
	if i := strings.LastIndexFunc(s[from:at], wide); i >= 0 {
		_, size := utf8.DecodeRuneInString(s[from+i:])
		from += i + size
	}
	if i := strings.IndexFunc(s[at:to], wide); i >= 0 {
		to = at + i
	}
	for to > from && strings.IndexByte(".,;:'*", s[to-1]) >= 0 {
		to--
	}
	for from < to && strings.IndexByte("*'", s[from]) >= 0 {
		from++
	}
	return from, to
}

// spoken reports a word s[from:to] between others of a sentence, which does not say that it is another thing.
func spoken(s string, low, from, to int) bool {
	if from > low && strings.IndexByte(" \"'`(*", s[from-1]) < 0 && s[from-1] < 0x80 {
		return false
	}
	if to < len(s) && strings.IndexByte(" \n\r\"'`.,;:!?)*", s[to]) < 0 && s[to] < 0x80 || from > low && otherThing(s, low, from) {
		return false
	}
	const fewest, wide = 3, 6 // words, and how many bytes are one in languages that part none
	line := s[low:min(chars.LineEnd(s, to), to+sentence)]
	words := strings.Count(line, " ")
	if words < fewest {
		words += (len(line) - utf8.RuneCountInString(line)) / wide
	}
	return words >= fewest && !strings.ContainsAny(line, signsOfCode) && !strings.Contains(line, ");")
}

// access reports what is plainly a password that somebody chose, or a key that was drawn.
func access(v string) bool {
	const shortest, longest = 8, 64
	if len(v) < shortest || len(v) > longest || strings.ContainsAny(v, "/\\(){}[]<>=,;:`\"|~+%@ ") || strings.IndexByte("#.-_&?!", v[0]) >= 0 ||
		kind.Structural(v) || kind.StandIn(v) || kind.NamesSecret(v) || kind.Reference(v) || judge.NamesThing(v) || chars.Regular(v) {
		return false
	}
	letters, digits, turns, signs := 0, 0, 0, 0
	for i := range len(v) {
		switch c := v[i]; {
		case c == '$' && (i == 0 || !chars.IsDigit(v[i-1])):
			return false
		case chars.IsLetter(c):
			letters++
		case chars.IsDigit(c):
			digits++
			if i > 0 && i+1 < len(v) && chars.IsLetter(v[i-1]) && chars.IsLetter(v[i+1]) {
				turns++
			}
		case strings.IndexByte("!#&*?^$", c) >= 0:
			signs++
		}
	}
	if letters < 2 || digits == 0 || strings.HasPrefix(strings.TrimLeft(v, "0123456789"), "*") { // 10*time.Minute
		return false
	}
	if last := v[len(v)-1]; (last == '!' || last == '?') && v[len(v)-2] != last {
		if signs--; signs == 0 { // of the sentence, unless digits are between letters
			return (turns > 1 || turns > 0 && chars.All(v[:len(v)-1], chars.IsWord)) && digits >= 2 && !chars.All(v[:len(v)-1], chars.IsHex)
		}
	}
	if signs > 0 && (digits >= 2 || chars.Some(v, chars.IsUpper)) && letters+digits >= 6 {
		return strings.IndexByte(v, '.') < 0 || strings.IndexByte(v, '&') < 0 && strings.IndexByte(v, '?') < 0
	}
	if isAddress(v) {
		return false
	}
	mixed := chars.Some(v, chars.IsUpper) && chars.Some(v, chars.IsLower) && chars.All(v, chars.IsWord)
	return mixed && len(v) >= judge.WeakSecret && chars.Randomness(v) >= chars.SurelyRandom || saved(v)
}

// leadIns are right before what somebody types, in small letters.
var leadIns = []string{"and then ", " then ", "give it ", "just type ", "type in ", "und dann ", "kommt man mit ", "komme ich mit ", "kommst du mit ", "et ensuite ", "et puis ", "tu mets ", "y luego ", "y después ",
	"e poi ", "e depois ", "en dan ", "а потом ", "и потом ", "obvykle ", "mentioned ", "da musst du "}

// openIns are right before the digits that open something.
var openIns = []string{"unlock is ", "unlocks with ", "opens with ", "geht mit ", "öffnet mit ", "aufmachen mit ", "s'ouvre avec ", "se abre con ", "si apre con ", "abre com ", "gaat open met ",
	"открывается ", "texted me ", "sms says ", "the text says ", "短信收到了，", "验证码是"}

// led reports what people choose, a word and a number, behind words that lead to it.
func led(before, v string) bool {
	const shortest, longest, fewest, most, year = 8, 32, 4, 8, 4
	has := func(words []string) bool {
		low := strings.ToLower(before[max(0, len(before)-32):])
		return slices.ContainsFunc(words, func(w string) bool { return strings.HasSuffix(low, w) })
	}
	if chars.All(v, chars.IsDigit) {
		return len(v) >= fewest && len(v) <= most && (len(v) != year || v[:2] != "19" && v[:2] != "20") && strings.Count(v, v[:1]) < len(v) &&
			has(openIns)
	}
	word := strings.TrimRight(v, "0123456789")
	if chars.IsUpper(v[0]) && !chars.Some(v[1:], chars.IsUpper) {
		return false // Ubuntu2204
	}
	return len(v) >= shortest && len(v) <= longest && len(word) < len(v) && len(word) >= fewest && chars.All(word, chars.IsLetter) &&
		!judge.NamesThing(v) && !kind.NamesSecret(v) && !kind.StandIn(v) && !kind.Structural(v) && has(leadIns)
}

// saved reports the form of passwords that Apple's keychain draws: three groups of six, with one capital and one digit.
func saved(v string) bool {
	const group = 6
	capitals, digits := 0, 0
	if len(v) != 3*group+2 || v[group] != '-' || v[2*group+1] != '-' {
		return false
	}
	for i := range len(v) {
		switch {
		case chars.IsUpper(v[i]):
			capitals++
		case chars.IsDigit(v[i]):
			digits++
		case !chars.IsLower(v[i]) && v[i] != '-':
			return false
		}
	}
	return capitals == 1 && digits == 1
}

// isAddress reports the form of addresses of Solana, in base58.
func isAddress(v string) bool {
	const shortest, longest = 43, 44
	return len(v) >= shortest && len(v) <= longest && !strings.ContainsAny(v, "0OIl_-+/")
}
