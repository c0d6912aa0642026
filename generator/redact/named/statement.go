package named

import (
	"slices"
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/judge"
	"steno/generator/redact/kind"
)

// verbs are between a name and its value in a sentence, a colon may be behind them. Longer ones are first.
var verbs = [...]string{"c'est", "has been changed to", "has been reset to", "has been set to",
	"was changed to", "was reset to", "was set to", "changed to", "changed from", "wurde auf", "reads", "is set to", "should be",
	"ist jetzt", "reset to", "set to", "is now", "lautet", "heißt", "from", "jest", "was", "are", "ist", "war",
	"auf", "est", "is", "to", "es", "er", "é", "è", "by", "with", "you can use"}

// statement passes over the verb at s[i:], and over what the value is for: the password for the
// database is x, mot de passe du wifi : x.
func statement(s string, lo, hi, i int) (at int, ok bool) {
	if n := behindVerb(s[i:]); n > 0 {
		return i + n, true
	}
	if at, ok := belowVerb(s, i); ok {
		return at, true
	}
	if chars.EndsFold(s[lo:hi], "password") && len(s)-i > 5 && strings.EqualFold(s[i:i+5], "for '") { // SET PASSWORD FOR 'joe'@'%' = 'x'
		line := s[i:chars.LineEnd(s, i)]
		if j := strings.Index(line, "' = '"); j > 0 {
			return i + j + len("' = "), true
		}
	}
	const longest = 64
	rest := s[i:min(len(s), i+longest)]
	if end := strings.IndexByte(rest, '\n'); end >= 0 {
		rest = rest[:end]
	}
	word, after, _ := strings.Cut(rest, " ")
	if !purposes[word] || hi-lo <= len("pass") && !shortNames[chars.Lower(s[lo:hi])] {
		return 0, false
	}
	skipped := len(word) + 1
	for range 4 {
		word, next, more := strings.Cut(after, " ")
		if !more || word == "" || !chars.All(strings.TrimRight(word, ":"), isPurpose) {
			return 0, false
		}
		skipped += len(word) + 1
		if strings.HasSuffix(word, ":") || strings.HasPrefix(next, ": ") {
			return i + skipped + len(next) - len(strings.TrimPrefix(next, ": ")), true
		}
		for _, sign := range [...]string{"= ", "-> ", "→ "} {
			if rest, ok := strings.CutPrefix(next, sign); ok {
				return i + skipped + len(next) - len(rest), true
			}
		}
		if n := behindVerb(next); n > 0 {
			return i + skipped + n, true
		}
		after = next
	}
	return 0, false
}

// verbsOf has them by the byte that they begin with.
var verbsOf = func() (of [256][]string) {
	for _, verb := range verbs {
		of[verb[0]] = append(of[verb[0]], verb)
	}
	return of
}()

// behindVerb returns the length of the verb that s begins with, of a colon that may follow, and of
// a blank; 0 when it begins with none.
func behindVerb(s string) int {
	if s == "" {
		return 0
	}
	for _, verb := range verbsOf[s[0]] {
		if !strings.HasPrefix(s, verb) {
			continue
		}
		n := len(verb)
		n += len(s[n:]) - len(strings.TrimPrefix(strings.TrimPrefix(s[n:], " :"), ":"))
		if n < len(s) && s[n] == ' ' {
			return n + 1
		}
	}
	return 0
}

// belowVerb finds the value alone on a line below a verb that ends one: the new API key is
func belowVerb(s string, i int) (at int, ok bool) {
	const longest = 20
	end := i + max(0, strings.IndexByte(s[i:min(len(s), i+longest)], '\n'))
	if end == i || !slices.Contains(verbs[:], strings.TrimRight(s[i:end], " :\r")) {
		return 0, false
	}
	at, ok = below(s, end)
	return at, ok && chars.HasDigit(s[at:chars.LineEnd(s, at)])
}

// stated passes over some words and a verb: password that works for root is x.
func stated(s string, i int) (at int, ok bool) {
	words := s[i:min(len(s), i+40)]
	sentence := words[:chars.Run(words, 0, len(words), func(c byte) bool { return !endsPart[c] })]
	for _, is := range [...]string{" is ", " est ", " ist ", " es ", " è "} {
		if j := strings.Index(sentence, is); j > 0 {
			return i + j + len(is), true
		}
	}
	if open := strings.Index(words, " ("); open > 0 { // the token you sent me (x)
		at = i + open + len(" (")
		v := s[at:chars.Until(s, at, at+chars.MaxToken, ")")]
		return at, kind.StrongMix(v) && chars.Randomness(v) >= chars.SurelyRandom
	}
	return 0, false
}

// endsPart has the characters that end a part of a sentence.
var endsPart = [256]bool{'.': true, ',': true, ';': true, ':': true, '\n': true, '(': true, ')': true}

// isPurpose reports the characters of words, hosts and quotes.
func isPurpose(c byte) bool { return chars.IsName(c) || strings.IndexByte("\"'`@/", c) >= 0 }

// shortNames are those that no words of sentences are, as pass and pin are, or that only random values follow.
var shortNames = chars.Set("mdp", "pwd", "pw", "pswd", "key")

// purposes begin what a value is for.
var purposes = chars.Set("for", "in", "of", "on", "to", "für", "zum", "zur", "der", "des", "vom", "von", "di", "del",
	"della", "de", "du", "pour", "da", "do", "para", "van", "voor", "til", "för", "от", "для", "к")

const longestCompanion = 24

// companion reports text that leads from a user's name to a password: user joe and password x, mit
// dem Passwort x.
func companion(before string) bool {
	before = strings.ToLower(strings.TrimRight(before, " "))
	for _, kind := range [...]string{" access", " bearer", " api", " auth"} { // using access token x
		before = strings.TrimSuffix(before, kind)
	}
	for _, article := range [...]string{" the", " dem", " das", " le", " la", " el", " il", " het", " my", " its"} {
		before = strings.TrimSuffix(before, article)
	}
	if before == "" {
		return false
	}
	if before[len(before)-1] == ',' {
		return strings.Contains(before, "user") || strings.Contains(before, "@") ||
			strings.Contains(before, "login") || strings.Contains(before, "benutzer") ||
			strings.Contains(before, "usuario") || strings.Contains(before, "utilisateur") ||
			strings.Contains(before, "usuário") || strings.Contains(before, "identifiant") ||
			strings.Contains(before, "utente") || strings.Contains(before, "ssid") || strings.Contains(before, "wifi")
	}
	return companions[before[strings.LastIndexByte(before, ' ')+1:]]
}

// ofUser reports a name behind that of a user: username joe password x.
func ofUser(s string, lo int) bool {
	before, ok := strings.CutSuffix(s[max(0, lo-longestCompanion-24):lo], " ")
	i := strings.LastIndexByte(before, ' ')
	if !ok || i <= 0 {
		return false
	}
	user := strings.Trim(before[i+1:], "\"'")
	return chars.EndsFold(before[:i], "user", "username", "login") && user != "" && user != "or" && !companions[user] &&
		chars.All(user, chars.IsLabel)
}

var companions = chars.Set("here's", "with", "and", "und", "mit", "et", "avec", "y", "con", "e", "com", "met",
	"en", "wifi", "wlan", "usa", "utilise", "use", "using", "als", "as", "como", "comme", "come")

// dashed finds the value behind a dash between blanks: API key - x. The words of the name are s[lo:hi].
func dashed(s string, lo, hi, i int) (at int, ok bool) {
	if i == hi || s[i-1] != ' ' {
		return 0, false
	}
	for _, dash := range [...]string{"- ", "– ", "— "} {
		if strings.HasPrefix(s[i:], dash) {
			return i + len(dash), judge.Classify(s[lo:hi]) >= judge.Key
		}
	}
	return 0, false
}
