package judge

import (
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/kind"
	"steno/generator/redact/token"
)

// What rules ask of a value: whether it is words, letters drawn by chance, groups with dashes.

// phrase reports secrets with spaces.
func phrase(c *candidate) bool {
	if strings.IndexByte(c.text, ' ') < 0 || !c.literalPlace() || c.List || c.Prose {
		return false
	}
	words := strings.Fields(strings.TrimRight(c.text, "!"))
	lower, short, four := true, true, true
	for _, w := range words {
		lower = lower && chars.All(w, func(b byte) bool { return chars.IsLower(b) || chars.IsDigit(b) || b == '-' })
		short = short && len(w) <= 8 && chars.All(w, chars.IsLower)
		four = four && len(w) == 4 && chars.All(w, chars.IsWord)
	}
	n := len(words)
	if short && n >= 12 && n <= 24 && n%3 == 0 && c.Class == Weak {
		return !Prose(words)
	}
	if c.Class == Secretive && c.Env && c.Quoted && lower && n >= 3 && chars.HasDigit(c.text) {
		return !Sentence(words)
	}
	if c.Class != Password || strings.EqualFold(c.Name, "pass") { // which means that something passed, too
		return false
	}
	if four && n >= 3 {
		return chars.Randomness(strings.Join(words, "")) >= scoreShort
	}
	if lower && n >= 5 && n <= 10 && chars.EndsFold(c.Name, "passphrase") && mostlyChosen(words) {
		return true
	}
	if c.Env && c.Quoted && len(c.text) >= shortSecret && chars.IsWord(c.text[0]) && chars.IsWord(c.text[len(c.text)-1]) {
		return !Sentence(words)
	}
	return n >= 3 && n <= 8 && (lower || chars.HasDigit(c.text)) && !Sentence(words) && !strings.ContainsAny(c.text, ".,:;?()[]<>%")
}

// mostlyChosen reports words of which two thirds are not about values, and none is about what is asked for.
func mostlyChosen(words []string) bool {
	n := 0
	for _, w := range words {
		switch {
		case Chosen(w):
			n++
		case asksFor[w] || strings.HasPrefix(w, "pass"):
			return false
		}
	}
	return n*3 >= len(words)*2
}

// asksFor are words of messages about what has to be entered.
var asksFor = chars.Set("enter", "your", "please", "must", "required", "optional", "invalid", "wrong", "least", "characters", "chars", "should", "cannot", "has",
	"have", "not", "no", "if", "when", "used", "use", "for", "will", "be", "is", "key", "secret", "value", "new", "old", "again", "is", "are")

// apostrophe returns the value without one between the letters of a password in a sentence.
func apostrophe(c *candidate) string {
	if i := strings.IndexByte(c.text, '\''); c.Prose && c.Class == Password && i > 0 && i+1 < len(c.text) && chars.IsWord(c.text[i+1]) {
		return c.text[:i] + c.text[i+1:]
	}
	return c.text
}

// isPIN reports four to eight digits under the name of a PIN, where pins of boards have smaller numbers.
func isPIN(c *candidate) bool {
	const least, most = 4, 8
	return len(c.text) >= least && len(c.text) <= most && !c.List && strings.EqualFold(c.Name[max(0, len(c.Name)-len("pin")):], "pin") &&
		!strings.HasSuffix(c.text, "00")
}

// digits counts them.
func digits(v string) (n int) {
	for i := range len(v) {
		if chars.IsDigit(v[i]) {
			n++
		}
	}
	return n
}

// AppPassword reports the form of Google's and Apple's passwords for single programs: four groups of four small letters.
func AppPassword(v string) bool { return appPassword(strings.ReplaceAll(v, " ", "-")) }

// appPassword reports the form of Apple's passwords for single programs.
func appPassword(v string) bool {
	groups := strings.Split(v, "-")
	for _, g := range groups {
		if len(g) != 4 || !chars.All(g, chars.IsLower) {
			return false
		}
	}
	return len(groups) == 4 && chars.Randomness(strings.Join(groups, "")) >= scoreShort
}

// domains are in names of modules, of hosts and of members.
var domains = chars.Set("com", "org", "net", "www", "dev", "src", "lib", "app", "core", "util", "utils", "java", "javax", "props", "self", "this")

// dashedWords reports a passphrase that a manager of passwords made.
func dashedWords(v string) bool {
	words := strings.Split(strings.TrimRight(v, "-0123456789"), "-")
	if parts := strings.Split(v, "."); len(parts) > 3 { // and no name of a module
		for _, w := range parts {
			if !Chosen(w) || domains[w] {
				return false
			}
		}
		return true
	}
	for _, w := range words {
		if len(w) < 3 || !chars.All(w, chars.IsLetter) {
			return false
		}
	}
	return len(words) >= 4 && !Sentence(words) && !kind.NamesSecret(v)
}

// googleLetters is the length of Google's passwords for single programs: small letters alone.
const googleLetters = 16

// randomLetters reports letters that are no word.
func randomLetters(c *candidate) bool {
	sure := (c.literalPlace() || c.Plain) && !c.List
	if joined := strings.NewReplacer("_", "", "-", "").Replace(c.text); sure && !c.Prose && len(joined) < len(c.text) &&
		len(joined) >= shortMixed && chars.All(joined, chars.IsLetter) && mixedCase(joined) {
		return !kind.NamesSecret(c.text)
	}
	return chars.All(c.text, chars.IsLetter) && (c.score >= chars.SurelyRandom ||
		sure && len(c.text) >= shortMixed && mixedCase(c.text) ||
		c.score >= ScoreRandom && sure && len(c.text) >= shortSecret ||
		c.score >= scoreApp && len(c.text) == googleLetters && chars.All(c.text, chars.IsLower))
}

// mixedCase reports letters that follow each other, and whose case changes, as by chance and not as in a name with humps.
func mixedCase(v string) bool {
	return chars.Some(v, chars.IsLower) && chars.Some(v, chars.IsUpper) && chars.RandomCase(v) >= ScoreRandom
}

// Sentence reports the words that hold sentences together.
func Sentence(words []string) bool {
	for _, w := range words {
		if sentenceWords[strings.ToLower(w)] || strings.HasPrefix(strings.ToLower(w), "passw") {
			return true
		}
	}
	return false
}

// Prose reports twelve words or more of a sentence, or that are few words over and over, as in phrases for
// tests. The list of words of wallets has a few that hold sentences together, too.
func Prose(words []string) bool {
	n, seen := 0, map[string]bool{}
	for _, w := range words {
		seen[w] = true
		if Sentence([]string{w}) {
			n++
		}
	}
	return n*4 > len(words) || len(seen)*2 < len(words)
}

var sentenceWords = chars.Set("a", "an", "the", "is", "are", "was", "be", "been", "must", "not", "no", "of",
	"to", "in", "on", "at", "for", "from", "with", "and", "or", "your", "you", "my", "our", "their", "this",
	"that", "it", "if", "when", "by", "as", "has", "have", "should", "can", "cannot", "will",
	"please", "enter", "pass", "passed", "fail", "failed", "least", "characters", "chars", "required",
	"optional", "invalid", "wrong", "new", "old", "user", "login", "field", "again", "reset", "forgot",
	"change", "token", "secret", "key", "value", "string",
	// in other languages
	"muss", "mindestens", "zeichen", "ein", "das", "doit", "moins", "caractères", "mot", "debe", "menos", "caracteres", "deve", "almeno", "caratteri", "pelo",
	"musi", "najmniej", "znaków", "en", "az", "karakter", "olmalı", "phải", "nhất", "ký", "khẩu", "harus", "minimal", "moet", "minstens", "tekens")

// documented reports a value of the form that a provider documents, whose word is in the name.
func documented(name, v string) bool {
	var w nameWords
	w.split(name)
	for i := range w.n {
		if token.Documented(w.at(i), v) {
			return true
		}
	}
	return false
}

// foreignNumbered reports a word that is not of ASCII, and three digits or more behind it, which no name in a program has: пароль7945.
func foreignNumbered(c *candidate) bool {
	const fewest = 3
	word := strings.TrimRight(c.text, "0123456789")
	return len(c.text)-len(word) >= fewest && chars.Some(word, func(b byte) bool { return b >= 0x80 })
}
