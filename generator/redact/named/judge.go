package named

import (
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/judge"
	"steno/generator/redact/kind"
)

// judge redacts s[at:end], the value of a name, if what it is and what is around it make it a secret.
func (f *Finder) judge(name string, at, end int, c judge.Context) {
	c.Name = name
	auth := strings.EqualFold(name, "auth") || strings.EqualFold(name, "_auth") || chars.EndsFold(name, "authorization")
	if auth && basicPair(f.S[at:end]) {
		f.AddAs(at, end, c.Class.Rule())
		return
	}
	if !c.Quoted && strings.HasPrefix(f.S[end:], ": ") && chars.All(f.S[at:end], isWords) {
		return // the name of another value
	}
	v, end := refine(f.S, &c, at, end)
	users := chars.EndsFold(name, "authident", "cred", "creds", "credentials") ||
		c.Class == judge.Weak && chars.EndsFold(name, "auth", "authusers", "auth_string")
	if users && f.pair(at, end) {
		return
	}
	c.Marked = end < len(f.S) && (f.S[end] == '!' || f.S[end] == '?')
	if name == "pass" {
		passOf(f.S, &c, at)
	}
	c.Plain = plainly(c) && plain(f.S, name, c.Class, at, end)
	rule := judge.Decide(v, c)
	if rule != nil && f.Decided != nil {
		f.Decided(rule)
	}
	jar := len(v) >= judge.WeakSecret && sessionCookie(name) && sessionValue(v) &&
		(at < f.cookieJar || cookieObject(f.S[max(0, at-len(`value": "`)):at], f.S[end:min(len(f.S), end+longestObject)]))
	if jar || rule != nil && rule.Secret && (c.Quoted || !chars.EndsFold(name, v)) {
		f.AddAs(numberBefore(f.S, at), end, c.Class.Rule())
	}
}

// refine adds to the context what the value at s[at:end] and its quotes say about the sentence around it.
// It returns the value and its end, which are those of its first part if it is cut off.
func refine(s string, c *judge.Context, at, end int) (string, int) {
	v := s[at:end]
	if c.Prose && c.Stated && chars.EndsFold(c.Name, "pin") && chars.All(v, chars.IsDigit) && len(v) <= 8 {
		c.Prose, c.Field = false, true
	}
	if kept := kind.BeforeCut(v); len(kept) < len(v) || c.Quoted && end == len(s) ||
		(len(v) >= kind.ShortestCut || strings.HasPrefix(s[end:], "...")) && kind.CutFollows(s, end) {
		v, end, c.Cut, c.Field = kept, at+len(kept), true, true
	}
	oneWord := strings.IndexByte(v, ' ') < 0
	if c.Prose && c.Stated && c.Quoted && c.Class >= judge.Key && chars.HasDigit(v) && chars.Some(v, chars.IsLetter) && oneWord &&
		!(len(v) < judge.WeakSecret && chars.All(v, chars.IsHex)) {
		c.Prose, c.List = false, false // the key is `...`
	}
	if c.Prose && (c.Quoted || strings.IndexByte("\"`", s[max(0, at-1)]) >= 0) && c.Class == judge.Password &&
		chars.HasDigit(v) && (kind.Numbered(v) || kind.StrongMix(v)) && !kind.NamesSecret(v) && oneWord {
		c.Stated = true // take the password "x"
	}
	return v, end
}

// passOf names what "pass" means where it is not the result of a test. s[at:] is the value.
func passOf(s string, c *judge.Context, at int) {
	before := s[max(0, at-longestLogin):at]
	line := chars.LineStart(s, at)
	if strings.HasSuffix(strings.TrimRight(s[:at], "'\""), " pass:") && strings.Contains(s[line:at], " -pass") {
		c.Name, c.Env = "passout", true // openssl -passout pass:x
	}
	if c.Quoted && chars.EndsFold(strings.TrimRight(before, "\"' :=\\"), "pass") && strings.Contains(before, "user") {
		c.Name = "userpass" // {"user": "joe", "pass": "x"}
	}
	if !c.Quoted && !c.Prose && ofAccount(lineAbove(s, line)) {
		c.Name = "userpass" // user: joe, and pass: x on the next line
	}
}

// pair takes the password of a user and a password at s[at:end] with a colon between them, as
// settings of HTTP's Basic scheme have them.
func (f *Finder) pair(at, end int) bool {
	user, password, ok := strings.Cut(f.S[at:end], ":")
	if !ok || user == "" || !chars.All(user, chars.IsLabel) || !chars.Some(password, chars.IsLetter) ||
		strings.ContainsAny(password, "/:, ") || judge.Word(password) ||
		!judge.Secret(password, judge.Context{Class: judge.Password, Quoted: true}) {
		return false
	}
	f.AddAs(at+len(user)+1, end, judge.Password.Rule())
	return true
}
