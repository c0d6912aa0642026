package named

import (
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/judge"
	"steno/generator/redact/near"
)

// People say behind a value what it is: k8Zq2x is the api token, use k8Zq2x as our staging password,
// take k8Zq2x, it's the deploy key.

// before judges what is before the name at s[lo:hi].
func before(f *Finder, lo, hi int, class judge.Class) {
	if class >= judge.Key {
		f.lines.Telling(lo)
		saidOf(f, lo, hi, class)
		f.near(lo, hi, class)
		if class == judge.Password && hi < len(f.S) && f.S[hi] == ' ' {
			askedInLine(f, hi)
		}
		switch f.S[lo-min(lo, 1)] {
		case '"':
			setBefore(f, lo, hi, class)
		case ' ':
			assertedBefore(f, lo, hi, class)
		}
	} else if name := f.S[lo:hi]; strings.EqualFold(name, "key") || strings.EqualFold(name, "auth") {
		saidOf(f, lo, hi, judge.Weak)
		f.near(lo, hi, judge.Weak)
	}
}

// near takes values that have no name, near the word at s[lo:hi] of a sentence or of a comment.
func (f *Finder) near(lo, hi int, class judge.Class) {
	if lo > 0 && strings.IndexByte(" `\"'*(\n", f.S[lo-1]) < 0 || hi < len(f.S) && strings.IndexByte(" .,:\n`\"'*)", f.S[hi]) < 0 {
		return // of code
	}
	near.Said(f.Text, lo, hi, class)
	if lo >= f.read.commented {
		f.read.commented = near.Commented(f.Text, lo, class)
	}
}

const (
	longestSaid = 64 // bytes from the value to the name
	mostSaid    = 4  // words between them
)

// saidOf judges the word that a sentence calls by the name at s[lo:hi].
func saidOf(f *Finder, lo, hi int, class judge.Class) {
	s := f.S
	if lo == 0 || strings.IndexByte(" `\"'*", s[lo-1]) < 0 || goesOn(s, hi) ||
		strings.EqualFold(s[lo:hi], "pass") && strings.HasPrefix(s[hi:], " `") { // we pass `x`
		return
	}
	end := linked(s, lo)
	if end == 0 {
		return
	}
	stop := chars.RunOfBack(s, 0, end, "\"'`*,")
	at := chars.UntilBack(s, stop-longestLogin, stop, "\"'`*<>")
	if stop-at < shortestLogin || strings.ContainsAny(s[at:stop], "()=") && class == judge.Password {
		return
	}
	if user, password, ok := strings.Cut(s[at:stop], ":"); ok && s[lo:hi] == "auth" { // joe:x as basic auth
		if user != "" && chars.All(user, chars.IsLabel) && judge.Surely(password) {
			f.judge("password", at+len(user)+1, stop, judge.Context{Class: judge.Password, Prose: true, Stated: true})
		}
		return
	}
	if c := (judge.Context{Class: class, Prose: true, Stated: true}); class == judge.Password {
		f.judge("password", at, stop, c)
	} else if chars.Randomness(s[at:stop]) >= chars.SurelyRandom && strings.IndexByte(s[at:stop], '(') < 0 {
		f.judge("token", at, stop, c)
	}
}

// assertedBefore takes the string that a test wants the property at s[lo:hi] to be: assertEquals("x", user.getPassword()).
func assertedBefore(f *Finder, lo, hi int, class judge.Class) {
	if lo < len("(, ") || f.S[lo-2] != ',' || f.S[hi:min(len(f.S), hi+1)] == "=" { // or an argument with a name
		return
	}
	from := max(0, lo-chars.MaxToken)
	before := f.S[from:lo]
	comma := len(before) - len(", ")
	if comma < 2 || before[comma-1] != '"' && before[comma-1] != '\'' {
		return
	}
	open := strings.LastIndexByte(before[:comma-1], before[comma-1])
	if open < 1 || before[open-1] != '(' {
		return
	}
	call := before[chars.RunBack(before, 0, open-1, chars.IsWord) : open-1]
	if strings.HasPrefix(strings.ToLower(call), "assert") || strings.HasPrefix(call, "expect") {
		f.judge(f.S[lo:hi], from+open+1, from+comma-1, judge.Context{Class: class, Quoted: true})
	}
}

// setBefore takes the string that a call of Swift sets under the name of a header at s[lo:]:
// setValue("x", forHTTPHeaderField: "X-Api-Key").
func setBefore(f *Finder, lo, hi int, class judge.Class) {
	before := strings.TrimRight(f.S[max(0, lo-chars.MaxToken):lo], `"\`)
	before, ok := strings.CutSuffix(before, ", forHTTPHeaderField: ")
	if !ok {
		return
	}
	before = strings.TrimRight(before, `"\`)
	from := max(0, lo-chars.MaxToken)
	if open := strings.LastIndexByte(before, '"'); open >= 0 && open+1 < len(before) {
		f.judge(f.S[lo:hi], from+open+1, from+len(before), judge.Context{Class: class, Quoted: true})
	}
}

// linked returns where the word ends that is called what the words before s[lo:] say, 0 when there is none.
func linked(s string, lo int) int {
	at := chars.RunOfBack(s, 0, lo, "`\"'*")
	for range mostSaid {
		if at < 2 || lo-at > longestSaid || s[at-1] != ' ' && s[at-1] != '(' {
			return 0
		}
		if s[at-1] == '(' && s[at-2] == ' ' { // k8Zq2x (bot token)
			return at - 2
		}
		from := chars.UntilBack(s, at-longestSaid, at-1, "(")
		word := chars.Lower(s[from : at-1])
		switch {
		case links[word] && from > 1 && s[from-1] == ' ':
			end := from - 1
			for _, sign := range [...]string{" <-", " <--", " ←", " —", " –", " -", " →"} { // k8Zq2x <- that's the key
				if before, ok := strings.CutSuffix(s[max(0, end-longestSaid):end], sign); ok && before != "" {
					return end - len(sign)
				}
			}
			return inFile(s, end)
		case word == "of" && strings.HasSuffix(s[:from-1], " value"): // the value of API_TOKEN
			from -= len("value ")
		case word == "for" && from > 1 && takes(s[:from-1]):
			return from - 1
		case apartWords[word] || !chars.All(word, func(c byte) bool { return chars.IsLetter(c) || c == '-' || c >= 0x80 }):
			return 0
		}
		at = from
	}
	return 0
}

// inFile passes over words before s[end:] that say where to put a value: k8Zq2x into the .env as API_TOKEN.
func inFile(s string, end int) int {
	const most = 3
	at := end
	for range most {
		from := chars.UntilBack(s, at-longestSaid, at, "")
		if word := s[from:at]; (word == "in" || word == "into" || word == "to") && from > 1 {
			return from - 1
		}
		if at = from - 1; at <= 1 {
			break
		}
	}
	return end
}

// takes reports a word at the end of s that somebody is to use: use k8Zq2x for the api token.
func takes(s string) bool {
	at := chars.UntilBack(s, len(s)-longestLogin, len(s), "")
	if at == 0 {
		return false
	}
	verb := chars.UntilBack(s, at-len(" generated "), at-1, "")
	return takingWords[chars.Lower(s[verb:at-1])]
}

// takingWords are before a value that somebody is to use.
var takingWords = chars.Set("use", "using", "take", "set", "put", "with", "try", "generated", "created", "add", "store", "paste", "enter", "got", "nimm", "nutze", "utilise", "usa")

// links are between a value and what it is called.
var links = chars.Set("is", "as", "should", "must", "it's", "it’s", "that's", "that’s", "being", "<-", "←", "—", "–", "als", "ist",
	"comme", "est", "como", "es", "come", "é", "è", "som", "jako")

// apartWords are between words of a sentence that are not about the same thing.
var apartWords = chars.Set("in", "of", "for", "from", "with", "by", "on", "at", "into", "where", "when", "what", "that",
	"which", "who", "if", "not", "no", "and", "or", "has", "have", "had", "used", "using", "gets", "needs",
	"without", "after", "before", "der", "die", "von", "für", "mit", "du", "des", "del")

// goesOn reports a name at whose end s[hi:] another noun follows, so that it is about that: the token
// counter, the password hash.
func goesOn(s string, hi int) bool {
	hi = chars.RunOf(s, hi, len(s), "`\"'*")
	if hi >= len(s) || s[hi] != ' ' {
		return hi < len(s) && strings.IndexByte("([{/=_", s[hi]) >= 0
	}
	end := chars.Run(s, hi+1, hi+longestLogin, func(c byte) bool { return chars.IsLetter(c) })
	return usesOfNames[chars.Lower(s[hi+1:end])]
}

// ofAnother reports a name at s[lo:] of which a sentence says something else: the hash of the token is.
func ofAnother(s string, lo int) bool {
	const longest = 32
	before := s[max(0, lo-longest):lo]
	for _, article := range [...]string{"the ", "a ", "this ", "that ", "your ", "our ", "my "} {
		before = strings.TrimSuffix(before, article)
	}
	before, ok := strings.CutSuffix(before, " of ")
	return ok && usesOfNames[chars.Lower(before[strings.LastIndexAny(before, " \n")+1:])]
}

// usesOfNames are words behind a name that make it speak of something else.
var usesOfNames = chars.Set("hash", "hashes", "hasher", "hashing", "field", "type", "policy", "manager", "algorithm",
	"function", "column", "input", "encoder", "prompt", "validator", "generator", "store", "storage",
	"parameter", "argument", "reset", "length", "key", "id", "ids", "name", "names", "version", "commit", "change", "fix",
	"test", "tests", "bug", "counter", "count", "limit", "usage", "budget", "cache", "rotation", "refresh", "handling",
	"handler", "parser", "lookup", "check", "checks", "page", "form", "file", "path", "digest", "fingerprint", "label", "sum", "checksum")

// Access takes what is plainly a password or a key in a sentence that says how something is opened, around the word s[start:end].
func Access(f *Finder, start, end int) {
	if start >= f.read.accessed {
		f.read.accessed = near.Access(f.Text, start, end)
	}
}
