// Package named finds values that the name beside them shows: assignments, headers, tables, answers to prompts.
package named

import (
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/find"
	"steno/generator/redact/hidden"
	"steno/generator/redact/judge"
	"steno/generator/redact/kind"
	"steno/generator/redact/memo"
	"steno/generator/redact/wallet"
)

// Finder looks for values behind names in one text.
type Finder struct {
	*find.Text
	lines   *hidden.Lines
	wallets *wallet.Finder
	classes *memo.Of[judge.Class]  // of the names of the last texts
	Decided func(rule *judge.Rule) // called with every value that is judged; may be nil

	nameEnd    int // end of the last name judged
	runStart   int // the last stretch of value characters measured, so that
	runEnd     int // names that follow close upon each other do not measure it again
	cookieEnd  int // end of the last cookie header read
	cookieJar  int // end of the last object of cookies
	last       lastJudged
	tableEnd   int      // end of the last table read
	promptEnd  int      // end of the last line with a question at a prompt
	read       readEnds // of what sentences were read
	printedEnd int      // end of the last line with a command at one
}

// readEnds are the ends of what is not to be read again.
type readEnds struct {
	commented int // of the last line with a comment, or of one without
	accessed  int // of the last sentence that says how something is opened
}

// lastJudged is the end of the last bare value judged, and how often: names within one run of characters share its end.
type lastJudged struct{ end, times int }

// Reset begins with another text, whose hidden lines are noted in lines.
func (f *Finder) Reset(text *find.Text, lines *hidden.Lines, wallets *wallet.Finder, classes *memo.Of[judge.Class]) {
	*f = Finder{Text: text, lines: lines, wallets: wallets, classes: classes}
}

// Classify is [judge.Classify] for names that come again and again.
func (f *Finder) Classify(name string) judge.Class {
	class, ok := f.classes.Get(name)
	if !ok {
		class = judge.Classify(name)
		f.classes.Put(name, class)
	}
	return class
}

// Field judges a whole text by the name of the field that contains it.
func Field(f *Finder, name string) {
	if asked, ok := judge.Answers(name); ok {
		answer(f, asked, 0, len(f.S))
		return
	}
	c := judge.Context{Class: judge.Classify(name), Quoted: true}
	if c.Class == judge.None || len(f.S) > chars.MaxValue || signs(name) {
		return
	}
	if chars.EndsFold(name, "cookie") {
		f.cookieValue(0)
		return
	}
	c.Bare = c.Class == judge.Weak && len(name) <= 5
	at := passScheme(f.S, 0)
	c.Header = at > 0
	if from, end := chars.TrimQuotes(f.S, at, len(strings.TrimRight(f.S, "\r\n"))); end-from >= 4 {
		f.judge(name, from, end, c)
	}
}

// Name judges the name that the word s[start:end] belongs to, and the value
// after it, if one is.
func Name(f *Finder, start, end int) {
	if end <= f.nameEnd {
		return
	}
	s := f.S
	lo, hi := nameAround(s, f.Kept, start, end)
	f.nameEnd = hi
	if strings.HasSuffix(s[:lo], "arn:") || ofPath(s, lo, hi) {
		return // arn:aws:kms:...
	}
	class, behind := f.namedBy(lo, hi)
	jar := lo < f.cookieJar && sessionCookie(s[lo:hi])
	role := behind == judge.None && ofRole(s[lo:hi])
	if behind == judge.None && !jar && !role { // half of all names
		return
	}
	before(f, lo, hi, behind)
	f.keyOfBytes(lo, hi)
	l := label{find: f, lo: lo, hi: hi, class: class}
	at, c, ok := l.separator()
	if !ok {
		return
	}
	c.Class = class
	if c.Field && (s[lo:hi] == "auth" || s[lo:hi] == "key" && behindUser(s, lo)) {
		c.Class, class = judge.Key, judge.Key
	}
	if class == judge.Weak || class == judge.None && c.Prose {
		c.Class = behind
	}
	if c.Class == judge.Weak && !c.Prose && f.memberKey(lo, hi, at) {
		c.Class, c.Field = judge.Key, true
	}
	if c.Class == judge.None && jar {
		c.Class = judge.Weak
	}
	if role {
		if secretID(f, at, c); chars.EndsFold(s[lo:hi], "hook_id", "hookid") {
			webhookID(f, at, c)
		}
		return
	}
	query := c.Class == judge.Weak && lo > 0 && (s[lo-1] == '?' || s[lo-1] == '&') && s[hi:hi+1] == "="
	if query && (signs(s[lo:hi]) || chars.EndsFold(s[lo:hi], "auth", "key")) {
		c.Class = judge.Key // of a URL
	}
	if c.Class == judge.None || at >= len(s) || !c.Env && !query && signs(s[lo:hi]) {
		return
	}
	c = named(s, lo, hi, c)
	if c.Class == judge.Password && f.braced(s[lo:hi], lo, at, c) {
		return
	}
	if c.Env && (closesString(s, lo, at) || s[lo:hi] == "PWD" && !connected(s, lo)) {
		return
	}
	if strings.EqualFold(s[lo:hi], "pass") && outcome(s, lo, hi, at, c) {
		return
	}
	if c.Class == judge.Weak && chars.EndsFold(s[lo:hi], "mnemonic", "seed", "phrase") {
		at = chars.RunOf(s, at, len(s), ` "`)
		wallet.Named(f.wallets, at)
	}
	f.value(besideLogin(s, lo, hi), at, c)
}

// namedBy returns what the name at s[lo:hi] says about a value, and what it says with the word before it.
func (f *Finder) namedBy(lo, hi int) (class, behind judge.Class) {
	class = f.Classify(f.S[lo:hi])
	if class > judge.Weak {
		return class, class
	}
	if from := f.wordBefore(lo); from < lo && !(f.S[lo-2]|' ' == 'a' && algorithms[chars.Lower(f.S[from:lo-1])]) {
		return class, f.Classify(f.S[from:hi])
	}
	return class, class
}

// besideLogin returns the name at s[lo:hi], or what values of two names are called: Username/password: joe / x.
func besideLogin(s string, lo, hi int) string {
	if lo > 0 && s[lo-1] == '/' && chars.EndsFold(s[max(0, lo-longestCompanion):lo-1], "user", "username", "login", "email") {
		return "credentials"
	}
	return s[lo:hi]
}

// algorithms are before the id of a key: using RSA key 24658BF4BCAB8258.
var algorithms = chars.Set("rsa", "dsa", "ecdsa", "eddsa")

// closesString reports a quote at s[at] that ends the string in which the name at s[lo:] is: "NAME="+value.
func closesString(s string, lo, at int) bool {
	return lo > 0 && (s[lo-1] == '"' || s[lo-1] == '\'') && s[at] == s[lo-1]
}

// connected reports a name at s[lo:] among others of a connection: UID=joe;PWD=x. Elsewhere a shell has its folder
// under that name.
func connected(s string, lo int) bool {
	return lo > 0 && (s[lo-1] == ';' || s[lo-1] == '&' || s[lo-1] == ',') || connects(s[max(0, lo-longestFields):lo])
}

// named adds to the context of a value what its name at s[lo:hi] says.
func named(s string, lo, hi int, c judge.Context) judge.Context {
	constant := s[lo] != '-' && !chars.Some(s[lo:hi], chars.IsLower)
	c.Env = c.Env && constant && !(lo > 0 && strings.IndexByte("{,", s[lo-1]) >= 0) // Variables={NAME=x,NAME=y}
	c.List = c.List && !constant
	c.Field = c.Field || property(s, lo, hi)
	c.Bare = c.Class == judge.Weak && hi-lo <= 5
	c.Session = c.Class == judge.Weak && chars.EndsFold(s[lo:hi], "session", "sid")
	c.Pairs = strings.IndexByte("=%[]", s[min(hi, len(s)-1)]) >= 0 && (!c.Env || lo > 0 && (s[lo-1] == '?' || s[lo-1] == '&'))
	return c
}

// behindUser reports a field at s[lo:] that follows the name of a user: {"username": "joe", "key": "x"}.
func behindUser(s string, lo int) bool {
	before := s[max(0, lo-longestFields):lo]
	before = before[strings.LastIndexByte(before, '{')+1:]
	name, value, _ := strings.Cut(before, ":")
	return strings.Trim(name, "\"'\\ \n\t") == "username" && strings.Count(value, ",") == 1
}

// ofRole reports the name of what proves a role to HashiCorp's Vault. Elsewhere it names a secret,
// and is none.
func ofRole(name string) bool {
	return name[len(name)-1]|' ' == 'd' && chars.EndsFold(name, "secret_id", "secretid", "secret-id", "webhook_id", "webhookid")
}

// webhookID takes the id of a webhook of Home Assistant, which is all that a caller has to know. Elsewhere ids are numbers.
func webhookID(f *Finder, at int, c judge.Context) {
	at = chars.RunOf(f.S, at, at+longestGap, " \"'\\")
	end := chars.Run(f.S, at, at+chars.MaxToken, chars.IsBase64)
	if v := f.S[at:end]; (!c.Prose || c.Stated) && len(v) >= judge.WeakSecret && chars.HasDigit(v) && chars.Some(v, chars.IsLetter) &&
		!kind.UUID(v) && chars.Randomness(v) >= judge.ScoreRandom {
		f.AddAs(at, end, judge.Secretive.Rule())
	}
}

// secretID takes the value of such a name, which is a UUID. s[at:] is behind the sign.
func secretID(f *Finder, at int, c judge.Context) {
	const longest = 36
	for end := at + 24; at < len(f.S) && at < end && strings.IndexByte(" \"'\\", f.S[at]) >= 0; at++ {
	}
	if end := at + longest; (!c.Prose || c.Stated) && end <= len(f.S) &&
		kind.UUID(f.S[at:end]) && (end == len(f.S) || !chars.IsLabel(f.S[end])) {
		f.AddAs(at, end, judge.Secretive.Rule())
	}
}

// SecretID takes the id that Nomad says is secret: Secret ID = x. s[at:] is behind the name.
func SecretID(f *Finder, at int) {
	if at = chars.RunOf(f.S, at, at+longestGap, " "); at < len(f.S) && (f.S[at] == '=' || f.S[at] == ':') {
		secretID(f, at+1, judge.Context{})
	}
}

// nameAround returns the name in s[from:] that the word s[start:end] belongs to.
func nameAround(s string, from, start, end int) (lo, hi int) {
	for end > start && !chars.IsName(s[end-1]) {
		end-- // the trigger was longer than the name
	}
	lo, hi = start, end
	for lo > 0 && lo > start-64 && lo > from && chars.IsName(s[lo-1]) {
		lo--
	}
	for limit := min(len(s), end+64); hi < limit && chars.IsName(s[hi]) && !(s[hi] == '.' && hi > end && s[hi-1] == '.'); hi++ {
	} // dots in a row lead to the value
	if i := strings.LastIndex(s[lo:start], "→"); i >= 0 { // behind the number of the line
		lo += i + len("→")
	}
	if i := strings.Index(s[end:hi], "→"); i >= 0 { // password→ x
		hi = end + i
	}
	if s[lo] == '-' && lo+1 < start && (lo == 0 || s[lo-1] == '\n') && chars.IsConstant(s[lo+1:end]) {
		lo++ // of a diff
	}
	if strings.HasPrefix(s[lo:hi], "-D") && lo+len("-D") <= start { // -Dsonar.login=x
		lo += len("-D")
	}
	lo = min(start, pastCode(s, lo))
	hi = chars.RunBack(s, end, hi, func(c byte) bool { return !chars.IsWord(c) && c < 0x80 })
	return lo, hi
}

// property reports a line of a properties file: a name with a dot in it, an equals sign and one
// word.
func property(s string, lo, hi int) bool {
	if lo > 0 && s[lo-1] != '\n' || hi+1 >= len(s) || s[hi] != '=' || strings.IndexByte(s[lo:hi], '.') <= 0 ||
		strings.HasPrefix(s[lo:hi], "this.") {
		return false
	}
	i := chars.Run(s, hi+1, hi+chars.MaxValue, chars.IsWord)
	return i == len(s) || s[i] == '\n' || s[i] == '\r'
}

// signs reports whether a name is that of a signature. Signatures are public, except those
// that give access to a URL: these follow an equals sign.
func signs(name string) bool {
	return chars.EndsFold(name, "sig", "signaturevalue", "signature")
}

// wordBefore returns where the word before s[lo:] begins, when a space divides
// them: "Datadog key", "cache key".
func (f *Finder) wordBefore(lo int) int {
	s, i := f.S, lo
	if i < 2 || s[i-1] != ' ' || !chars.IsName(s[i-2]) {
		return lo
	}
	for i--; i > 0 && i > lo-32 && i > f.Kept && chars.IsName(s[i-1]); {
		i--
	}
	return min(pastCode(s, i), lo)
}

// pastCode passes over the rest of what is no word at s[lo:]: of a line end that is written as an escape, of the colour of
// a terminal.
func pastCode(s string, lo int) int {
	switch {
	case lo == 0 || lo >= len(s):
	case s[lo-1] == '\\' && strings.IndexByte("nrt", s[lo]) >= 0:
		return lo + 1
	case s[lo-1] == '[' && lo > 1 && s[lo-2] == 0x1b:
		if end := chars.Run(s, lo, lo+4, chars.IsDigit); end < len(s) && s[end] == 'm' {
			return end + 1
		}
	}
	return lo
}
