package named

import (
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/judge"
)

// verbs are between a name and its value in a sentence. Longer ones are first.
var verbs = [...]string{"was reset to: ", "was reset to ", "was changed to ", "has been set to ", "has been changed to ", "has been reset to ", "wurde auf ", "was set to ", "changed to ", "reset to: ", "reset to ", "is set to ", "set to ", "is now: ", "is now ", "is: ", "is ", "was ", "should be ", "from ", "are ", "to: ", "to ", "ist jetzt ", "ist: ", "ist ", "lautet: ", "lautet ", "heißt ", "war ", "auf ", "est ", "es ", "é ", "è ", "er ", "jest "}

// statement passes over the verb at s[i:], and over what the value is for: the password for the database is x, mot de passe du wifi : x.
func statement(s string, lo, hi, i int) (at int, ok bool) {
	for _, verb := range verbs {
		if strings.HasPrefix(s[i:], verb) {
			return i + len(verb), true
		}
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
	if !purposes[word] || hi-lo <= len("pass") && !strings.EqualFold(s[lo:hi], "mdp") {
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
		for _, verb := range verbs {
			if strings.HasPrefix(next, verb) {
				return i + skipped + len(verb), true
			}
		}
		after = next
	}
	return 0, false
}

// stated passes over some words and a verb: password that works for root is x.
func stated(s string, i int) (at int, ok bool) {
	for _, is := range [...]string{" is ", " est ", " ist ", " es ", " è "} {
		if j := strings.Index(s[i:min(len(s), i+40)], is); j > 0 && !strings.ContainsAny(s[i:i+j], ".,;:\n()") {
			return i + j + len(is), true
		}
	}
	return 0, false
}

// isPurpose reports the characters of words, hosts and quotes.
func isPurpose(c byte) bool { return chars.IsName(c) || strings.IndexByte("\"'`@/", c) >= 0 }

// purposes begin what a value is for.
var purposes = chars.Set("for", "of", "on", "to", "für", "zum", "zur", "der", "des", "vom", "von", "di", "del", "della", "de", "du", "pour", "da", "do", "para", "van", "voor", "til", "för", "от", "для", "к")

const longestCompanion = 24

// companion reports text that leads from a user's name to a password: user joe and password x, mit dem Passwort x.
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
		return strings.Contains(before, "user") || strings.Contains(before, "@") || strings.Contains(before, "login") || strings.Contains(before, "benutzer") || strings.Contains(before, "usuario") || strings.Contains(before, "utilisateur") || strings.Contains(before, "usuário") || strings.Contains(before, "identifiant") || strings.Contains(before, "utente")
	}
	return companions[before[strings.LastIndexByte(before, ' ')+1:]]
}

var companions = chars.Set("with", "and", "und", "mit", "et", "avec", "y", "con", "e", "com", "met", "en", "wifi", "wlan", "usa", "utilise", "use", "using")

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
