package named

import (
	"slices"
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/judge"
	"steno/generator/redact/kind"
)

// amid takes a value behind a name that is amid other words.
func (l *label) amid(i int) (at int, c judge.Context, ok bool) {
	s, lo, hi := l.find.S, l.lo, l.hi
	word := chars.Run(s, i, i+16, chars.IsLower)
	if colon := strings.TrimPrefix(s[word:min(len(s), word+3)], " "); word > i && strings.HasPrefix(colon, ": ") {
		return word + strings.Index(s[word:], ":") + 2, judge.Context{Prose: true, Stated: true}, true // API key provided: x
	}
	if word > i && l.class == judge.Password && strings.HasPrefix(s[word:], " = ") { // mdp root = x
		return word + len(" = "), judge.Context{Prose: true, Stated: true}, true
	}
	if l.class == judge.Password && l.described(i) {
		return 0, judge.Context{}, false
	}
	if strings.EqualFold(s[lo:hi], "pin") && i == hi+1 && pinsOf[strings.TrimRight(chars.Lower(s[l.find.wordBefore(lo):lo]), " ")] {
		return i, judge.Context{Prose: true, Stated: true}, true // SIM PIN 4711
	}
	if quote := s[i-1]; (quote == '"' || quote == '\'' || quote == '`') && i == hi+2 &&
		strings.IndexByte(s[i:chars.LineEnd(s, i)], quote) > 0 {
		i-- // password "x" is too weak
		return i, judge.Context{Prose: true, Stated: companion(s[max(0, lo-longestCompanion):lo]) || ofUser(s, lo)}, true
	}
	if s[i-1] == ' ' && ofUser(s, lo) {
		return i, judge.Context{Prose: true, Stated: true}, true
	}
	if at, ok := stated(s, i); ok && !l.surelyNext(i) {
		return at, judge.Context{Prose: true, Stated: true}, true
	}
	return i, judge.Context{Prose: true, Stated: strings.Trim(s[hi:i], "`\"'") == " " &&
			(companion(s[max(0, lo-longestCompanion):lo]) || inBrackets(s, lo, i) || l.surelyNext(i))},
		!endOfPath(s, lo) && !isAssigned(s, i)
}

// pinsOf are what has a PIN.
var pinsOf = chars.Set("sim", "card", "door", "alarm", "safe", "phone", "gate", "locker", "debit", "bank", "ec", "atm", "app", "lock", "garage", "tresor", "handy")

// describing are the words behind the name of a password that say how it is, before a colon and the password itself.
var describing = []string{"has ", "contains ", "includes ", "ends ", "starts ", "with ", "needs ", "below", "attached", "again", "mit ", "enthält ", "contient "}

// described takes a password behind what a sentence says about it: db pass has an apostrophe in it: O'Neil_89. The words begin at s[i:].
func (l *label) described(i int) bool {
	const longest = 48
	s := l.find.S
	line := s[i:min(chars.LineEnd(s, i), i+longest)]
	sign, bracket := strings.Index(line, ": "), strings.Index(line, " (")
	if bracket > 0 && (sign < 0 || bracket < sign) { // contains a special sign (x)
		return l.remark(i, bracket+len(" ("), line)
	}
	if sign < 0 || !slices.ContainsFunc(describing, func(word string) bool { return strings.HasPrefix(line, word) }) ||
		strings.ContainsAny(line[:sign], ".;=(){}") {
		return false
	}
	at := i + sign + len(": ")
	end := chars.Until(s, at, at+longestLogin, "")
	if at < len(s) && strings.IndexByte("\"'`", s[at]) >= 0 {
		end = at + 1 + max(0, strings.IndexByte(s[at+1:chars.LineEnd(s, at)], s[at]))
		at++
	}
	end = at + len(strings.TrimRight(s[at:max(at, end)], ".,;:"))
	v := s[at:end]
	signed := chars.HasDigit(v) && chars.Some(v, chars.IsLetter) && strings.ContainsAny(v, "_&'!#$%*@ ")
	if len(v) < shortestLogin || kind.Reference(v) || kind.StandIn(v) || !judge.Surely(v) && !signed {
		return false
	}
	l.find.AddAs(at, end, judge.Password.Rule())
	return true
}

// remark takes the password in brackets behind what a sentence says about it. The words are line, which begins at s[i:].
func (l *label) remark(i, at int, line string) bool {
	s := l.find.S
	stop := chars.Until(s, i+at, i+at+longestLogin, ")")
	v := s[i+at : stop]
	describes := slices.ContainsFunc(describing, func(word string) bool { return strings.HasPrefix(line, word) })
	if !describes || strings.ContainsAny(line[:at-len(" (")], ".;=(){}") ||
		stop >= len(s) || s[stop] != ')' || !judge.Surely(v) && !(kind.Numbered(v) && kind.StrongMix(v) && chars.Some(v, chars.IsUpper) &&
		len(v) >= shortestNumbered && !kind.NamesSecret(v)) {
		return false
	}
	l.find.AddAs(i+at, stop, judge.Password.Rule())
	return true
}

// isAssigned reports a name and its value at i, which are judged by that name: session id=7 in a log.
func isAssigned(s string, i int) bool {
	end := chars.Run(s, i, i+chars.MaxToken, func(c byte) bool { return chars.IsName(c) && !chars.IsDigit(c) })
	return end > i && end+2 < len(s) && s[end] == '=' && chars.IsWord(s[end+1]) && chars.IsWord(s[end+2])
}

// opened finds the value behind the bracket s[i]: the argument of a call, what the name is
// explained by, what follows a remark.
func (l *label) opened(i int) (at int, c judge.Context, ok bool) {
	s, lo, hi := l.find.S, l.lo, l.hi
	if i == hi && (strings.HasPrefix(s[i:], "(Some(\"") || strings.HasPrefix(s[i:], "(&\"")) { // of Rust
		return i + 1 + strings.IndexByte(s[i+1:], '"'), c, true
	}
	if i+1 < len(s) && (s[i+1] == '"' || s[i+1] == '\'') && i == hi {
		c.List = !setterName(s[lo:hi]) && s[lo] != '.' // setPassword("x"), builder().password("x")
		return i + 1, c, !enumerated(s, lo, i)
	}
	if at, ok := l.remarkedHeading(i); ok {
		return at, judge.Context{Prose: true, Stated: true}, true
	}
	said := l.class >= judge.Key || l.find.Classify(s[l.find.wordBefore(lo):hi]) >= judge.Key
	if at, ok = remarked(s, i); ok && i == hi+1 && said {
		return at, judge.Context{Prose: true, Stated: true}, true
	}
	if at, ok = l.bracketed(i); !ok && i == hi+1 && l.class >= judge.Key {
		if chars.IsConstant(s[lo:hi]) && strings.IndexByte(s[lo:hi], '_') > 0 {
			end := strings.IndexAny(s[i:min(len(s), i+chars.MaxToken)], ") \n") // replace API_KEY (x) with a look-up
			at, ok = i+1, end > 0 && s[i+end] == ')'
		} else if end := chars.TokenRun(s, i+1); end < len(s) && s[end] == ')' && s[hi] == ' ' {
			// you need the token (x)
			at, ok = i+1, end-i > judge.WeakSecret && chars.Randomness(s[i+1:end]) >= chars.SurelyRandom && chars.HasDigit(s[i+1:end])
		}
	}
	return at, judge.Context{Prose: true, Stated: true}, ok
}

// leader returns where the colon is at the end of the dots that lead to it, as Windows prints them, or
// the value when there is none: Password . . . . : x, password......x. It is 0 when s[i:] begins with others.
func leader(s string, i int) int {
	const longest, ellipsis = 64, 3
	dots := 0
	for end := min(len(s)-1, i+longest); i < end; i++ {
		switch s[i] {
		case '.':
			dots++
		case ' ':
		case ':':
			if dots > 1 && s[i+1] == ' ' {
				return i
			}
			return 0
		default:
			if dots > ellipsis && s[i] > ' ' {
				return i
			}
			return 0
		}
	}
	return 0
}

// contracted finds the password or the key of a network behind a name and a contracted verb: the password's x.
func contracted(s string, hi int, class judge.Class) (at int, ok bool) {
	if s[hi] != '\'' && s[hi] != "’"[0] {
		return 0, false
	}
	for _, is := range [...]string{"'s ", "’s "} {
		if strings.HasPrefix(s[hi:], is) {
			at = hi + len(is)
			end := chars.Until(s, at, at+longestLogin, "")
			v := strings.Trim(s[at:end], "\"'`*.,;:?)“”")
			plain := strings.TrimRight(v, "!")
			if class == judge.Password && at < len(s) && (s[at] == '"' || s[at] == '`' || strings.HasPrefix(s[at:], "“")) { // a phrase, too
				return at, true
			}
			return at, class == judge.Password && (judge.Surely(v) || judge.Surely(plain)) || len(plain) >= shortestNumbered &&
				kind.Numbered(plain) && chars.Some(plain, chars.IsLower) && !judge.NamesThing(plain) && !kind.Structural(plain) &&
				!kind.NamesSecret(plain) && !judge.Yearly(plain) && !strings.ContainsAny(plain, "/:=()")
		}
	}
	return 0, false
}

// inBrackets reports a name and one word behind it in brackets: ssh joe@h (pw x). The word begins at s[i:].
func inBrackets(s string, lo, i int) bool {
	if lo == 0 || s[lo-1] != '(' || ofPost(s, lo, i) {
		return false
	}
	end := strings.IndexAny(s[i:min(len(s), i+longestLogin)], " \t\n,()")
	return end > 0 && (s[i+end] == ')' || s[i+end] == ',')
}

// remarked finds the value behind a remark in brackets and a colon: Token (expires tomorrow): x.
// The bracket is s[i].
func remarked(s string, i int) (at int, ok bool) {
	const longest = 40
	end := strings.IndexAny(s[i:min(len(s), i+longest)], ")\n=;")
	if end < 0 || !strings.HasPrefix(s[i+end:], "):") {
		return 0, false
	}
	at = i + end + len("):")
	return at, at < len(s) && strings.IndexByte(" \r\n", s[at]) >= 0
}

// typedBeside finds the string that a test types into the field that an expression finds:
// userEvent.type(getByLabelText(/password/i), 'x'). The expression ends at s[i].
func typedBeside(s string, i int) (at int, ok bool) {
	rest := strings.TrimPrefix(s[i+1:], "i")
	next, ok := strings.CutPrefix(rest, "), ")
	next = strings.TrimPrefix(next, "{ target: { value: ")
	return len(s) - len(next), ok && next != "" && (next[0] == '\'' || next[0] == '"')
}

// indexed finds the string that an element of an array is set to, or an array of C, whose bracket is s[i]:
// tokens["ci"] = "x", char password[] = "x"; or the answer to a prompt.
func indexed(s string, i int) (at int, ok bool) {
	const longest = 32
	if j := strings.Index(s[i:min(len(s), i+24)], "]: "); j > 0 {
		return i + j + len("]: "), true // a prompt: "Secret Key [None]: "
	}
	end := strings.IndexAny(s[i+1:min(len(s), i+longest)], "]\n")
	if end < 0 || s[i+1+end] != ']' {
		return 0, false
	}
	at = chars.RunOf(s, i+1+end+1, len(s), " ")
	rest, ok := strings.CutPrefix(s[at:], "=")
	rest = strings.TrimLeft(rest, " ")
	return len(s) - len(rest), ok && rest != "" && strings.IndexByte("\"'", rest[0]) >= 0
}

// quotedNext reports a name with nothing but a space between it and its value in quotes: option
// 'password' 'x' of OpenWrt, :password "x" of Clojure.
func quotedNext(s string, lo, hi, i int) bool {
	if i == hi+3 && s[hi:i] == "' '" {
		return strings.HasSuffix(s[:lo], "option '")
	}
	return lo > 0 && s[lo-1] == ':' && i == hi+2 && s[i-1] == '"' && (lo == 1 || strings.IndexByte(" {(", s[lo-2]) >= 0)
}

// surelyNext reports a word behind the name of a password that is surely one: old pw Orchid1278.
// The word begins at s[i:].
func (l *label) surelyNext(i int) bool {
	s := l.find.S
	end := chars.Until(s, i, i+longestLogin, "")
	word := strings.TrimRight(s[i:end], ".,;:!?)")
	if l.class != judge.Password {
		return false
	}
	if signed := s[i:end]; strings.TrimRight(signed, "!") == word && len(signed) > len(word) &&
		judge.Surely(signed) && chars.All(word, isIdentifier) {
		return true // Orchid_Tulip12!
	}
	if l.hi-l.lo > len("pass") && len(word) >= shortestNumbered && kind.Numbered(word) && chars.All(word, chars.IsWord) &&
		!kind.NamesSecret(word) && !kind.NamesHash(word) && !judge.NamesThing(word) {
		return true // temp password orchid12
	}
	return judge.Surely(word) && chars.All(word, chars.IsWord) ||
		l.hi-l.lo <= len("pwd") && chars.HasDigit(word) && kind.StrongMix(word) && !kind.NamesSecret(word) && chars.Some(word, chars.IsUpper)
}

// isIdentifier reports the characters of names in programs.
func isIdentifier(c byte) bool { return chars.IsWord(c) || c == '_' }

// DictatedWords are behind a value of which somebody says how it is written, in small letters.
var DictatedWords = []string{" with the apostrophe", " with an apostrophe", " with apostrophe", " with the exclamation", " with an exclamation", " with the underscore",
	" with an underscore", " with underscores", " with the dash", " with a dash", " with dashes", " with the dot", " with a capital", " with capital", " capital ", " all lowercase",
	" all lower case", " all small", " all caps", " all one word", " one word", " in one word", " no space", " without space", " case sensitive", " case-sensitive", " exactly like that", " exactly as written",
	" mit apostroph", " mit dem apostroph", " mit ausrufezeichen", " mit unterstrich", " mit bindestrich", " mit großem ", " mit großbuchstaben", " alles klein", " alles groß", " klein geschrieben", " kleingeschrieben", " groß geschrieben", " zusammengeschrieben", " in einem wort", " ein wort",
	" avec l'apostrophe", " avec une apostrophe", " avec un tiret", " avec le tiret", " avec une majuscule", " avec la majuscule", " avec majuscule", " tout en minuscule", " en minuscule", " tout attaché", " en un mot", " sans espace",
	" con apóstrofo", " con el apóstrofo", " con apóstrofe", " con guion", " con guión", " con mayúscula", " todo en minúscula", " en minúscula", " todo junto", " sin espacio",
	" con l'apostrofo", " con la maiuscola", " tutto minuscolo", " tutto attaccato", " senza spazi", " com apóstrofo", " com maiúscula", " tudo junto", " tudo minúsculo", " em minúscula", " sem espaço",
	" met apostrof", " met hoofdletter", " kleine letters", " aan elkaar", " zonder spaties", " слитно", " с большой буквы", " маленькими буквами", " без пробелов", " с апострофом"}

// Dictated takes the value of which somebody says how it is written: it's "D'harbour.87" with the apostrophe. The words begin
// at s[at:].
func Dictated(f *Finder, at int) {
	s := f.S
	stop := chars.RunOfBack(s, 0, at, ",.:;- (")
	quoted := stop > 0 && strings.IndexByte("\"`'", s[stop-1]) >= 0
	if quoted {
		stop--
	} else if strings.HasSuffix(s[:stop], "”") || strings.HasSuffix(s[:stop], "“") || strings.HasSuffix(s[:stop], "»") {
		stop -= len(s[:stop]) - len(strings.TrimRight(s[:stop], "”“»"))
	}
	from := chars.UntilBack(s, stop-longestLogin, stop, "\"`“„«(")
	if from > 0 && quoted && s[from-1] != s[stop] {
		return
	}
	if v := s[from:stop]; dictated(v) {
		f.judge("password", from, stop, judge.Context{Class: judge.Password, Prose: true, Stated: true, Quoted: quoted})
	}
}

// dictated reports what is worth saying how it is written: letters and two digits or more, which name no thing.
func dictated(v string) bool {
	if len(v) < shortestNumbered || strings.ContainsAny(v, "/\\(){}[]<>=,;:$|+ ") || kind.Structural(v) || kind.NamesSecret(v) ||
		judge.NamesThing(v) || judge.Yearly(v) || strings.HasSuffix(v, "'s") {
		return false
	}
	digits := 0
	for i := range len(v) {
		if chars.IsDigit(v[i]) {
			digits++
		}
	}
	letters := chars.Some(v, chars.IsLetter) && !chars.All(v, chars.IsHex)
	file := strings.IndexByte(v, '.') >= 0 && !chars.HasDigit(v[strings.LastIndexByte(v, '.'):])
	return letters && !file && (digits >= 2 || digits == 1 && strings.ContainsAny(v, "'!#&*?") ||
		digits == 1 && chars.Some(v, chars.IsUpper) && chars.RandomCase(v) >= judge.ScoreRandom)
}
