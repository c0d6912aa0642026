// Package near finds values that have no name beside them, but are plainly drawn by chance, and near words that say what they are:
// in the same sentence, or in the comment above a constant.
package near

import (
	"strings"

	"steno/generator/redact/chars"
	"steno/generator/redact/find"
	"steno/generator/redact/judge"
	"steno/generator/redact/kind"
)

const (
	reach        = 128 // bytes of a sentence from the word to the value
	mostWords    = 14
	shortestWord = 20 // characters of a value in a sentence
	shortestHex  = 32
	scoreNear    = judge.ScoreRandom
)

// Said takes the value that is behind or before the name s[lo:hi] in the same sentence: the signing key is in the settings now:
// k8Zq2x, for auth they gave me k8Zq2x, I send k8Zq2x in the `X-Session` header.
func Said(t *find.Text, lo, hi int, class judge.Class) {
	s := t.S
	if hi < len(s) && strings.IndexByte(" `\"'*,:)", s[hi]) < 0 || lo > 0 && strings.IndexByte(" `\"'*(\n", s[lo-1]) < 0 {
		return // of code
	}
	from, to := behind(s, hi, min(len(s), hi+reach), class == judge.Password)
	if to == 0 && header(s, lo, hi) {
		from, to = before(s, lo)
	}
	if to > from && !ofOther(s, lo) {
		t.AddAs(from, to, class.Rule())
	}
}

// header reports a name that is that of a header of HTTP: X-Session, the Authorization header.
func header(s string, lo, hi int) bool {
	rest := s[chars.RunOf(s, hi, hi+2, "`\"'"):]
	return strings.HasPrefix(s[lo:hi], "X-") || strings.HasPrefix(s[lo:hi], "x-") || strings.HasPrefix(rest, " header")
}

// ofOther reports a name at s[lo:] that another word is about: the hash of the token.
func ofOther(s string, lo int) bool {
	const words = 4
	low := max(lo-reach/2, chars.LineStart(s, lo))
	for at, n := lo, 0; n < words && at > low; n++ {
		end := chars.RunOfBack(s, low, at, " `\"'*(,")
		at = chars.UntilBack(s, low, end, "`\"'*(")
		if Other(s[at:end]) {
			return true
		}
	}
	return false
}

// Other reports a word for what looks like a secret and is none, whatever the case of its letters.
func Other(word string) bool {
	const longest = 12
	if word == "" || len(word) > longest {
		return false
	}
	var low [longest]byte
	for i := range len(word) {
		low[i] = chars.Fold(word[i])
	}
	return others[string(low[:len(word)])]
}

// behind returns where a value is in the sentence s[at:end], which may be what people choose for a password; to is 0 when there is none.
func behind(s string, at, end int, chosen bool) (from, to int) {
	before := ""
	for range mostWords {
		if member(s, at) {
			return 0, 0
		}
		for at < end && isBetween(s[at]) {
			at++
		}
		from = at
		for at < len(s) && !isBetween(s[at]) && s[at] > ' ' && s[at] != ')' && at < from+chars.MaxToken {
			if s[at] < 0x80 && code[s[at]] {
				return 0, 0
			}
			at++
		}
		if from >= end || at == from {
			return 0, 0
		}
		to = from + len(strings.TrimRight(s[from:at], ".,:;!?"))
		word := s[from:to]
		if to-from >= shortestWord && isDrawn(word, leads(before)) {
			return from, to
		}
		if chosen && (leads(before) || s[from-1] == '`') && judge.Surely(word) && !judge.Yearly(word) && !strings.ContainsAny(word, "/.@") {
			return from, to
		}
		if word == "" || Other(word) ||
			strings.HasSuffix(word, "Id") || strings.HasSuffix(word, "_id") || to < at && strings.IndexByte(".!?", s[at-1]) >= 0 {
			return 0, 0 // code, another thing, the end of the sentence
		}
		before = s[from:at]
	}
	return 0, 0
}

// isBetween reports what is between the words of a sentence.
func isBetween(c byte) bool {
	switch c {
	case ' ', '`', '"', '\'', '*', '(', ',':
		return true
	}
	return false
}

// code has the signs that no word of a sentence has.
var code = [128]bool{'=': true, '{': true, '}': true, '<': true, '>': true, '|': true, '$': true, ';': true, '\\': true,
	'[': true, ']': true, '&': true}

// member reports a quote at s[at:] that ends the name of a field, or an entry of a list.
func member(s string, at int) bool {
	if at+1 >= len(s) || s[at] != '"' && s[at] != '\'' {
		return false
	}
	return s[at+1] == ':' || s[at+1] == ',' && at+3 < len(s) && s[at+2] == ' ' && s[at+3] == s[at]
}

// leads reports a word that a value follows.
func leads(before string) bool { return strings.HasSuffix(before, ":") || leading[before] }

var leading = chars.Set("is", "was", "me", "to", "as", "use", "using", "with", "it's", "got", "called", "be", "->", "=>", "→", "lautet", "ist", "est", "es", "è", "é")

// others are words for what looks like a secret and is none.
var others = chars.Set("commit", "commits", "sha", "sha1", "sha256", "sha-256", "md5", "hash", "hashes", "digest", "checksum", "revision", "rev", "id", "ids",
	"uuid", "guid", "fingerprint", "signature", "etag", "integrity", "request", "trace", "span", "build", "branch", "tag", "version", "image", "public",
	"address", "tx", "transaction", "url", "link", "session", "container", "volume", "layer", "object", "tree", "blob", "parent",
	"merge", "stash", "model", "user", "account", "project", "document", "doc", "page", "sheet", "video", "playlist", "channel", "node", "cache", "package")

// isDrawn reports a value that was drawn by chance. Hexadecimal digits alone, as checksums are, count where words lead to them.
func isDrawn(v string, led bool) bool {
	if !chars.All(v, chars.IsBase64) || !chars.HasDigit(v) || chars.Regular(v) || kind.Structural(v) || kind.StandIn(v) || isAddress(v) {
		return false
	}
	if chars.All(v, chars.IsHex) {
		return led && len(v) >= shortestHex
	}
	return chars.Some(v, chars.IsUpper) && chars.Some(v, chars.IsLower) && chars.Randomness(v) >= scoreNear && strings.Count(v, "-") <= 3 &&
		!strings.Contains(v, "/")
}

// before returns where a value is in the sentence that ends in s[:at], before the words between; to is 0 when there is none.
func before(s string, at int) (from, to int) {
	const most = 8
	low := max(at-reach, chars.LineStart(s, at))
	for range most {
		at = chars.RunOfBack(s, low, at, " `\"'*(,")
		to = at
		at = chars.UntilBack(s, low, at, "`\"'*()")
		if from = at; from == to || from == low && low > 0 && s[low-1] != '\n' {
			return 0, 0
		}
		word := s[from:to]
		if to-from >= shortestWord && isDrawn(word, false) {
			if from > low && strings.IndexByte("=/{[<:", s[from-1]) >= 0 || otherThing(s, low, from) {
				return 0, 0
			}
			return from, to
		}
		if strings.ContainsAny(word, "={}<>|$;\\[]&:.!?/") || Other(word) {
			return 0, 0
		}
	}
	return 0, 0
}

// otherThing reports a word before the value at s[from:] that says that it is another thing.
func otherThing(s string, low, from int) bool {
	end := chars.RunOfBack(s, low, from, " `\"'*(:,")
	word := s[chars.UntilBack(s, low, end, "`\"'*("):end]
	return Other(word) || strings.ContainsAny(word, "={}<>|$;\\[]&/")
}

// Commented takes the string of the line below the comment that the name at s[lo:] is in: // Key of the attachments, and const K = "x".
// It returns where the line ends, which is not to be read again.
func Commented(t *find.Text, lo int, class judge.Class) (end int) {
	const lines, longest = 2, 200
	s := t.S
	low, mark := commentBefore(s, lo, longest)
	if mark < 0 {
		return lo
	}
	at := chars.LineEnd(s, lo)
	end = at
	if start := min(chars.OwnText(s, low), lo); !comments(s[start:lo]) {
		constant(t, start, max(start, mark), class) // of this line
		return end
	}
	for range lines {
		if at >= len(s) {
			break
		}
		line := min(chars.OwnText(s, at+1), len(s))
		at = chars.LineEnd(s, line)
		if comments(s[line:at]) || at-line > longest {
			continue
		}
		constant(t, line, at, class)
		break
	}
	return end
}

// marksOf are the signs that comments begin with, by their last one.
var marksOf = [128]string{'#': "#", '*': "*/", '/': "/", '-': "-", '"': "\""}

// endsComment has their last signs, and the end of a line.
var endsComment = [256]bool{'\n': true, '#': true, '*': true, '/': true, '-': true, '"': true}

// commentBefore returns where the line begins in which s[at:] is, and where a comment does before it; mark is -1 when none does.
func commentBefore(s string, at, longest int) (low, mark int) {
	low = max(0, at-longest)
	for i := at - 1; i >= low; i-- {
		if !endsComment[s[i]] {
			continue
		}
		switch c := s[i]; c {
		case '\n':
			return i + 1, -1
		case '#', '*', '/', '-', '"':
			if c != '#' && c != '*' && (i == 0 || s[i-1] != c) {
				continue
			}
			first := chars.RunOfBack(s, low, i, marksOf[c])
			if first == 0 || s[first-1] <= ' ' || s[first-1] == '>' || s[first-1] == 0x92 { // the arrow behind the number of a line
				return low + strings.LastIndexByte(s[low:first], '\n') + 1, first
			}
			i = first
		}
	}
	return low, -1
}

// constant takes the string that the line s[line:end] sets something to.
func constant(t *find.Text, line, end int, class judge.Class) {
	const shortest = 16
	s := t.S
	sign := strings.IndexByte(s[line:end], '=')
	if sign < 0 {
		sign = strings.IndexByte(s[line:end], ':')
	}
	if sign < 0 {
		return
	}
	if Other(strings.Trim(s[line:line+sign], " \t\"'`")) {
		return // id: "x"
	}
	open := strings.IndexAny(s[line+sign:end], "\"'`")
	if open < 0 {
		return
	}
	from := line + sign + open + 1
	to := chars.Run(s, from, end, func(c byte) bool { return chars.IsBase64(c) || c == '=' })
	if to < end && strings.Trim(s[to+1:end], " \t\r;,)") != "" {
		return // other values follow
	}
	if v := strings.TrimRight(s[from:to], "="); to < end && s[to] == s[from-1] && to-from >= shortest &&
		(isDrawn(v, true) || to-from > len(v) && isDrawn(strings.NewReplacer("/", "a", "+", "a").Replace(v), true)) {
		t.AddAs(from, to, class.Rule())
	}
}

// comments reports the beginning of a comment.
func comments(line string) bool {
	for _, mark := range [...]string{"//", "#", "/*", "*", "--", "\"\"\"", "<!--", ";"} {
		if strings.HasPrefix(line, mark) {
			return true
		}
	}
	return false
}
