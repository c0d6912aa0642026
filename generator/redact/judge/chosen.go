package judge

import (
	"strings"
	"unicode"

	"steno/generator/redact/chars"
	"steno/generator/redact/kind"
)

// What people choose for secrets is made of words, numbers and signs.

// chosen reports letters and digits that a person may have chosen, where a sentence says that a
// password follows: no name of a program or of a method, as user_password2 and SHA256 are.
func chosen(v string) bool {
	v = strings.TrimSuffix(v, "_") // which no name in a program ends in
	if len(v) < shortestPlain || !chars.Some(v, isLetters) || kind.Foreign(v) || measured(v) ||
		kind.NamesHash(v) || methods[strings.ToLower(strings.TrimRight(v, "0123456789"))] {
		return false
	}
	return !strings.Contains(v, "_") || kind.StrongMix(v) && chars.Randomness(v) >= scoreWord &&
		!kind.NamesSecret(v) || kind.Numbered(v) &&
		(kind.StrongMix(v) && !kind.NamesSecret(v) || SeveralWords(strings.TrimRight(v, "0123456789_")))
}

// numberedLetters reports a word that has letters beyond those of ASCII, but not those of languages without blanks, and a number behind it.
func numberedLetters(v string) bool {
	const fewest = 2
	word := strings.TrimRight(v, "0123456789!?_-.")
	return digits(v[len(word):]) >= fewest && strings.IndexFunc(word, func(r rune) bool {
		return r > unicode.MaxLatin1 && unicode.IsLetter(r) || r >= 0xdf && r <= unicode.MaxLatin1
	}) >= 0 && strings.IndexFunc(word, func(r rune) bool { return r >= kind.FirstWide }) < 0
}

// chosenToken reports all kinds of characters, a sign that names in programs do not have among
// them. A dollar is one behind digits.
func chosenToken(c *candidate) bool {
	const signs = "!@#%?&*^~"
	v := c.text
	host := strings.IndexByte(v, '@')
	if dollar := strings.IndexByte(v, '$'); dollar > 1 && chars.IsDigit(v[dollar-1]) && chars.IsDigit(v[dollar-2]) {
		v = v[:dollar] + "!" + v[dollar+1:]
	}
	return chars.Some(v, chars.IsLower) && chars.Some(v, chars.IsUpper) && chars.HasDigit(v) &&
		(c.Marked || strings.ContainsAny(v[1:], signs)) &&
		!kind.NamesSecret(v) && !strings.ContainsAny(v, "/:,()<>{}[]$ ;=`") && (host < 0 || strings.IndexByte(v[host:], '.') < 0)
}

// numberedSecret reports a word and a number under a secret's name in an environment file.
func numberedSecret(c *candidate) bool {
	place := c.Env || c.Plain || (c.Quoted || c.Field) && !c.List && !namesThing(c.text)
	return c.Class == Secretive && place && len(c.text) >= shortestKey && kind.Numbered(c.text) && !kind.NamesSecret(c.text) &&
		chars.All(c.text, chars.IsLabel) && chars.Some(c.text, chars.IsLetter)
}

// measured reports a number and its unit: 10.5ms.
func measured(v string) bool {
	unit := strings.TrimLeft(v, "0123456789.,")
	return len(unit) < len(v) && len(unit) <= 3 && chars.All(unit, chars.IsLetter)
}

// methods are what passwords are hashed and encoded with, without their numbers.
var methods = chars.Set("sha", "sha-", "md", "base", "utf", "utf-", "argon", "bcrypt", "pbkdf", "aes", "aes-",
	"rsa", "rsa-", "blake", "uint", "float", "int", "oauth", "http", "https", "ed", "win", "python", "node", "ipv", "web", "s", "x",
	"v")

const (
	shortestNumbered = 10 // of a word and a number under the name of a token
	shortestPrefix   = 12 // of words in small letters
)

// numberedToken reports words and a number of two digits or more, with one sign behind or before it
// at most: HammerMagnet91, Silver_hammer_13, MAgnet%7850. Names of programs and of methods have
// numbers, too, and are known by their words.
func numberedToken(c *candidate) bool {
	v := strings.TrimRight(c.text, "!#?$*@")
	if len(v) == len(c.text) {
		v = withoutTail(v)
	} else if len(c.text)-len(v) > 1 {
		return false
	}
	words := strings.TrimRight(v, "0123456789")
	if c.List || len(c.text) < shortestNumbered || len(v)-len(words) < 2 || kind.NamesSecret(v) || namesThing(v) {
		return false
	}
	letters := strings.TrimRight(words, "_-!@#%*.")
	if len(words)-len(letters) > 1 || methods[strings.ToLower(letters)] ||
		!chars.All(letters, func(b byte) bool { return chars.IsWord(b) || b == '_' || b == '-' || b == '.' && c.Env }) {
		return false
	}
	if strings.HasSuffix(words, "-") && !c.Env && (chars.HasDigit(letters) || year(v[len(words):])) {
		return false // a date, an edition
	}
	if chars.Some(letters, chars.IsUpper) && chars.Some(letters, chars.IsLower) {
		return true
	}
	if methods[letters[strings.LastIndexByte(letters, '-')+1:]] {
		return false // rsassa-pss-sha256
	}
	return len(letters) >= shortestPrefix && len(letters) == len(words) && strings.Count(letters, "-") >= 2 &&
		chars.All(letters, func(b byte) bool { return chars.IsLower(b) || b == '-' }) &&
		(c.Env || !c.Prose && chosenWords(letters))
}

// withoutTail cuts a sign and up to three letters off a value that has digits before them: Hammer9147$rq.
func withoutTail(v string) string {
	const longest = 3
	head := strings.TrimRight(v[max(0, len(v)-longest):], "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
	cut := max(0, len(v)-longest) + len(head) - 1
	if cut < 0 || cut == len(v)-1 {
		return v
	}
	if head == "" {
		cut = len(v) - longest - 1
	}
	if cut > 0 && strings.IndexByte("!#$%&*@^~", v[cut]) >= 0 && chars.IsDigit(v[cut-1]) {
		return v[:cut]
	}
	return v
}

// mixedGroups reports groups of letters and digits with dashes between them, as generators of
// passwords draw them: Kq4z-WbNx-7jdRt.
func mixedGroups(v string) bool {
	const longest = 8 // of a group
	if len(v) < shortSecret || !chars.HasDigit(v) || strings.Count(v, "-") < 2 {
		return false
	}
	if capitalGroups(v) {
		return true
	}
	mixed, numbered := 0, 0
	for group := range strings.SplitSeq(v, "-") {
		if len(group) < 3 || len(group) > longest || !chars.All(group, chars.IsWord) {
			return false
		}
		letters := strings.TrimRight(group, "0123456789")
		if len(letters) < len(group) && letters != "" && !chars.All(letters, chars.IsLower) {
			numbered++
		}
		switch {
		case letters == "" || chars.All(letters, chars.IsLower) || chars.All(letters, chars.IsUpper),
			chars.All(letters, chars.IsLetter) && kind.Capitalised(letters):
		default:
			mixed++
		}
	}
	return mixed >= 2 || mixed == 1 && numbered >= 2
}

// Licence reports the form that many keys of licences have.
func Licence(v string) bool { return capitalGroups(v) }

// capitalGroups reports four groups or more of one length, of capitals and digits, as keys of licences have.
func capitalGroups(v string) bool {
	const shortest, least = 4, 4 // characters, groups
	length := strings.IndexByte(v, '-')
	if length < shortest || (len(v)+1)%(length+1) != 0 || (len(v)+1)/(length+1) < least {
		return false
	}
	letters := 0
	for i := range len(v) {
		if dash := i%(length+1) == length; dash != (v[i] == '-') || !dash && !chars.IsUpper(v[i]) && !chars.IsDigit(v[i]) {
			return false
		}
		if chars.IsUpper(v[i]) {
			letters++
		}
	}
	return letters > length && chars.HasDigit(v) && !chars.Regular(v)
}

// year reports a year of this century or of the one before.
func year(digits string) bool {
	return len(digits) == 4 && (strings.HasPrefix(digits, "19") || strings.HasPrefix(digits, "20"))
}

// NamesThing reports words of what programs number, and the names of methods: Version12, sha256.
func NamesThing(v string) bool {
	return namesThing(v) || methods[strings.ToLower(strings.TrimRight(v, "0123456789"))]
}

// namesThing reports words of what programs number: versions, items of tests.
func namesThing(v string) bool {
	low := strings.ToLower(v)
	for _, word := range unrelated {
		low = strings.ReplaceAll(low, word, "")
	}
	for _, word := range [...]string{"test", "key", "api", "item", "version", "config", "type", "user", "mock",
		"base", "name", "value", "auth", "client", "id_", "id-", "model", "chacha", "curve", "secp", "poly"} {
		if strings.Contains(low, word) {
			return true
		}
	}
	return false
}

// Surely reports what can hardly be but a password, where names and settings may be, too: a word
// with a capital and a number behind it, or small letters, capitals and digits, with a sign or
// drawn by chance.
func Surely(v string) bool {
	const signs = "!#$%^&*?@"
	if plain := strings.TrimRight(v, "_-"); len(v)-len(plain) == 1 && len(v) > shortestKey {
		v = plain // which no name ends in
	}
	if len(v) < shortestKey || len(v) > longValue || !chars.HasDigit(v) || !chars.Some(v, chars.IsLower) ||
		strings.ContainsAny(v, "/:, ()<>{}[]=;`\"'\\") || kind.NamesSecret(v) || kind.StandIn(v) ||
		kind.Structural(v) || kind.Reference(v) {
		return false
	}
	if i := strings.LastIndexByte(v, '@'); i >= 0 && strings.IndexByte(v[i:], '.') >= 0 {
		return false // an address
	}
	if !chars.Some(v, chars.IsUpper) {
		return strings.ContainsAny(v[1:], signs) && !strings.ContainsAny(v, "%*@$")
	}
	if strings.ContainsAny(v[1:], signs) {
		return !strings.ContainsAny(v, "%$") || kind.SomeSigns(v) || chars.Randomness(v) >= ScoreRandom
	}
	words := strings.TrimRight(v, "0123456789")
	if n := len(v) - len(words); n >= surelyDigits && chars.All(words, chars.IsLetter) && !namesThing(v) &&
		!methods[strings.ToLower(words)] {
		return true
	}
	return chars.Randomness(v) >= chars.SurelyRandom
}

// Yearly reports a word and the number of a year behind it, as names of things have, too: Project2024.
func Yearly(v string) bool {
	words := strings.TrimRight(v, "0123456789")
	return chars.All(words, chars.IsLetter) && year(v[len(words):])
}

const surelyDigits = 3 // behind a word that is surely a password
